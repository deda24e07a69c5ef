"""Area under the ROC curve (Fawcett 2006): how well scores separate positive from negative items.

The curve passes through (fp/N, tp/P) for every threshold, with N negative and P positive items; items
of equal score pass the threshold together. The area under it is the probability that a random positive
item scores higher than a random negative one, with ties counting one half.
"""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import groupby
from typing import ClassVar

from samescore.errors import MetricError
from samescore.metrics.base import MetricFacts, Total
from samescore.metrics.labels.scored import ScoredItems, ScoredMetric, need_items
from samescore.metrics.summation import numpy_sum
from samescore.outcome import Trace
from samescore.settings import Choice, Settings, Stage, knob


class RocAucSettings(Settings):
    """The knobs of the area under the ROC curve."""

    metric: ClassVar[str] = "roc-auc"

    ties: str = knob(
        Stage.STATISTICS,
        Choice(("half", "wrong", "right")),
        "half",
        "a positive and a negative item of equal score count as one half, 0 or 1",
    )
    one_class: str = knob(
        Stage.COMBINATION,
        Choice(("nan", "raise")),
        "nan",
        "if there are only positive or only negative items, the score is undefined (nan), or that is an error",
    )
    infinite_score: str = knob(
        Stage.STATISTICS, Choice(("rank", "raise")), "rank", "an infinite score ranks like any other, or is an error"
    )
    arithmetic: str = knob(
        Stage.COMBINATION,
        Choice(("exact", "trapezoid", "trapezoid-from-first")),
        "exact",
        "pairs counted in exact arithmetic, or trapezoids under the curve added up as numpy does, where the curve "
        "begins at the origin or (from-first) at its first corner if that has no false positives",
        rounding=True,
    )


def curve(items: ScoredItems) -> list[tuple[int, int]]:
    """(fp, tp) after each distinct score, from the highest down."""
    points, fp, tp = [], 0, 0
    ranked = sorted(zip(items.scores, items.gold, strict=True), key=lambda pair: -pair[0])
    for _, group in groupby(ranked, key=lambda pair: pair[0]):
        labels = [label for _, label in group]
        tp += sum(labels)
        fp += len(labels) - sum(labels)
        points.append((fp, tp))
    return points


def _exact(points: list[tuple[int, int]], ties: str) -> float:
    """The share of correctly ordered pairs: sum of (fp step) * (tp before + share of tp step) over all pairs."""
    share = {"half": Fraction(1, 2), "wrong": Fraction(0), "right": Fraction(1)}[ties]
    won, before_fp, before_tp = Fraction(0), 0, 0
    for fp, tp in points:
        won += (fp - before_fp) * (before_tp + share * (tp - before_tp))
        before_fp, before_tp = fp, tp
    return float(won / (before_fp * before_tp))


def _corners(points: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The points without those whose neighbours are equally far on both axes."""
    if len(points) <= 2:
        return points
    kept = [points[0]]
    for before, point, after in zip(points, points[1:], points[2:], strict=False):
        if any(after[axis] - 2 * point[axis] + before[axis] for axis in (0, 1)):
            kept.append(point)
    return [*kept, points[-1]]


def _trapezoid(points: list[tuple[int, int]], origin: bool) -> float:
    negatives, positives = points[-1]
    corners = _corners(points)
    if origin or corners[0][0]:
        corners = [(0, 0), *corners]
    x, y = [fp / negatives for fp, _ in corners], [tp / positives for _, tp in corners]
    return numpy_sum([(x[k + 1] - x[k]) * (y[k + 1] + y[k]) / 2.0 for k in range(len(x) - 1)])


class RocAuc(ScoredMetric):
    """The area, in 0..1; chance is 1/2. For a single class see ``one_class``. Raises `MetricError` for no items."""

    name = "roc-auc"
    title = "ROC AUC"
    settings = RocAucSettings
    facts = MetricFacts(lowest=0, highest=1, higher_is_better=True, stages=("curve",), inputs="by-kind")

    def commutes(self, s: RocAucSettings) -> bool:
        """The items are ranked by their scores, and those of equal scores counted together."""
        return True

    def combine(self, total: Total, s: RocAucSettings) -> Trace:
        need_items(total)
        items: ScoredItems = total.kept
        if s.infinite_score == "raise" and any(map(math.isinf, items.scores)):
            raise MetricError("a score is infinite", hint="set infinite_score=rank")
        points = curve(items)
        stages = {"curve": [list(point) for point in points]}
        if 0 in points[-1]:
            if s.one_class == "raise":
                raise MetricError("only one class occurs")
            return Trace(math.nan, stages)
        if s.arithmetic != "exact" and s.ties == "half":
            return Trace(_trapezoid(points, s.arithmetic == "trapezoid"), stages)
        return Trace(_exact(points, s.ties), stages)


ROC_AUC = RocAuc()
