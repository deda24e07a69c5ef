"""A linear axis of a drawing, with ticks at round numbers."""

from __future__ import annotations

import math

import msgspec

#: Approximate number of intervals between ticks.
_INTERVALS = 6


class Tick(msgspec.Struct, frozen=True):
    """A tick: its number as text, and its position from 0 to 100."""

    text: str
    place: float


class Axis(msgspec.Struct, frozen=True):
    """A linear axis for numbers from `low` to `high`, which are at the positions 0 and 100."""

    low: float
    high: float

    def place(self, number: float) -> float:
        """Return the position of a number."""
        return 100 * (number - self.low) / (self.high - self.low)

    @property
    def ticks(self) -> list[Tick]:
        """The ticks: multiples of 1, 2 or 5 times a power of ten."""
        exponent = math.floor(math.log10((self.high - self.low) / _INTERVALS))
        steps = (factor * 10.0**exponent for factor in (1, 2, 5))
        step = next((step for step in steps if step * _INTERVALS >= self.high - self.low), 10.0 ** (exponent + 1))
        decimals = max(0, -math.floor(math.log10(step) + 1e-9))
        first, last = math.ceil(self.low / step - 1e-9), math.floor(self.high / step + 1e-9)
        return [Tick(f"{k * step:.{decimals}f}", self.place(k * step)) for k in range(first, last + 1)]
