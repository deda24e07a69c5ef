"""Find alternatives to a missing or extreme number: a different value of a knob, or a different metric."""

from __future__ import annotations

from collections.abc import Iterator

from samescore import records
from samescore.base.errors import SamescoreError
from samescore.base.outcome import Score, relative_gap
from samescore.data.corpus import Corpus
from samescore.data.labels import Confusion, Labels
from samescore.metrics import find
from samescore.metrics.evaluator import bare_outcome
from samescore.records import Alternative
from samescore.settings import Settings
from samescore.verbs.why.account.evidence import Evidence

#: Maximum numbers of alternatives shown and tried.
SHOWN = 8
_TRIED = 160
#: Inputs of more characters than this have no alternatives computed.
_LARGE = 2_000_000
#: Numbers are considered equal up to this difference, relative or absolute.
_SAME = 1e-6

#: Metrics commonly reported for the same kind of input.
_OTHER_METRICS: dict[type, tuple[str, ...]] = {
    Corpus: ("bleu", "chrf", "rouge-l", "ter", "wer", "cer"),
    Labels: ("accuracy", "balanced-accuracy", "mcc", "kappa"),
    Confusion: ("accuracy", "balanced-accuracy", "mcc", "kappa"),
}


def is_extreme(evidence: Evidence) -> bool:
    """Return whether the number is missing, or so bad or impossible that alternatives are useful.

    If lower values are better, this is a rate above 1; otherwise, it is 0 or a number above the metric's maximum.
    """
    value, facts = evidence.value, evidence.metric.facts
    if value is None:
        return True
    if facts.higher_is_better is False:
        return evidence.has("scale") and value > evidence.unit
    if facts.highest is not None and value > facts.highest * evidence.unit * (1 + _SAME):  # not only rounding
        return True
    return abs(value) < _SAME * evidence.unit


def alternatives(evidence: Evidence) -> list[Alternative]:
    """Return settings with one knob changed, in the order of the knobs, then other metrics, each with its number.

    At most `SHOWN` settings are returned, each with a number that differs from the previous ones. The list is empty
    unless the number is extreme (see `is_extreme`), and for a very large input.
    """
    if not is_extreme(evidence) or (isinstance(evidence.data, Corpus) and evidence.data.has_text(_LARGE)):
        return []
    nearest: list[Alternative] = []
    seen = [evidence.value] if evidence.value is not None else []
    for settings in _one_knob_away(evidence.settings):
        outcome = _scored(evidence, settings)
        if outcome is None or any(_same(outcome.value, value) for value in seen):
            continue
        seen.append(outcome.value)
        changes = records.differences(evidence.settings.differences(settings))
        nearest.append(Alternative(settings.metric, changes, records.outcome(Score(outcome.value))))
        if len(nearest) == SHOWN:
            break
    return nearest + list(_other_metrics(evidence))


def _one_knob_away(settings: Settings) -> Iterator[Settings]:
    """Yield the settings with one knob changed, at most `_TRIED`."""
    tried = 0
    for knob in settings.knobs():
        for value in knob.alternatives(getattr(settings, knob.name)) if knob.matters else ():
            try:
                changed = settings.replace(**{knob.name: value})
            except SamescoreError:
                continue
            yield changed
            tried += 1
            if tried == _TRIED:
                return


def _other_metrics(evidence: Evidence) -> Iterator[Alternative]:
    for name in _OTHER_METRICS.get(type(evidence.data), ()):
        if name != evidence.metric.name:
            outcome = _scored(evidence, find(name)[0].settings())
            if outcome is not None:
                yield Alternative(name, [], records.outcome(Score(outcome.value)))


def _scored(evidence: Evidence, settings: Settings) -> Score | None:
    try:
        outcome = bare_outcome(evidence.data, settings)
    except SamescoreError:
        return None
    return outcome if isinstance(outcome, Score) else None


def _same(first: float, second: float) -> bool:
    return relative_gap(first, second) < _SAME or abs(first - second) < _SAME
