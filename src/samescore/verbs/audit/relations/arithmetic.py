"""Compute with intervals exactly: in fractions instead of floats, with proven bounds.

A function that is monotone in each argument takes its extremes at corners of a box. Roots and powers of e are rounded
outwards, so the result contains the true value.
"""

from __future__ import annotations

import decimal
import math
from collections.abc import Callable, Sequence
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from fractions import Fraction
from itertools import product

from samescore.verbs.audit.printed_text.intervals import Interval

ZERO, ONE = Fraction(0), Fraction(1)
#: Roots are rounded to multiples of 1/_GRID.
_GRID = 10**30
#: Number of digits of powers of e.
_DIGITS = 40


def overlap(a: Interval, b: Interval) -> bool:
    """Return whether two intervals share a value."""
    return a[0] <= b[1] and b[0] <= a[1]


def intersection(a: Interval, b: Interval) -> Interval | None:
    """Return the intersection of two intervals; None if it is empty."""
    low, high = max(a[0], b[0]), min(a[1], b[1])
    return (low, high) if low <= high else None


def at_corners(function: Callable[..., Fraction], intervals: Sequence[Interval]) -> Interval:
    """Return the range over a box (one interval for each argument) of a function that is monotone in each argument.

    Whether it grows or shrinks with an argument must not depend on the values within the box.
    """
    values = [function(*corner) for corner in product(*intervals)]
    return min(values), max(values)


def f_measure(precision: Fraction, recall: Fraction, squared: Fraction = ONE) -> Fraction:
    """Return the F-measure of a precision and a recall, with recall weighted `squared` (b²) times as much.

    It grows with precision and recall, and is 0 if both are 0.
    """
    below = squared * precision + recall
    return (1 + squared) * precision * recall / below if below else ZERO


def average(intervals: Sequence[Interval], weights: Sequence[Fraction]) -> Interval:
    """Return the weighted mean of numbers in intervals; weights must be non-negative, with a positive sum."""
    total = sum(weights, ZERO)
    low = sum((weight * bounds[0] for weight, bounds in zip(weights, intervals, strict=True)), ZERO)
    high = sum((weight * bounds[1] for weight, bounds in zip(weights, intervals, strict=True)), ZERO)
    return low / total, high / total


def mean(intervals: Sequence[Interval]) -> Interval:
    """Return the mean of numbers in intervals; there must be at least one."""
    return average(intervals, [ONE] * len(intervals))


def product_of(intervals: Sequence[Interval]) -> Interval:
    """Return the product of non-negative numbers in intervals; 1 if there are none."""
    return math.prod((low for low, _ in intervals), start=ONE), math.prod((high for _, high in intervals), start=ONE)


def root(bounds: Interval, degree: int) -> Interval:
    """Return the root, of the given degree, of a non-negative number in an interval, rounded outwards.

    x = k/_GRID is at most the n-th root of a/b if and only if k^n b <= a _GRID^n, which can be decided in integers.
    """
    low, high = (_root_below(value, degree) for value in bounds)
    exact = Fraction(high, _GRID) ** degree == bounds[1]
    return Fraction(low, _GRID), Fraction(high if exact else high + 1, _GRID)


def _root_below(value: Fraction, degree: int) -> int:
    """Return the largest k with (k/_GRID)^degree <= value."""
    scaled = value.numerator * _GRID**degree // value.denominator
    if degree == 2 or not scaled:
        return math.isqrt(scaled)
    guess: int = 1 << -(-scaled.bit_length() // degree)  # not below the root
    while True:
        closer: int = ((degree - 1) * guess + scaled // guess ** (degree - 1)) // degree
        if closer >= guess:
            return guess
        guess = closer


def power_of_e(exponents: Interval) -> Interval:
    """Return e to the power of a non-positive exponent in an interval, rounded outwards.

    `Decimal.exp` is correctly rounded, so the true power lies between the neighbouring decimals of its result.
    """
    low, high = exponents
    with decimal.localcontext() as context:
        context.prec = _DIGITS
        return (
            Fraction(_decimal(low, ROUND_FLOOR).exp().next_minus()) if low > -2000 else ZERO,
            min(Fraction(_decimal(max(high, Fraction(-2000)), ROUND_CEILING).exp().next_plus()), ONE),
        )


def _decimal(value: Fraction, rounding: str) -> Decimal:
    with decimal.localcontext() as context:
        context.prec, context.rounding = _DIGITS, rounding
        return Decimal(value.numerator) / Decimal(value.denominator)
