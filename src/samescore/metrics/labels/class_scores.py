"""The data kept by metrics over the scores of all classes: every item, in order, with its weight if weights count."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterator, Sequence
from itertools import compress
from typing import ClassVar, TypeVar

import msgspec

from samescore.base.errors import MetricError
from samescore.data.class_scores import ClassScores
from samescore.metrics.base import Statistics, Total
from samescore.metrics.kept import Rowless
from samescore.metrics.labels.scored import KeptWeightedScores, ScoredItems
from samescore.metrics.labels.settings import weights_knob
from samescore.metrics.labels.weighted_items import Number, in_order, joined_weights, weights_count
from samescore.settings import Choice, Settings, Stage, knob


class KeptClassScores(msgspec.Struct, frozen=True):
    """The scores of all classes and the number of the gold class, for every item.

    They take eight bytes a score and four bytes an item; weights, if they count, eight more bytes an item. `gold` holds
    the column of each item's gold class, `columns` the scores item by item.
    """

    grows: ClassVar[str] = "the scores of all classes and the gold class of every item"

    classes: tuple[str, ...]
    gold: array[int]
    columns: array[float]
    weights: array[float] | None = None

    @property
    def segments(self) -> int:
        """The number of items."""
        return len(self.gold)

    @property
    def memory(self) -> int:
        return 8 * (len(self.columns) + len(self.weights or ())) + 4 * len(self.gold)

    def merge(self, following: KeptClassScores) -> KeptClassScores:
        """Return the items of both parts; a part without classes, from an empty file, has no items.

        Raises `MetricError` if the classes of the parts differ in number, names or order, or if only one part has
        weights.
        """
        if not (self.classes and following.classes):
            return self if self.classes else following
        if self.classes != following.classes:
            raise MetricError(
                "the parts have different classes", hint="give all parts the same classes in the same order"
            )
        weights = joined_weights(self.weights, following.weights)
        return KeptClassScores(self.classes, self.gold + following.gold, self.columns + following.columns, weights)

    def rows(self) -> Iterator[tuple[int, array[float]]]:
        """Yield the column of the gold class, and the scores of all classes, for every item."""
        width = len(self.classes)
        return ((gold, self.columns[width * k : width * (k + 1)]) for k, gold in enumerate(self.gold))

    def items_by_class(self) -> list[list[int]]:
        """Return the indices of the items of each class."""
        numbers: list[list[int]] = [[] for _ in self.classes]
        for number, gold in enumerate(self.gold):
            numbers[gold].append(number)
        return numbers

    def supports(self) -> list[int]:
        """Return the number of items of each class."""
        return [*map(len, self.items_by_class())]

    def support_weights(self, sums: str) -> list[Number]:
        """Return the total weight of each class: added up in order, or exactly if `sums` is exact."""
        return [
            in_order(compress(self.weights or (), (gold == column for gold in self.gold)), sums)
            for column in range(len(self.classes))
        ]

    def weighing(self, values: Sequence[float]) -> list[float]:
        """Return the `values` of the items whose weight is not 0; all values if the items have no weights."""
        return [*values] if self.weights is None else [*compress(values, self.weights)]

    def against_the_rest(self, column: int) -> ScoredItems:
        """Return the scores of one class as a two-class problem: items of the class have the label 1, all others 0."""
        scores, gold = self.columns[column :: len(self.classes)], bytes(gold == column for gold in self.gold)
        return ScoredItems(scores, gold) if self.weights is None else KeptWeightedScores(scores, gold, self.weights)

    def between(self, column: int, items: Sequence[int], others: Sequence[int]) -> ScoredItems:
        """Return the scores of one class on its own items (label 1) and on the items of one other class (label 0)."""
        width = len(self.classes)
        scores = array("d", [self.columns[width * number + column] for number in (*items, *others)])
        return ScoredItems(scores, bytes([1] * len(items) + [0] * len(others)))

    def all_decisions(self) -> ScoredItems:
        """Return each class score of each item as a binary item, with the label 1 if the class is the gold class, else 0."""
        indicators = bytearray(len(self.columns))
        for k, gold in enumerate(self.gold):
            indicators[k * len(self.classes) + gold] = 1
        if self.weights is None:
            return ScoredItems(self.columns, bytes(indicators))
        weights = array("d", (weight for weight in self.weights for _ in self.classes))
        return KeptWeightedScores(self.columns, bytes(indicators), weights)

    def need_items(self) -> None:
        """Raise `MetricError` if there are no items."""
        if not self.gold:
            raise MetricError("the input has no items", hint="give at least one item, each on a line of its own")

    def need_more_than_two_classes(self) -> None:
        """Raise `MetricError` if there are exactly two classes."""
        if len(self.classes) == 2:
            raise MetricError(
                "the scores are for two classes, {!r} and {!r}".format(*self.classes),
                hint="set two_classes=score, or pass the scores of one class to the corresponding binary metric",
            )

    def need_finite(self, hint: str) -> None:
        """Raise `MetricError` if a score is infinite."""
        if not all(map(math.isfinite, self.columns)):
            raise MetricError("a score is infinite", hint=hint)

    def need_probabilities(self, hint: str) -> None:
        """Raise `MetricError` if a score is outside 0..1."""
        if min(self.columns) < 0 or max(self.columns) > 1:
            at = next(at for at, score in enumerate(self.columns) if not 0 <= score <= 1)
            item, column = divmod(at, len(self.classes))
            raise MetricError(
                f"item {item + 1} has the score {self.columns[at]:g} for {self.classes[column]!r}, which is not a "
                "probability",
                hint=hint,
            )


class ClassScoresSettings(Settings):
    """The knob shared by all metrics over the scores of all classes."""

    weights: str = weights_knob()


ClassScoresT = TypeVar("ClassScoresT", bound=ClassScoresSettings)


class ClassScoresMetric(Rowless[ClassScores, ClassScoresT]):
    """A metric over the scores of all classes. It keeps the items in order, with their weights if these count."""

    takes = (ClassScores,)

    def counting(self, settings: ClassScoresT) -> ClassScoresT:
        """Return the default settings with ``weights`` as given, because no other knob affects the kept data."""
        return self.settings(weights=settings.weights)

    def statistics(self, data: ClassScores, settings: ClassScoresT) -> Statistics:
        weights = data.weight_column if weights_count(data, settings) else None
        return Statistics((), (), KeptClassScores(data.classes, data.gold_columns, data.columns, weights))


def kept_items(total: Total) -> KeptClassScores:
    """Return the kept data of a total; raises `MetricError` if it has no items."""
    kept: KeptClassScores = total.kept
    kept.need_items()
    return kept


def two_classes_knob(meaning: str = "", more: tuple[str, ...] = ()) -> str:
    """Define the knob ``two_classes`` of a metric that also has a version for two classes."""
    return knob(
        Stage.STATISTICS,
        Choice(("score", "raise", *more)),
        "score",
        "Inputs with scores for two classes. score: score them like inputs with more classes; raise: an "
        f"error{meaning}",
    )
