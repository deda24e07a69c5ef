"""ROC AUC, average precision, the Brier score and log loss: exact, and logarithms to sixty digits.

A probability is the exact value of the double, not of its decimal digits.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

from tests.oracle import singles
from tests.oracle.arithmetic import Number, OracleError, decimal, decimal_text, exact, sixty_digits

Settings = dict[str, Any]


def _items(data: dict[str, Any]) -> list[tuple[int, float]]:
    """Return the gold label and the score of each item; infinite scores are unchanged."""
    if not data["gold"]:
        raise OracleError("no items")
    return [(gold, float(score)) for gold, score in zip(data["gold"], data["scores"], strict=True)]


def _at_least(thresholds: Sequence[float], scores: Sequence[float]) -> list[int]:
    """Return how many of the scores are at least each threshold."""
    ordered = sorted(scores)
    return [len(ordered) - bisect_left(ordered, threshold) for threshold in thresholds]


def _infinite(score: float) -> bool:
    return abs(score) == float("inf")


def roc_auc(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Return the share of (positive, negative) pairs in which the positive item scores higher."""
    if not data["gold"]:
        raise OracleError("no items")
    scores = [float(score) for score in data["scores"]]
    if settings["infinite_score"] == "raise" and any(abs(score) == float("inf") for score in scores):
        raise OracleError("an infinite score")
    items = list(zip(data["gold"], scores, strict=True))
    positive = [score for label, score in items if label == 1]
    negative = [score for label, score in items if label == 0]
    thresholds = sorted({score for _, score in items}, reverse=True)
    points = [list(point) for point in zip(*(_at_least(thresholds, of) for of in (negative, positive)), strict=True)]
    stages = {"curve": points}
    if settings["max_fpr"] == 0:
        raise OracleError("no area")
    if not positive or not negative:
        if settings["one_class"] == "raise":
            raise OracleError("one class")
        return {"value": {"nan": None, "zero": Fraction(0)}[settings["one_class"]], "stages": stages}
    tie = {"half": Fraction(1, 2), "wrong": Fraction(0), "right": Fraction(1)}[settings["ties"]]
    if settings["dtype"] == "float32":
        return {"value": singles.area(points, tie, Fraction(float(settings["max_fpr"]))), "stages": stages}
    if settings["max_fpr"] < 1:
        return {"value": _partial_area(positive, negative, tie, exact(settings["max_fpr"])), "stages": stages}
    won = sum(p > n for p in positive for n in negative)
    tied = sum(p == n for p in positive for n in negative)
    return {"value": (won + tie * tied) / Fraction(len(positive) * len(negative)), "stages": stages}


def _partial_area(positive: list[float], negative: list[float], tie: Fraction, limit: Fraction) -> Fraction:
    """Return the mean height of the curve over the share `limit` of the negative items with the highest scores.

    Over negative items of equal score, the curve is a line from the number of positive items with higher scores.
    """
    area, left = Fraction(0), limit * len(negative)
    for score in sorted(set(negative), reverse=True):
        group = sum(n == score for n in negative)
        taken = min(Fraction(group), left)
        higher, equal = sum(p > score for p in positive), sum(p == score for p in positive)
        part = taken / group if tie == Fraction(1, 2) else 1
        area += taken * (higher + tie * equal * part)
        left -= taken
    area /= len(negative) * len(positive)
    chance = limit**2 / 2
    return (1 + (area - chance) / (limit - chance)) / 2


def average_precision(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Return the average precision: the sum of precision times the gain in recall, over items in the order of their scores."""
    items = _items(data)
    if settings["infinite_score"] == "raise" and any(_infinite(score) for _, score in items):
        raise OracleError("an infinite score")
    scores = sorted({score for _, score in items}, reverse=True)
    of_label = [[other for label, other in items if label == gold] for gold in (0, 1)]
    counts = [list(pair) for pair in zip(*(_at_least(scores, of) for of in of_label), strict=True)]
    stages = {"curve": counts}
    positives = counts[-1][1]
    if not positives:
        if settings["no_positives"] == "raise":
            raise OracleError("no positives")
        return {"value": None if settings["no_positives"] == "nan" else Fraction(0), "stages": stages}
    area = Fraction(0)
    single = settings["dtype"] == "float32"
    if settings["ties"] == "together" and single:
        return {"value": singles.steps(counts), "stages": stages}
    if settings["ties"] == "together":
        before = 0
        for fp, tp in counts:
            area += Fraction(tp - before, positives) * Fraction(tp, tp + fp)
            before = tp
        return {"value": area, "stages": stages}
    first = {"wrong": 0, "right": 1}[settings["ties"]]
    ranked = sorted(items, key=lambda item: (-item[1], item[0] != first))
    if single:
        places = [place for place, (gold, _) in enumerate(ranked, 1) if gold]
        corners = [(place - tp, tp) for tp, place in enumerate(places, 1)]
        return {"value": singles.steps(corners), "stages": stages}
    for place, (label, _) in enumerate(ranked, 1):
        if label == 1:
            area += Fraction(sum(gold for gold, _ in ranked[:place]), place) / positives
    return {"value": area, "stages": stages}


def brier(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Return the mean of (gold - p)^2, and of (1 - gold - (1 - p))^2 for the other class."""
    items = _items(data)
    if settings["out_of_range"] == "raise" and any(not 0 <= score <= 1 for _, score in items):
        raise OracleError("no probability")
    relabelled = {"as-given": False, "as-zeros": all(gold == 1 for gold, _ in items)}[settings["one_class"]]
    errors = [
        None if _infinite(score) else ((0 if relabelled else gold) - Fraction(score)) ** 2 for gold, score in items
    ]
    times = {"positive": 1, "both": 2}[settings["classes"]]
    finite = [error for error in errors if error is not None]
    value = times * sum(finite, Fraction(0)) / len(errors) if len(finite) == len(errors) else None
    return {"value": value, "stages": {"errors": _shown(errors)}}


@sixty_digits
def log_loss(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Return the log loss: minus the logarithms of the probabilities of the gold classes."""
    items = _items(data)
    outside = {
        "raise": lambda score: not 0 <= score <= 1,
        "clip": lambda _: False,
        "clip-finite": _infinite,
    }[settings["out_of_range"]]
    if any(outside(score) for _, score in items):
        raise OracleError("no probability")
    if settings["one_class"] == "raise" and len({gold for gold, _ in items}) == 1:
        raise OracleError("one class")
    epsilon = Fraction(settings["epsilon"])
    losses: list[Decimal | None] = []
    for gold, score in items:
        if _infinite(score):
            score = 1.0 if score > 0 else 0.0
        of_class = Fraction(score) if gold else 1 - Fraction(score)
        moved = min(max(of_class, epsilon), 1 - epsilon)
        losses.append(-decimal(moved).ln() if moved else None)
    finite = [loss for loss in losses if loss is not None]
    stages = {"losses": _shown(losses)}
    if len(finite) < len(losses):
        return {"value": None, "stages": stages}
    total = sum(finite, Decimal(0))
    return {"value": total / len(losses) if settings["normalize"] == "mean" else total, "stages": stages}


def _shown(numbers: Sequence[Number | None]) -> list[str | None]:
    return [None if number is None else decimal_text(number) for number in numbers]
