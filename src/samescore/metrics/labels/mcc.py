"""The Matthews correlation coefficient of two classes (Matthews 1975) or more (Gorodkin 2004)."""

from __future__ import annotations

import math
from fractions import Fraction

from samescore.errors import MetricError
from samescore.metrics.base import MetricFacts, Statistics, Total
from samescore.metrics.float32 import add_singles, rounding, single
from samescore.metrics.labels.confusion import ClassCounts, ConfusionMetric, class_counts, need_items
from samescore.metrics.labels.settings import MccSettings
from samescore.outcome import Trace


class Mcc(ConfusionMetric):
    """The multiclass Matthews correlation coefficient (Gorodkin 2004), in -1..1.

    (c n - sum t_k p_k) / sqrt((n^2 - sum p_k^2) (n^2 - sum t_k^2)), with c correct of n items,
    t_k and p_k the gold and predicted counts of class k. If gold or prediction is constant, see ``constant``; for no
    items see ``empty_input``.
    """

    name = "mcc"
    title = "MCC"
    settings = MccSettings
    facts = MetricFacts(
        lowest=-1,
        highest=1,
        higher_is_better=True,
        stages=("confusion", "covariance", "spreads"),
        inputs="by-kind",
        plausible={"integers": ("unbounded", "int64", "int32")},
    )

    def combine(self, total: Total, s: MccSettings) -> Trace:
        need_items(total, s)
        table = total.kept.table()
        counts = class_counts(table)
        n, correct = total.segments, sum(c.tp for c in counts)
        covariance = correct * n - sum(c.support * c.predicted for c in counts)
        gold_spread = n * n - sum(c.support**2 for c in counts)
        predicted_spread = n * n - sum(c.predicted**2 for c in counts)
        stages = {"confusion": table, "covariance": covariance, "spreads": [gold_spread, predicted_spread]}
        if s.constant == "epsilon" and n and len(counts) < 3 and correct in (0, n):
            return Trace(1.0 if correct else -1.0, stages)
        if s.integers != "unbounded":
            return Trace(_wrapping(table, 64 if s.integers == "int64" else 32, s), stages)
        if not gold_spread * predicted_spread:
            return Trace(_undefined(table, s), stages)
        if s.arithmetic == "float64-binary" and len(table.rows) == 2:
            (tn, fp), (fn, tp) = (map(float, row) for row in table.rows)
            product = (tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)
            value = (tp * tn - fp * fn) / math.pow(product, 0.5)
        elif s.arithmetic == "float64":
            value = _in_doubles(correct, n, counts, table, s)
        elif s.arithmetic == "float32":
            value = _in_singles(correct, n, counts, table, s)
        else:
            value = _exact_ratio(covariance, gold_spread * predicted_spread)
        return Trace(value, stages)


def _in_doubles(correct: int, n: int, counts: list[ClassCounts], table: Statistics, s: MccSettings) -> float:
    """The formula in doubles, as numpy evaluates it; products of counts above 2^53 are rounded.

    Inner products are added up from left to right, each multiplication and addition in one operation (fused), as
    numpy's BLAS does for up to 15 classes on processors with AVX-512; above 2^53 others differ in the last digits.
    """
    gold, predicted = [float(c.support) for c in counts], [float(c.predicted) for c in counts]
    total = float(n)
    covariance = float(correct) * total - _fused(gold, predicted)
    spreads = (total**2 - _fused(predicted, predicted)) * (total**2 - _fused(gold, gold))
    return covariance / math.sqrt(spreads) if spreads else _undefined(table, s)


def _in_singles(correct: int, n: int, counts: list[ClassCounts], table: Statistics, s: MccSettings) -> float:
    """The formula in 32-bit floats, every product and sum of which is rounded."""
    gold, predicted = [single(c.support) for c in counts], [single(c.predicted) for c in counts]
    squared = single(single(n) * single(n))

    def inner(xs: list[float], ys: list[float]) -> float:
        return add_singles([single(x * y) for x, y in zip(xs, ys, strict=True)])

    covariance = single(single(single(correct) * single(n)) - inner(gold, predicted))
    spreads = single(single(squared - inner(predicted, predicted)) * single(squared - inner(gold, gold)))
    return single(covariance / single(math.sqrt(spreads))) if spreads else _undefined(table, s)


_EPSILON = 2.0**-23  # the distance from 1 to the next 32-bit float


def _undefined(table: Statistics, s: MccSettings) -> float:
    """The score of 0/0.

    Of two classes, torchmetrics' ``_matthews_corrcoef_reduce`` adds epsilon to the four sums in the denominator; its root
    stands for what is 0 in the numerator.
    """
    if s.constant != "epsilon":
        return float(s.constant)
    if len(table.rows) != 2:
        return 0.0
    (tn, fp), (fn, tp) = table.rows
    rounded = rounding(s.arithmetic)
    root = rounded(math.sqrt(_EPSILON))
    if tn == 0 and 0 in (fn, fp):
        above = rounded(root * (tp - (fp if fn == 0 else fn)))
    elif tp == 0 and 0 in (fn, fp):
        above = rounded(root * (tn - (fp if fn == 0 else fn)))
    elif 0 in (tp, tn):
        above = rounded(tn + tp - fp * fn)
    elif 0 in (fp, fn):
        above = rounded(tp * tn)
    else:
        return 0.0
    below = 1.0
    for sum_of_two in (tp + fp, tp + fn, tn + fp, tn + fn):
        below = rounded(below * rounded(rounded(sum_of_two) + _EPSILON))
    return rounded(above / rounded(math.sqrt(below)))


def _fused(xs: list[float], ys: list[float]) -> float:
    total = 0.0
    for x, y in zip(xs, ys, strict=True):
        total = float(Fraction(x) * Fraction(y) + Fraction(total))
    return total


def _wrapping(table: Statistics, bits: int, s: MccSettings) -> float:
    """The two-class formula (tp tn - fp fn) / ((tp+fp)(tp+fn)(tn+fp)(tn+fn))^0.5 in integers that wrap around."""
    if len(table.rows) > 2:
        raise MetricError(
            f"integers={s.integers} takes two classes, but there are {len(table.rows)}",
            hint="set integers=unbounded",
        )
    if len(table.rows) < 2:
        return _undefined(table, s)

    def wrap(number: int) -> int:
        half: int = 2 ** (bits - 1)
        return (number + half) % (2 * half) - half

    (tp, fn), (fp, tn) = table.rows
    product = wrap((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn))
    if product <= 0:
        return _undefined(table, s)
    return float(wrap(tp * tn - fp * fn)) / math.sqrt(product)


def _exact_ratio(numerator: int, squared: int) -> float:
    """Numerator / sqrt(squared), correctly rounded: the square root is taken to 200 bits beyond the point."""
    root = Fraction(math.isqrt(squared << 400), 1 << 200)
    return float(numerator / root)


MCC = Mcc()
