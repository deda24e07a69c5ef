"""Compute the bounds of an interval from the scores of resamples, by the rules of several packages.

N scores are sorted. A bound is one of these scores, or lies between two of them, such that a given share of the
scores lies beyond it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction

from samescore.metrics.significance.distributions import normal_cdf
from samescore.metrics.significance.quantiles import normal_quantile
from samescore.metrics.summation import numpy_sum

#: A lower and an upper bound.
Bounds = tuple[float, float]
#: A function that returns the value at a share of the way from the first score to the last.
Quantile = Callable[[Sequence[float], float], float]


def tail_share(confidence: float, sides: str) -> float:
    """Return the share of the resamples beyond each bound, computed in doubles."""
    return (1 - confidence) / 2 if sides == "two-sided" else 1 - confidence


def exactly_beyond(confidence: float, sides: str) -> Fraction:
    """Return the share of the resamples beyond each bound as a fraction, with the confidence read as a decimal number."""
    return (1 - Fraction(str(confidence))) / (2 if sides == "two-sided" else 1)


def counted_inwards(ordered: Sequence[float], share: Fraction) -> Bounds:
    """Return the bounds that exclude floor(N * `share`) scores at each end, as in sacreBLEU and Moses.

    >>> counted_inwards(range(1000), Fraction(1, 40))
    (25, 974)
    """
    below = _position(len(ordered), share)
    return ordered[below], ordered[len(ordered) - 1 - below]


def counted_upwards(ordered: Sequence[float], share: Fraction) -> Bounds:
    """Return the bounds at positions counted from the lowest score, rounded down, as in compare-mt.

    >>> counted_upwards(range(1000), Fraction(1, 40))
    (25, 975)
    """
    return ordered[_position(len(ordered), share)], ordered[_position(len(ordered), 1 - share)]


def _position(size: int, share: Fraction) -> int:
    return min(math.floor(size * share), size - 1)


def numpy_quantile(ordered: Sequence[float], share: float) -> float:
    """Reproduce ``numpy.percentile(scores, 100 * share)``, which interpolates from the nearer of two scores.

    Returns nan if `share` is nan.
    """
    place = (len(ordered) - 1) * (100 * share / 100)
    if place != place:
        return math.nan
    if place >= len(ordered) - 1:
        return ordered[-1]
    k = math.floor(place)
    weight, step = place - k, ordered[k + 1] - ordered[k]
    return ordered[k + 1] - step * (1 - weight) if weight >= 0.5 else ordered[k] + step * weight


def weighted_quantile(ordered: Sequence[float], share: float) -> float:
    """Reproduce ``scipy.stats.quantile(scores, share)``, a weighted mean of two scores; nan if `share` is nan."""
    place = share * len(ordered) + (1 - share)
    if place != place:
        return math.nan
    k = math.floor(place)
    weight = place % 1 if k >= 1 else 0.0
    last = len(ordered) - 1
    return (1 - weight) * ordered[min(max(k - 1, 0), last)] + weight * ordered[min(k, last)]


#: The functions that interpolate a bound between two scores.
QUANTILES: dict[str, Quantile] = {
    "nearer": numpy_quantile,
    "weighted": weighted_quantile,
}


def bca_shares(
    resampled: Sequence[float], score: float, without_each: Sequence[float], share: float, *, ties: str
) -> Bounds:
    """Return the shares of the resamples below the bounds, corrected for bias and skewness (Efron 1987).

    `without_each` are the scores of the input without each segment in turn. Resamples with the same score as the input
    count as half below if `ties` is ``halved``, and not as below if it is ``above``. The result is nan if all scores in
    `without_each` are equal.
    """
    below = sum(value < score for value in resampled)
    if ties == "halved":
        below += sum(value <= score for value in resampled)
    bias = normal_quantile(below / (2 * len(resampled) if ties == "halved" else len(resampled)))
    acceleration = _acceleration(without_each)
    z = normal_quantile(share)
    return _corrected_level(bias, acceleration, z), _corrected_level(bias, acceleration, -z)


def _corrected_level(bias: float, acceleration: float, z: float) -> float:
    moved = bias + z
    scale = 1 - acceleration * moved
    if scale == 0:
        return float(moved > 0)
    return normal_cdf(bias + moved / scale)


def _acceleration(without_each: Sequence[float]) -> float:
    """Return the acceleration, which measures skewness, from the scores of the jackknife; nan if they are equal.

    It is one sixth of the third moment of their influences over the second moment to the power of 3/2.
    """
    count = float(len(without_each))
    middle = numpy_sum(list(without_each)) / count
    influences = [(count - 1) * (middle - value) for value in without_each]
    cubes = numpy_sum([value**3 for value in influences]) / count**3
    squares = numpy_sum([value * value for value in influences]) / count**2
    return 1 / 6 * cubes / squares ** (3 / 2) if squares else math.nan
