"""Score multilabel classification: precision, recall, F, Jaccard, subset accuracy, and losses of sets of labels.

Each label is scored as a class: tp items have the label in gold and prediction, `predicted` items have it in the
prediction, and `support` items have it in gold. The average over samples counts the labels of each item instead.
"""

from __future__ import annotations

import math
from array import array
from collections import Counter
from collections.abc import Sequence
from typing import Any, ClassVar, TypeVar

import msgspec

from samescore.base.errors import MetricError
from samescore.base.outcome import Trace
from samescore.data.label_sets import LabelSets, Sets
from samescore.metrics.base import BrokenAxiom, MetricFacts, Statistics, Total
from samescore.metrics.float32 import rounding_function
from samescore.metrics.kept import Rowless
from samescore.metrics.labels.averaged import combine_counts, f_of_counts, jaccard_of_counts, mean_over_classes
from samescore.metrics.labels.confusion import ClassCounts, ratio
from samescore.metrics.labels.losses import wrong_share
from samescore.metrics.labels.settings import LabelSettings, MultilabelLossSettings, MultilabelSettings
from samescore.metrics.labels.weighted_items import (
    Number,
    joined_weights,
    mean_by_weights,
    need_weight,
    need_weight_of_share,
    shown_sums,
    weights_count,
    weights_together,
)
from samescore.metrics.labels.weighted_sets import Item, WeightedSets

SetsT = TypeVar("SetsT", bound=LabelSettings)


class KeptSets(msgspec.Struct, frozen=True):
    """The gold and predicted labels of every item, in order, with its weight if weights count."""

    grows: ClassVar[str] = "the labels of every item, in order"

    gold: Sets
    predicted: Sets
    weights: array[float] | None = None

    @property
    def segments(self) -> int:
        """The number of items."""
        return len(self.gold)

    @property
    def memory(self) -> int:
        sets = sum(112 + 8 * (len(gold) + len(said)) for gold, said in zip(self.gold, self.predicted, strict=True))
        return sets + (0 if self.weights is None else 8 * len(self.weights))

    def merge(self, following: KeptSets) -> KeptSets:
        """Return the items of both parts; raises `MetricError` if only one part with items has weights."""
        if not (self.gold and following.gold):
            return self if self.gold else following
        weights = joined_weights(self.weights, following.weights)
        return KeptSets(self.gold + following.gold, self.predicted + following.predicted, weights)

    def of_labels(self, names: Any) -> tuple[tuple[str, ...], list[Item]]:
        """Return the names of the labels to score, and each item's gold and predicted labels among them.

        The labels to score are `names`, or all that occur if `names` is ``present``. Raises `MetricError` if there are
        no items or no labels to score.
        """
        if not self.gold:
            raise MetricError("the input has no items", hint="give at least one item, each on a line of its own")
        if names == "present":
            names = sorted({name for side in (self.gold, self.predicted) for row in side for name in row})
        if not names:
            raise MetricError("no item has a label", hint="list the labels to score: labels=a,b")
        scored = frozenset(names)
        rows = zip(self.gold, self.predicted, strict=True)
        return tuple(names), [(scored.intersection(gold), scored.intersection(said)) for gold, said in rows]


class SetsMetric(Rowless[LabelSets, SetsT]):
    """A metric over sets of labels."""

    takes = (LabelSets,)

    def counting(self, settings: SetsT) -> SetsT:
        """Return the default settings with ``weights`` as given, because no other knob affects the kept data."""
        return self.settings(weights=settings.weights)

    def statistics(self, data: LabelSets, settings: SetsT) -> Statistics:
        weights = data.weight_column if weights_count(data, settings) else None
        return Statistics((), (), KeptSets(data.gold_sets, data.predicted_sets, weights))

    def commutes(self, settings: SetsT) -> bool:
        return False


class Multilabel(SetsMetric[MultilabelSettings]):
    """Precision, recall, F, Jaccard or subset accuracy of sets of labels, in 0..1; 0/0 is ``zero_division``.

    Raises `MetricError` for no items, if no item has a label and ``labels`` names none, and if all weights are 0 and
    ``no_weight`` is raise.
    """

    name = "multilabel"
    title = "Multilabel F1"
    settings = MultilabelSettings
    facts = MetricFacts(
        lowest=0,
        highest=1,
        higher_is_better=True,
        stages=("tp", "predicted", "support", "false_positives", "false_negatives", "per_label"),
        inputs="by-kind",
        growth=1,
        plausible={
            "measure": ("f", "precision", "recall", "jaccard", "subset"),
            "average": ("micro", "samples", "macro", "weighted"),
            "zero_division": ("0", "1"),
        },
    )

    def combine(self, total: Total, settings: MultilabelSettings) -> Trace:
        names, items = total.kept.of_labels(settings.labels)
        if total.kept.weights is not None:
            weighted = WeightedSets(names, items, total.kept.weights, settings.weight_summation)
            return _of_weights(weighted, settings.replace(dtype="float64"))
        tp = Counter(name for gold, said in items for name in gold & said)
        predicted = Counter(name for _, said in items for name in said)
        support = Counter(name for gold, _ in items for name in gold)
        by_label = [ClassCounts(tp[name], predicted[name], support[name]) for name in names]
        stages = {
            field: {name: getattr(counts, field) for name, counts in zip(names, by_label, strict=True)}
            for field in ("tp", "predicted", "support")
        }
        if settings.measure == "subset":
            rounded = rounding_function(settings.dtype)
            return Trace(rounded(sum(gold == said for gold, said in items) / len(items)), stages)
        stages["per_label"] = {name: _score(of, settings) for name, of in zip(names, by_label, strict=True)}
        if settings.average == "samples":
            of_items = [ClassCounts(len(gold & said), len(said), len(gold)) for gold, said in items]
            return Trace(_mean(of_items, "macro", settings), stages)
        if settings.average == "micro":
            return Trace(_score(combine_counts(by_label), settings), stages)
        return Trace(_mean(by_label, settings.average, settings), stages)


def _of_weights(sets: WeightedSets, settings: MultilabelSettings) -> Trace:
    """Return the score of weighted items; raises `MetricError` if all weights are 0 and ``no_weight`` is raise."""
    if settings.no_weight == "raise":
        need_weight(sets.weights)
    by_label = sets.by_label()
    stages: dict[str, Any] = shown_sums(by_label)
    if settings.measure == "subset":
        right = sets.weight_of(gold == said for gold, said in sets.items)
        return Trace(float(right / sets.weight if sets.weight else float(settings.zero_division)), stages)
    stages["per_label"] = {name: float(_score(of, settings)) for name, of in by_label.items()}
    if settings.average == "micro":
        return Trace(float(_score(weights_together(by_label.values(), sets.sums), settings)), stages)
    if settings.average == "samples":
        scores, weights = [_score(item, settings) for item in sets.by_item()], sets.numbers
        return Trace(float(mean_by_weights(scores, weights, "weighted", sets.sums)), stages)
    scores, supports = (
        [_score(label, settings) for label in by_label.values()],
        [of.support for of in by_label.values()],
    )
    return Trace(float(mean_by_weights(scores, supports, settings.average, sets.sums)), stages)


def _score(counts: Any, settings: MultilabelSettings) -> float:
    """Return the selected measure of counts (`ClassCounts`) or weights (`WeightSums`); 0/0 is ``zero_division``."""
    rounded = rounding_function(settings.dtype)
    if settings.measure == "precision":
        return rounded(ratio(counts.tp, counts.predicted, settings.zero_division))
    if settings.measure == "recall":
        return rounded(ratio(counts.tp, counts.support, settings.zero_division))
    if settings.measure == "jaccard":
        return jaccard_of_counts(counts, settings.zero_division, settings.dtype)
    return f_of_counts(counts, settings.beta, settings.zero_division, settings.dtype)


def _mean(counts: Sequence[ClassCounts], average: str, settings: MultilabelSettings) -> float:
    return mean_over_classes(
        [_score(of_class, settings) for of_class in counts],
        [of_class.support for of_class in counts],
        average,
        settings.dtype,
    )


class MultilabelLoss(SetsMetric[MultilabelLossSettings]):
    """The share of wrong labels (Hamming loss) or of items with a wrong label (zero-one), in 0..1, or their number.

    With weights, the number is a sum of weights. Raises `MetricError` for no items, if no item has a label and
    ``labels`` names none, and, depending on ``no_weight``, if all weights are 0.
    """

    name = "multilabel-loss"
    title = "Multilabel loss"
    settings = MultilabelLossSettings
    facts = MetricFacts(
        lowest=0,
        highest=1,
        beyond={"normalize": ("count",)},
        higher_is_better=False,
        stages=("errors", "total"),
        breaks=(BrokenAxiom("duplication", "it is the number of errors", {"normalize": "count"}),),
        inputs="by-kind",
        growth=1,
        plausible={"unit": ("labels", "items"), "normalize": ("fraction", "count")},
    )

    def combine(self, total: Total, settings: MultilabelLossSettings) -> Trace:
        names, items = total.kept.of_labels(settings.labels)
        if total.kept.weights is not None:
            return _loss_of_weights(WeightedSets(names, items, total.kept.weights, settings.weight_summation), settings)
        if settings.unit == "items":
            errors, of = sum(gold != said for gold, said in items), len(items)
        else:
            errors, of = sum(len(gold ^ said) for gold, said in items), len(items) * len(names)
        if settings.unit == "items" or settings.average == "micro":
            share = wrong_share(of - errors, of, settings.form, settings.dtype)
        else:
            share = _mean_share(names, items, settings)
        return Trace(float(errors) if settings.normalize == "count" else share, {"errors": errors, "total": of})


def _mean_share(names: Sequence[str], items: Sequence[Item], settings: MultilabelLossSettings) -> float:
    """Return the mean over labels of the share of items for which gold and prediction disagree about the label.

    The weighted mean is 0 if no item has a gold label.
    """
    errors = Counter(name for gold, said in items for name in gold ^ said)
    supports = Counter(name for gold, _ in items for name in gold)
    if settings.average == "weighted" and not supports:
        return 0.0
    shares = [wrong_share(len(items) - errors[name], len(items), settings.form, settings.dtype) for name in names]
    return mean_over_classes(shares, [supports[name] for name in names], settings.average, settings.dtype)


def _loss_of_weights(sets: WeightedSets, settings: MultilabelLossSettings) -> Trace:
    """Return the loss of weighted items; nan if a share is requested and all weights are 0.

    Raises `MetricError` if all weights are 0, unless ``no_weight`` allows it.
    """
    need_weight_of_share(sets.weights, settings)
    of_items = settings.unit == "items"
    wrong_labels = [len(gold ^ said) for gold, said in sets.items]
    errors = sets.weight_of(min(wrong, 1) if of_items else wrong for wrong in wrong_labels)
    whole = sets.weight if of_items else sets.weight_of_decisions
    stages = {"errors": float(errors), "total": float(whole)}
    if settings.normalize == "count":
        return Trace(float(errors), stages)
    if not whole:
        return Trace(math.nan, stages)
    if not of_items and settings.average != "micro":
        return Trace(float(_mean_share_of_weights(sets, settings)), stages)
    if settings.form == "errors":
        return Trace(float(errors / whole), stages)
    labels = len(sets.names)
    right = sets.weight_of(int(not wrong) if of_items else labels - wrong for wrong in wrong_labels)
    return Trace(float(1 - right / whole), stages)


def _mean_share_of_weights(sets: WeightedSets, settings: MultilabelLossSettings) -> Number:
    """Return the mean over labels of the weighted share of items for which gold and prediction disagree on the label.

    The weighted mean is 0 if no label has support.
    """
    supports = [weights.support for weights in sets.by_label().values()]
    if settings.average == "weighted" and not any(supports):
        return 0.0
    shares: list[Number] = []
    for name in sets.names:
        wrong = [name in gold ^ said for gold, said in sets.items]
        if settings.form == "errors":
            shares.append(sets.weight_of(wrong) / sets.weight)
        else:
            shares.append(1 - sets.weight_of(not of for of in wrong) / sets.weight)
    return mean_by_weights(shares, supports, settings.average, sets.sums)


MULTILABEL = Multilabel()
MULTILABEL_LOSS = MultilabelLoss()
