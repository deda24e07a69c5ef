"""Compute areas under curves in 32-bit floats, as torchmetrics does with PyTorch.

Rates, differences, products and sums are each rounded. Sums are computed as in a single thread: from 32,768 corners on,
PyTorch uses all threads, and the order of additions depends on their number.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise

from samescore.metrics.float32 import single, torch_mean, torch_sum
from samescore.metrics.labels.ranking import Point
from samescore.settings import Choice, Stage, knob


def dtype_knob(what: str) -> str:
    """Define the knob ``dtype`` of a metric over ranked items; `what` names the values computed in 32-bit floats."""
    return knob(
        Stage.COMBINATION,
        Choice(("float64", "float32")),
        "float64",
        f"Floating-point precision. float64: as set by the other knobs; float32: {what} in 32-bit floats, rounded after "
        "every operation and summed as PyTorch does",
        former=("precision",),
    )


def area_of_singles(points: Sequence[Point], ties: str = "half", max_fpr: float = 1.0) -> float:
    """Return the trapezoidal area between all corners of a curve from the origin, up to a false-positive rate.

    If `ties` is wrong or right, the curve has rectangular steps. A partial area is rescaled (McClish 1989); it is nan
    if `max_fpr` is 0 in 32 bits.
    """
    negatives, positives = points[-1]
    x = [0.0, *(single(fp / negatives) for fp, _ in points)]
    y = [0.0, *(single(tp / positives) for _, tp in points)]
    end = single(max_fpr)
    if end in (0, 1):
        return _trapezoids(x, y, ties) if end else math.nan
    stop = bisect_right(x, end)
    share = single(single(end - x[stop - 1]) / single(x[stop] - x[stop - 1]))
    height = _lerp(y[stop - 1], y[stop], share) if ties == "half" else y[stop]
    area = _trapezoids([*x[:stop], end], [*y[:stop], height], ties)
    least = single(single(end * end) * 0.5)
    return single(0.5 * single(1 + single(single(area - least) / single(end - least))))


def _lerp(low: float, high: float, share: float) -> float:
    """Reproduce ``torch.lerp``, which interpolates from the nearer end."""
    rise = single(high - low)
    if share < 0.5:
        return single(low + single(share * rise))
    return single(high - single(rise * single(1 - share)))


def _trapezoids(x: Sequence[float], y: Sequence[float], ties: str) -> float:
    """Reproduce ``torch.trapz(y, x)``; if `ties` is wrong or right, with rectangles in place of trapezoids."""
    terms = []
    for (x0, x1), (y0, y1) in zip(pairwise(x), pairwise(y), strict=True):
        heights = {"half": y0 + y1, "wrong": 2 * y0, "right": 2 * y1}[ties]
        terms.append(single(single(heights) * single(x1 - x0)))
    return single(torch_sum(terms) / 2)


def precisions_of_singles(points: Sequence[Point]) -> float:
    """Return average precision: the sum over the points of the gain in recall times the precision.

    It is added up from the lowest score to the highest.
    """
    positives = points[-1][1]
    recalls = [0.0, *(single(tp / positives) for _, tp in points)]
    steps = [
        single(single(before - recall) * single(tp / (tp + fp)))
        for (before, recall), (fp, tp) in zip(pairwise(recalls), points, strict=True)
    ]
    return -torch_sum(steps[::-1])


def mean_of_classes(scores: Sequence[float], supports: Sequence[float] | None) -> float:
    """Return the mean of 32-bit floats, plain or weighted by `supports`; at least one support is positive."""
    if supports is None:
        return torch_mean(scores)
    whole = torch_sum([*map(single, supports)])
    weights = [single(single(support) / whole) for support in supports]
    return torch_sum([single(score * weight) for score, weight in zip(scores, weights, strict=True)])
