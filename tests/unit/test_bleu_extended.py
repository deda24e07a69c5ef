"""Extended precision by integers is that of exact fractions, rounded as the x87 rounds them."""

from __future__ import annotations

import math
from decimal import Context
from fractions import Fraction

from hypothesis import example, given
from hypothesis import strategies as st

from samescore.metrics.bleu.extended import add_extended, in_halves, rounded, weighted_logarithms
from samescore.metrics.float32 import single

_WEIGHTS = st.sampled_from([1.0, 0.25, 1 / 3, 0.1, 0.7]) | st.floats(1e-30, 1e30)
_COUNTS = st.integers(1, 2**20) | st.integers(1, 2**80)


def _in_64_digits(number: Fraction) -> Fraction:
    """The nearest number of 64 bits, the even one of two."""
    unit = Fraction(1)
    while abs(number) >= unit * 2**64:
        unit *= 2
    while number and abs(number) < unit * 2**63:
        unit /= 2
    return round(number / unit) * unit


def _sum_of_fractions(terms: list[tuple[float, tuple[int, int]]]) -> float:
    """`weighted_logarithms` by fractions."""
    context, total = Context(prec=60), 0.0
    for weight, ratio in terms:
        near = _in_64_digits(Fraction(*ratio))
        quotient = context.divide(context.create_decimal(near.numerator), context.create_decimal(near.denominator))
        logarithm = _in_64_digits(Fraction(context.ln(quotient)))
        term = _in_64_digits(Fraction(single(weight)) * logarithm)
        total = float(_in_64_digits(Fraction(total) + term))
    return total


@given(st.integers(-(2**130), 2**130), st.integers(1, 2**130))
@example(2**64 + 1, 1)
@example(2**64 + 3, 1)
@example(2**64 - 1, 1)
@example(2**65 - 1, 1)
@example(0, 3)
def test_a_fraction_is_rounded_to_64_digits(numerator: int, denominator: int) -> None:
    digits, exponent = rounded(numerator, denominator)
    assert digits * Fraction(2) ** exponent == _in_64_digits(Fraction(numerator, denominator))


@given(st.lists(st.tuples(_WEIGHTS, st.tuples(_COUNTS, _COUNTS)), max_size=6))
@example([(0.25, (1, 1))])
@example([(0.5, (1, 2)), (0.5, (2, 1))])
def test_logarithms_add_up_as_fractions_do(terms: list[tuple[float, tuple[int, int]]]) -> None:
    assert repr(weighted_logarithms(terms)) == repr(_sum_of_fractions(terms))


#: Digits behind those of a double, around the middle of two doubles: what rounding to 64 digits makes a middle.
_LAST = st.integers(2**12 - 6, 2**12 + 6) | st.integers(0, 2**13)
_DOUBLES = st.integers(2**52, 2**53 - 1) | st.integers(2**52, 2**52 + 3) | st.integers(2**53 - 3, 2**53 - 1)


@given(_DOUBLES, st.integers(0, 2**51 - 1) | st.integers(0, 3), _LAST, st.integers(-3, 3), st.booleans())
@example(2**52 + 1, 4, 2**12 - 1, 0, False)
@example(2**52 + 1, 5, 2**12 + 1, 0, False)
@example(2**53 - 1, 0, 2**12 + 1, 0, False)
@example(2**52, 0, 2**12 + 1, 0, True)
def test_a_sum_is_rounded_to_64_digits_and_then_to_53(
    double: int, whole: int, last: int, exponent: int, negative: bool
) -> None:
    total, digits = math.ldexp(double, exponent), (whole << 13) + last
    term = -digits if negative else digits
    expected = float(_in_64_digits(Fraction(total) + Fraction(term, 2**13)))
    assert repr(add_extended(total, *in_halves((term, -13)))) == repr(expected)
