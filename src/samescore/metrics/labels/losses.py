"""The share of wrong labels (Hamming loss) and of wrong items (zero-one loss)."""

from __future__ import annotations

import math
from typing import Any

from samescore.base.outcome import Trace
from samescore.metrics.base import BrokenAxiom, MetricFacts, Total
from samescore.metrics.float32 import rounding
from samescore.metrics.labels.averaged import mean_over_classes
from samescore.metrics.labels.confusion import ConfusionCounts, ConfusionMetric, need_items
from samescore.metrics.labels.settings import HammingSettings, ZeroOneSettings
from samescore.metrics.labels.weighted_items import (
    KeptWeights,
    Number,
    WeightSums,
    mean_by_weights,
    pairwise,
)


class Hamming(ConfusionMetric[HammingSettings]):
    """The share of wrong labels, in 0..1. For no items see ``empty_input``."""

    name = "hamming"
    title = "Hamming loss"
    settings = HammingSettings
    facts = MetricFacts(
        lowest=0,
        highest=1,
        higher_is_better=False,
        stages=("confusion", "errors", "items", "wrong", "weight", "per_class"),
        inputs="by-kind",
        growth=1,
        plausible={"average": ("items", "macro")},
    )

    def combine(self, total: Total, s: HammingSettings) -> Trace:
        need_items(total, s)
        if isinstance(total.kept, KeptWeights):
            return _hamming_of_weights(total.kept, s)
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
        stages=("confusion", "errors", "items", "wrong", "weight"),
        breaks=(BrokenAxiom("duplication", "it is the number of wrong items", {"normalize": "count"}),),
        inputs="by-kind",
        growth=1,
        plausible={"normalize": ("fraction", "count")},
    )

    def combine(self, total: Total, s: ZeroOneSettings) -> Trace:
        need_items(total, s)
        if isinstance(total.kept, KeptWeights):
            wrong, weight, share = _wrong_weight(total.kept, s)
            return Trace(
                float(wrong if s.normalize == "count" else share), {"wrong": float(wrong), "weight": float(weight)}
            )
        counts: ConfusionCounts = total.kept
        errors, items = counts.errors, total.segments
        stages = counts.stages(errors=errors, items=items)
        if s.normalize == "count":
            return Trace(float(errors), stages)
        if not items:
            return Trace(math.nan, stages)
        return Trace(wrong_share(items - errors, items, s.form, "float64"), stages)


def _wrong_weight(kept: KeptWeights, s: HammingSettings | ZeroOneSettings) -> tuple[Number, Number, Number]:
    """Return the weight of wrong items, the total weight, and their ratio in the form selected by ``form``.

    Returns nan for no items.
    """
    wrong, weight = (pairwise(weights, s.weight_sums) for weights in (kept.weights_of(right=False), kept.weights))
    if not weight:
        return wrong, weight, math.nan
    if s.form == "errors":
        return wrong, weight, wrong / weight
    return wrong, weight, 1 - pairwise(kept.weights_of(right=True), s.weight_sums) / weight


def _hamming_of_weights(kept: KeptWeights, s: HammingSettings) -> Trace:
    wrong, weight, share = _wrong_weight(kept, s)
    stages: dict[str, Any] = {"wrong": float(wrong), "weight": float(weight)}
    if s.average == "items" or not weight:
        return Trace(float(share), stages)
    shares = {name: _share_of_class(c, s) for name, c in kept.by_class(kept.classes, s.weight_sums).items()}
    mean = mean_by_weights([*shares.values()], [1.0] * len(shares), "macro", s.weight_sums)
    return Trace(float(mean), {**stages, "per_class": {name: float(value) for name, value in shares.items()}})


def _share_of_class(c: WeightSums, s: HammingSettings) -> Number:
    if not c.support:
        return 1.0
    return (c.support - c.tp) / c.support if s.form == "errors" else 1 - c.tp / c.support


def wrong_share(right: int, items: int, form: str, arithmetic: str) -> float:
    """Return the share of wrong items, computed by the knob ``form``; 1 for no items."""
    rounded = rounding(arithmetic)
    if not items:
        return 1.0
    if form == "errors":
        return rounded(rounded(items - right) / rounded(items))
    return rounded(1 - rounded(rounded(right) / rounded(items)))


HAMMING = Hamming()
ZERO_ONE = ZeroOne()
