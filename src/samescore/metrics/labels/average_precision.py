"""Average precision: the mean, over the positive items from the highest score down, of the precision at each.

It is the area under the precision-recall curve as a step function, without interpolation.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any, ClassVar

from samescore.base.errors import MetricError
from samescore.base.outcome import Trace
from samescore.metrics.base import LateStages, MetricFacts, Statistics, Total
from samescore.metrics.labels.ranking import Point, curve
from samescore.metrics.labels.scored import KeptWeightedScores, ScoredItems, ScoredMetric, need_items
from samescore.metrics.labels.settings import weights_knob
from samescore.metrics.labels.torch_ranking import dtype_knob, precisions_of_singles
from samescore.metrics.labels.weighted_items import need_weight
from samescore.metrics.labels.weighted_ranking import (
    exact_precisions,
    shown_curve,
    weighted_curve,
    weighted_one_by_one,
)
from samescore.metrics.summation import numpy_sum
from samescore.settings import Choice, Settings, Stage, knob


class AveragePrecisionSettings(Settings):
    """The knobs of average precision."""

    metric: ClassVar[str] = "average-precision"

    infinite_score: str = knob(
        Stage.STATISTICS,
        Choice(("rank", "raise")),
        "rank",
        "Infinite scores. rank: rank them like any other; raise: an error",
    )
    ties: str = knob(
        Stage.STATISTICS,
        Choice(("together", "wrong", "right")),
        "together",
        "Items with equal scores. together: they pass the threshold together; wrong: one by one, negative "
        "items first; right: one by one, positive items first",
    )
    no_positives: str = knob(
        Stage.COMBINATION,
        Choice(("nan", "zero", "raise")),
        "nan",
        "Score without positive items. nan: undefined; zero: 0; raise: an error",
    )
    summation: str = knob(
        Stage.COMBINATION,
        Choice(("fsum", "numpy", "numpy-to-full-recall", "numpy-reversed-ties")),
        "fsum",
        "How the steps of the curve are summed. fsum: exactly, rounded once; numpy: from the lowest score up, "
        "as NumPy does; numpy-to-full-recall: the same, without steps of zero width after the last positive "
        "item; numpy-reversed-ties: like numpy, but with weights of equal scores summed in reverse input order",
        rounding=True,
        former=("arithmetic",),
    )
    weights: str = weights_knob()
    dtype: str = dtype_knob("the terms (gain in recall times precision), from the lowest score to the highest,")


def _one_by_one(points: list[Point], ties: str) -> list[Point]:
    """Return the point of the curve after each positive item, if items of equal score pass the threshold one by one.

    Among items of equal score, the negative ones pass first if `ties` is wrong, else the positive ones.
    """
    steps: list[Point] = []
    for (fp, tp), (next_fp, next_tp) in pairwise([(0, 0), *points]):
        before = next_fp if ties == "wrong" else fp  # if wrong, negative items of this score pass before positive ones
        steps += ((before, rank) for rank in range(tp + 1, next_tp + 1))
    return steps


def precisions(points: list[Point], settings: Any) -> float:
    """Return average precision: the sum over the points of the gain in recall times the precision.

    The knobs ``summation`` and ``dtype`` decide how it is computed.
    """
    if settings.dtype == "float32":
        return precisions_of_singles(points)
    if settings.summation == "fsum":
        gains, positives = pairwise([(0, 0), *points]), int(points[-1][1])
        return math.fsum((tp - before) * tp / (fp + tp) for (_, before), (fp, tp) in gains if tp > before) / positives
    return _added_precisions(points, settings.summation)


def _added_precisions(points: list[Point], summation: str) -> float:
    """Return average precision, computed and added up as NumPy does."""
    positives = points[-1][1]
    gains = list(zip(pairwise([0, *(tp for _, tp in points)]), points, strict=True))
    if summation == "numpy-to-full-recall":
        while gains[-1][0][0] == positives:
            del gains[-1]
    return -numpy_sum(
        [(before / positives - after / positives) * (tp / (tp + fp)) for (before, after), (fp, tp) in reversed(gains)]
    )


def _has_positives(items: ScoredItems) -> bool:
    """Return whether an item is positive and, if weights count, has a weight above 0."""
    return 1 in (items.weighing_classes if isinstance(items, KeptWeightedScores) else items.gold)


def _of_weights(items: KeptWeightedScores, settings: AveragePrecisionSettings) -> float:
    if settings.ties == "together":
        return precisions_of_weights(items, settings.summation)
    points = weighted_one_by_one(items, exact=settings.summation == "fsum", positives_first=settings.ties == "right")
    return _of_weighted_points(points, settings.summation)


def precisions_of_weights(items: KeptWeightedScores, summation: str) -> float:
    """Return the average precision of weighted items, where items of equal score pass the threshold together."""
    last_first = summation == "numpy-reversed-ties"
    return _of_weighted_points(weighted_curve(items, exact=summation == "fsum", last_first=last_first), summation)


def _of_weighted_points(points: list[Point], summation: str) -> float:
    if summation == "fsum":
        return exact_precisions(points)
    return max(0.0, _added_precisions(points, summation))  # a nan becomes 0, as in scikit-learn since 1.6


class AveragePrecision(ScoredMetric[AveragePrecisionSettings]):
    """Average precision, in 0..1; ``no_positives`` sets the score if there is no positive item (with a weight above 0).

    An item of weight 2 counts as two items of weight 1, unless items of equal score pass the threshold one by one (see
    ``ties``): then the items of a class pass in the order of the input, whatever their weights. Raises `MetricError`
    for no items, if all weights are 0, without a positive item if ``no_positives`` is raise, and for an infinite score
    if ``infinite_score`` is raise.
    """

    name = "average-precision"
    title = "average precision"
    settings = AveragePrecisionSettings
    facts = MetricFacts(
        lowest=0,
        highest=1,
        higher_is_better=True,
        stages=("curve",),
        inputs="by-kind",
        growth=1,
        plausible={"ties": ("together", "wrong", "right")},
    )

    def commutes(self, settings: AveragePrecisionSettings) -> bool:
        """Return whether the score is independent of the order of the items.

        It depends on the order only if weights are added up in order, or if weighted items of equal score pass one by
        one.
        """
        return settings.weights == "ignored" or (settings.summation == "fsum" and settings.ties == "together")

    def combine(self, total: Total, settings: AveragePrecisionSettings) -> Trace:
        need_items(total)
        items: ScoredItems = total.kept
        if settings.infinite_score == "raise" and items.has_infinity:
            raise MetricError("a score is infinite", hint="set infinite_score=rank")
        if isinstance(items, KeptWeightedScores):
            need_weight(items.weights)
        if not _has_positives(items):
            if settings.no_positives == "raise":
                raise MetricError("no item is positive")
            return Trace(math.nan if settings.no_positives == "nan" else 0.0, {})
        if isinstance(items, KeptWeightedScores):
            return Trace(_of_weights(items, settings), {})
        points = curve(items) if settings.ties == "together" else _one_by_one(curve(items), settings.ties)
        return Trace(precisions(points, settings), {})

    def segment_stages(self, statistics: Statistics, settings: AveragePrecisionSettings) -> LateStages:
        """Return the curve as a stage; it has up to one point for each item."""
        kept: ScoredItems = statistics.kept
        if isinstance(kept, KeptWeightedScores) and settings.summation == "fsum":
            return {"curve": lambda: shown_curve(kept)}
        if isinstance(kept, KeptWeightedScores):
            reversed_ties = settings.summation == "numpy-reversed-ties"
            return {"curve": lambda: [*map(list, weighted_curve(kept, exact=False, last_first=reversed_ties))]}
        return {"curve": lambda: [list(point) for point in curve(kept)]}


AVERAGE_PRECISION = AveragePrecision()
