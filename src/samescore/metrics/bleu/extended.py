"""The mean of logarithms in extended precision: 64 binary digits, as in the registers of the x87.

fast-bleu rounds weights to 24 digits, quotients, logarithms and weighted logarithms to 64, and each sum of them, from left
to right, to 53. Logarithms are rounded correctly here; the C library's may differ in the last of 64 digits, which seldom
changes a sum of 53.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Context
from fractions import Fraction
from functools import lru_cache

from samescore.metrics.float32 import single

_DIGITS = 64
#: Decimal digits of a logarithm before it is rounded.
_DECIMALS = Context(prec=60)


def rounded(number: Fraction) -> Fraction:
    """The nearest number of 64 binary digits, the even one of two.

    >>> rounded(Fraction(2**64 + 1)) == 2**64
    True
    """
    exponent = number.numerator.bit_length() - number.denominator.bit_length() - _DIGITS
    scale = Fraction(2) ** exponent
    if abs(number) >= scale * 2**_DIGITS:
        scale *= 2
    return round(number / scale) * scale


@lru_cache(maxsize=4096)
def logarithm(number: Fraction) -> Fraction:
    """The natural logarithm of the rounded number, rounded."""
    near = rounded(number)
    quotient = _DECIMALS.divide(_DECIMALS.create_decimal(near.numerator), _DECIMALS.create_decimal(near.denominator))
    return rounded(Fraction(_DECIMALS.ln(quotient)))


def weighted_logarithms(terms: Sequence[tuple[float, Fraction]]) -> float:
    """The sum of w log p for weights w and precisions p above 0."""
    total = 0.0
    for weight, precision in terms:
        total = float(rounded(Fraction(total) + rounded(Fraction(single(weight)) * logarithm(precision))))
    return total
