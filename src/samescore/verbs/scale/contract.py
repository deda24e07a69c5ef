"""The three functions that an engine calls: stateless functions of bytes.

::

    count(shard, job)         return the totals of a shard, one for each question
    merge(parts)              merge the totals of several parts, in any order and grouping
    finish(whole, job, lines) yield the scores of every system

An engine gives shards to processes and passes on the results. It may count a shard again, elsewhere or later: the bytes
are the same. An error in a shard (a bad line, a metric that raises) is part of the result, because an engine would
retry an exception in vain.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

import msgspec

from samescore.base.errors import InputError, MetricError, SamescoreError, SettingsError
from samescore.data.corpus import Corpus
from samescore.metrics.accumulator import Accumulator
from samescore.metrics.accumulator import count as count_block
from samescore.records import ScoreLine
from samescore.verbs.scale import wire
from samescore.verbs.scale.job import Job, ScoringTask, Shard
from samescore.verbs.scale.reading import read

#: The name for all systems together.
TOGETHER = "*all*"


class Failure(msgspec.Struct, frozen=True, tag=True):
    """An error that a single process would raise, in serializable form: its class (`error`), message and hint.

    `kind` is set for a `MetricError`.
    """

    message: str
    hint: str
    error: str = "InputError"
    kind: str = ""

    @classmethod
    def of(cls, problem: SamescoreError) -> Failure:
        """Return the failure that represents an error."""
        kind = problem.kind if isinstance(problem, MetricError) else ""
        return cls(problem.message, problem.hint, type(problem).__name__, kind)

    def error_again(self) -> SamescoreError:
        """Return the error again, ready to be raised."""
        if self.error == "MetricError":
            return MetricError(self.message, kind=self.kind, hint=self.hint)
        return (SettingsError if self.error == "SettingsError" else InputError)(self.message, hint=self.hint)


class EncodedTotal(msgspec.Struct, frozen=True, tag=True):
    """A metric's total of some segments, encoded by `samescore.verbs.scale.wire.to_bytes`."""

    total: bytes


class CountedRun(msgspec.Struct, frozen=True):
    """The counts of a system's lines from `first` up to (excluding) `stop`, numbered from 0.

    `answers` has a total or a failure for each question. `references` are the minimum and maximum number of references
    of a segment; empty if there are no segments.
    """

    first: int
    stop: int
    answers: tuple[EncodedTotal | Failure, ...]
    references: tuple[int, ...] = ()


#: The counts of each system: runs of lines in order, with gaps between them.
_Part = dict[str, list[CountedRun]]
_PARTS, _JOBS, _SHARDS = msgspec.msgpack.Decoder(_Part), msgspec.msgpack.Decoder(Job), msgspec.msgpack.Decoder(Shard)
_LISTS = msgspec.msgpack.Decoder(list[bytes])


def count(shard: bytes, job: bytes) -> bytes:
    """Count a shard, and return the bytes of a total or an error for each question of the job.

    Both arguments are bytes of a `Plan`. If the job requests segment scores, they have been written to the job's folder
    when this returns.
    """
    asked, part = _JOBS.decode(job), _SHARDS.decode(shard)
    return msgspec.msgpack.encode({part.system: [_count_shard(part, asked)]})


def count_several(shards: bytes, job: bytes) -> bytes:
    """Count several shards, and return their merged counts; `shards` are the MessagePack bytes of a list of shards."""
    return merge(count(shard, job) for shard in _LISTS.decode(shards))


def _count_shard(part: Shard, asked: Job) -> CountedRun:
    try:
        asked.check_worker()
        segments = read(part)
        answers = tuple(_count_question(segments.corpus, question) for question in asked.questions)
        if asked.segments:
            from samescore.verbs.scale.segments import write

            write(part, segments, asked)
    except SamescoreError as problem:
        return CountedRun(part.first, part.stop, (Failure.of(problem),) * len(asked.questions))
    numbers = list(map(len, segments.corpus.reference_lines))
    return CountedRun(part.first, part.stop, answers, (min(numbers), max(numbers)) if numbers else ())


def _count_question(data: Corpus, question: ScoringTask) -> EncodedTotal | Failure:
    whole = Accumulator()
    try:
        whole.add(count_block(*question.metric_and_settings(), data))
        return EncodedTotal(wire.to_bytes(whole.total()))
    except SamescoreError as problem:
        return Failure.of(problem)


def refusal(part: bytes) -> SamescoreError | None:
    """Return the first error in a part that is not a metric's, such as a line that is not text; None if there is none.

    Such an error affects all metrics. Other examples are a worker of a different version, and an unwritable folder.
    """
    for runs in _PARTS.decode(part).values():
        for run in runs:
            for answer in run.answers:
                if isinstance(answer, Failure) and answer.error != "MetricError":
                    return answer.error_again()
    return None


def merge(parts: Iterable[bytes]) -> bytes:
    """Merge the counts of several parts, given in any order, and return the bytes of the result.

    Raises `InputError` if lines were counted twice.
    """
    runs: _Part = {}
    for part in parts:
        for system, more in _PARTS.decode(part).items():
            runs.setdefault(system, []).extend(more)
    return msgspec.msgpack.encode({system: _join_adjacent(system, more) for system, more in runs.items()})


def _join_adjacent(system: str, runs: list[CountedRun]) -> list[CountedRun]:
    """Return a system's runs sorted, with adjacent runs joined. Raises `InputError` if two runs overlap."""
    runs.sort(key=lambda run: (run.first, run.stop))
    groups: list[list[CountedRun]] = [[runs[0]]]
    for run, following in pairwise(runs):
        if following.first < run.stop:
            lines = f"lines {following.first + 1:,} to {min(run.stop, following.stop):,}"
            raise InputError(f"{system}: {lines} were counted twice", hint="merge each part once")
        if following.first == run.stop:
            groups[-1].append(following)
        else:
            groups.append([following])
    return [_join(group) for group in groups]


def _join(runs: Sequence[CountedRun]) -> CountedRun:
    """Join adjacent runs into one; there must be at least one."""
    if len(runs) == 1:
        return runs[0]
    answers = (_merge_answers(column) for column in zip(*(run.answers for run in runs), strict=True))
    numbers = [number for run in runs for number in run.references]
    return CountedRun(runs[0].first, runs[-1].stop, tuple(answers), (min(numbers), max(numbers)) if numbers else ())


def _merge_answers(answers: Sequence[EncodedTotal | Failure]) -> EncodedTotal | Failure:
    """Merge the answers to a question: return the first failure, or the total of all if there is none."""
    whole = Accumulator()
    for answer in answers:
        if isinstance(answer, Failure):
            return answer
        whole.add(wire.total_from(answer.total))
    return EncodedTotal(wire.to_bytes(whole.total()))


def finish(whole: bytes, job: bytes, lines: Mapping[str, int], *, together: bool = False) -> Iterator[ScoreLine]:
    """Yield the score of each system under each question, in order; with `together`, also of all systems as one.

    `whole` are the merged counts, and `lines` maps each system to its number of lines. Raises the first error in the
    data, and otherwise each error of a metric where a single process would raise it; `InputError` if not all lines of a
    system were counted.
    """
    if (problem := refusal(whole)) is not None:
        raise problem
    asked, runs = _JOBS.decode(job), _PARTS.decode(whole)
    complete = []
    for system, number in lines.items():
        run = _complete_run(system, runs.get(system, []), number)
        complete.append(run)
        yield from _scores(system, run, asked)
    if together:
        yield from _scores(TOGETHER, _join(complete), asked)


def _complete_run(system: str, runs: Sequence[CountedRun], lines: int) -> CountedRun:
    """Return the single run that covers all lines of a system. Raises `InputError` if there is none."""
    if [(run.first, run.stop) for run in runs] != [(0, lines)]:
        counted = sum(run.stop - run.first for run in runs)
        raise InputError(f"{system}: only {counted:,} of {lines:,} lines were counted", hint="merge all parts")
    return runs[0]


def _scores(system: str, run: CountedRun, asked: Job) -> Iterator[ScoreLine]:
    for question, answer in zip(asked.questions, run.answers, strict=True):
        _check_limits(run, question)
        if isinstance(answer, Failure):
            raise answer.error_again()
        whole = Accumulator()
        whole.add(wire.total_from(answer.total))
        metric, settings = question.metric_and_settings()
        value = whole.finish(metric, settings).value
        shown = value if math.isfinite(value) else None
        short = settings.short_signature
        yield ScoreLine(system, question.name, shown, float(value).hex(), question.signature, short_signature=short)


def _check_limits(run: CountedRun, question: ScoringTask) -> None:
    """Raise `InputError` if the followed implementation does not accept the run's numbers of references."""
    if question.like and run.references:
        from samescore.implementations.base import need_within_limits
        from samescore.implementations.sides import settings_like

        chosen, settings = question.metric_and_settings()
        profile, _ = settings_like(question.like, chosen.name, **settings.as_dict())
        as_many = Corpus.from_segments([""] * 2, [[""] * number for number in run.references])
        need_within_limits(question.like, profile, as_many)
