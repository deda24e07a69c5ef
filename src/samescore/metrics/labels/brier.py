"""The Brier score (1950): the mean squared error of the probability that an item is positive.

Over the probabilities of both classes, as Brier defined it, the score is twice as large.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from itertools import compress, repeat, starmap
from typing import ClassVar

from samescore.base.outcome import Trace
from samescore.metrics.base import LateStages, MetricFacts, Statistics, Total
from samescore.metrics.labels.scored import KeptWeightedScores, ScoredItems, ScoredMetric, finite, need_items
from samescore.metrics.labels.settings import weights_knob
from samescore.metrics.labels.weighted_items import need_weight
from samescore.metrics.labels.weighted_losses import exact_weight, exact_weighted_sum, numpy_weighted_mean
from samescore.metrics.summation import numpy_sum, sum_of_squares
from samescore.settings import Choice, Settings, Stage, knob


class BrierSettings(Settings):
    """The knobs of the Brier score."""

    metric: ClassVar[str] = "brier"

    out_of_range: str = knob(
        Stage.STATISTICS,
        Choice(("raise", "as-is")),
        "raise",
        "Scores outside 0..1. raise: an error; as-is: use them unchanged",
    )
    one_class: str = knob(
        Stage.STATISTICS,
        Choice(("as-given", "as-zeros")),
        "as-given",
        "Gold labels that are all 1. as-given: count them as 1; as-zeros: count them as 0, because the "
        "smallest label that occurs is treated as the negative class",
    )
    classes: str = knob(
        Stage.AGGREGATION,
        Choice(("positive", "both")),
        "positive",
        "Squared errors that are summed for an item. positive: the error of the probability of class 1; both: the "
        "errors of the probabilities of both classes, which doubles the score",
    )
    summation: str = knob(
        Stage.COMBINATION,
        Choice(("fsum", "one-column", "two-columns")),
        "fsum",
        "How squared errors are summed. fsum: exactly, rounded once; one-column: as NumPy does; two-columns: "
        "as NumPy does, over the errors of both class probabilities, then divided by 2",
        rounding=True,
        former=("arithmetic",),
    )
    weights: str = weights_knob()


def squared_error(gold: int, score: float) -> float:
    """Return the squared error of the probability of class 1."""
    error = gold - score
    return error * error


def squared_errors(gold: int, score: float) -> float:
    """Return the sum of the squared errors of the probabilities of both classes."""
    error = (1 - gold) - (1 - score)
    return error * error + squared_error(gold, score)


def _errors(items: ScoredItems, settings: BrierSettings, error: Callable[[int, float], float]) -> list[float]:
    """Return the error of each item, computed by `error` from its gold label and its score."""
    return list(starmap(error, _pairs(items, settings)))


def _pairs(items: ScoredItems, settings: BrierSettings) -> Iterator[tuple[int, float]]:
    """Yield the gold label and the score of each item.

    If ``one_class`` is as-zeros and no gold label is 0, all labels become 0.
    """
    gold = items.gold
    if settings.one_class == "as-zeros" and gold.find(0) < 0:
        gold = bytes(len(gold))
    return zip(gold, items.scores, strict=True)


def _of_weights(items: KeptWeightedScores, settings: BrierSettings) -> float:
    """Return the weighted mean of the squared errors; infinite if a score with a weight above 0 is infinite.

    Raises `MetricError` if all weights are 0.
    """
    need_weight(items.weights)
    both = settings.classes == "both"
    if settings.summation == "fsum":
        counted, positive = compress(_pairs(items, settings), items.weights), [*filter(None, items.weights)]
        if any(map(math.isinf, compress(items.scores, items.weights))):
            return math.inf
        mean = exact_weighted_sum(starmap(_exact_squared_error, counted), positive) / exact_weight(positive)
        return float(2 * mean if both else mean)
    if settings.summation == "two-columns":
        sum_of_both = numpy_weighted_mean(_errors(items, settings, squared_errors), items.weights)
        return sum_of_both if both else sum_of_both * 0.5
    error = numpy_weighted_mean(_errors(items, settings, squared_error), items.weights)
    return 2 * error if both else error


def _exact_squared_error(gold: int, score: float) -> tuple[int, int]:
    """Return the squared error of the probability of class 1 as numerator and denominator."""
    numerator, denominator = score.as_integer_ratio()
    return (gold * denominator - numerator) ** 2, denominator**2


class Brier(ScoredMetric[BrierSettings]):
    """The Brier score, in 0..1 for probabilities of class 1, or in 0..2 (``classes=both``); 0 is the best.

    It is infinite (undefined) if the score of an item whose weight is not 0 is infinite, and if the sum of the squared
    errors exceeds the largest double. Raises `MetricError` for no items, if all weights are 0, and for a score outside
    0..1 if ``out_of_range`` is raise.
    """

    name = "brier"
    title = "Brier score"
    settings = BrierSettings
    facts = MetricFacts(
        lowest=0,
        highest=None,
        higher_is_better=False,
        stages=("errors",),
        inputs="probabilities",
        growth=1,
        plausible={"classes": ("positive", "both")},
    )

    def commutes(self, settings: BrierSettings) -> bool:
        return settings.summation == "fsum"

    def combine(self, total: Total, settings: BrierSettings) -> Trace:
        need_items(total)
        items: ScoredItems = total.kept
        if settings.out_of_range == "raise":
            items.need_probabilities("set out_of_range=as-is")
        if isinstance(items, KeptWeightedScores):
            return Trace(_of_weights(items, settings), {})
        if settings.summation == "two-columns":
            mean = numpy_sum(_errors(items, settings, squared_errors)) / items.segments
            return Trace(mean if settings.classes == "both" else mean * 0.5, {})
        errors = _errors(items, settings, squared_error)
        mean = sum_of_squares(errors, "fsum" if settings.summation == "fsum" else "numpy") / len(errors)
        return Trace(2 * mean if settings.classes == "both" else mean, {})

    def segment_stages(self, statistics: Statistics, settings: BrierSettings) -> LateStages:
        """Return a stage: each squared error (for class 1) of an item whose weight is not 0; None if it is infinite."""
        kept: ScoredItems = statistics.kept
        weighing = kept.weights if isinstance(kept, KeptWeightedScores) else repeat(1)
        return {"errors": lambda: [*map(finite, compress(_errors(kept, settings, squared_error), weighing))]}


BRIER = Brier()
