"""What the metrics over class labels, and over scores, with sample weights keep and add up.

A sum of weights is exact, a fraction, or a double that NumPy has added up: everything that is computed from it is a
number of the same kind.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from samescore.base.errors import MetricError
from samescore.data.weighted_labels import WeightedLabels
from samescore.data.weighted_scores import WeightedScores
from samescore.metrics.base import Statistics, Total
from samescore.metrics.kept import RowlessMetric
from samescore.metrics.summation import ExactSum, add_up, numpy_sum
from samescore.settings import Choice, Stage, knob

#: A sum of weights, or what is computed from some.
Number = Fraction | float

_EXACT_UNIT = 1 << 1074
#: Fewer fractions than this are added one after the other.
_FEW = 8


def no_weight_knob(meaning: str) -> str:
    """What the score is if no item has a weight above 0."""
    return knob(
        Stage.STATISTICS,
        Choice(("raise", "formula-of-zeros", "formula")),
        "raise",
        f"weights that are all 0 are an error, or {meaning}; so are no items, but under formula-of-zeros they are an error",
    )


def exact_or_numpy_knob(order: str) -> str:
    """How weights, and what is computed from them, are added up."""
    return knob(
        Stage.COMBINATION,
        Choice(("exact", "numpy")),
        "exact",
        f"fractions, and one rounding at the end; or doubles, {order}",
        rounding=True,
    )


class KeptWeights(msgspec.Struct, frozen=True):
    """The gold class, the predicted class and the weight of every item, in order: two references and eight bytes."""

    gold: tuple[str, ...]
    predicted: tuple[str, ...]
    weights: array[float]

    @property
    def segments(self) -> int:
        """The number of items."""
        return len(self.weights)

    @property
    def memory(self) -> int:
        return 24 * len(self.weights)

    def merge(self, following: KeptWeights) -> KeptWeights:
        return KeptWeights(
            self.gold + following.gold, self.predicted + following.predicted, self.weights + following.weights
        )

    @property
    def classes(self) -> tuple[str, ...]:
        """Every class that occurs, sorted."""
        return tuple(sorted({*self.gold, *self.predicted}))

    def hits(self) -> list[bool]:
        """Is the item's prediction right?"""
        return [gold == predicted for gold, predicted in zip(self.gold, self.predicted, strict=True)]

    def matrix(self, names: Sequence[str], arithmetic: str) -> list[list[Number]]:
        """The weight of the items of each gold class (rows) that are predicted as each class; of items of `names` only."""
        places = {name: place for place, name in enumerate(names)}
        cells: list[list[list[float]]] = [[[] for _ in names] for _ in names]
        for gold, predicted, weight in zip(self.gold, self.predicted, self.weights, strict=True):
            if gold in places and predicted in places:
                cells[places[gold]][places[predicted]].append(weight)
        return [[in_order(weights, arithmetic) for weights in row] for row in cells]


class KeptWeightedScores(msgspec.Struct, frozen=True):
    """The gold label, 0 or 1, the score and the weight of every item, in order: 17 bytes an item."""

    gold: bytes
    scores: array[float]
    weights: array[float]

    @property
    def segments(self) -> int:
        """The number of items."""
        return len(self.gold)

    @property
    def memory(self) -> int:
        return 17 * len(self.gold)

    def merge(self, following: KeptWeightedScores) -> KeptWeightedScores:
        return KeptWeightedScores(
            self.gold + following.gold, self.scores + following.scores, self.weights + following.weights
        )

    def need_weight(self) -> None:
        """Raise `MetricError` for weights that are all 0."""
        if not any(self.weights):
            raise MetricError("all weights are 0", hint="give an item that counts a weight above 0")


class WeightedScoresMetric(RowlessMetric):
    """A metric over scores with sample weights, whose items are kept in order."""

    takes = (WeightedScores,)

    def counting(self, s: Any) -> Any:
        """The defaults: no setting changes what is kept."""
        return self.settings()

    def statistics(self, data: WeightedScores, s: Any) -> Statistics:
        return Statistics((), (), KeptWeightedScores(data.columns.gold, data.columns.scores, data.weight_column))


class SampleWeightedMetric(RowlessMetric):
    """A metric over class labels with sample weights, whose items are kept in order."""

    takes = (WeightedLabels,)

    def counting(self, s: Any) -> Any:
        """The defaults: no setting changes what is kept."""
        return self.settings()

    def statistics(self, data: WeightedLabels, s: Any) -> Statistics:
        return Statistics((), (), KeptWeights(data.gold_labels, data.predicted_labels, data.column))

    def commutes(self, s: Any) -> bool:
        return bool(s.arithmetic == "exact")


def weighted_items(total: Total, no_weight: str = "raise") -> KeptWeights:
    """What is kept of a total; raises `MetricError` for no items, and for weights of 0, as `no_weight` says."""
    kept: KeptWeights = total.kept
    if not kept.weights and no_weight != "formula":
        raise MetricError("there are no items", hint="each line of a file is an item")
    if no_weight == "raise" and not any(kept.weights):
        raise MetricError("all weights are 0", hint="give an item that counts a weight above 0")
    return kept


def exact_sum(numbers: Iterable[Number]) -> Fraction:
    """The sum of doubles and fractions."""
    doubles: list[float] = []
    fractions: list[Fraction] = []
    for number in numbers:
        if isinstance(number, Fraction):
            fractions.append(number)
        else:
            doubles.append(number)
    return _sum_of_fractions(fractions) + Fraction(ExactSum.of(doubles).units, _EXACT_UNIT)


def _sum_of_fractions(fractions: Sequence[Fraction]) -> Fraction:
    """The sum, by halves: added one after the other, as many fractions as there are long denominators take cubic time."""
    if len(fractions) < _FEW:
        return sum(fractions, Fraction(0))
    half = len(fractions) // 2
    return _sum_of_fractions(fractions[:half]) + _sum_of_fractions(fractions[half:])


def in_order(weights: Iterable[float], arithmetic: str) -> Number:
    """The sum of weights, one after the other unless it is exact."""
    return exact_sum(weights) if arithmetic == "exact" else add_up([*weights], "left-to-right")


def pairwise(numbers: Iterable[Number], arithmetic: str) -> Number:
    """The sum of numbers, as `numpy.sum` adds them up unless it is exact."""
    return exact_sum(numbers) if arithmetic == "exact" else numpy_sum([*map(float, numbers)])
