"""The ratios of a benchmark as bars on a logarithmic axis: multiples of samescore's time."""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec
from markupsafe import Markup

from samescore.records import BenchmarkCase
from samescore.report.html.document import section
from samescore.report.views.benchmark import times


class _Axis(msgspec.Struct, frozen=True):
    """A logarithmic axis for ratios from 10**`low` to 10**`high`; positions on it run from 0 to 100."""

    low: int
    high: int

    def place(self, ratio: float) -> float:
        """Return the position of a ratio."""
        return 100 * (math.log10(ratio) - self.low) / (self.high - self.low)

    def bar(self, ratio: float) -> tuple[float, float]:
        """Return the start and width of a ratio's bar: from 1 to the right if samescore is faster, else to the left."""
        if not 0 < ratio < math.inf:
            return self.place(1), 0.0
        low, high = sorted((self.place(1), self.place(ratio)))
        return low, max(0.5, high - low)

    @property
    def powers(self) -> list[tuple[str, float]]:
        """The grid lines of the axis: each ratio as text, and its position."""
        return [(f"{10.0**power:g}", self.place(10.0**power)) for power in range(self.low, self.high + 1)]


def draw(cases: Sequence[BenchmarkCase], ratios: Sequence[float]) -> Markup:
    """Draw a bar for each participant of these cases, on an axis for all the ratios."""
    exponents = [math.log10(ratio) for ratio in ratios if 0 < ratio < math.inf]
    axis = _Axis(math.floor(min([0.0, *exponents])), math.ceil(max([1.0, *exponents])))
    return section("bars.html", cases=cases, axis=axis, times=times, seconds=seconds)


def seconds(value: float) -> str:
    """Return a time in a readable unit.

    >>> seconds(0.0000021), seconds(0.25), seconds(12)
    ('2.1 µs', '250 ms', '12 s')
    """
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if abs(value) >= size:
            return f"{value / size:.3g} {unit}"
    return f"{value / 1e-9:.3g} ns"
