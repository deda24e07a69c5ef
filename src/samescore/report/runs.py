"""A run's records: header, cases, results, footer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from samescore import records
from samescore.catalogue.vectors import Vector
from samescore.data.kinds import digest
from samescore.outcome import Score
from samescore.verbs.all_answers import EntryAnswer
from samescore.verbs.judge import Judgement
from samescore.verbs.run import Participant, RunReport, environment


def header(version: str, asked: Sequence[Participant]) -> records.Header:
    """Who ran what, and where."""
    participants = [
        records.Participant(a.name, a.version, a.unavailable, a.note, a.environment, a.packages, a.described)
        for a in asked
    ]
    return records.Header(records.SCHEMA, version, environment(), participants)


def case(vector: Vector) -> records.Case:
    """What is asked, and the right answer."""
    expected = records.Expectation(vector.expected.outcome, vector.expected.value)
    return records.Case(vector.id, vector.metric, vector.complete_settings().signature, digest(vector.data()), expected)


def result(one: Judgement) -> records.Result:
    """One verdict."""
    return records.Result(
        one.vector.id,
        one.vector.metric,
        one.implementation,
        one.entry_point,
        one.verdict.value,
        records.outcome(one.outcome),
        records.differences(one.causes),
        list(one.divergences),
        one.stage,
        [records.NamedMistake(mistake.name, mistake.meaning) for mistake in one.mistakes],
        one.reproduce,
        one.settings.short_signature if one.settings else "",
        one.raw.value.hex() if isinstance(one.raw, Score) and one.raw != one.outcome else "",
    )


def answer(one: EntryAnswer) -> records.EntryAnswer:
    """What an entry point answers beside the verdict."""
    return records.EntryAnswer(
        one.kind,
        one.vector.id,
        one.vector.metric,
        one.implementation,
        one.entry_point,
        one.settings.short_signature,
        records.outcome(one.outcome),
    )


def footer(report: RunReport) -> records.Footer:
    """The counts of verdicts and the exit code."""
    counts: dict[str, int] = {}
    for one in report.results:
        counts[one.verdict.value] = counts.get(one.verdict.value, 0) + 1
    return records.Footer(len(report.results), counts, report.exit_code)


class Cases:
    """Which cases a report has named already."""

    def __init__(self) -> None:
        self._named: set[str] = set()

    def first_time(self, vector: Vector) -> Iterator[records.Case]:
        """The vector's case, if it has not been named."""
        if vector.id not in self._named:
            self._named.add(vector.id)
            yield case(vector)
