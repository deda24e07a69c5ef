"""Precision, recall, F, Jaccard, accuracy and losses of class labels where every item has a weight.

The weights of items take the place of their number. For a class, tp is the weight of its items that are predicted as it,
predicted that of all items predicted as it, and support that of all its items. Weights of 1 give what the metrics without
weights give.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, ClassVar

import msgspec

from samescore.base.outcome import Trace
from samescore.metrics.base import BrokenAxiom, MetricFacts, Total
from samescore.metrics.labels.weighted_items import (
    KeptWeights,
    Number,
    SampleWeightedMetric,
    exact_or_numpy_knob,
    in_order,
    no_weight_knob,
    pairwise,
    weighted_items,
)
from samescore.settings import Choice, ClassNames, Real, Settings, Stage, Text, knob


class SampleWeightedSettings(Settings):
    """The knobs of scores of classes with sample weights."""

    metric: ClassVar[str] = "sample-weighted"

    no_weight: str = no_weight_knob("give scores of 0/0")
    labels: Any = knob(
        Stage.AGGREGATION,
        ClassNames(),
        "present",
        "the classes that the averages are taken over; a class that does not occur has scores of 0/0",
    )
    score: str = knob(
        Stage.COMBINATION,
        Choice(("f", "precision", "recall", "jaccard")),
        "f",
        "F, precision, recall, or Jaccard's index of tp, predicted and support",
    )
    average: str = knob(
        Stage.AGGREGATION,
        Choice(("class", "macro", "micro", "weighted")),
        "macro",
        "the score of the class `positive`; or over classes the mean, the score of the summed weights, or the mean weighted "
        "by support",
    )
    positive: str = knob(Stage.AGGREGATION, Text(), "1", "the class that average=class scores")
    beta: float = knob(Stage.COMBINATION, Real(0.0, 1e6), 1.0, "weight of recall relative to precision, of score=f")
    zero_division: str = knob(
        Stage.SMOOTHING, Choice(("0", "1", "nan")), "0", "value of a score of 0/0; nan leaves the class out of a mean"
    )
    arithmetic: str = exact_or_numpy_knob(
        "weights added up one after the other, those of errors as what is left of predicted and support without tp"
    )


class WeightSums(msgspec.Struct, frozen=True):
    """The weights of one class, or of several together; `union` is tp and both kinds of errors."""

    tp: Number
    predicted: Number
    support: Number
    union: Number


def _sums(items: KeptWeights, names: Sequence[str], arithmetic: str) -> list[WeightSums]:
    """The weights of each of the classes called `names`."""
    right: dict[str, list[float]] = {name: [] for name in names}
    predicted: dict[str, list[float]] = {name: [] for name in names}
    support: dict[str, list[float]] = {name: [] for name in names}
    for gold, said, weight in zip(items.gold, items.predicted, items.weights, strict=True):
        if said in predicted:
            predicted[said].append(weight)
        if gold in support:
            support[gold].append(weight)
            if gold == said:
                right[gold].append(weight)
    made = []
    for name in names:
        tp, of_predicted, of_gold = (in_order(side[name], arithmetic) for side in (right, predicted, support))
        false_positives, false_negatives = of_predicted - tp, of_gold - tp
        made.append(WeightSums(tp, tp + false_positives, tp + false_negatives, tp + false_positives + false_negatives))
    return made


def _together(classes: Sequence[WeightSums], arithmetic: str) -> WeightSums:
    fields = ("tp", "predicted", "support", "union")
    return WeightSums(*(pairwise((getattr(sums, field) for sums in classes), arithmetic) for field in fields))


def _ratio(part: Number, whole: Number, zero_division: str) -> Number:
    return part / whole if whole else float(zero_division)


def _score(sums: WeightSums, s: SampleWeightedSettings) -> Number:
    if s.score == "jaccard":
        return _ratio(sums.tp, sums.union, s.zero_division)
    if s.score == "precision" or (s.score == "f" and s.beta == 0):
        return _ratio(sums.tp, sums.predicted, s.zero_division)
    if s.score == "recall":
        return _ratio(sums.tp, sums.support, s.zero_division)
    factor = Fraction(s.beta) ** 2 if s.arithmetic == "exact" else s.beta**2
    return _ratio((1 + factor) * sums.tp, factor * sums.support + sums.predicted, s.zero_division)


def _mean(scores: Sequence[Number], supports: Sequence[Number], s: SampleWeightedSettings) -> Number:
    """The mean over the classes whose score is a number, plain or weighted by support."""
    kept = [(score, weight) for score, weight in zip(scores, supports, strict=True) if not math.isnan(score)]
    if not kept:
        return math.nan
    weights = pairwise((weight for _, weight in kept), s.arithmetic)
    if s.average == "weighted" and weights:
        return pairwise((score * weight for score, weight in kept), s.arithmetic) / weights
    if s.average == "macro":  # numpy.nanmean: a nan adds 0 in its place
        kept = [(0.0 if math.isnan(score) else score, 0) for score in scores]
    numbers = sum(not math.isnan(score) for score in scores)
    return pairwise((score for score, _ in kept), s.arithmetic) / numbers


class SampleWeighted(SampleWeightedMetric):
    """Precision, recall, F or Jaccard of classes, in 0..1; 0/0 is ``zero_division``.

    Raises `MetricError` for no items, and for weights that are all 0, as ``no_weight`` says.
    """

    name = "sample-weighted"
    title = "Sample-weighted F1"
    settings = SampleWeightedSettings
    facts = MetricFacts(
        lowest=0,
        highest=1,
        higher_is_better=True,
        stages=("tp", "predicted", "support"),
        inputs="by-kind",
        growth=1,
        plausible={
            "score": ("f", "precision", "recall", "jaccard"),
            "average": ("macro", "class", "micro", "weighted"),
            "zero_division": ("0", "1"),
        },
    )

    def combine(self, total: Total, s: SampleWeightedSettings) -> Trace:
        items = weighted_items(total, s.no_weight)
        names = items.classes if s.labels == "present" else tuple(s.labels)
        by_class = _sums(items, names, s.arithmetic)
        stages = {
            field: {name: float(getattr(sums, field)) for name, sums in zip(names, by_class, strict=True)}
            for field in ("tp", "predicted", "support")
        }
        if s.average == "class":
            (of_positive,) = _sums(items, [s.positive], s.arithmetic)
            value = _score(of_positive, s)
        elif s.average == "micro":
            value = _score(_together(by_class, s.arithmetic), s)
        else:
            value = _mean([_score(sums, s) for sums in by_class], [sums.support for sums in by_class], s)
        return Trace(float(value), stages)


def _normalize_knob(which: str) -> str:
    return knob(
        Stage.PRESENTATION,
        Choice(("fraction", "weight")),
        "fraction",
        f"the share of the weight of {which} items in that of all; or their weight itself",
    )


class SampleWeightedAccuracySettings(Settings):
    """The knobs of accuracy with sample weights."""

    metric: ClassVar[str] = "sample-weighted-accuracy"

    normalize: str = _normalize_knob("right")
    arithmetic: str = exact_or_numpy_knob("the weights of right items and of all added up pairwise")


class SampleWeightedLossSettings(Settings):
    """The knobs of the zero-one loss with sample weights."""

    metric: ClassVar[str] = "sample-weighted-loss"

    normalize: str = _normalize_knob("wrong")
    form: str = knob(
        Stage.COMBINATION,
        Choice(("errors", "complement")),
        "errors",
        "of normalize=fraction: the weight of wrong items / the weight of all; or 1 - accuracy",
        rounding=True,
    )
    arithmetic: str = exact_or_numpy_knob("the weights of wrong or right items and of all added up pairwise")


def _weights(items: KeptWeights, *, of_right: bool, arithmetic: str) -> tuple[Number, Number]:
    """The weight of right items, or of wrong ones, and of all."""
    counted = [weight if hit == of_right else 0.0 for hit, weight in zip(items.hits(), items.weights, strict=True)]
    return pairwise(counted, arithmetic), pairwise(items.weights, arithmetic)


_WEIGHT = (BrokenAxiom("duplication", "it is a sum of weights", {"normalize": "weight"}),)


class SampleWeightedAccuracy(SampleWeightedMetric):
    """The share of the weight of all items that right ones have, in 0..1, or their weight.

    Raises `MetricError` for no items, and for weights that are all 0.
    """

    name = "sample-weighted-accuracy"
    title = "Sample-weighted accuracy"
    settings = SampleWeightedAccuracySettings
    facts = MetricFacts(
        lowest=0,
        highest=1,
        higher_is_better=True,
        stages=("right", "weight"),
        inputs="by-kind",
        growth=1,
        plausible={"normalize": ("fraction", "weight")},
        counted=True,
        breaks=_WEIGHT,
    )

    def combine(self, total: Total, s: SampleWeightedAccuracySettings) -> Trace:
        right, whole = _weights(weighted_items(total), of_right=True, arithmetic=s.arithmetic)
        stages = {"right": float(right), "weight": float(whole)}
        return Trace(float(right if s.normalize == "weight" else right / whole), stages)


class SampleWeightedLoss(SampleWeightedMetric):
    """The share of the weight of all items that wrong ones have, in 0..1, or their weight.

    It is the zero-one loss, and the Hamming loss of one label an item.

    Raises `MetricError` for no items, and for weights that are all 0.
    """

    name = "sample-weighted-loss"
    title = "Sample-weighted loss"
    settings = SampleWeightedLossSettings
    facts = MetricFacts(
        lowest=0,
        highest=1,
        higher_is_better=False,
        stages=("wrong", "weight"),
        inputs="by-kind",
        growth=1,
        plausible={"normalize": ("fraction", "weight")},
        counted=True,
        breaks=_WEIGHT,
    )

    def combine(self, total: Total, s: SampleWeightedLossSettings) -> Trace:
        items = weighted_items(total)
        wrong, whole = _weights(items, of_right=False, arithmetic=s.arithmetic)
        stages = {"wrong": float(wrong), "weight": float(whole)}
        if s.normalize == "weight":
            return Trace(float(wrong), stages)
        if s.form == "errors":
            return Trace(float(wrong / whole), stages)
        right, _ = _weights(items, of_right=True, arithmetic=s.arithmetic)
        return Trace(float(1 - right / whole), stages)


SAMPLE_WEIGHTED = SampleWeighted()
SAMPLE_WEIGHTED_ACCURACY = SampleWeightedAccuracy()
SAMPLE_WEIGHTED_LOSS = SampleWeightedLoss()
