"""Metrics over gold and predicted class labels: accuracy, balanced accuracy and F1-mult.

All are computed from the confusion matrix C, where ``C[i][j]`` items of class i are predicted as class j, and classes
are sorted. For class k, tp = C[k][k], predicted is the sum of column k, and support the sum of row k. With weights,
``C[i][j]`` is the weight of the items.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from samescore.base.errors import MetricError
from samescore.base.outcome import Trace
from samescore.metrics.base import BrokenAxiom, MetricFacts, Total
from samescore.metrics.float32 import rounding_function
from samescore.metrics.labels.confusion import (
    ClassCounts,
    ConfusionCounts,
    ConfusionMetric,
    need_items,
    ratio,
)
from samescore.metrics.labels.settings import (
    AccuracySettings,
    BalancedAccuracySettings,
    F1MultSettings,
)
from samescore.metrics.labels.weighted_items import (
    KeptWeights,
    pairwise,
    row_weights,
    shown_margins,
    shown_sums,
)
from samescore.metrics.summation import numpy_sum


class Accuracy(ConfusionMetric[AccuracySettings]):
    """The share of correct items, in 0..1, or with ``normalize=count`` their number or total weight.

    Raises `MetricError` for no items if ``empty_input`` is raise, and, depending on ``no_weight``, if all weights are
    0.
    """

    name = "accuracy"
    title = "Accuracy"
    settings = AccuracySettings
    facts = MetricFacts(
        lowest=0,
        highest=1,
        beyond={"normalize": ("count",)},
        higher_is_better=True,
        stages=("confusion", "correct", "items", "right", "weight"),
        breaks=(BrokenAxiom("duplication", "it is the number of correct items", {"normalize": "count"}),),
        inputs="by-kind",
        growth=1,
        counted=True,
        plausible={"normalize": ("fraction", "count")},
    )

    def combine(self, total: Total, settings: AccuracySettings) -> Trace:
        need_items(total, settings)
        if isinstance(total.kept, KeptWeights):
            return _weighted_accuracy(total.kept, settings)
        counts: ConfusionCounts = total.kept
        items = total.segments
        correct = items - counts.errors
        stages = counts.stages(correct=correct, items=items)
        if settings.normalize == "count":
            return Trace(float(correct), stages)
        rounded = rounding_function(settings.dtype)
        return Trace(rounded(rounded(correct) / rounded(items)) if items else math.nan, stages)


def _weighted_accuracy(items: KeptWeights, settings: AccuracySettings) -> Trace:
    right, whole = (
        pairwise(weights, settings.weight_summation) for weights in (items.weights_of(right=True), items.weights)
    )
    stages = {"right": float(right), "weight": float(whole)}
    if settings.normalize == "count":
        return Trace(float(right), stages)
    return Trace(float(right / whole) if whole else math.nan, stages)


class BalancedAccuracy(ConfusionMetric[BalancedAccuracySettings]):
    """The mean recall of the classes that occur in gold, in 0..1, or if adjusted in -1..1.

    If adjusted, chance scores 0 and lower recall is negative; the score of a single class is undefined: nan if its
    recall is 1, else -inf. If there are no items or all weights are 0, the score is undefined (nan); `MetricError` is
    raised instead if adjusted, or if ``empty_input`` or ``no_weight`` is raise.
    """

    name = "balanced-accuracy"
    title = "Balanced accuracy"
    settings = BalancedAccuracySettings
    facts = MetricFacts(
        lowest=-1,
        highest=1,
        higher_is_better=True,
        stages=("confusion", "tp", "predicted", "support", "per_class"),
        inputs="by-kind",
        growth=2,
        plausible={"adjusted": (False, True)},
    )

    def combine(self, total: Total, settings: BalancedAccuracySettings) -> Trace:
        need_items(total, settings)
        if isinstance(total.kept, KeptWeights):
            return _weighted_balanced_accuracy(total.kept, settings)
        counts: ConfusionCounts = total.kept
        recalls = {name: c.tp / c.support for name, c in counts.by_class().items() if c.support}
        stages = counts.stages(per_class=recalls)
        if not recalls and settings.adjusted:
            raise MetricError(
                "adjusted=true divides by the number of classes in gold, which is 0", kind="ZeroDivisionError"
            )
        if not recalls:
            return Trace(math.nan, stages)
        value = numpy_sum(list(recalls.values())) / len(recalls)
        if settings.adjusted:
            chance = 1 / len(recalls)
            by_zero = -math.inf if value < chance else math.nan
            value = (value - chance) / (1 - chance) if len(recalls) > 1 else by_zero
        return Trace(value, stages)


def _weighted_balanced_accuracy(items: KeptWeights, settings: BalancedAccuracySettings) -> Trace:
    matrix = items.matrix(items.classes, settings.weight_summation)
    stages = shown_margins(items.classes, matrix)
    supports = row_weights(matrix, settings.weight_summation)
    recalls = [matrix[k][k] / support for k, support in enumerate(supports) if support]
    if not recalls:
        if settings.adjusted:
            raise MetricError("adjusted divides by the number of classes, but no class has a weight above 0")
        return Trace(math.nan, stages)
    value = pairwise(recalls, settings.weight_summation) / len(recalls)
    if settings.adjusted:
        chance = Fraction(1, len(recalls)) if settings.weight_summation == "exact" else 1 / len(recalls)
        by_zero = -math.inf if value < chance else math.nan
        value = (value - chance) / (1 - chance) if len(recalls) > 1 else by_zero
    return Trace(float(value), stages)


class F1Mult(ConfusionMetric[F1MultSettings]):
    """The product of the F1 of all classes (WMT word-level quality estimation), in 0..1.

    Raises `MetricError` for no items if ``empty_input`` is raise, and if all weights are 0 and ``no_weight`` is raise.
    """

    name = "f1-mult"
    title = "F1-mult"
    settings = F1MultSettings
    facts = MetricFacts(
        lowest=0,
        highest=1,
        higher_is_better=True,
        stages=("confusion", "tp", "predicted", "support", "per_class", "false_positives", "false_negatives"),
        inputs="by-kind",
        growth=1,
        plausible={"zero_division": ("0", "1"), "f_form": ("counts", "harmonic-or-zero-division")},
    )

    def combine(self, total: Total, settings: F1MultSettings) -> Trace:
        need_items(total, settings)
        if isinstance(total.kept, KeptWeights):
            items: KeptWeights = total.kept
            sums = items.by_class(
                items.classes if settings.labels == "present" else settings.labels, settings.weight_summation
            )
            product = math.prod((_multiplied_f1(weights, settings) for weights in sums.values()), start=Fraction(1))
            return Trace(float(product), shown_sums(sums))
        counts: ConfusionCounts = total.kept
        by_class = counts.by_class()
        names = by_class if settings.labels == "present" else settings.labels
        scores = {name: _multiplied_f1(by_class.get(name, ClassCounts(0, 0, 0)), settings) for name in names}
        return Trace(math.prod(scores.values(), start=1.0), counts.stages(per_class=scores))


def _multiplied_f1(c: Any, settings: F1MultSettings) -> Any:
    """Return the F1 of one class, in the form that ``f_form`` selects; ``zero_division`` decides about 0/0."""
    if settings.f_form == "harmonic-or-zero-division" and not c.tp:
        one_sided = (c.predicted == 0) != (c.support == 0)  # one of P and R is zero_division, and the other is 0
        return 0.0 if one_sided and settings.zero_division == "1" else float(settings.zero_division)
    if settings.f_form == "counts" or not c.tp:
        return ratio(2 * c.tp, c.support + c.predicted, settings.zero_division)
    precision, recall = c.tp / c.predicted, c.tp / c.support
    return 2 * precision * recall / (precision + recall)


ACCURACY = Accuracy()
BALANCED_ACCURACY = BalancedAccuracy()
F1_MULT = F1Mult()
