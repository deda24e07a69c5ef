"""The data kept by metrics over a classifier's scores: every item, in order."""

from __future__ import annotations

import math
from array import array
from itertools import compress
from typing import Any, ClassVar

import msgspec

from samescore.base.errors import MetricError
from samescore.data.scored_labels import ScoredLabels
from samescore.data.scores import has_special
from samescore.kernels import kernels_enabled
from samescore.metrics.base import SettingsT, Statistics, Total
from samescore.metrics.kept import Rowless
from samescore.metrics.labels.weighted_items import weights_count


class ScoredItems(msgspec.Struct, frozen=True):
    """The score and the gold label, 0 or 1, of every item: nine bytes an item."""

    grows: ClassVar[str] = "the score and the gold label of every item"

    scores: array[float]
    gold: bytes

    @property
    def segments(self) -> int:
        """The number of items."""
        return len(self.gold)

    @property
    def has_infinity(self) -> bool:
        """Whether any score is infinite."""
        if kernels_enabled():
            return has_special(self.scores)
        return not math.isfinite(sum(self.scores)) and any(map(math.isinf, self.scores))  # a sum may overflow

    def need_probabilities(self, hint: str) -> None:
        """Raise `MetricError` if a score is outside 0..1."""
        if min(self.scores) < 0 or max(self.scores) > 1:
            at = next(at for at, score in enumerate(self.scores) if not 0 <= score <= 1)
            raise MetricError(f"score {at + 1} is {self.scores[at]:g}, which is not a probability", hint=hint)

    @property
    def memory(self) -> int:
        return 9 * len(self.gold)

    def merge(self, following: ScoredItems) -> ScoredItems:
        return ScoredItems(self.scores + following.scores, self.gold + following.gold)


class KeptWeightedScores(ScoredItems, frozen=True):
    """The score, the gold label (0 or 1) and the weight of every item, in order: 17 bytes an item."""

    grows: ClassVar[str] = "the score, the gold label and the weight of every item"

    weights: array[float]

    @property
    def memory(self) -> int:
        return 17 * len(self.gold)

    def merge(self, following: KeptWeightedScores) -> KeptWeightedScores:  # type: ignore[override]  # parts of one input
        return KeptWeightedScores(
            self.scores + following.scores, self.gold + following.gold, self.weights + following.weights
        )

    @property
    def weighing_classes(self) -> set[int]:
        """The set of gold labels of the items with a weight above 0."""
        return {*compress(self.gold, self.weights)}


class ScoredMetric(Rowless[ScoredLabels, SettingsT]):
    """A metric over gold labels and scores; it keeps the items in order, with their weights if these count."""

    takes = (ScoredLabels,)

    def counting(self, settings: Any) -> Any:
        """Return the default settings with ``weights`` as given, because no other knob affects the kept data."""
        return self.settings(weights=settings.weights)

    def statistics(self, data: ScoredLabels, settings: SettingsT) -> Statistics:
        if weights_count(data, settings):
            weights = data.weight_column or array("d")
            return Statistics((), (), KeptWeightedScores(data.columns.scores, data.columns.gold, weights))
        return Statistics((), (), ScoredItems(data.columns.scores, data.columns.gold))


def need_items(total: Total) -> None:
    """Raise `MetricError` if there are no items."""
    if not total.segments:
        raise MetricError("the input has no items")


def finite(number: float) -> float | None:
    """Return a number as shown in a stage: unchanged, or None if it is infinite or nan."""
    return number if math.isfinite(number) else None
