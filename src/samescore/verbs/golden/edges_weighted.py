"""Edge cases of labels and scores with sample weights, as in `edges`."""

from __future__ import annotations

from collections.abc import Callable
from itertools import compress
from typing import Any

Plain = dict[str, Any]


def _weighted_classes(plain: Plain) -> set[int]:
    """The gold labels whose items have a weight."""
    return set(compress(plain["binary_labels"], plain["weights"]))


#: Edge cases of scores with sample weights.
WEIGHTED_SCORES: dict[str, Callable[[Plain], bool]] = {
    "no-items": lambda plain: not plain["weights"],
    "one-class": lambda plain: len(set(plain["binary_labels"])) == 1,
    "tied-scores": lambda plain: len(set(plain["item_scores"])) < len(plain["item_scores"]),
    "all-tied": lambda plain: len(plain["item_scores"]) > 1 and len(set(plain["item_scores"])) == 1,
    "weight-0": lambda plain: 0 in plain["weights"] and any(plain["weights"]),
    "no-weight": lambda plain: bool(plain["weights"]) and not any(plain["weights"]),
    "class-without-weight": lambda plain: 0 < len(_weighted_classes(plain)) < len(set(plain["binary_labels"])),
    "inexact-weights": lambda plain: any(weight * 1024 % 1 for weight in plain["weights"]),
}

#: Edge cases of labels with sample weights.
WEIGHTED_LABELS: dict[str, Callable[[Plain], bool]] = {
    "no-items": lambda plain: not plain["weights"],
    "one-item": lambda plain: len(plain["weights"]) == 1,
    "one-class": lambda plain: len({*plain["gold_labels"], *plain["predicted_labels"]}) == 1,
    "several-classes": lambda plain: len(set(plain["gold_labels"])) > 2,
    "predicted-only": lambda plain: bool(set(plain["predicted_labels"]) - set(plain["gold_labels"])),
    "weight-0": lambda plain: 0 in plain["weights"] and any(plain["weights"]),
    "no-weight": lambda plain: bool(plain["weights"]) and not any(plain["weights"]),
    "inexact-weights": lambda plain: any(weight * 1024 % 1 for weight in plain["weights"]),
}
