"""Add doubles in the orders that packages use, or exactly.

The order in which floats are added affects the last digits, so it is a knob. Builtin ``sum`` is compensated since
Python 3.12; numpy adds pairwise; `ExactSum` rounds once, whatever the order of the values.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Iterable, Sequence
from typing import Union

import msgspec

#: Ways to add floats: builtin ``sum``, `math.fsum` (correctly rounded), or one after the other.
SUMMATIONS = ("sum", "fsum", "left-to-right")

#: Whether builtin ``sum`` is compensated in this interpreter, as it is from Python 3.12 on.
COMPENSATED = sum([1e100, 1.0, -1e100]) == 1.0

_BITS_BELOW_ONE = 1074  # the smallest positive double is 2**-1074


def add_up(values: Sequence[float], how: str) -> float:
    """Return the sum of `values` by builtin ``sum``, ``fsum``, ``numpy``, or from left to right; 0 without values.

    Builtin ``sum`` has been compensated since Python 3.12. ``fsum`` raises `OverflowError` beyond the largest double.
    """
    if how == "numpy":
        return numpy_sum(list(values))
    if how == "sum":
        return sum(values)
    if how == "fsum":
        return math.fsum(values)
    total = 0.0
    for value in values:
        total += value
    return total


def sum_of_squares(squares: Sequence[float], how: str) -> float:
    """Return the sum of non-negative numbers, added as by `add_up`.

    Returns inf beyond the largest double, where fsum raises.
    """
    try:
        return add_up(squares, how)
    except OverflowError:
        return math.inf


def numpy_sum(values: list[float], rounded: Callable[[float], float] = float) -> float:
    """Reproduce `numpy.sum` of an array: eight running sums, then the remaining values (pairwise summation).

    More than 128 values are added in two halves.

    `rounded` is applied to every partial sum, for numbers with fewer digits than doubles.
    """
    if len(values) > 128:
        half = len(values) // 2
        half -= half % 8
        return rounded(numpy_sum(values[:half], rounded) + numpy_sum(values[half:], rounded))
    if len(values) < 8:
        total = 0.0
        for value in values:
            total = rounded(total + value)
        return total
    lanes = values[:8]
    whole = len(values) - len(values) % 8
    for start in range(8, whole, 8):
        lanes = [rounded(lane + value) for lane, value in zip(lanes, values[start : start + 8], strict=True)]
    while len(lanes) > 1:
        lanes = [rounded(first + second) for first, second in zip(lanes[0::2], lanes[1::2], strict=True)]
    (total,) = lanes
    for value in values[whole:]:
        total = rounded(total + value)
    return total


class ExactSum(msgspec.Struct, frozen=True):
    """A sum of doubles that was never rounded, in constant memory.

    `units` counts multiples of 2**-1074; every finite double is such a multiple. `special` is the sum of the infinities
    and nans, and `count` the number of values. Additions commute, so any partition of the values gives the same sum.
    """

    count: int = 0
    units: int = 0
    special: float = 0.0

    @classmethod
    def of(cls, values: Iterable[float]) -> ExactSum:
        """Return the exact sum of `values`.

        >>> ExactSum.of([1e100, 1.0, -1e100]).rounded
        1.0
        """
        count, units, special = 0, 0, 0.0
        for value in values:
            count += 1
            if math.isfinite(value):
                numerator, denominator = value.as_integer_ratio()
                units += numerator << (_BITS_BELOW_ONE + 1 - denominator.bit_length())
            else:
                special += value
        return cls(count, units, special)

    def __add__(self, other: ExactSum) -> ExactSum:
        return ExactSum(self.count + other.count, self.units + other.units, self.special + other.special)

    def __len__(self) -> int:
        return self.count

    @property
    def rounded(self) -> float:
        """The double nearest to the sum; raises `OverflowError` beyond the largest double.

        It equals `math.fsum`, except where `fsum` depends on the order of the values: `fsum` raises if a partial sum
        exceeds the largest double, unless an infinity came first. Infinities of both signs, an error in `fsum`, give
        nan here.
        """
        return self.special if self.special != 0 else self.units / (1 << _BITS_BELOW_ONE)


#: Numbers to be added up later: all of them in order, or their exact sum.
Series = Union["array[float]", ExactSum]


def series(values: Iterable[float], *, exact: bool) -> Series:
    """Return the numbers in order, eight bytes each, or if `exact` their exact sum."""
    return ExactSum.of(values) if exact else array("d", values)


def join_series(first: Series, second: Series) -> Series:
    """Return two series of the same kind as one, in this order."""
    return first + second  # type: ignore[operator]  # both are of one kind


def sum_values(values: Series | Sequence[float], how: str = "sum") -> float:
    """Return the sum of `values`: an `ExactSum` is rounded once, other values are added by `how` (see `add_up`)."""
    return values.rounded if isinstance(values, ExactSum) else add_up(values, how)


def mean(values: Series | Sequence[float], how: str = "sum") -> float:
    """Return the mean of `values`, added as by `sum_values`; raises `ZeroDivisionError` if there are none."""
    return sum_values(values, how) / len(values)
