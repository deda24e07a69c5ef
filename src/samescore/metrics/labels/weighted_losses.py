"""Means of the items' losses, weighted: exact, or as NumPy adds them up."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import compress

from samescore.metrics.summation import numpy_sum


def numpy_weighted_sum(losses: Sequence[float], weights: Sequence[float]) -> float:
    """The sum of the losses times the weights; an infinite loss without weight is none."""
    return numpy_sum([loss * weight if weight else 0.0 for loss, weight in zip(losses, weights, strict=True)])


def numpy_weighted_mean(losses: Sequence[float], weights: Sequence[float]) -> float:
    """What `numpy.average` gives."""
    return numpy_weighted_sum(losses, weights) / numpy_sum([*weights])


def weighted_loss(losses: Sequence[float], weights: Sequence[float], arithmetic: str, normalize: str) -> float:
    """The mean of the losses, weighted, or their sum (`normalize`): exact (``fsum``), or as NumPy does.

    Infinite if a loss of some weight is, and nan if one is nan.
    """
    if arithmetic != "fsum":
        return (numpy_weighted_sum if normalize == "sum" else numpy_weighted_mean)(losses, weights)
    counted, positive = [*compress(losses, weights)], [*filter(None, weights)]
    if not all(map(math.isfinite, counted)):
        return sum(counted)
    total = exact_weighted_sum(map(float.as_integer_ratio, counted), positive)
    return float(total if normalize == "sum" else total / exact_weight(positive))


def exact_weighted_sum(losses: Iterable[tuple[int, int]], weights: Iterable[float]) -> Fraction:
    """The sum of the losses, pairs of a numerator and a denominator, times the weights."""
    ratios = map(float.as_integer_ratio, weights)
    return _sum_of((over * weight, under * per) for (over, under), (weight, per) in zip(losses, ratios, strict=True))


def exact_weight(weights: Iterable[float]) -> Fraction:
    """The sum of the weights."""
    return _sum_of(map(float.as_integer_ratio, weights))


def _sum_of(ratios: Iterable[tuple[int, int]]) -> Fraction:
    """The sum of fractions that have few different denominators: powers of 2."""
    by_denominator: dict[int, int] = defaultdict(int)
    for numerator, denominator in ratios:
        by_denominator[denominator] += numerator
    return sum((Fraction(numerator, denominator) for denominator, numerator in by_denominator.items()), Fraction(0))
