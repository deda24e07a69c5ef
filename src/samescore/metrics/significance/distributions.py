"""Compute tails of the distributions that tests use: normal, Student's t, chi-squared and binomial.

The normal distribution is computed operation by operation as in SciPy's ``ndtr``, so p-values are equal to the last
bit; the rounding of its argument accounts for about z*z/2 units in the last place. The other distributions are computed
with 50 decimal digits and rounded once, from the continued fractions of the incomplete beta and gamma functions
(Abramowitz and Stegun 1964, 26.5.8 and 6.5.31).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from decimal import Context, Decimal, localcontext
from fractions import Fraction
from functools import cache
from itertools import count

_DIGITS = 50
#: A context whose exponents neither overflow nor underflow here.
_CONTEXT = Context(prec=_DIGITS, Emin=-(10**9), Emax=10**9)
#: Maximum distance from 1 of a factor at which a continued fraction has converged.
_CONVERGED = Decimal(10) ** (10 - _DIGITS)
_PI = Decimal("3.14159265358979323846264338327950288419716939937510582097494459")
#: Minimum argument for which Stirling's series is exact to 50 digits, and the number of its terms.
_STIRLING_FROM, _STIRLING_TERMS = 40, 30
_HALF = Decimal("0.5")

# Coefficients of the rational approximations of erf (below 1) and erfc (below 8, and above): Moshier, Cephes 2.0.
_ERF_ABOVE = (
    9.60497373987051638749e0,
    9.00260197203842689217e1,
    2.23200534594684319226e3,
    7.00332514112805075473e3,
    5.55923013010394962768e4,
)
_ERF_BELOW = (
    1.0,
    3.35617141647503099647e1,
    5.21357949780152679795e2,
    4.59432382970980127987e3,
    2.26290000613890934246e4,
    4.92673942608635921086e4,
)
_ERFC_ABOVE = (
    2.46196981473530512524e-10,
    5.64189564831068821977e-1,
    7.46321056442269912687e0,
    4.86371970985681366614e1,
    1.96520832956077098242e2,
    5.26445194995477358631e2,
    9.34528527171957607540e2,
    1.02755188689515710272e3,
    5.57535335369399327526e2,
)
_ERFC_BELOW = (
    1.0,
    1.32281951154744992508e1,
    8.67072140885989742329e1,
    3.54937778887819891062e2,
    9.75708501743205489753e2,
    1.82390916687909736289e3,
    2.24633760818710981792e3,
    1.65666309194161350182e3,
    5.57535340817727675546e2,
)
_FAR_ABOVE = (
    5.64189583547755073984e-1,
    1.27536670759978104416e0,
    5.01905042251180477414e0,
    6.16021097993053585195e0,
    7.40974269950448939160e0,
    2.97886665372100240670e0,
)
_FAR_BELOW = (
    1.0,
    2.26052863220117276590e0,
    9.39603524938001434673e0,
    1.20489539808096656605e1,
    1.70814450747565897222e1,
    9.60896809063285878198e0,
    3.36907645100081516050e0,
)
_MAX_LOG = 7.09782712893383996843e2  # exp(-x) underflows in Cephes for larger x


def normal_cdf(z: float) -> float:
    """Return the probability that a standard normal variable is at most `z`, as SciPy's ``ndtr``, bit for bit.

    Returns nan for nan.

    >>> normal_cdf(0.0)
    0.5
    """
    x = z * math.sqrt(0.5)
    if abs(x) < 1:
        return 0.5 + 0.5 * _erf(x)
    tail = 0.5 * _erfc(abs(x))
    return 1.0 - tail if x > 0 else tail


def _erf(x: float) -> float:
    square = x * x
    return x * _polynomial(square, _ERF_ABOVE) / _polynomial(square, _ERF_BELOW)


def _erfc(x: float) -> float:
    """Return erfc of a number that is at least 1; nan for nan."""
    square = x * x
    if square > _MAX_LOG:
        return 0.0
    above, below = (_ERFC_ABOVE, _ERFC_BELOW) if x < 8 else (_FAR_ABOVE, _FAR_BELOW)
    return math.exp(-square) * _polynomial(x, above) / _polynomial(x, below)


def _polynomial(x: float, coefficients: Sequence[float]) -> float:
    value = coefficients[0]
    for coefficient in coefficients[1:]:
        value = value * x + coefficient
    return value


def student_cdf(t: float, freedom: float) -> float:
    """Return the probability that Student's t with `freedom` degrees of freedom is at most `t`, rounded once.

    The result is nan if `t` is nan or `freedom` is not positive.

    >>> student_cdf(-1.0, 1)
    0.25
    """
    if math.isnan(t) or freedom <= 0:
        return math.nan
    if math.isinf(t):
        return float(t > 0)
    with localcontext(_CONTEXT):
        square = Decimal(t) * Decimal(t)
        degrees = Decimal(freedom)
        whole = degrees + square
        tail = _beta(degrees * _HALF, _HALF, degrees / whole, square / whole) / 2
        return float(1 - tail if t > 0 else tail)


def chi_squared_sf(x: float) -> float:
    """Return the probability that a chi-squared variable with one degree of freedom exceeds `x`, rounded once.

    Returns nan for nan.

    >>> chi_squared_sf(0.0), chi_squared_sf(float("inf"))
    (1.0, 0.0)
    """
    if math.isnan(x) or x <= 0 or math.isinf(x):
        return x if math.isnan(x) else float(x <= 0)
    with localcontext(_CONTEXT):
        return float(_complementary_gamma(Decimal(x) / 2))


def binomial_cdf(successes: int, trials: int) -> float:
    """Return the probability of at most `successes` heads in `trials` tosses of a fair coin, rounded once.

    >>> binomial_cdf(1, 3)
    0.5
    """
    if successes < 0 or successes >= trials:
        return float(successes >= 0)
    with localcontext(_CONTEXT):
        return float(_beta(Decimal(trials - successes), Decimal(successes + 1), _HALF, _HALF))


def _beta(a: Decimal, b: Decimal, x: Decimal, rest: Decimal) -> Decimal:
    """Return the regularized incomplete beta function I_x(a, b); `rest` is 1 - x."""
    if not x or not rest:
        return Decimal(bool(x))
    if x * (a + b + 2) > a + 1:
        return 1 - _beta_fraction(b, a, rest, x)
    return _beta_fraction(a, b, x, rest)


def _beta_fraction(a: Decimal, b: Decimal, x: Decimal, rest: Decimal) -> Decimal:
    def terms() -> Iterator[Decimal]:
        for m in count():
            yield -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
            yield (m + 1) * (b - m - 1) * x / ((a + 2 * m + 1) * (a + 2 * m + 2))

    scale = a * x.ln() + b * rest.ln() + _log_gamma(a + b) - _log_gamma(a) - _log_gamma(b)
    return scale.exp() / (a * _fraction(((term, Decimal(1)) for term in terms()), Decimal(1)))


def _complementary_gamma(x: Decimal) -> Decimal:
    """Return the regularized incomplete gamma function Q(1/2, x) = erfc(sqrt(x))."""
    scale = (-x).exp() * (x / _PI).sqrt()
    if x > 4:
        terms = ((-k * (k - _HALF), x + 2 * k + _HALF) for k in map(Decimal, count(1)))
        return scale / _fraction(terms, x + _HALF)
    total = term = 2 * scale
    for k in count(1):
        term *= x / (k + _HALF)
        total += term
        if term < total * _CONVERGED:
            return 1 - total
    raise AssertionError("an endless sequence ended")


def _fraction(terms: Iterator[tuple[Decimal, Decimal]], first: Decimal) -> Decimal:
    """Return the continued fraction first + a1/(b1 + a2/(b2 + ...)) by Lentz's method; `terms` are the pairs (a, b)."""
    value = above = first
    below = Decimal(0)
    for a, b in terms:
        below = 1 / (b + a * below)
        above = b + a / above
        factor = above * below
        value *= factor
        if abs(factor - 1) < _CONVERGED:
            return value
    raise AssertionError("an endless sequence ended")


def _log_gamma(x: Decimal) -> Decimal:
    """Return the logarithm of the gamma function of a positive number, by Stirling's series."""
    shift = Decimal(1)
    while x < _STIRLING_FROM:
        shift *= x
        x += 1
    series = sum((c / x ** (2 * k + 1) for k, c in enumerate(_stirling())), Decimal(0))
    return (x - _HALF) * x.ln() - x + (2 * _PI).ln() / 2 + series - shift.ln()


@cache
def _stirling() -> tuple[Decimal, ...]:
    """Return the coefficients B(2k)/(2k(2k - 1)) of Stirling's series, from k = 1."""
    numbers = [Fraction(1)]
    for m in range(1, 2 * _STIRLING_TERMS + 1):
        numbers.append(-sum((math.comb(m + 1, k) * numbers[k] for k in range(m)), Fraction(0)) / (m + 1))
    parts = [numbers[2 * k] / (2 * k * (2 * k - 1)) for k in range(1, _STIRLING_TERMS + 1)]
    with localcontext(_CONTEXT):
        return tuple(Decimal(part.numerator) / part.denominator for part in parts)
