"""Top-k accuracy: the share of items whose gold class is among the k classes with the highest scores."""

from __future__ import annotations

import math
from array import array
from typing import ClassVar

from samescore.base.outcome import Trace
from samescore.metrics.base import BrokenAxiom, LateStages, MetricFacts, Statistics, Total
from samescore.metrics.labels.class_scores import (
    ClassScoresMetric,
    ClassScoresSettings,
    KeptClassScores,
    kept_items,
    two_classes_knob,
)
from samescore.metrics.labels.settings import no_weight_of_shares_knob, weight_summation_knob
from samescore.metrics.labels.weighted_items import need_weight_of_share, pairwise
from samescore.settings import Choice, Integer, Stage, knob


class TopKAccuracySettings(ClassScoresSettings):
    """The knobs of top-k accuracy."""

    metric: ClassVar[str] = "top-k-accuracy"

    weight_summation: str = weight_summation_knob()
    no_weight: str = no_weight_of_shares_knob()
    infinite_score: str = knob(
        Stage.STATISTICS,
        Choice(("rank", "raise")),
        "rank",
        "Infinite scores. rank: rank them like any other; raise: an error",
    )
    two_classes: str = two_classes_knob()
    ties: str = knob(
        Stage.STATISTICS,
        Choice(("earlier", "later", "right", "wrong")),
        "earlier",
        "Rank of classes with equal scores. earlier: earlier columns first; later: later columns first; right: "
        "the gold class first; wrong: the gold class last",
    )
    k: int = knob(
        Stage.STATISTICS,
        Integer(1, 10**6),
        1,
        "Number of top-ranked classes among which the gold class counts as right; 1: ordinary accuracy",
    )
    normalize: str = knob(
        Stage.PRESENTATION,
        Choice(("fraction", "count")),
        "fraction",
        "Reported value. fraction: share of right items; count: number of right items (with sample weights, "
        "their total weight)",
    )


def _rank(gold: int, row: array[float], ties: str) -> int:
    """Return the rank of the gold class among the classes by descending score, from 1.

    `ties` decides about equal scores.
    """
    score = row[gold]
    higher = sum(other > score for other in row)
    if ties == "right":
        return 1 + higher
    tied = {"earlier": row[:gold], "later": row[gold + 1 :], "wrong": row[:gold] + row[gold + 1 :]}[ties]
    return 1 + higher + tied.count(score)


def _ranks(kept: KeptClassScores, settings: TopKAccuracySettings) -> list[int]:
    """Return the rank of each item's gold class, from 1."""
    return [_rank(gold, row, settings.ties) for gold, row in kept.rows()]


def _of_weights(hits: list[bool], weights: array[float], settings: TopKAccuracySettings) -> float:
    """Return the weighted share of correct items, or their weight; nan for a share if all weights are 0.

    If all weights are 0, the knob ``no_weight`` can make it raise `MetricError`.
    """
    need_weight_of_share(weights, settings)
    right = pairwise(
        (weight if hit else 0.0 for hit, weight in zip(hits, weights, strict=True)), settings.weight_summation
    )
    if settings.normalize == "count":
        return float(right)
    whole = pairwise(weights, settings.weight_summation)
    return float(right / whole) if whole else math.nan


class TopKAccuracy(ClassScoresMetric[TopKAccuracySettings]):
    """The share of correct items, in 0..1, or their number; the share is 1 if ``k`` is the number of classes.

    With weights, the number is a weight. Raises `MetricError` for no items. The knobs ``infinite_score``,
    ``two_classes`` and ``no_weight`` can make further cases raise it.
    """

    name = "top-k-accuracy"
    title = "top-k accuracy"
    settings = TopKAccuracySettings
    facts = MetricFacts(
        lowest=0,
        highest=1,
        beyond={"normalize": ("count",)},
        higher_is_better=True,
        stages=("ranks",),
        inputs="by-kind",
        growth=1,
        counted=True,
        breaks=(BrokenAxiom("duplication", "it is the number of right items", {"normalize": "count"}),),
        plausible={"k": (1, 2, 3, 5, 10), "ties": ("earlier", "later", "right", "wrong")},
    )

    def commutes(self, settings: TopKAccuracySettings) -> bool:
        """Return whether the order of the items has no effect: True unless weights are added up in order."""
        return settings.weight_summation == "exact" or settings.weights == "ignored"

    def combine(self, total: Total, settings: TopKAccuracySettings) -> Trace:
        kept = kept_items(total)
        if settings.infinite_score == "raise":
            kept.need_finite("set infinite_score=rank")
        if settings.two_classes == "raise":
            kept.need_more_than_two_classes()
        hits = [rank <= settings.k for rank in _ranks(kept, settings)]
        if kept.weights is not None:
            return Trace(_of_weights(hits, kept.weights, settings), {})
        right = sum(hits)
        return Trace(float(right) if settings.normalize == "count" else right / kept.segments, {})

    def segment_stages(self, statistics: Statistics, settings: TopKAccuracySettings) -> LateStages:
        """Return the rank of each item's gold class, from 1, as a stage."""
        return {"ranks": lambda: _ranks(statistics.kept, settings)}


TOP_K_ACCURACY = TopKAccuracy()
