"""AUC, from the corners of the ROC curve, or from ranks."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from benchmarks.mistakes.later.written import Written
from benchmarks.mistakes.program import Honest, programs

#: The false-positive rate and the true-positive rate at a threshold.
Corner = tuple[float, float]


def corners(gold: Sequence[int], scores: Sequence[float], bug: str) -> list[Corner]:
    """Return the ROC curve from the origin on, with one corner for each distinct score."""
    positive = sum(1 for label in gold if label)
    negative = len(gold) - positive
    if bug == "false-positives-over-all-items":
        negative = len(gold)
    curve, tp, fp = [(0.0, 0.0)], 0, 0
    order = sorted(range(len(gold)), key=lambda place: -scores[place])
    for rank, place in enumerate(order):
        tp, fp = (tp + 1, fp) if gold[place] else (tp, fp + 1)
        last = rank + 1 == len(order) or scores[order[rank + 1]] != scores[place]
        if last or bug == "ties-in-the-order-of-the-input":
            curve.append((fp / negative, tp / positive))
    if bug == "last-corner-missing":
        curve.pop()
    return curve


def cut(curve: Sequence[Corner], limit: float, bug: str) -> list[Corner]:
    """Return the curve up to a false-positive rate, where a corner is interpolated."""
    kept = [corner for corner in curve if corner[0] <= limit]
    if bug == "cut-at-a-corner" or len(kept) == len(curve):
        return kept
    (x, y), (right, top) = kept[-1], curve[len(kept)]
    return [*kept, (limit, y + (top - y) * (limit - x) / (right - x))]


def curve_area(
    gold: Sequence[int],
    scores: Sequence[float],
    *,
    bug: str = "",
    max_fpr: float = 1.0,
    one_class: str = "nan",
    refuse_infinity: bool = False,
    lower_corners: bool = False,
) -> float:
    """Return the area below the curve by trapezoids, or below its lower corners; a part of it is rescaled as McClish does."""
    if refuse_infinity and any(math.isinf(score) for score in scores):
        raise ValueError("infinite score")
    if not gold:
        raise ValueError("no items")
    if all(gold) or not any(gold):
        if one_class == "raise":
            raise ValueError("one class only")
        return 0.0 if one_class == "zero" else math.nan
    curve = corners(gold, scores, bug)
    if max_fpr < 1:
        curve = cut(curve, max_fpr, bug)
    area = 0.0
    for (x, y), (right, top) in pairwise(curve):
        area += (right - x) * (y if lower_corners else (y + top) / 2)
    if max_fpr == 1 or bug == "part-not-rescaled":
        return area
    least = max_fpr * max_fpr / 2
    return (1 + (area - least) / (max_fpr - least)) / 2


def rank_area(gold: Sequence[int], scores: Sequence[float], *, bug: str = "") -> float:
    """Return the Mann-Whitney statistic from the sum of the positive items' ranks."""
    if any(math.isinf(score) for score in scores):
        raise ValueError("infinite score")
    if not gold or all(gold) or not any(gold):
        raise ValueError("one class only")
    distinct = sorted(set(scores))
    rank_of: dict[float, float] = {}
    for place, value in enumerate(distinct, 1):
        below, equal = sum(score < value for score in scores), sum(score == value for score in scores)
        rank_of[value] = below + (equal + 1) / 2
        if bug == "lowest-rank-for-ties":
            rank_of[value] = below + 1
        if bug == "ranks-of-distinct-scores":
            rank_of[value] = place
    positive = sum(1 for label in gold if label)
    ranks = sum(rank_of[score] for label, score in zip(gold, scores, strict=True) if label)
    area = (ranks - positive * (positive + 1) / 2) / (positive * (len(gold) - positive))
    return max(area, 1 - area) if bug == "below-chance-reversed" else area


CHOICES = {
    "p": Honest("up to a false-positive rate of 0.5; one class scores 0", {"max_fpr": 0.5, "one_class": "zero"}, Written(curve_area, {"max_fpr": 0.5, "one_class": "zero"})),
    "q": Honest("up to a false-positive rate of 0.3; infinite scores are refused", {"max_fpr": 0.3, "infinite_score": "raise"}, Written(curve_area, {"max_fpr": 0.3, "refuse_infinity": True})),
    "r": Honest("one class and infinite scores are refused", {"one_class": "raise", "infinite_score": "raise"}, Written(rank_area)),
    "s": Honest("ties are wrong; one class is refused", {"ties": "wrong", "one_class": "raise"}, Written(curve_area, {"lower_corners": True, "one_class": "raise"})),
    "t": Honest("one class is refused; infinite scores too, by the curve", {"one_class": "raise", "infinite_score": "raise"}, Written(curve_area, {"one_class": "raise", "refuse_infinity": True})),
}  # fmt: skip

BUGS = [
    ("ties-in-the-order-of-the-input", "t"),
    ("below-chance-reversed", "r"),
    ("lowest-rank-for-ties", "r"),
    ("ranks-of-distinct-scores", "r"),
    ("last-corner-missing", "t"),
    ("part-not-rescaled", "p"),
    ("cut-at-a-corner", "q"),
    ("false-positives-over-all-items", "s"),
]

PROGRAMS = programs("AUC", "roc-auc", CHOICES, BUGS, "p")
