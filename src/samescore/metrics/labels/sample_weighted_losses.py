"""Log loss and the Brier score where every item has a weight: means of the items' losses, weighted by it."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import compress, starmap
from typing import Any, ClassVar

from samescore.base.outcome import Trace
from samescore.metrics.base import MetricFacts, Statistics, Total
from samescore.metrics.labels.brier import squared_error, squared_errors
from samescore.metrics.labels.log_loss import LOSSES
from samescore.metrics.labels.scored import ScoredItems, finite, need_items
from samescore.metrics.labels.weighted_items import KeptWeightedScores, WeightedScoresMetric
from samescore.metrics.summation import numpy_sum
from samescore.settings import Choice, Real, Settings, Stage, knob


class SampleWeightedLogLossSettings(Settings):
    """The knobs of log loss with sample weights."""

    metric: ClassVar[str] = "sample-weighted-log-loss"

    out_of_range: str = knob(
        Stage.STATISTICS, Choice(("raise", "clip")), "raise", "a score outside 0..1 is an error, or is moved to 0 or 1"
    )
    epsilon: float = knob(
        Stage.SMOOTHING,
        Real(0.0, 0.5),
        0.0,
        "probabilities are moved into epsilon..1 - epsilon, so that a certain error costs -ln epsilon; 0: it is infinite",
    )
    arithmetic: str = knob(
        Stage.COMBINATION,
        Choice(("fsum", "numpy", "numpy-normalized")),
        "fsum",
        "weighted losses added up with one rounding, or as numpy does; normalized: from probabilities of both classes that are "
        "divided by their sum",
        rounding=True,
    )


class SampleWeightedBrierSettings(Settings):
    """The knobs of the Brier score with sample weights."""

    metric: ClassVar[str] = "sample-weighted-brier"

    classes: str = knob(
        Stage.AGGREGATION,
        Choice(("positive", "both")),
        "positive",
        "the squared error of the probability of class 1, or the sum of those of both classes: twice as much",
    )
    arithmetic: str = knob(
        Stage.COMBINATION,
        Choice(("exact", "one-column", "two-columns")),
        "exact",
        "fractions, and one rounding at the end; or weighted squared errors added up as numpy does, where two-columns "
        "subtracts the probability of class 0 as well and halves what both give",
        rounding=True,
    )


def _items(total: Total, *, probabilities: str) -> KeptWeightedScores:
    """The items; raises `MetricError` for none, for no weight, and unless `probabilities` is empty for a score outside 0..1."""
    need_items(total)
    items: KeptWeightedScores = total.kept
    if probabilities:
        ScoredItems(items.scores, items.gold).need_probabilities(probabilities)
    items.need_weight()
    return items


def _numpy_mean(losses: Sequence[float], weights: Sequence[float]) -> float:
    """What `numpy.average` gives."""
    weighted = [loss * weight if weight else 0.0 for loss, weight in zip(losses, weights, strict=True)]
    return numpy_sum(weighted) / numpy_sum([*weights])


def _sum_of(ratios: Iterable[tuple[int, int]]) -> Fraction:
    """The sum of fractions that have few different denominators: powers of 2."""
    by_denominator: dict[int, int] = defaultdict(int)
    for numerator, denominator in ratios:
        by_denominator[denominator] += numerator
    return sum((Fraction(numerator, denominator) for denominator, numerator in by_denominator.items()), Fraction(0))


def _exact_mean(losses: Iterable[tuple[int, int]], weights: Iterable[float]) -> Fraction:
    """The mean of the losses, pairs of a numerator and a denominator, weighted."""
    ratios = [weight.as_integer_ratio() for weight in weights]
    weighted = ((over * weight, under * per) for (over, under), (weight, per) in zip(losses, ratios, strict=True))
    return _sum_of(weighted) / _sum_of(ratios)


def _exact_log_loss(losses: Sequence[float], weights: Sequence[float]) -> float:
    """The mean of the losses, weighted, with one rounding; infinite if a loss of some weight is."""
    counted = [*compress(losses, weights)]
    if math.inf in counted:
        return math.inf
    return float(_exact_mean(map(float.as_integer_ratio, counted), filter(None, weights)))


def _exact_squared_error(gold: int, score: float) -> tuple[int, int]:
    """The squared error of the probability of class 1, a numerator and a denominator."""
    numerator, denominator = score.as_integer_ratio()
    return (gold * denominator - numerator) ** 2, denominator**2


def _log_losses(items: KeptWeightedScores, s: SampleWeightedLogLossSettings) -> list[float]:
    """The loss of each item."""
    return list(starmap(LOSSES[s.arithmetic](s.epsilon), zip(items.gold, items.scores, strict=True)))


class SampleWeightedLogLoss(WeightedScoresMetric):
    """The weighted mean of the losses in nats, at least 0; infinite for a certain error of some weight if ``epsilon`` is 0.

    Raises `MetricError` for no items, for weights that are all 0, and for scores that are no probabilities as
    ``out_of_range`` says.
    """

    name = "sample-weighted-log-loss"
    title = "Sample-weighted log loss"
    settings = SampleWeightedLogLossSettings
    facts = MetricFacts(
        lowest=0,
        highest=None,
        higher_is_better=False,
        stages=("losses",),
        inputs="by-kind",
        growth=1,
        plausible={"epsilon": (0.0, 2.0**-52, 1e-15, 1e-7)},
        in_percent=None,
    )

    def commutes(self, s: SampleWeightedLogLossSettings) -> bool:
        return s.arithmetic == "fsum"

    def combine(self, total: Total, s: SampleWeightedLogLossSettings) -> Trace:
        items = _items(total, probabilities="set out_of_range=clip" if s.out_of_range == "raise" else "")
        mean = _exact_log_loss if s.arithmetic == "fsum" else _numpy_mean
        return Trace(mean(_log_losses(items, s), items.weights), {})

    def segment_stages(self, statistics: Statistics, s: SampleWeightedLogLossSettings) -> dict[str, Callable[[], Any]]:
        """The loss of each item that has a weight; None for an infinite one."""
        kept: KeptWeightedScores = statistics.kept
        return {"losses": lambda: [*map(finite, compress(_log_losses(kept, s), kept.weights))]}


class SampleWeightedBrier(WeightedScoresMetric):
    """The weighted mean of the squared errors: in 0..1 for probabilities of class 1, in 0..2 for ``classes=both``; 0 is the best.

    Raises `MetricError` for no items, for weights that are all 0, and for scores outside 0..1.
    """

    name = "sample-weighted-brier"
    title = "Sample-weighted Brier score"
    settings = SampleWeightedBrierSettings
    facts = MetricFacts(
        lowest=0,
        highest=2,
        higher_is_better=False,
        stages=("errors",),
        inputs="by-kind",
        growth=1,
        plausible={"classes": ("positive", "both")},
    )

    def commutes(self, s: SampleWeightedBrierSettings) -> bool:
        return s.arithmetic == "exact"

    def combine(self, total: Total, s: SampleWeightedBrierSettings) -> Trace:
        items = _items(total, probabilities="the Brier score is one of probabilities")
        pairs = zip(items.gold, items.scores, strict=True)
        if s.arithmetic == "two-columns":
            both = _numpy_mean([*starmap(squared_errors, pairs)], items.weights)
            return Trace(both if s.classes == "both" else both * 0.5, {})
        mean: Fraction | float
        if s.arithmetic == "exact":
            mean = _exact_mean(starmap(_exact_squared_error, pairs), items.weights)
        else:
            mean = _numpy_mean([*starmap(squared_error, pairs)], items.weights)
        return Trace(float(2 * mean if s.classes == "both" else mean), {})

    def segment_stages(self, statistics: Statistics, s: SampleWeightedBrierSettings) -> dict[str, Callable[[], Any]]:
        """The squared error of each item that has a weight."""
        kept: KeptWeightedScores = statistics.kept
        return {
            "errors": lambda: [
                *compress(starmap(squared_error, zip(kept.gold, kept.scores, strict=True)), kept.weights)
            ]
        }


SAMPLE_WEIGHTED_LOG_LOSS = SampleWeightedLogLoss()
SAMPLE_WEIGHTED_BRIER = SampleWeightedBrier()
