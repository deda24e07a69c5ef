"""Mistakes in results that are computed from the confusion matrix, for metrics over class labels."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from samescore.metrics.labels.confusion import ClassCounts, ConfusionCounts, class_counts
from samescore.metrics.mistakes.contract import Mistake


def ratio(a: float, b: float, zero: float = 0.0) -> float:
    """Return a / b, or `zero` if b is 0."""
    return a / b if b else zero


def _transposed(kept: object, settings: object) -> ConfusionCounts | None:
    """Return the counts with gold and prediction exchanged; None if items with weights are kept."""
    if not isinstance(kept, ConfusionCounts):
        return None
    return ConfusionCounts({(p, g): count for (g, p), count in kept.pairs.items()}, kept.sorted_classes)


EXCHANGED = Mistake("swapped", "gold and prediction are exchanged", "row", _transposed)


def of_counts(name: str, meaning: str, change: Callable[[list[ClassCounts], int], float | None]) -> Mistake:
    """Return a mistake in the whole formula: `change` gets the counts of every class and the number of items."""
    return Mistake(name, meaning, "score", lambda kept, s: change(class_counts(kept.table()), kept.segments))


def hits(counts: list[ClassCounts]) -> int:
    """Return the number of correct items."""
    return sum(c.tp for c in counts)


def chance(counts: list[ClassCounts], n: int) -> float:
    """Return the chance agreement of gold and predictions over n items."""
    return sum(c.support * c.predicted for c in counts) / n**2


def kappa(observed: float, expected: float) -> float:
    """Return kappa: the agreement above chance over its maximum; nan if agreement by chance is certain."""
    return (observed - expected) / (1 - expected) if expected != 1 else math.nan


def mean(values: Sequence[float]) -> float:
    """Return the mean of values; nan without values."""
    return sum(values) / len(values) if values else math.nan
