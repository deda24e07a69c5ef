"""The gate for maintainers of a package: ``samescore run mypackage --against baseline.jsonl``.

A run is compared with a baseline, or with a recorded run, answer by answer. The gate fails if a number moved by more
than the tolerance, if an answer changed its kind, or if an answer is now missing. Whether an answer is correct does not
matter. The fresh inputs of the baseline are repeated, whatever the seed of the run.
"""

from __future__ import annotations

import dataclasses
import shlex
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path

import msgspec

from samescore.base.errors import InputError
from samescore.base.version import __version__
from samescore.implementations.recording import Recording, package_of, read_recordings, recordings_of
from samescore.records import (
    Counterpart,
    Footer,
    FreshCase,
    Gate,
    GateSummary,
    GateVerdict,
    Move,
    MoveCause,
    MovedInput,
    Participant,
    Record,
    Regression,
    RunReport,
    VectorGate,
)
from samescore.verbs.judging.fresh import drawn_again, is_fresh
from samescore.verbs.judging.plan import RunPlan
from samescore.verbs.judging.run import answers_of, report_of, unmatched_failures
from samescore.verbs.releases.baseline import errors
from samescore.verbs.releases.drift import answer_pairs, moves, supported_answers
from samescore.verbs.releases.gate_causes import (
    ExplainedMove,
    explain_moves,
    group_by_cause,
    own_scale,
    relative_change,
)


@dataclasses.dataclass(frozen=True, slots=True)
class BaselineRecordings:
    """The recordings in a file (a baseline or a recorded run), with which a run is compared."""

    file: Path
    recordings: Sequence[Recording]

    @classmethod
    def read(cls, file: Path) -> BaselineRecordings:
        """Read the baseline, or the recorded run, in a file. Raises `InputError` for any other file."""
        return cls(file, read_recordings(file))


def records_of(planned: RunPlan, baseline: BaselineRecordings, tolerance: float = 0.0) -> Iterator[Record]:
    """Execute a run, compare it with a baseline as `gate` does, and yield the records of both.

    The records of the run are yielded as they arrive, then the gate's, and a footer. `tolerance` is relative.
    """
    recorded = list(baseline.recordings)
    if planned.narrowed:
        recorded = [_narrow(recording, planned) for recording in recorded]
    planned = dataclasses.replace(planned, again=_baseline_fresh_inputs(planned, recorded))
    records = list[Record]()
    with closing(answers_of(planned)) as arriving:
        for record in arriving:
            records.append(record)
            yield record
    report = report_of(records)
    unavailable = {participant.name: participant.unavailable for participant in report.implementations}
    recordings = [
        dataclasses.replace(recording, unavailable=unavailable[recording.name]) for recording in recordings_of(report)
    ]
    compared = gate(recorded, recordings, tolerance, named=planned.named)
    compared = _with_commands(compared, report, str(baseline.file))
    counts = Counter(vector.verdict.value for vector in compared.vectors)
    footer = Footer(len(report.results), dict(counts), compared.exit_code, unmatched_failures(planned, report))
    yield from compared.records()
    yield footer


def _with_commands(compared: Gate, report: RunReport, against: str) -> Gate:
    """Return the gate with a command for each cause's example inputs, which repeats them against the file `against`."""
    commands = {(result.implementation, result.vector): result.reproduce for result in report.results}

    def again(cause: MoveCause, moved: MovedInput) -> MovedInput:
        words = [commands[cause.implementation, moved.vector], *(["--all-answers"] if moved.kind != "asked" else [])]
        command = " ".join([*words, "--against", shlex.quote(against)])
        return msgspec.structs.replace(moved, reproduce=command)

    causes = [
        msgspec.structs.replace(cause, first=again(cause, cause.first), shortest=again(cause, cause.shortest))
        for cause in compared.summary.causes
    ]
    return msgspec.structs.replace(compared, summary=msgspec.structs.replace(compared.summary, causes=causes))


def _baseline_fresh_inputs(planned: RunPlan, baseline: Sequence[Recording]) -> dict[str, Mapping[str, FreshCase]]:
    """Return the fresh inputs of the baseline by id, for each implementation of a run that has a counterpart in it.

    They are taken from the baseline if it has recorded them, or else drawn again from their ids. The result is empty if
    the run has no fresh inputs.
    """
    return {
        implementation.name: recording.fresh or drawn_again(implementation, filter(is_fresh, recording.inputs))
        for implementation in planned.implementations
        for recording in _counterparts(implementation.name, package_of(implementation.name), baseline)[:1]
        if planned.fresh.count
    }


def _narrow(recording: Recording, planned: RunPlan) -> Recording:
    """Return a recording with only the answers that a run restricted to some metrics or vectors repeats.

    User vectors are selected by the run's ids, because the recording does not have the flags that may select them.
    """
    own = {stored.vector.id for stored in planned.own.vectors}
    return recording.selected(set(planned.selected), planned.pattern, own)


def gate(
    baseline: Sequence[Recording], now: Sequence[Recording], tolerance: float = 0.0, *, named: bool = True
) -> Gate:
    """Compare recordings with their counterparts in a baseline, and return the gate with its verdicts and exit code.

    `tolerance` is relative: 0.01 lets a score change by 1 %; differences up to `STORED_ULPS` never count. The exit code
    is 1 if an answer moved or is lost; else 5 for an unavailable implementation, if the implementations were `named` or
    the baseline has its answers; else 4 if nothing was compared, and 0 otherwise. Raises `InputError` if the baseline
    has no recording of an implementation, or several candidates.
    """
    counterparts, vector_gates, causes = list[Counterpart](), list[VectorGate](), list[MoveCause]()
    for recording in now:
        if not recording.unavailable:
            before = _counterpart(recording, baseline)
            counterparts.append(_counterpart_record(before, recording))
            gates, explained = _vector_gates(before, recording, tolerance)
            vector_gates += gates
            causes += group_by_cause(explained, before, recording)
    compared = sum(vector.answers for vector in vector_gates)
    moved = sum(len(vector.regressions) for vector in vector_gates)
    answered = {recording.name for recording in baseline if supported_answers(recording)}
    counts = Counter(vector.verdict for vector in vector_gates)
    lost = counts[GateVerdict.LOST]
    if moved or lost:
        exit_code = 1
    elif any(recording.unavailable and (named or recording.name in answered) for recording in now):
        exit_code = 5
    else:
        exit_code = 0 if compared else 4
    summary = GateSummary(
        counterparts,
        tolerance,
        compared,
        moved,
        lost,
        counts[GateVerdict.SKIPPED],
        exit_code,
        new=counts[GateVerdict.NEW],
        gone=counts[GateVerdict.GONE],
        samescore=__version__,
        causes=sorted(causes, key=lambda cause: (not cause.reason, -cause.answers)),
    )
    participants = [Participant(recording.name, recording.version, recording.unavailable, "") for recording in now]
    return Gate(vector_gates, summary, participants)


def _vector_gates(before: Recording, now: Recording, tolerance: float) -> tuple[list[VectorGate], list[ExplainedMove]]:
    """Return the verdict for each vector and entry point of an implementation, and the moves with their causes.

    Only moves that exceed the tolerance are returned.
    """
    answers, skipped = answer_pairs(before, now, scale_moves=True)
    counts: dict[tuple[str, str], int] = {}
    for answer in answers:
        key = (answer.case.id, answer.entry_point)
        counts[key] = counts.get(key, 0) + 1
    lost = _lost(before, now)
    regressions: dict[tuple[str, str], list[Regression]] = {}
    moved = [move for move in moves(before, now, answers) if exceeds_tolerance(move, tolerance)]
    explained = explain_moves(moved, now)
    for explanation in explained:
        move = explanation.move
        answers_of_both = own_scale(move, before), own_scale(move, now)
        regression = Regression(
            move.kind, *answers_of_both, explanation.stage, explanation.words, relative_change(move)
        )
        regressions.setdefault((move.vector, move.entry_point), []).append(regression)

    def verdict(key: tuple[str, str]) -> GateVerdict:
        if key in lost:
            return GateVerdict.LOST
        return GateVerdict.MOVED if key in regressions else GateVerdict.UNCHANGED

    metrics = {key[1]: answer.metric for key, answer in (*before.answers.items(), *now.answers.items())}
    gates = [
        VectorGate(now.name, metrics[key[0]], *key, verdict(key), counts.get(key, 0), regressions.get(key, []))
        for key in dict.fromkeys([*counts, *lost])
    ]
    gates += [VectorGate(now.name, metrics[name], name, "", GateVerdict.SKIPPED, 0, []) for name in skipped]
    judged = {gate.vector for gate in gates}
    for side, keys in ((GateVerdict.NEW, _one_sided(now, before)), (GateVerdict.GONE, _one_sided(before, now))):
        gates += [VectorGate(now.name, metrics[key[0]], *key, side, 0, []) for key in keys if key[0] not in judged]
    return gates, explained


def _one_sided(recording: Recording, other: Recording) -> list[tuple[str, str]]:
    """Return the vectors, with entry points, that `recording` answers with the vector's own settings and `other` lacks.

    `other` lacks a vector if it has no answer to it at all.
    """
    elsewhere = {key[1] for key in supported_answers(other)}
    answered = (key for key in supported_answers(recording) if key[0] == "asked" and key[1] not in elsewhere)
    return sorted(key[1:] for key in answered)


def _lost(before: Recording, now: Recording) -> list[tuple[str, str]]:
    """Return the vectors of this run, with entry points, that the baseline answers and this run does not.

    Only answers with the vector's own settings count. If the run records only one entry point for each vector, a vector
    is lost only if none of its answers can be compared.
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
    """Return the recording of the same implementation in the baseline, in any version.

    Raises `InputError` if there is none, or more than one candidate.
    """
    same = _counterparts(recording.name, recording.package, baseline)
    if len(same) != 1:
        names = ", ".join(other.name for other in baseline)
        raise InputError(
            f"the baseline has {'no' if not same else 'more than one'} recording of {recording.name}",
            hint=f"it has {names}; record a separate baseline: samescore run {recording.name} --write-baseline FILE",
        )
    return same[0]


def _counterpart_record(before: Recording, now: Recording) -> Counterpart:
    """Return the record that describes `before`, the recording that `now` is compared with."""
    return Counterpart(
        implementation=now.name,
        recording=before.label,
        samescore=before.samescore,
        note=before.note,
        answers=len(supported_answers(before)),
        errors=len(errors(before, now)),
    )


def _counterparts(name: str, package: str, baseline: Sequence[Recording]) -> list[Recording]:
    """Return the baseline's recordings with this name or, if there are none, all recordings of the package."""
    same = [other for other in baseline if other.name == name]
    return same or [other for other in baseline if other.package == package]


def exceeds_tolerance(move: Move, tolerance: float) -> bool:
    """Return whether a move exceeds the relative tolerance; it always does if the old score is 0.

    It also does if either answer is not a score.
    """
    change = relative_change(move)
    return change is None or not abs(change) <= tolerance
