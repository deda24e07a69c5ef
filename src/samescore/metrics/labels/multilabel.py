"""Multilabel classification: precision, recall, F, Jaccard, subset accuracy, and losses of sets of labels.

Every label is a separate class: tp items have it on both sides, `predicted` items have it as predicted, and `support`
items in gold. The average over samples computes the same counts for each item over its labels.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, ClassVar

import msgspec

from samescore.base.errors import MetricError
from samescore.base.outcome import Trace
from samescore.data.label_sets import LabelSets, Sets
from samescore.metrics.base import BrokenAxiom, MetricFacts, SettingsT, Statistics, Total
from samescore.metrics.float32 import rounding
from samescore.metrics.kept import Rowless
from samescore.metrics.labels.averaged import f_of_counts, jaccard_of_counts, mean_over_classes, together
from samescore.metrics.labels.confusion import ClassCounts, ratio
from samescore.metrics.labels.losses import wrong_share
from samescore.metrics.labels.settings import MultilabelLossSettings, MultilabelSettings

#: The gold labels of an item, and its predicted labels.
Item = tuple[frozenset[str], frozenset[str]]


class KeptSets(msgspec.Struct, frozen=True):
    """The labels of every item, in order."""

    grows: ClassVar[str] = "the labels of every item, in order"

    gold: Sets
    predicted: Sets

    @property
    def segments(self) -> int:
        """The number of items."""
        return len(self.gold)

    @property
    def memory(self) -> int:
        return sum(112 + 8 * (len(gold) + len(said)) for gold, said in zip(self.gold, self.predicted, strict=True))

    def merge(self, following: KeptSets) -> KeptSets:
        return KeptSets(self.gold + following.gold, self.predicted + following.predicted)

    def of_labels(self, names: Any) -> tuple[tuple[str, ...], list[Item]]:
        """Return the labels to score, and each item's gold and predicted labels among them.

        Raises `MetricError` for no items and for no labels.
        """
        if not self.gold:
            raise MetricError("the input has no items", hint="each line of a file is an item")
        if names == "present":
            names = sorted({name for side in (self.gold, self.predicted) for row in side for name in row})
        if not names:
            raise MetricError("no item has a label", hint="list the labels to score: labels=a,b")
        scored = frozenset(names)
        rows = zip(self.gold, self.predicted, strict=True)
        return tuple(names), [(scored.intersection(gold), scored.intersection(said)) for gold, said in rows]


class SetsMetric(Rowless[LabelSets, SettingsT]):
    """A metric over sets of labels."""

    takes = (LabelSets,)

    def counting(self, s: SettingsT) -> SettingsT:
        """Return the default settings: no setting changes what is kept."""
        return self.settings()

    def statistics(self, data: LabelSets, s: SettingsT) -> Statistics:
        return Statistics((), (), KeptSets(data.gold_sets, data.predicted_sets))

    def commutes(self, s: SettingsT) -> bool:
        return False


class Multilabel(SetsMetric[MultilabelSettings]):
    """Precision, recall, F, Jaccard or subset accuracy of sets of labels, in 0..1; 0/0 is ``zero_division``.

    Raises `MetricError` for no items, and if no item has a label and ``labels`` names none.
    """

    name = "multilabel"
    title = "Multilabel F1"
    settings = MultilabelSettings
    facts = MetricFacts(
        lowest=0,
        highest=1,
        higher_is_better=True,
        stages=("tp", "predicted", "support"),
        inputs="by-kind",
        growth=1,
        plausible={
            "measure": ("f", "precision", "recall", "jaccard", "subset"),
            "average": ("micro", "samples", "macro", "weighted"),
            "zero_division": ("0", "1"),
        },
    )

    def combine(self, total: Total, s: MultilabelSettings) -> Trace:
        names, items = total.kept.of_labels(s.labels)
        tp = Counter(name for gold, said in items for name in gold & said)
        predicted = Counter(name for _, said in items for name in said)
        support = Counter(name for gold, _ in items for name in gold)
        by_label = [ClassCounts(tp[name], predicted[name], support[name]) for name in names]
        stages = {
            field: {name: getattr(counts, field) for name, counts in zip(names, by_label, strict=True)}
            for field in ("tp", "predicted", "support")
        }
        if s.measure == "subset":
            rounded = rounding(s.dtype)
            return Trace(rounded(sum(gold == said for gold, said in items) / len(items)), stages)
        if s.average == "samples":
            of_items = [ClassCounts(len(gold & said), len(said), len(gold)) for gold, said in items]
            return Trace(_mean(of_items, "macro", s), stages)
        if s.average == "micro":
            return Trace(_score(together(by_label), s), stages)
        return Trace(_mean(by_label, s.average, s), stages)


def _score(counts: ClassCounts, s: MultilabelSettings) -> float:
    rounded = rounding(s.dtype)
    if s.measure == "precision":
        return rounded(ratio(counts.tp, counts.predicted, s.zero_division))
    if s.measure == "recall":
        return rounded(ratio(counts.tp, counts.support, s.zero_division))
    if s.measure == "jaccard":
        return jaccard_of_counts(counts, s.zero_division, s.dtype)
    return f_of_counts(counts, s.beta, s.zero_division, s.dtype)


def _mean(counts: Sequence[ClassCounts], average: str, s: MultilabelSettings) -> float:
    return mean_over_classes(
        [_score(of_class, s) for of_class in counts], [of_class.support for of_class in counts], average, s.dtype
    )


class MultilabelLoss(SetsMetric[MultilabelLossSettings]):
    """The share of wrong labels (Hamming loss) or of items with a wrong label (zero-one), in 0..1, or their number.

    Raises `MetricError` for no items, and if no item has a label and ``labels`` names none.
    """

    name = "multilabel-loss"
    title = "Multilabel loss"
    settings = MultilabelLossSettings
    facts = MetricFacts(
        lowest=0,
        highest=1,
        higher_is_better=False,
        stages=("errors", "total"),
        breaks=(BrokenAxiom("duplication", "it is the number of errors", {"normalize": "count"}),),
        inputs="by-kind",
        growth=1,
        plausible={"unit": ("labels", "items"), "normalize": ("fraction", "count")},
    )

    def combine(self, total: Total, s: MultilabelLossSettings) -> Trace:
        names, items = total.kept.of_labels(s.labels)
        if s.unit == "items":
            errors, of = sum(gold != said for gold, said in items), len(items)
        else:
            errors, of = sum(len(gold ^ said) for gold, said in items), len(items) * len(names)
        if s.unit == "items" or s.average == "micro":
            share = wrong_share(of - errors, of, s.form, s.dtype)
        else:
            share = _mean_share(names, items, s)
        return Trace(float(errors) if s.normalize == "count" else share, {"errors": errors, "total": of})


def _mean_share(names: Sequence[str], items: Sequence[Item], s: MultilabelLossSettings) -> float:
    """Return the mean over labels of the share of items that are wrong about them."""
    errors = Counter(name for gold, said in items for name in gold ^ said)
    supports = Counter(name for gold, _ in items for name in gold)
    if s.average == "weighted" and not supports:
        return 0.0
    shares = [wrong_share(len(items) - errors[name], len(items), s.form, s.dtype) for name in names]
    return mean_over_classes(shares, [supports[name] for name in names], s.average, s.dtype)


MULTILABEL = Multilabel()
MULTILABEL_LOSS = MultilabelLoss()
