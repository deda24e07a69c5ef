"""The record of a benchmark: the time and memory of samescore and of packages for the same computations."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

import msgspec

#: The suffix of a row's name for another version of samescore, which may lack the measured feature.
BEFORE = ", before"


class BenchmarkRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """The measurements of one program in a benchmark case.

    `cpu` and `wall` are seconds: median, smallest, largest. `megabytes` are the memory before the call and at the peak,
    `extra` the bytes for each item. `ratio` is the CPU time as a multiple of samescore's, `wall_ratio` the same for
    wall-clock time; both are None for samescore's own row. `agreement` is ``==``, the tolerance with its reason, or the
    difference of the scores; `wrong` marks a difference. `problem` says why nothing was measured.
    """

    name: str
    cpu: tuple[float, float, float] | None = None
    wall: tuple[float, float, float] | None = None
    megabytes: tuple[float, float] | None = None
    extra: float | None = None
    ratio: float | None = None
    wall_ratio: float | None = None
    agreement: str = ""
    wrong: bool = False
    problem: str = ""


class BenchmarkCase(msgspec.Struct, frozen=True):
    """One benchmark case: its rows (samescore's first), its number of items, and their unit (such as lines)."""

    name: str
    title: str
    items: Annotated[int, msgspec.Meta(ge=1)]
    unit: str
    rows: Annotated[tuple[BenchmarkRow, ...], msgspec.Meta(min_length=1)]

    @property
    def failures(self) -> list[str]:
        """Descriptions of differing scores and failed measurements, except failures of other samescore versions."""
        return [
            f"{self.title}: {row.name}: {row.agreement if row.wrong else row.problem}"
            for row in self.rows
            if row.wrong or (row.problem.startswith("failed") and not row.name.endswith(BEFORE))
        ]


class BenchmarkSeries(msgspec.Struct, frozen=True):
    """The growth of a program's time: `points` are pairs of a size and the CPU nanoseconds per item (or token)."""

    title: str
    name: str
    points: tuple[tuple[int, float], ...]


class Benchmark(msgspec.Struct, frozen=True, tag_field="type", tag="benchmark", omit_defaults=True):
    """A benchmark: facts about the machine (name and value), and the cases by topic."""

    facts: tuple[tuple[str, str], ...]
    scores: tuple[BenchmarkCase, ...] = ()
    adapters: tuple[BenchmarkCase, ...] = ()
    by_lines: tuple[BenchmarkSeries, ...] = ()
    by_length: tuple[BenchmarkSeries, ...] = ()
    commands: tuple[BenchmarkCase, ...] = ()
    verbs: tuple[BenchmarkCase, ...] = ()
    significance: tuple[BenchmarkCase, ...] = ()

    @property
    def failures(self) -> list[str]:
        """Descriptions of the failures of all cases: see `BenchmarkCase.failures`."""
        cases = (*self.scores, *self.adapters, *self.commands, *self.verbs, *self.significance)
        return [failure for case in cases for failure in case.failures]

    @property
    def packages(self) -> list[tuple[BenchmarkCase, BenchmarkRow]]:
        """The rows of packages that were compared with samescore on a score, each with its case."""
        return [
            (case, row)
            for case in self.scores
            for row in case.rows
            if row.ratio is not None and not row.name.startswith("samescore")
        ]


def benchmarks(saved: Iterable[object]) -> list[Benchmark]:
    """Return the benchmarks in a list of records."""
    return [record for record in saved if isinstance(record, Benchmark)]
