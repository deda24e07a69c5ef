"""The Brier score (1950): the mean squared error of the probability that an item is positive.

Over the probabilities of both classes, as Brier defined it, it is twice as much.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import starmap
from typing import ClassVar

from samescore.base.outcome import Trace
from samescore.metrics.base import LateStages, MetricFacts, Statistics, Total
from samescore.metrics.labels.scored import ScoredItems, ScoredMetric, finite, need_items
from samescore.metrics.summation import numpy_sum, sum_of_squares
from samescore.settings import Choice, Settings, Stage, knob


class BrierSettings(Settings):
    """The knobs of the Brier score."""

    metric: ClassVar[str] = "brier"

    out_of_range: str = knob(
        Stage.STATISTICS,
        Choice(("raise", "as-is")),
        "raise",
        "a score outside 0..1 is an error, or counts like any other",
    )
    one_class: str = knob(
        Stage.STATISTICS,
        Choice(("as-given", "as-zeros")),
        "as-given",
        "gold labels that are all 1 mean what they say; or count as 0, where the smaller of the labels that occur is taken "
        "for the negative class",
    )
    classes: str = knob(
        Stage.AGGREGATION,
        Choice(("positive", "both")),
        "positive",
        "the squared error of the probability of class 1, or the sum of those of both classes: twice as much",
    )
    arithmetic: str = knob(
        Stage.COMBINATION,
        Choice(("fsum", "one-column", "two-columns")),
        "fsum",
        "squared errors added up with one rounding, or as numpy does, where two-columns subtracts the probability of "
        "class 0 as well and halves what both give",
        rounding=True,
    )


def squared_error(gold: int, score: float) -> float:
    """The squared error of the probability of class 1."""
    error = gold - score
    return error * error


def squared_errors(gold: int, score: float) -> float:
    """The squared errors of the probabilities of both classes."""
    error = (1 - gold) - (1 - score)
    return error * error + squared_error(gold, score)


def _errors(items: ScoredItems, s: BrierSettings, error: Callable[[int, float], float]) -> list[float]:
    """The error of each item."""
    gold = items.gold
    if s.one_class == "as-zeros" and gold.find(0) < 0:
        gold = bytes(len(gold))
    return list(starmap(error, zip(gold, items.scores, strict=True)))


class Brier(ScoredMetric[BrierSettings]):
    """The score, in 0..1 for probabilities of class 1, or in 0..2 (``classes=both``); 0 is the best.

    Infinite (undefined) for an infinite score that counts, and where the squared errors add up to more than the largest double.
    Raises `MetricError` for no items.
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

    def commutes(self, s: BrierSettings) -> bool:
        return s.arithmetic == "fsum"

    def combine(self, total: Total, s: BrierSettings) -> Trace:
        need_items(total)
        items: ScoredItems = total.kept
        if s.out_of_range == "raise":
            items.need_probabilities("set out_of_range=as-is")
        if s.arithmetic == "two-columns":
            mean = numpy_sum(_errors(items, s, squared_errors)) / items.segments
            return Trace(mean if s.classes == "both" else mean * 0.5, {})
        errors = _errors(items, s, squared_error)
        mean = sum_of_squares(errors, "fsum" if s.arithmetic == "fsum" else "numpy") / len(errors)
        return Trace(2 * mean if s.classes == "both" else mean, {})

    def segment_stages(self, statistics: Statistics, s: BrierSettings) -> LateStages:
        """The squared error of each item, for class 1; None for an infinite one."""
        return {"errors": lambda: [*map(finite, _errors(statistics.kept, s, squared_error))]}


BRIER = Brier()
