"""Spearman's rank correlation: Pearson's correlation of ranks, where equal scores share their mean rank."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import ClassVar

from samescore.metrics.base import MetricFacts, broken_axioms
from samescore.metrics.correlation.pearson import covariance, exact
from samescore.metrics.correlation.ratings import (
    GroupStages,
    Pairs,
    RatingMetric,
    RatingSettings,
    dtype_knob,
    present,
    round_scores,
)
from samescore.metrics.float32 import single, torch_mean
from samescore.settings import Choice, Stage, knob

Numbers = Sequence[float]

#: NLTK's ``rank_gap``: adjacent scores at most this far apart are tied.
_GAP = 1e-15
#: The epsilon that torchmetrics adds to the product of the standard deviations.
_ADDED = single(1e-6)


class SpearmanSettings(RatingSettings):
    """The knobs of Spearman's correlation. The defaults are the textbook definition."""

    metric: ClassVar[str] = "spearman"

    missing: str = knob(
        Stage.STATISTICS,
        Choice(
            (
                "propagate",
                "drop",
                "drop-infinite",
                "raise",
                "raise-unless-one-pair",
                "raise-unless-constant",
                "highest",
                "unranked",
            )
        ),
        "propagate",
        "Missing scores. propagate: the result is undefined; drop: remove the pair; drop-infinite: also remove "
        "pairs with an infinite score; raise: an error; raise-unless-one-pair: an error, except for a single "
        "pair; raise-unless-constant: an error, except for a single pair or if the other side is constant, "
        "where the correlation is undefined; highest: rank them above all others; unranked: give them no rank, "
        "but count their partner's rank",
    )
    dtype: str = dtype_knob()
    ranks: str = knob(
        Stage.STATISTICS,
        Choice(("mean", "first-place")),
        "mean",
        "Ranks of equal scores. mean: the mean of their ranks; first-place: the first of their places in "
        "descending order, where neighbouring scores within 1e-15 count as equal (NLTK)",
    )
    formula: str = knob(
        Stage.COMBINATION,
        Choice(("correlation", "differences", "regularized")),
        "correlation",
        "Formula. correlation: Pearson correlation of the ranks; differences: 1 - 6 sum(d^2)/(n(n^2 - 1)), "
        "which is the same only without ties (NLTK); regularized: covariance of the ranks divided by 1e-6 plus "
        "the product of their standard deviations, which is 0 for a constant side (torchmetrics)",
    )
    form: str = knob(
        Stage.COMBINATION,
        Choice(("exact", "covariance", "one-root", "float32")),
        "exact",
        "How formula=correlation is computed. exact: exact arithmetic, rounded once; covariance: covariance "
        "matrix divided by standard deviations (SciPy); one-root: sum of products divided by one square root "
        "(pandas DataFrame); float32: 32-bit floats",
        rounding=True,
        former=("arithmetic",),
    )


def mean_ranks(scores: Numbers) -> list[float]:
    """Return the ranks from 1, lowest score first; equal scores share their mean rank.

    Missing scores rank highest, in order of appearance.

    >>> mean_ranks([0.5, 0.25, 0.5])
    [2.5, 1.0, 2.5]
    """
    order = sorted(
        range(len(scores)), key=lambda i: (math.isnan(scores[i]), scores[i] if scores[i] == scores[i] else i)
    )
    ranks = [0.0] * len(scores)
    start = 0
    for end in range(1, len(order) + 1):
        if end == len(order) or scores[order[end]] != scores[order[start]]:
            for i in order[start:end]:
                ranks[i] = (start + 1 + end) / 2
            start = end
    return ranks


def first_places(scores: Numbers) -> list[float]:
    """Return NLTK's ranks from 0, highest score first; tied scores share their first rank, missing scores have nan."""
    order = sorted((i for i, score in enumerate(scores) if score == score), key=lambda i: -scores[i])
    ranks, rank = [math.nan] * len(scores), 0
    for place, i in enumerate(order):
        if place and abs(scores[i] - scores[order[place - 1]]) > _GAP:
            rank = place
        ranks[i] = float(rank)
    return ranks


def _one_root(x: Numbers, y: Numbers) -> float:
    """Return the correlation of ranks as ``pandas.DataFrame.corr(method="spearman")`` computes it.

    Half-integer ranks make the sums exact.
    """
    middle = math.fsum(x) / len(x), math.fsum(y) / len(y)
    a, b = ([value - mean for value in side] for side, mean in zip((x, y), middle, strict=True))
    together = sum(p * q for p, q in zip(a, b, strict=True))
    return together / math.sqrt(sum(p * p for p in a) * sum(q * q for q in b))


def _differences(x: Numbers, y: Numbers) -> float:
    n = len(x)
    squares = sum((a - b) * (a - b) for a, b in zip(x, y, strict=True))
    return 1 - 6 * squares / (n * (n * n - 1))


def _regularized(x: Numbers, y: Numbers, form: str) -> float:
    """Return the correlation as ``torchmetrics.functional.spearman_corrcoef`` computes it.

    It is computed in 32-bit floats if `form` is ``float32``, else in doubles.
    """
    return _float32(x, y, _ADDED) if form == "float32" else _float64(x, y)


def _float32(x: Numbers, y: Numbers, added: float = 0.0) -> float:
    a, b = ([single(value - torch_mean(side)) for value in side] for side in (x, y))
    together = torch_mean([single(p * q) for p, q in zip(a, b, strict=True)])
    roots = [single(math.sqrt(torch_mean([single(p * p) for p in side]))) for side in (a, b)]
    return single(together / single(single(roots[0] * roots[1]) + added))


def _float64(x: Numbers, y: Numbers) -> float:
    n = len(x)
    means = math.fsum(x) / n, math.fsum(y) / n
    a, b = ([value - mean for value in side] for side, mean in zip((x, y), means, strict=True))
    together = math.fsum(p * q for p, q in zip(a, b, strict=True)) / n
    roots = [math.sqrt(math.fsum(p * p for p in side) / n) for side in (a, b)]
    return together / (roots[0] * roots[1] + 1e-6)


_ARITHMETIC: dict[str, Callable[[Numbers, Numbers], float]] = {
    "exact": exact,
    "covariance": lambda x, y: covariance(y, x),
    "one-root": _one_root,
    "float32": _float32,
}


class Spearman(RatingMetric[SpearmanSettings]):
    """Spearman's rank correlation, in -1..1. It is undefined if a side is constant.

    With ``formula=differences`` and tied scores, the result may be outside this range. Four knobs decide what happens
    in special cases, and can make them raise `MetricError`: ``missing`` for missing scores, ``undefined`` for undefined
    results, and ``empty_input`` and ``one_pair`` for fewer than two pairs of scores.
    """

    name = "spearman"
    title = "Spearman rank correlation with human scores"
    settings = SpearmanSettings
    facts = MetricFacts(
        lowest=-1,
        highest=1,
        higher_is_better=True,
        stages=("sizes", "ranks"),
        inputs="by-kind",
        growth=1,
        plausible={
            "level": ("segment", "system"),
            "average_by": ("none", "segment", "system"),
            "ranks": ("mean", "first-place"),
            "formula": ("correlation", "differences"),
            "missing": ("propagate", "drop"),
        },
        breaks=(
            *broken_axioms(("duplication",), "the formula is wrong where scores are tied", formula="differences"),
            *broken_axioms(("duplication",), "the added constant weighs less with more scores", formula="regularized"),
        ),
    )

    def present(self, metric: list[float], human: list[float], settings: SpearmanSettings) -> Pairs | None:
        """Return the ranks of the pairs to compare; None if a missing score makes the result undefined.

        Raises `MetricError` for a missing score where ``missing`` requires it.
        """
        metric, human = round_scores(metric, human, settings)
        how = settings.missing
        if how.startswith("raise-unless") and len(metric) < 2:
            return metric, human
        if how == "raise-unless-one-pair":
            how = "raise"
        if how == "raise-unless-constant":
            how = "propagate" if any(all(x == side[0] for x in side) for side in (metric, human)) else "raise"
        taken = present(metric, human, how)
        if taken is None:
            return None
        ranked = first_places if settings.ranks == "first-place" else mean_ranks
        ranks = ranked(taken[0]), ranked(taken[1])
        if settings.missing == "unranked" or settings.ranks == "first-place":
            known = [x == x and y == y for x, y in zip(*taken, strict=True)]
            ranks = tuple([rank for rank, kept in zip(side, known, strict=True) if kept] for side in ranks)  # type: ignore[assignment]
        return ranks

    def result(
        self, metric: list[float], human: list[float], settings: SpearmanSettings, stages: GroupStages
    ) -> tuple[float, int]:
        stages["ranks"].append([metric, human])
        if settings.formula == "differences":
            return _differences(metric, human), len(metric)
        if settings.formula == "regularized":
            return _regularized(metric, human, settings.form), len(metric)
        try:
            value = _ARITHMETIC[settings.form](metric, human)
        except ZeroDivisionError:
            value = math.nan
        return (value if math.isnan(value) else min(1.0, max(-1.0, value))), len(metric)


SPEARMAN = Spearman()
