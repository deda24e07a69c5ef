"""Kendall's tau and measures of the same name: shares of the pairs of outputs that two rankings order alike.

Among all pairs of outputs, c are concordant, d discordant, m tied only in the metric's scores, h only in the human
scores, and b in both. The variants differ in their handling of ties.
"""

from __future__ import annotations

import math
import sys
from typing import ClassVar

from samescore.base.outcome import Trace
from samescore.metrics.base import MetricFacts, Total, broken_axioms
from samescore.metrics.correlation.calibration import CALIBRATED, best_epsilon, running_best
from samescore.metrics.correlation.concordance import PairCounts, count_far_pairs, count_pairs, count_pairs_apart
from samescore.metrics.correlation.products import over_roots
from samescore.metrics.correlation.ratings import (
    GroupStages,
    Pairs,
    RatingMetric,
    RatingSettings,
    dtype_knob,
    round_scores,
)
from samescore.metrics.float32 import single
from samescore.settings import Choice, Real, Stage, knob


class KendallSettings(RatingSettings):
    """The knobs of Kendall's tau. The defaults are tau-b in exact arithmetic."""

    metric: ClassVar[str] = "kendall"

    missing: str = knob(
        Stage.STATISTICS,
        Choice(("propagate", "drop", "drop-infinite", "raise", "highest", "apart")),
        "propagate",
        "Missing scores. propagate: the result is undefined; drop: remove the pair; drop-infinite: also remove "
        "pairs with an infinite score; raise: an error; highest: rank them above all others, and equal to each "
        "other; apart: count their pairs as neither ordered nor tied",
    )
    dtype: str = dtype_knob()
    constant: str = knob(
        Stage.STATISTICS,
        Choice(("as-computed", "nan")),
        "as-computed",
        "Result if all scores of one side are equal. as-computed: as given by the formula of the variant; nan: "
        "undefined",
    )
    epsilon: float = knob(
        Stage.STATISTICS,
        Real(0.0, 1e300),
        0.0,
        "Largest difference of two metric scores that counts as a tie (no effect with variant=wmt20)",
    )
    calibration: str = knob(
        Stage.STATISTICS,
        Choice(("none", "best")),
        "none",
        "Choice of epsilon. none: use the given value; best: with variant=23 or accuracy, use the smallest "
        "value that maximizes the mean over groups, among 0 and all differences of two metric scores (Deutsch "
        "et al. 2023)",
    )
    least_difference: float = knob(
        Stage.STATISTICS,
        Real(0.0, 1e300),
        25.0,
        "Minimum difference of two human scores for the pair to count (only with variant=wmt20)",
    )
    variant: str = knob(
        Stage.COMBINATION,
        Choice(
            ("b", "c", "a", "gamma", "somers-metric", "somers-human", "wmt12", "wmt14-ties", "wmt20", "23", "accuracy"),
            aliases=(("wmt13", "gamma"), ("wmt14", "somers-human"), ("darr", "wmt20"), ("acc23", "accuracy")),
        ),
        "b",
        "Formula from c concordant and d discordant pairs, and pairs tied by the metric only (m), by humans "
        "only (h) or by both (b). b: (c-d)/sqrt((c+d+h)(c+d+m)); c: 2(c-d)/(n^2 (k-1)/k), with k the smaller "
        "number of distinct scores; a: (c-d)/all; gamma: (c-d)/(c+d), as in WMT13; somers-metric: "
        "(c-d)/(c+d+h); somers-human: (c-d)/(c+d+m), as in WMT14; wmt12: (c-d-m)/(c+d+m); wmt14-ties: "
        "(c+b-d)/all; wmt20: gamma over pairs whose human scores differ by least_difference or more, with "
        "metric ties as discordant; 23: (c+b-d-m-h)/all; accuracy: (c+b)/all, the share of pairs on which both "
        "sides agree (with level=system: Kocmi et al. 2021)",
    )
    form: str = knob(
        Stage.COMBINATION,
        Choice(("exact", "two-roots", "two-roots-unclipped", "one-root", "float32", "running")),
        "exact",
        "How tau-b is computed. exact: one correctly rounded result; two-roots: divided by one square root, then the "
        "other, and limited to -1..1; two-roots-unclipped: the same, without the limit; one-root: divided by the "
        "square root of the product; float32: like one-root, in 32-bit floats (also for other variants, but c in doubles with dtype=float64); running: "
        "exact, but with calibration=best the mean is a running sum with accumulated rounding errors",
        rounding=True,
        former=("arithmetic",),
    )


def tau(counts: PairCounts, classes: int, items: int, settings: KendallSettings) -> float:
    """Return tau for these counts, in the variant that the settings select; nan for 0/0.

    `classes` is the number of different scores on the side that has fewer.
    """
    c, d, m, h, b, apart = counts
    rounded = single if settings.form == "float32" else float
    match settings.variant:
        case "b":
            return _tau_b(c - d, c + d + h + apart, c + d + m + apart, settings.form)
        case "c":
            return _tau_c(c - d, classes, items, settings)
        case "a":
            above, below = c - d, counts.pairs
        case "gamma":
            above, below = c - d, c + d
        case "somers-metric":
            above, below = c - d, c + d + h + apart
        case "somers-human":
            above, below = c - d, c + d + m + apart
        case "wmt12":
            above, below = c - d - m, c + d + m
        case "wmt14-ties":
            above, below = c + b - d, counts.pairs
        case "accuracy":
            above, below = c + b, counts.pairs
        case _:
            above, below = c + b - d - m - h, counts.pairs
    return rounded(above / below) if below else math.nan


def _tau_b(difference: int, metric_untied: int, human_untied: int, form: str) -> float:
    """Return tau-b: (c - d) / sqrt(pairs not tied by the metric * pairs not tied by people); nan for 0/0."""
    if not metric_untied or not human_untied:
        return math.nan
    if form in ("exact", "running"):
        return over_roots(difference, metric_untied, human_untied)
    if form == "float32":
        return _clip(single(difference / single(math.sqrt(single(metric_untied * human_untied)))))
    if form == "one-root":
        return _clip(difference / math.sqrt(metric_untied * human_untied))
    value = difference / math.sqrt(metric_untied) / math.sqrt(human_untied)
    return value if form == "two-roots-unclipped" else _clip(value)


def _tau_c(difference: int, classes: int, items: int, settings: KendallSettings) -> float:
    if classes < 2:
        return math.nan
    if settings.form == "float32":
        rounded = single if settings.dtype == "float32" else float
        share = rounded(rounded(classes - 1) / rounded(classes))
        return _clip(rounded(2 * difference / rounded(share * rounded(items * items))))
    value = 2 * difference / (items * items * (classes - 1) / classes)
    return value if settings.form == "two-roots-unclipped" else _clip(value)


def _clip(value: float) -> float:
    return min(1.0, max(-1.0, value))


def _different(scores: list[float]) -> int:
    """Return the number of different scores; each missing one differs from all others."""
    missing = sum(map(math.isnan, scores))
    return len({score for score in scores if score == score}) + missing


class Kendall(RatingMetric[KendallSettings]):
    """Kendall's tau, in -1..1. It is undefined if no pair can be counted, for example if a side is constant.

    Four knobs decide what happens in special cases, and can make them raise `MetricError`: ``missing`` for missing
    scores, ``undefined`` for undefined results, and ``empty_input`` and ``one_pair`` for fewer than two pairs of
    scores. `MetricError` is also raised if there are too many pairs to calibrate.
    """

    name = "kendall"
    title = "Kendall's tau with human scores"
    settings = KendallSettings
    facts = MetricFacts(
        lowest=-1,
        highest=1,
        higher_is_better=True,
        stages=("epsilon", "sizes", "pairs"),
        inputs="by-kind",
        growth=1,
        plausible={
            "level": ("segment", "system"),
            "average_by": ("none", "segment", "system"),
            "variant": ("b", "a", "gamma", "wmt12", "somers-human", "wmt20", "23", "accuracy"),
            "missing": ("propagate", "drop"),
        },
        breaks=tuple(
            broken
            for variant in ("a", "wmt14-ties", "23", "accuracy")
            for broken in broken_axioms(("duplication",), "an output is tied with its copy", variant=variant)
        ),
    )

    def weight(self, size: int, settings: KendallSettings) -> int:
        """Return the weight of a group in the mean over groups.

        Under variant=wmt20 with group_weights=pairs, it is `size`, the number of its pairs that count.
        """
        return (
            size
            if settings.variant == "wmt20" and settings.group_weights == "pairs"
            else super().weight(size, settings)
        )

    def combine(self, total: Total, settings: KendallSettings) -> Trace:
        if settings.calibration == "none" or settings.variant not in CALIBRATED:
            return super().combine(total, settings)
        sized = [
            (pairs and _scores_to_compare(*pairs, settings), size)
            for pairs, size in self.compared(total.kept, settings)
        ]
        groups = [pairs for pairs, _ in sized if pairs is not None and not _without_result(*pairs, settings)]
        if not groups:
            return super().combine(total, settings.replace(calibration="none"))
        weights = [self.weight(len(metric), settings) for metric, _ in groups]
        running = settings.form == "running"
        if running:
            counted = (
                weights if settings.undefined_group == "skip" else [self.weight(size, settings) for _, size in sized]
            )
            epsilon, value = running_best(groups, weights, sum(counted), lambda counts: tau(counts, 0, 0, settings))
        else:
            epsilon = best_epsilon(groups, weights, settings.variant)
        trace = super().combine(total, settings.replace(epsilon=epsilon, calibration="none"))
        return Trace(value if running else trace.value, {**trace.stages, "epsilon": [epsilon]})

    def result(
        self, metric: list[float], human: list[float], settings: KendallSettings, stages: GroupStages
    ) -> tuple[float, int]:
        metric, human = _scores_to_compare(metric, human, settings)
        if _without_result(metric, human, settings):
            return math.nan, len(metric)
        if settings.variant == "wmt20":
            alike, others = count_far_pairs(metric, human, settings.least_difference)
            stages["pairs"].append([alike, others])
            size = alike + others
            return ((alike - others) / size if size else math.nan), size
        if settings.epsilon or settings.missing == "apart":
            counts = count_pairs_apart(metric, human, settings.epsilon)
        else:
            counts = count_pairs(metric, human)
        stages["pairs"].append(list(counts[:5]))
        return tau(counts, min(_different(metric), _different(human)), len(metric), settings), len(metric)


def _scores_to_compare(metric: list[float], human: list[float], settings: KendallSettings) -> Pairs:
    """Return the scores of both sides, rounded to ``dtype``, with missing ones replaced if ``missing`` is highest."""
    metric, human = round_scores(metric, human, settings)
    if settings.missing == "highest" and any(map(math.isnan, (*metric, *human))):
        return _missing_as_infinity(metric), _missing_as_infinity(human)
    return metric, human


def _without_result(metric: list[float], human: list[float], settings: KendallSettings) -> bool:
    return settings.constant == "nan" and 1 in (_different(metric), _different(human))


def _missing_as_infinity(scores: list[float]) -> list[float]:
    """Return the scores with missing ones replaced by inf, and infinite ones by the largest double."""
    return [math.inf if math.isnan(score) else min(score, sys.float_info.max) for score in scores]


KENDALL = Kendall()
