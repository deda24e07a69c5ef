"""A benchmark for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from samescore.records import Benchmark
from samescore.report.plain import page


def benchmark(report: Benchmark) -> str:
    """For each metric and package how many times as long it takes as samescore, then what is wrong."""
    return page(_lines(report))


def _lines(report: Benchmark) -> Iterator[str]:
    yield "CPU time as a multiple of samescore's for the same number"
    for case in report.scores:
        yield f"{case.title}, {case.items:,} {case.unit}s"
        for row in case.rows:
            if row.ratio is not None:
                yield f"  {times(row.ratio):>8}  {row.name}"
            elif row.problem:
                yield f"  {'':8}  {row.name}: {row.problem}"
    for name, value in report.facts:
        yield f"{name}: {value}"
    for failure in report.failures:
        yield f"WRONG: {failure}"


def times(ratio: float) -> str:
    """A ratio in two digits, or all before the point.

    >>> times(0.5), times(3.21), times(154.2)
    ('0.50×', '3.2×', '154×')
    """
    return f"{ratio:.{0 if ratio >= 10 else 1 if ratio >= 1 else 2}f}\N{MULTIPLICATION SIGN}"
