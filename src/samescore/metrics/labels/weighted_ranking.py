"""Rank weighted items by score, and compute the ROC curve, the area under it, and average precision.

The curve has a point for every score from the highest down: the weight fp of the negative items and the weight tp of
the positive items with at least that score. Items of weight 0 are skipped. With weights of 1, the results
are those of `samescore.metrics.labels.ranking`.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise, zip_longest

from samescore.metrics.labels.ranking import Point
from samescore.metrics.labels.scored import KeptWeightedScores


def weighted_curve(items: KeptWeightedScores, *, exact: bool, last_first: bool = False) -> list[Point]:
    """Return the point (fp, tp) after each distinct score, from the highest down.

    If `exact`, weights are integers in a common unit, else doubles that are added in order. Items of equal score are
    added in the order of the input, or in reverse if `last_first`.
    """
    weights = _whole_weights(items)[0] if exact else items.weights
    ranked = _weighted_indices_by_score(items, last_first=last_first)
    fp: float = 0
    tp: float = 0
    points: list[Point] = []
    for place, following in zip_longest(ranked, ranked[1:]):
        if items.gold[place]:
            tp += weights[place]
        else:
            fp += weights[place]
        if following is None or items.scores[following] != items.scores[place]:
            points.append((fp, tp))
    return points


def weighted_one_by_one(items: KeptWeightedScores, *, exact: bool, positives_first: bool) -> list[Point]:
    """Return the point (fp, tp) after each positive item, if items of equal score pass the threshold one by one.

    At each score, positive items pass before or after all negative ones. If `exact`, weights are integers in a common
    unit, else doubles.
    """
    weights = _whole_weights(items)[0] if exact else items.weights
    in_classes = sorted(_weighted_indices(items), key=items.gold.__getitem__, reverse=positives_first)
    fp: float = 0
    tp: float = 0
    points: list[Point] = []
    for place in sorted(in_classes, key=items.scores.__getitem__, reverse=True):
        if items.gold[place]:
            tp += weights[place]
            points.append((fp, tp))
        else:
            fp += weights[place]
    return points


def shown_curve(items: KeptWeightedScores) -> list[list[float | None]]:
    """Return the points of the curve in doubles; None for a sum of weights beyond the largest double."""
    unit = _whole_weights(items)[1]
    most = int(sys.float_info.max) * unit
    points = weighted_curve(items, exact=True)
    return [[weight / unit if weight <= most else None for weight in point] for point in points]


def weighted_area(points: Sequence[Point], ties: str) -> Fraction:
    """Return the weighted share of correctly ordered pairs of a positive and a negative item.

    A pair of equal scores counts as 1/2, 0 or 1 if `ties` is half, wrong or right.
    """
    negatives, positives = points[-1]
    tied = {"half": 1, "wrong": 0, "right": 2}[ties]
    halves = sum(
        (fp - before_fp) * (2 * before_tp + tied * (tp - before_tp))
        for (before_fp, before_tp), (fp, tp) in pairwise([(0, 0), *points])
    )
    return Fraction(halves, 2 * negatives * positives)


def exact_precisions(points: Sequence[Point]) -> float:
    """Return average precision: the sum over the points of the gain in recall times the precision.

    Each product and the sum are rounded once.
    """
    whole = points[-1][1]
    steps = pairwise([(0, 0), *points])
    return math.fsum((tp - before) * tp / ((fp + tp) * whole) for (_, before), (fp, tp) in steps)


def _weighted_indices(items: KeptWeightedScores) -> list[int]:
    """Return the indices of the items with a weight above 0, in order."""
    return [place for place, weight in enumerate(items.weights) if weight]


def _weighted_indices_by_score(items: KeptWeightedScores, *, last_first: bool) -> list[int]:
    """Return the indices of the items with a weight above 0, from the highest score down.

    Items of equal score are in the order of the input, or in reverse if `last_first`.
    """
    places = _weighted_indices(items)
    if last_first:
        places.reverse()
    return sorted(places, key=items.scores.__getitem__, reverse=True)


def _whole_weights(items: KeptWeightedScores) -> tuple[list[int], int]:
    """Return the weights as integers in a common unit, and the number of units in 1, which is a power of 2."""
    ratios = [weight.as_integer_ratio() for weight in items.weights]
    unit = max((denominator for _, denominator in ratios), default=1)
    return [numerator * (unit // denominator) for numerator, denominator in ratios], unit
