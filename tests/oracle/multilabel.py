"""Multilabel classification, exactly, by listing every decision: does an item have a label?"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tests.oracle import singles
from tests.oracle.arithmetic import OracleError, decimal_text, exact, single

Settings = dict[str, Any]
#: An item, a label, whether gold has it, and whether it is predicted.
Decision = tuple[int, str, bool, bool]


def _decisions(data: dict[str, Any], settings: Settings) -> list[Decision]:
    rows = list(zip(data["gold_sets"], data["predicted_sets"], strict=True))
    names = settings["labels"]
    if names == "present":
        names = sorted({name for pair in rows for side in pair for name in side})
    decisions = [(k, name, name in gold, name in said) for k, (gold, said) in enumerate(rows) for name in names]
    if not decisions:
        raise OracleError("nothing to decide")
    return decisions


def score(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Precision, recall, F, Jaccard or subset accuracy."""
    decisions = _decisions(data, settings)
    names = list(dict.fromkeys(name for _, name, _, _ in decisions))
    items = list(dict.fromkeys(k for k, _, _, _ in decisions))
    of_label = {name: [d for d in decisions if d[1] == name] for name in names}
    stages = {
        "tp": {name: sum(gold and said for _, _, gold, said in of_label[name]) for name in names},
        "predicted": {name: sum(said for _, _, _, said in of_label[name]) for name in names},
        "support": {name: sum(gold for _, _, gold, _ in of_label[name]) for name in names},
    }
    of_item = [[d for d in decisions if d[0] == k] for k in items]
    average = settings["average"]
    if settings["measure"] == "subset":
        right = sum(all(gold == said for _, _, gold, said in decided) for decided in of_item)
        value: Fraction | None = _in_width(Fraction(right, len(items)), settings)
    elif average == "micro":
        value = _score(decisions, settings)
    elif average == "samples":
        value = _mean([(_score(decided, settings), 1) for decided in of_item], settings)
    else:
        weights = [1 if average == "macro" else stages["support"][name] for name in names]
        scores = [_score(of_label[name], settings) for name in names]
        value = _mean(list(zip(scores, weights, strict=True)), settings)
    return {"value": None if value is None else decimal_text(value), "stages": stages}


def _in_width(number: Fraction, settings: Settings) -> Fraction:
    return single(number) if settings["dtype"] == "float32" else number


def _mean(weighted: list[tuple[Fraction | None, int]], settings: Settings) -> Fraction | None:
    """The weighted mean of the scores that are defined; a plain one if no weight is left."""
    known = [(value, weight) for value, weight in weighted if value is not None]
    if not known:
        return None
    if not sum(weight for _, weight in known):
        known = [(value, 1) for value, _ in known]
    whole = sum(weight for _, weight in known)
    if settings["dtype"] == "float32":
        return singles.add([single(single(value * weight) / whole) for value, weight in known])
    return sum((value * weight for value, weight in known), Fraction(0)) / whole


def _score(decisions: list[Decision], settings: Settings) -> Fraction | None:
    both = sum(gold and said for _, _, gold, said in decisions)
    missed = sum(gold and not said for _, _, gold, said in decisions)
    invented = sum(said and not gold for _, _, gold, said in decisions)
    square = exact(settings["beta"]) ** 2
    above, below = {
        "f": ((1 + square) * both, (1 + square) * both + square * missed + invented),
        "precision": (Fraction(both), Fraction(both + invented)),
        "recall": (Fraction(both), Fraction(both + missed)),
        "jaccard": (Fraction(both), Fraction(both + missed + invented)),
    }[settings["measure"]]
    if below:
        return _in_width(above / below, settings)
    return {"0": Fraction(0), "1": Fraction(1), "nan": None}[settings["zero_division"]]


def loss(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Hamming loss or zero-one loss."""
    decisions = _decisions(data, settings)
    wrong = [k for k, _, gold, said in decisions if gold != said]
    errors, total = len(wrong), len(decisions)
    if settings["unit"] == "items":
        errors, total = len(set(wrong)), len(data["gold_sets"])
    stages = {"errors": errors, "total": total}
    if settings["normalize"] == "count":
        return {"value": decimal_text(errors), "stages": stages}
    if settings["unit"] == "items" or settings["average"] == "micro":
        return {"value": decimal_text(_wrong_share(errors, total, settings)), "stages": stages}
    shares = []
    for name in dict.fromkeys(name for _, name, _, _ in decisions):
        own = [(gold, said) for _, other, gold, said in decisions if other == name]
        share = _wrong_share(sum(gold != said for gold, said in own), len(own), settings)
        shares.append((share, {"macro": 1, "weighted": sum(gold for gold, _ in own)}[settings["average"]]))
    weighs = any(weight for _, weight in shares)
    value = _mean(list(shares), settings) if weighs else Fraction(0)
    return {"value": None if value is None else decimal_text(value), "stages": stages}


def _wrong_share(errors: int, total: int, settings: Settings) -> Fraction:
    if settings["dtype"] == "float64":
        return Fraction(errors, total)
    if settings["form"] == "errors":
        return single(Fraction(errors, total))
    return single(1 - single(Fraction(total - errors, total)))
