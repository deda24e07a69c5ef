"""The share of wrong labels (Hamming loss) and of wrong items (zero-one loss)."""

from __future__ import annotations

import math

from samescore.metrics.base import BrokenAxiom, MetricFacts, Total
from samescore.metrics.float32 import rounding
from samescore.metrics.labels.averaged import mean_over_classes
from samescore.metrics.labels.confusion import ConfusionCounts, ConfusionMetric, class_counts, need_items, ratio
from samescore.metrics.labels.settings import HammingSettings, ZeroOneSettings
from samescore.outcome import Trace


class Hamming(ConfusionMetric):
    """The share of wrong labels, in 0..1. For no items see ``empty_input``."""

    name = "hamming"
    title = "Hamming loss"
    settings = HammingSettings
    facts = MetricFacts(
        lowest=0,
        highest=1,
        higher_is_better=False,
        stages=("confusion", "errors", "items", "per_class"),
        inputs="by-kind",
        plausible={"average": ("items", "macro")},
    )

    def combine(self, total: Total, s: HammingSettings) -> Trace:
        need_items(total, s)
        counts: ConfusionCounts = total.kept
        errors, items = counts.errors, total.segments
        table = counts.table()
        stages = {"confusion": table, "errors": errors, "items": items}
        if not items:
            return Trace(math.nan, stages)
        rounded = rounding(s.arithmetic)
        if s.average == "items":
            right = rounded(rounded(items - errors) / rounded(items))
            return Trace(rounded(1 - right) if s.arithmetic == "float32" else errors / items, stages)
        by_class = zip(table.columns, class_counts(table), strict=True)
        wrong = {name: rounded(1 - rounded(ratio(rounded(c.tp), rounded(c.support), "0"))) for name, c in by_class}
        mean = mean_over_classes(list(wrong.values()), [1] * len(wrong), "macro", s.arithmetic)
        return Trace(mean, {**stages, "per_class": wrong})


class ZeroOne(ConfusionMetric):
    """The share of wrong items, in 0..1, or their number. For no items see ``empty_input``."""

    name = "zero-one"
    title = "Zero-one loss"
    settings = ZeroOneSettings
    facts = MetricFacts(
        lowest=0,
        highest=1,
        higher_is_better=False,
        stages=("confusion", "errors", "items"),
        breaks=(BrokenAxiom("duplication", "it is the number of wrong items", {"normalize": "count"}),),
        inputs="by-kind",
        plausible={"normalize": ("fraction", "count")},
    )

    def combine(self, total: Total, s: ZeroOneSettings) -> Trace:
        need_items(total, s)
        counts: ConfusionCounts = total.kept
        errors, items = counts.errors, total.segments
        stages = {"confusion": counts.table(), "errors": errors, "items": items}
        if s.normalize == "count":
            return Trace(float(errors), stages)
        if not items:
            return Trace(math.nan, stages)
        return Trace(errors / items if s.form == "errors" else 1 - (items - errors) / items, stages)


HAMMING = Hamming()
ZERO_ONE = ZeroOne()
