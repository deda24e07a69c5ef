"""The gate for maintainers of a package: ``samescore run mypackage --against baseline.jsonl``.

A run is compared with a recorded one, answer by answer. It fails if a number moved by more than the tolerance, if an
answer changed its kind, or if an answer is missing now. Whether an answer is correct does not matter. The fresh inputs of
the baseline are asked again, and no others, so that no seed makes an answer move.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from samescore.data.kinds import Data
from samescore.errors import InputError, SamescoreError
from samescore.implementations.recording import Recording, package_of, recordings_of
from samescore.metrics.evaluator import native_outcome
from samescore.outcome import STORED_ULPS, Outcome, relative_gap, same_outcome
from samescore.records import (
    Baseline,
    Footer,
    FreshCase,
    Gate,
    GateSummary,
    GateVerdict,
    Move,
    Participant,
    Record,
    Regression,
    VectorGate,
    as_outcome,
    number,
)
from samescore.settings import Settings
from samescore.verbs.attribution.mistakes import diagnose
from samescore.verbs.drift import answer_pairs, judged_case, moves, on_scale, supported_answers
from samescore.verbs.run import Plan, ask, unmatched_failures
from samescore.verbs.score import parse_signature


def execute(
    planned: Plan,
    baseline: Sequence[Recording],
    tolerance: float = 0.0,
    on_record: Callable[[Record], None] = lambda _: None,
) -> Gate:
    """Carry out a run and compare it with a baseline: see `gate`.

    `on_record` is called with each record of its report as it arrives: those of the run, then those of the gate.
    """
    planned = dataclasses.replace(planned, again=_fresh_of(planned, baseline))
    report = ask(planned, on_record)
    unavailable = {participant.name: participant.unavailable for participant in report.implementations}
    recordings = [
        dataclasses.replace(recording, unavailable=unavailable[recording.name]) for recording in recordings_of(report)
    ]
    compared = gate(baseline, recordings, tolerance, named=planned.named)
    counts = Counter(vector.verdict.value for vector in compared.vectors)
    footer = Footer(len(report.results), dict(counts), compared.exit_code, unmatched_failures(planned, report))
    for record in (*compared.records(), footer):
        on_record(record)
    return compared


def _fresh_of(planned: Plan, baseline: Sequence[Recording]) -> dict[str, Mapping[str, FreshCase]]:
    """The fresh inputs that the baseline has for each implementation of a run."""
    return {
        implementation.name: recording.fresh
        for implementation in planned.implementations
        for recording in _counterparts(implementation.name, package_of(implementation.name), baseline)[:1]
    }


def gate(
    baseline: Sequence[Recording], now: Sequence[Recording], tolerance: float = 0.0, *, named: bool = True
) -> Gate:
    """Compare recordings with those of a baseline.

    `tolerance` is the relative difference by which a score may move; differences up to `STORED_ULPS` never count. If
    the implementations were `named`, an unavailable one is an error. Raises `InputError` if the baseline has no
    recording of an implementation, or several that could be meant.
    """
    baselines, vector_gates = list[Baseline](), list[VectorGate]()
    for recording in now:
        if not recording.unavailable:
            before = _counterpart(recording, baseline)
            baselines.append(Baseline(recording.name, before.label))
            vector_gates += _vector_gates(before, recording, tolerance)
    compared = sum(vector.answers for vector in vector_gates)
    moved = sum(len(vector.regressions) for vector in vector_gates)
    lost = sum(vector.verdict is GateVerdict.LOST for vector in vector_gates)
    skipped = sum(vector.verdict is GateVerdict.SKIPPED for vector in vector_gates)
    if moved or lost:
        exit_code = 1
    elif named and any(recording.unavailable for recording in now):
        exit_code = 5
    else:
        exit_code = 0 if compared else 4
    summary = GateSummary(baselines, tolerance, compared, moved, lost, skipped, exit_code)
    participants = [Participant(recording.name, recording.version, recording.unavailable, "") for recording in now]
    return Gate(vector_gates, summary, participants)


def _vector_gates(before: Recording, now: Recording, tolerance: float) -> list[VectorGate]:
    """The verdicts: on vectors and entry points of both recordings, on lost ones, and on vectors with another input."""
    answers, skipped = answer_pairs(before, now)
    counts: dict[tuple[str, str], int] = {}
    for answer in answers:
        key = (answer.vector.id, answer.entry_point)
        counts[key] = counts.get(key, 0) + 1
    lost = _lost(before, now)
    regressions: dict[tuple[str, str], list[Regression]] = {}
    moved = [move for move in moves(before, now, answers) if beyond(move, tolerance)]
    for move, reason in zip(moved, _reasons(moved, now), strict=True):
        regression = Regression(move.kind, move.was, move.became, move.stage, reason)
        regressions.setdefault((move.vector, move.entry_point), []).append(regression)

    def verdict(key: tuple[str, str]) -> GateVerdict:
        if key in lost:
            return GateVerdict.LOST
        return GateVerdict.MOVED if key in regressions else GateVerdict.UNCHANGED

    metrics = {key[1]: answer.metric for key, answer in before.answers.items()}
    gates = [
        VectorGate(now.name, metrics[key[0]], *key, verdict(key), counts.get(key, 0), regressions.get(key, []))
        for key in dict.fromkeys([*counts, *lost])
    ]
    gates += [VectorGate(now.name, metrics[name], name, "", GateVerdict.SKIPPED, 0, []) for name in skipped]
    return gates


def _lost(before: Recording, now: Recording) -> list[tuple[str, str]]:
    """The vectors of this run, with entry points, that the baseline answers and this run does not.

    If the run records only one entry point for each vector, a vector is lost if none of its answers can be compared.
    """
    earlier, answered = supported_answers(before), supported_answers(now)
    compared = {vector for kind, vector, entry_point in earlier & answered}
    every_answer = any(kind == "default" for kind, _, _ in now.answers)
    return [
        key[1:]
        for key in before.answers
        if key in earlier and key[0] == "asked" and key[1] in now.inputs
        if (key not in answered if every_answer else key[1] not in compared)
    ]


def _counterpart(recording: Recording, baseline: Sequence[Recording]) -> Recording:
    """The recording of the same implementation, in any version."""
    same = _counterparts(recording.name, recording.package, baseline)
    if len(same) != 1:
        names = ", ".join(other.name for other in baseline)
        raise InputError(
            f"the baseline has {'no' if not same else 'more than one'} recording of {recording.name}",
            hint=f"it has {names}; record a baseline of it alone: "
            f"samescore run {recording.name} --report baseline.jsonl",
        )
    return same[0]


def _counterparts(name: str, package: str, baseline: Sequence[Recording]) -> list[Recording]:
    """The recordings that can be meant: those with this name, else those of the package."""
    same = [other for other in baseline if other.name == name]
    return same or [other for other in baseline if other.package == package]


def beyond(move: Move, tolerance: float) -> bool:
    """Did an answer move by more than this relative difference, or change its kind?"""
    if not move.between_scores:
        return True
    return not relative_gap(number(move.was.hex), number(move.became.hex)) <= tolerance


def _reasons(moved: Sequence[Move], now: Recording) -> list[str]:
    """The knobs behind each move: those of the profiles, else single knobs or known mistakes that give the new number.

    One that gives all new numbers of a metric is named alone; of others it is said how many they give.
    """
    candidates = [[] if move.causes else _candidates(move, now) for move in moved]
    unexplained = Counter(move.metric for move in moved if not move.causes)
    counted = Counter((move.metric, name) for move, names in zip(moved, candidates, strict=True) for name in names)

    def reason(move: Move, names: Sequence[str]) -> str:
        if move.causes:
            return move.cause
        total = unexplained[move.metric]
        complete = [name for name in names if counted[move.metric, name] == total]
        partial = [f"{name} ({counted[move.metric, name]} of {total} moves)" for name in names]
        return f"as if {' or '.join(complete or partial)}" if names else ""

    return [reason(move, names) for move, names in zip(moved, candidates, strict=True)]


def _candidates(move: Move, now: Recording) -> list[str]:
    """The single knobs and the known mistakes that give the new answer."""
    vector = judged_case(move.vector, now)
    if vector is None:
        return []
    answer = now.answers[move.kind, move.vector, move.entry_point]
    try:
        answer = answer if move.kind == "default" else on_scale(answer, vector)
        settings = parse_signature(answer.signature)
    except SamescoreError:
        return []
    data, became = vector.data(), as_outcome(move.became)
    flips = [
        f"{knob.name}: {knob.domain.format(getattr(settings, knob.name))} -> {knob.domain.format(value)}"
        for knob in settings.knobs()
        if knob.domain.finite
        for value in knob.alternatives(getattr(settings, knob.name))
        if _gives(data, settings, {knob.name: value}, became)
    ]
    return flips + [str(mistake) for mistake in diagnose(data, settings, became)]


def _gives(data: Data, settings: Settings, change: dict[str, object], became: Outcome) -> bool:
    """Do the changed settings give the new answer?"""
    try:
        return same_outcome(native_outcome(data, settings.replace(**change)), became, max_ulps=STORED_ULPS)
    except SamescoreError:  # these settings contradict each other, or the input
        return False
