"""Log loss (Good 1952): the mean of -ln p, where p is the probability of an item's gold class.

It is the cross-entropy of a classifier whose scores are probabilities of class 1.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import compress, repeat, starmap
from typing import ClassVar

from samescore.base.errors import MetricError
from samescore.base.outcome import Trace
from samescore.metrics.base import LateStages, MetricFacts, Statistics, Total
from samescore.metrics.labels.scored import KeptWeightedScores, ScoredItems, ScoredMetric, finite, need_items
from samescore.metrics.labels.settings import weights_knob
from samescore.metrics.labels.weighted_items import need_weight
from samescore.metrics.labels.weighted_losses import weighted_loss
from samescore.metrics.summation import numpy_sum
from samescore.settings import Choice, Real, Settings, Stage, knob


class LogLossSettings(Settings):
    """The knobs of log loss."""

    metric: ClassVar[str] = "log-loss"

    out_of_range: str = knob(
        Stage.STATISTICS,
        Choice(("raise", "clip", "clip-finite")),
        "raise",
        "Scores outside 0..1. raise: an error; clip: clip them to 0 or 1; clip-finite: the same, but an "
        "infinite score is an error",
    )
    one_class: str = knob(
        Stage.STATISTICS,
        Choice(("score", "raise")),
        "score",
        "Inputs with only one class. score: score them like others; raise: an error",
    )
    epsilon: float = knob(
        Stage.SMOOTHING,
        Real(0.0, 0.5),
        0.0,
        "Clip probabilities to the range epsilon to 1 - epsilon, so a probability of 0 for the gold class costs -ln "
        "epsilon; 0: no clipping, so it costs infinity",
    )
    summation: str = knob(
        Stage.COMBINATION,
        Choice(("fsum", "numpy", "numpy-normalized")),
        "fsum",
        "How losses are summed. fsum: exactly, rounded once; numpy: as NumPy does; numpy-normalized: the same, "
        "after dividing the probabilities of both classes by their sum",
        rounding=True,
        former=("arithmetic",),
    )
    normalize: str = knob(
        Stage.PRESENTATION,
        Choice(("mean", "sum")),
        "mean",
        "Reported value. mean: mean loss of the items; sum: total loss",
    )
    weights: str = weights_knob()


def _logarithm(probability: float) -> float:
    return math.log(probability) if probability else -math.inf


def _accurate_loss(epsilon: float) -> Callable[[int, float], float]:
    """Return a function that computes an item's loss, precisely even if the probability of its gold class is near 1.

    The function takes the gold label and the score.
    """

    def loss(gold: int, score: float) -> float:
        other = 1 - score if gold else score  # the probability of the class that is not the gold class
        if other < 0.5:
            return -math.log1p(-max(other, epsilon, 0.0))
        return -_logarithm(max(score if gold else 1 - score, epsilon, 0.0))

    return loss


def _clipped_loss(epsilon: float) -> Callable[[int, float], float]:
    """Return a function that computes an item's loss from the clipped probability of its gold class."""

    def loss(gold: int, score: float) -> float:
        return -_logarithm(min(max(score if gold else 1 - score, epsilon), 1 - epsilon))

    return loss


def _normalized(epsilon: float) -> Callable[[int, float], float]:
    """Return a function that computes an item's loss after dividing the probabilities of both classes by their sum.

    The probability of class 1 is clipped first.
    """

    def loss(gold: int, score: float) -> float:
        score = min(max(score, epsilon), 1 - epsilon)
        return -_logarithm((score if gold else 1 - score) / ((1 - score) + score))

    return loss


#: For each value of ``summation``, a function of `epsilon` that returns the loss as a function of label and score.
LOSSES = {"fsum": _accurate_loss, "numpy": _clipped_loss, "numpy-normalized": _normalized}


def _losses(items: ScoredItems, settings: LogLossSettings) -> list[float]:
    """Return the loss of each item."""
    return list(starmap(LOSSES[settings.summation](settings.epsilon), zip(items.gold, items.scores, strict=True)))


class LogLoss(ScoredMetric[LogLossSettings]):
    """The loss in nats, at least 0; infinite (undefined) for an item whose gold class has probability 0.

    The probability is never 0 if ``epsilon`` is above 0; an item of weight 0 is ignored.

    Raises `MetricError` for no items, if all weights are 0, for items of a single class if ``one_class`` is raise, and,
    depending on ``out_of_range``, for scores that are not probabilities.
    """

    name = "log-loss"
    title = "log loss"
    settings = LogLossSettings
    facts = MetricFacts(
        lowest=0,
        highest=None,
        higher_is_better=False,
        stages=("losses",),
        inputs="probabilities",
        growth=1,
        plausible={"normalize": ("mean", "sum"), "epsilon": (0.0, 2.0**-52, 1e-15, 1e-7)},
        in_percent=None,
    )

    def commutes(self, settings: LogLossSettings) -> bool:
        return settings.summation == "fsum"

    def combine(self, total: Total, settings: LogLossSettings) -> Trace:
        need_items(total)
        items: ScoredItems = total.kept
        if settings.out_of_range == "raise":
            items.need_probabilities("set out_of_range=clip")
        if settings.out_of_range == "clip-finite" and items.has_infinity:
            raise MetricError("a score is infinite", hint="set out_of_range=clip")
        if settings.one_class == "raise" and (items.gold.find(0) < 0 or items.gold.find(1) < 0):
            raise MetricError("only one class occurs", hint="set one_class=score")
        losses = _losses(items, settings)
        if isinstance(items, KeptWeightedScores):
            need_weight(items.weights)
            return Trace(weighted_loss(losses, items.weights, settings.summation, settings.normalize), {})
        loss = math.fsum(losses) if settings.summation == "fsum" else numpy_sum(losses)
        return Trace(loss if settings.normalize == "sum" else loss / len(losses), {})

    def segment_stages(self, statistics: Statistics, settings: LogLossSettings) -> LateStages:
        """Return a stage: the loss of each item whose weight is not 0; None if it is infinite."""
        kept: ScoredItems = statistics.kept
        weighing = kept.weights if isinstance(kept, KeptWeightedScores) else repeat(1)
        return {"losses": lambda: [*map(finite, compress(_losses(kept, settings), weighing))]}


LOG_LOSS = LogLoss()
