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
    """Define the knob ``one_segment``."""
    return knob(
        Stage.AGGREGATION,
        Choice(("keep", "raise")),
        "keep",
        "a single segment is resampled like several, so that all resamples score the same; or it is an error",
    )


class IntervalSettings(Settings):
    """The knobs of an interval. The defaults are sacreBLEU's, with exact sums and with the mean as numpy computes it."""

    metric: ClassVar[str] = "interval"

    method: str = knob(
        Stage.AGGREGATION,
        Choice(("percentile", "basic", "bca", *ANALYTIC)),
        "percentile",
        "bounds: percentiles of the resamples' scores; mirrored at the score (basic); corrected for bias and skew (bca); or "
        "by formula, from the mean of the segments' scores: normal, Student's t, Wilson's for a share of right segments",
    )
    sample: str = knob(
        Stage.AGGREGATION,
        Choice(("full", "half")),
        "full",
        "segments of a resample: as many as there are, or half of that, rounded down",
    )
    generator: str = generator_knob()
    seed: int = seed_knob()
    earlier: int = knob(
        Stage.AGGREGATION,
        Integer(0, 1000),
        0,
        "how many intervals with as many segments and resamples were drawn with the same random numbers before this one",
    )
    resamples: int = resamples_knob()
    one_segment: str = one_segment_knob()
    dtype: str = dtype_knob()
    summation: str = summation_knob()
    mixed_types: str = knob(
        Stage.AGGREGATION,
        Choice(("double", "raise")),
        "double",
        "32-bit floats beside numbers of Python, such as the 0.0 of a resample without a match: all become doubles, or an "
        "error, as in Python's statistics.mean, to which integers are welcome",
    )
    sort_order: str = knob(
        Stage.COMBINATION,
        Choice(("numbers", "text")),
        "numbers",
        "scores are sorted as numbers; or as text of 15 digits, as Perl's sort does, where 10.1 comes before 9.9",
        former=("order",),
    )
    confidence: float = knob(Stage.COMBINATION, Real(0.0, 1.0), 0.95, "share of the resamples between the bounds")
    alternative: str = knob(
        Stage.COMBINATION,
        Choice(("two-sided", "less", "greater")),
        "two-sided",
        "two bounds; or only the upper (less) or the lower one (greater), with the whole rest of the resamples beyond it",
        former=("sides",),
    )
    bounds: str = knob(
        Stage.COMBINATION,
        Choice(("inwards", "upwards", "between")),
        "inwards",
        "a percentile of N sorted scores: as many left out above as below, rounded down (25 and 974 of 1000); each position "
        "counted from below (25 and 975); or between two scores",
    )
    interpolation: str = knob(
        Stage.COMBINATION,
        Choice(("nearer", "weighted")),
        "nearer",
        "bounds=between: from the nearer score towards the other one, as numpy's percentile; or a weighted mean, as scipy's "
        "quantile",
        rounding=True,
    )
    bca_ties: str = knob(
        Stage.COMBINATION,
        Choice(("halved", "above")),
        "halved",
        "method=bca: resamples that score as the input does count half as below it, or not at all",
    )
    zero_error: str = knob(
        Stage.COMBINATION,
        Choice(("mean", "nan")),
        "mean",
        "method=normal or t: where the standard error is 0, both bounds are the mean, or undefined (nan); method=wilson: no "
        "segments are an error, or undefined (nan)",
    )
    centre: str = knob(
        Stage.COMBINATION,
        Choice(("mean", "median", "middle", "score")),
        "mean",
        "end=centre: mean or median of the resamples' scores, the middle of the bounds, or the score of the input",
    )
    mean_summation: str = knob(
        Stage.COMBINATION,
        Choice(("numpy", "exact")),
        "numpy",
        "centre=mean: as numpy's mean of the sorted scores, or rounded once, as by Python's statistics.mean",
        rounding=True,
    )
    end: str = knob(
        Stage.PRESENTATION,
        Choice(("half-width", "low", "high", "centre")),
        "half-width",
        "what is reported: half the distance of the bounds, one of them, or the centre",
    )
