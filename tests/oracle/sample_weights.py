"""Class labels with sample weights: the oracle of counts, applied to a matrix of weights (exact values of doubles)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from tests.oracle.arithmetic import OracleError, decimal_text

Settings = dict[str, Any]
Answer = dict[str, Any]
Oracle = Callable[[dict[str, Any], Settings], Answer]

#: The knobs for the arithmetic of counts, and the values with which they change nothing.
_OF_COUNTS = {"dtype": "float64", "integers": "unbounded"}


def of_classes(oracle: Oracle) -> Oracle:
    """Return an oracle of weighted labels whose stages have the weights of each class."""
    return _weighted(oracle, _by_class)


def of_items(oracle: Oracle, counted: str) -> Oracle:
    """Return an oracle of weighted labels whose stages have the weight of the right or wrong items, and of all."""

    def stages(data: dict[str, Any], _: Settings) -> Answer:
        items = zip(data["gold"], data["predicted"], data["weights"], strict=True)
        hits = [Fraction(weight) for gold, said, weight in items if (gold == said) == (counted == "right")]
        return {
            counted: decimal_text(sum(hits, Fraction(0))),
            "weight": decimal_text(sum(map(Fraction, data["weights"]), Fraction(0))),
        }

    return _weighted(oracle, stages)


def _weighted(oracle: Oracle, stages: Oracle) -> Oracle:
    def ask(data: dict[str, Any], settings: Settings) -> Answer:
        if "weights" not in data or settings["weights"] == "ignored":
            return oracle({name: column for name, column in data.items() if name != "weights"}, settings)
        rule = settings.get("no_weight", "raise")
        needs_weight = rule == "raise" or (rule == "raise-for-fraction" and settings["normalize"] == "fraction")
        if data["weights"] and not any(data["weights"]) and needs_weight:
            raise OracleError("nothing has a weight")
        usual = {**settings, **{knob: value for knob, value in _OF_COUNTS.items() if knob in settings}}
        if settings.get("zero_division") == "epsilon":
            usual["zero_division"] = "nan"
        answer = oracle(data, usual)
        if settings.get("zero_division") == "epsilon" and answer["value"] is None:
            raise OracleError("epsilons are for counts")
        return {"value": answer["value"], "stages": stages(data, settings)}

    return ask


def _by_class(data: dict[str, Any], settings: Settings) -> Answer:
    """Return the weights of each class that the settings name; for kappa, only of items with such a class on both sides."""
    named: Any = settings.get("labels", "present")
    sides = [[str(label) for label in data[side]] for side in ("gold", "predicted")]
    names: list[str] = (
        [str(name) for name in sorted({*data["gold"], *data["predicted"]})] if named == "present" else named
    )
    items = [(Fraction(weight), *pair) for weight, *pair in zip(data["weights"], *sides, strict=True)]
    if "weighting" in settings:  # kappa
        items = [item for item in items if item[1] in names and item[2] in names]

    def weight(of: Callable[[str, str, str], bool], name: str) -> str:
        return decimal_text(sum((w for w, gold, said in items if of(name, gold, said)), Fraction(0)))

    return {
        "tp": {name: weight(lambda own, gold, said: own == gold == said, name) for name in names},
        "predicted": {name: weight(lambda own, _, said: own == said, name) for name in names},
        "support": {name: weight(lambda own, gold, _: own == gold, name) for name in names},
    }
