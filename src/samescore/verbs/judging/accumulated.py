"""A known mistake without a knob: the score of an implementation that still holds the input of an earlier call."""

from __future__ import annotations

from samescore.catalogue.wrong_items import Plain
from samescore.generators.ratings import SIDES, rows_of

#: Lists of an input that keep growing if an implementation does not reset them.
_LISTS = (
    "segments",
    "gold",
    "predicted",
    "scores",
    "logprobs",
    "texts",
    "items",
    "gold_tags",
    "predicted_tags",
    "gold_sets",
    "predicted_sets",
    "class_scores",
    "weights",
    "rewrites",
    "supported_answers",
    "rankings",
    "sampled_responses",
    "verdicts",
    "instructed_responses",
)


def added_to(before: Plain, data: Plain) -> Plain | None:
    """Return the input that an accumulator without a reset scores: `data` appended to the input of an earlier call.

    Return None if the two inputs cannot be joined, for example because they are of different kinds.
    """
    if before.keys() != data.keys() or "confusion" in data or before.get("tokenized") != data.get("tokenized"):
        return None
    if "class_scores" in data and before["classes"] != data["classes"]:
        return None
    if "systems" in data:
        return _joined_systems(before, data)
    if "metric_scores" in data:
        pairs = {side: (rows_of(before[side]), rows_of(data[side])) for side in SIDES}
        if any(len(first) != len(second) for first, second in pairs.values()):
            return None
        return {side: [a + b for a, b in zip(*rows, strict=True)] for side, rows in pairs.items()}
    if "annotations" in data:
        rows = before["annotations"], data["annotations"]
        return {"annotations": [a + b for a, b in zip(*rows, strict=True)]} if len(rows[0]) == len(rows[1]) else None
    return {field: before[field] + value if field in _LISTS else value for field, value in data.items()}


def _joined_systems(before: Plain, data: Plain) -> Plain | None:
    """Return the joined inputs of compared systems, each with its earlier segments; None if they cannot be joined."""
    if len(before["systems"]) != len(data["systems"]) or before["statistic"] != data["statistic"]:
        return None
    systems = [added_to(first, second) for first, second in zip(before["systems"], data["systems"], strict=True)]
    return None if None in systems else {**data, "systems": systems}
