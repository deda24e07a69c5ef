"""Compare scores with a printed number, which stands for all numbers that would be printed like it.

The digits define an interval: all numbers that round to these digits. A number may also be truncated, and a fully
printed double may differ in its last digits.
"""

from __future__ import annotations

import dataclasses
import math
import operator
from fractions import Fraction

from samescore.base.outcome import STORED_ULPS, significant_digits, ulps

#: A number with at least this many digits is treated as a fully printed double.
_ALL_DIGITS = 15
#: For a number with at least this many digits, unlikely settings are also tried with unlikely readings of the files.
_MANY_DIGITS = 5

#: How a p-value is compared with a bound.
_COMPARED = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
_ONE = Fraction(1)
#: From the first number (inclusive) to the second (exclusive).
Interval = tuple[Fraction, Fraction]


@dataclasses.dataclass(frozen=True, slots=True)
class RoundedNumber:
    """A printed number: its value, the unit of its last digit, and the number of its significant digits.

    A bound on a p-value (``<0.05``) has a `relation` (``<``, ``<=``, ``>``, ``>=``); its value is the bound.
    """

    text: str
    value: Fraction
    unit: Fraction
    digits: int
    relation: str = ""

    @classmethod
    def of(cls, text: str) -> RoundedNumber:
        """Parse a text such as ``27.3`` or ``2.73e1``, or a bound such as ``<0.05``."""
        number = text.lstrip("<>=")
        mantissa, _, exponent = number.lower().partition("e")
        unit = Fraction(10) ** (int(exponent or 0) - len(mantissa.partition(".")[2]))
        return cls(text, Fraction(number), unit, significant_digits(number), text[: len(text) - len(number)])

    @property
    def in_full(self) -> bool:
        """Whether the number has enough significant digits (15) to count as an unrounded double; False for a bound."""
        return self.digits >= _ALL_DIGITS and not self.relation

    @property
    def detailed(self) -> bool:
        """Whether the number has so many digits that a match by chance is unlikely."""
        return self.digits >= _MANY_DIGITS

    def gives(self, value: float, *, cut_off: bool = False) -> bool:
        """Return whether `value` is printed as this number: rounded half to even or half up, or truncated with `cut_off`.

        For a bound, return whether `value` satisfies it. A fully printed double may differ in its last digits.
        """
        if self.relation:
            return math.isfinite(value) and _COMPARED[self.relation](Fraction(value), self.value)
        if self.in_full and not cut_off and ulps(value, float(self.value)) <= STORED_ULPS:
            return True
        if not math.isfinite(value) or abs(value - float(self.value)) > 1.001 * float(self.unit) + math.ulp(value):
            return False
        return self.value in self.printed(value, cut_off=cut_off)

    def printed(self, value: float, *, cut_off: bool = False) -> set[Fraction]:
        """Return the numbers that `value` may be printed as with these decimals."""
        units = Fraction(value) / self.unit
        if cut_off:
            return {math.trunc(units) * self.unit}
        half_up = math.floor(abs(units) + Fraction(1, 2)) * (1 if units >= 0 else -1)
        return {round(units) * self.unit, half_up * self.unit}

    def taken_for(self, value: float, *, cut_off: bool = False) -> list[Interval]:
        """Return the intervals of numbers that match `value` when rounded to these decimals.

        For a bound, return the interval of p-values that satisfy it, extended by 1 beyond 0 or 1.
        """
        if self.relation:
            return [(-_ONE, self.value) if self.relation.startswith("<") else (self.value, 2 * _ONE)]
        if self.in_full and not cut_off:
            off = max(self.unit / 2, STORED_ULPS * Fraction(math.ulp(value)))
            return [(Fraction(value) - off, Fraction(value) + off)]
        half = self.unit / 2
        return [(shown - half, shown + half) for shown in self.printed(value, cut_off=cut_off)]


def measure(intervals: list[Interval], low: Fraction, high: Fraction) -> tuple[Fraction, int]:
    """Return the length of the union of `intervals` between `low` and `high`, and the number of different ones there."""
    inside = sorted({(max(a, low), min(b, high)) for a, b in intervals if a < high and b > low})
    length, end = Fraction(0), low
    for a, b in inside:
        length += max(b - max(a, end), Fraction(0))
        end = max(end, b)
    return length, len(inside)
