"""A benchmark as a page: for each metric a bar for each package, on a logarithmic axis; memory, growth, commands."""

from __future__ import annotations

import math

import msgspec

from samescore.records import Benchmark
from samescore.report.html.document import Style, View, section
from samescore.report.terminal.benchmark import times


class _Axis(msgspec.Struct, frozen=True):
    """A logarithmic axis over ratios, from 0 to 100: exponents of ten from `low` to `high`."""

    low: int
    high: int

    def place(self, ratio: float) -> float:
        """Where a ratio stands."""
        return 100 * (math.log10(ratio) - self.low) / (self.high - self.low)

    @property
    def powers(self) -> list[tuple[str, float]]:
        """The lines of the axis: the ratio as text, and its place."""
        return [(f"{10.0**power:g}", self.place(10.0**power)) for power in range(self.low, self.high + 1)]


def benchmark(report: Benchmark) -> View:
    """The view of a benchmark."""
    ratios = [
        row.ratio
        for case in (*report.scores, *report.significance, *report.adapters, *report.commands)
        for row in case.rows
        if row.ratio
    ]
    exponents = [math.log10(ratio) for ratio in ratios if 0 < ratio < math.inf]
    axis = _Axis(math.floor(min([0.0, *exponents])), math.ceil(max([1.0, *exponents])))
    content = section(
        "benchmark.html",
        report=report,
        axis=axis,
        groups=[
            (
                "Scores",
                "Seconds of CPU for one score, as a multiple of samescore's for the same number.",
                report.scores,
            ),
            (
                "Significance",
                "From the texts of two systems to the p-value of their difference, as a multiple of samescore's CPU.",
                report.significance,
            ),
            ("Through samescore's adapters", "A multiple above 1 is the price of asking through it.", report.adapters),
            (
                "Whole commands",
                "From the start of a process to its end, beside the first of each group.",
                report.commands,
            ),
            ("Verbs", "With models of packages: no package's own time is in it.", report.verbs),
        ],
        growth=[
            ("Growth with the number of lines", "lines", report.by_lines),
            ("Growth with the length of a line", "tokens", report.by_length),
        ],
        times=times,
        seconds=seconds,
        bar=lambda ratio: _bar(axis, ratio),
    )
    style, verdict = _verdict(report)
    return View("benchmark", "", style, verdict, content, _lead(report))


def _bar(axis: _Axis, ratio: float) -> tuple[float, float]:
    """Where the bar of a ratio begins, and its width: from 1 to the right where samescore is faster, else to the left."""
    if not 0 < ratio < math.inf:
        return axis.place(1), 0.0
    low, high = sorted((axis.place(1), axis.place(ratio)))
    return low, max(0.5, high - low)


def _verdict(report: Benchmark) -> tuple[Style, str]:
    compared = [row.ratio or 0.0 for _, row in report.packages]
    if report.failures:
        number = len(report.failures)
        return "bad", f"{number} measurement{'s differ' if number != 1 else ' differs'} or failed"
    if not compared:
        return "none", "No package was compared"
    faster = sum(ratio > 1 for ratio in compared)
    return "good" if faster == len(
        compared
    ) else "known", f"Faster in {faster} of {len(compared)} comparisons with packages"


def _lead(report: Benchmark) -> str:
    compared = [row.ratio or 0.0 for _, row in report.packages]
    if not compared:
        return ""
    return f"Packages take {times(min(compared))} to {times(max(compared))} as long as samescore for the same numbers."


def seconds(value: float) -> str:
    """A time in a unit in which it is easy to read.

    >>> seconds(0.0000021), seconds(0.25), seconds(12)
    ('2.1 µs', '250 ms', '12 s')
    """
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if abs(value) >= size:
            return f"{value / size:.3g} {unit}"
    return f"{value / 1e-9:.3g} ns"
