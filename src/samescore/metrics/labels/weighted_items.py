"""What metrics over labels, and over scores, keep of items with sample weights, and how they add weights up.

A sum of weights is exact, a fraction, or a double that NumPy has added up: everything that is computed from it is a
number of the same kind.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from samescore.base.errors import MetricError
from samescore.data.columns import Label
from samescore.data.labels import Labels
from samescore.metrics.summation import ExactSum, add_up, numpy_sum

#: A sum of weights, or what is computed from some.
Number = Fraction | float

_EXACT_UNIT = 1 << 1074
#: Fewer fractions than this are added one after the other.
_FEW = 8


class WeightSums(msgspec.Struct, frozen=True):
    """The weights of one class, or of several together; `union` is tp and both kinds of errors."""

    tp: Number
    predicted: Number
    support: Number
    union: Number

    @classmethod
    def of(cls, tp: Number, predicted: Number, support: Number) -> WeightSums:
        """The weights as scikit-learn rounds them: errors are what is left of predicted and support without tp."""
        false_positives, false_negatives = predicted - tp, support - tp
        return cls(tp, tp + false_positives, tp + false_negatives, tp + false_positives + false_negatives)


class KeptWeights(msgspec.Struct, frozen=True):
    """The gold class, the predicted class and the weight of every item, in order: two references and eight bytes."""

    gold: tuple[Label, ...]
    predicted: tuple[Label, ...]
    weights: array[float]

    @classmethod
    def of(cls, data: Labels) -> KeptWeights:
        """The items of an input that has weights."""
        return cls(data.gold, data.predicted, data.weight_column or array("d"))

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
    def labels(self) -> tuple[Label, ...]:
        """Every class that occurs, sorted: integers by value, strings by code point."""
        return tuple(sorted({*self.gold, *self.predicted}))

    @property
    def classes(self) -> tuple[str, ...]:
        """The names of all classes that occur, in the order of `labels`."""
        return tuple(map(str, self.labels))

    def batches(self, size: int) -> Iterator[KeptWeights]:
        """Successive batches of so many items, the last of which may be smaller."""
        for start in range(0, len(self.weights), size):
            part = slice(start, start + size)
            yield KeptWeights(self.gold[part], self.predicted[part], self.weights[part])

    def weights_of(self, *, right: bool) -> list[float]:
        """The weight of each item that is right, or of each that is wrong; 0 for the others."""
        items = zip(self.gold, self.predicted, self.weights, strict=True)
        return [weight if (gold == said) == right else 0.0 for gold, said, weight in items]

    def by_class(self, names: Sequence[str], sums: str) -> dict[str, WeightSums]:
        """The weights of each of the classes called `names`."""
        right: dict[str, list[float]] = {name: [] for name in names}
        predicted: dict[str, list[float]] = {name: [] for name in names}
        support: dict[str, list[float]] = {name: [] for name in names}
        for gold, said, weight in self._named():
            if said in predicted:
                predicted[said].append(weight)
            if gold in support:
                support[gold].append(weight)
                if gold == said:
                    right[gold].append(weight)
        return {
            name: WeightSums.of(*(in_order(side[name], sums) for side in (right, predicted, support))) for name in names
        }

    def matrix(self, names: Sequence[str], sums: str) -> list[list[Number]]:
        """The weight of the items of each gold class (rows) that are predicted as each class; of items of `names` only."""
        places = {name: place for place, name in enumerate(names)}
        cells: list[list[list[float]]] = [[[] for _ in names] for _ in names]
        for gold, predicted, weight in self._named():
            if gold in places and predicted in places:
                cells[places[gold]][places[predicted]].append(weight)
        return [[in_order(weights, sums) for weights in row] for row in cells]

    def _named(self) -> Iterator[tuple[str, str, float]]:
        return zip(map(str, self.gold), map(str, self.predicted), self.weights, strict=True)


def weights_count(data: Any, s: Any) -> bool:
    """Do the items have weights that count?"""
    return s.weights == "given" and getattr(data, "weight_column", None) is not None


def need_weight(weights: array[float]) -> None:
    """Raise `MetricError` for items all of whose weights are 0."""
    if weights and not any(weights):
        raise MetricError("all weights are 0", hint="give an item that counts a weight above 0")


def need_weight_of_share(weights: array[float], s: Any) -> None:
    """The same as the knobs ``no_weight`` and ``normalize`` of a share say."""
    if s.no_weight == "raise" or (s.no_weight == "raise-for-fraction" and s.normalize == "fraction"):
        need_weight(weights)


def shown_sums(by_class: Mapping[str, WeightSums]) -> dict[str, dict[str, float]]:
    """The stages tp, predicted and support of each class."""
    return {
        field: {name: float(getattr(sums, field)) for name, sums in by_class.items()}
        for field in ("tp", "predicted", "support")
    }


def shown_margins(names: Sequence[str], matrix: Sequence[Sequence[Number]]) -> dict[str, Any]:
    """The same of a matrix of weights, as exact as doubles are."""
    diagonal = [row[k] for k, row in enumerate(matrix)]
    sides = {"tp": diagonal, "predicted": column_weights(matrix, "exact"), "support": row_weights(matrix, "exact")}
    return {field: dict(zip(names, map(float, weights), strict=True)) for field, weights in sides.items()}


def row_weights(matrix: Sequence[Sequence[Number]], sums: str) -> list[Number]:
    """The weight of each gold class: `numpy.sum` of each row."""
    return [pairwise(row, sums) for row in matrix]


def column_weights(matrix: Sequence[Sequence[Number]], sums: str) -> list[Number]:
    """The weight of the items predicted as each class: `numpy.sum` adds the rows to each other."""
    columns = [*zip(*matrix, strict=True)]
    if sums == "exact":
        return [exact_sum(column) for column in columns]
    return [in_order(map(float, column), sums) for column in columns]


def weights_together(classes: Iterable[WeightSums], sums: str) -> WeightSums:
    """The weights of several classes, added up."""
    several = [*classes]
    fields = ("tp", "predicted", "support", "union")
    return WeightSums(*(pairwise((getattr(weights, field) for weights in several), sums) for field in fields))


def mean_by_weights(scores: Sequence[Number], supports: Sequence[Number], average: str, sums: str) -> Number:
    """The mean over the classes whose score is a number, plain (macro) or weighted by support."""
    kept = [(score, weight) for score, weight in zip(scores, supports, strict=True) if not math.isnan(score)]
    if not kept:
        return math.nan
    weights = pairwise((weight for _, weight in kept), sums)
    if average == "weighted" and weights:
        exact = sums == "exact"
        return pairwise(((Fraction(score) if exact else score) * weight for score, weight in kept), sums) / weights
    numbers = len(kept)
    if average == "macro":  # numpy.nanmean: a nan adds 0 in its place
        kept = [(0.0 if math.isnan(score) else score, 0) for score in scores]
    return pairwise((score for score, _ in kept), sums) / numbers


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


def in_order(weights: Iterable[float], sums: str) -> Number:
    """The sum of weights, one after the other unless it is exact."""
    return exact_sum(weights) if sums == "exact" else add_up([*weights], "left-to-right")


def pairwise(numbers: Iterable[Number], sums: str) -> Number:
    """The sum of numbers, as `numpy.sum` adds them up unless it is exact."""
    return exact_sum(numbers) if sums == "exact" else numpy_sum([*map(float, numbers)])
