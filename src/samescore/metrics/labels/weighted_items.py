"""Keep items with sample weights, and sum weights, for metrics over labels and over scores.

A sum of weights is an exact fraction, or a double added up as in NumPy; results computed from it are of the same type.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, ClassVar

import msgspec

from samescore.base.errors import MetricError
from samescore.data.columns import Label
from samescore.data.labels import Labels
from samescore.metrics.summation import ExactSum, add_up, numpy_sum
from samescore.metrics.totals import Statistics

#: A sum of weights, or a result computed from such sums.
Number = Fraction | float

_EXACT_UNIT = 1 << 1074
#: Lists of at least this many fractions are added by halves.
_FEW = 8


class WeightSums(msgspec.Struct, frozen=True):
    """The total weights of tp, predicted, support and their union, for one class or for several classes together.

    `predicted` and `support` are the sums of tp and of the false positives or the false negatives.
    """

    tp: Number
    predicted: Number
    support: Number
    union: Number
    false_positives: Number
    false_negatives: Number

    @classmethod
    def of(cls, tp: Number, predicted: Number, support: Number) -> WeightSums:
        """Return the sums rounded as in scikit-learn, which first subtracts tp from predicted and from support."""
        false_positives, false_negatives = predicted - tp, support - tp
        union = tp + false_positives + false_negatives
        return cls(tp, tp + false_positives, tp + false_negatives, union, false_positives, false_negatives)


def joined_weights(first: array[float] | None, second: array[float] | None) -> array[float] | None:
    """Return the weights of two parts of an input, or None; raises `MetricError` if only one part has weights."""
    if first is None and second is None:
        return None
    if first is None or second is None:
        raise MetricError("only some parts have weights", hint="give a weight to every item or to none")
    return first + second


class KeptWeights(msgspec.Struct, frozen=True):
    """The gold class, predicted class and weight of every item, in order: 24 bytes an item."""

    grows: ClassVar[str] = "the gold class, the predicted class and the weight of every item"

    gold: tuple[Label, ...]
    predicted: tuple[Label, ...]
    weights: array[float]

    @classmethod
    def of(cls, data: Labels) -> KeptWeights:
        """Return the items of an input with their weights."""
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
        """All classes that occur, sorted: integers by value, strings by code point."""
        return tuple(sorted({*self.gold, *self.predicted}))

    @property
    def classes(self) -> tuple[str, ...]:
        """The names of all classes that occur, in the order of `labels`."""
        return tuple(map(str, self.labels))

    def batches(self, size: int) -> Iterator[KeptWeights]:
        """Yield successive batches of `size` items; the last may be smaller."""
        for start in range(0, len(self.weights), size):
            part = slice(start, start + size)
            yield KeptWeights(self.gold[part], self.predicted[part], self.weights[part])

    def weights_of(self, *, right: bool) -> list[float]:
        """Return the weight of each item, with 0 for items that are wrong (or if `right` is False, correct)."""
        items = zip(self.gold, self.predicted, self.weights, strict=True)
        return [weight if (gold == said) == right else 0.0 for gold, said, weight in items]

    def by_class(self, names: Sequence[str], sums: str) -> dict[str, WeightSums]:
        """Return the sums of weights of each class in `names`, added up in order or exactly (see `in_order`)."""
        right: dict[str, list[float]] = {name: [] for name in names}
        predicted: dict[str, list[float]] = {name: [] for name in names}
        support: dict[str, list[float]] = {name: [] for name in names}
        for gold, said, weight in self._named_items():
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
        """Return the matrix of weights of the items in each gold class (rows) and predicted class (columns).

        Classes are ordered as `names`; items of other classes are skipped.
        """
        places = {name: place for place, name in enumerate(names)}
        cells: list[list[list[float]]] = [[[] for _ in names] for _ in names]
        for gold, predicted, weight in self._named_items():
            if gold in places and predicted in places:
                cells[places[gold]][places[predicted]].append(weight)
        return [[in_order(weights, sums) for weights in row] for row in cells]

    def _named_items(self) -> Iterator[tuple[str, str, float]]:
        return zip(map(str, self.gold), map(str, self.predicted), self.weights, strict=True)


def weights_count(data: Any, settings: Any) -> bool:
    """Return whether the items have weights and the settings use them."""
    return settings.weights == "given" and getattr(data, "weight_column", None) is not None


def need_weight(weights: array[float]) -> None:
    """Raise `MetricError` if there are weights and all are 0."""
    if weights and not any(weights):
        raise MetricError("all weights are 0", hint="give at least one scored item a weight above 0")


def need_weight_of_share(weights: array[float], settings: Any) -> None:
    """Raise `MetricError` if all weights are 0, unless ``no_weight`` allows it for this value of ``normalize``.

    Settings without the knob ``no_weight`` count as raise.
    """
    rule = getattr(settings, "no_weight", "raise")
    if rule == "raise" or (rule == "raise-for-fraction" and settings.normalize == "fraction"):
        need_weight(weights)


def shown_sums(by_class: Mapping[str, WeightSums]) -> dict[str, dict[str, float]]:
    """Return the stages tp, predicted and support, and both kinds of errors, each by class, as doubles."""
    return {
        field: {name: float(getattr(sums, field)) for name, sums in by_class.items()}
        for field in ("tp", "predicted", "support", "false_positives", "false_negatives")
    }


def shown_margins(names: Sequence[str], matrix: Sequence[Sequence[Number]]) -> dict[str, Any]:
    """Return the stages confusion, and tp, predicted and support by class, given a matrix of weights, as doubles."""
    diagonal = [row[k] for k, row in enumerate(matrix)]
    sides = {"tp": diagonal, "predicted": column_weights(matrix, "exact"), "support": row_weights(matrix, "exact")}
    shown = {field: dict(zip(names, map(float, weights), strict=True)) for field, weights in sides.items()}
    rows: Any = [[*map(float, row)] for row in matrix]
    return {"confusion": Statistics(tuple(names), rows), **shown}


def row_weights(matrix: Sequence[Sequence[Number]], sums: str) -> list[Number]:
    """Return the weight of each gold class: the sum of each row, as `numpy.sum` adds it or exactly."""
    return [pairwise(row, sums) for row in matrix]


def column_weights(matrix: Sequence[Sequence[Number]], sums: str) -> list[Number]:
    """Return the weight of the items predicted as each class: the column sums, as `numpy.sum` adds them or exactly."""
    columns = [*zip(*matrix, strict=True)]
    if sums == "exact":
        return [exact_sum(column) for column in columns]
    return [in_order(map(float, column), sums) for column in columns]


def weights_together(classes: Iterable[WeightSums], sums: str) -> WeightSums:
    """Return the sums of the weights of several classes, as `numpy.sum` adds them or exactly."""
    several = [*classes]
    fields = WeightSums.__struct_fields__
    return WeightSums(*(pairwise((getattr(weights, field) for weights in several), sums) for field in fields))


def mean_by_weights(scores: Sequence[Number], supports: Sequence[Number], average: str, sums: str) -> Number:
    """Return the mean of the classes' scores, plain (macro) or weighted by support; nan scores are skipped.

    The weighted mean is plain if the supports sum to 0; the result is nan if every score is nan.
    """
    kept = [(score, weight) for score, weight in zip(scores, supports, strict=True) if not math.isnan(score)]
    if not kept:
        return math.nan
    weights = pairwise((weight for _, weight in kept), sums)
    if average == "weighted" and weights:
        exact = sums == "exact"
        return pairwise(((Fraction(score) if exact else score) * weight for score, weight in kept), sums) / weights
    numbers = len(kept)
    if average == "macro":  # as numpy.nanmean does: a nan is replaced by 0 in the sum
        kept = [(0.0 if math.isnan(score) else score, 0) for score in scores]
    return pairwise((score for score, _ in kept), sums) / numbers


def exact_sum(numbers: Iterable[Number]) -> Fraction:
    """Return the exact sum of doubles and fractions."""
    doubles: list[float] = []
    fractions: list[Fraction] = []
    for number in numbers:
        if isinstance(number, Fraction):
            fractions.append(number)
        else:
            doubles.append(number)
    return _sum_of_fractions(fractions) + Fraction(ExactSum.of(doubles).units, _EXACT_UNIT)


def _sum_of_fractions(fractions: Sequence[Fraction]) -> Fraction:
    """Return the exact sum of fractions, computed by halves.

    In sequence, many fractions with long denominators take cubic time.
    """
    if len(fractions) < _FEW:
        return sum(fractions, Fraction(0))
    half = len(fractions) // 2
    return _sum_of_fractions(fractions[:half]) + _sum_of_fractions(fractions[half:])


def in_order(weights: Iterable[float], sums: str) -> Number:
    """Return the sum of weights, added from left to right, or exactly if `sums` is exact."""
    return exact_sum(weights) if sums == "exact" else add_up([*weights], "left-to-right")


def pairwise(numbers: Iterable[Number], sums: str) -> Number:
    """Return the sum of numbers, added in the order of `numpy.sum`, or exactly if `sums` is exact."""
    return exact_sum(numbers) if sums == "exact" else numpy_sum([*map(float, numbers)])
