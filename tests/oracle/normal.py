"""Probabilities and quantiles of the normal and Student's distributions, to 60 digits, from their series."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from statistics import NormalDist

from tests.oracle.arithmetic import Number, decimal, sixty_digits


def _pi() -> Decimal:
    """Return pi by Machin's formula, 16 arctan(1/5) - 4 arctan(1/239)."""

    def arctan(inverse: int) -> Decimal:
        total, k, power = Decimal(0), 0, Decimal(1) / inverse
        while power > Decimal(10) ** -65:
            total += power / (2 * k + 1) * (-1) ** k
            power /= inverse * inverse
            k += 1
        return total

    return 16 * arctan(5) - 4 * arctan(239)


def _density(x: Decimal) -> Decimal:
    return (-x * x / 2).exp() / (2 * _pi()).sqrt()


@sixty_digits
def normal_cdf(x: Number) -> Decimal:
    """Return 1/2 plus the density times x + x³/3 + x⁵/15 + ..., with x^(2k+1) over the product of the odd numbers."""
    x = decimal(x)
    term = total = x
    k = 1
    while abs(term) > Decimal(10) ** -58:
        term *= x * x / (2 * k + 1)
        total += term
        k += 1
    return Decimal("0.5") + _density(x) * total


@sixty_digits
def normal_quantile(p: Number) -> Decimal:
    """Return the quantile by Newton's method, which starts from the standard library's quantile."""
    x = Decimal(NormalDist().inv_cdf(float(p)))
    for _ in range(3):
        x -= (normal_cdf(x) - decimal(p)) / _density(x)
    return x


@sixty_digits
def student_cdf(t: Decimal, degrees: int) -> Decimal:
    """Return the probability by Abramowitz and Stegun 26.7.3 and 26.7.4, with s² = t²/(degrees + t²)."""
    degrees_ = Decimal(degrees)
    cosine2 = degrees_ / (degrees_ + t * t)
    sine = t / (degrees_ + t * t).sqrt()
    if degrees % 2:
        term = total = cosine2.sqrt() if degrees > 1 else Decimal(0)
        for k in range(3, degrees - 1, 2):
            term *= cosine2 * (k - 1) / k
            total += term
        return Decimal("0.5") + (_arctan(t / degrees_.sqrt()) + sine * total) / _pi()
    term = total = Decimal(1)
    for k in range(2, degrees - 1, 2):
        term *= cosine2 * (k - 1) / k
        total += term
    return (1 + sine * total) / 2


def _arctan(x: Decimal) -> Decimal:
    """Return the arctangent, with the angle halved until the series is short."""
    halvings = 0
    while abs(x) > Decimal("0.1"):
        x = x / (1 + (1 + x * x).sqrt())
        halvings += 1
    total, k, power = Decimal(0), 0, x
    while abs(power) > Decimal(10) ** -65:
        total += power / (2 * k + 1) * (-1) ** k
        power *= x * x
        k += 1
    return total * Decimal(2**halvings)


@sixty_digits
def student_quantile(p: Fraction, degrees: int) -> Decimal:
    """Return the t below which Student's t lies with probability p, by bisection."""
    below, above = Decimal(0), Decimal(2)
    upper = max(decimal(p), 1 - decimal(p))
    while student_cdf(above, degrees) < upper:
        above *= 4
    for _ in range(150):
        middle = (below + above) / 2
        below, above = (middle, above) if student_cdf(middle, degrees) < upper else (below, middle)
    return above if p > Fraction(1, 2) else -above
