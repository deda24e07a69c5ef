"""What the metrics over the scores of all classes keep: every item, in order, with its weight if weights count."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterator, Sequence
from itertools import compress
from typing import TypeVar

import msgspec

from samescore.base.errors import MetricError
from samescore.data.class_scores import ClassScores
from samescore.metrics.base import Statistics, Total
from samescore.metrics.kept import Rowless
from samescore.metrics.labels.scored import KeptWeightedScores, ScoredItems
from samescore.metrics.labels.settings import weights_knob
from samescore.metrics.labels.weighted_items import Number, in_order, weights_count
from samescore.settings import Choice, Settings, Stage, knob


class KeptClassScores(msgspec.Struct, frozen=True):
    """The scores of all classes and the column of the gold class, of every item: eight bytes a score and four an item.

    Weights, if they count, take eight bytes an item.
    """

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
        """The items of both. Raises `MetricError` for parts with other classes, or with the same in another order.

        A part of an empty file has neither items nor classes.
        """
        if not (self.classes and following.classes):
            return self if self.classes else following
        if self.classes != following.classes:
            raise MetricError("the parts have different classes", hint="give all parts the same classes in one order")
        weights = None
        if self.weights is not None and following.weights is not None:
            weights = self.weights + following.weights
        return KeptClassScores(self.classes, self.gold + following.gold, self.columns + following.columns, weights)

    def rows(self) -> Iterator[tuple[int, array[float]]]:
        """The gold column and the scores of every item."""
        width = len(self.classes)
        return ((gold, self.columns[width * k : width * (k + 1)]) for k, gold in enumerate(self.gold))

    def items_by_class(self) -> list[list[int]]:
        """The numbers of the items of each class."""
        numbers: list[list[int]] = [[] for _ in self.classes]
        for number, gold in enumerate(self.gold):
            numbers[gold].append(number)
        return numbers

    def supports(self) -> list[int]:
        """The number of items of each class."""
        return [*map(len, self.items_by_class())]

    def support_weights(self, sums: str) -> list[Number]:
        """The weight of the items of each class, one after the other unless `sums` is exact."""
        return [
            in_order(compress(self.weights or (), (gold == column for gold in self.gold)), sums)
            for column in range(len(self.classes))
        ]

    def weighing(self, values: Sequence[float]) -> list[float]:
        """The values of the items that have a weight, of one value an item."""
        return [*values] if self.weights is None else [*compress(values, self.weights)]

    def against_the_rest(self, column: int) -> ScoredItems:
        """The scores of one class, of whose items gold is 1 and of all others 0."""
        scores, gold = self.columns[column :: len(self.classes)], bytes(gold == column for gold in self.gold)
        return ScoredItems(scores, gold) if self.weights is None else KeptWeightedScores(scores, gold, self.weights)

    def between(self, column: int, items: Sequence[int], others: Sequence[int]) -> ScoredItems:
        """The scores of one class, for its items (1) and those of another class (0)."""
        width = len(self.classes)
        scores = array("d", [self.columns[width * number + column] for number in (*items, *others)])
        return ScoredItems(scores, bytes([1] * len(items) + [0] * len(others)))

    def all_decisions(self) -> ScoredItems:
        """Every score of every item, of which those of the gold classes are 1."""
        indicators = bytearray(len(self.columns))
        for k, gold in enumerate(self.gold):
            indicators[k * len(self.classes) + gold] = 1
        if self.weights is None:
            return ScoredItems(self.columns, bytes(indicators))
        weights = array("d", (weight for weight in self.weights for _ in self.classes))
        return KeptWeightedScores(self.columns, bytes(indicators), weights)

    def need_items(self) -> None:
        """Raise `MetricError` for no items."""
        if not self.gold:
            raise MetricError("there are no items", hint="each line of a file is an item")

    def need_more_than_two_classes(self) -> None:
        """Raise `MetricError` for two classes."""
        if len(self.classes) == 2:
            raise MetricError(
                "there are scores of two classes, {!r} and {!r}".format(*self.classes),
                hint="set two_classes=score, or give the scores of one class to the metric of binary labels",
            )

    def need_finite(self, hint: str) -> None:
        """Raise `MetricError` for an infinite score."""
        if not all(map(math.isfinite, self.columns)):
            raise MetricError("a score is infinite", hint=hint)

    def need_probabilities(self, hint: str) -> None:
        """Raise `MetricError` for a score outside 0..1."""
        if min(self.columns) < 0 or max(self.columns) > 1:
            at = next(at for at, score in enumerate(self.columns) if not 0 <= score <= 1)
            item, column = divmod(at, len(self.classes))
            raise MetricError(
                f"item {item + 1} has the score {self.columns[at]:g} of {self.classes[column]!r}, no probability",
                hint=hint,
            )


class ClassScoresSettings(Settings):
    """The knob that all metrics over the scores of all classes share."""

    weights: str = weights_knob()


ClassScoresT = TypeVar("ClassScoresT", bound=ClassScoresSettings)


class ClassScoresMetric(Rowless[ClassScores, ClassScoresT]):
    """A metric over the scores of all classes, whose items are kept in order, with their weights if they count."""

    takes = (ClassScores,)

    def counting(self, s: ClassScoresT) -> ClassScoresT:
        """The defaults but for `weights`: nothing else changes what is kept."""
        return self.settings(weights=s.weights)

    def statistics(self, data: ClassScores, s: ClassScoresT) -> Statistics:
        weights = data.weight_column if weights_count(data, s) else None
        return Statistics((), (), KeptClassScores(data.classes, data.gold_columns, data.columns, weights))


def kept_items(total: Total) -> KeptClassScores:
    """What is kept of a total; raises `MetricError` for no items."""
    kept: KeptClassScores = total.kept
    kept.need_items()
    return kept


def two_classes_knob(meaning: str = "", more: tuple[str, ...] = ()) -> str:
    """The knob ``two_classes`` of a metric that has one of two classes beside it."""
    return knob(
        Stage.STATISTICS,
        Choice(("score", "raise", *more)),
        "score",
        f"two classes have a score like three, or are an error, as two scores an item are one too many{meaning}",
    )
