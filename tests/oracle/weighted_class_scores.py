"""Scores of several classes with sample weights, computed exactly.

Classes are scored by the oracle of two classes, and items by the oracle of unweighted items. A weight is the exact value of
the double.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

from tests.oracle import weighted_scores
from tests.oracle.arithmetic import OracleError, decimal, decimal_text, sixty_digits

Settings = dict[str, Any]
Answer = dict[str, Any]
Oracle = Callable[[dict[str, Any], Settings], Answer]

#: The knobs of ROC AUC, and of average precision, of one class against the others.
_ROC_AUC = {"infinite_score": "rank", "max_fpr": 1, "one_class": "nan", "ties": "half"}
_AVERAGE_PRECISION = {"infinite_score": "rank", "ties": "together", "no_positives": "nan"}


def of_items(plain: Oracle) -> Oracle:
    """Return an oracle of the weighted mean, or the weighted sum, of the scores of `plain` for single items."""

    @sixty_digits
    def ask(data: dict[str, Any], settings: Settings) -> Answer:
        unweighted = {name: column for name, column in data.items() if name != "weights"}
        if not _counts(data, settings):
            return plain(unweighted, settings)
        stages = plain(unweighted, settings)["stages"]  # or an error
        shares = settings.get("normalize", "mean") in ("mean", "fraction")
        nothing = not any(data["weights"])
        if nothing and (
            settings.get("no_weight", "raise") == "raise" or (shares and settings["no_weight"] != "formula")
        ):
            raise OracleError("nothing has a weight")
        if "ranks" not in stages:
            stages = {name: _of_weight(values, data["weights"]) for name, values in stages.items()}
        if nothing:
            return {"value": None if shares else Fraction(0), "stages": stages}
        alone = {**settings, **({"normalize": _SHARE[settings["normalize"]]} if "normalize" in settings else {})}
        total: Any = 0
        for k, weight in enumerate(data["weights"]):
            one = {**unweighted, "gold": data["gold"][k : k + 1], "class_scores": data["class_scores"][k : k + 1]}
            value = plain(one, alone)["value"]
            if weight and value is None:
                return {"value": None, "stages": stages}
            if weight:
                total += value * (decimal(Fraction(weight)) if isinstance(value, Decimal) else Fraction(weight))
        whole = sum(map(Fraction, data["weights"]), Fraction(0)) if shares else Fraction(1)
        return {"value": total / (decimal(whole) if isinstance(total, Decimal) else whole), "stages": stages}

    return ask


_SHARE = {"mean": "mean", "sum": "mean", "fraction": "fraction", "count": "fraction"}


def _counts(data: dict[str, Any], settings: Settings) -> bool:
    return "weights" in data and settings["weights"] == "given"


def _of_weight(values: Sequence[Any], weights: Sequence[float]) -> list[Any]:
    return [value for value, weight in zip(values, weights, strict=True) if weight]


def roc_auc(data: dict[str, Any], settings: Settings) -> Answer:
    """Return the weighted ROC AUC, averaged over each class against the others."""
    _check(data, settings)
    if len(data["classes"]) == 2 and settings["two_classes"] == "raise-if-both":
        if len(set(data["gold"])) == 2:
            raise OracleError("two classes")
        return {"value": None, "stages": {"areas": []}}
    if settings["two_classes"] == "raise" and len(data["classes"]) == 2:
        raise OracleError("two classes")
    if settings["probability_sums"] == "one" and not all(
        abs(sum(map(float, row)) - 1) < 1e-5 for row in data["class_scores"]
    ):
        raise OracleError("no probabilities")
    if settings["comparison"] == "ovo":
        raise OracleError("no weights of pairs")
    weights = _by_class(data)
    if _little(weights, settings):
        return {"value": Fraction(0), "stages": {"areas": []}}
    if settings["average"] == "micro":
        return {"value": weighted_scores.roc_auc(_all_decisions(data), _ROC_AUC)["value"], "stages": {"areas": []}}
    areas = [weighted_scores.roc_auc(_against_the_rest(data, name), _ROC_AUC)["value"] for name in data["classes"]]
    stages = {"areas": [None if area is None else decimal_text(area) for area in areas]}
    undefined = settings["undefined_class"]
    if None in areas and undefined == "raise":
        raise OracleError("a class without an area")
    weighed = [
        (area, weight if settings["average"] == "weighted" else Fraction(1))
        for area, weight in zip(areas, weights, strict=True)
    ]
    if undefined == "skip":
        weighed = [(area, weight) for area, weight in weighed if area is not None]
    elif undefined != "zero" and any(area is None and weight for area, weight in weighed):
        return {"value": None, "stages": stages}
    return {"value": _mean([(area or Fraction(0), weight) for area, weight in weighed]), "stages": stages}


def average_precision(data: dict[str, Any], settings: Settings) -> Answer:
    """Return the weighted average precision of the classes, or of all decisions."""
    _check(data, settings)
    if settings["two_classes"] == "raise" and len(data["classes"]) == 2:
        raise OracleError("two classes")
    weights = _by_class(data)
    occurs = [name in data["gold"] for name in data["classes"]]
    if settings["weightless_class"] == "absent":
        occurs = [bool(weight) for weight in weights]
    if settings["undefined_class"] == "raise" and not all(occurs):
        raise OracleError("a class without items")
    if _little(weights, settings):
        return {"value": Fraction(0), "stages": {"precisions": []}}
    if not any(weights):
        raise OracleError("nothing has a weight")
    if settings["average"] == "micro":
        value = weighted_scores.average_precision(_all_decisions(data), _AVERAGE_PRECISION)["value"]
        return {"value": value, "stages": {"precisions": []}}
    areas = [
        weighted_scores.average_precision(_against_the_rest(data, name), _AVERAGE_PRECISION)["value"]
        for name in data["classes"]
    ]
    areas = [(area or Fraction(0)) if is_there else None for area, is_there in zip(areas, occurs, strict=True)]
    stages = {"precisions": [None if area is None else decimal_text(area) for area in areas]}
    if settings["average"] == "weighted":
        weighed = [(area, weight) for area, weight in zip(areas, weights, strict=True) if area is not None]
        return {"value": _mean(weighed), "stages": stages}
    if None in areas and settings["undefined_class"] == "nan":
        return {"value": None, "stages": stages}
    first_alone = occurs[0] and not any(occurs[1:])
    zeros = settings["undefined_class"] == "zero" or (
        settings["undefined_class"] == "zero-beside-first" and first_alone
    )
    counted = [area or Fraction(0) for area in areas if area is not None or zeros]
    return {"value": _mean([(area, Fraction(1)) for area in counted]), "stages": stages}


def _check(data: dict[str, Any], settings: Settings) -> None:
    if not data["gold"]:
        raise OracleError("no items")
    infinite = any(abs(float(score)) == float("inf") for row in data["class_scores"] for score in row)
    if settings["infinite_score"] == "raise" and infinite:
        raise OracleError("an infinite score")


def _by_class(data: dict[str, Any]) -> list[Fraction]:
    """Return the weight of each class."""
    items = [*zip(data["gold"], map(Fraction, data["weights"]), strict=True)]
    return [sum((weight for gold, weight in items if gold == name), Fraction(0)) for name in data["classes"]]


def _little(weights: Sequence[Fraction], settings: Settings) -> bool:
    weighted = settings["average"] == "weighted" and settings["little_weight"] == "zero"
    return weighted and sum(weights, Fraction(0)) <= Fraction(1, 10**8)


def _against_the_rest(data: dict[str, Any], name: str) -> dict[str, Any]:
    column = data["classes"].index(name)
    return {
        "gold": [int(gold == name) for gold in data["gold"]],
        "scores": [row[column] for row in data["class_scores"]],
        "weights": data["weights"],
    }


def _all_decisions(data: dict[str, Any]) -> dict[str, Any]:
    parts = [_against_the_rest(data, name) for name in data["classes"]]
    return {field: [value for part in parts for value in part[field]] for field in ("gold", "scores", "weights")}


def _mean(weighed: Sequence[tuple[Fraction, Fraction]]) -> Fraction | None:
    whole = sum((weight for _, weight in weighed), Fraction(0))
    return sum((area * weight for area, weight in weighed), Fraction(0)) / whole if whole else None
