"""Decide whether two answers in LaTeX are equal where a program asks SymPy; None where that is not known here.

Only expressions that `samescore.text.latex_expressions` can read are decided, and of those with decimals only such as
differ clearly or not at all.
"""

from __future__ import annotations

import math
import re

from samescore.text.latex_expressions import UnreadableError, read_expression
from samescore.text.surds import OutsideError, Surd

#: Numbers in floating point whose relative difference is larger are different, unless a difference of similar numbers made
#: their relative errors grow. It is 50,000 times the error of one rounding.
_CLEARLY = 1e-11
_INFINITE = re.compile(r"[-+]?\\infty")


def zero_difference(answer: str, gold: str) -> bool | None:
    r"""Return whether SymPy simplifies the difference of two expressions to zero; False if it cannot read one.

    >>> zero_difference(r"\frac{1}{2}", "0.5"), zero_difference(r"\sqrt{8}", r"2\sqrt{2}"), zero_difference("x+1", "x")
    (True, True, False)
    >>> zero_difference(r"\sin{x}", "y")
    """
    try:
        values = [_value(text) for text in (answer, gold)]
    except UnreadableError:
        return False
    one, other = values
    if one is None or other is None:
        return None
    if isinstance(one, float) or isinstance(other, float):
        return False  # no difference from infinity is zero
    try:
        return _equal(one, other)
    except OutsideError:
        return None


def text_or_zero_difference(answer: str, gold: str) -> bool | None:
    """Return True for equal texts that are not empty, and otherwise the same as `zero_difference`."""
    return True if answer and answer == gold else zero_difference(answer, gold)


def _value(text: str) -> Surd | float | None:
    """Return the value of an expression; None if it is outside the domain. Raises `UnreadableError`."""
    if _INFINITE.fullmatch(text):
        return math.inf
    try:
        return read_expression(text)
    except OutsideError:
        return None


def _equal(one: Surd, other: Surd) -> bool | None:
    """Return whether two values are equal; None if that depends on how decimals are rounded."""
    if one.terms == other.terms:
        return None if 2 in (one.decimal, other.decimal) else True
    if not (one.decimal or other.decimal):
        return False
    coefficients = one.coefficients(), other.coefficients()
    clearly = _CLEARLY * max(one.growth, other.growth)
    for symbols in {symbols for found in coefficients for symbols in found}:
        (first, size), (second, other_size) = (found.get(symbols, (0.0, 0.0)) for found in coefficients)
        if abs(first - second) > clearly * (size + other_size):
            return False
    return None
