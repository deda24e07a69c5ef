"""Area under the ROC curve (Fawcett 2006): how well scores separate positive from negative items.

The curve passes through (fp/N, tp/P) for every threshold, with N negative and P positive items; items
of equal score pass the threshold together. The area under it is the probability that a random positive
item scores higher than a random negative one, with ties counting one half.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, ClassVar

from samescore.errors import MetricError
from samescore.metrics.base import MetricFacts, Statistics, Total
from samescore.metrics.labels.ranking import PairCounts, count_pairs, curve, trapezoids
from samescore.metrics.labels.scored import ScoredItems, ScoredMetric, need_items
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


def _exact(pairs: PairCounts, ties: str) -> float:
    """The share of the pairs of a positive and a negative item that are in the right order."""
    halves = 2 * pairs.higher + {"half": 1, "wrong": 0, "right": 2}[ties] * pairs.tied
    return halves / (2 * pairs.positives * pairs.negatives)


class RocAuc(ScoredMetric):
    """The area, in 0..1; chance is 1/2. For a single class see ``one_class``. Raises `MetricError` for no items."""

    name = "roc-auc"
    title = "ROC AUC"
    settings = RocAucSettings
    facts = MetricFacts(
        lowest=0,
        highest=1,
        higher_is_better=True,
        stages=("curve",),
        inputs="by-kind",
        plausible={"ties": ("half", "wrong", "right")},
    )

    def commutes(self, s: RocAucSettings) -> bool:
        """The items are ranked by their scores, and those of equal scores counted together."""
        return True

    def combine(self, total: Total, s: RocAucSettings) -> Trace:
        need_items(total)
        items: ScoredItems = total.kept
        if s.infinite_score == "raise" and items.has_infinity:
            raise MetricError("a score is infinite", hint="set infinite_score=rank")
        if items.gold.find(0) < 0 or items.gold.find(1) < 0:
            if s.one_class == "raise":
                raise MetricError("only one class occurs")
            return Trace(math.nan, {})
        if s.arithmetic != "exact" and s.ties == "half":
            return Trace(trapezoids(items, s.arithmetic == "trapezoid"), {})
        return Trace(_exact(count_pairs(items), s.ties), {})

    def segment_stages(self, statistics: Statistics, s: RocAucSettings) -> dict[str, Callable[[], Any]]:
        """The curve, which has up to a point for each item."""
        return {"curve": lambda: [list(point) for point in curve(statistics.kept)]}


ROC_AUC = RocAuc()
