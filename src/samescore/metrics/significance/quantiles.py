"""Compute quantiles of the normal distribution, and of Student's t.

Quantiles of the normal distribution are computed operation by operation as in SciPy's ``ndtri`` (Moshier, Cephes,
ndtri.c). Quantiles of Student's t are computed with 34 digits and rounded once.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from decimal import Context, Decimal, localcontext

_ROOT_2_PI = 2.50662827463100050242
_EXP_MINUS_2 = 0.13533528323661269189

# fmt: off
# Ratios of polynomials: for the middle, and for the tails, where z = sqrt(-2 log p) is below 8 or above.
_MIDDLE = (
    (-5.99633501014107895267e1, 9.80010754185999661536e1, -5.66762857469070293439e1, 1.39312609387279679503e1,
     -1.23916583867381258016),
    (1.0, 1.95448858338141759834, 4.67627912898881538453, 8.63602421390890590575e1, -2.25462687854119370527e2,
     2.00260212380060660359e2, -8.20372256168333339912e1, 1.59056225126211695515e1, -1.18331621121330003142),
)
_NEAR = (
    (4.05544892305962419923, 3.15251094599893866154e1, 5.71628192246421288162e1, 4.40805073893200834700e1,
     1.46849561928858024014e1, 2.18663306850790267539, -1.40256079171354495875e-1, -3.50424626827848203418e-2,
     -8.57456785154685413611e-4),
    (1.0, 1.57799883256466749731e1, 4.53907635128879210584e1, 4.13172038254672030440e1, 1.50425385692907503408e1,
     2.50464946208309415979, -1.42182922854787788574e-1, -3.80806407691578277194e-2, -9.33259480895457427372e-4),
)
_FAR = (
    (3.23774891776946035970, 6.91522889068984211695, 3.93881025292474443415, 1.33303460815807542389,
     2.01485389549179081538e-1, 1.23716634817820021358e-2, 3.01581553508235416007e-4, 2.65806974686737550832e-6,
     6.23974539184983293730e-9),
    (1.0, 6.02427039364742014255, 3.67983563856160859403, 1.37702099489081330271, 2.16236993594496635890e-1,
     1.34204006088543189037e-2, 3.28014464682127739104e-4, 2.89247864745380683936e-6, 6.79019408009981274425e-9),
)
# fmt: on

#: Degrees of freedom above which four terms of the expansion in their inverse are exact to double precision.
_MANY = 10_000
_DIGITS = 34
_ENOUGH, _NEGLIGIBLE = Decimal("1e-20"), Decimal("1e-34")
_PI = Decimal("3.141592653589793238462643383279502884197")


def normal_quantile(p: float) -> float:
    """Return the number below which a standard normal variable lies with probability `p`.

    It equals SciPy's ``ndtri`` bit for bit.

    It is infinite for 0 and 1, and nan outside 0..1.

    >>> normal_quantile(0.975)
    1.959963984540054
    """
    if p in (0, 1):
        return math.inf if p else -math.inf
    if not 0 < p < 1:
        return math.nan
    upper = p > 1 - _EXP_MINUS_2
    tail = 1 - p if upper else p
    if tail > _EXP_MINUS_2:
        tail -= 0.5
        square = tail * tail
        return (tail + tail * (square * _value_at(square, _MIDDLE[0]) / _value_at(square, _MIDDLE[1]))) * _ROOT_2_PI
    z = math.sqrt(-2 * math.log(tail))
    inverse = 1 / z
    above, below = _NEAR if z < 8 else _FAR
    size = z - math.log(z) / z - inverse * _value_at(inverse, above) / _value_at(inverse, below)
    return size if upper else -size


def _value_at(x: float, coefficients: Sequence[float]) -> float:
    """Return the value of a polynomial at x, by Horner's rule."""
    value = coefficients[0]
    for coefficient in coefficients[1:]:
        value = value * x + coefficient
    return value


def student_quantile(p: float, degrees: int) -> float:
    """Return the number below which Student's t with these degrees of freedom lies with probability `p`.

    The result is infinite for 0 and 1, and nan outside 0..1. Source: Abramowitz and Stegun, 26.7.1 and 26.7.5.

    >>> student_quantile(0.975, 1), student_quantile(0.975, 10)
    (12.706204736174694, 2.2281388519862744)
    """
    if not 0 < p < 1 or p == 0.5:
        return normal_quantile(p)
    if degrees > _MANY:
        return _expansion(normal_quantile(p), degrees)
    with localcontext(Context(prec=_DIGITS)):
        return math.copysign(float(_quantile(max(Decimal(p), 1 - Decimal(p)), degrees)), p - 0.5)


def _quantile(p: Decimal, degrees: int) -> Decimal:
    """Return the quantile for `p` above 1/2, by Newton's method from the left of a concave function.

    It does not overshoot the zero.
    """
    t, factor = Decimal(normal_quantile(float(p))), _density_at_zero(degrees)
    while True:
        density = factor * (1 + t * t / degrees) ** (-Decimal(degrees + 1) / 2)
        step = (p - _cdf(t, density, degrees)) / density
        t += step
        if step < t * _ENOUGH:
            return t


def _density_at_zero(degrees: int) -> Decimal:
    """Return the density at 0: a ratio of gamma functions, computed as a product of ratios of integers."""
    value = 1 / (Decimal(2) if degrees % 2 == 0 else _PI) / Decimal(degrees).sqrt()
    for k in range(degrees - 1, 1, -2):
        value *= Decimal(k) / max(k - 1, 1)
    return value


def _cdf(t: Decimal, density: Decimal, degrees: int) -> Decimal:
    """Return the probability below t > 0, by the hypergeometric series for the middle or for the tail.

    All terms are positive.
    """
    square = t * t
    if square < degrees:
        return Decimal("0.5") + density * t * _series(square / (degrees + square), degrees + 1, 3)
    return 1 - density * t / degrees * _series(degrees / (degrees + square), degrees + 1, degrees + 2)


def _series(ratio: Decimal, above: int, below: int) -> Decimal:
    """Return the sum 1 + ratio * above/below + ratio² * above/below * (above + 2)/(below + 2) + ..."""
    total = term = Decimal(1)
    k = 0
    while term > total * _NEGLIGIBLE:
        term *= ratio * (above + k) / (below + k)
        total += term
        k += 2
    return total


def _expansion(z: float, degrees: int) -> float:
    square = z * z
    terms = (
        z,
        z * (square + 1) / 4,
        z * ((5 * square + 16) * square + 3) / 96,
        z * (((3 * square + 19) * square + 17) * square - 15) / 384,
        z * ((((79 * square + 776) * square + 1482) * square - 1920) * square - 945) / 92160,
    )
    return math.fsum(term / degrees**k for k, term in enumerate(terms))
