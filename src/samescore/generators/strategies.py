"""Hypothesis strategies for the inputs of metrics, and for their settings.

They make what `samescore.generators` makes, which is full of what breaks implementations: ties, texts without words or
shorter than an order, counts of zero, unusual spaces and characters, empty corpora, several references and none. What
Hypothesis finds with them, it also shrinks: to few, short and plain texts. Inputs are small, a few hundred characters::

    from hypothesis import given
    from samescore import score
    from samescore.strategies import corpora

    @given(corpora("bleu"))
    def test_my_bleu(corpus):
        assert my_bleu(corpus) == score("bleu", corpus).value

They need Hypothesis: ``pip install 'samescore[fuzz]'``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from samescore.base.errors import SettingsError
from samescore.catalogue.profile import Profile
from samescore.data.annotations import Annotation, Annotations
from samescore.data.class_scores import ClassScores
from samescore.data.comparison import MEAN, Comparison, Numbers
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from samescore.data.label_sets import LabelSets
from samescore.data.labels import Labels, ScoredLabels
from samescore.data.likelihoods import Choices, TokenLogProbs
from samescore.data.ratings import Ratings
from samescore.data.rewrites import Rewrites
from samescore.data.sampled_responses import SampledResponses
from samescore.data.supported_answers import SupportedAnswers
from samescore.data.tagged import Tagged
from samescore.data.weighted_labels import WeightedLabels
from samescore.data.weighted_scores import WeightedScores
from samescore.generators.drawing import st
from samescore.generators.drawn_texts import FEW, drawn_segments
from samescore.generators.likelihoods import TEXTS
from samescore.generators.settings import usual_values
from samescore.generators.texts import (
    Segment,
    corpus_of,
)
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
    "weighted_labels",
    "weighted_scores",
]

_LINE = st.lists(st.sampled_from(FEW), max_size=6).map(" ".join)
#: Values of knobs whose usual values depend on the input or on another knob.
_WEIGHTS = ((1.0,), (0.5, 0.5), (0.1, 0.3, 0.6), (0.4, 0.3, 0.2, 0.1))
_CLASSES = (("BAD", "OK"), ("1", "2"), ("a",))
_LABELS = ("0", "1", "OK", "BAD", "a")
_LABEL_SETS: tuple[tuple[Any, ...], ...] = (
    (0, 1),
    ("0", "1"),
    ("BAD", "OK"),
    (0, 1, 2),
    ("a", "b", "c", "1"),
    tuple(range(10)),
)


def texts(metric: str = "bleu") -> st.SearchStrategy[str]:
    """Lines of text for a metric: up to a dozen words of many kinds, or none; `UnknownNameError` for an unknown metric."""
    return segments(metric).map(lambda segment: segment[0])


def segments(metric: str = "bleu", max_references: int = 4) -> st.SearchStrategy[Segment]:
    """A hypothesis and up to `max_references` references that resemble it, now and then none."""
    return drawn_segments(find(metric)[0].facts.inputs, max_references, 0)


def corpora(
    metric: str = "bleu", *, max_references: int = 0, equal_references: bool = False, tokens: bool = False
) -> st.SearchStrategy[Corpus]:
    """Corpora of up to four segments for a metric over texts; now and then empty ones.

    `max_references` bounds the references of a segment (0: four), `equal_references` gives every segment as many, and
    `tokens` splits the texts at white space. Raises `UnknownNameError` for an unknown metric.
    """
    most = min(max_references or 4, 4)
    pool = find(metric)[0].facts.inputs
    lists: st.SearchStrategy[list[Segment]]
    if equal_references:
        numbers = st.sampled_from([*range(1, most + 1), 1, 1])
        lists = numbers.flatmap(lambda count: st.lists(drawn_segments(pool, count, count), min_size=1, max_size=4))
    else:
        lists = st.lists(drawn_segments(pool, most, 0), min_size=1, max_size=4)
    whole = st.one_of(*[lists] * 19, st.just([])).map(corpus_of)
    return whole.map(_as_tokens) if tokens else whole


def labels() -> st.SearchStrategy[Labels]:
    """Gold and predicted labels of up to 20 items: of one class, two or many, integers or strings; now and then of none."""

    def items(names: Sequence[Any]) -> st.SearchStrategy[list[tuple[Any, Any]]]:
        return st.lists(st.tuples(st.sampled_from(names), st.sampled_from(names)), max_size=20)

    pairs = st.sampled_from(_LABEL_SETS).flatmap(items)
    return pairs.map(lambda drawn: Labels([gold for gold, _ in drawn], [predicted for _, predicted in drawn]))


def scored_labels(*, probabilities: bool = False) -> st.SearchStrategy[ScoredLabels]:
    """Up to 20 items of two classes with scores, multiples of 1/4 with many ties; now and then an infinite one.

    `probabilities` are from 0 to 1; now and then a score is none.
    """
    grid = (range(5), [1.5, -0.5]) if probabilities else (range(-8, 9), [float("inf"), float("-inf")])
    scores = st.one_of(*[st.sampled_from([count / 4 for count in grid[0]])] * 30, st.sampled_from(grid[1]))
    items = st.lists(st.tuples(st.sampled_from([0, 1]), scores), max_size=20)
    return items.map(lambda drawn: ScoredLabels([gold for gold, _ in drawn], [score for _, score in drawn]))


def log_probabilities() -> st.SearchStrategy[TokenLogProbs]:
    """Up to four sequences of token log-probabilities, multiples of 1/16, with texts; empty, certain and impossible ones."""
    tokens: Any = st.one_of(*[st.integers(0, 128).map(lambda count: -count / 16)] * 20, st.none())
    sequences = st.lists(st.tuples(st.lists(tokens, max_size=8), st.sampled_from(TEXTS)), max_size=4)
    return sequences.map(lambda drawn: TokenLogProbs([list(seq) for seq, _ in drawn], [text for _, text in drawn]))


def ratings() -> st.SearchStrategy[Ratings]:
    """Up to 12 outputs of one system with scores, multiples of 1/4 with many ties; now and then one is missing."""
    there: Any = st.integers(-8, 8).map(lambda count: count / 4)
    of_some = st.one_of(there, there, there, there, st.none())

    def sides(size: int, gaps: bool) -> Any:
        return st.builds(Ratings, *[st.lists(of_some if gaps else there, min_size=size, max_size=size)] * 2)

    drawn = st.tuples(st.integers(0, 12), st.sampled_from((False, False, False, True)))
    return drawn.flatmap(lambda chosen: sides(*chosen))


def choices() -> st.SearchStrategy[Choices]:
    """Up to four questions with one to four answers and their log-likelihoods, multiples of 1/4 with ties."""
    names = st.sampled_from(["no", "yes", "a", "maybe", "a rather long answer", *TEXTS])
    values = st.integers(0, 12).map(lambda count: -count / 4)

    @st.composite
    def items(draw: st.DrawFn, unconditional: bool) -> dict[str, Any]:
        answers = draw(st.lists(st.tuples(names, values, values), min_size=1, max_size=4))
        item: dict[str, Any] = {
            "choices": [name for name, _, _ in answers],
            "logprobs": [value for _, value, _ in answers],
            "gold": draw(st.integers(0, len(answers) - 1)),
        }
        if unconditional:
            item["unconditional"] = [value for _, _, value in answers]
        return item

    return st.booleans().flatmap(lambda both: st.lists(items(both), max_size=4)).map(Choices)


def tagged() -> st.SearchStrategy[Tagged]:
    """Up to four sentences of up to eight tags of two types, with prefixes of every scheme; now and then none."""
    tags = st.sampled_from(["O", *(f"{prefix}-{name}" for prefix in "BIESUL" for name in ("PER", "LOC"))])
    sentences = st.lists(st.lists(st.tuples(tags, tags), max_size=8), max_size=4)
    return sentences.map(lambda drawn: Tagged(*([[pair[side] for pair in row] for row in drawn] for side in (0, 1))))


def label_sets() -> st.SearchStrategy[LabelSets]:
    """Up to eight items with sets of three labels, some of them empty."""
    sets = st.sets(st.sampled_from("abc"))
    items = st.lists(st.tuples(sets, sets), max_size=8)
    return items.map(lambda drawn: LabelSets(*([sorted(pair[side]) for pair in drawn] for side in (0, 1))))


def class_scores() -> st.SearchStrategy[ClassScores]:
    """Up to eight items of three classes with scores in quarters, which add up to 1 but for now and then one item."""
    rows = [[a / 4, b / 4, (4 - a - b) / 4] for a in range(5) for b in range(5 - a)]
    scores = st.one_of(*[st.sampled_from(rows)] * 20, st.just([1.25, -0.5, 0.0]))
    items = st.lists(st.tuples(st.sampled_from("abc"), scores), max_size=8)
    return items.map(lambda drawn: ClassScores(["a", "b", "c"], [gold for gold, _ in drawn], [row for _, row in drawn]))


def weighted_labels() -> st.SearchStrategy[WeightedLabels]:
    """Up to eight items of three classes, with weights of a few eighths and tenths, now and then 0."""
    classes, weights = st.sampled_from("abc"), st.sampled_from([0.0, 0.125, 0.3, 1.0, 1.1, 2.0])
    items = st.lists(st.tuples(classes, classes, weights), max_size=8)
    return items.map(
        lambda drawn: WeightedLabels(
            [gold for gold, _, _ in drawn], [said for _, said, _ in drawn], [weight for _, _, weight in drawn]
        )
    )


def weighted_scores() -> st.SearchStrategy[WeightedScores]:
    """Up to eight items with scores, multiples of 1/4, and weights of a few eighths and tenths, now and then 0."""
    scores, weights = st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0]), st.sampled_from([0.0, 0.125, 0.3, 1.0, 1.1, 2.0])
    items = st.lists(st.tuples(st.sampled_from([0, 1]), scores, weights), max_size=8)
    return items.map(
        lambda drawn: WeightedScores(
            [gold for gold, _, _ in drawn], [score for _, score, _ in drawn], [weight for _, _, weight in drawn]
        )
    )


def supported_answers() -> st.SearchStrategy[SupportedAnswers]:
    """Up to four questions with answers of a few words and up to three facts, some of them not predicted."""
    answers = st.lists(st.sampled_from(["yes", "the", "cat", "U.S."]), max_size=3).map(" ".join)
    facts = st.lists(st.tuples(st.sampled_from("ab"), st.integers(0, 1)), max_size=3)
    question = st.fixed_dictionaries(
        {"answer": st.none() | answers, "facts": st.none() | facts, "gold_answer": answers, "gold_facts": facts}
    )
    return st.lists(question, max_size=4).map(SupportedAnswers)


def sampled_responses() -> st.SearchStrategy[SampledResponses]:
    """Up to four questions with up to five responses each, and up to two right answers."""
    texts = st.sampled_from(["7", "$7.", "Cat", "cat", ""])
    question = st.fixed_dictionaries(
        {
            "responses": st.lists(texts, min_size=1, max_size=5),
            "references": st.lists(texts, min_size=1, max_size=2),
        }
    )
    return st.lists(question, max_size=4).map(SampledResponses)


def annotated() -> st.SearchStrategy[Annotations]:
    """One to four annotators of up to eight items, with labels of three numbers, letters or sets, some missing."""
    labels: tuple[list[Annotation], ...] = (
        ["a", "b", "c"],
        [1, 2, 4],
        [("a",), ("a", "b"), ("b", "c")],
    )

    def rows(kind: list[Annotation]) -> st.SearchStrategy[Annotations]:
        items = st.integers(1, 4).flatmap(lambda n: st.lists(st.tuples(*[st.sampled_from(kind)] * n), max_size=8))
        return items.map(lambda drawn: Annotations([list(row) for row in zip(*drawn, strict=True)]))

    return st.sampled_from([*labels, *([*kind, None] for kind in labels)]).flatmap(rows)


def comparisons() -> st.SearchStrategy[Comparison]:
    """Two systems of up to six segments: numbers, multiples of 1/4 with ties, or texts that BLEU, chrF or TER compares."""
    quarters = st.integers(0, 8).map(lambda count: count / 4)
    pairs = st.lists(st.tuples(quarters, quarters), min_size=1, max_size=6)
    numbers = pairs.map(
        lambda drawn: Comparison(MEAN, [Numbers([a for a, _ in drawn]), Numbers([b for _, b in drawn])])
    )
    lines = st.lists(st.sampled_from(FEW), min_size=1, max_size=6).map(" ".join)
    triples = st.lists(st.tuples(lines, lines, lines), min_size=1, max_size=6)

    def of_texts(drawn: list[tuple[str, str, str]], statistic: str) -> Comparison:
        references = [[reference] for *_, reference in drawn]
        systems = [Corpus.from_segments([row[k] for row in drawn], references) for k in (0, 1)]
        return Comparison(statistic, systems)

    texts = st.builds(of_texts, triples, st.sampled_from(["bleu", "chrf", "ter"]))
    return st.one_of(numbers, texts)


def inputs(
    metric: str, *, max_references: int = 0, equal_references: bool = False, tokens: bool = False
) -> st.SearchStrategy[Data]:
    """Inputs of the kind that a metric takes; the options are those of `corpora`. `UnknownNameError` if there is none."""
    chosen = find(metric)[0]
    if chosen.takes[0] is not Corpus:
        probabilities = chosen.facts.inputs == "probabilities"
        return scored_labels(probabilities=True) if probabilities else _BY_KIND[chosen.takes[0]]()
    return corpora(metric, max_references=max_references, equal_references=equal_references, tokens=tokens)


def settings(metric: str) -> st.SearchStrategy[Settings]:
    """Complete settings of a metric, for text: its defaults with up to four knobs changed to usual values.

    Values that need the caller's tokens or a package are left out. Raises `UnknownNameError` for an unknown metric.
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
    """Settings inside the region of a profile: its defaults with up to four free knobs changed to usual values.

    `fixed` knobs keep their value.
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
    """The usual values of a knob."""
    if isinstance(knob.domain, Weights):
        return _WEIGHTS
    if isinstance(knob.domain, ClassNames):
        return _CLASSES
    return _LABELS if isinstance(knob.domain, Text) else knob.domain.likely()


def _as_tokens(corpus: Corpus) -> Corpus:
    return Corpus.from_tokens(
        [str(line).split() for line in corpus.hypothesis_lines],
        [[str(line).split() for line in lines] for lines in corpus.reference_lines],
    )


_BY_KIND: dict[type[Data], Callable[[], st.SearchStrategy[Any]]] = {
    Labels: labels,
    ScoredLabels: scored_labels,
    TokenLogProbs: log_probabilities,
    Choices: choices,
    Ratings: ratings,
    Rewrites: lambda: st.tuples(_LINE, _LINE, st.lists(_LINE)).map(lambda row: Rewrites(row[:1], row[1:2], row[2:])),
    Tagged: tagged,
    Annotations: annotated,
    LabelSets: label_sets,
    ClassScores: class_scores,
    WeightedLabels: weighted_labels,
    WeightedScores: weighted_scores,
    SupportedAnswers: supported_answers,
    SampledResponses: sampled_responses,
    Comparison: comparisons,
}
