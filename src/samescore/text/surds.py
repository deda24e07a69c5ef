"""Exact arithmetic on sums of products of fractions, square roots of whole numbers, and powers of symbols.

It decides whether two such expressions are equal, as a program for symbolic algebra would. What leaves this domain
raises `OutsideError`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple

#: A product of powers of symbols, in the order of their names, and of the square root of a squarefree whole number.
_Term = tuple[tuple[tuple[str, int], ...], int]
#: The largest numbers, and the largest exponents, that are computed with.
_MOST_BITS = 4_000
_MOST_EXPONENT = 64
#: The largest number under a root, whose square factors are found by trial division.
_MOST_ROOT = 10**9
#: A growth of errors that leaves no correct digit in a float.
_MOST_GROWTH = Fraction(10**30)
#: The most terms of a sum.
_MOST_TERMS = 64


class OutsideError(ValueError):
    """A number or an operation is outside the domain."""


class Surd(NamedTuple):
    """A sum, as coefficients of its terms.

    `decimal` says whether a program holds it in floating point: 0 if not, 1 if it is one decimal number as written, and
    2 if it is computed from decimal numbers, which may round it. `growth` bounds how often the relative error of one
    rounding is in a coefficient then; differences of similar numbers have a large one.
    """

    terms: Mapping[_Term, Fraction]
    decimal: int = 0
    growth: float = 1.0

    def plus(self, other: Surd) -> Surd:
        """Return the sum."""
        return _summed([*self.terms.items(), *other.terms.items()], self, other)

    def times(self, other: Surd) -> Surd:
        """Return the product."""
        products = []
        for (symbols, root), factor in self.terms.items():
            for (others, other_root), other_factor in other.terms.items():
                common = math.gcd(root, other_root)
                term = _powers(symbols, others), root * other_root // common**2
                products.append((term, factor * other_factor * common))
        return _summed(products, self, other)

    def negative(self) -> Surd:
        """Return the negative."""
        return self._replace(terms={term: -factor for term, factor in self.terms.items()})

    def inverse(self) -> Surd:
        """Return the reciprocal. Raises `OutsideError` for zero and for a sum of several terms."""
        if len(self.terms) != 1:
            raise OutsideError("a reciprocal of zero or of a sum")
        [((symbols, root), factor)] = self.terms.items()
        inverted = tuple((name, -exponent) for name, exponent in symbols)
        return _summed([((inverted, root), 1 / (factor * root))], self)

    def to_power(self, exponent: Surd) -> Surd:
        """Return a power whose exponent is a small whole number. Raises `OutsideError` for any other."""
        power = exponent.as_fraction()
        if exponent.decimal or power.denominator != 1 or abs(power) > _MOST_EXPONENT:
            raise OutsideError("an exponent")
        if power <= 0 and not self.terms:
            raise OutsideError("a power of zero")
        factor = self if power > 0 else self.inverse()
        result = fraction(Fraction(1))
        for _ in range(abs(int(power))):
            result = result.times(factor)
        return result

    def root(self, degree: int) -> Surd:
        """Return the square root of a fraction, or another root if it is a fraction. Raises `OutsideError` if not."""
        number = self.as_fraction()
        if number < 0 or self.decimal or not 2 <= degree <= _MOST_EXPONENT:
            raise OutsideError("a root")
        if degree == 2:
            outside, inside = _without_squares(number.numerator * number.denominator)
            factor = Fraction(outside, number.denominator)
            return Surd({((), inside): factor} if factor else {})
        roots = [_whole_root(part, degree) for part in (number.numerator, number.denominator)]
        return fraction(Fraction(*roots))

    def as_fraction(self) -> Fraction:
        """Return a sum that is a fraction. Raises `OutsideError` for others."""
        if self.terms.keys() - {((), 1)}:
            raise OutsideError("no fraction")
        return self.terms.get(((), 1), Fraction(0))

    def coefficients(self) -> dict[tuple[tuple[str, int], ...], tuple[float, float]]:
        """Return the coefficient of each product of symbols, and the sum of the absolute values of its parts.

        Raises `OutsideError` for one too large for a float.
        """
        found: dict[tuple[tuple[str, int], ...], tuple[float, float]] = {}
        try:
            for (symbols, root), factor in self.terms.items():
                part = float(factor) * math.sqrt(root)
                value, size = found.get(symbols, (0.0, 0.0))
                found[symbols] = value + part, size + abs(part)
        except OverflowError:
            raise OutsideError("too large for a float") from None
        return found


def fraction(number: Fraction, decimal: int = 0) -> Surd:
    """Return a fraction as a sum. Raises `OutsideError` for a very large one."""
    return _checked({((), 1): number}, decimal)


def symbol(name: str) -> Surd:
    """Return a symbol as a sum."""
    return Surd({(((name, 1),), 1): Fraction(1)})


def _summed(parts: Iterable[tuple[_Term, Fraction]], *operands: Surd) -> Surd:
    """Return the sum of parts that were computed from the operands."""
    terms: dict[_Term, Fraction] = {}
    sizes: dict[_Term, Fraction] = {}
    for term, factor in parts:
        terms[term] = terms.get(term, Fraction(0)) + factor
        sizes[term] = sizes.get(term, Fraction(0)) + abs(factor)
    if not any(operand.decimal for operand in operands):
        return _checked(terms, 0)
    growths = [_growth(sizes[term], factor) for term, factor in terms.items()]
    return _checked(terms, 2)._replace(growth=max(growths, default=1.0) * sum(operand.growth for operand in operands))


def _growth(size: Fraction, total: Fraction) -> float:
    """Return how often the absolute value of a sum is in that of its parts, at most `_MOST_GROWTH`."""
    return float(min(size / abs(total), _MOST_GROWTH)) if total else math.inf


def _checked(terms: Mapping[_Term, Fraction], decimal: int) -> Surd:
    kept = {term: factor for term, factor in terms.items() if factor}
    sizes = [max(abs(factor.numerator), factor.denominator).bit_length() for factor in kept.values()]
    if len(kept) > _MOST_TERMS or max(sizes, default=0) > _MOST_BITS:
        raise OutsideError("too large")
    return Surd(kept, decimal)


def _powers(one: tuple[tuple[str, int], ...], other: tuple[tuple[str, int], ...]) -> tuple[tuple[str, int], ...]:
    exponents = dict(one)
    for name, exponent in other:
        exponents[name] = exponents.get(name, 0) + exponent
    return tuple(sorted((name, exponent) for name, exponent in exponents.items() if exponent))


def _without_squares(number: int) -> tuple[int, int]:
    """Return numbers a and b with a * a * b equal to a whole number, where b has no square factor."""
    if number > _MOST_ROOT:
        raise OutsideError("too large a number under a root")
    outside, inside, divisor = 1, 1, 2
    while divisor * divisor <= number:
        exponent = 0
        while number % divisor == 0:
            number //= divisor
            exponent += 1
        outside, inside = outside * divisor ** (exponent // 2), inside * divisor ** (exponent % 2)
        divisor += 1
    return (outside, inside * number) if number else (0, 1)


def _whole_root(number: int, degree: int) -> int:
    root = round(number ** (1 / degree)) if number < _MOST_ROOT else -1
    if root < 0 or root**degree != number:
        raise OutsideError("no whole root")
    return root
