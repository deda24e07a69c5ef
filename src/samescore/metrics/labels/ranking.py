"""Rank items by score, count correctly ordered pairs, and compute the ROC curve, with or without kernels."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from functools import partial
from itertools import compress, zip_longest
from operator import not_
from typing import Any, NamedTuple

from samescore.kernels import kernels_enabled
from samescore.kernels import ranking as kernel
from samescore.kernels import trapezoids as trapezoid_kernel
from samescore.kernels.sorting import ranked
from samescore.metrics.labels.scored import ScoredItems
from samescore.metrics.summation import numpy_sum

#: The numbers (or weights) of negative and positive items with at least a certain score: fp and tp.
Point = tuple[Any, Any]


class RankedPairCounts(NamedTuple):
    """The numbers of pairs with a positive and a negative item, and the number of items in each class."""

    higher: int
    """The number of pairs in which the positive item has the higher score."""
    tied: int
    """The number of pairs of equal scores."""
    positives: int
    negatives: int


def count_pairs(items: ScoredItems) -> RankedPairCounts:
    """Return the numbers of pairs and items, counted by the kernels if these are enabled."""
    return compiled_pairs(items) if kernels_enabled() else plain_pairs(items)


def plain_pairs(items: ScoredItems) -> RankedPairCounts:
    """Compute `count_pairs` without kernels."""
    positives = sorted(compress(items.scores, items.gold))
    negatives = sorted(compress(items.scores, map(not_, items.gold)))
    lower = sum(map(partial(bisect_left, negatives), positives))
    not_higher = sum(map(partial(bisect_right, negatives), positives))
    return RankedPairCounts(lower, not_higher - lower, len(positives), len(negatives))


def compiled_pairs(items: ScoredItems) -> RankedPairCounts:
    """Compute `count_pairs` with the kernels."""
    higher, tied, positives = kernel.count_pairs(*ranked(items.scores, items.gold))
    return RankedPairCounts(higher, tied, positives, items.segments - positives)


def curve(items: ScoredItems) -> list[Point]:
    """Return the point (fp, tp) after each distinct score, from the highest down, with kernels if these are enabled."""
    return compiled_curve(items) if kernels_enabled() else plain_curve(items)


def plain_curve(items: ScoredItems) -> list[Point]:
    """Compute `curve` without kernels."""
    scores, gold = items.scores, items.gold
    ranked = sorted(range(len(scores)), key=scores.__getitem__, reverse=True)
    points = []
    fp = tp = 0
    for index, following in zip_longest(ranked, ranked[1:]):
        if gold[index]:
            tp += 1
        else:
            fp += 1
        if following is None or scores[following] != scores[index]:
            points.append((fp, tp))
    return points


def compiled_curve(items: ScoredItems) -> list[Point]:
    """Compute `curve` with the kernels."""
    fp, tp = kernel.count_curve(*ranked(items.scores, items.gold))
    return list(zip(fp, tp, strict=True))


def _corners(points: list[Point]) -> list[Point]:
    """Return the points without those that are equally far from both neighbours on both axes."""
    if len(points) <= 2:
        return points
    kept = [points[0]]
    for before, point, after in zip(points, points[1:], points[2:], strict=False):
        if any((after[axis] - point[axis]) - (point[axis] - before[axis]) for axis in (0, 1)):
            kept.append(point)
    return [*kept, points[-1]]


def trapezoids(items: ScoredItems, origin: bool) -> float:
    """Return the area under the ROC curve by the trapezoidal rule, in NumPy's order of additions.

    The curve starts at the origin if `origin` is true, or if its first corner has false positives. Kernels compute the
    area if they are enabled.
    """
    return compiled_trapezoids(items, origin) if kernels_enabled() else plain_trapezoids(items, origin)


def plain_trapezoids(items: ScoredItems, origin: bool) -> float:
    """Compute `trapezoids` without kernels."""
    return trapezoids_of(plain_curve(items), origin)


def trapezoids_of(points: list[Point], origin: bool) -> float:
    """Return the area under the curve through these points, computed as by `trapezoids`."""
    return _added(*_rates(points, origin))


def trapezoids_up_to(points: list[Point], origin: bool, max_fpr: float) -> float:
    """Return the area under a curve up to a false-positive rate below 1, computed as by `trapezoids`.

    The end of the curve is interpolated between two points.
    """
    x, y = _rates(points, origin)
    stop = bisect_right(x, max_fpr)
    slope = (y[stop] - y[stop - 1]) / (x[stop] - x[stop - 1])
    height = slope * (max_fpr - x[stop - 1]) + y[stop - 1]
    return _added([*x[:stop], max_fpr], [*y[:stop], height])


def _rates(points: list[Point], origin: bool) -> tuple[list[float], list[float]]:
    """Return the false-positive and the true-positive rates at the corners of a curve.

    The origin is added if `origin` is true, or if the first corner has false positives.
    """
    negatives, positives = points[-1]
    corners = _corners(points)
    if origin or corners[0][0]:
        corners = [(0, 0), *corners]
    return [fp / negatives for fp, _ in corners], [tp / positives for _, tp in corners]


def _added(x: list[float], y: list[float]) -> float:
    """Return the area of the trapezoids between the points (x, y), in NumPy's order of additions."""
    return numpy_sum([(x[k + 1] - x[k]) * (y[k + 1] + y[k]) / 2.0 for k in range(len(x) - 1)])


def compiled_trapezoids(items: ScoredItems, origin: bool) -> float:
    """Compute `trapezoids` with the kernels."""
    keys, nonnegative = ranked(items.scores, items.gold)
    area: float = trapezoid_kernel.trapezoids(keys, kernel.count_corners(keys, nonnegative), origin)
    return area
