"""Measure how the time of a score grows with its input: ``python -m benchmarks.growth``.

Every metric scores inputs of each kind in `benchmarks.growth_inputs` under its default settings: with n words, segments,
items, classes or references, and with 4n, or with 16n if the stated time is linear. The ratio of the two CPU times in one
process gives the exponent on any machine. The exit code is 1 if it is more than 0.5 above the exponent that the metric's
facts state. A steeper exponent is measured again from 4n on, where fixed costs, limits and caches matter less.
``SAMESCORE_KERNELS=plain`` measures the computation without kernels.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from benchmarks.growth_inputs import Maker, growing_inputs
from samescore.metrics import METRIC_NAMES, metric
from samescore.metrics.base import AnyMetric
from samescore.metrics.evaluator import native_outcome

_SLACK = 0.5
#: The smallest n, and the largest n for each exponent.
_FIRST, _LARGEST = 32, {1: 2048, 2: 1024, 3: 256}
#: The ratio of the two sizes, for each exponent.
_TIMES = {1: 16, 2: 4, 3: 4}
#: CPU seconds that are enough to compare, and the number of measurements.
_ENOUGH = 0.001
_REPEATS = 3
#: The ratio of the sizes when a growth is measured again.
_AGAIN = 4


class Growth(NamedTuple):
    """The exponent of a metric's time for a kind of input; 0 if the time is too short to measure.

    `size` is the larger n, and `seconds` its CPU time.
    """

    metric: str
    kind: str
    size: int
    seconds: float
    exponent: float

    @property
    def too_steep(self) -> bool:
        """Whether the exponent is more than 0.5 above the exponent that the metric's facts state."""
        return self.exponent > metric(self.metric).facts.growth + _SLACK


def _seconds(chosen: AnyMetric, make: Maker, size: int) -> float:
    """Return the least CPU time of a few scores, or of one score if it takes long."""
    taken: list[float] = []
    while len(taken) < _REPEATS and sum(taken) < _REPEATS * _ENOUGH:
        data = make(size)
        start = time.process_time()
        native_outcome(data, chosen.settings())
        taken.append(time.process_time() - start)
    return min(taken)


def _measured(name: str, kind: str, make: Maker) -> Growth:
    chosen, size = metric(name), _FIRST
    while (seconds := _seconds(chosen, make, size)) < _ENOUGH and size < _LARGEST[chosen.facts.growth]:
        size *= 2
    first = _compared(name, kind, make, size, seconds)
    if not first.too_steep:
        return first
    larger = _AGAIN * size
    return min(first, _compared(name, kind, make, larger, _seconds(chosen, make, larger)), key=_exponent)


def _compared(name: str, kind: str, make: Maker, size: int, seconds: float) -> Growth:
    """Return the growth from an input of `size`, which takes `seconds`, to an input 4 or 16 times as large."""
    chosen = metric(name)
    times = _TIMES[chosen.facts.growth]
    larger = _seconds(chosen, make, times * size)
    exponent = math.log(larger / seconds, times) if larger >= _ENOUGH else 0.0
    return Growth(name, kind, times * size, larger, exponent)


def _exponent(growth: Growth) -> float:
    return growth.exponent


def growths(names: Sequence[str]) -> Iterator[list[Growth]]:
    """Yield, for each of these metrics, its growth with every kind of input."""
    for name in names:
        yield [_measured(name, kind, make) for kind, make in growing_inputs(name).items()]


def laws() -> str:
    """Return the stated exponents of all metrics, as a table in Markdown."""
    by_exponent: dict[int, list[str]] = {}
    for name in METRIC_NAMES:
        by_exponent.setdefault(metric(name).facts.growth, []).append(name)
    rows = (f"| {exponent} | {', '.join(names)} |" for exponent, names in sorted(by_exponent.items()))
    return "\n".join(("| exponent | metrics |", "|--:|---|", *rows))


def _row(growth: Growth) -> str:
    stated = metric(growth.metric).facts.growth
    measured = f"{growth.exponent:.2f}" if growth.exponent else "-"
    return f"| {growth.metric} | {stated} | {growth.kind} | {measured} | {growth.size:,} | {growth.seconds:.3f} |"


def main(given: Sequence[str] | None = None) -> int:
    """Run the measurements, print a table, and return 1 if an exponent is too steep."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.growth", description=str(__doc__).partition("\n")[0])
    parser.add_argument("--metrics", nargs="+", metavar="METRIC", choices=METRIC_NAMES, default=METRIC_NAMES)
    parser.add_argument(
        "--every-kind", action="store_true", help="a row for each kind of input, not the steepest alone"
    )
    parser.add_argument("--laws", action="store_true", help="print the stated exponents, and measure nothing")
    asked = parser.parse_args(given)
    if asked.laws:
        print(laws())
        return 0
    print("| metric | stated | input | measured | n | CPU s |\n|---|--:|---|--:|--:|--:|")
    steep: list[Growth] = []
    for measured in growths(asked.metrics):
        for growth in measured if asked.every_kind else [max(measured, key=_exponent)]:
            print(_row(growth), flush=True)
        steep += [growth for growth in measured if growth.too_steep]
    for growth in steep:
        print(f"error: too steep: {_row(growth)}", file=sys.stderr)
    return 1 if steep else 0


if __name__ == "__main__":
    sys.exit(main())
