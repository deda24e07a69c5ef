"""The share of wrong labels (Hamming loss) and the share of wrong items (zero-one loss)."""

from __future__ import annotations

import math
from typing import Any

from samescore.base.outcome import Trace
from samescore.metrics.base import BrokenAxiom, MetricFacts, Total
from samescore.metrics.float32 import rounding_function
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
    """The share of wrong labels, in 0..1.

    Raises `MetricError` for no items if ``empty_input`` is raise, and if all weights are 0.
    """

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

    def combine(self, total: Total, settings: HammingSettings) -> Trace:
        need_items(total, settings)
        if isinstance(total.kept, KeptWeights):
            return _hamming_of_weights(total.kept, settings)
        counts: ConfusionCounts = total.kept
        errors, items = counts.errors, total.segments
        if not items:
            return Trace(math.nan, counts.stages(errors=errors, items=items))
        if settings.average == "items":
            share = wrong_share(items - errors, items, settings.form, settings.dtype)
            return Trace(share, counts.stages(errors=errors, items=items))
        wrong = {
            name: wrong_share(c.tp, c.support, settings.form, settings.dtype) for name, c in counts.by_class().items()
        }
        mean = mean_over_classes(list(wrong.values()), [1] * len(wrong), "macro", settings.dtype)
        return Trace(mean, counts.stages(errors=errors, items=items, per_class=wrong))


class ZeroOne(ConfusionMetric[ZeroOneSettings]):
    """The share of wrong items, in 0..1, or with ``normalize=count`` their number or total weight.

    Raises `MetricError` for no items if ``empty_input`` is raise, and, depending on ``no_weight``, if all weights are
    0.
    """

    name = "zero-one"
    title = "Zero-one loss"
    settings = ZeroOneSettings
    facts = MetricFacts(
        lowest=0,
        highest=1,
        beyond={"normalize": ("count",)},
        higher_is_better=False,
        stages=("confusion", "errors", "items", "wrong", "weight"),
        breaks=(BrokenAxiom("duplication", "it is the number of wrong items", {"normalize": "count"}),),
        inputs="by-kind",
        growth=1,
        plausible={"normalize": ("fraction", "count")},
    )

    def combine(self, total: Total, settings: ZeroOneSettings) -> Trace:
        need_items(total, settings)
        if isinstance(total.kept, KeptWeights):
            wrong, weight, share = _wrong_weight(total.kept, settings)
            return Trace(
                float(wrong if settings.normalize == "count" else share),
                {"wrong": float(wrong), "weight": float(weight)},
            )
        counts: ConfusionCounts = total.kept
        errors, items = counts.errors, total.segments
        stages = counts.stages(errors=errors, items=items)
        if settings.normalize == "count":
            return Trace(float(errors), stages)
        if not items:
            return Trace(math.nan, stages)
        return Trace(wrong_share(items - errors, items, settings.form, "float64"), stages)


def _wrong_weight(kept: KeptWeights, settings: HammingSettings | ZeroOneSettings) -> tuple[Number, Number, Number]:
    """Return the weight of wrong items, the weight of all items, and the share of wrong items in the ``form`` selected.

    The share is nan if the weight of all items is 0.
    """
    wrong, weight = (
        pairwise(weights, settings.weight_summation) for weights in (kept.weights_of(right=False), kept.weights)
    )
    if not weight:
        return wrong, weight, math.nan
    if settings.form == "errors":
        return wrong, weight, wrong / weight
    return wrong, weight, 1 - pairwise(kept.weights_of(right=True), settings.weight_summation) / weight


def _hamming_of_weights(kept: KeptWeights, settings: HammingSettings) -> Trace:
    wrong, weight, share = _wrong_weight(kept, settings)
    stages: dict[str, Any] = {"wrong": float(wrong), "weight": float(weight)}
    if settings.average == "items" or not weight:
        return Trace(float(share), stages)
    shares = {
        name: _share_of_class(c, settings) for name, c in kept.by_class(kept.classes, settings.weight_summation).items()
    }
    mean = mean_by_weights([*shares.values()], [1.0] * len(shares), "macro", settings.weight_summation)
    return Trace(float(mean), {**stages, "per_class": {name: float(value) for name, value in shares.items()}})


def _share_of_class(c: WeightSums, settings: HammingSettings) -> Number:
    if not c.support:
        return 1.0
    return (c.support - c.tp) / c.support if settings.form == "errors" else 1 - c.tp / c.support


def wrong_share(right: int, items: int, form: str, dtype: str) -> float:
    """Return the share of items that are wrong, in the arithmetic that the knob ``form`` selects; 1 for no items."""
    rounded = rounding_function(dtype)
    if not items:
        return 1.0
    if form == "errors":
        return rounded(rounded(items - right) / rounded(items))
    return rounded(1 - rounded(rounded(right) / rounded(items)))


HAMMING = Hamming()
ZERO_ONE = ZeroOne()
