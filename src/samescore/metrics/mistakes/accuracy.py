"""Known mistakes in accuracy and balanced accuracy."""

from __future__ import annotations

import math
from collections.abc import Callable

from samescore.metrics.labels.confusion import ClassCounts, ConfusionCounts, class_counts
from samescore.metrics.labels.settings import BalancedAccuracySettings
from samescore.metrics.mistakes.confusion import EXCHANGED, hits, mean, of_counts, ratio
from samescore.metrics.mistakes.contract import Mistake
from samescore.metrics.mistakes.texts import presentations

ACCURACY_MISTAKES: tuple[Mistake, ...] = (
    of_counts("errors-for-hits", "the share of wrong items", lambda counts, n: 1 - hits(counts) / n),
    of_counts("divided-by-one-too-many", "hits are divided by one item too many", lambda counts, n: hits(counts) / (n + 1)),
    of_counts("divided-by-one-too-few", "hits are divided by one item too few",
               lambda counts, n: hits(counts) / (n - 1) if n > 1 else None),
    of_counts("hits-over-errors", "hits are divided by errors",
               lambda counts, n: hits(counts) / (n - hits(counts)) if n > hits(counts) else None),
    of_counts("mean-recall", "the mean recall of the classes (balanced accuracy)",
               lambda counts, n: mean([c.tp / c.support for c in counts if c.support])),
    of_counts("mean-precision", "the mean precision of the classes",
               lambda counts, n: mean([c.tp / c.predicted for c in counts if c.predicted])),
    *presentations(highest=1),
)  # fmt: skip


def _balanced(name: str, meaning: str, change: Callable[[list[ClassCounts], int], float | None]) -> Mistake:
    """Return a mistake in the mean recall.

    `change` computes the wrong mean, which is adjusted for chance if the settings say so.
    """

    def score(kept: ConfusionCounts, settings: BalancedAccuracySettings) -> float | None:
        counts = class_counts(kept.table())
        value, classes = change(counts, kept.segments), sum(c.support > 0 for c in counts)
        if value is None or not settings.adjusted:
            return value
        return (value - 1 / classes) / (1 - 1 / classes) if classes > 1 else None

    return Mistake(name, meaning, "score", score)


def _adjusted(
    change: Callable[[float, int], float],
) -> Callable[[ConfusionCounts, BalancedAccuracySettings], float | None]:
    def score(kept: ConfusionCounts, settings: BalancedAccuracySettings) -> float | None:
        recalls = [c.tp / c.support for c in class_counts(kept.table()) if c.support]
        return change(mean(recalls), len(recalls)) if settings.adjusted and len(recalls) > 1 else None

    return score


BALANCED_ACCURACY_MISTAKES: tuple[Mistake, ...] = (
    EXCHANGED,
    _balanced("mean-precision", "the mean precision of the classes instead of the mean recall",
              lambda counts, n: mean([c.tp / c.predicted for c in counts if c.predicted])),
    _balanced("every-class", "classes that gold lacks count as 0", lambda counts, n: mean([ratio(c.tp, c.support) for c in counts])),
    _balanced("classes-in-both-only", "only classes that occur in gold and are predicted are averaged",
              lambda counts, n: mean([c.tp / c.support for c in counts if c.support and c.predicted])),
    _balanced("accuracy", "the share of right items instead", lambda counts, n: hits(counts) / n),
    _balanced("geometric-mean", "the geometric mean of the recalls",
              lambda counts, n: math.prod(c.tp / c.support for c in counts if c.support)
              ** (1 / sum(c.support > 0 for c in counts))),
    _balanced("product-of-recalls", "the product of the recalls",
              lambda counts, n: math.prod(c.tp / c.support for c in counts if c.support)),
    _balanced("sum-of-classes", "the sum of the recalls, not divided",
              lambda counts, n: sum(c.tp / c.support for c in counts if c.support)),
    _balanced("always-two-classes", "the sum of the recalls is divided by 2, however many classes there are",
              lambda counts, n: sum(c.tp / c.support for c in counts if c.support) / 2),
    _balanced("lowest-recall", "the lowest recall",
              lambda counts, n: min(c.tp / c.support for c in counts if c.support)),
    Mistake("chance-one-half", "chance is 1/2, however many classes there are", "score",
            _adjusted(lambda value, k: 2 * value - 1)),
    Mistake("chance-not-divided", "chance is subtracted, and the rest not divided", "score",
            _adjusted(lambda value, k: value - 1 / k)),
    *presentations(highest=1),
)  # fmt: skip
