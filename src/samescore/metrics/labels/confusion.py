"""Count how often each gold class was predicted as each class: the statistics of metrics over class labels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

import msgspec

from samescore.base.errors import MetricError
from samescore.data.columns import Label
from samescore.data.counts import are_counts, read_labels
from samescore.data.input_files import InputFiles
from samescore.data.labels import Confusion, Labels
from samescore.metrics.base import LazyStages, Statistics, Total
from samescore.metrics.compiled import CompiledCounting
from samescore.metrics.kept import Rowless
from samescore.metrics.labels.settings import LabelSettings
from samescore.metrics.labels.weighted_items import KeptWeights, need_weight_of_share, weights_count

if TYPE_CHECKING:
    from samescore.data.batches import Bounds

Classified = Labels | Confusion

_PAIR_BYTES = 200


class ConfusionCounts(msgspec.Struct, frozen=True):
    """The number of items for every pair of gold and predicted class that occurs, in order of first appearance.

    If `sorted_classes` is true, the order of the items is unknown, because a matrix was given.
    """

    grows: ClassVar[str] = "the number of items for every pair of gold and predicted class"

    pairs: Mapping[tuple[Label, Label], int]
    sorted_classes: bool = False

    @classmethod
    def of(cls, data: Classified) -> ConfusionCounts:
        """Return the counts of labels, or of a confusion matrix."""
        if isinstance(data, Labels):
            return cls(data.columns.plain_pairs())
        cells = (
            ((gold, predicted), count)
            for gold, row in zip(data.classes, data.matrix, strict=True)
            for predicted, count in zip(data.classes, row, strict=True)
        )
        return cls({pair: count for pair, count in cells if count}, sorted_classes=True)

    @property
    def segments(self) -> int:
        """The number of items."""
        return sum(self.pairs.values())

    @property
    def errors(self) -> int:
        """The number of items whose predicted class differs from their gold class."""
        return sum(count for (gold, predicted), count in self.pairs.items() if gold != predicted)

    @property
    def memory(self) -> int:
        return _PAIR_BYTES * len(self.pairs)

    @property
    def classes(self) -> tuple[Label, ...]:
        """All classes that occur, sorted: integers by value, strings by code point."""
        return tuple(sorted({label for pair in self.pairs for label in pair}))

    @property
    def classes_by_appearance(self) -> tuple[Label, ...]:
        """All classes in order of first appearance, first those in gold; sorted if the order of items is unknown."""
        if self.sorted_classes:
            return self.classes
        gold, predicted = [pair[0] for pair in self.pairs], [pair[1] for pair in self.pairs]
        return tuple(dict.fromkeys((*gold, *predicted)))

    def table(self) -> Statistics:
        """Return the confusion matrix: one row for each gold class, one column for each predicted class, both sorted."""
        return self.table_of(tuple(map(str, self.classes)))

    def by_class(self) -> dict[str, ClassCounts]:
        """Return the counts of every class that occurs, by name, in sorted order."""
        right: Counter[Label] = Counter()
        predicted: Counter[Label] = Counter()
        support: Counter[Label] = Counter()
        for (gold, other), count in self.pairs.items():
            support[gold] += count
            predicted[other] += count
            if gold == other:
                right[gold] += count
        return {str(name): ClassCounts(right[name], predicted[name], support[name]) for name in self.classes}

    def stages(self, **others: Any) -> LazyStages:
        """Return `others` and the confusion matrix as stages; the matrix is built on access."""
        return LazyStages(others, {"confusion": self.table})

    def table_of(self, names: Sequence[str]) -> Statistics:
        """Return the confusion matrix of the classes with these names, in this order."""
        counts = {(str(gold), str(predicted)): count for (gold, predicted), count in self.pairs.items()}
        return Statistics(tuple(names), [[counts.get((gold, predicted), 0) for predicted in names] for gold in names])

    def of_classes(self, names: Collection[str]) -> ConfusionCounts:
        """Return the counts of the items whose gold and predicted classes both have one of these names."""
        kept = {pair: count for pair, count in self.pairs.items() if all(str(label) in names for label in pair)}
        return ConfusionCounts(kept, self.sorted_classes)

    def merge(self, following: ConfusionCounts) -> ConfusionCounts:
        pairs = dict(self.pairs)
        for pair, count in following.pairs.items():
            pairs[pair] = pairs.get(pair, 0) + count
        return ConfusionCounts(pairs, self.sorted_classes or following.sorted_classes)


class LabelsInOrder(msgspec.Struct, frozen=True):
    """The gold and predicted label of every item, in order: 16 bytes an item."""

    grows: ClassVar[str] = "the gold and the predicted label of every item, in order"

    gold: tuple[Label, ...]
    predicted: tuple[Label, ...]

    @classmethod
    def of(cls, data: Classified) -> LabelsInOrder:
        """Return the labels of the items; raises `MetricError` for a confusion matrix, because its items have no order."""
        if isinstance(data, Labels):
            return cls(data.gold, data.predicted)
        raise MetricError("the items of a confusion matrix have no order, so they cannot be split into batches")

    @property
    def segments(self) -> int:
        """The number of items."""
        return len(self.gold)

    @property
    def memory(self) -> int:
        return 16 * len(self.gold)

    def merge(self, following: LabelsInOrder) -> LabelsInOrder:
        return LabelsInOrder(self.gold + following.gold, self.predicted + following.predicted)

    def counts(self, start: int = 0, size: int = 0) -> ConfusionCounts:
        """Return the counts of `size` items from item `start` on, or of all items from there if `size` is 0."""
        part = slice(start, start + size if size else None)
        return ConfusionCounts(Counter(zip(self.gold[part], self.predicted[part], strict=True)))

    def batches(self, size: int) -> Iterator[ConfusionCounts]:
        """Return an iterator over the counts of successive batches of `size` items; the last may be smaller."""
        return (self.counts(start, size) for start in range(0, len(self.gold), size))


#: The settings class of a metric over class labels.
LabelT = TypeVar("LabelT", bound=LabelSettings)


class ConfusionMetric(CompiledCounting[Classified, LabelT], Rowless[Classified, LabelT]):
    """A metric over gold and predicted class labels, computed from the confusion matrix or from weighted items."""

    takes = (Labels, Confusion)

    def read(self, files: InputFiles) -> Classified:
        return read_labels(files)

    def batches(self, files: InputFiles, bounds: Bounds) -> Iterator[Classified]:
        """Yield labels in batches; yield a matrix of counts as one input."""
        return iter((self.read(files),)) if are_counts(files) else super().batches(files, bounds)

    def counting(self, settings: LabelT) -> LabelT:
        """Return the default settings with ``weights`` as given, because no other knob affects the kept data."""
        return self.settings(weights=settings.weights)

    def statistics(self, data: Classified, settings: LabelT) -> Statistics:
        """Return the counts of the items, or the items themselves if their weights count, as kept data."""
        if isinstance(data, Labels) and weights_count(data, settings):
            return Statistics((), (), KeptWeights.of(data))
        return Statistics((), (), ConfusionCounts.of(data))

    def covers(self, settings: LabelT) -> bool:
        return True

    def compiled_statistics(self, data: Classified, settings: LabelT) -> Statistics | None:
        if not isinstance(data, Labels) or weights_count(data, settings):
            return None
        return Statistics((), (), ConfusionCounts(data.columns.compiled_pairs()))

    def counted(self, data: Classified, settings: LabelT) -> Statistics:
        """Return the kept data, cached on the input for all metrics over class labels."""
        key = "labels with weights" if weights_count(data, settings) else "confusion counts"
        return data.remembered(key, lambda: self.counter(self.counting(settings))(data), lambda made: made.kept.memory)

    def commutes(self, settings: LabelT) -> bool:
        return bool(settings.weight_summation == "exact" or settings.weights == "ignored")


class ClassCounts(msgspec.Struct, frozen=True):
    """The counts tp, predicted and support of one class, or of several classes together."""

    tp: int
    predicted: int
    support: int

    @property
    def union(self) -> int:
        """The number of items that have the class in gold, in the prediction, or in both."""
        return self.support + self.predicted - self.tp


def class_counts(table: Statistics) -> list[ClassCounts]:
    """Return the counts of every class of a confusion matrix, in the table's order."""
    columns = list(zip(*table.rows, strict=True))
    return [ClassCounts(row[k], sum(columns[k]), sum(row)) for k, row in enumerate(table.rows)]


def ratio(numerator: float, denominator: float, zero_division: str) -> float:
    """Return the quotient; for a denominator of 0, `zero_division` as a float."""
    return numerator / denominator if denominator else float(zero_division)


def need_items(total: Total, settings: Any) -> None:
    """Raise `MetricError` for no items if ``empty_input`` is raise, or if all weights are 0 (see ``no_weight``)."""
    if not total.segments and settings.empty_input == "raise":
        raise MetricError("the input has no labels")
    if isinstance(total.kept, KeptWeights):
        need_weight_of_share(total.kept.weights, settings)
