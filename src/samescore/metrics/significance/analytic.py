"""Compute standard errors of means, and intervals by formulas: normal, Student's t, and Wilson's for proportions."""

from __future__ import annotations

import math
from collections.abc import Sequence

from samescore.base.errors import MetricError
from samescore.metrics.aggregation import MeanOfSegments
from samescore.metrics.significance.quantiles import normal_quantile, student_quantile
from samescore.metrics.significance.systems import KeptNumbers, KeptRows, KeptSystem
from samescore.metrics.summation import add_up


def numbers_of(system: KeptSystem) -> Sequence[float]:
    """Return the numbers of a system, or the scores of its segments.

    Raises `MetricError` if the score of the system is not the mean of segment scores.
    """
    if isinstance(system, KeptNumbers):
        return system.numbers
    if isinstance(system, KeptRows):
        metric, settings = system.metric, system.settings
        if isinstance(metric, MeanOfSegments) and metric.averages(settings):
            return metric.segment_scores(system.rows, settings)
    raise MetricError(
        f"{system.metric.name} with these settings is not the mean of segment scores",
        kind="ValueError",
        hint="use resampling, or settings that average segment scores, such as average=sentences",
    )


def variance(values: Sequence[float], divisor: str, form: str, how: str) -> float:
    """Return the variance with the divisor n or n - 1.

    If `form` is squares, it is computed as the mean of squares minus the squared mean, else from deviations. Sums are
    added as by `add_up` with `how`.

    Raises `ZeroDivisionError` for no values, and for a single value with divisor n - 1.
    """
    count = len(values)
    mean = add_up(values, how) / count
    if form == "squares":
        difference = add_up([value * value for value in values], how) / count - mean * mean
        return max(difference, 0.0) * (count / (count - 1) if divisor == "n-1" else 1.0)
    if how == "numpy":
        squares = [(value - mean) * (value - mean) for value in values]
    else:
        squares = [(value - mean) ** 2 for value in values]
    return add_up(squares, how) / (count - 1 if divisor == "n-1" else count)


def standard_error(numbers: Sequence[float], how: str) -> float:
    """Return the standard error of the mean; raises `MetricError` for fewer than two numbers."""
    if len(numbers) < 2:
        raise MetricError("a standard error needs at least two numbers", kind="ZeroDivisionError")
    return math.sqrt(variance(numbers, "n-1", "deviations", how)) / math.sqrt(len(numbers))


def tails(confidence: float, sides: str) -> tuple[float, float]:
    """Return the probabilities below the lower and the upper bound; 0 or 1 for a missing bound."""
    if sides == "two-sided":
        return (1 - confidence) / 2, (1 + confidence) / 2
    return (0.0, confidence) if sides == "less" else (1 - confidence, 1.0)


def quantile_interval(
    mean: float, error: float, below: float, above: float, degrees: int | None
) -> tuple[float, float]:
    """Return the interval of a mean, computed from quantiles of the normal distribution, or of Student's t.

    `error` is the standard error, `below` and `above` the probabilities below the bounds. With `degrees` of freedom,
    Student's t is used.
    """
    low, high = (normal_quantile(p) if degrees is None else student_quantile(p, degrees) for p in (below, above))
    return low * error + mean, high * error + mean


def wilson_of_nothing(sides: str) -> tuple[float, float]:
    """Return the interval for zero items: 0 or 1 for the bound that a one-sided interval lacks, else nan."""
    return 0.0 if sides == "less" else math.nan, 1.0 if sides == "greater" else math.nan


def wilson(right: int, count: int, confidence: float, sides: str) -> tuple[float, float]:
    """Return Wilson's interval (1927) of a proportion, in the form of Newcombe (1998), as scipy computes it.

    The bounds are in 0..1; `count` must not be 0.

    >>> wilson(1, 2, 0.95, "two-sided")
    (0.09453120573423074, 0.9054687942657693)
    """
    share = right / count
    z = normal_quantile(0.5 + 0.5 * confidence if sides == "two-sided" else confidence)
    denominator = 2 * (count + z**2)
    middle = (2 * count * share + z**2) / denominator
    half = z / denominator * math.sqrt(4 * count * share * (1 - share) + z**2)
    low = 0.0 if sides == "less" or right == 0 else middle - half
    high = 1.0 if sides == "greater" or right == count else middle + half
    return low, high
