"""Average precision: the precision at each positive item, from the highest score down, in the mean.

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
from samescore.metrics.labels.scored import ScoredItems, ScoredMetric, need_items
from samescore.metrics.labels.torch_ranking import precision_knob, precisions_of_singles
from samescore.metrics.summation import numpy_sum
from samescore.settings import Choice, Settings, Stage, knob


class AveragePrecisionSettings(Settings):
    """The knobs of average precision."""

    metric: ClassVar[str] = "average-precision"

    infinite_score: str = knob(
        Stage.STATISTICS, Choice(("rank", "raise")), "rank", "an infinite score ranks like any other, or is an error"
    )
    ties: str = knob(
        Stage.STATISTICS,
        Choice(("together", "wrong", "right")),
        "together",
        "items of equal score pass the threshold together; or one by one, the negative ones (wrong) or the positive ones "
        "(right) first",
    )
    no_positives: str = knob(
        Stage.COMBINATION,
        Choice(("nan", "zero", "raise")),
        "nan",
        "without a positive item the score is undefined (nan) or 0, or that is an error",
    )
    arithmetic: str = knob(
        Stage.COMBINATION,
        Choice(("fsum", "numpy", "numpy-to-full-recall")),
        "fsum",
        "steps added up with one rounding, or as numpy does from the lowest score up; to-full-recall: without those of no "
        "width after the last positive item",
        rounding=True,
    )
    precision: str = precision_knob("the steps from the lowest score up")


def _one_by_one(points: list[Point], ties: str) -> list[Point]:
    """The point after each positive item, where items of equal score follow each other, one class after the other."""
    steps: list[Point] = []
    for (fp, tp), (next_fp, next_tp) in pairwise([(0, 0), *points]):
        before = next_fp if ties == "wrong" else fp  # the negative items above the positive ones of this score
        steps += ((before, rank) for rank in range(tp + 1, next_tp + 1))
    return steps


def precisions(points: list[Point], s: Any) -> float:
    """The sum over the points of what recall gains, times the precision there, as ``arithmetic`` and ``precision`` say."""
    if s.precision == "float32":
        return precisions_of_singles(points)
    positives = points[-1][1]
    gains = list(zip(pairwise([0, *(tp for _, tp in points)]), points, strict=True))
    if s.arithmetic == "fsum":
        return math.fsum((tp - before) * tp / (fp + tp) for (before, _), (fp, tp) in gains if tp > before) / positives
    if s.arithmetic == "numpy-to-full-recall":
        while gains[-1][0][0] == positives:
            del gains[-1]
    return -numpy_sum(
        [(before / positives - after / positives) * (tp / (tp + fp)) for (before, after), (fp, tp) in reversed(gains)]
    )


class AveragePrecision(ScoredMetric[AveragePrecisionSettings]):
    """The score, in 0..1. Without a positive item see ``no_positives``. Raises `MetricError` for no items."""

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

    def commutes(self, s: AveragePrecisionSettings) -> bool:
        """The items are ranked by their scores, and those of equal scores in an order of their own."""
        return True

    def combine(self, total: Total, s: AveragePrecisionSettings) -> Trace:
        need_items(total)
        items: ScoredItems = total.kept
        if s.infinite_score == "raise" and items.has_infinity:
            raise MetricError("a score is infinite", hint="set infinite_score=rank")
        if items.gold.find(1) < 0:
            if s.no_positives == "raise":
                raise MetricError("no item is positive")
            return Trace(math.nan if s.no_positives == "nan" else 0.0, {})
        points = curve(items) if s.ties == "together" else _one_by_one(curve(items), s.ties)
        return Trace(precisions(points, s), {})

    def segment_stages(self, statistics: Statistics, s: AveragePrecisionSettings) -> LateStages:
        """The curve, which has up to a point for each item."""
        return {"curve": lambda: [list(point) for point in curve(statistics.kept)]}


AVERAGE_PRECISION = AveragePrecision()
