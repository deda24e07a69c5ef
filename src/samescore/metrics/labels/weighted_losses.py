"""Compute weighted means of the items' losses: exactly, or in NumPy's order of additions."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import compress

from samescore.metrics.summation import numpy_sum


def numpy_weighted_sum(losses: Sequence[float], weights: Sequence[float]) -> float:
    """Return the sum of losses times weights, added as by NumPy; the loss of an item of weight 0 is ignored."""
    return numpy_sum([loss * weight if weight else 0.0 for loss, weight in zip(losses, weights, strict=True)])


def numpy_weighted_mean(losses: Sequence[float], weights: Sequence[float]) -> float:
    """Reproduce `numpy.average` of losses with weights, except that the loss of an item of weight 0 is ignored."""
    return numpy_weighted_sum(losses, weights) / numpy_sum([*weights])


def weighted_loss(losses: Sequence[float], weights: Sequence[float], summation: str, normalize: str) -> float:
    """Return the weighted mean of the losses (their weighted sum if `normalize` is sum), exactly or as NumPy does.

    It is exact if `summation` is ``fsum``.

    The result is infinite if a loss with a weight above 0 is infinite, and nan if one is nan.
    """
    if summation != "fsum":
        return (numpy_weighted_sum if normalize == "sum" else numpy_weighted_mean)(losses, weights)
    counted, positive = [*compress(losses, weights)], [*filter(None, weights)]
    if not all(map(math.isfinite, counted)):
        return sum(counted)
    total = exact_weighted_sum(map(float.as_integer_ratio, counted), positive)
    return float(total if normalize == "sum" else total / exact_weight(positive))


def exact_weighted_sum(losses: Iterable[tuple[int, int]], weights: Iterable[float]) -> Fraction:
    """Return the exact sum of losses (each as numerator and denominator) times weights."""
    ratios = map(float.as_integer_ratio, weights)
    return _sum_of((over * weight, under * per) for (over, under), (weight, per) in zip(losses, ratios, strict=True))


def exact_weight(weights: Iterable[float]) -> Fraction:
    """Return the exact sum of the weights."""
    return _sum_of(map(float.as_integer_ratio, weights))


def _sum_of(ratios: Iterable[tuple[int, int]]) -> Fraction:
    """Return the exact sum of fractions with few different denominators."""
    by_denominator: dict[int, int] = defaultdict(int)
    for numerator, denominator in ratios:
        by_denominator[denominator] += numerator
    return sum((Fraction(numerator, denominator) for denominator, numerator in by_denominator.items()), Fraction(0))
