"""Multilabel classification, computed exactly by listing every decision: an item has a label, or it does not.

A decision has the weight of its item, the exact value of the double, or 1.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from tests.oracle import singles
from tests.oracle.arithmetic import OracleError, decimal_text, exact, single

Settings = dict[str, Any]
#: An item, a label, whether gold has it, whether it is predicted, and the weight of the item.
Decision = tuple[int, str, bool, bool, Fraction]


def _decisions(data: dict[str, Any], settings: Settings) -> list[Decision]:
    rows = list(zip(data["gold_sets"], data["predicted_sets"], strict=True))
    names = settings["labels"]
    if names == "present":
        names = sorted({name for pair in rows for side in pair for name in side})
    weights = [*map(Fraction, data["weights"])] if _weighted(data, settings) else [Fraction(1)] * len(rows)
    decisions = [
        (k, name, name in gold, name in said, weights[k]) for k, (gold, said) in enumerate(rows) for name in names
    ]
    if not decisions:
        raise OracleError("nothing to decide")
    return decisions


def _weighted(data: dict[str, Any], settings: Settings) -> bool:
    return "weights" in data and settings["weights"] == "given"


def _of_weights(data: dict[str, Any], settings: Settings, *, raises: bool) -> Settings:
    """Return the settings for an input; with weights, knobs for counts have no effect, and zero weights raise if `raises`."""
    if not _weighted(data, settings):
        return settings
    if raises and not any(data["weights"]):
        raise OracleError("nothing has a weight")
    return {**settings, "dtype": "float64"}


def _shown(weight: Fraction, data: dict[str, Any], settings: Settings) -> int | str:
    """Return the value of a stage: a number of decisions, or their weight."""
    return decimal_text(weight) if _weighted(data, settings) else int(weight)


def _sum(weights: Iterable[Fraction]) -> Fraction:
    return sum(weights, Fraction(0))


def score(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Return precision, recall, F, Jaccard or subset accuracy."""
    decisions = _decisions(data, settings)
    settings = _of_weights(data, settings, raises=settings["no_weight"] == "raise")
    names = list(dict.fromkeys(name for _, name, _, _, _ in decisions))
    items = list(dict.fromkeys(k for k, _, _, _, _ in decisions))
    of_label = {name: [d for d in decisions if d[1] == name] for name in names}
    supports = {name: _sum(w for _, _, gold, _, w in of_label[name] if gold) for name in names}
    stages = {
        "tp": {
            name: _shown(_sum(w for _, _, gold, said, w in of_label[name] if gold and said), data, settings)
            for name in names
        },
        "predicted": {
            name: _shown(_sum(w for _, _, _, said, w in of_label[name] if said), data, settings) for name in names
        },
        "support": {name: _shown(supports[name], data, settings) for name in names},
    }
    of_item = [[d for d in decisions if d[0] == k] for k in items]
    weight_of_item = [decided[0][4] for decided in of_item]
    average = settings["average"]
    if settings["measure"] == "subset":
        rights = [all(gold == said for _, _, gold, said, _ in decided) for decided in of_item]
        right = _sum(w for is_right, w in zip(rights, weight_of_item, strict=True) if is_right)
        value: Fraction | None = _ratio(right, _sum(weight_of_item), settings)
    elif average == "micro":
        value = _score(decisions, settings)
    elif average == "samples":
        scores = [_score(decided, settings) for decided in of_item]
        value = _mean(list(zip(scores, weight_of_item, strict=True)), settings)
    else:
        weights = [Fraction(1) if average == "macro" else supports[name] for name in names]
        scores = [_score(of_label[name], settings) for name in names]
        value = _mean(list(zip(scores, weights, strict=True)), settings)
    return {"value": None if value is None else decimal_text(value), "stages": stages}


def _in_width(number: Fraction, settings: Settings) -> Fraction:
    return single(number) if settings["dtype"] == "float32" else number


def _mean(weighted: list[tuple[Fraction | None, Fraction]], settings: Settings) -> Fraction | None:
    """Return the weighted mean of the scores that are defined; a plain one if no weight is left."""
    known = [(value, weight) for value, weight in weighted if value is not None]
    if not known:
        return None
    if not sum(weight for _, weight in known):
        known = [(value, Fraction(1)) for value, _ in known]
    whole = sum(weight for _, weight in known)
    if settings["dtype"] == "float32":
        return singles.add([single(single(value * weight) / whole) for value, weight in known])
    return sum((value * weight for value, weight in known), Fraction(0)) / whole


def _score(decisions: list[Decision], settings: Settings) -> Fraction | None:
    both = _sum(w for _, _, gold, said, w in decisions if gold and said)
    missed = _sum(w for _, _, gold, said, w in decisions if gold and not said)
    invented = _sum(w for _, _, gold, said, w in decisions if said and not gold)
    square = exact(settings["beta"]) ** 2
    above, below = {
        "f": ((1 + square) * both, (1 + square) * both + square * missed + invented),
        "precision": (both, both + invented),
        "recall": (both, both + missed),
        "jaccard": (both, both + missed + invented),
    }[settings["measure"]]
    return _ratio(above, below, settings)


def _ratio(above: Fraction, below: Fraction, settings: Settings) -> Fraction | None:
    if below:
        return _in_width(above / below, settings)
    return {"0": Fraction(0), "1": Fraction(1), "nan": None}[settings["zero_division"]]


def loss(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Return the Hamming loss or the zero-one loss."""
    decisions = _decisions(data, settings)
    never_raised = ("formula",) if settings["normalize"] == "fraction" else ("formula", "raise-for-fraction")
    settings = _of_weights(data, settings, raises=settings["no_weight"] not in never_raised)
    wrong = [(k, w) for k, _, gold, said, w in decisions if gold != said]
    errors, total = _sum(w for _, w in wrong), _sum(w for _, _, _, _, w in decisions)
    if settings["unit"] == "items":
        errors, total = _sum(dict(wrong).values()), _sum({k: w for k, _, _, _, w in decisions}.values())
    stages = {"errors": _shown(errors, data, settings), "total": _shown(total, data, settings)}
    if settings["normalize"] == "count":
        return {"value": decimal_text(errors), "stages": stages}
    if not total:
        return {"value": None, "stages": stages}
    if settings["unit"] == "items" or settings["average"] == "micro":
        return {"value": decimal_text(_wrong_share(errors, total, settings)), "stages": stages}
    shares: list[tuple[Fraction | None, Fraction]] = []
    for name in dict.fromkeys(name for _, name, _, _, _ in decisions):
        own = [(gold, said, w) for _, other, gold, said, w in decisions if other == name]
        share = _wrong_share(_sum(w for gold, said, w in own if gold != said), _sum(w for _, _, w in own), settings)
        weight = {"macro": Fraction(1), "weighted": _sum(w for gold, _, w in own if gold)}[settings["average"]]
        shares.append((share, weight))
    weighs = any(weight for _, weight in shares)
    value = _mean(shares, settings) if weighs else Fraction(0)
    return {"value": None if value is None else decimal_text(value), "stages": stages}


def _wrong_share(errors: Fraction, total: Fraction, settings: Settings) -> Fraction:
    if settings["dtype"] == "float64":
        return errors / total
    if settings["form"] == "errors":
        return single(errors / total)
    return single(1 - single((total - errors) / total))
