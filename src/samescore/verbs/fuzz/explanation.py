"""Explain why the two sides of a case disagree: knobs, the first stage that differs, or an error.

If both sides answer as their models do, the explanation is a smallest set of knobs that turns one number into the
other. If the answer of one side differs from its model's, the explanation is a change of knobs, or a mistake, with which
the model would give this answer; if there is none, it is the first stage that differs, or the kind of error.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations

from samescore.base.errors import SamescoreError, SettingsError
from samescore.base.outcome import (
    SAME_NUMBER,
    Crashed,
    Outcome,
    Raised,
    Unavailable,
    Unsupported,
    same_outcome,
)
from samescore.data.kinds import Data
from samescore.metrics import metric
from samescore.metrics.evaluator import bare_outcome, native_outcome
from samescore.metrics.mistakes import Mistake, mistakes_of
from samescore.records.fuzz import FindKind
from samescore.settings import Difference, Settings
from samescore.settings.scale import on_widest
from samescore.verbs.fuzz.clues import Cause, Clue, Dispute
from samescore.verbs.fuzz.duels import Duel, DuelCase, FuzzedSide
from samescore.verbs.judging.cases import JudgedCase, expected_of
from samescore.verbs.judging.first_difference import differing_stage
from samescore.verbs.judging.fresh import only_rounded
from samescore.verbs.why.attribution.paths import with_changes
from samescore.verbs.why.attribution.shapley import pipeline_order

#: Up to this size, all sets of knobs are tried; larger sets are found by dropping knobs one at a time.
_MOST_TRIED = 2


@dataclasses.dataclass(frozen=True, slots=True)
class DisagreementReason:
    """The explanation of a disagreement, with the fields of `samescore.records.Find`.

    `names` are the knobs, the mistake, the stage or the error, depending on `kind`. `unmodelled` is the side whose
    answer differs from its model's; empty if both answer as their models do.
    """

    kind: FindKind
    names: tuple[str, ...]
    unmodelled: str = ""

    def includes(self, other: DisagreementReason, known: frozenset[str]) -> bool:
        """Return whether the other explanation is the same, except that it may lack some of the `known` knobs."""
        if self.kind != "knobs" or (other.kind, other.unmodelled) != (self.kind, self.unmodelled):
            return other == self
        return set(self.names) - known <= set(other.names) <= set(self.names)


@dataclasses.dataclass(frozen=True, slots=True)
class Disagreement:
    """The different answers to a case, and why they differ.

    `first` and `second` are the answers, and `causes` the explanation's knobs with both values. If a side's answer
    differs from its model's, `clues` are all single knobs and mistakes with which the model would give this answer, and
    `mistake` is the mistake in the explanation, in words (empty if there is none).
    """

    explanation: DisagreementReason
    causes: tuple[Difference, ...]
    first: Outcome
    second: Outcome
    clues: tuple[Clue, ...] = ()
    mistake: str = ""

    @property
    def values(self) -> dict[str, object]:
        """The explanation's knobs with the values that give the second answer, or the unmodelled side's answer."""
        return {change.knob.name: change.right for change in self.causes}


class NotCompared(Exception):  # noqa: N818 - this is not an error
    """Signals that one side is unavailable or does not support a case, so its answers are not compared."""


class Explained:
    """The explanations found so far; a further explanation is new if it does not follow from them.

    `support` counts, for each clue (a changed knob or a mistake), the answers that the model gives only with the clue.
    Among several clues to an answer, the one with most support is the likeliest.
    """

    def __init__(self) -> None:
        self._others: set[DisagreementReason] = set()
        self._knobs: dict[str, set[str]] = {}
        self._changes: dict[str, dict[str, object]] = {}
        self.support: Counter[Clue] = Counter()

    def add(self, explanation: DisagreementReason, values: Mapping[str, object]) -> None:
        """Add an explanation; `values` are the knob values with which the model would give the answer."""
        if explanation.kind == "knobs":
            self._knobs.setdefault(explanation.unmodelled, set()).update(explanation.names)
            self._changes.setdefault(explanation.unmodelled, {}).update(values)
        else:
            self._others.add(explanation)

    def knobs(self, unmodelled: str = "") -> frozenset[str]:
        """Return the knobs in the explanations so far of the side `unmodelled`, or if empty, of both sides' models."""
        return frozenset(self._knobs.get(unmodelled, ()))

    def changes(self, unmodelled: str) -> dict[str, object]:
        """Return the knob values found so far, with which the model of the side `unmodelled` would give its answers."""
        return self._changes.get(unmodelled, {})

    def mistakes(self, unmodelled: str, metric_name: str) -> list[Mistake]:
        """Return the metric's mistakes that explain answers of the side `unmodelled` so far."""
        names = {e.names[0] for e in self._others if e.kind == "mistake" and e.unmodelled == unmodelled}
        return [mistake for mistake in mistakes_of(metric_name) if mistake.name in names]

    def unexplained(self, explanation: DisagreementReason) -> int:
        """Return the number of an explanation's knobs not found so far; 0 if it follows from earlier finds.

        A new error counts as one knob, and a new stage or mistake as two, because knobs found later may explain it.
        """
        if explanation.kind == "knobs":
            return len(set(explanation.names) - self.knobs(explanation.unmodelled))
        if explanation in self._others:
            return 0
        return 1 if explanation.kind == "error" else 2


def disagreement(
    duel: Duel, case: DuelCase, explained: Explained, tolerance: float = SAME_NUMBER
) -> Disagreement | None:
    """Explain why the two sides disagree on a case, with each other or with their models; return None if all agree.

    Among several sufficient explanations, one that is already `explained` is preferred. Scores with a relative
    difference of at most `tolerance` are equal. Raises `NotCompared` if one side is unavailable or does not support the
    case.
    """
    first, second = duel.sides
    answer = _answer(first, case.data, case.first)
    other = _answer(second, case.data, case.second)
    for side, settings, given in ((first, case.first, answer), (second, case.second, other)):
        if not _agrees_with_model(duel.metric, side, case.data, settings, given):
            return _explain_unmodelled(
                _Disputed(duel.metric, side, case.data, settings, given), answer, other, explained
            )
    causes = _smallest_change(duel.metric, case, explained.knobs(), tolerance)
    if not causes:
        return None
    return Disagreement(
        DisagreementReason("knobs", tuple(change.knob.name for change in causes)), causes, answer, other
    )


def _answer(side: FuzzedSide, data: Data, settings: Settings) -> Outcome:
    """Return a side's answer; raise `NotCompared` if the side is unavailable or does not support the input.

    If an implementation refuses an input in the region that it declares itself, this is its answer.
    """
    try:
        if not side.takes(data, settings):
            raise NotCompared
        answer = side.ask(data, settings)
    except SamescoreError as problem:
        raise NotCompared from problem
    if isinstance(answer, Unavailable) or (isinstance(answer, Unsupported) and not side.describes_itself):
        raise NotCompared
    return answer


def _agrees_with_model(metric_name: str, side: FuzzedSide, data: Data, settings: Settings, answer: Outcome) -> bool:
    """Return whether an answer equals the answer of the side's model.

    The answer of an implementation that describes itself may differ by the order of floating-point operations.
    """
    if side.is_native:
        return True
    model = native_outcome(data, settings)
    return same_outcome(model, answer, max_ulps=side.ulps) or (
        side.describes_itself and only_rounded(metric(metric_name), model, answer)
    )


@dataclasses.dataclass(frozen=True, slots=True)
class _Disputed:
    """An answer of a side that differs from its model's."""

    metric: str
    side: FuzzedSide
    data: Data
    settings: Settings
    answer: Outcome


def _explain_unmodelled(disputed: _Disputed, first: Outcome, second: Outcome, explained: Explained) -> Disagreement:
    """Explain why a side differs from its model: by a known cause, else by the likeliest clue, else by stage or error."""
    name, answer = disputed.side.full_name, disputed.answer
    if isinstance(answer, (Raised, Crashed, Unsupported)):
        return Disagreement(_without_cause(disputed), (), first, second)
    dispute = Dispute(disputed.data, disputed.settings, answer, disputed.side.ulps)
    changes, mistakes = explained.changes(name), explained.mistakes(name, disputed.metric)
    causes: list[Cause] = []
    cause = dispute.explained(changes, mistakes)
    if cause is None:
        causes = dispute.causes(changes, mistakes)
        likeliest = sorted(causes, key=lambda cause: (-explained.support[cause.clue], not cause.finite))
        cause = likeliest[0] if causes else None
    if cause is None:
        return Disagreement(_without_cause(disputed), (), first, second)
    clues = tuple(other.clue for other in causes)
    if cause.mistake is not None:
        explanation = DisagreementReason("mistake", (cause.mistake.name,), name)
        return Disagreement(explanation, (), first, second, clues, str(cause.mistake))
    explanation = DisagreementReason("knobs", tuple(change.knob.name for change in cause.changes), name)
    return Disagreement(explanation, cause.changes, first, second, clues)


def _without_cause(disputed: _Disputed) -> DisagreementReason:
    """Return the explanation of an answer that no knob or mistake explains: its kind of error, or the first stage."""
    data, settings, answer = disputed.data, disputed.settings, disputed.answer
    model, name = native_outcome(data, settings), disputed.side.full_name
    if isinstance(answer, (Raised, Crashed)):
        return DisagreementReason("error", (f"{answer.kind} {answer.error}",), name)
    if isinstance(answer, Unsupported):
        return DisagreementReason("error", ("unsupported",), name)
    if answer.kind != model.kind:
        return DisagreementReason("stage", (f"{answer.kind}, not {model.kind}",), name)
    return DisagreementReason("stage", (_first_stage(disputed.metric, data, settings, model, answer),), name)


def _first_stage(metric_name: str, data: Data, settings: Settings, model: Outcome, answer: Outcome) -> str:
    """Return the first stage in which an answer differs from its model's; ``value`` if no stage differs."""
    case = JudgedCase("fuzz", metric(metric_name), data, settings, expected_of(model), model)
    return differing_stage(case, answer, False).partition(":")[0] or "value"


def _smallest_change(
    metric_name: str, case: DuelCase, preferred: frozenset[str], tolerance: float
) -> tuple[Difference, ...]:
    """Return a small set of knobs that turns the first model's outcome into the second's; empty if they are the same.

    Sets of up to `_MOST_TRIED` knobs are tried, smallest first: among sets of one size, those with only `preferred`
    knobs come first, then pipeline order decides. If none suffices, all knobs that differ are reduced until none can be
    dropped. Knobs that affect only the last digits are not switched.
    """
    start, end = on_widest(case.first), on_widest(case.second)
    changes = tuple(pipeline_order([change for change in start.differences(end) if change.knob.matters]))
    target = _outcome(case.data, with_changes(start, changes)) or _outcome(case.data, end)

    def reaches(chosen: Sequence[Difference]) -> bool:
        outcome = _outcome(case.data, with_changes(start, chosen))
        if outcome is None or target is None:
            return False
        return same_outcome(outcome, target) or only_rounded(metric(metric_name), target, outcome, tolerance)

    if target is None or reaches(()):
        return ()
    for size in range(1, min(_MOST_TRIED, len(changes)) + 1):
        subsets = sorted(combinations(changes, size), key=lambda subset: not _all_named(subset, preferred))
        for subset in subsets:
            if reaches(subset):
                return subset
    return _irreducible(changes, reaches, preferred)


def _outcome(data: Data, settings: Settings | None) -> Outcome | None:
    """Return the native outcome; None without settings, or if they contradict each other or the input."""
    try:
        return None if settings is None else bare_outcome(data, settings)
    except SettingsError:
        return None


def _all_named(changes: Iterable[Difference], names: frozenset[str]) -> bool:
    return all(change.knob.name in names for change in changes)


def _irreducible(
    changes: tuple[Difference, ...], reaches: Callable[[Sequence[Difference]], bool], preferred: frozenset[str]
) -> tuple[Difference, ...]:
    """Return the changes, reduced until none can be dropped; changes that are not `preferred` are dropped first.

    ``reaches(changes)`` tells whether a set of changes suffices.
    """
    kept = list(changes)
    shorter = True
    while shorter:
        shorter = False
        for change in sorted(kept, key=lambda change: change.knob.name in preferred):
            rest = [other for other in kept if other is not change]
            if reaches(rest):
                kept, shorter = rest, True
    return tuple(kept)
