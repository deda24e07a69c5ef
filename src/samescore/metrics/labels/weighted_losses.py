"""Weighted means of the items' losses: exact, or in NumPy's order of additions."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import compress

from samescore.metrics.summation import numpy_sum


def numpy_weighted_sum(losses: Sequence[float], weights: Sequence[float]) -> float:
    """Return the sum of losses times weights; an infinite loss without weight is ignored."""
    return numpy_sum([loss * weight if weight else 0.0 for loss, weight in zip(losses, weights, strict=True)])


def numpy_weighted_mean(losses: Sequence[float], weights: Sequence[float]) -> float:
    """Reproduce `numpy.average`."""
    return numpy_weighted_sum(losses, weights) / numpy_sum([*weights])


def weighted_loss(losses: Sequence[float], weights: Sequence[float], summation: str, normalize: str) -> float:
    """Return the weighted mean or sum of the losses (`normalize`), exactly (``fsum``) or as NumPy does.

    Infinite if a loss of some weight is, and nan if one is nan.
    """
    if summation != "fsum":
        return (numpy_weighted_sum if normalize == "sum" else numpy_weighted_mean)(losses, weights)
    counted, positive = [*compress(losses, weights)], [*filter(None, weights)]
    if not all(map(math.isfinite, counted)):
        return sum(counted)
    total = exact_weighted_sum(map(float.as_integer_ratio, counted), positive)
    return float(total if normalize == "sum" else total / exact_weight(positive))


def exact_weighted_sum(losses: Iterable[tuple[int, int]], weights: Iterable[float]) -> Fraction:
    """Return the sum of losses (numerator and denominator) times weights."""
    ratios = map(float.as_integer_ratio, weights)
    return _sum_of((over * weight, under * per) for (over, under), (weight, per) in zip(losses, ratios, strict=True))


def exact_weight(weights: Iterable[float]) -> Fraction:
    """Return the sum of the weights."""
    return _sum_of(map(float.as_integer_ratio, weights))


def _sum_of(ratios: Iterable[tuple[int, int]]) -> Fraction:
    """Return the sum of fractions with few different denominators, all powers of 2."""
    by_denominator: dict[int, int] = defaultdict(int)
    for numerator, denominator in ratios:
        by_denominator[denominator] += numerator
    return sum((Fraction(numerator, denominator) for denominator, numerator in by_denominator.items()), Fraction(0))
