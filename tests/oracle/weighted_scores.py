"""Scores with sample weights, computed exactly pair by pair and item by item, with logarithms to sixty digits.

A weight or a probability is the exact value of the double.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

from tests.oracle.arithmetic import OracleError, decimal, decimal_text, sixty_digits

Settings = dict[str, Any]
Oracle = Callable[[dict[str, Any], Settings], dict[str, Any]]
#: The gold label, the score, and the weight of an item.
Item = tuple[int, Fraction, Fraction]


def or_plain(weighted: Oracle, plain: Oracle) -> Oracle:
    """Return an oracle that uses `weighted` for items with weights that count, else `plain`."""

    def ask(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
        return (weighted if "weights" in data and settings["weights"] == "given" else plain)(data, settings)

    return ask


def _items(data: dict[str, Any]) -> list[Item]:
    if not data["weights"]:
        raise OracleError("no items")
    columns = data["gold"], map(float, data["scores"]), data["weights"]
    return [(gold, _exact(score), Fraction(weight)) for gold, score, weight in zip(*columns, strict=True)]


#: Above all doubles: the place of an infinite score in the order.
_BEYOND = Fraction(2) ** 2000


def _exact(score: float) -> Fraction:
    return Fraction(score) if math.isfinite(score) else _BEYOND * (1 if score > 0 else -1)


def _need_finite(items: list[Item], settings: Settings) -> None:
    if settings["infinite_score"] == "raise" and any(abs(score) == _BEYOND for _, score, _ in items):
        raise OracleError("an infinite score")


def _weight(items: list[Item]) -> Fraction:
    return sum((weight for _, _, weight in items), Fraction(0))


def _need_weight(items: list[Item]) -> None:
    if not _weight(items):
        raise OracleError("no weight")


def _passing(items: list[Item], threshold: Fraction) -> list[Fraction]:
    """Return the weights of the negative and of the positive items whose score is at least `threshold`."""
    return [_weight([item for item in items if item[0] == label and item[1] >= threshold]) for label in (0, 1)]


def _thresholds(items: list[Item]) -> list[Fraction]:
    """Return the scores of items that have a weight, from the highest down."""
    return sorted({score for _, score, weight in items if weight}, reverse=True)


def _curve(items: list[Item]) -> dict[str, Any]:
    return {"curve": [[*map(decimal_text, _passing(items, score))] for score in _thresholds(items)]}


def roc_auc(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Return the share, by weight, of pairs in the right order; tied pairs count half, not at all, or fully."""
    items = _items(data)
    _need_finite(items, settings)
    stages = _curve(items)
    if settings["max_fpr"] == 0:
        raise OracleError("no area")
    if len({label for label, _, _ in items}) == 1:
        if settings["one_class"] == "raise":
            raise OracleError("one class")
        return {"value": {"nan": None, "zero": Fraction(0)}[settings["one_class"]], "stages": stages}
    _need_weight(items)
    pairs = [(p[2] * n[2], p[1], n[1]) for p in items if p[0] == 1 for n in items if n[0] == 0]
    whole = sum((weight for weight, _, _ in pairs), Fraction(0))
    if not whole:
        return {"value": None, "stages": stages}
    tied = {"half": Fraction(1, 2), "wrong": Fraction(0), "right": Fraction(1)}[settings["ties"]]
    if settings["max_fpr"] < 1:
        return {"value": _partial_area(items, tied, Fraction(settings["max_fpr"])), "stages": stages}
    won = sum((weight * ((high > low) + (high == low) * tied) for weight, high, low in pairs), Fraction(0))
    return {"value": won / whole, "stages": stages}


def _partial_area(items: list[Item], tied: Fraction, limit: Fraction) -> Fraction:
    """Return the mean height of the curve over the negative weight, from the highest score down, as in `probabilities`."""
    negative, positive = ([item for item in items if item[0] == label] for label in (0, 1))
    area, left = Fraction(0), limit * _weight(negative)
    for score in sorted({score for _, score, weight in negative if weight}, reverse=True):
        group = _weight([item for item in negative if item[1] == score])
        taken = min(group, left)
        higher, equal = (
            _weight([item for item in positive if (item[1] > score if above else item[1] == score)])
            for above in (True, False)
        )
        area += taken * (higher + tied * equal * (taken / group if tied == Fraction(1, 2) else 1))
        left -= taken
    area /= _weight(negative) * _weight(positive)
    chance = limit**2 / 2
    return (1 + (area - chance) / (limit - chance)) / 2


def average_precision(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Return the weighted mean, over positive items, of the precision among items with at least their score."""
    items = _items(data)
    _need_finite(items, settings)
    _need_weight(items)
    stages = _curve(items)
    positive = [item for item in items if item[0] == 1]
    if not _weight(positive):
        if settings["no_positives"] == "raise":
            raise OracleError("no positives")
        return {"value": {"nan": None, "zero": Fraction(0)}[settings["no_positives"]], "stages": stages}
    area = Fraction(0)
    for place, (label, score, weight) in enumerate(items):
        if label and weight:
            others, own = _passing(items, score)
            if settings["ties"] != "together":
                own -= _weight([item for item in items[place + 1 :] if item[:2] == (1, score)])
            if settings["ties"] == "right":
                others -= _weight([item for item in items if item[:2] == (0, score)])
            area += weight * own / (own + others)
    return {"value": area / _weight(positive), "stages": stages}


def _need_probabilities(items: list[Item]) -> None:
    if any(not 0 <= score <= 1 for _, score, _ in items):
        raise OracleError("no probability")


def brier(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Return the mean of (gold - p)^2, by weight, for one class or added up over both."""
    items = _items(data)
    if settings["out_of_range"] == "raise":
        _need_probabilities(items)
    _need_weight(items)
    if settings["one_class"] == "as-zeros" and all(label == 1 for label, _, _ in items):
        items = [(0, score, weight) for _, score, weight in items]
    if any(abs(score) == _BEYOND and weight for _, score, weight in items):
        return {"value": None, "stages": {}}
    errors = [(label - score) ** 2 for label, score, _ in items]
    value = sum((error * item[2] for error, item in zip(errors, items, strict=True)), Fraction(0)) / _weight(items)
    return {
        "value": value * {"positive": 1, "both": 2}[settings["classes"]],
        "stages": {"errors": [decimal_text(error) for error, item in zip(errors, items, strict=True) if item[2]]},
    }


@sixty_digits
def log_loss(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Return the mean, by weight, of minus the logarithms of the probabilities of the items' own classes."""
    items = _items(data)
    if settings["out_of_range"] == "raise":
        _need_probabilities(items)
    if settings["out_of_range"] == "clip-finite" and any(abs(score) == _BEYOND for _, score, _ in items):
        raise OracleError("an infinite score")
    if settings["one_class"] == "raise" and len({label for label, _, _ in items}) == 1:
        raise OracleError("one class")
    _need_weight(items)
    epsilon = Fraction(settings["epsilon"])
    own = [min(max(score if label else 1 - score, epsilon), 1 - epsilon) for label, score, _ in items]
    losses = [-decimal(probability).ln() if probability else None for probability in own]
    stages = {
        "losses": [
            None if loss is None else decimal_text(loss)
            for loss, (_, _, weight) in zip(losses, items, strict=True)
            if weight
        ]
    }
    total = Decimal(0)
    for loss, (_, _, weight) in zip(losses, items, strict=True):
        if weight:
            if loss is None:
                return {"value": None, "stages": stages}
            total += loss * decimal(weight)
    return {"value": total / decimal(_weight(items)) if settings["normalize"] == "mean" else total, "stages": stages}
