"""Exact numbers, 60-digit logarithms, and the text form that golden vectors use."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from decimal import Context, Decimal, localcontext
from fractions import Fraction
from math import isqrt
from typing import Any, TypeVar

Number = Fraction | Decimal

WORKING_DIGITS = 60
PRINTED_DIGITS = 30

Function = TypeVar("Function", bound=Callable[..., Any])


class OracleError(Exception):
    """The error that these settings call for."""


def sixty_digits(function: Function) -> Function:
    """Decorate `function` to run with 60-digit decimal arithmetic."""

    @functools.wraps(function)
    def wrapped(*arguments: Any, **named: Any) -> Any:
        with localcontext(Context(prec=WORKING_DIGITS)):
            return function(*arguments, **named)

    return wrapped  # type: ignore[return-value]


@functools.lru_cache(maxsize=1 << 14, typed=True)
def exact(number: float | str) -> Fraction:
    """Return the decimal number that a float stands for: 0.1 is one tenth, not the nearest double."""
    return Fraction(str(number))


def decimal(number: Number | int) -> Decimal:
    """Return `number` as a decimal in the current precision."""
    if isinstance(number, Decimal):
        return number
    ratio = Fraction(number)
    return Decimal(ratio.numerator) / Decimal(ratio.denominator)


def product(left: Number, right: Number) -> Number:
    """Return the product, a fraction if both factors are."""
    if isinstance(left, Fraction) and isinstance(right, Fraction):
        return left * right
    return decimal(left) * decimal(right)


def mean(values: Sequence[Number]) -> Number:
    """Return the arithmetic mean, a fraction if all values are."""
    fractions = [value for value in values if isinstance(value, Fraction)]
    if len(fractions) == len(values):
        return sum(fractions, Fraction(0)) / len(values)
    return sum(map(decimal, values), Decimal(0)) / len(values)


def over_root(numerator: int, squared: int) -> Number:
    """Return `numerator` divided by the square root of `squared`, a fraction if the root is whole."""
    root = isqrt(squared)
    if root * root == squared:
        return Fraction(numerator, root)
    return Decimal(numerator) / Decimal(squared).sqrt()


def single(number: Number) -> Fraction:
    """Return the nearest 32-bit float (24 binary digits, or fewer below 2^-126), the even one of two; never infinite."""
    exact_value = Fraction(number)
    if not exact_value:
        return exact_value
    size = abs(exact_value)
    exponent = size.numerator.bit_length() - size.denominator.bit_length()
    if size < Fraction(2) ** exponent:
        exponent -= 1
    unit = Fraction(2) ** max(exponent - 23, -149)
    return round(exact_value / unit) * unit


def decimal_text(number: Number | int) -> str:
    """Return `number` in decimal with 30 significant digits, or fewer if they are exact.

    >>> decimal_text(Fraction(5, 8)), decimal_text(Fraction(1, 3))
    ('0.625', '0.333333333333333333333333333333')
    """
    with localcontext(Context(prec=PRINTED_DIGITS)):
        rounded = (+decimal(number)).normalize()
    if rounded and rounded.adjusted() < -6:
        return str(rounded).lower()
    return format(rounded, "f")
