"""The gate for maintainers of a package: ``samescore run mypackage --against baseline.jsonl``.

A run is held against a recorded one, answer by answer. It fails on a number that moved by more than it may, on an
answer that changed its kind, and on one that is no longer given; a failure of old is no failure here.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from samescore.catalogue.vectors import vectors
from samescore.data.kinds import Data
from samescore.errors import InputError, SamescoreError
from samescore.implementations.recording import Recording
from samescore.metrics.evaluator import native_outcome
from samescore.outcome import STORED_ULPS, Score, Unsupported, relative_gap, same_outcome
from samescore.settings import Settings
from samescore.verbs.attribution.mistakes import diagnose
from samescore.verbs.drift import Move, compare, on_scale
from samescore.verbs.score import parse_signature


@dataclasses.dataclass(frozen=True, slots=True)
class Regression:
    """An answer that moved by more than it may. `reason` names knobs or known mistakes that give the new one."""

    implementation: str
    move: Move
    reason: str


@dataclasses.dataclass(frozen=True, slots=True)
class Gate:
    """What a run did to a baseline.

    `lost` are vectors (with entry points) that are answered no longer, `skipped` those whose input is another one now;
    `held` says which recordings were held against which.
    """

    compared: int
    regressions: tuple[Regression, ...]
    lost: tuple[tuple[str, str, str], ...]  # implementation, vector, entry point
    skipped: tuple[str, ...]
    held: tuple[tuple[str, str], ...]

    @property
    def failed(self) -> bool:
        """Did something move, or disappear?"""
        return bool(self.regressions or self.lost)


def hold(baseline: Sequence[Recording], now: Sequence[Recording], tolerance: float = 0.0) -> Gate:
    """Hold recordings against those of a baseline.

    `tolerance` is the relative difference that a number may move by; up to `STORED_ULPS` are never counted. Raises
    `InputError` where the baseline does not hold an implementation, or more than one that could be meant.
    """
    compared, regressions, lost, held = 0, [], [], []
    skipped: list[str] = []
    for one in now:
        before = _counterpart(one, baseline)
        transition = compare(before, one)
        compared += transition.compared
        skipped += transition.skipped
        held.append((one.name, before.label))
        moved = (*transition.moves, *transition.parameters)
        regressions += [Regression(one.name, move, _reason(move, one)) for move in moved if beyond(move, tolerance)]
        lost += [(one.name, vector, entry_point) for vector, entry_point in _lost(before, one)]
    return Gate(compared, tuple(regressions), tuple(lost), tuple(skipped), tuple(held))


def _lost(before: Recording, now: Recording) -> list[tuple[str, str]]:
    """Vectors of this run, with entry points, that were answered and are answered no longer.

    A run that records one entry point for each vector has lost a vector where no answer has one to compare with.
    """
    answered = {key for key, given in now.answers.items() if not isinstance(given.outcome, Unsupported)}
    held = [key for key, given in before.answers.items() if not isinstance(given.outcome, Unsupported)]
    compared = {key[1] for key in held if key in answered}
    every = any(kind == "default" for kind, _, _ in now.answers)
    return [
        key[1:]
        for key in held
        if key[0] == "asked" and key[1] in now.inputs
        if (key not in answered if every else key[1] not in compared)
    ]


def _counterpart(one: Recording, baseline: Sequence[Recording]) -> Recording:
    """The recording of the same implementation, of whatever version."""
    same = [other for other in baseline if other.name == one.name]
    same = same or [other for other in baseline if other.package == one.package]
    if len(same) != 1:
        names = ", ".join(other.name for other in baseline)
        raise InputError(
            f"the baseline holds {'no' if not same else 'more than one'} recording of {one.name}",
            hint=f"it holds {names}; record a baseline of it alone: samescore run {one.name} --report baseline.jsonl",
        )
    return same[0]


def beyond(move: Move, tolerance: float) -> bool:
    """Did an answer move by more than this relative difference, or change its kind?"""
    if not (isinstance(move.before, Score) and isinstance(move.after, Score)):
        return True
    return not relative_gap(move.before.value, move.after.value) <= tolerance


def _reason(move: Move, now: Recording) -> str:
    """The knobs behind a move: those of the profiles, else the single ones or the mistakes that give the new number."""
    if move.causes:
        return move.cause
    vector = vectors()[move.vector]
    given = now.answers[move.kind, move.vector, move.entry_point]
    try:
        given = given if move.kind == "default" else on_scale(given, vector)
        settings = parse_signature(given.signature)
    except SamescoreError:
        return ""
    data = vector.data()
    flips = [
        f"{knob.name}: {knob.domain.format(getattr(settings, knob.name))} -> {knob.domain.format(value)}"
        for knob in settings.knobs()
        if knob.domain.finite
        for value in knob.alternatives(getattr(settings, knob.name))
        if _gives(data, settings, {knob.name: value}, move)
    ]
    mistakes = [str(each) for each in diagnose(data, settings, move.after)]
    return f"as if {' or '.join(flips + mistakes)}" if flips or mistakes else ""


def _gives(data: Data, settings: Settings, change: dict[str, object], move: Move) -> bool:
    """Does a change of the settings give the new answer?"""
    try:
        return same_outcome(native_outcome(data, settings.replace(**change)), move.after, max_ulps=STORED_ULPS)
    except SamescoreError:  # these settings contradict each other, or the input
        return False
