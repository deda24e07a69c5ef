"""Sum products in the order and with the rounding of numerical libraries, or exactly.

NumPy delegates dot products and matrix products to OpenBLAS, which has routines for each kind of processor. They use
fused multiply-add: ``a * b + c`` is rounded once. A matrix product adds from left to right; a dot product of at least
16 numbers is spread over 16 running sums, and the remaining numbers are added one by one. Processors with AVX-512 and
those with only AVX2 (AMD's up to Zen 3, Intel's for desktops) differ in how the 16 sums are combined, and in whether
the rest is fused. (With AVX-512, a dot product of at least 32 numbers is spread over 32 sums, which is not modelled.)
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction

_SPLITTER = 2.0**27 + 1
#: Products of numbers in this range have exactly representable rounding errors.
_SMALL, _LARGE = 1e-130, 1e130
_LANES, _ACCUMULATORS = 4, 4


def fused_multiply_add(a: float, b: float, c: float) -> float:
    """Return a * b + c, rounded once.

    >>> fused_multiply_add(0.1, 10.0, -1.0)
    5.551115123125783e-17
    """
    product = a * b
    if product == 0 and (a == 0 or b == 0):
        return product + c
    if _SMALL < abs(a) < _LARGE and _SMALL < abs(b) < _LARGE:
        return math.fsum((product, _error(a, b, product), c)) if math.isfinite(c) else product + c
    if not (math.isfinite(a) and math.isfinite(b) and math.isfinite(c)):
        return product + c
    try:
        return float(Fraction(a) * Fraction(b) + Fraction(c))
    except OverflowError:
        return product + c


def _error(a: float, b: float, product: float) -> float:
    """Return the rounding error of the product a * b (Dekker 1971)."""
    a_high, b_high = _upper_half(a), _upper_half(b)
    a_low, b_low = a - a_high, b - b_high
    return a_low * b_low - (((product - a_high * b_high) - a_low * b_high) - a_high * b_low)


def _upper_half(a: float) -> float:
    """Return the upper half of a number's binary digits."""
    spread = _SPLITTER * a
    return spread - (spread - a)


def left_to_right(x: Iterable[float], y: Iterable[float], start: float = 0.0) -> float:
    """Return `start` plus the sum of the products x_i y_i, added as by a matrix product."""
    for a, b in zip(x, y, strict=True):
        start = fused_multiply_add(a, b, start)
    return start


def dot_avx512(x: Sequence[float], y: Sequence[float]) -> float:
    """Return ``numpy.dot(x, y)`` of up to 31 numbers as computed on a processor with AVX-512.

    Products of the remaining numbers are added by fused multiply-add, too.

    >>> dot_avx512([-1.0, 0.1], [1.0, 10.0])
    5.551115123125783e-17
    """
    sums, whole = _running_sums(x, y)
    a, b, c, d = (((sums[k] + sums[k + 4]) + sums[k + 8]) + sums[k + 12] for k in range(_LANES))
    return left_to_right(x[whole:], y[whole:], (a + c) + (b + d))


def dot_avx2(x: Sequence[float], y: Sequence[float]) -> float:
    """Return ``numpy.dot(x, y)`` as computed on a processor with only AVX2.

    Products of the remaining numbers are rounded before they are added.

    >>> dot_avx2([-1.0, 0.1], [1.0, 10.0])
    0.0
    """
    sums, whole = _running_sums(x, y)
    halves = [sums[k] + sums[k + 2] for k in (0, 4, 8, 12, 1, 5, 9, 13)]
    even, odd = (((halves[k] + halves[k + 1]) + (halves[k + 2] + halves[k + 3])) for k in (0, _LANES))
    total = even + odd
    for a, b in zip(x[whole:], y[whole:], strict=True):
        total += a * b
    return total


def _running_sums(x: Sequence[float], y: Sequence[float]) -> tuple[list[float], int]:
    """Return sixteen interleaved running sums of products, and the number of products that they include."""
    width = _LANES * _ACCUMULATORS
    whole = len(x) - len(x) % width
    return [left_to_right(x[k:whole:width], y[k:whole:width]) for k in range(width)], whole


def norm_x87(x: Iterable[float]) -> float:
    """Return the Euclidean norm as OpenBLAS's ``dnrm2`` computes it on x86 processors, on the 80-bit floating-point unit.

    Squares are added to four running sums in turn, and the last ones (up to seven) all to the first. `x` must be
    finite.

    >>> norm_x87([3.0, 4.0])
    5.0
    """
    squares = [_extended(a * a, 2 * exponent) for a, exponent in map(_mantissa, x)]
    whole = len(squares) - len(squares) % 8
    sums = [(0, 0)] * _LANES
    for k, square in enumerate(squares):
        lane = k % _LANES if k < whole else 0
        sums[lane] = _extended_sum(sums[lane], square)
    total, exponent = _extended_sum(_extended_sum(sums[3], sums[1]), _extended_sum(sums[2], sums[0]))
    shift = max(0, 2 * _EXTENDED_BITS + 4 - total.bit_length())
    shift += (exponent - shift) % 2
    radicand = total << shift
    root = math.isqrt(radicand)
    # The last bit says that the root is not exact, which keeps the following roundings right.
    mantissa, exponent = _extended(2 * root + (root * root != radicand), (exponent - shift) // 2 - 1)
    try:
        return float(mantissa * Fraction(2) ** exponent)
    except OverflowError:
        return math.inf


#: Number of binary digits in the mantissa of an 80-bit float.
_EXTENDED_BITS = 64


def _mantissa(x: float) -> tuple[int, int]:
    """Return m and e of a finite x = m 2^e."""
    fraction, exponent = math.frexp(x)
    return int(fraction * 2.0**53), exponent - 53


def _extended(mantissa: int, exponent: int) -> tuple[int, int]:
    """Return m and e of the number m 2^e, rounded to 64 binary digits; halves to even."""
    extra = mantissa.bit_length() - _EXTENDED_BITS
    if extra <= 0:
        return mantissa, exponent
    kept, rest, half = mantissa >> extra, mantissa & ((1 << extra) - 1), 1 << (extra - 1)
    return kept + (rest > half or (rest == half and kept & 1)), exponent + extra


def _extended_sum(a: tuple[int, int], b: tuple[int, int]) -> tuple[int, int]:
    """Return the sum of two numbers m 2^e that are not negative, rounded to 64 binary digits."""
    (high, high_exponent), (low, low_exponent) = sorted((a, b), key=lambda number: -number[1])
    if not high or not low:
        return (high, high_exponent) if high else (low, low_exponent)
    return _extended((high << (high_exponent - low_exponent)) + low, low_exponent)


def integers(values: Sequence[float]) -> list[int]:
    """Return finite doubles as integers, which count multiples of a common power of two.

    >>> integers([0.5, 3.0])
    [1, 6]
    """
    ratios = [value.as_integer_ratio() for value in values]
    largest = max((denominator for _, denominator in ratios), default=1)
    return [numerator * (largest // denominator) for numerator, denominator in ratios]


def over_roots(numerator: int, first: int, second: int) -> float:
    """Return the double nearest to numerator / sqrt(first * second); nan if `first` or `second` is 0.

    >>> over_roots(4, 8, 2)
    1.0
    """
    squared = first * second
    if not squared:
        return math.nan
    root = math.isqrt(squared)
    if root * root == squared:
        return numerator / root
    extra = max(0, 128 - squared.bit_length())  # additional binary digits, which give the root at least 64
    extra += 128 + extra % 2
    return (numerator << (extra // 2)) / math.isqrt(squared << extra)
