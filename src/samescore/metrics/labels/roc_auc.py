"""Area under the ROC curve (Fawcett 2006): how well scores separate positive from negative items.

The curve passes through (fp/N, tp/P) for every threshold, with N negative and P positive items; items of equal score
pass the threshold together. The area under the curve is the probability that a random positive item scores higher than
a random negative one, where a tie counts one half.
"""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise
from typing import ClassVar

from samescore.base.errors import MetricError
from samescore.base.outcome import Trace
from samescore.metrics.base import LateStages, MetricFacts, Statistics, Total
from samescore.metrics.labels.ranking import (
    Point,
    RankedPairCounts,
    count_pairs,
    curve,
    trapezoids,
    trapezoids_of,
    trapezoids_up_to,
)
from samescore.metrics.labels.scored import KeptWeightedScores, ScoredItems, ScoredMetric, need_items
from samescore.metrics.labels.settings import weights_knob
from samescore.metrics.labels.torch_ranking import area_of_singles, dtype_knob
from samescore.metrics.labels.weighted_items import need_weight
from samescore.metrics.labels.weighted_ranking import shown_curve, weighted_area, weighted_curve
from samescore.settings import Choice, Real, Settings, Stage, knob


class RocAucSettings(Settings):
    """The knobs of the area under the ROC curve."""

    metric: ClassVar[str] = "roc-auc"

    ties: str = knob(
        Stage.STATISTICS,
        Choice(("half", "wrong", "right")),
        "half",
        "A positive and a negative item with equal scores. half: counts as one half; wrong: counts as 0; "
        "right: counts as 1",
    )
    one_class: str = knob(
        Stage.COMBINATION,
        Choice(("nan", "zero", "raise")),
        "nan",
        "Score if all items are positive or all are negative. nan: undefined; zero: 0; raise: an error",
    )
    infinite_score: str = knob(
        Stage.STATISTICS,
        Choice(("rank", "raise")),
        "rank",
        "Infinite scores. rank: rank them like any other; raise: an error",
    )
    max_fpr: float = knob(
        Stage.COMBINATION,
        Real(0.0, 1.0),
        1.0,
        "False-positive rate up to which the area is computed, rescaled so that chance is 1/2 and the maximum "
        "1 (McClish 1989); 1: the whole area; 0: an error",
    )
    form: str = knob(
        Stage.COMBINATION,
        Choice(("exact", "trapezoid", "trapezoid-from-first", "trapezoid-reversed-ties")),
        "exact",
        "How the area is computed. exact: by counting pairs in exact arithmetic; trapezoid: by trapezoids, "
        "summed as NumPy does; trapezoid-from-first: the same, but from the first corner of the curve instead "
        "of the origin if that corner has no false positives; trapezoid-reversed-ties: like trapezoid, but "
        "with weights of equal scores summed in reverse input order",
        rounding=True,
        former=("arithmetic",),
    )
    weights: str = weights_knob()
    dtype: str = dtype_knob("the trapezoids between all corners of the curve")


def _partial_area(points: list[Point], ties: str, max_fpr: float) -> Fraction:
    """Return the area under the curve up to a false-positive rate, as an exact fraction."""
    negatives, positives = points[-1]
    end = Fraction(max_fpr) * negatives
    area = Fraction(0)
    for (fp, tp), (next_fp, next_tp) in pairwise([(0, 0), *points]):
        width = min(Fraction(next_fp), end) - fp
        if width > 0:
            rise = next_tp - tp
            middle = Fraction(rise, next_fp - fp) * width / 2
            area += width * (tp + {"half": middle, "wrong": Fraction(0), "right": Fraction(rise)}[ties])
    share: Fraction = area / (negatives * positives)
    return share


def _rescaled(area: float | Fraction, max_fpr: float | Fraction) -> float:
    """Return a partial area rescaled such that chance scores 1/2 and the maximum is 1 (McClish 1989)."""
    least = max_fpr**2 / 2
    return float((1 + (area - least) / (max_fpr - least)) / 2)


def _share_of_ordered_pairs(pairs: RankedPairCounts, ties: str) -> float:
    """Return the share of correctly ordered pairs of a positive and a negative item; `ties` decides about equal scores."""
    halves = 2 * pairs.higher + {"half": 1, "wrong": 0, "right": 2}[ties] * pairs.tied
    return halves / (2 * pairs.positives * pairs.negatives)


def _of_weights(items: KeptWeightedScores, settings: RocAucSettings) -> float:
    """Return the area under the curve, in which the weight of a pair of items is the product of their weights.

    Returns nan if the items of one class have no weight. Raises `MetricError` if all weights are 0.
    """
    need_weight(items.weights)
    if len(items.weighing_classes) == 1:
        return math.nan
    added = settings.form != "exact" and settings.ties == "half"
    points = weighted_curve(items, exact=not added, last_first=settings.form == "trapezoid-reversed-ties")
    origin = settings.form != "trapezoid-from-first"
    if settings.max_fpr == 1:
        return trapezoids_of(points, origin) if added else float(weighted_area(points, settings.ties))
    if added:
        return _rescaled(trapezoids_up_to(points, origin, settings.max_fpr), settings.max_fpr)
    return _rescaled(_partial_area(points, settings.ties, settings.max_fpr), Fraction(settings.max_fpr))


class RocAuc(ScoredMetric[RocAucSettings]):
    """The area under the ROC curve, in 0..1; chance is 1/2.

    If only one class occurs, ``one_class`` sets the score; the area is undefined (nan) if all items of a class have
    weight 0. Raises `MetricError` for no items, if all weights are 0, if ``max_fpr`` is 0, for an infinite score if
    ``infinite_score`` is raise, and for a single class if ``one_class`` is raise.
    """

    name = "roc-auc"
    title = "ROC AUC"
    settings = RocAucSettings
    facts = MetricFacts(
        lowest=0,
        highest=1,
        higher_is_better=True,
        stages=("curve",),
        inputs="by-kind",
        growth=1,
        plausible={"ties": ("half", "wrong", "right")},
    )

    def commutes(self, settings: RocAucSettings) -> bool:
        """Return whether the order of the items has no effect.

        It has an effect only if weights are added up in order.
        """
        return settings.weights == "ignored" or settings.form == "exact" or settings.ties != "half"

    def combine(self, total: Total, settings: RocAucSettings) -> Trace:
        need_items(total)
        items: ScoredItems = total.kept
        if settings.max_fpr == 0:
            raise MetricError("the area up to a false-positive rate of 0 is undefined", hint="set max_fpr above 0")
        if settings.infinite_score == "raise" and items.has_infinity:
            raise MetricError("a score is infinite", hint="set infinite_score=rank")
        if items.gold.find(0) < 0 or items.gold.find(1) < 0:
            if settings.one_class == "raise":
                raise MetricError("only one class occurs")
            return Trace(math.nan if settings.one_class == "nan" else 0.0, {})
        if isinstance(items, KeptWeightedScores):
            return Trace(_of_weights(items, settings), {})
        if settings.dtype == "float32":
            return Trace(area_of_singles(curve(items), settings.ties, settings.max_fpr), {})
        if settings.max_fpr < 1:
            if settings.form != "exact" and settings.ties == "half":
                area = trapezoids_up_to(curve(items), settings.form != "trapezoid-from-first", settings.max_fpr)
                return Trace(_rescaled(area, settings.max_fpr), {})
            return Trace(
                _rescaled(_partial_area(curve(items), settings.ties, settings.max_fpr), Fraction(settings.max_fpr)), {}
            )
        if settings.form != "exact" and settings.ties == "half":
            return Trace(trapezoids(items, settings.form != "trapezoid-from-first"), {})
        return Trace(_share_of_ordered_pairs(count_pairs(items), settings.ties), {})

    def segment_stages(self, statistics: Statistics, settings: RocAucSettings) -> LateStages:
        """Return the curve as a stage; it has up to one point for each item."""
        kept: ScoredItems = statistics.kept
        if isinstance(kept, KeptWeightedScores):
            return {"curve": lambda: shown_curve(kept)}
        return {"curve": lambda: [list(point) for point in curve(kept)]}


ROC_AUC = RocAuc()
