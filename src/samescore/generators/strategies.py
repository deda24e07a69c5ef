"""Hypothesis strategies for the inputs and the settings of metrics.

They generate the same kinds of inputs as `samescore.generators`, with many edge cases that break implementations: ties,
texts without words or shorter than an order, zero counts, unusual spaces and characters, empty corpora, several
references or none. Hypothesis shrinks a failing input to few, short and simple texts. Inputs are small: a few hundred
characters at most::

    from hypothesis import given
    from samescore import score
    from samescore.strategies import corpora

    @given(corpora("bleu"))
    def test_my_bleu(corpus):
        assert my_bleu(corpus) == score("bleu", corpus).value

The module needs Hypothesis: ``pip install 'samescore[fuzz]'``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from samescore.base.errors import SettingsError
from samescore.catalogue.profile import Profile
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from samescore.generators.annotations import strategy as annotated
from samescore.generators.choices import strategy as choices
from samescore.generators.class_scores import strategy as class_scores
from samescore.generators.comparison import strategy as comparisons
from samescore.generators.corpus import strategy as _corpora
from samescore.generators.drawing import st
from samescore.generators.drawn_texts import drawn_segments
from samescore.generators.generator import generator_of
from samescore.generators.label_sets import strategy as label_sets
from samescore.generators.labels import strategy as labels
from samescore.generators.ratings import strategy as ratings
from samescore.generators.scored_labels import strategy as scored_labels
from samescore.generators.settings import usual_values
from samescore.generators.tagged import strategy as tagged
from samescore.generators.target import Target
from samescore.generators.texts import Segment
from samescore.generators.token_log_probs import strategy as log_probabilities
from samescore.metrics import find
from samescore.metrics import metric as metric_called
from samescore.settings import ClassNames, Knob, Settings, Text, Weights

__all__ = [
    "annotated",
    "choices",
    "class_scores",
    "comparisons",
    "corpora",
    "inputs",
    "label_sets",
    "labels",
    "log_probabilities",
    "ratings",
    "scored_labels",
    "segments",
    "settings",
    "tagged",
    "texts",
]

#: Values of knobs of weights, classes and labels, whose usual values depend on the input or on another knob.
_WEIGHTS = ((1.0,), (0.5, 0.5), (0.1, 0.3, 0.6), (0.4, 0.3, 0.2, 0.1))
_CLASSES = (("BAD", "OK"), ("1", "2"), ("a",))
_LABELS = ("0", "1", "OK", "BAD", "a")


def texts(metric: str = "bleu") -> st.SearchStrategy[str]:
    """Return a strategy for lines of text for a metric: up to about a dozen words of many kinds, or none.

    Raises `UnknownNameError` for an unknown metric.
    """
    return segments(metric).map(lambda segment: segment[0])


def segments(metric: str = "bleu", max_references: int = 4) -> st.SearchStrategy[Segment]:
    """Return a strategy for pairs of a hypothesis and its references: up to `max_references` similar texts, a few times none.

    Raises `UnknownNameError` for an unknown metric.
    """
    return drawn_segments(find(metric)[0].facts.inputs, max_references, 0)


def corpora(
    metric: str = "bleu", *, max_references: int = 0, equal_references: bool = False, tokens: bool = False
) -> st.SearchStrategy[Corpus]:
    """Return a strategy for corpora of up to four segments for a text metric; a few have no segments.

    `max_references` limits the references of a segment; there are never more than four (0: no other limit).
    `equal_references` gives every segment the same number, and `tokens` splits the texts at white space. Raises
    `UnknownNameError` for an unknown metric.
    """
    return _corpora(_target(metric, max_references, equal_references, tokens))


def inputs(
    metric: str, *, max_references: int = 0, equal_references: bool = False, tokens: bool = False
) -> st.SearchStrategy[Data]:
    """Return a strategy for inputs of the kind that a metric accepts.

    The options apply to texts, as for `corpora`. Raises `UnknownNameError` for an unknown metric.
    """
    target = _target(metric, max_references, equal_references, tokens)
    return generator_of(target.metric.takes[0]).strategy(target)


def _target(metric: str, max_references: int, equal_references: bool, tokens: bool) -> Target:
    chosen, implied = find(metric)
    return Target(chosen, chosen.settings.from_mapping(implied), max_references, equal_references, tokens)


def settings(metric: str) -> st.SearchStrategy[Settings]:
    """Return a strategy for complete settings of a metric: its defaults with up to four knobs changed to usual values.

    Values that need the caller's tokens or a package are not used, and values that contradict another knob are skipped.
    Raises `UnknownNameError` for an unknown metric.
    """
    chosen, implied = find(metric)
    start = chosen.settings.from_mapping(implied)
    pairs = [(knob.name, value) for knob in start.knobs() for value in _values(knob) if knob.name not in implied]

    def changed(drawn: list[tuple[str, object]]) -> Settings:
        made = start
        for name, value in drawn:
            try:
                made = made.replace(**{name: value})
            except SettingsError:  # noqa: PERF203 - it contradicts another knob
                continue
        return made

    return st.lists(st.sampled_from(pairs), max_size=4).map(changed)


def settings_in(profile: Profile, fixed: Mapping[str, object] | None = None) -> st.SearchStrategy[Settings]:
    """Return a strategy for settings in the region of a profile: its defaults with up to four free knobs changed.

    The values are usual ones; values that contradict another knob are skipped. The knobs in `fixed` have those values.
    """
    kept = dict(fixed or {})
    kind = metric_called(profile.metric).settings
    pairs = [(knob.name, value) for knob in kind.knobs() for value in _values_in(profile, knob)]
    if not pairs:
        return st.just(profile.settings(**kept))
    return st.lists(st.sampled_from(pairs), max_size=4).map(lambda drawn: profile.taking({**dict(drawn), **kept}))


def _values_in(profile: Profile, knob: Knob) -> Sequence[object]:
    return _values(knob) if profile.free.get(knob.name) == "any" else usual_values(profile, knob)


def _values(knob: Knob) -> Sequence[object]:
    """Return the usual values of a knob, with fixed examples for weights, class names and labels."""
    if isinstance(knob.domain, Weights):
        return _WEIGHTS
    if isinstance(knob.domain, ClassNames):
        return _CLASSES
    return _LABELS if isinstance(knob.domain, Text) else knob.domain.likely()
