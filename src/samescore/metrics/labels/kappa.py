"""Cohen's kappa (Cohen 1960; weighted, Cohen 1968): agreement of two annotators beyond chance.

O is the confusion matrix of n items, E[i][j] = row_i * column_j / n, and w the weights of disagreement: kappa = 1 -
sum(w O) / sum(w E). Unweighted, this is (A_o - A_e) / (1 - A_e).
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from operator import mul
from typing import ClassVar

from samescore.base.errors import MetricError
from samescore.base.outcome import Trace
from samescore.metrics.base import MetricFacts, Row, Total, column_sums
from samescore.metrics.float32 import dtype_knob, single, singles, torch_column_sums, torch_sum
from samescore.metrics.labels.confusion import ConfusionCounts, ConfusionMetric, need_items
from samescore.metrics.labels.settings import LabelSettings, no_weight_knob
from samescore.metrics.labels.weighted_items import (
    KeptWeights,
    Number,
    column_weights,
    pairwise,
    row_weights,
    shown_margins,
)
from samescore.metrics.summation import numpy_sum
from samescore.settings import Choice, ClassNames, Stage, knob


class KappaSettings(LabelSettings):
    """The knobs of kappa. The defaults are scikit-learn's ``cohen_kappa_score``."""

    metric: ClassVar[str] = "kappa"

    empty_input: str = knob(
        Stage.STATISTICS,
        Choice(("raise", "nan", "nan-unless-labels"), (("undefined", "nan"),)),
        "raise",
        "Result for an empty input. raise: an error; nan: undefined; nan-unless-labels: undefined, but an "
        "error if the knob labels names classes",
    )
    no_weight: str = no_weight_knob()
    labels: str | tuple[str, ...] = knob(
        Stage.AGGREGATION,
        ClassNames(),
        "present",
        "Classes that are compared, in the order used by weighting; items with any other class are ignored, "
        "and gold must contain at least one of them",
    )
    weighting: str = knob(
        Stage.COMBINATION,
        Choice(("none", "linear", "quadratic", "squared-differences")),
        "none",
        "Weight of a disagreement. none: 1; linear: distance of the classes in sorted order, or in the order "
        "of labels; quadratic: the square of that distance; squared-differences: the squared difference of "
        "numeric labels",
    )
    zero_division: str = knob(
        Stage.COMBINATION,
        Choice(("nan", "1", "raise")),
        "nan",
        "Score if both annotators use the same single class (0/0). nan: undefined; 1: perfect agreement; "
        "raise: an error",
        former=("one_class",),
    )
    form: str = knob(
        Stage.COMBINATION,
        Choice(("disagreement", "agreement", "means")),
        "disagreement",
        "How kappa is computed. disagreement: 1 - sum(w O)/sum(w E), summed as NumPy does; agreement: (A_o - "
        "A_e)/(1 - A_e) from proportions, class by class in order of first appearance (unweighted only); "
        "means: 1 - D_o/D_e, where D_o is the mean over items and D_e over all pairs of labels",
        rounding=True,
    )
    dtype: str = dtype_knob(meaning=" of form=disagreement, and sum as PyTorch does")


def _kappa_by_agreement(counts: ConfusionCounts) -> float:
    """Return (A_o - A_e) / (1 - A_e), with proportions added up class by class in order of first appearance."""
    by_class, n = counts.by_class(), float(counts.segments)
    expected = 0.0
    for name in counts.classes_by_appearance:
        of_one = by_class[str(name)]
        expected += (of_one.support / n) * (of_one.predicted / n)
    observed = float(counts.segments - counts.errors) / counts.segments
    return (observed - expected) / (1.0 - expected)


def _kappa_by_disagreement(matrix: Sequence[Row], weights: Sequence[Row]) -> float:
    """Return 1 - sum(w O) / sum(w E), with both sums in numpy's order of additions."""
    rows, columns = [sum(row) for row in matrix], column_sums(matrix)
    n = float(sum(rows))
    observed, expected = [], []
    for i, (row, of_class) in enumerate(zip(matrix, weights, strict=True)):
        for j, (count, weight) in enumerate(zip(row, of_class, strict=True)):
            observed.append(float(weight) * count)
            expected.append(float(weight) * (float(columns[i] * rows[j]) / n))
    return 1 - numpy_sum(observed) / numpy_sum(expected)


def _in_singles(matrix: Sequence[Row], weights: Sequence[Row]) -> float:
    """Return the result of `_kappa_by_disagreement` computed with tensors of 32-bit floats, in PyTorch's order of additions.

    For 32 or more classes PyTorch's order of columns differs, without effect below 2^24 items.
    """
    counts = [singles(row) for row in matrix]
    rows, columns = [torch_sum(row) for row in counts], torch_column_sums(counts)
    n = torch_sum(columns)
    observed: list[float] = []
    expected: list[float] = []
    for row, of_row, of_class in zip(rows, counts, map(singles, weights), strict=True):
        by_chance = singles(product / n for product in singles(row * column for column in columns))
        observed += singles(map(mul, of_class, of_row))
        expected += singles(map(mul, of_class, by_chance))
    return single(1 - single(torch_sum(observed) / torch_sum(expected)))


def _kappa_by_means(matrix: Sequence[Row], weights: Sequence[Row]) -> float:
    """Return 1 - D_o / D_e, where D_o and D_e are sums of integers, each divided once."""
    rows, columns = [sum(row) for row in matrix], column_sums(matrix)
    n = sum(rows)
    observed = expected = 0
    for i, (row, of_class) in enumerate(zip(matrix, weights, strict=True)):
        for j, (count, weight) in enumerate(zip(row, of_class, strict=True)):
            observed += weight * count
            expected += weight * rows[i] * columns[j]
    return 1.0 - (observed / n) / (expected / n**2)


def _weights(classes: Sequence[str | int], weighting: str) -> list[list[int]]:
    """Return the weights of disagreement between all pairs of classes.

    Raises `MetricError` for squared differences if a label is not a number.
    """
    if weighting == "squared-differences":
        numbers = [label for label in classes if not isinstance(label, str)]
        if len(numbers) < len(classes):
            raise MetricError(
                "weighting=squared-differences needs numbers, but the labels are strings",
                hint="text files hold only strings; use numeric classes in a .json file, or pass numeric labels in Python",
                kind="TypeError",
            )
        return [[(one - other) ** 2 for other in numbers] for one in numbers]
    power = {"none": 0, "linear": 1, "quadratic": 2}[weighting]
    places = range(len(classes))
    return [[abs(i - j) ** power if i != j else 0 for j in places] for i in places]


class Kappa(ConfusionMetric[KappaSettings]):
    """Kappa, in -1..1; agreement by chance scores 0.

    Raises `MetricError` for no items (see ``empty_input``), for a single class used by both annotators if
    ``zero_division`` is raise, if gold has none of the given ``labels``, if all weights are 0 and ``no_weight`` is
    raise, and for ``weighting=squared-differences`` if a label is not a number.
    """

    name = "kappa"
    title = "Cohen's kappa"
    settings = KappaSettings
    facts = MetricFacts(
        lowest=-1,
        highest=1,
        higher_is_better=True,
        stages=("confusion", "tp", "predicted", "support"),
        inputs="by-kind",
        growth=2,
        plausible={"weighting": ("none", "linear", "quadratic", "squared-differences")},
    )

    def commutes(self, settings: KappaSettings) -> bool:
        return not _goes_by_appearance(settings) and super().commutes(settings)

    def combine(self, total: Total, settings: KappaSettings) -> Trace:
        need_items(total, settings)
        if isinstance(total.kept, KeptWeights):
            return _of_weights(total.kept, settings)
        counts: ConfusionCounts = total.kept
        stages = counts.stages()
        if settings.labels != "present":
            _need_a_gold_class({str(name) for name, _ in counts.pairs}, settings)
            counts = counts.of_classes(settings.labels)
        if not counts.pairs:
            return Trace(math.nan, stages)
        if len(counts.classes) == 1:
            if settings.zero_division == "raise":
                raise MetricError("both annotators use the same single class", kind="ZeroDivisionError")
            return Trace(float(settings.zero_division), stages)
        if _goes_by_appearance(settings):
            return Trace(_kappa_by_agreement(counts), stages)
        names = tuple(map(str, counts.classes)) if settings.labels == "present" else tuple(settings.labels)
        table = counts.table_of(names)
        by_name = {str(label): label for label in counts.classes}
        # A class that does not occur has counts of 0, so its number does not matter.
        weights = _weights([by_name.get(name, 0) for name in names], settings.weighting)
        if settings.form == "means":
            return Trace(_kappa_by_means(table.rows, weights), stages)
        by_disagreement = _in_singles if settings.dtype == "float32" else _kappa_by_disagreement
        return Trace(by_disagreement(table.rows, weights), stages)


def _of_weights(items: KeptWeights, settings: KappaSettings) -> Trace:
    """Return 1 - sum(w O) / sum(w E) for items with sample weights; nan if no item has a class to score.

    Raises `MetricError` for a single class if ``zero_division`` is raise, and if gold has none of the given ``labels``.
    """
    if settings.labels != "present":
        _need_a_gold_class({*map(str, items.gold)}, settings)
    names = items.classes if settings.labels == "present" else tuple(settings.labels)
    matrix = items.matrix(names, settings.weight_summation)
    stages = shown_margins(names, matrix)
    rows, columns = row_weights(matrix, settings.weight_summation), column_weights(matrix, settings.weight_summation)
    used = sum(1 for row, column in zip(rows, columns, strict=True) if row or column)
    if used == 1 and settings.zero_division == "raise":
        raise MetricError("both annotators use the same single class", kind="ZeroDivisionError")
    if used < 2:
        return Trace(float(settings.zero_division) if used else math.nan, stages)
    whole = pairwise(columns, settings.weight_summation)
    by_name = dict(zip(items.classes, items.labels, strict=True))
    distances = _weights([by_name.get(name, 0) for name in names], settings.weighting)
    observed: list[Number] = []
    expected: list[Number] = []
    for i, row in enumerate(matrix):
        for j, weight in enumerate(row):
            observed.append(distances[i][j] * weight)
            expected.append(distances[i][j] * (columns[i] * rows[j] / whole))
    by_chance = pairwise(expected, settings.weight_summation)
    # Products of very small weights may be rounded to 0.
    value = 1 - pairwise(observed, settings.weight_summation) / by_chance if by_chance else math.nan
    return Trace(float(value), stages)


def _need_a_gold_class(gold: Collection[str], settings: KappaSettings) -> None:
    """Raise `MetricError` if gold has none of the classes in ``labels``.

    An input without items is accepted unless ``empty_input`` is nan-unless-labels.
    """
    if not {*gold}.intersection(settings.labels) and (gold or settings.empty_input == "nan-unless-labels"):
        raise MetricError(
            f"none of the classes {', '.join(settings.labels)} occurs in gold",
            hint="set labels to classes that occur in gold",
        )


def _goes_by_appearance(settings: KappaSettings) -> bool:
    return settings.form == "agreement" and settings.weighting == "none"


KAPPA = Kappa()
