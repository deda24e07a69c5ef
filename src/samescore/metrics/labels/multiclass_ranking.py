"""Compute areas under the ROC curve and the precision-recall curve of several classes.

Each class is ranked by its own scores against all other classes (one-vs-rest), or two
classes at a time are ranked against each other, on their own items (one-vs-one: Hand and Till 2001).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any, ClassVar

from samescore.base.errors import MetricError
from samescore.base.outcome import Trace
from samescore.metrics.base import MetricFacts, Total
from samescore.metrics.float32 import single
from samescore.metrics.labels.average_precision import precisions, precisions_of_weights
from samescore.metrics.labels.class_scores import (
    ClassScoresMetric,
    ClassScoresSettings,
    KeptClassScores,
    kept_items,
    two_classes_knob,
)
from samescore.metrics.labels.multiclass_areas import (
    Area,
    area_of_weights,
    is_little,
    is_undefined,
    mean_area,
    need_sums_of_one,
    score_of_one_class,
)
from samescore.metrics.labels.ranking import count_pairs, curve, trapezoids
from samescore.metrics.labels.scored import KeptWeightedScores, ScoredItems
from samescore.metrics.labels.torch_ranking import area_of_singles, dtype_knob, mean_of_classes
from samescore.metrics.labels.weighted_items import Number, exact_sum, need_weight
from samescore.metrics.summation import numpy_sum
from samescore.settings import Choice, Stage, knob

_INFINITE = "Infinite scores. rank: rank them like any other; raise: an error"
_AVERAGE = (
    "Aggregation over classes. macro: plain mean; weighted: mean weighted by the number of items; micro: one curve over "
    "all scores of all items, where the scores of gold classes are positive"
)


class _RankingSettings(ClassScoresSettings):
    """The knobs that multiclass ROC AUC and average precision share."""

    little_weight: str = knob(
        Stage.AGGREGATION,
        Choice(("counts", "zero")),
        "counts",
        "Class weights that sum to at most 1e-8 (only with average=weighted). counts: use them like any "
        "others; zero: the score is 0",
        only=("weights", "given"),
    )


class MulticlassRocAucSettings(_RankingSettings):
    """The knobs of multiclass ROC AUC."""

    metric: ClassVar[str] = "multiclass-roc-auc"

    infinite_score: str = knob(Stage.STATISTICS, Choice(("rank", "raise")), "rank", _INFINITE)
    probability_sums: str = knob(
        Stage.STATISTICS,
        Choice(("any", "one")),
        "any",
        "Sum of an item's scores. any: any sum; one: an error if the sum is not 1 within 0.00001",
        former=("sums",),
    )
    two_classes: str = two_classes_knob(
        "; raise-if-both: an error if both classes occur, otherwise undefined", ("raise-if-both",)
    )
    comparison: str = knob(
        Stage.AGGREGATION,
        Choice(("ovr", "ovo")),
        "ovr",
        "Comparison of classes. ovr: each class against the rest, by its own scores; ovo: each pair of classes that "
        "occur, using only their items, with the mean of the areas by the scores of either class",
    )
    average: str = knob(
        Stage.AGGREGATION,
        Choice(("macro", "weighted", "micro")),
        "macro",
        f"{_AVERAGE} (an error with comparison=ovo)",
    )
    undefined_class: str = knob(
        Stage.AGGREGATION,
        Choice(("skip", "nan", "nan-or-raise", "zero", "raise")),
        "skip",
        "Classes that have no area, because none or all of the items belong to them, and inputs without a pair of "
        "classes. skip: ignore the class; nan: the mean is undefined if the class has weight; nan-or-raise: the "
        "same, except that with average=weighted an input without a pair of classes is an error; zero: count the "
        "area as 0; raise: an error",
    )
    form: str = knob(
        Stage.COMBINATION,
        Choice(("exact", "trapezoid", "trapezoid-reversed-ties")),
        "exact",
        "How areas are computed. exact: by counting pairs in exact arithmetic; trapezoid: by trapezoids, "
        "summed and averaged as NumPy does; trapezoid-reversed-ties: the same, but with weights of equal "
        "scores summed in reverse input order",
        rounding=True,
        former=("arithmetic",),
    )
    dtype: str = dtype_knob("the trapezoids between all corners of each curve, and their mean,")


class MulticlassAveragePrecisionSettings(_RankingSettings):
    """The knobs of multiclass average precision."""

    metric: ClassVar[str] = "multiclass-average-precision"

    infinite_score: str = knob(Stage.STATISTICS, Choice(("rank", "raise")), "rank", _INFINITE)
    two_classes: str = two_classes_knob()
    average: str = knob(Stage.AGGREGATION, Choice(("macro", "weighted", "micro")), "macro", _AVERAGE)
    undefined_class: str = knob(
        Stage.AGGREGATION,
        Choice(("skip", "nan", "zero", "raise", "zero-beside-first")),
        "skip",
        "Classes without items, which have no average precision. skip: ignore the class; nan: the unweighted "
        "mean is undefined; zero: count it as 0 in the unweighted mean; raise: an error; zero-beside-first: "
        "ignore the class, but count it as 0 if all items belong to the first class",
        former=("absent_class",),
    )
    weightless_class: str = knob(
        Stage.AGGREGATION,
        Choice(("absent", "zero")),
        "absent",
        "Classes whose items all have weight 0. absent: treat them like classes without items; zero: an "
        "average precision of 0",
        only=("weights", "given"),
    )
    summation: str = knob(
        Stage.COMBINATION,
        Choice(("fsum", "numpy", "numpy-reversed-ties")),
        "fsum",
        "How the steps of the curves and their mean are summed. fsum: exactly, rounded once; numpy: as NumPy "
        "does; numpy-reversed-ties: the same, but with weights of equal scores summed in reverse input order",
        rounding=True,
        former=("arithmetic",),
    )
    dtype: str = dtype_knob("the steps of each class from the lowest score up, and their mean,")


class MulticlassRocAuc(ClassScoresMetric[MulticlassRocAucSettings]):
    """The mean area under the classes' ROC curves, in 0..1; chance is 1/2.

    The knob ``undefined_class`` decides about classes without an area.

    Raises `MetricError` for no items, if all weights are 0, and for ``comparison=ovo`` with ``average=micro`` or with
    weights. The knobs ``probability_sums``, ``infinite_score``, ``two_classes`` and ``undefined_class`` can make
    further cases raise it.
    """

    name = "multiclass-roc-auc"
    title = "multiclass ROC AUC"
    settings = MulticlassRocAucSettings
    facts = MetricFacts(
        lowest=0,
        highest=1,
        higher_is_better=True,
        stages=("areas",),
        inputs="by-kind",
        growth=1,
        plausible={"comparison": ("ovr", "ovo"), "average": ("macro", "weighted", "micro")},
    )

    def commutes(self, settings: MulticlassRocAucSettings) -> bool:
        """Return whether the order of the items has no effect: True unless weights are added up in order."""
        return settings.weights == "ignored" or settings.form == "exact"

    def combine(self, total: Total, settings: MulticlassRocAucSettings) -> Trace:
        kept = kept_items(total)
        if settings.infinite_score == "raise":
            kept.need_finite("set infinite_score=rank")
        if settings.two_classes == "raise" or (settings.two_classes == "raise-if-both" and all(kept.supports())):
            kept.need_more_than_two_classes()
        if settings.two_classes == "raise-if-both" and len(kept.classes) == 2:
            return Trace(math.nan, {"areas": []})
        if settings.probability_sums == "one":
            need_sums_of_one(kept)
        supports: Sequence[Number] = kept.supports()
        if kept.weights is not None:
            settings = settings.replace(dtype="float64")
            if settings.comparison == "ovo":
                raise MetricError("pairs of classes cannot be weighted", hint="set weights=ignored or comparison=ovr")
            supports = kept.support_weights("exact" if settings.form == "exact" else "numpy")
            if is_little(supports, settings):
                return Trace(0.0, {"areas": []})
        if settings.comparison == "ovo":
            return self._mean_area_of_pairs(kept, settings)
        if settings.average == "micro":
            return Trace(float(self._area(kept.all_decisions(), settings)), {"areas": []})
        areas = [self._area(kept.against_the_rest(column), settings) for column in range(len(kept.classes))]
        stages = {"areas": [*map(float, areas)]}
        if settings.undefined_class == "raise" and any(map(is_undefined, areas)):
            name = kept.classes[next(column for column, area in enumerate(areas) if is_undefined(area))]
            raise MetricError(
                f"class {name!r} has either none or all of the items"
                + ("" if kept.weights is None else " with a weight"),
                hint="set undefined_class=skip",
            )
        return Trace(self._mean(areas, supports, settings), stages)

    def _area(self, items: ScoredItems, settings: MulticlassRocAucSettings) -> Area:
        """Return the area for items of two classes; nan if there is only one class.

        Raises `MetricError` if all weights are 0.
        """
        if items.gold.find(0) < 0 or items.gold.find(1) < 0:
            return math.nan
        if isinstance(items, KeptWeightedScores):
            return area_of_weights(items, settings.form)
        if settings.dtype == "float32":
            return area_of_singles(curve(items))
        if settings.form != "exact":
            return trapezoids(items, origin=True)
        pairs = count_pairs(items)
        return Fraction(2 * pairs.higher + pairs.tied, 2 * pairs.positives * pairs.negatives)

    def _mean(self, areas: Sequence[Area], supports: Sequence[Number], settings: MulticlassRocAucSettings) -> float:
        """Return the mean of the classes' areas, where ``undefined_class`` decides about classes without an area."""
        undefined = [is_undefined(area) for area in areas]
        weighted = settings.average == "weighted"
        weights = [Fraction(support) if isinstance(support, int) else support for support in supports]
        if settings.undefined_class == "skip":
            known = [column for column, missing in enumerate(undefined) if not missing]
            return mean_area(
                [areas[column] for column in known],
                [weights[column] for column in known] if weighted else None,
                settings,
            )
        zero: Area = Fraction(0) if settings.form == "exact" and settings.dtype == "float64" else 0.0
        counts_as_zero = [
            missing and (settings.undefined_class == "zero" or (weighted and not support))
            for missing, support in zip(undefined, supports, strict=True)
        ]
        counted = [zero if is_zero else area for is_zero, area in zip(counts_as_zero, areas, strict=True)]
        if any(map(is_undefined, counted)):
            return math.nan
        return mean_area(counted, weights if weighted else None, settings)

    def _mean_area_of_pairs(self, kept: KeptClassScores, settings: MulticlassRocAucSettings) -> Trace:
        """Return the mean of the areas of all pairs of classes that occur.

        The area of a pair is the mean of its two classes' areas on the items of the two. Raises `MetricError` for the
        micro average, and, depending on ``undefined_class``, for missing classes.
        """
        if settings.average == "micro":
            raise MetricError("the micro average is undefined for pairs of classes", hint="set comparison=ovr")
        items = kept.items_by_class()
        occurring = [(column, numbers) for column, numbers in enumerate(items) if numbers]
        if len(occurring) < len(items) and settings.undefined_class == "raise":
            name = kept.classes[items.index([])]
            raise MetricError(
                f"class {name!r} has no items" + ("" if kept.weights is None else " with a weight"),
                hint="set undefined_class=skip",
            )
        if len(occurring) < 2:
            return Trace(score_of_one_class(settings), {"areas": []})
        areas, weights = [], []
        for (a, of_a), (b, of_b) in combinations(occurring, 2):
            both = self._area(kept.between(a, of_a, of_b), settings) + self._area(kept.between(b, of_b, of_a), settings)
            areas.append(single(single(float(both)) / 2) if settings.dtype == "float32" else both / 2)
            count = len(of_a) + len(of_b)
            in_doubles = settings.form != "exact" and settings.dtype == "float64"
            weights.append(count / kept.segments if in_doubles else Fraction(count))
        return Trace(
            mean_area(areas, weights if settings.average == "weighted" else None, settings),
            {"areas": [*map(float, areas)]},
        )


class MulticlassAveragePrecision(ClassScoresMetric[MulticlassAveragePrecisionSettings]):
    """The mean average precision of the classes, in 0..1.

    The knob ``undefined_class`` decides about classes without items.

    Raises `MetricError` for no items, and if all weights are 0. The knobs ``infinite_score``, ``two_classes`` and
    ``undefined_class`` can make further cases raise it.
    """

    name = "multiclass-average-precision"
    title = "multiclass average precision"
    settings = MulticlassAveragePrecisionSettings
    facts = MetricFacts(
        lowest=0,
        highest=1,
        higher_is_better=True,
        stages=("precisions",),
        inputs="by-kind",
        growth=1,
        plausible={"average": ("macro", "weighted", "micro")},
    )

    def commutes(self, settings: MulticlassAveragePrecisionSettings) -> bool:
        """Return whether the order of the items has no effect: True unless weights are added up in order."""
        return settings.weights == "ignored" or settings.summation == "fsum"

    def combine(self, total: Total, settings: MulticlassAveragePrecisionSettings) -> Trace:
        kept = kept_items(total)
        if settings.infinite_score == "raise":
            kept.need_finite("set infinite_score=rank")
        if settings.two_classes == "raise":
            kept.need_more_than_two_classes()
        supports: list[Number] = [*kept.supports()]
        present = [*map(bool, supports)]
        if kept.weights is not None:
            settings = settings.replace(dtype="float64")
            supports = kept.support_weights("exact" if settings.summation == "fsum" else "numpy")
            if settings.weightless_class == "absent":
                present = [*map(bool, supports)]
        if settings.undefined_class == "raise" and not all(present):
            name = kept.classes[present.index(False)]
            raise MetricError(
                f"class {name!r} has no items" + ("" if kept.weights is None else " with a weight"),
                hint="set undefined_class=skip",
            )
        if kept.weights is not None:
            if is_little(supports, settings):
                return Trace(0.0, {"precisions": []})
            need_weight(kept.weights)
        if settings.average == "micro":
            return Trace(_precisions(kept.all_decisions(), settings), {"precisions": []})
        by_class = [
            _precisions(kept.against_the_rest(column), settings) if is_present else math.nan
            for column, is_present in enumerate(present)
        ]
        return Trace(self._mean(by_class, supports, settings), {"precisions": by_class})

    def _mean(
        self, by_class: Sequence[float], supports: Sequence[Number], settings: MulticlassAveragePrecisionSettings
    ) -> float:
        """Return the mean of the classes' average precisions, in which nan stands for an absent class."""
        absent = [*map(math.isnan, by_class)]
        weighted = settings.average == "weighted"
        if settings.undefined_class == "nan" and not weighted and any(absent):
            return math.nan
        if weighted:
            # A class without items adds 0, but in 32 bits the order of additions depends on the number of terms.
            counts_zeros = settings.dtype == "float64"
        else:
            counts_zeros = settings.undefined_class == "zero" or (
                settings.undefined_class == "zero-beside-first" and absent.index(False) == 0 and all(absent[1:])
            )
        counted = [
            (0.0 if is_absent else score, support)
            for score, is_absent, support in zip(by_class, absent, supports, strict=True)
            if counts_zeros or not is_absent
        ]
        scores = [score for score, _ in counted]
        if settings.dtype == "float32":
            return mean_of_classes(scores, [int(n) for _, n in counted] if weighted else None)
        add: Any = math.fsum if settings.summation == "fsum" else numpy_sum
        if not weighted:
            return float(add(scores) / len(scores))
        if any(isinstance(support, Fraction) for support in supports):
            return float(exact_sum(Fraction(score) * n for score, n in counted) / exact_sum(supports))
        return float(add([score * n for score, n in counted]) / add(supports))


def _precisions(items: ScoredItems, settings: MulticlassAveragePrecisionSettings) -> float:
    """Return the average precision of binary items; 0 if no positive item has a weight above 0."""
    if not isinstance(items, KeptWeightedScores):
        return precisions(curve(items), settings)
    return precisions_of_weights(items, settings.summation) if 1 in items.weighing_classes else 0.0


MULTICLASS_ROC_AUC = MulticlassRocAuc()
MULTICLASS_AVERAGE_PRECISION = MulticlassAveragePrecision()
