"""Compute the range of values that a printed number may stand for."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import lru_cache

from samescore.base.outcome import STORED_ULPS

#: The least and the greatest value.
Interval = tuple[Fraction, Fraction]


@lru_cache(maxsize=4096)
def interval(printed: str, cut_off: bool = False) -> Interval:
    """Return the range of values that round to `printed`; with `cut_off`, including values that truncate to it.

    `printed` is a decimal number such as ``27.3``, ``-0.5`` or ``1e-05``. Both ends belong to the interval, because
    ties may be rounded up or to even.

    >>> interval("0.5") == (Fraction("0.45"), Fraction("0.55"))
    True
    >>> interval("0.5", cut_off=True) == (Fraction("0.45"), Fraction("0.6"))
    True
    """
    rounded = _rounded(printed)
    if not cut_off:
        return rounded
    low, high = truncated_values(printed)
    return min(low, rounded[0]), max(high, rounded[1])


@lru_cache(maxsize=4096)
def truncated_values(printed: str) -> Interval:
    """Return the range of values that give `printed` when truncated towards zero; for 0, on both sides of 0.

    >>> truncated_values("-0.5") == (Fraction("-0.6"), Fraction("-0.5"))
    True
    """
    value, unit, error = _parts(printed)
    below = unit if value <= 0 else error
    above = unit if value >= 0 else error
    return value - max(below, error), value + max(above, error)


def _rounded(printed: str) -> Interval:
    value, unit, error = _parts(printed)
    half = max(unit / 2, error)
    return value - half, value + half


def _parts(printed: str) -> tuple[Fraction, Fraction, Fraction]:
    """Return the number, the unit of its last place, and the computation error of a fully printed double (else 0).

    With fewer digits, no error need be added: a ratio with denominator n either lies on a rounding limit for d decimals,
    which is in the interval, or is at least 1/(2n 10^d) away from it. For n below 10^(14-d), this is more than a
    double's error.
    """
    mantissa, _, exponent = printed.lower().partition("e")
    unit = Fraction(10) ** (int(exponent or 0) - len(mantissa.partition(".")[2]))
    value = Fraction(printed)
    error = STORED_ULPS * Fraction(math.ulp(float(printed)))
    return value, unit, error if 2 * error > unit else Fraction(0)
