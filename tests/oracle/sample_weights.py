"""Class labels with sample weights, exactly, item by item and pair by pair. A weight is the double that it is read as."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tests.oracle.arithmetic import Number, OracleError, decimal_text, exact, over_root, sixty_digits

Settings = dict[str, Any]
#: The weight of an item, its class in gold, and its predicted class.
Item = tuple[Fraction, str, str]


def _items(data: dict[str, Any], no_weight: str) -> list[Item]:
    columns = data["weights"], data["gold_labels"], data["predicted_labels"]
    items = [(Fraction(weight), gold, said) for weight, gold, said in zip(*columns, strict=True)]
    allowed = {"raise": _weight(items) > 0, "formula-of-zeros": len(items) > 0, "formula": True}
    if not allowed[no_weight]:
        raise OracleError("nothing has a weight")
    return items


def _weight(items: list[Item]) -> Fraction:
    return sum((weight for weight, _, _ in items), Fraction(0))


def _classes(items: list[Item]) -> list[str]:
    return sorted({name for _, *names in items for name in names})


def _right(items: list[Item]) -> Fraction:
    return _weight([item for item in items if item[1] == item[2]])


def _stages(items: list[Item], names: list[str]) -> dict[str, Any]:
    """The three weights of each class."""
    return {
        "tp": {name: decimal_text(_weight([i for i in items if i[1] == name == i[2]])) for name in names},
        "predicted": {name: decimal_text(_weight([i for i in items if i[2] == name])) for name in names},
        "support": {name: decimal_text(_weight([i for i in items if i[1] == name])) for name in names},
    }


def _text(value: Number | None) -> str | None:
    return None if value is None else decimal_text(value)


def score(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Precision, recall, F or Jaccard's index."""
    items = _items(data, settings["no_weight"])
    names = _classes(items) if settings["labels"] == "present" else settings["labels"]
    average = settings["average"]
    if average == "class":
        value = _decided(items, [settings["positive"]], settings)
    elif average == "micro":
        value = _decided(items, names, settings)
    else:
        supports = {name: _weight([item for item in items if item[1] == name]) for name in names}
        scores = {name: _decided(items, [name], settings) for name in names}
        known = {name: value for name, value in scores.items() if value is not None}
        weights = {name: supports[name] if average == "weighted" else Fraction(1) for name in known}
        if not sum(weights.values()):
            weights = dict.fromkeys(known, Fraction(1))
        whole = sum(weights.values())
        value = sum((known[name] * weights[name] for name in known), Fraction(0)) / whole if known else None
    return {"value": _text(value), "stages": _stages(items, names)}


def _decided(items: list[Item], names: list[str], settings: Settings) -> Fraction | None:
    """The score of all decisions on some classes: is an item of the class?"""
    decisions = [(weight, gold == name, said == name) for weight, gold, said in items for name in names]
    both = sum((weight for weight, gold, said in decisions if gold and said), Fraction(0))
    missed = sum((weight for weight, gold, said in decisions if gold and not said), Fraction(0))
    invented = sum((weight for weight, gold, said in decisions if said and not gold), Fraction(0))
    square = exact(settings["beta"]) ** 2
    above, below = {
        "f": ((1 + square) * both, (1 + square) * both + square * missed + invented),
        "precision": (both, both + invented),
        "recall": (both, both + missed),
        "jaccard": (both, both + missed + invented),
    }[settings["score"]]
    if below:
        return above / below
    return {"0": Fraction(0), "1": Fraction(1), "nan": None}[settings["zero_division"]]


def accuracy(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """The share of right items."""
    items = _items(data, "raise")
    right, whole = _right(items), _weight(items)
    return {
        "value": decimal_text(right / (whole if settings["normalize"] == "fraction" else 1)),
        "stages": {"right": decimal_text(right), "weight": decimal_text(whole)},
    }


def loss(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """The share of wrong items."""
    items = _items(data, "raise")
    wrong, whole = _weight([item for item in items if item[1] != item[2]]), _weight(items)
    return {
        "value": decimal_text(wrong / (whole if settings["normalize"] == "fraction" else 1)),
        "stages": {"wrong": decimal_text(wrong), "weight": decimal_text(whole)},
    }


def balanced_accuracy(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """The mean recall of the classes of gold, each of the same weight."""
    items = _items(data, settings["no_weight"])
    stages = _stages(items, _classes(items))
    whole = {name: _weight([item for item in items if item[1] == name]) for name in _classes(items)}
    known = [name for name, weight in whole.items() if weight]
    if not known:
        if settings["adjusted"]:
            raise OracleError("no class to guess")
        return {"value": None, "stages": stages}
    recalls = [_right([item for item in items if item[1] == name]) / whole[name] for name in known]
    value = sum(recalls, Fraction(0)) / len(known)
    if settings["adjusted"]:
        if len(known) == 1:
            return {"value": None, "stages": stages}
        value = 1 - (1 - value) / (1 - Fraction(1, len(known)))
    return {"value": decimal_text(value), "stages": stages}


def kappa(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """One minus the disagreement over that of the gold label of an item with the predicted label of another."""
    items = _items(data, settings["no_weight"])
    names = _classes(items) if settings["labels"] == "present" else settings["labels"]
    if items and not any(gold in names for _, gold, _ in items):
        raise OracleError("gold has none of the labels")
    items = [item for item in items if item[1] in names and item[2] in names]

    def distance(gold: str, said: str) -> int:
        steps: int = abs(names.index(gold) - names.index(said))
        by_weighting: dict[str, int] = {"none": min(steps, 1), "linear": steps, "quadratic": steps * steps}
        return by_weighting[settings["weighting"]]

    stages = _stages(items, names)
    pairs = [(w * v, distance(gold, said)) for w, gold, _ in items for v, _, said in items]
    expected = sum((weight * steps for weight, steps in pairs), Fraction(0))
    if not expected:
        return {"value": None, "stages": stages}
    observed = sum((weight * distance(gold, said) for weight, gold, said in items), Fraction(0))
    return {"value": decimal_text(1 - observed * _weight(items) / expected), "stages": stages}


@sixty_digits
def mcc(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """The correlation of gold and predicted classes over all pairs of items: do the items differ in their class?"""
    items = _items(data, settings["no_weight"])
    pairs = [(w * v, (gold, said), (other, guess)) for w, gold, said in items for v, other, guess in items]

    def together(first: int, second: int) -> Fraction:
        """The covariance of two sides: of an item's class with its own on the other side, less with another item's."""
        return sum(
            (weight * ((one[first] == one[second]) - (one[first] == two[second])) for weight, one, two in pairs),
            Fraction(0),
        )

    spreads = together(0, 0) * together(1, 1)
    stages = _stages(items, _classes(items))
    if not spreads:
        return {"value": {"0": "0", "nan": None}[settings["constant"]], "stages": stages}
    squared, scale = spreads.numerator * spreads.denominator, spreads.denominator
    covariance = together(0, 1) * scale
    value = over_root(covariance.numerator, squared)
    return {"value": decimal_text(value / covariance.denominator), "stages": stages}
