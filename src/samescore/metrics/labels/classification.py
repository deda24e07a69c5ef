"""Metrics over gold and predicted class labels: accuracy, precision, recall, F, F1-mult and MCC.

All start from the confusion matrix C: ``C[i][j]`` items of class i predicted as class j, classes
sorted. For class k: tp = C[k][k], predicted = column sum, support = row sum.
"""

from __future__ import annotations

import dataclasses
import math
from fractions import Fraction
from typing import Any

from samescore.data.labels import Confusion, Labels
from samescore.errors import MetricError
from samescore.metrics.base import Metric, Statistics, numpy_sum
from samescore.metrics.labels.settings import (
    AccuracySettings,
    BalancedAccuracySettings,
    F1MultSettings,
    FSettings,
    MccSettings,
    PrecisionSettings,
    RecallSettings,
)
from samescore.outcome import Trace

Classified = Labels | Confusion


def statistics(labels: Classified) -> Statistics:
    """The confusion matrix; one row a gold class, one column a predicted class."""
    confusion = labels.confusion()
    return Statistics(tuple(map(str, confusion.classes)), [list(row) for row in confusion.matrix])


@dataclasses.dataclass(frozen=True, slots=True)
class ClassCounts:
    """tp, predicted and support of one class, or of several together."""

    tp: int
    predicted: int
    support: int


def class_counts(table: Statistics) -> list[ClassCounts]:
    """The counts of every class, in the table's order."""
    columns = list(zip(*table.rows, strict=True))
    return [ClassCounts(row[k], sum(columns[k]), sum(row)) for k, row in enumerate(table.rows)]


def _divide(numerator: float, denominator: float, zero_division: str) -> float:
    return numerator / denominator if denominator else float(zero_division)


def _precision(c: ClassCounts, s: Any) -> float:
    return _divide(c.tp, c.predicted, s.zero_division)


def _recall(c: ClassCounts, s: Any) -> float:
    return _divide(c.tp, c.support, s.zero_division)


def _f(c: ClassCounts, s: Any) -> float:
    """F_b = (1 + b^2) tp / (b^2 support + predicted); precision itself when b is 0."""
    if s.f_form != "counts":
        return _harmonic_f(c, s)
    if s.beta == 0:
        return _precision(c, s)
    factor = s.beta**2
    return _divide((1 + factor) * c.tp, factor * c.support + c.predicted, s.zero_division)


def _harmonic_f(c: ClassCounts, s: FSettings) -> float:
    """F_b = (1 + b^2) P R / (b^2 P + R), as scikit-learn had it until 1.3."""
    if s.beta == 0 and s.f_form == "harmonic-positive-beta":
        raise MetricError("beta is 0", kind="ValueError")
    precision, recall, factor = _precision(c, s), _recall(c, s), s.beta**2
    if s.f_form == "harmonic-or-zero-division":
        if s.beta == 0:
            return precision
        if factor * precision + recall <= 1e-8 or not c.predicted + c.support:  # numpy.isclose to 0
            return float(s.zero_division)
    denominator = factor * precision + recall
    return (1 + factor) * precision * recall / (denominator or 1)


def _mean_over_classes(scores: list[float], supports: list[int], average: str) -> float:
    """The mean over the classes whose score is a number, plain or weighted by support."""
    kept = [(score, weight) for score, weight in zip(scores, supports, strict=True) if not math.isnan(score)]
    if not kept:
        return math.nan
    if average == "macro":  # numpy.nanmean: a nan adds 0 in its place
        return numpy_sum([0.0 if math.isnan(score) else score for score in scores]) / len(kept)
    weights = sum(weight for _, weight in kept)
    if weights == 0:
        return numpy_sum([score for score, _ in kept]) / len(kept)
    return numpy_sum([score * weight for score, weight in kept]) / weights


def _averaged(score: Any, labels: Classified, s: Any) -> Trace:
    """Precision, recall or F, in 0..1; nan where undefined under ``zero_division=nan``.

    Raises `MetricError` on no items (unless ``empty_input=formula``) and, for ``average=binary``, on more
    than two classes or when two classes occur and `positive` is neither.
    """
    _check_empty(labels, s)
    table = statistics(labels)
    by_class = dict(zip(table.columns, class_counts(table), strict=True))
    stages: dict[str, Any] = {
        "confusion": table,
        "per_class": {name: score(counts, s) for name, counts in by_class.items()},
        "support": {name: counts.support for name, counts in by_class.items()},
    }
    if s.average in ("binary", "class"):
        if s.average == "binary":
            _need_binary(by_class, s.positive)
        value = score(by_class.get(s.positive, ClassCounts(0, 0, 0)), s)
    elif s.average == "micro":
        counted = list(by_class.values())
        value = score(
            ClassCounts(sum(c.tp for c in counted), sum(c.predicted for c in counted), sum(c.support for c in counted)),
            s,
        )
    else:
        if s.empty_input == "weighted-zero-division" and s.average == "weighted" and not labels.total:
            return Trace(float(s.zero_division), stages)
        value = _mean_over_classes(
            list(stages["per_class"].values()), [c.support for c in by_class.values()], s.average
        )
    return Trace(value, stages)


def _need_binary(by_class: dict[str, ClassCounts], positive: str) -> None:
    if len(by_class) > 2:
        raise MetricError(f"average=binary but there are {len(by_class)} classes", hint="set average to class or macro")
    if len(by_class) == 2 and positive not in by_class:
        raise MetricError(
            f"the positive class {positive!r} is neither of {', '.join(by_class)}", hint="set positive to one of them"
        )


def _check_empty(labels: Classified, s: Any) -> None:
    if not labels.total and s.empty_input == "raise":
        raise MetricError("there are no labels")


def _accuracy(labels: Classified, s: AccuracySettings) -> Trace:
    """Correct items over all items, in 0..1, or their number. No items: see ``empty_input``."""
    _check_empty(labels, s)
    table = statistics(labels)
    correct = sum(row[k] for k, row in enumerate(table.rows))
    stages = {"confusion": table, "correct": correct, "items": labels.total}
    if s.normalize == "count":
        return Trace(float(correct), stages)
    return Trace(correct / labels.total if labels.total else math.nan, stages)


def _f1_mult(labels: Classified, s: F1MultSettings) -> Trace:
    """The product of the classes' F1 (WMT word-level quality estimation), in 0..1. No items: see ``empty_input``."""
    _check_empty(labels, s)
    table = statistics(labels)
    by_class = dict(zip(table.columns, class_counts(table), strict=True))
    scores: dict[str, float] = {}
    for name in by_class if s.classes == "present" else s.classes:
        c = by_class.get(name, ClassCounts(0, 0, 0))
        if s.f_form == "harmonic-or-zero-division" and not c.tp:
            one_sided = (c.predicted == 0) != (c.support == 0)  # P or R is zero_division, and the other one 0
            scores[name] = 0.0 if one_sided and s.zero_division == "1" else float(s.zero_division)
        elif s.f_form == "counts" or not c.tp:
            scores[name] = _divide(2 * c.tp, c.support + c.predicted, s.zero_division)
        else:
            precision, recall = c.tp / c.predicted, c.tp / c.support
            scores[name] = 2 * precision * recall / (precision + recall)
    return Trace(math.prod(scores.values(), start=1.0), {"confusion": table, "per_class": scores})


def _balanced_accuracy(labels: Classified, s: BalancedAccuracySettings) -> Trace:
    """The mean recall of the classes that occur in gold, in 0..1; adjusted, 0 is what guessing gets.

    nan for one class when adjusted, and for no items under ``empty_input=formula`` (an error when adjusted).
    """
    _check_empty(labels, s)
    table = statistics(labels)
    recalls = {name: c.tp / c.support for name, c in zip(table.columns, class_counts(table), strict=True) if c.support}
    stages = {"confusion": table, "per_class": recalls}
    if not recalls and s.adjusted:
        raise MetricError("chance is one over the number of classes, and there are none", kind="ZeroDivisionError")
    if not recalls:
        return Trace(math.nan, stages)
    value = numpy_sum(list(recalls.values())) / len(recalls)
    if s.adjusted:
        chance = 1 / len(recalls)
        value = (value - chance) / (1 - chance) if len(recalls) > 1 else math.nan
    return Trace(value, stages)


def _mcc(labels: Classified, s: MccSettings) -> Trace:
    """The multiclass Matthews correlation coefficient (Gorodkin 2004), in -1..1.

    (c n - sum t_k p_k) / sqrt((n^2 - sum p_k^2) (n^2 - sum t_k^2)), with c correct of n items,
    t_k and p_k the gold and predicted counts of class k. A constant side: see ``constant``.
    """
    _check_empty(labels, s)
    table = statistics(labels)
    counts = class_counts(table)
    n, correct = labels.total, sum(c.tp for c in counts)
    covariance = correct * n - sum(c.support * c.predicted for c in counts)
    gold_spread = n * n - sum(c.support**2 for c in counts)
    predicted_spread = n * n - sum(c.predicted**2 for c in counts)
    stages = {"confusion": table, "covariance": covariance, "spreads": [gold_spread, predicted_spread]}
    if s.integers != "unbounded":
        return Trace(_mcc_wrapping(table, 64 if s.integers == "int64" else 32, s), stages)
    if not gold_spread * predicted_spread:
        return Trace(float(s.constant), stages)
    if s.arithmetic == "float64-binary" and len(table.rows) == 2:
        (tp, fn), (fp, tn) = (map(float, row) for row in table.rows)
        product = (tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)
        value = (tp * tn - fp * fn) / math.pow(product, 0.5)
    elif s.arithmetic == "float64":
        value = _in_doubles(correct, n, counts, s)
    else:
        value = _exact_ratio(covariance, gold_spread * predicted_spread)
    return Trace(value, stages)


def _in_doubles(correct: int, n: int, counts: list[ClassCounts], s: MccSettings) -> float:
    """The formula in doubles, as numpy evaluates it; products of counts above 2^53 are rounded.

    Inner products are added up from left to right, each multiplication and addition in one operation (fused), as
    numpy's BLAS does for up to 15 classes on processors that can; from 2^53 on others differ in the last digits.
    """
    gold, predicted = [float(c.support) for c in counts], [float(c.predicted) for c in counts]
    total = float(n)
    covariance = float(correct) * total - _fused(gold, predicted)
    spreads = (total**2 - _fused(predicted, predicted)) * (total**2 - _fused(gold, gold))
    return covariance / math.sqrt(spreads) if spreads else float(s.constant)


def _fused(xs: list[float], ys: list[float]) -> float:
    found = 0.0
    for x, y in zip(xs, ys, strict=True):
        found = float(Fraction(x) * Fraction(y) + Fraction(found))
    return found


def _mcc_wrapping(table: Statistics, bits: int, s: MccSettings) -> float:
    """The two-class formula (tp tn - fp fn) / ((tp+fp)(tp+fn)(tn+fp)(tn+fn))^0.5 in integers that wrap around."""
    if len(table.rows) > 2:
        raise MetricError(f"integers={s.integers} knows two classes, there are {len(table.rows)}")
    if len(table.rows) < 2:
        return float(s.constant)

    def wrap(number: int) -> int:
        half: int = 2 ** (bits - 1)
        return (number + half) % (2 * half) - half

    (tp, fn), (fp, tn) = table.rows
    product = wrap((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn))
    if product <= 0:
        return float(s.constant)
    return float(wrap(tp * tn - fp * fn)) / math.sqrt(product)


def _exact_ratio(numerator: int, squared: int) -> float:
    """Numerator / sqrt(squared), correctly rounded: the square root is taken to 200 bits beyond the point."""
    root = Fraction(math.isqrt(squared << 400), 1 << 200)
    return float(numerator / root)


ACCURACY = Metric("accuracy", "Accuracy", AccuracySettings, (Labels, Confusion), _accuracy)
PRECISION = Metric(
    "precision", "Precision", PrecisionSettings, (Labels, Confusion), lambda x, s: _averaged(_precision, x, s)
)
RECALL = Metric("recall", "Recall", RecallSettings, (Labels, Confusion), lambda x, s: _averaged(_recall, x, s))
F1 = Metric("f1", "F1", FSettings, (Labels, Confusion), lambda x, s: _averaged(_f, x, s))
F1_MULT = Metric("f1-mult", "F1-mult", F1MultSettings, (Labels, Confusion), _f1_mult)
BALANCED_ACCURACY = Metric(
    "balanced-accuracy", "Balanced accuracy", BalancedAccuracySettings, (Labels, Confusion), _balanced_accuracy
)
MCC = Metric("mcc", "MCC", MccSettings, (Labels, Confusion), _mcc)
