"""ROC AUC and average precision where every item has a weight.

Both start from the curve: the weight of the negative items, fp, and that of the positive items, tp, of at least some score, for
every score from the highest down. Items without weight are not on it. Weights of 1 give what the metrics without weights give.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, ClassVar

from samescore.base.errors import MetricError
from samescore.base.outcome import Trace
from samescore.metrics.base import MetricFacts, Statistics, Total
from samescore.metrics.labels.scored import need_items
from samescore.metrics.labels.weighted_items import KeptWeightedScores, WeightedScoresMetric
from samescore.metrics.summation import numpy_sum
from samescore.settings import Choice, Settings, Stage, knob

_ORDERS = "items of equal score in the order of the input, or (reversed-ties) in the opposite one"
#: (fp, tp): weights of negative and of positive items; integers of some unit, or doubles.
_Point = tuple[Any, Any]


class SampleWeightedRocAucSettings(Settings):
    """The knobs of the area under the ROC curve with sample weights."""

    metric: ClassVar[str] = "sample-weighted-roc-auc"

    ties: str = knob(
        Stage.STATISTICS,
        Choice(("half", "wrong", "right")),
        "half",
        "a positive and a negative item of equal score count as one half, 0 or 1 of the product of their weights",
    )
    one_class: str = knob(
        Stage.COMBINATION,
        Choice(("nan", "raise")),
        "nan",
        "if gold has only one class, whatever its items weigh, the score is undefined (nan), or that is an error",
    )
    arithmetic: str = knob(
        Stage.COMBINATION,
        Choice(("exact", "trapezoid", "trapezoid-reversed-ties")),
        "exact",
        "fractions, and one rounding at the end; or, where ties are half, trapezoids under the curve added up as numpy does, "
        "of weights added up one after the other: " + _ORDERS,
        rounding=True,
    )


class SampleWeightedAveragePrecisionSettings(Settings):
    """The knobs of average precision with sample weights."""

    metric: ClassVar[str] = "sample-weighted-average-precision"

    ties: str = knob(
        Stage.STATISTICS,
        Choice(("together", "wrong", "right")),
        "together",
        "items of equal score pass the threshold together; or one by one, the negative ones (wrong) or the positive ones "
        "(right) first, and those of one class in the order of the input",
    )
    no_positives: str = knob(
        Stage.COMBINATION,
        Choice(("nan", "zero")),
        "nan",
        "if no positive item has a weight above 0, the score is undefined (nan) or 0",
    )
    arithmetic: str = knob(
        Stage.COMBINATION,
        Choice(("fsum", "numpy", "numpy-reversed-ties")),
        "fsum",
        "exact weights, and steps added up with one rounding; or steps added up as numpy does from the lowest score up, of "
        "weights added up one after the other: where ties are together, " + _ORDERS,
        rounding=True,
    )


def _weighing(items: KeptWeightedScores) -> list[int]:
    """The places of the items that have a weight."""
    return [place for place, weight in enumerate(items.weights) if weight]


def _ranked(items: KeptWeightedScores, arithmetic: str) -> list[int]:
    """The places of the items that have a weight, from the highest score down."""
    places = _weighing(items)
    if arithmetic.endswith("reversed-ties"):
        places.reverse()
    return sorted(places, key=items.scores.__getitem__, reverse=True)


def _curve(items: KeptWeightedScores, ranked: Sequence[int], weights: Sequence[Any]) -> list[_Point]:
    """(fp, tp) after each distinct score, from the highest down, of weights added up one after the other."""
    fp = tp = 0
    points: list[_Point] = []
    for place, following in zip(ranked, [*ranked[1:], None], strict=True):
        if items.gold[place]:
            tp += weights[place]
        else:
            fp += weights[place]
        if following is None or items.scores[following] != items.scores[place]:
            points.append((fp, tp))
    return points


def _one_by_one(items: KeptWeightedScores, weights: Sequence[Any], positives_first: bool) -> list[_Point]:
    """(fp, tp) after each positive item, where items of equal score follow each other, one class after the other."""
    in_classes = sorted(_weighing(items), key=items.gold.__getitem__, reverse=positives_first)
    fp = tp = 0
    points: list[_Point] = []
    for place in sorted(in_classes, key=items.scores.__getitem__, reverse=True):
        if items.gold[place]:
            tp += weights[place]
            points.append((fp, tp))
        else:
            fp += weights[place]
    return points


def _whole_weights(items: KeptWeightedScores) -> tuple[list[int], int]:
    """The weights as integers, and the number of them in 1: a power of 2."""
    ratios = [weight.as_integer_ratio() for weight in items.weights]
    unit = max((denominator for _, denominator in ratios), default=1)
    return [numerator * (unit // denominator) for numerator, denominator in ratios], unit


def _shown(items: KeptWeightedScores) -> list[list[float | None]]:
    """The curve, as exact as doubles are; None for a weight beyond the largest one."""
    weights, unit = _whole_weights(items)
    most = int(sys.float_info.max) * unit
    return [
        [weight / unit if weight <= most else None for weight in point]
        for point in _curve(items, _ranked(items, "exact"), weights)
    ]


def _corners(points: list[_Point]) -> list[_Point]:
    """The points without those whose neighbours are equally far on both axes."""
    kept = points[:1]
    for before, point, after in zip(points, points[1:], points[2:], strict=False):
        if any((after[axis] - point[axis]) - (point[axis] - before[axis]) for axis in (0, 1)):
            kept.append(point)
    return kept + points[1:][-1:]


def _trapezoids(points: list[_Point]) -> float:
    """The area under the curve, as numpy adds it up."""
    negatives, positives = points[-1]
    corners = [(0.0, 0.0), *_corners(points)]
    x = [fp / negatives for fp, _ in corners]
    y = [tp / positives for _, tp in corners]
    return numpy_sum([(x[k + 1] - x[k]) * (y[k + 1] + y[k]) / 2.0 for k in range(len(x) - 1)])


def _area(points: list[_Point], ties: str) -> float:
    """The share, by weight, of the pairs of a negative item and a positive one of a higher score, and of tied pairs."""
    negatives, positives = points[-1]
    tied = {"half": 1, "wrong": 0, "right": 2}[ties]
    halves = sum(
        (fp - before_fp) * (2 * before_tp + tied * (tp - before_tp))
        for (before_fp, before_tp), (fp, tp) in pairwise([(0, 0), *points])
    )
    share: float = halves / (2 * negatives * positives)
    return share


class SampleWeightedRocAuc(WeightedScoresMetric):
    """The area under the ROC curve, in 0..1; chance is 1/2. A pair of items weighs the product of both weights.

    Undefined (nan) for a single class, as ``one_class`` says, and if the items of a class have no weight. Raises `MetricError`
    for no items, and for both classes with weights that are all 0.
    """

    name = "sample-weighted-roc-auc"
    title = "Sample-weighted ROC AUC"
    settings = SampleWeightedRocAucSettings
    facts = MetricFacts(
        lowest=0,
        highest=1,
        higher_is_better=True,
        stages=("curve",),
        inputs="by-kind",
        growth=1,
        plausible={"ties": ("half", "wrong", "right")},
    )

    def commutes(self, s: SampleWeightedRocAucSettings) -> bool:
        return s.arithmetic == "exact" or s.ties != "half"

    def combine(self, total: Total, s: SampleWeightedRocAucSettings) -> Trace:
        need_items(total)
        items: KeptWeightedScores = total.kept
        if items.gold.find(0) < 0 or items.gold.find(1) < 0:
            if s.one_class == "raise":
                raise MetricError("only one class occurs", hint="set one_class=nan")
            return Trace(math.nan, {})
        items.need_weight()
        if len({gold for gold, weight in zip(items.gold, items.weights, strict=True) if weight}) == 1:
            return Trace(math.nan, {})
        ranked = _ranked(items, s.arithmetic)
        if s.arithmetic == "exact" or s.ties != "half":
            return Trace(_area(_curve(items, ranked, _whole_weights(items)[0]), s.ties), {})
        return Trace(_trapezoids(_curve(items, ranked, items.weights)), {})

    def segment_stages(self, statistics: Statistics, s: SampleWeightedRocAucSettings) -> dict[str, Callable[[], Any]]:
        """The curve, which has up to a point for each item."""
        return {"curve": lambda: _shown(statistics.kept)}


class SampleWeightedAveragePrecision(WeightedScoresMetric):
    """Over the curve, the sum of what recall gains, times the precision there; in 0..1.

    An item of weight 2 counts as two of weight 1, but for items that pass one by one, as ``ties`` says. Without a weight of positive items see ``no_positives``. Raises `MetricError` for no items, and for weights that are all 0.
    """

    name = "sample-weighted-average-precision"
    title = "Sample-weighted average precision"
    settings = SampleWeightedAveragePrecisionSettings
    facts = MetricFacts(
        lowest=0,
        highest=1,
        higher_is_better=True,
        stages=("curve",),
        inputs="by-kind",
        growth=1,
        plausible={"ties": ("together", "wrong", "right")},
    )

    def commutes(self, s: SampleWeightedAveragePrecisionSettings) -> bool:
        return s.arithmetic == "fsum" and s.ties == "together"

    def combine(self, total: Total, s: SampleWeightedAveragePrecisionSettings) -> Trace:
        need_items(total)
        items: KeptWeightedScores = total.kept
        items.need_weight()
        if not any(weight for gold, weight in zip(items.gold, items.weights, strict=True) if gold):
            return Trace(math.nan if s.no_positives == "nan" else 0.0, {})
        exact = s.arithmetic == "fsum"
        weights = _whole_weights(items)[0] if exact else items.weights
        if s.ties == "together":
            points = _curve(items, _ranked(items, s.arithmetic), weights)
        else:
            points = _one_by_one(items, weights, s.ties == "right")
        return Trace(_exact_steps(points) if exact else _added_steps(points), {})

    def segment_stages(
        self, statistics: Statistics, s: SampleWeightedAveragePrecisionSettings
    ) -> dict[str, Callable[[], Any]]:
        """The curve, which has up to a point for each item."""
        return {"curve": lambda: _shown(statistics.kept)}


def _exact_steps(points: list[_Point]) -> float:
    """The sum of the steps, each rounded once, with one rounding."""
    whole = points[-1][1]
    steps = pairwise([(0, 0), *points])
    return math.fsum((tp - before) * tp / ((fp + tp) * whole) for (_, before), (fp, tp) in steps)


def _added_steps(points: list[_Point]) -> float:
    """The sum of the steps, as numpy adds them up from the lowest score; 0 where weights add up beyond doubles."""
    whole = points[-1][1]
    steps = [*pairwise([(0.0, 0.0), *points])]
    lost = numpy_sum([(before / whole - tp / whole) * (tp / (tp + fp)) for (_, before), (fp, tp) in reversed(steps)])
    return max(0.0, -lost)  # of nan it is 0, as in scikit-learn since 1.6


SAMPLE_WEIGHTED_ROC_AUC = SampleWeightedRocAuc()
SAMPLE_WEIGHTED_AVERAGE_PRECISION = SampleWeightedAveragePrecision()
