"""The knobs of intervals: resampling, the rule for the bounds, and the reported number of the interval."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from samescore.metrics.significance.settings import (
    dtype_knob,
    generator_knob,
    resamples_knob,
    seed_knob,
    summation_knob,
)
from samescore.settings import Choice, Integer, Real, Settings, Stage, knob

#: The methods that need no resamples.
ANALYTIC = ("normal", "t", "wilson")
#: The default interval of comparisons: between two percentiles of the resamples' scores.
OF_COMPARISONS: Mapping[str, object] = {
    "method": "percentile",
    "bounds": "between",
    "centre": "score",
    "resamples": 1_000,
}


def one_segment_knob() -> str:
    """Define the knob ``one_segment``, which decides about inputs with a single segment."""
    return knob(
        Stage.AGGREGATION,
        Choice(("keep", "raise")),
        "keep",
        "Inputs with a single segment. keep: resample them like others, so all resamples have the same score; "
        "raise: an error",
    )


class IntervalSettings(Settings):
    """The knobs of an interval. The defaults are sacreBLEU's, with exact sums and with the mean as numpy computes it."""

    metric: ClassVar[str] = "interval"

    method: str = knob(
        Stage.AGGREGATION,
        Choice(("percentile", "basic", "bca", *ANALYTIC)),
        "percentile",
        "Method for the bounds. percentile: percentiles of the resample scores; basic: the same, mirrored at "
        "the score; bca: the same, corrected for bias and skewness; normal: normal formula from the segment "
        "scores; t: Student's t formula; wilson: Wilson's formula for a share of right segments",
    )
    sample: str = knob(
        Stage.AGGREGATION,
        Choice(("full", "half")),
        "full",
        "Segments of a resample. full: as many as the input has; half: half as many, rounded down",
    )
    generator: str = generator_knob()
    seed: int = seed_knob()
    earlier: int = knob(
        Stage.AGGREGATION,
        Integer(0, 1000),
        0,
        "Number of intervals drawn from the same random stream before this one, each with the same numbers of "
        "segments and resamples",
    )
    resamples: int = resamples_knob()
    one_segment: str = one_segment_knob()
    dtype: str = dtype_knob()
    summation: str = summation_knob()
    mixed_types: str = knob(
        Stage.AGGREGATION,
        Choice(("double", "raise")),
        "double",
        "Mixed 32-bit floats and Python floats, such as 0.0 for a resample without a match. double: convert "
        "all to doubles; raise: an error, as in Python's statistics.mean, which accepts integers",
    )
    sort_order: str = knob(
        Stage.COMBINATION,
        Choice(("numbers", "text")),
        "numbers",
        "Sort order of resample scores. numbers: numeric; text: as text with 15 digits, as Perl's sort does, "
        "where 10.1 comes before 9.9",
        former=("order",),
    )
    confidence: float = knob(
        Stage.COMBINATION, Real(0.0, 1.0), 0.95, "Confidence level: share of the resamples between the bounds"
    )
    alternative: str = knob(
        Stage.COMBINATION,
        Choice(("two-sided", "less", "greater")),
        "two-sided",
        "Bounds. two-sided: lower and upper, each with (1 - confidence)/2 of the resamples beyond it; less: upper "
        "only; greater: lower only. A single bound has 1 - confidence of the resamples beyond it",
        former=("sides",),
    )
    bounds: str = knob(
        Stage.COMBINATION,
        Choice(("inwards", "upwards", "between")),
        "inwards",
        "Position of a percentile among N sorted scores. inwards: exclude the same number of scores, rounded down, "
        "at each end (25 and 974 of 1000); upwards: count both positions from below (25 and 975); between: "
        "interpolate between two scores",
    )
    interpolation: str = knob(
        Stage.COMBINATION,
        Choice(("nearer", "weighted")),
        "nearer",
        "Interpolation (only with bounds=between). nearer: interpolate starting from the nearer score, as "
        "numpy.percentile does; weighted: take the weighted mean of both scores, as scipy.stats.quantile does",
        rounding=True,
    )
    bca_ties: str = knob(
        Stage.COMBINATION,
        Choice(("halved", "above")),
        "halved",
        "Resamples with the same score as the input (only with method=bca). halved: half of them count as "
        "below; above: none of them counts as below",
    )
    zero_error: str = knob(
        Stage.COMBINATION,
        Choice(("mean", "nan")),
        "mean",
        "Result if the standard error is 0 (method=normal or t), or if there are no segments (method=wilson). mean: "
        "both bounds are the mean (an error with method=wilson); nan: undefined",
    )
    centre: str = knob(
        Stage.COMBINATION,
        Choice(("mean", "median", "middle", "score")),
        "mean",
        "Centre of the interval (only with end=centre). mean: mean of the resample scores; median: their "
        "median; middle: midpoint of the bounds; score: score of the input",
    )
    mean_summation: str = knob(
        Stage.COMBINATION,
        Choice(("numpy", "exact")),
        "numpy",
        "How the mean is computed (only with centre=mean). numpy: numpy.mean of the sorted scores; exact: "
        "rounded once, as by Python's statistics.mean",
        rounding=True,
    )
    end: str = knob(
        Stage.PRESENTATION,
        Choice(("half-width", "low", "high", "centre")),
        "half-width",
        "Reported value. half-width: half the distance between the bounds; low: lower bound; high: upper "
        "bound; centre: centre",
    )
