"""Execute the verb *score*: score the files or columns of a request natively, and yield the scores as records."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from samescore.base.errors import InputError, MetricError
from samescore.metrics import find
from samescore.verbs.scoring.request import AskedMetric, Request
from samescore.verbs.scoring.score import NativeScore, score, score_files

if TYPE_CHECKING:
    from samescore.data.kinds import Data
    from samescore.data.shared import LastReferences
    from samescore.records import PerClassScores, Record, RecordedAgreement
    from samescore.verbs.scoring.programs.program import ScoringProgram

#: Other names of standard input.
_STANDARD_INPUTS = dict.fromkeys(("/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"), "-")


class Scored(msgspec.Struct, frozen=True):
    """A score, its metric as the user names it, and the scored file (empty for columns).

    `details` are the scores of the classes, or the agreement with the records of a log.
    """

    metric: str
    native: NativeScore
    file: str = ""
    details: Sequence[PerClassScores | RecordedAgreement] = ()


def execute(request: Request, on_progress: Callable[[str], None] = lambda _: None) -> Iterator[Record]:
    """Yield the score of each input by each metric, followed by its details if requested.

    If the request follows a program, yield the records of its output instead. Raises the errors of
    `Request.check_engine`, `Request.asked_metrics`, `program_of`, `ScoringProgram.records` and `samescore.score`.
    """
    program = _program_of(request)
    if program is not None:
        yield from program.records()
        return
    for scored in scores(request, on_progress):
        yield scored.native.record(file=scored.file, metric=scored.metric, stages=request.stages)
        yield from scored.details


def remarks(request: Request) -> list[str]:
    """Return sentences about differences between the native score and the implementation that the request follows.

    They name defaults that differ and, with `stages`, stages that are not modelled. The list is empty if the request
    follows no implementation, or a whole program.
    """
    if not request.like or _program_of(request) is not None:
        return []
    from samescore.implementations.remarks import other_defaults, unmodelled_stages

    notes = []
    for metric, knobs in request.asked_metrics():
        notes += other_defaults(request.like, metric, **knobs)
        if request.stages:
            notes += unmodelled_stages(request.like, metric, **knobs)
    return notes


def scores(request: Request, on_progress: Callable[[str], None] = lambda _: None) -> Iterator[Scored]:
    """Yield the score of each input by each metric, in the order of the request.

    Raises the errors of `Request.asked_metrics` and `samescore.score`.
    """
    asked = request.asked_metrics()
    if request.columns is not None:
        for metric, knobs in asked:
            yield Scored(metric, score(metric, request.columns.read(metric), like=request.like, **knobs))
        return
    from samescore.data.shared import LastReferences

    met = LastReferences() if len(request.hypotheses) > 1 else None
    for path in request.hypotheses:
        if request.stages or request.per_class or request.recorded:
            yield from _score_whole_file(request, asked, path)
        else:
            yield from _score_in_batches(request, asked, path, met, on_progress)


def _program_of(request: Request) -> ScoringProgram | None:
    request.check_engine()
    if not request.like:
        return None
    from samescore.verbs.scoring.programs.program import program_of

    return program_of(request)


def _score_in_batches(
    request: Request,
    asked: list[AskedMetric],
    path: Path,
    met: LastReferences | None,
    on_progress: Callable[[str], None],
) -> Iterator[Scored]:
    """Yield the score of a file by each metric, reading it in batches, once for all metrics with equal input keys."""
    made: dict[str, Callable[[], NativeScore]] = {}
    kinds = {metric: _input_key(metric) for metric, _ in asked}
    named = [_STANDARD_INPUTS.get(str(name), str(name)) for name in (*request.hypotheses, *request.references)]
    once = len(request.hypotheses) == 1 and len(set(kinds.values())) == 1 and len(set(named)) == len(named)
    for metric, _ in asked:
        if metric not in made:
            together = [question for question in asked if kinds[question[0]] == kinds[metric]]
            files = msgspec.structs.replace(request.files(metric, path), read_once=once, met=met)
            memory, say = round((request.memory or 0) * 2**30), _progress_reporter(path, on_progress)
            counted = score_files(together, files, like=request.like, memory=memory, say=say)
            made |= zip((name for name, _ in together), counted, strict=True)
        with _naming(path):
            native = made[metric]()
        yield Scored(metric, native, str(path))


def _score_whole_file(request: Request, asked: list[AskedMetric], path: Path) -> Iterator[Scored]:
    """Yield the score of a file by each metric, reading it whole, as required for stages and details."""
    read: dict[object, Data] = {}
    for metric, knobs in asked:
        kind = _input_key(metric)
        if kind not in read:
            read[kind] = find(metric)[0].read(request.files(metric, path))
        with _naming(path):
            native = score(metric, read[kind], like=request.like, **knobs)
        details: list[PerClassScores | RecordedAgreement] = []
        if request.per_class:
            details += _class_scores(read[kind], path)
        if request.recorded:
            details += _recorded(native, path)
        yield Scored(metric, native, str(path), details)


@contextmanager
def _naming(path: Path) -> Iterator[None]:
    """Add the name of the scored file to an error of the metric."""
    try:
        yield
    except MetricError as problem:
        raise MetricError(f"{path}: {problem.message}", kind=problem.kind, hint=problem.hint) from None


def _input_key(metric_name: str) -> object:
    """Return a key for a metric's input; metrics with equal keys can share what was read."""
    metric = find(metric_name)[0]
    return metric.takes[0], metric.needs_references


def _class_scores(data: Data, path: Path) -> list[PerClassScores]:
    from samescore.verbs.scoring.programs.openkiwi import per_class

    return per_class(data, str(path))  # type: ignore[arg-type]  # labels


def _recorded(native: NativeScore, path: Path) -> list[RecordedAgreement]:
    """Return the agreement of each scorer's records with a score. Raises `InputError` if the file has no records."""
    from samescore.data.answer_logs.formats import find_log
    from samescore.records import RecordedAgreement
    from samescore.verbs.inputs.recorded_answers import agreement, recording_scorers

    log = find_log(path)
    scorers = [] if log is None else recording_scorers(log)
    if log is None or not scorers:
        raise InputError(f"{path} has no recorded scores or answers", hint="remove --recorded, or pass a harness's log")
    settings = native.settings
    return [
        RecordedAgreement(
            str(path), settings.metric, scorer, *msgspec.structs.astuple(agreement(log, scorer, settings))
        )
        for scorer in scorers
    ]


def _progress_reporter(path: Path, on_progress: Callable[[str], None]) -> Callable[[int, int], None]:
    """Return a function that reports the segments done and the memory kept, from the second batch of a file on."""
    batches = 0

    def say(segments: int, memory: int) -> None:
        nonlocal batches
        batches += 1
        if batches > 1:
            kept = f", {memory / 2**20:,.0f} MiB of statistics" if memory >= 2**20 else ""
            on_progress(f"{path}: {segments:,} segments{kept}")

    return say
