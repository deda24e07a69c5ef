"""Weighted items ranked by score: the ROC curve, and the precision at each positive item.

Both are computed from the curve: the weight fp of the negative items and tp of the positive items with at least some
score, for every score from the highest down. Items without weight are skipped. Weights of 1 give the same as `ranking`.
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
    """(fp, tp) after each distinct score, from the highest down: integers in some unit, or doubles added in order.

    The order is that of the input among items of equal score, or, if `last_first`, the opposite one.
    """
    weights = _whole_weights(items)[0] if exact else items.weights
    ranked = _ranked(items, last_first=last_first)
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
    """(fp, tp) after each positive item, if items of equal score pass one by one, one class after the other."""
    weights = _whole_weights(items)[0] if exact else items.weights
    in_classes = sorted(_weighing(items), key=items.gold.__getitem__, reverse=positives_first)
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
    """Return the curve in doubles; None for a weight beyond the largest double."""
    unit = _whole_weights(items)[1]
    most = int(sys.float_info.max) * unit
    points = weighted_curve(items, exact=True)
    return [[weight / unit if weight <= most else None for weight in point] for point in points]


def weighted_area(points: Sequence[Point], ties: str) -> Fraction:
    """Return the weighted share of pairs in which the positive item has the higher score, plus that of ties."""
    negatives, positives = points[-1]
    tied = {"half": 1, "wrong": 0, "right": 2}[ties]
    halves = sum(
        (fp - before_fp) * (2 * before_tp + tied * (tp - before_tp))
        for (before_fp, before_tp), (fp, tp) in pairwise([(0, 0), *points])
    )
    return Fraction(halves, 2 * negatives * positives)


def exact_precisions(points: Sequence[Point]) -> float:
    """The sum over the points of the gain in recall times the precision, with both factors and the sum rounded once."""
    whole = points[-1][1]
    steps = pairwise([(0, 0), *points])
    return math.fsum((tp - before) * tp / ((fp + tp) * whole) for (_, before), (fp, tp) in steps)


def _weighing(items: KeptWeightedScores) -> list[int]:
    """Return the indices of the items with a weight."""
    return [place for place, weight in enumerate(items.weights) if weight]


def _ranked(items: KeptWeightedScores, *, last_first: bool) -> list[int]:
    """Return the indices of the items with a weight, from the highest score down."""
    places = _weighing(items)
    if last_first:
        places.reverse()
    return sorted(places, key=items.scores.__getitem__, reverse=True)


def _whole_weights(items: KeptWeightedScores) -> tuple[list[int], int]:
    """Return the weights as integers in some unit, and the number of units in 1: a power of 2."""
    ratios = [weight.as_integer_ratio() for weight in items.weights]
    unit = max((denominator for _, denominator in ratios), default=1)
    return [numerator * (unit // denominator) for numerator, denominator in ratios], unit
