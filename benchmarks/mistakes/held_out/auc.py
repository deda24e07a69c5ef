"""The area under the ROC curve: by ranks, by pairs, and by trapezoids."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

from benchmarks.mistakes.later.written import Written
from benchmarks.mistakes.program import Honest, programs


def counts(gold: Sequence[int], scores: Sequence[float]) -> tuple[int, int]:
    """Return the numbers of positive and negative items. Raises `ValueError` for no items or unequal lengths."""
    if not gold or len(gold) != len(scores):
        raise ValueError("there must be as many scores as gold labels, and at least one")
    positive = sum(map(int, gold))
    return positive, len(gold) - positive


def area_by_ranks(gold: Sequence[int], scores: Sequence[float], *, bug: str = "") -> float:
    """Return the area from the sum of the positive items' ranks; items of equal score share their mean rank."""
    positive, negative = counts(gold, scores)
    if not positive or not negative:
        raise ValueError("only one class occurs")
    if any(math.isinf(score) for score in scores):
        raise ValueError("a score is infinite")
    order = sorted(range(len(scores)), key=lambda item: scores[item])
    rank = [0.0] * len(scores)
    start = 0
    while start < len(order):
        end = start
        while end + 1 < len(order) and scores[order[end + 1]] == scores[order[start]]:
            end += 1
        for place in range(start, end + 1):
            rank[order[place]] = (start + end) / 2 + (0 if bug == "ranks-begin-at-zero" else 1)
        start = end + 1
    sum_of_ranks = sum(rank[item] for item, label in enumerate(gold) if label)
    area = (sum_of_ranks - positive * (positive + 1) / 2) / (positive * negative)
    return max(area, 1 - area) if bug == "better-of-both-directions" else area


def area_by_pairs(
    gold: Sequence[int], scores: Sequence[float], *, bug: str = "", tie: int = 0, one_class: str = "raise"
) -> float:
    """Return the share of pairs of a positive and a negative item in the right order; a tie counts `tie`."""
    positive, negative = counts(gold, scores)
    if not positive or not negative:
        if one_class == "raise":
            raise ValueError("only one class occurs")
        return 0.0
    won = 0
    for label, score in zip(gold, scores, strict=True):
        if not label:
            continue
        for other_label, other in zip(gold, scores, strict=True):
            if other_label:
                continue
            if bug == "low-scores-win":
                won += score < other
            else:
                won += score > other
            won += tie * (score == other)
    return won / (positive * (len(gold) if bug == "pairs-with-every-item" else negative))


def curve(gold: Sequence[int], scores: Sequence[float], bug: str) -> list[tuple[int, int]]:
    """Return the numbers of false and true positives from the highest threshold to the lowest, starting with (0, 0)."""
    ranked = sorted(zip(scores, gold, strict=True), key=lambda item: item[0], reverse=True)
    points = [(0, 0)]
    false = true = 0
    previous = ranked[0][0]
    for score, label in ranked:
        if score != previous or bug == "each-item-is-a-threshold":
            points.append((false, true))
            previous = score
        true += bool(label)
        false += not label
    if bug != "last-threshold-not-added":
        points.append((false, true))
    return points


def area_by_trapezoids(
    gold: Sequence[int], scores: Sequence[float], *, bug: str = "", max_fpr: float = 1, finite: bool = False
) -> float:
    """Return the area under the curve, or the part up to `max_fpr`, rescaled so that chance is 1/2 (McClish 1989).

    It is 0 if only one class occurs. With `finite`, infinite scores raise `ValueError`.
    """
    positive, negative = counts(gold, scores)
    if finite and any(math.isinf(score) for score in scores):
        raise ValueError("a score is infinite")
    if not positive or not negative:
        return 0.0
    points = curve(gold, scores, bug)
    end, area = Fraction(max_fpr) * negative, Fraction(0)
    for (x, y), (next_x, next_y) in pairwise(points):
        if next_x <= end:
            area += Fraction((next_x - x) * (y + next_y), 2)
        else:
            if bug != "curve-ends-before-the-limit" and end > x:
                height = y + Fraction(next_y - y, next_x - x) * (end - x)
                area += (end - x) * (y + height) / 2
            break
    area /= positive * negative
    if max_fpr == 1 or bug == "partial-area-as-it-is":
        return float(area)
    limit = Fraction(max_fpr)
    chance = limit**2 / 2
    return float((1 + (area - chance) / (limit - chance)) / 2)


CHOICES = {
    "g": Honest("0 for one class; infinity is an error", {"one_class": "zero", "infinite_score": "raise"}, Written(area_by_trapezoids, {"finite": True})),
    "h": Honest("ties are wrong; one class is an error", {"ties": "wrong", "one_class": "raise"}, Written(area_by_pairs)),
    "i": Honest("ties are right; 0 for one class", {"ties": "right", "one_class": "zero"}, Written(area_by_pairs, {"tie": 1, "one_class": "zero"})),
    "j": Honest("up to half of the negatives; 0 for one class", {"max_fpr": 0.5, "one_class": "zero"}, Written(area_by_trapezoids, {"max_fpr": 0.5})),
    "k": Honest("one class is an error, and infinity", {"one_class": "raise", "infinite_score": "raise"}, Written(area_by_ranks)),
}  # fmt: skip

BUGS = [
    ("each-item-is-a-threshold", "g"),
    ("low-scores-win", "h"),
    ("pairs-with-every-item", "i"),
    ("partial-area-as-it-is", "j"),
    ("ranks-begin-at-zero", "k"),
    ("last-threshold-not-added", "g"),
    ("curve-ends-before-the-limit", "j"),
    ("better-of-both-directions", "k"),
]

PROGRAMS = programs("AUC", "roc-auc", CHOICES, BUGS, "ij", half="final")
