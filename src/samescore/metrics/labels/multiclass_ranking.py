"""Areas under the ROC and the precision-recall curve of several classes.

Each class is ranked by its own scores against all others (one-vs-rest), or each pair of classes on their own items
(one-vs-one: Hand and Till 2001).
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
from samescore.metrics.labels.average_precision import precisions
from samescore.metrics.labels.class_scores import ClassScoresMetric, KeptClassScores, kept_items, two_classes_knob
from samescore.metrics.labels.ranking import count_pairs, curve, trapezoids
from samescore.metrics.labels.scored import ScoredItems
from samescore.metrics.labels.torch_ranking import area_of_singles, dtype_knob, mean_of_classes
from samescore.metrics.summation import numpy_sum
from samescore.settings import Choice, Settings, Stage, knob

_INFINITE = "an infinite score ranks like any other, or is an error"
_AVERAGE = (
    "the plain mean, one weighted by the items of each class (of each pair), or micro: one curve of all scores of all "
    "items, of which those of gold classes are positive"
)

#: An area: an exact fraction, or a double rounded as in a package; nan if it is undefined.
Area = Fraction | float


class MulticlassRocAucSettings(Settings):
    """The knobs of the area under the ROC curve of several classes."""

    metric: ClassVar[str] = "multiclass-roc-auc"

    infinite_score: str = knob(Stage.STATISTICS, Choice(("rank", "raise")), "rank", _INFINITE)
    probability_sums: str = knob(
        Stage.STATISTICS,
        Choice(("any", "one")),
        "any",
        "the scores of an item may be any numbers; one: it is an error if they do not add up to 1, within 0.00001",
        former=("sums",),
    )
    two_classes: str = two_classes_knob(
        "; raise-if-both: they are one if both occur, and have no score (nan) if one does", ("raise-if-both",)
    )
    comparison: str = knob(
        Stage.AGGREGATION,
        Choice(("ovr", "ovo")),
        "ovr",
        "each class against the rest, by its own scores; or each pair of classes that occur, on their items alone, in the "
        "mean of both classes' scores",
    )
    average: str = knob(
        Stage.AGGREGATION,
        Choice(("macro", "weighted", "micro")),
        "macro",
        f"{_AVERAGE}; for pairs micro is an error",
    )
    undefined_class: str = knob(
        Stage.AGGREGATION,
        Choice(("skip", "nan", "nan-or-raise", "zero", "raise")),
        "skip",
        "a class without items, or with all of them, has no area: it is left out, makes the mean undefined (nan) if it has "
        "a weight, counts as 0, or is an error; the same without a pair of classes, where nan-or-raise is an error for a "
        "weighted mean alone",
    )
    form: str = knob(
        Stage.COMBINATION,
        Choice(("exact", "trapezoid")),
        "exact",
        "pairs of items counted in exact arithmetic, or trapezoids under the curves, and their mean, added up as numpy does",
        rounding=True,
        former=("arithmetic",),
    )
    dtype: str = dtype_knob("the trapezoids between all corners of each curve, and their mean,")


class MulticlassAveragePrecisionSettings(Settings):
    """The knobs of average precision of several classes."""

    metric: ClassVar[str] = "multiclass-average-precision"

    infinite_score: str = knob(Stage.STATISTICS, Choice(("rank", "raise")), "rank", _INFINITE)
    two_classes: str = two_classes_knob()
    average: str = knob(
        Stage.AGGREGATION, Choice(("macro", "weighted", "micro")), "macro", _AVERAGE.replace(" (of each pair)", "")
    )
    undefined_class: str = knob(
        Stage.AGGREGATION,
        Choice(("skip", "nan", "zero", "raise", "zero-beside-first")),
        "skip",
        "a class without items has no average precision: it is left out, makes the plain mean undefined (nan), counts as 0 "
        "in it, or is an error; zero-beside-first: it is left out, unless all items are of the first class, and 0 then",
        former=("absent_class",),
    )
    summation: str = knob(
        Stage.COMBINATION,
        Choice(("fsum", "numpy")),
        "fsum",
        "steps, and their mean, added up with one rounding, or as numpy does",
        rounding=True,
        former=("arithmetic",),
    )
    dtype: str = dtype_knob("the steps of each class from the lowest score up, and their mean,")


def _is_undefined(area: Area) -> bool:
    return isinstance(area, float) and math.isnan(area)


def _add(areas: Sequence[Area]) -> Area:
    """Return the sum: exact if all areas are fractions, else in numpy's order."""
    if all(isinstance(area, Fraction) for area in areas):
        return sum(areas, Fraction(0))
    return numpy_sum([float(area) for area in areas])


def _mean(areas: Sequence[Area], weights: Sequence[Area] | None, s: MulticlassRocAucSettings) -> float:
    """Return the mean, plain or weighted; nan without areas."""
    if not areas:
        return math.nan
    if s.dtype == "float32" and (weights is None or any(weights)):
        return mean_of_classes([*map(float, areas)], None if weights is None else [*map(float, weights)])
    if weights is None:
        return float(_add(areas) / len(areas))
    whole = _add(weights)
    return (
        float(_add([area * weight for area, weight in zip(areas, weights, strict=True)]) / whole) if whole else math.nan
    )


class MulticlassRocAuc(ClassScoresMetric[MulticlassRocAucSettings]):
    """The area, in 0..1; chance is 1/2. For classes without an area see ``undefined_class``.

    Raises `MetricError` for no items, for an average that pairs do not have, and as ``probability_sums``, ``infinite_score``,
    ``two_classes`` and ``undefined_class`` say.
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

    def commutes(self, s: MulticlassRocAucSettings) -> bool:
        """Return True: items are ranked by their scores, and ties are counted together."""
        return True

    def combine(self, total: Total, s: MulticlassRocAucSettings) -> Trace:
        kept = kept_items(total)
        if s.infinite_score == "raise":
            kept.need_finite("set infinite_score=rank")
        if s.two_classes == "raise" or (s.two_classes == "raise-if-both" and all(kept.supports())):
            kept.need_more_than_two_classes()
        if s.two_classes == "raise-if-both" and len(kept.classes) == 2:
            return Trace(math.nan, {"areas": []})
        if s.probability_sums == "one":
            _need_sums_of_one(kept)
        if s.comparison == "ovo":
            return self._of_pairs(kept, s)
        if s.average == "micro":
            return Trace(float(self._area(kept.all_decisions(), s)), {"areas": []})
        areas = [self._area(kept.against_the_rest(column), s) for column in range(len(kept.classes))]
        stages = {"areas": [*map(float, areas)]}
        if s.undefined_class == "raise" and any(map(_is_undefined, areas)):
            name = kept.classes[next(column for column, area in enumerate(areas) if _is_undefined(area))]
            raise MetricError(f"class {name!r} has either no items or all items", hint="set undefined_class=skip")
        return Trace(self._mean(areas, kept.supports(), s), stages)

    def _area(self, items: ScoredItems, s: MulticlassRocAucSettings) -> Area:
        """Return the area for items of two classes; undefined for one class."""
        if items.gold.find(0) < 0 or items.gold.find(1) < 0:
            return math.nan
        if s.dtype == "float32":
            return area_of_singles(curve(items))
        if s.form == "trapezoid":
            return trapezoids(items, origin=True)
        pairs = count_pairs(items)
        return Fraction(2 * pairs.higher + pairs.tied, 2 * pairs.positives * pairs.negatives)

    def _mean(self, areas: Sequence[Area], supports: Sequence[int], s: MulticlassRocAucSettings) -> float:
        """Return the mean of the classes' areas."""
        undefined = [_is_undefined(area) for area in areas]
        weighted = s.average == "weighted"
        weights = [*map(Fraction, supports)]
        if s.undefined_class == "skip":
            known = [column for column, missing in enumerate(undefined) if not missing]
            return _mean(
                [areas[column] for column in known], [weights[column] for column in known] if weighted else None, s
            )
        zero: Area = Fraction(0) if s.form == "exact" and s.dtype == "float64" else 0.0
        counts_as_zero = [
            missing and (s.undefined_class == "zero" or (weighted and not support))
            for missing, support in zip(undefined, supports, strict=True)
        ]
        counted = [zero if is_zero else area for is_zero, area in zip(counts_as_zero, areas, strict=True)]
        if any(map(_is_undefined, counted)):
            return math.nan
        return _mean(counted, weights if weighted else None, s)

    def _of_pairs(self, kept: KeptClassScores, s: MulticlassRocAucSettings) -> Trace:
        """Return the mean over pairs of occurring classes of both classes' areas on the items of the two."""
        if s.average == "micro":
            raise MetricError("the micro average is undefined for pairs of classes", hint="set comparison=ovr")
        items = kept.items_by_class()
        occurring = [(column, numbers) for column, numbers in enumerate(items) if numbers]
        if len(occurring) < len(items) and s.undefined_class == "raise":
            name = kept.classes[items.index([])]
            raise MetricError(f"class {name!r} has no items", hint="set undefined_class=skip")
        if len(occurring) < 2:
            return Trace(_without_pairs(s), {"areas": []})
        areas, weights = [], []
        for (a, of_a), (b, of_b) in combinations(occurring, 2):
            both = self._area(kept.between(a, of_a, of_b), s) + self._area(kept.between(b, of_b, of_a), s)
            areas.append(single(single(float(both)) / 2) if s.dtype == "float32" else both / 2)
            count = len(of_a) + len(of_b)
            in_doubles = s.form == "trapezoid" and s.dtype == "float64"
            weights.append(count / kept.segments if in_doubles else Fraction(count))
        return Trace(_mean(areas, weights if s.average == "weighted" else None, s), {"areas": [*map(float, areas)]})


def _without_pairs(s: MulticlassRocAucSettings) -> float:
    """Return the score if all items are of one class."""
    if s.undefined_class == "raise" or (s.undefined_class == "nan-or-raise" and s.average == "weighted"):
        raise MetricError("only one class occurs", kind="ZeroDivisionError", hint="set undefined_class=nan")
    return 0.0 if s.undefined_class == "zero" else math.nan


def _need_sums_of_one(kept: KeptClassScores) -> None:
    """Raise `MetricError` for scores that do not add up to 1, by `numpy.allclose`."""
    for item, (_, row) in enumerate(kept.rows(), 1):
        whole = numpy_sum(row.tolist())
        if not (math.isfinite(whole) and abs(1 - whole) <= 1e-8 + 1e-5 * abs(whole)):
            raise MetricError(f"the scores of item {item} sum to {whole:g}, not 1", hint="set probability_sums=any")


class MulticlassAveragePrecision(ClassScoresMetric[MulticlassAveragePrecisionSettings]):
    """The score, in 0..1. For classes without items see ``undefined_class``.

    Raises `MetricError` for no items, and as ``infinite_score``, ``two_classes`` and ``undefined_class`` say.
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

    def commutes(self, s: MulticlassAveragePrecisionSettings) -> bool:
        """Return True: items are ranked by their scores, and ties are counted together."""
        return True

    def combine(self, total: Total, s: MulticlassAveragePrecisionSettings) -> Trace:
        kept = kept_items(total)
        if s.infinite_score == "raise":
            kept.need_finite("set infinite_score=rank")
        if s.two_classes == "raise":
            kept.need_more_than_two_classes()
        supports = kept.supports()
        if s.undefined_class == "raise" and not all(supports):
            name = kept.classes[supports.index(0)]
            raise MetricError(f"class {name!r} has no items", hint="set undefined_class=skip")
        if s.average == "micro":
            return Trace(precisions(curve(kept.all_decisions()), s), {"precisions": []})
        by_class = [
            precisions(curve(kept.against_the_rest(column)), s) if support else math.nan
            for column, support in enumerate(supports)
        ]
        return Trace(self._mean(by_class, supports, s), {"precisions": by_class})

    def _mean(self, by_class: list[float], supports: list[int], s: MulticlassAveragePrecisionSettings) -> float:
        weighted = s.average == "weighted"
        if s.undefined_class == "nan" and not weighted and not all(supports):
            return math.nan
        if weighted:
            # A class without items adds 0, but in 32 bits the number of terms tells in which order they are added up.
            counts_zeros = s.dtype == "float64"
        else:
            beside_first = s.undefined_class == "zero-beside-first" and supports[0] == sum(supports)
            counts_zeros = s.undefined_class == "zero" or beside_first
        counted = [(score if n else 0.0, n) for score, n in zip(by_class, supports, strict=True) if n or counts_zeros]
        scores = [score for score, _ in counted]
        if s.dtype == "float32":
            return mean_of_classes(scores, [n for _, n in counted] if weighted else None)
        add: Any = math.fsum if s.summation == "fsum" else numpy_sum
        if weighted:
            return float(add([score * n for score, n in counted]) / sum(supports))
        return float(add(scores) / len(scores))


MULTICLASS_ROC_AUC = MulticlassRocAuc()
MULTICLASS_AVERAGE_PRECISION = MulticlassAveragePrecision()
