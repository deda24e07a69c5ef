"""Log loss (Good 1952) and the Brier score (1950) of the probabilities of all classes.

For two classes, the log loss equals `log_loss`, and the Brier score over both classes is twice `brier`.
"""

from __future__ import annotations

import math
from array import array
from fractions import Fraction
from itertools import compress, starmap
from typing import ClassVar

from samescore.base.outcome import Trace
from samescore.metrics.base import LateStages, MetricFacts, Statistics, Total
from samescore.metrics.labels.class_scores import (
    ClassScoresMetric,
    ClassScoresSettings,
    KeptClassScores,
    kept_items,
)
from samescore.metrics.labels.scored import finite
from samescore.metrics.labels.weighted_items import need_weight
from samescore.metrics.labels.weighted_losses import (
    exact_weight,
    exact_weighted_sum,
    numpy_weighted_mean,
    weighted_loss,
)
from samescore.metrics.summation import numpy_sum, sum_of_squares
from samescore.settings import Choice, Real, Stage, knob


class MulticlassLogLossSettings(ClassScoresSettings):
    """The knobs of multiclass log loss."""

    metric: ClassVar[str] = "multiclass-log-loss"

    out_of_range: str = knob(
        Stage.STATISTICS,
        Choice(("raise", "clip", "clip-finite")),
        "raise",
        "Scores outside 0..1. raise: an error; clip: clip them to 0 or 1; clip-finite: the same, but an "
        "infinite score is an error",
    )
    epsilon: float = knob(
        Stage.SMOOTHING,
        Real(0.0, 0.5),
        0.0,
        "Clip probabilities to the range epsilon to 1 - epsilon, so a probability of 0 for the gold class costs -ln "
        "epsilon; 0: no clipping, so it costs infinity",
    )
    probability_sums: str = knob(
        Stage.STATISTICS,
        Choice(("as-given", "divided")),
        "as-given",
        "Normalization of an item's probabilities. as-given: use them unchanged; divided: divide them by their "
        "sum, after clipping to epsilon",
        former=("sums",),
    )
    summation: str = knob(
        Stage.COMBINATION,
        Choice(("fsum", "numpy")),
        "fsum",
        "How losses and an item's probabilities are summed. fsum: exactly, rounded once; numpy: as NumPy does",
        rounding=True,
        former=("arithmetic",),
    )
    normalize: str = knob(
        Stage.PRESENTATION,
        Choice(("mean", "sum")),
        "mean",
        "Reported value. mean: mean loss of the items; sum: total loss",
    )


def _clip(probability: float, epsilon: float) -> float:
    """Return a probability clipped to epsilon..1 - epsilon."""
    return min(max(probability, epsilon), 1 - epsilon)


def _loss(gold: int, row: array[float], settings: MulticlassLogLossSettings) -> float:
    """Return an item's loss: infinite if its gold class has probability 0, nan if probabilities are divided by 0."""
    probability = _clip(row[gold], settings.epsilon)
    if settings.probability_sums == "divided":
        moved = [_clip(score, settings.epsilon) for score in row]
        whole = math.fsum(moved) if settings.summation == "fsum" else numpy_sum(moved)
        probability = probability / whole if whole else math.nan
    if math.isnan(probability):
        return math.nan
    return -math.log(probability) if probability else math.inf


def _losses(kept: KeptClassScores, settings: MulticlassLogLossSettings) -> list[float]:
    """Return the loss of each item."""
    return [_loss(gold, row, settings) for gold, row in kept.rows()]


class MulticlassLogLoss(ClassScoresMetric[MulticlassLogLossSettings]):
    """The loss in nats, at least 0; infinite (undefined) for an item whose gold class has probability 0.

    Raises `MetricError` for no items, if all weights are 0, and, depending on ``out_of_range``, for scores that are not
    probabilities.
    """

    name = "multiclass-log-loss"
    title = "multiclass log loss"
    settings = MulticlassLogLossSettings
    facts = MetricFacts(
        lowest=0,
        highest=None,
        higher_is_better=False,
        stages=("losses",),
        inputs="by-kind",
        growth=1,
        plausible={"normalize": ("mean", "sum"), "epsilon": (0.0, 2.0**-52, 1e-15, 1e-7)},
        in_percent=None,
    )

    def commutes(self, settings: MulticlassLogLossSettings) -> bool:
        return settings.summation == "fsum"

    def combine(self, total: Total, settings: MulticlassLogLossSettings) -> Trace:
        kept = kept_items(total)
        if settings.out_of_range == "raise":
            kept.need_probabilities("set out_of_range=clip")
        if settings.out_of_range == "clip-finite":
            kept.need_finite("set out_of_range=clip")
        losses = _losses(kept, settings)
        if kept.weights is not None:
            need_weight(kept.weights)
            return Trace(weighted_loss(losses, kept.weights, settings.summation, settings.normalize), {})
        loss = math.fsum(losses) if settings.summation == "fsum" else numpy_sum(losses)
        return Trace(loss if settings.normalize == "sum" else loss / len(losses), {})

    def segment_stages(self, statistics: Statistics, settings: MulticlassLogLossSettings) -> LateStages:
        """Return a stage: the loss of each item whose weight is not 0; None if it is infinite or nan."""
        kept: KeptClassScores = statistics.kept
        return {"losses": lambda: [*map(finite, kept.weighing(_losses(kept, settings)))]}


class MulticlassBrierSettings(ClassScoresSettings):
    """The knobs of the multiclass Brier score."""

    metric: ClassVar[str] = "multiclass-brier"

    out_of_range: str = knob(
        Stage.STATISTICS,
        Choice(("raise", "as-is")),
        "raise",
        "Scores outside 0..1. raise: an error; as-is: use them unchanged",
    )
    halved: str = knob(
        Stage.AGGREGATION,
        Choice(("never", "two-classes", "always")),
        "never",
        "When an item's total squared error over all classes is halved. never: never, as defined by Brier; "
        "two-classes: if there are two classes, whose errors are equal; always: always, so the worst score is 1",
    )
    summation: str = knob(
        Stage.COMBINATION,
        Choice(("fsum", "numpy")),
        "fsum",
        "How squared errors are summed. fsum: exactly, rounded once; numpy: as NumPy does",
        rounding=True,
        former=("arithmetic",),
    )


def _error(gold: int, row: array[float], settings: MulticlassBrierSettings) -> float:
    """Return the sum of the squared errors of an item's scores."""
    errors = [(column == gold) - score for column, score in enumerate(row)]
    squares = [error * error for error in errors]
    return sum_of_squares(squares, settings.summation)


def _errors(kept: KeptClassScores, settings: MulticlassBrierSettings) -> list[float]:
    return [_error(gold, row, settings) for gold, row in kept.rows()]


def _exact_error(gold: int, row: array[float]) -> tuple[int, int]:
    """Return the sum of the squared errors of an item's scores, as numerator and denominator."""
    squares = (((column == gold) - Fraction(score)) ** 2 for column, score in enumerate(row))
    return sum(squares, Fraction(0)).as_integer_ratio()


def _mean_of_weights(kept: KeptClassScores, weights: array[float], settings: MulticlassBrierSettings) -> float:
    """Return the weighted mean of the items' errors; infinite if a score of an item with a weight is infinite.

    Raises `MetricError` if all weights are 0.
    """
    need_weight(weights)
    if settings.summation == "numpy":
        return numpy_weighted_mean(_errors(kept, settings), weights)
    items, positive = [*compress(kept.rows(), weights)], [*filter(None, weights)]
    if any(math.isinf(score) for _, row in items for score in row):
        return math.inf
    return float(exact_weighted_sum(starmap(_exact_error, items), positive) / exact_weight(positive))


class MulticlassBrier(ClassScoresMetric[MulticlassBrierSettings]):
    """The Brier score, in 0..2 for probabilities, or in 0..1 (``halved=always``); 0 is the best.

    It is infinite (undefined) if a score of an item whose weight is not 0 is infinite, and if the sum of the squared
    errors exceeds the largest double. Raises `MetricError` for no items, if all weights are 0, and for a score outside
    0..1 if ``out_of_range`` is raise.
    """

    name = "multiclass-brier"
    title = "multiclass Brier score"
    settings = MulticlassBrierSettings
    facts = MetricFacts(
        lowest=0,
        highest=None,
        higher_is_better=False,
        stages=("errors",),
        inputs="by-kind",
        growth=1,
        plausible={"halved": ("never", "two-classes", "always")},
    )

    def commutes(self, settings: MulticlassBrierSettings) -> bool:
        return settings.summation == "fsum"

    def combine(self, total: Total, settings: MulticlassBrierSettings) -> Trace:
        kept = kept_items(total)
        if settings.out_of_range == "raise":
            kept.need_probabilities("set out_of_range=as-is")
        if kept.weights is None:
            errors = _errors(kept, settings)
            mean = sum_of_squares(errors, settings.summation) / len(errors)
        else:
            mean = _mean_of_weights(kept, kept.weights, settings)
        halved = settings.halved == "always" or (settings.halved == "two-classes" and len(kept.classes) < 3)
        return Trace(mean * 0.5 if halved else mean, {})

    def segment_stages(self, statistics: Statistics, settings: MulticlassBrierSettings) -> LateStages:
        """Return a stage: the sum of the squared errors of each item whose weight is not 0; None if it is infinite."""
        kept: KeptClassScores = statistics.kept
        return {"errors": lambda: [*map(finite, kept.weighing(_errors(kept, settings)))]}


MULTICLASS_LOG_LOSS = MulticlassLogLoss()
MULTICLASS_BRIER = MulticlassBrier()
