"""Balanced accuracy, kappa and MCC of class labels where every item has a weight.

All start from the matrix of weights C: ``C[i][j]`` is the weight of the items of class i that are predicted as class j. The
formulas are those of `balanced-accuracy`, `kappa` and `mcc`, with weights for counts.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, ClassVar

from samescore.base.errors import MetricError
from samescore.base.outcome import Trace
from samescore.metrics.base import MetricFacts, Total
from samescore.metrics.labels.mcc import exact_ratio, fused_product
from samescore.metrics.labels.weighted_items import (
    Number,
    SampleWeightedMetric,
    exact_or_numpy_knob,
    exact_sum,
    in_order,
    no_weight_knob,
    pairwise,
    weighted_items,
)
from samescore.settings import BoolDomain, Choice, ClassNames, Settings, Stage, knob

Matrix = Sequence[Sequence[Number]]


def _rows(matrix: Matrix, arithmetic: str) -> list[Number]:
    """The weight of each gold class: `numpy.sum` of each row."""
    return [pairwise(row, arithmetic) for row in matrix]


def _columns(matrix: Matrix, arithmetic: str) -> list[Number]:
    """The weight of the items predicted as each class: `numpy.sum` adds the rows to each other."""
    columns = [*zip(*matrix, strict=True)]
    if arithmetic == "exact":
        return [exact_sum(column) for column in columns]
    return [in_order(map(float, column), arithmetic) for column in columns]


def _stages(names: Sequence[str], matrix: Matrix) -> dict[str, Any]:
    """The weights, as exact as doubles are."""
    diagonal = [row[k] for k, row in enumerate(matrix)]
    sides = {"tp": diagonal, "predicted": _columns(matrix, "exact"), "support": _rows(matrix, "exact")}
    return {field: dict(zip(names, map(float, weights), strict=True)) for field, weights in sides.items()}


class SampleWeightedBalancedAccuracySettings(Settings):
    """The knobs of balanced accuracy with sample weights."""

    metric: ClassVar[str] = "sample-weighted-balanced-accuracy"

    no_weight: str = no_weight_knob("give an undefined score (nan), or an error if adjusted")
    adjusted: bool = knob(
        Stage.PRESENTATION, BoolDomain(), False, "rescale so that always guessing one class scores 0, and perfection 1"
    )
    arithmetic: str = exact_or_numpy_knob("each cell of the matrix added up one after the other, all else pairwise")


class SampleWeightedBalancedAccuracy(SampleWeightedMetric):
    """The mean recall of the classes that have a weight in gold, in 0..1; if adjusted, guessing scores 0.

    Undefined for a single class if adjusted (nan, or -inf unless every item is right). Raises `MetricError` for no items,
    and for weights that are all 0, as ``no_weight`` says.
    """

    name = "sample-weighted-balanced-accuracy"
    title = "Sample-weighted balanced accuracy"
    settings = SampleWeightedBalancedAccuracySettings
    facts = MetricFacts(
        lowest=0,
        highest=1,
        higher_is_better=True,
        stages=("tp", "predicted", "support"),
        inputs="by-kind",
        growth=2,
        plausible={"adjusted": (False, True)},
    )

    def combine(self, total: Total, s: SampleWeightedBalancedAccuracySettings) -> Trace:
        items = weighted_items(total, s.no_weight)
        matrix = items.matrix(items.classes, s.arithmetic)
        stages = _stages(items.classes, matrix)
        supports = _rows(matrix, s.arithmetic)
        recalls = [matrix[k][k] / support for k, support in enumerate(supports) if support]
        if not recalls:
            if s.adjusted:
                raise MetricError("adjusted divides by the number of classes, and none has a weight")
            return Trace(math.nan, stages)
        value = pairwise(recalls, s.arithmetic) / len(recalls)
        if s.adjusted:
            chance = Fraction(1, len(recalls)) if s.arithmetic == "exact" else 1 / len(recalls)
            by_zero = -math.inf if value < chance else math.nan
            value = (value - chance) / (1 - chance) if len(recalls) > 1 else by_zero
        return Trace(float(value), stages)


class SampleWeightedKappaSettings(Settings):
    """The knobs of kappa with sample weights. The defaults are scikit-learn's ``cohen_kappa_score``."""

    metric: ClassVar[str] = "sample-weighted-kappa"

    no_weight: str = no_weight_knob("give an undefined score (nan)")
    labels: Any = knob(
        Stage.AGGREGATION,
        ClassNames(),
        "present",
        "the classes, in the order of their distances; items with another one on either side are left out, and one of "
        "them must be in gold",
    )
    weighting: str = knob(
        Stage.COMBINATION,
        Choice(("none", "linear", "quadratic")),
        "none",
        "weight of a disagreement: 1, the distance of the classes (in sorted order, or that of `labels`), or its square",
    )
    arithmetic: str = exact_or_numpy_knob("each cell of the matrix added up one after the other, all else pairwise")


class SampleWeightedKappa(SampleWeightedMetric):
    """Cohen's kappa, 1 - sum(w C) / sum(w E), in -1..1; chance agreement is 0.

    Undefined (nan) if no pair of classes that disagree is expected. Raises `MetricError` for no items and for weights that
    are all 0, as ``no_weight`` says, and if gold has none of the classes that ``labels`` names.
    """

    name = "sample-weighted-kappa"
    title = "Sample-weighted kappa"
    settings = SampleWeightedKappaSettings
    facts = MetricFacts(
        lowest=-1,
        highest=1,
        higher_is_better=True,
        stages=("tp", "predicted", "support"),
        inputs="by-kind",
        growth=2,
        plausible={"weighting": ("none", "linear", "quadratic")},
    )

    def combine(self, total: Total, s: SampleWeightedKappaSettings) -> Trace:
        items = weighted_items(total, s.no_weight)
        names = items.classes if s.labels == "present" else tuple(s.labels)
        if items.gold and not set(items.gold).intersection(names):
            raise MetricError(f"gold has none of the classes {', '.join(names)}", hint="name one that it has in labels")
        matrix = items.matrix(names, s.arithmetic)
        return Trace(_kappa(matrix, s), _stages(names, matrix))


def _kappa(matrix: Matrix, s: SampleWeightedKappaSettings) -> float:
    rows, columns = _rows(matrix, s.arithmetic), _columns(matrix, s.arithmetic)
    whole = pairwise(columns, s.arithmetic)
    if not whole:
        return math.nan
    power = {"none": 0, "linear": 1, "quadratic": 2}[s.weighting]
    observed: list[Number] = []
    expected: list[Number] = []
    for i, row in enumerate(matrix):
        for j, weight in enumerate(row):
            distance = abs(i - j) ** power if i != j else 0
            observed.append(distance * weight)
            expected.append(distance * (columns[i] * rows[j] / whole))
    by_chance = pairwise(expected, s.arithmetic)
    return float(1 - pairwise(observed, s.arithmetic) / by_chance) if by_chance else math.nan


class SampleWeightedMccSettings(Settings):
    """The knobs of the Matthews correlation coefficient with sample weights."""

    metric: ClassVar[str] = "sample-weighted-mcc"

    no_weight: str = no_weight_knob("give the score `constant`")
    constant: str = knob(
        Stage.SMOOTHING,
        Choice(("0", "nan")),
        "0",
        "the score if gold or prediction has only one class of a weight (0/0)",
    )
    arithmetic: str = exact_or_numpy_knob(
        "each cell of the matrix added up one after the other, inner products as in mcc"
    )


class SampleWeightedMcc(SampleWeightedMetric):
    """The multiclass Matthews correlation coefficient (Gorodkin 2004), in -1..1.

    Raises `MetricError` for no items, and for weights that are all 0, as ``no_weight`` says.
    """

    name = "sample-weighted-mcc"
    title = "Sample-weighted MCC"
    settings = SampleWeightedMccSettings
    facts = MetricFacts(
        lowest=-1,
        highest=1,
        higher_is_better=True,
        stages=("tp", "predicted", "support"),
        inputs="dyadic-weights",
        growth=2,
        plausible={"constant": ("0", "nan")},
    )

    def combine(self, total: Total, s: SampleWeightedMccSettings) -> Trace:
        items = weighted_items(total, s.no_weight)
        matrix = items.matrix(items.classes, s.arithmetic)
        stages = _stages(items.classes, matrix)
        rows, columns = _rows(matrix, s.arithmetic), _columns(matrix, s.arithmetic)
        whole = pairwise(columns, s.arithmetic)
        correct = pairwise((row[k] for k, row in enumerate(matrix)), s.arithmetic)
        inner = _exact_product if s.arithmetic == "exact" else fused_product
        covariance = correct * whole - inner(rows, columns)
        spreads = (whole * whole - inner(columns, columns)) * (whole * whole - inner(rows, rows))
        if not spreads:
            return Trace(float(s.constant), stages)
        if isinstance(spreads, Fraction):
            # Both times d, the square root of d^2, which is a whole number.
            scale = spreads.denominator
            return Trace(exact_ratio(Fraction(covariance) * scale, int(spreads * scale * scale)), stages)
        return Trace(covariance / math.sqrt(spreads), stages)


def _exact_product(xs: Sequence[Number], ys: Sequence[Number]) -> Fraction:
    return exact_sum(Fraction(x) * Fraction(y) for x, y in zip(xs, ys, strict=True))


SAMPLE_WEIGHTED_BALANCED_ACCURACY = SampleWeightedBalancedAccuracy()
SAMPLE_WEIGHTED_KAPPA = SampleWeightedKappa()
SAMPLE_WEIGHTED_MCC = SampleWeightedMcc()
