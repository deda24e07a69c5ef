"""The share of wrong labels (Hamming loss) and of wrong items (zero-one loss)."""

from __future__ import annotations

import math

from samescore.base.outcome import Trace
from samescore.metrics.base import BrokenAxiom, MetricFacts, Total
from samescore.metrics.float32 import rounding
from samescore.metrics.labels.averaged import mean_over_classes
from samescore.metrics.labels.confusion import ConfusionCounts, ConfusionMetric, need_items
from samescore.metrics.labels.settings import HammingSettings, ZeroOneSettings


class Hamming(ConfusionMetric[HammingSettings]):
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
        growth=1,
        plausible={"average": ("items", "macro")},
    )

    def combine(self, total: Total, s: HammingSettings) -> Trace:
        need_items(total, s)
        counts: ConfusionCounts = total.kept
        errors, items = counts.errors, total.segments
        if not items:
            return Trace(math.nan, counts.stages(errors=errors, items=items))
        if s.average == "items":
            share = wrong_share(items - errors, items, s.form, s.arithmetic)
            return Trace(share, counts.stages(errors=errors, items=items))
        wrong = {name: wrong_share(c.tp, c.support, s.form, s.arithmetic) for name, c in counts.by_class().items()}
        mean = mean_over_classes(list(wrong.values()), [1] * len(wrong), "macro", s.arithmetic)
        return Trace(mean, counts.stages(errors=errors, items=items, per_class=wrong))


class ZeroOne(ConfusionMetric[ZeroOneSettings]):
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
        growth=1,
        plausible={"normalize": ("fraction", "count")},
    )

    def combine(self, total: Total, s: ZeroOneSettings) -> Trace:
        need_items(total, s)
        counts: ConfusionCounts = total.kept
        errors, items = counts.errors, total.segments
        stages = counts.stages(errors=errors, items=items)
        if s.normalize == "count":
            return Trace(float(errors), stages)
        if not items:
            return Trace(math.nan, stages)
        return Trace(wrong_share(items - errors, items, s.form, "float64"), stages)


def wrong_share(right: int, items: int, form: str, arithmetic: str) -> float:
    """The share of items that are not right, as the knob ``form`` says; 1 for no items."""
    rounded = rounding(arithmetic)
    if not items:
        return 1.0
    if form == "errors":
        return rounded(rounded(items - right) / rounded(items))
    return rounded(1 - rounded(rounded(right) / rounded(items)))


HAMMING = Hamming()
ZERO_ONE = ZeroOne()
