"""The Matthews correlation coefficient of two classes (Matthews 1975) or more (Gorodkin 2004)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

from samescore.base.errors import MetricError
from samescore.base.outcome import Trace
from samescore.metrics.base import MetricFacts, Statistics, Total
from samescore.metrics.float32 import add_singles, root_of_single, single
from samescore.metrics.labels.confusion import ClassCounts, ConfusionCounts, ConfusionMetric, need_items
from samescore.metrics.labels.settings import MccSettings
from samescore.metrics.labels.weighted_items import (
    KeptWeights,
    Number,
    column_weights,
    exact_sum,
    pairwise,
    row_weights,
    shown_margins,
)

#: The number added to margins is 2^-23, the machine epsilon of 32-bit floats.
_EPSILON = 23


class Mcc(ConfusionMetric[MccSettings]):
    """The multiclass Matthews correlation coefficient (Gorodkin 2004), in -1..1.

    It is (c n - sum t_k p_k) / sqrt((n^2 - sum p_k^2) (n^2 - sum t_k^2)), where c of n items are correct, and t_k and
    p_k are the gold and predicted counts of class k. If gold or prediction is constant, ``zero_division`` decides.
    Raises `MetricError` for no items if ``empty_input`` is raise, if all weights are 0 and ``no_weight`` is raise, for
    more than two classes unless ``integers`` is unbounded, and if ``zero_division=epsilon`` applies to weighted items.
    """

    name = "mcc"
    title = "MCC"
    settings = MccSettings
    facts = MetricFacts(
        lowest=-1,
        highest=1,
        beyond={"integers": ("int64", "int32")},
        higher_is_better=True,
        stages=("confusion", "tp", "predicted", "support", "covariance", "spreads"),
        inputs="dyadic-weights",
        growth=2,
        plausible={"integers": ("unbounded", "int64", "int32")},
    )

    def combine(self, total: Total, settings: MccSettings) -> Trace:
        need_items(total, settings)
        if isinstance(total.kept, KeptWeights):
            return _of_weights(total.kept, settings)
        kept: ConfusionCounts = total.kept
        counts = [*kept.by_class().values()]
        n, correct = total.segments, sum(c.tp for c in counts)
        covariance = correct * n - sum(c.support * c.predicted for c in counts)
        gold_spread = n * n - sum(c.support**2 for c in counts)
        predicted_spread = n * n - sum(c.predicted**2 for c in counts)
        stages = kept.stages(covariance=covariance, spreads=[gold_spread, predicted_spread])
        if settings.integers != "unbounded":
            return Trace(_mcc_in_wrapping_integers(kept, 64 if settings.integers == "int64" else 32, settings), stages)
        if not gold_spread * predicted_spread:
            return Trace(_score_of_constant(kept, correct, n, settings), stages)
        if settings.dtype == "float32":
            value = _in_singles(correct, n, counts)
        elif settings.form == "float64-binary" and len(counts) == 2:
            (tn, fp), (fn, tp) = (map(float, row) for row in kept.table().rows)
            product = (tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)
            value = (tp * tn - fp * fn) / math.pow(product, 0.5)
        elif settings.form == "float64":
            value = _mcc_in_doubles(correct, n, counts, settings)
        else:
            value = exact_ratio(covariance, gold_spread * predicted_spread)
        return Trace(value, stages)


def _of_weights(items: KeptWeights, settings: MccSettings) -> Trace:
    """Return the score of weighted items: the formula with weights in place of counts; ``integers`` has no effect.

    Raises `MetricError` if a spread is 0 and ``zero_division`` is epsilon.
    """
    matrix = items.matrix(items.classes, settings.weight_summation)
    stages = shown_margins(items.classes, matrix)
    rows, columns = row_weights(matrix, settings.weight_summation), column_weights(matrix, settings.weight_summation)
    whole = pairwise(columns, settings.weight_summation)
    correct = pairwise((row[k] for k, row in enumerate(matrix)), settings.weight_summation)
    inner = _exact_product if settings.weight_summation == "exact" else fused_product
    covariance = correct * whole - inner(rows, columns)
    spreads = (whole * whole - inner(columns, columns)) * (whole * whole - inner(rows, rows))
    if not spreads:
        if settings.zero_division == "epsilon":
            raise MetricError(
                "zero_division=epsilon applies to counts, not to weights",
                hint="set zero_division=0, or weights=ignored",
            )
        return Trace(float(settings.zero_division), stages)
    if isinstance(spreads, Fraction):
        # Numerator and denominator are multiplied by the denominator d of the spreads, so the root is taken of
        # an integer.
        scale = spreads.denominator
        return Trace(exact_ratio(Fraction(covariance) * scale, int(spreads * scale * scale)), stages)
    return Trace(covariance / math.sqrt(spreads), stages)


def _exact_product(xs: Sequence[Number], ys: Sequence[Number]) -> Fraction:
    return exact_sum(Fraction(x) * Fraction(y) for x, y in zip(xs, ys, strict=True))


def _mcc_in_doubles(correct: int, n: int, counts: list[ClassCounts], settings: MccSettings) -> float:
    """Return the coefficient computed in doubles, as by NumPy; products of counts above 2^53 are rounded.

    Dot products are added from left to right with fused multiply-add, as numpy's BLAS does for up to 15 classes on
    processors with AVX-512; above 2^53 other processors differ in the last digits.
    """
    gold, predicted = [float(c.support) for c in counts], [float(c.predicted) for c in counts]
    total = float(n)
    covariance = float(correct) * total - fused_product(gold, predicted)
    spreads = (total**2 - fused_product(predicted, predicted)) * (total**2 - fused_product(gold, gold))
    return covariance / math.sqrt(spreads) if spreads else float(settings.zero_division)


def _in_singles(correct: int, n: int, counts: list[ClassCounts]) -> float:
    """Return the coefficient computed in 32-bit floats, as by PyTorch.

    Returns 0 if the product of the spreads is 0, and nan if it is negative; neither happens below 10 million items.
    From 2^24 items on, PyTorch may round the counts differently.
    """
    gold, predicted = [float(c.support) for c in counts], [float(c.predicted) for c in counts]
    total = single(float(n))
    square = single(total * total)
    covariance = single(single(single(float(correct)) * total) - _product_of_singles(gold, predicted))
    predicted_spread = single(square - _product_of_singles(predicted, predicted))
    spreads = single(predicted_spread * single(square - _product_of_singles(gold, gold)))
    if not spreads:
        return 0.0
    return single(covariance / root_of_single(spreads)) if spreads > 0 else math.nan


def _product_of_singles(xs: Sequence[float], ys: Sequence[float]) -> float:
    """Return the dot product of 32-bit floats, added from left to right."""
    return add_singles([single(single(x) * single(y)) for x, y in zip(xs, ys, strict=True)])


def _score_of_constant(counts: ConfusionCounts, right: int, n: int, settings: MccSettings) -> float:
    """Return the score that ``zero_division`` sets if all gold labels or all predicted labels are the same."""
    if settings.zero_division != "epsilon":
        return float(settings.zero_division)
    if not n or len(counts.classes) > 2:
        return 0.0
    if right in (0, n):
        return 1.0 if right else -1.0
    if settings.dtype == "float32":
        return _with_epsilons_in_singles(counts.table(), 2 * right - n)
    below = ((n << _EPSILON) + 1) * ((right << _EPSILON) + 1) * ((n - right << _EPSILON) + 1)
    return exact_ratio(2 * right - n << (3 * _EPSILON + 1) // 2, 2 * below)


def _with_epsilons_in_singles(table: Statistics, difference: int) -> float:
    """Return the score for ``zero_division=epsilon``, computed in 32-bit floats.

    It is `difference` times sqrt(epsilon), over the root of the product of the margins, each plus epsilon.
    """
    (tn, fp), (fn, tp) = table.rows
    epsilon = 2.0**-_EPSILON
    product = 1.0
    for margin in (tp + fp, tp + fn, tn + fp, tn + fn):
        product = single(product * single(single(float(margin)) + epsilon))
    numerator = single(root_of_single(epsilon) * single(float(difference)))
    return single(numerator / root_of_single(product))


def fused_product(xs: Sequence[Fraction | float], ys: Sequence[Fraction | float]) -> float:
    """Return the dot product, computed from left to right with fused multiply-adds (one rounding for each term)."""
    total = 0.0
    for x, y in zip(xs, ys, strict=True):
        total = float(Fraction(x) * Fraction(y) + Fraction(total))
    return total


def _mcc_in_wrapping_integers(counts: ConfusionCounts, bits: int, settings: MccSettings) -> float:
    """Return (tp tn - fp fn) / ((tp+fp)(tp+fn)(tn+fp)(tn+fn))^0.5 for two classes, in integers that wrap around.

    Returns ``zero_division`` for fewer than two classes, and if the wrapped product under the root is not positive.
    Raises `MetricError` for more than two classes.
    """
    if len(counts.classes) > 2:
        raise MetricError(
            f"integers={settings.integers} needs two classes, but there are {len(counts.classes)}",
            hint="set integers=unbounded",
        )
    if len(counts.classes) < 2:
        return float(settings.zero_division)

    def wrap(number: int) -> int:
        half: int = 2 ** (bits - 1)
        return (number + half) % (2 * half) - half

    (tp, fn), (fp, tn) = counts.table().rows
    product = wrap((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn))
    if product <= 0:
        return float(settings.zero_division)
    return float(wrap(tp * tn - fp * fn)) / math.sqrt(product)


def exact_ratio(numerator: int | Fraction, squared: int) -> float:
    """Return numerator / sqrt(squared) as a double; the square root is computed to 200 binary places."""
    root = Fraction(math.isqrt(squared << 400), 1 << 200)
    return float(numerator / root)


MCC = Mcc()
