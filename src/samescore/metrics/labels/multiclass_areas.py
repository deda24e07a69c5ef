"""Compute areas under the curves of several classes, their mean, and the score where an area is undefined."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Protocol

from samescore.base.errors import MetricError
from samescore.metrics.labels.class_scores import (
    KeptClassScores,
)
from samescore.metrics.labels.ranking import trapezoids_of
from samescore.metrics.labels.scored import KeptWeightedScores
from samescore.metrics.labels.torch_ranking import mean_of_classes
from samescore.metrics.labels.weighted_items import Number, need_weight
from samescore.metrics.labels.weighted_ranking import weighted_area, weighted_curve
from samescore.metrics.summation import numpy_sum

#: An area: an exact fraction, or a double rounded as in a package; nan if it is undefined.
Area = Fraction | float

#: The largest sum of weights that scikit-learn treats as 0 (`numpy.isclose`).
_LITTLE = 1e-8


class RankingKnobs(Protocol):
    """The knobs that affect the mean of the classes' areas."""

    average: str
    dtype: str
    little_weight: str
    undefined_class: str


def is_undefined(area: Area) -> bool:
    """Return whether an area is nan."""
    return isinstance(area, float) and math.isnan(area)


def add_areas(areas: Sequence[Area]) -> Area:
    """Return the sum of areas: exact if all are fractions, else in numpy's order of additions."""
    if all(isinstance(area, Fraction) for area in areas):
        return sum(areas, Fraction(0))
    return numpy_sum([float(area) for area in areas])


def mean_area(areas: Sequence[Area], weights: Sequence[Area] | None, settings: RankingKnobs) -> float:
    """Return the mean of areas, plain or weighted; nan without areas or if the weights sum to 0."""
    if not areas:
        return math.nan
    if settings.dtype == "float32" and (weights is None or any(weights)):
        return mean_of_classes([*map(float, areas)], None if weights is None else [*map(float, weights)])
    if weights is None:
        return float(add_areas(areas) / len(areas))
    whole = add_areas(weights)
    return (
        float(add_areas([area * weight for area, weight in zip(areas, weights, strict=True)]) / whole)
        if whole
        else math.nan
    )


def area_of_weights(items: KeptWeightedScores, form: str) -> Area:
    """Return the area under the ROC curve, in which a pair of items counts with the product of their weights.

    Depending on `form`, it is computed exactly, or from trapezoids in doubles. Returns nan if only one class has items
    with a weight above 0; raises `MetricError` if all weights are 0.
    """
    need_weight(items.weights)
    if len(items.weighing_classes) == 1:
        return math.nan
    if form == "exact":
        return weighted_area(weighted_curve(items, exact=True), "half")
    return trapezoids_of(weighted_curve(items, exact=False, last_first=form == "trapezoid-reversed-ties"), origin=True)


def is_little(weights: Sequence[Number], settings: RankingKnobs) -> bool:
    """Return whether the score is 0 because the sum of the classes' weights is tiny."""
    return (
        settings.average == "weighted"
        and settings.little_weight == "zero"
        and numpy_sum([*map(float, weights)]) <= _LITTLE
    )


def score_of_one_class(settings: RankingKnobs) -> float:
    """Return the score if all items are of one class: 0 or nan, depending on ``undefined_class``.

    Raises `MetricError` if ``undefined_class`` is raise, or if it is nan-or-raise and ``average`` is weighted.
    """
    if settings.undefined_class == "raise" or (
        settings.undefined_class == "nan-or-raise" and settings.average == "weighted"
    ):
        raise MetricError("only one class occurs", kind="ZeroDivisionError", hint="set undefined_class=nan")
    return 0.0 if settings.undefined_class == "zero" else math.nan


def need_sums_of_one(kept: KeptClassScores) -> None:
    """Raise `MetricError` if the scores of an item do not add up to 1 (by `numpy.allclose`)."""
    for item, (_, row) in enumerate(kept.rows(), 1):
        whole = numpy_sum(row.tolist())
        if not (math.isfinite(whole) and abs(1 - whole) <= 1e-8 + 1e-5 * abs(whole)):
            raise MetricError(f"the scores of item {item} sum to {whole:g}, not 1", hint="set probability_sums=any")
