"""Add logarithms of precisions in extended precision: 64 bits, as in x87 registers.

fast-bleu rounds weights to 24 bits; quotients, logarithms and weighted logarithms to 64; and each partial sum, from
left to right, to 53. Logarithms are rounded correctly here; the C library's may differ in the last of 64 bits, which
seldom changes a sum of 53 bits.

A number of 64 bits is a pair of integers, digits and exponent: (d, e) is d times 2**e.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable
from decimal import Context, Decimal
from functools import lru_cache
from typing import TYPE_CHECKING

from samescore.metrics.float32 import single

if TYPE_CHECKING:
    from samescore.metrics.bleu.settings import BleuSettings
    from samescore.metrics.bleu.smoothing import SmoothingInput
    from samescore.metrics.rows import Rows

_DIGITS = 64
#: The precision, in decimal digits, to which a logarithm is computed before it is rounded.
_DECIMALS = Context(prec=60)
#: Cache size for logarithms and for weighted logarithms; sentences have few different precisions.
_MOST = 2**14

Extended = tuple[int, int]
#: The nearest double to a number, the remainder as a double, and the number's digits and exponent.
_Halves = tuple[float, float, int, int]

#: The neutral element of sums.
_NOTHING: _Halves = (0.0, 0.0, 0, 0)
#: Minimum exponent of numbers whose digits beyond a double's can be stored in a second double.
_LEAST_EXPONENT = -1000
#: A fraction of the distance between adjacent doubles. Rounding to 64 bits moves a number by at most 2**-12 of that
#: distance.
_FAR_FROM_MIDDLE = 0.499


def rounded(numerator: int, denominator: int = 1) -> Extended:
    """Round a fraction with a positive denominator to 64 bits, ties to even; return the digits and the exponent.

    >>> rounded(2**64 + 1), rounded(-3, 4)
    ((9223372036854775808, 1), (-13835058055282163712, -64))
    """
    exponent = numerator.bit_length() - denominator.bit_length() - _DIGITS
    above, below = abs(numerator) << max(0, -exponent), denominator << max(0, exponent)
    if above >= below << _DIGITS:
        exponent, below = exponent + 1, below << 1
    digits, rest = divmod(above, below)
    digits += 2 * rest > below or (2 * rest == below and digits % 2)
    return (-digits if numerator < 0 else digits), exponent


@lru_cache(maxsize=_MOST)
def logarithm(numerator: int, denominator: int) -> Extended:
    """Return the natural logarithm of a positive fraction.

    Both the fraction and the logarithm are rounded to 64 bits.
    """
    digits, exponent = rounded(numerator, denominator)
    above, below = digits << max(0, exponent), 1 << max(0, -exponent)
    common = math.gcd(above, below)
    quotient = _DECIMALS.divide(_DECIMALS.create_decimal(above // common), _DECIMALS.create_decimal(below // common))
    return rounded(*_DECIMALS.ln(quotient).as_integer_ratio())


@lru_cache(maxsize=_MOST)
def _weighted_logarithm(weight: float, numerator: int, denominator: int) -> _Halves:
    above, below = single(weight).as_integer_ratio()
    digits, exponent = logarithm(numerator, denominator)
    return in_halves(rounded(above * digits << max(0, exponent), below << max(0, -exponent)))


def in_halves(number: Extended) -> _Halves:
    """Return the nearest double to a number of 64 bits, the remainder as a double, and the number itself.

    Both doubles are nan for a number so small that the remainder could be inexact.
    """
    digits, exponent = number
    high = float(digits)
    low = digits - int(high)
    if digits and exponent < _LEAST_EXPONENT:
        return math.nan, math.nan, digits, exponent
    return math.ldexp(high, exponent), math.ldexp(low, exponent), digits, exponent


def add_extended(total: float, high: float, low: float, digits: int, exponent: int) -> float:
    """Return the sum of a double and a number of 64 bits (see `in_halves`), rounded to 64 bits and then to 53.

    Doubles are used unless the sum is so near the midpoint of two doubles that rounding to 64 bits first could
    matter.
    """
    near = total + high
    back = near - total
    rest = (total - (near - back)) + (high - back) + low
    result = near + rest
    back = result - near
    rest = (near - (result - back)) + (rest - back)
    if abs(rest) < _FAR_FROM_MIDDLE * math.ulp(result):
        return result
    return _rounded_sum(total, digits, exponent)


def _rounded_sum(total: float, digits: int, exponent: int) -> float:
    """Return the sum of a double and a number of 64 bits as `add_extended` does, computed with integers."""
    above, below = total.as_integer_ratio()
    least = min(exponent, 1 - below.bit_length())
    whole = (above << 1 - below.bit_length() - least) + (digits << exponent - least)
    surplus = whole.bit_length() - _DIGITS
    if surplus > 0:
        rest = whole & ((1 << surplus) - 1)
        whole >>= surplus
        half = 1 << surplus - 1
        whole += rest > half or (rest == half and whole & 1)
        least += surplus
    return math.ldexp(whole, least)


def weighted_logarithms(terms: Iterable[tuple[float, tuple[int, int]]]) -> float:
    """Return the sum of w log p in extended precision, for weights w and positive precisions p.

    A precision is given as numerator and denominator.
    """
    total = 0.0
    for weight, (numerator, denominator) in terms:
        total = add_extended(total, *_weighted_logarithm(weight, numerator, denominator))
    return total


def exact_precisions(evidence: SmoothingInput, settings: BleuSettings) -> list[tuple[int, int]]:
    """Return each p_n as numerator and denominator, with the floor, if any, read as an exact decimal number."""
    floor, empty = _floor(settings), int(settings.empty_order == "one")
    pairs = zip(evidence.matches, evidence.totals, strict=True)
    return [_precision(matched, counted, floor, empty) for matched, counted in pairs]


def logarithm_sums(rows: Rows, settings: BleuSettings) -> array[float]:
    """Return the `weighted_logarithms` of each row's nonzero precisions; nan if a zero precision determines the score.

    The settings have to average all orders. Raises `OverflowError` for weights beyond the range of 32-bit floats.
    """
    weights = [1 / settings.max_order] * settings.max_order if settings.weights == "uniform" else settings.weights
    floor, empty, width = _floor(settings), int(settings.empty_order == "one"), rows.width
    sums, decided = [0.0] * len(rows), [False] * len(rows)
    for n, weight in enumerate(weights, 2):
        column = list(zip(rows.cells[n::width], rows.cells[n + (width - 2) // 2 :: width], strict=True))
        exact = {pair: _precision(*pair, floor, empty) for pair in set(column)}
        terms = {pair: _weighted_logarithm(weight, *exact[pair]) if exact[pair][0] else _NOTHING for pair in exact}
        if settings.zero_precision != "skip":
            decided = [zero or not exact[pair][0] for zero, pair in zip(decided, column, strict=True)]
        sums = [
            math.nan if zero else add_extended(total, *terms[pair])
            for total, zero, pair in zip(sums, decided, column, strict=True)
        ]
    return array("d", sums)


def _precision(matched: int, counted: int, floor: tuple[int, int], empty: int) -> tuple[int, int]:
    """Return matches over total as numerator and denominator.

    The floor replaces 0 matches, and `empty` the precision of an order without n-grams.
    """
    if not counted:
        return empty, 1
    return (matched, counted) if matched else (floor[0], floor[1] * counted)


def _floor(settings: BleuSettings) -> tuple[int, int]:
    """Return the exact decimal fraction, as numerator and denominator, that replaces 0 matches; (0, 1) without a floor."""
    return Decimal(str(settings.floor_value)).as_integer_ratio() if settings.smoothing == "floor" else (0, 1)
