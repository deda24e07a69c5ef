"""AUC: the share of pairs of a positive and a negative item that the scores put in order."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence
from itertools import pairwise

from benchmarks.mistakes.program import Honest, programs


@dataclasses.dataclass(frozen=True)
class Auc:
    """The area under the ROC curve; `one_class` is its value without positive or without negative items."""

    one_class: float = math.nan
    refuses_infinity: bool = False
    tie: float = 0.5
    bug: str = ""

    def __call__(self, gold: Sequence[int], scores: Sequence[float]) -> float:
        if self.refuses_infinity and any(map(math.isinf, scores)):
            raise ValueError("a score is infinite")
        if not gold:
            raise ValueError("there are no items")
        positive = [score for label, score in zip(gold, scores, strict=True) if label]
        negative = [score for label, score in zip(gold, scores, strict=True) if not label]
        if not positive or not negative:
            return self.one_class
        return self.shown(self.area(positive, negative))

    def area(self, positive: Sequence[float], negative: Sequence[float]) -> float:
        tie = {"ties-wrong": 0.0, "ties-right": 1.0, "ties-left-out": 0.0}.get(self.bug, self.tie)
        won = sum(1.0 if p > n else tie if p == n else 0.0 for p in positive for n in negative)
        if self.bug == "ties-left-out":
            untied = sum(p != n for p in positive for n in negative)
            return won / untied if untied else 0.5
        if self.bug == "divided-by-all-pairs":
            items = len(positive) + len(negative)
            return won / (items * (items - 1) / 2)
        if self.bug == "divided-by-positives-squared":
            return won / len(positive) ** 2
        if self.bug == "rank-correction-missing":
            return (won + len(positive) * (len(positive) + 1) / 2) / (len(positive) * len(negative))
        if self.bug == "ranks-from-zero":
            return (won - len(positive)) / (len(positive) * len(negative))
        if self.bug == "origin-missing":
            return self.without_origin(positive, negative)
        return won / (len(positive) * len(negative))

    @staticmethod
    def without_origin(positive: Sequence[float], negative: Sequence[float]) -> float:
        """Return the area of the trapezoids between the corners of the curve, without the trapezoid at the origin."""
        corners = [
            (sum(n >= cut for n in negative) / len(negative), sum(p >= cut for p in positive) / len(positive))
            for cut in sorted({*positive, *negative}, reverse=True)
        ]
        steps = pairwise(corners)
        return sum((right - left) * (low + high) / 2 for (left, low), (right, high) in steps)

    def shown(self, area: float) -> float:
        if self.bug == "labels-reversed":
            return 1 - area
        if self.bug == "gini-for-area":
            return 2 * area - 1
        if self.bug == "below-chance-reversed":
            return max(area, 1 - area)
        return 100 * area if self.bug == "percent" else area


CHOICES = {
    "a": Honest("one class scores 0; infinite scores are refused", {"one_class": "zero", "infinite_score": "raise"}, Auc(0.0, True)),
    "b": Honest("ties are wrong; one class scores 0", {"ties": "wrong", "one_class": "zero"}, Auc(0.0, tie=0.0)),
    "c": Honest("ties are right; infinite scores are refused", {"ties": "right", "infinite_score": "raise"}, Auc(refuses_infinity=True, tie=1.0)),
}  # fmt: skip

BUGS = [
    ("ties-wrong", "a"),
    ("labels-reversed", "b"),
    ("ties-right", "a"),
    ("gini-for-area", "c"),
    ("divided-by-all-pairs", "a"),
    ("below-chance-reversed", "b"),
    ("percent", "c"),
    ("rank-correction-missing", "b"),
    ("ties-left-out", "a"),
    ("divided-by-positives-squared", "c"),
    ("ranks-from-zero", "a"),
    ("origin-missing", "a"),
]

PROGRAMS = programs("AUC", "roc-auc", CHOICES, BUGS, right="ab")
