"""Add up the sample weights of items with sets of labels: by label, by item, and over items with a property."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from fractions import Fraction

import msgspec

from samescore.metrics.labels.weighted_items import Number, WeightSums, in_order, pairwise

#: The gold labels and the predicted labels of an item.
Item = tuple[frozenset[str], frozenset[str]]


class WeightedSets(msgspec.Struct, frozen=True):
    """The scored labels of each item and its weight; `sums` is the value of the knob ``weight_summation``."""

    names: Sequence[str]
    items: Sequence[Item]
    weights: array[float]
    sums: str

    @property
    def numbers(self) -> list[Number]:
        """The weights: fractions if sums are exact, else doubles."""
        return [*map(Fraction, self.weights)] if self.sums == "exact" else [*self.weights]

    @property
    def weight(self) -> Number:
        """The sum of the weights of all items."""
        return pairwise(self.weights, self.sums)

    @property
    def weight_of_decisions(self) -> Number:
        """The sum of the weights of all decisions, one for each item and label.

        As in scikit-learn, it is the number of decisions times the mean weight.
        """
        items, labels = len(self.items), len(self.names)
        return labels * self.weight if self.sums == "exact" else items * labels * (self.weight / items)

    def weight_of(self, times: Iterable[int]) -> Number:
        """Return the sum of the weights, each multiplied by its number in `times`."""
        return pairwise((number * weight for number, weight in zip(times, self.numbers, strict=True)), self.sums)

    def by_item(self) -> list[WeightSums]:
        """Return for each item its numbers of labels (tp, predicted, support and union), each times its weight."""
        return [
            WeightSums.of(weight * len(gold & said), weight * len(said), weight * len(gold))
            for (gold, said), weight in zip(self.items, self.numbers, strict=True)
        ]

    def by_label(self) -> dict[str, WeightSums]:
        """Return the weights of the items of each label, by the label's name."""
        sides: dict[str, tuple[list[float], list[float], list[float]]] = {name: ([], [], []) for name in self.names}
        for (gold, said), weight in zip(self.items, self.weights, strict=True):
            for place, labels in enumerate((gold & said, said, gold)):
                for name in labels:
                    sides[name][place].append(weight)
        return {name: WeightSums.of(*(in_order(side, self.sums) for side in sides[name])) for name in self.names}
