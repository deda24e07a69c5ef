"""Scores of several classes, exactly: every pair of items, every threshold, and logarithms to sixty digits.

A probability is the double that it is read as, as in `probabilities`.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import combinations
from typing import Any

from tests.oracle import singles
from tests.oracle.arithmetic import OracleError, decimal, decimal_text, single, sixty_digits

Settings = dict[str, Any]
#: The name of an item's class, and the score of each class by its name.
Item = tuple[str, dict[str, float]]


def _items(data: dict[str, Any]) -> list[Item]:
    if not data["gold"]:
        raise OracleError("no items")
    rows = [dict(zip(data["classes"], map(float, row), strict=True)) for row in data["class_scores"]]
    return list(zip(data["gold"], rows, strict=True))


def _infinite(score: float) -> bool:
    return abs(score) == float("inf")


def _any_score(items: list[Item], holds: Any) -> bool:
    return any(holds(score) for _, scores in items for score in scores.values())


def _check_infinite(items: list[Item], settings: Settings) -> None:
    if settings["infinite_score"] == "raise" and _any_score(items, _infinite):
        raise OracleError("an infinite score")


def _check_two_classes(data: dict[str, Any], settings: Settings) -> None:
    if settings["two_classes"] == "raise" and len(data["classes"]) == 2:
        raise OracleError("two classes")


def _check_sums(items: list[Item], settings: Settings) -> None:
    whole = [sum(scores.values()) for _, scores in items]
    if settings["probability_sums"] == "one" and not all(abs(total - 1) < 1e-5 for total in whole):
        raise OracleError("no probabilities")


def top_k(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Return the share or the number of items whose right class is among the k classes with the highest scores."""
    items = _items(data)
    _check_infinite(items, settings)
    _check_two_classes(data, settings)
    ranks = []
    for gold, scores in items:
        names = list(data["classes"])
        preferred = {
            "earlier": names,
            "later": names[::-1],
            "right": [gold, *names],
            "wrong": [*(name for name in names if name != gold), gold],
        }[settings["ties"]]
        ranks.append(sorted(names, key=lambda name: (-scores[name], preferred.index(name))).index(gold) + 1)
    right = sum(rank <= settings["k"] for rank in ranks)
    whole = {"fraction": len(items), "count": 1}[settings["normalize"]]
    return {"value": Fraction(right, whole), "stages": {"ranks": ranks}}


@sixty_digits
def log_loss(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Return minus the logarithms of the probabilities of the items' classes."""
    items = _items(data)
    outside = {
        "raise": lambda score: not 0 <= score <= 1,
        "clip": lambda _: False,
        "clip-finite": _infinite,
    }[settings["out_of_range"]]
    if _any_score(items, outside):
        raise OracleError("no probability")
    epsilon = Fraction(settings["epsilon"])
    losses: list[Decimal | None] = []
    for gold, scores in items:
        finite = {name: min(max(score, 0.0), 1.0) for name, score in scores.items()}
        moved = {name: min(max(Fraction(score), epsilon), 1 - epsilon) for name, score in finite.items()}
        divisor = {"as-given": Fraction(1), "divided": sum(moved.values(), Fraction(0))}[settings["probability_sums"]]
        losses.append(-decimal(moved[gold] / divisor).ln() if moved[gold] else None)
    stages = {"losses": [None if loss is None else decimal_text(loss) for loss in losses]}
    known = [loss for loss in losses if loss is not None]
    if len(known) < len(losses):
        return {"value": None, "stages": stages}
    total = sum(known, Decimal(0))
    return {"value": total / len(losses) if settings["normalize"] == "mean" else total, "stages": stages}


def brier(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Return the squared errors of all classes."""
    items = _items(data)
    if settings["out_of_range"] == "raise" and _any_score(items, lambda score: not 0 <= score <= 1):
        raise OracleError("no probability")
    errors = [
        None
        if any(map(_infinite, scores.values()))
        else sum(((Fraction(name == gold) - Fraction(score)) ** 2 for name, score in scores.items()), Fraction(0))
        for gold, scores in items
    ]
    stages = {"errors": [None if error is None else decimal_text(error) for error in errors]}
    known = [error for error in errors if error is not None]
    if len(known) < len(errors):
        return {"value": None, "stages": stages}
    parts = {"never": 1, "two-classes": 2 if len(data["classes"]) == 2 else 1, "always": 2}[settings["halved"]]
    return {"value": sum(known, Fraction(0)) / len(errors) / parts, "stages": stages}


def _corners(positive: Sequence[float], negative: Sequence[float]) -> list[tuple[int, int]]:
    """Return the negative and the positive scores of at least each score, from the highest down."""
    thresholds = sorted({*positive, *negative}, reverse=True)
    return [(sum(x >= t for x in negative), sum(x >= t for x in positive)) for t in thresholds]


def _in_order(positive: Sequence[float], negative: Sequence[float], settings: Settings) -> Fraction | None:
    """Return the share of the pairs in which the positive score is higher; a tie is half a pair."""
    if settings["dtype"] == "float32" and positive and negative:
        return singles.area(_corners(positive, negative), Fraction(1, 2))
    pairs = [(above, below) for above in positive for below in negative]
    halves = sum(2 * (above > below) + (above == below) for above, below in pairs)
    return Fraction(halves, 2 * len(pairs)) if pairs else None


def _scores_of(items: list[Item], gold: str, column: str) -> list[float]:
    """Return the scores of the class `column` in the items of the class `gold`."""
    return [scores[column] for name, scores in items if name == gold]


def _shown(areas: Sequence[Fraction | None]) -> list[str | None]:
    return [None if area is None else decimal_text(area) for area in areas]


def roc_auc(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Return the area under the ROC curve, averaged over each class against the others, or over each pair of classes."""
    items = _items(data)
    _check_infinite(items, settings)
    if len(data["classes"]) == 2 and settings["two_classes"] != "score":
        if settings["two_classes"] == "raise" or len({gold for gold, _ in items}) == 2:
            raise OracleError("two classes")
        return {"value": None, "stages": {"areas": []}}
    _check_sums(items, settings)
    names, average = data["classes"], settings["average"]
    occurring = [name for name in names if _scores_of(items, name, name)]
    if settings["comparison"] == "ovo":
        if average == "micro":
            raise OracleError("pairs have no micro average")
        return _roc_auc_of_pairs(items, occurring, names, settings)
    if average == "micro":
        positive = [scores[gold] for gold, scores in items]
        negative = [score for gold, scores in items for name, score in scores.items() if name != gold]
        return {"value": _in_order(positive, negative, settings), "stages": {"areas": []}}
    areas = []
    for name in names:
        others = [scores[name] for gold, scores in items if gold != name]
        areas.append(_in_order(_scores_of(items, name, name), others, settings))
    stages = {"areas": _shown(areas)}
    if None in areas and settings["undefined_class"] == "raise":
        raise OracleError("a class without an area")
    counts = {name: len(_scores_of(items, name, name)) for name in names}
    weights = [counts[name] if average == "weighted" else 1 for name in names]
    weighed = []
    for area, weight in zip(areas, weights, strict=True):
        if area is None and settings["undefined_class"] == "skip":
            continue
        if area is None and weight and settings["undefined_class"] in ("nan", "nan-or-raise"):
            return {"value": None, "stages": stages}
        weighed.append((area or Fraction(0), weight))
    return {"value": _mean(weighed, settings), "stages": stages}


def _roc_auc_of_pairs(items: list[Item], occurring: list[str], names: list[str], settings: Settings) -> dict[str, Any]:
    if settings["undefined_class"] == "raise" and occurring != names:
        raise OracleError("a class without items")
    areas, weights = [], []
    for one, other in combinations(occurring, 2):
        first = _in_order(_scores_of(items, one, one), _scores_of(items, other, one), settings)
        second = _in_order(_scores_of(items, other, other), _scores_of(items, one, other), settings)
        assert first is not None
        assert second is not None
        both = (first + second) / 2
        areas.append(single(both) if settings["dtype"] == "float32" else both)
        weights.append(sum(gold in (one, other) for gold, _ in items) if settings["average"] == "weighted" else 1)
    if not areas:
        if settings["undefined_class"] == "nan-or-raise" and settings["average"] == "weighted":
            raise OracleError("no weights")
        return {"value": Fraction(0) if settings["undefined_class"] == "zero" else None, "stages": {"areas": []}}
    return {"value": _mean(list(zip(areas, weights, strict=True)), settings), "stages": {"areas": _shown(areas)}}


def _mean(weighed: list[tuple[Fraction, int]], settings: Settings) -> Fraction | None:
    if settings["dtype"] == "float32":
        return singles.mean(weighed, weighted=settings["average"] == "weighted")
    return _weighted_mean(weighed)


def _weighted_mean(weighed: list[tuple[Fraction, int]]) -> Fraction | None:
    whole = sum(weight for _, weight in weighed)
    return sum((area * weight for area, weight in weighed), Fraction(0)) / whole if whole else None


def average_precision(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Return the average precision of the classes, or of all decisions: the sum of precision times the gain in recall."""
    items = _items(data)
    _check_infinite(items, settings)
    _check_two_classes(data, settings)
    names, average = data["classes"], settings["average"]
    counts = [len(_scores_of(items, name, name)) for name in names]
    if settings["undefined_class"] == "raise" and not all(counts):
        raise OracleError("a class without items")
    if average == "micro":
        decisions = [(score, name == gold) for gold, scores in items for name, score in scores.items()]
        return {"value": _steps(decisions, settings), "stages": {"precisions": []}}
    areas = [_steps([(scores[name], gold == name) for gold, scores in items], settings) for name in names]
    stages = {"precisions": _shown(areas)}
    if average == "weighted":
        return {
            "value": _mean([(a, n) for a, n in zip(areas, counts, strict=True) if a is not None], settings),
            "stages": stages,
        }
    known = [area for area in areas if area is not None]
    if len(known) < len(areas) and settings["undefined_class"] == "nan":
        return {"value": None, "stages": stages}
    zeros = settings["undefined_class"] == "zero" or (
        settings["undefined_class"] == "zero-beside-first" and {gold for gold, _ in items} == {names[0]}
    )
    counted = [area or Fraction(0) for area in areas if area is not None or zeros]
    return {"value": _mean([(area, 1) for area in counted], settings), "stages": stages}


def _steps(decisions: list[tuple[float, bool]], settings: Settings) -> Fraction | None:
    positives = sum(is_positive for _, is_positive in decisions)
    if not positives:
        return None
    if settings["dtype"] == "float32":
        sides = [[score for score, is_positive in decisions if is_positive is side] for side in (True, False)]
        return singles.steps(_corners(*sides))
    area, before = Fraction(0), 0
    for threshold in sorted({score for score, _ in decisions}, reverse=True):
        passed = [is_positive for score, is_positive in decisions if score >= threshold]
        area += Fraction(sum(passed) - before, positives) * Fraction(sum(passed), len(passed))
        before = sum(passed)
    return area
