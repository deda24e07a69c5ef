"""Compute confidence intervals of a score: from resamples, by the rules of several packages, or by formulas."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import islice

from samescore.base.errors import MetricError
from samescore.base.outcome import Trace
from samescore.data.comparison import Comparison
from samescore.data.input_files import InputFiles
from samescore.kernels import kernels_enabled
from samescore.metrics.base import Convention, MetricFacts, Statistics, Total, broken_axioms
from samescore.metrics.float32 import single
from samescore.metrics.kept import Rowless
from samescore.metrics.significance import bounds
from samescore.metrics.significance.analytic import (
    numbers_of,
    quantile_interval,
    standard_error,
    tails,
    wilson,
    wilson_of_nothing,
)
from samescore.metrics.significance.files import read_comparison
from samescore.metrics.significance.interval_settings import ANALYTIC, OF_COMPARISONS, IntervalSettings
from samescore.metrics.significance.jackknife import scores_without_each
from samescore.metrics.significance.numpy_floats import Float32, Number, single_numpy_mean
from samescore.metrics.significance.resampling import draws, stream_of
from samescore.metrics.significance.systems import KeptSystem, KeptSystems, average

#: The knobs that affect the scores of the resamples.
_DRAWN = ("sample", "generator", "seed", "resamples", "earlier", "summation", "dtype")
#: Approximate memory of the score of a resample.
_SCORE_BYTES = 32


class Interval(Rowless[Comparison, IntervalSettings]):
    """The interval of the first system's score, on the scale of that score: its half-width, a bound, or its centre.

    It is undefined if a resample has no score, and for a corrected interval (``method=bca``) if all segments have the
    same influence. Raises `MetricError` for a system without segments, if the statistic raises for a resample, and if a
    formula does not apply: formulas need the mean of segment scores, Wilson's needs scores of 0 and 1, and the others
    need two segments. A corrected interval also needs two segments, and raises if there are too many segments to omit
    each in turn (see `scores_without_each`).
    """

    name = "interval"
    title = "Confidence interval"
    settings = IntervalSettings
    takes = (Comparison,)
    facts = MetricFacts(
        lowest=None,
        highest=None,
        higher_is_better=None,
        stages=("score", "resampled", "bounds", "centre"),
        inputs="by-kind",
        growth=1,
        window=0.05,
        window_is_a_share=True,
        plausible={
            "method": ("percentile", "bca", "normal", "t"),
            "bounds": ("inwards", "between", "upwards"),
        },
        documented=(Convention("samescore compare", OF_COMPARISONS),),
        breaks=(
            *broken_axioms(
                ("every segment counts",), "half of the segments may all be wrong ones", sample="half", end="low"
            ),
            *broken_axioms(("wrong segments count",), "scores are sorted as texts", sort_order="text"),
        ),
    )

    def read(self, files: InputFiles) -> Comparison:
        return read_comparison(files)

    def statistics(self, data: Comparison, settings: IntervalSettings) -> Statistics:
        """Return the rows or the inputs of the systems as kept data. Raises the errors of `KeptSystems.of`."""
        return Statistics((), (), KeptSystems.of(data))

    def commutes(self, settings: IntervalSettings) -> bool:
        """Return False, because segments are drawn by their positions."""
        return False

    def combine(self, total: Total, settings: IntervalSettings) -> Trace:
        kept: KeptSystems = total.kept
        system, size = kept.systems[0], kept.segments
        if size == 0 and settings.method == "wilson" and settings.zero_error == "nan":
            return _interval_trace(*wilson_of_nothing(settings.alternative), math.nan, [], math.nan, settings)
        if size == 0 or (size == 1 and settings.one_segment == "raise"):
            raise MetricError(
                "the system has only one segment" if size else "the system has no segments", kind="ValueError"
            )
        score = system.score(settings.summation)
        if settings.method in ANALYTIC:
            low, high = _bounds_by_formula(system, settings)
            return _interval_trace(
                low, high, score if settings.centre != "middle" else _middle(low, high), [], score, settings
            )
        key = ("scores", *(getattr(settings, knob) for knob in _DRAWN))
        numbers = kept.remembered(
            key, lambda: scores_by_route(system, size, settings), lambda scores: _SCORE_BYTES * len(scores)
        )
        floats = (
            [number for number in numbers if not isinstance(number, int)]
            if settings.mixed_types == "raise"
            else numbers
        )
        in_float32 = settings.dtype == "float32-numpy2" and all(isinstance(number, Float32) for number in floats)
        if settings.mixed_types == "raise" and not in_float32 and any(isinstance(number, Float32) for number in floats):
            raise MetricError("the resample scores are numbers of different types", kind="TypeError")
        values = [float(number) for number in numbers]
        if any(map(math.isnan, values)):
            return Trace(math.nan, {"score": score, "resampled": values})
        ordered = sorted(values, key="{:.15g}".format if settings.sort_order == "text" else None)
        low, high = _bounds(ordered, values, score, system, settings)
        return _interval_trace(
            low, high, _centre(ordered, low, high, score, in_float32, settings), values, score, settings, in_float32
        )


def scores_by_route(system: KeptSystem, size: int, settings: IntervalSettings) -> list[Number]:
    """Return the score of each resample, computed by the kernels if they are enabled and support the case."""
    made = compiled_scores(system, settings) if kernels_enabled() else None
    return plain_scores(system, size, settings) if made is None else made


def compiled_scores(system: KeptSystem, settings: IntervalSettings) -> list[Number] | None:
    """Return the score of each resample, computed by the kernels; None if they do not support the case."""
    from samescore.metrics.significance.compiled import drawn_scores

    drawn = drawn_scores([system], settings, (settings.earlier + 1) * settings.resamples)
    return None if drawn is None else drawn[0][settings.earlier * settings.resamples :]


def plain_scores(system: KeptSystem, size: int, settings: IntervalSettings) -> list[Number]:
    """Return the score of each resample, computed without kernels.

    Raises `MetricError` if the statistic raises for a resample.
    """
    score = system.resample_scorer(settings.summation, settings.dtype)
    drawn = draws(stream_of(settings), size, (settings.earlier + 1) * settings.resamples, settings.sample)
    return [score(places) for places in islice(drawn, settings.earlier * settings.resamples, None)]


def _bounds(
    ordered: Sequence[float], values: Sequence[float], score: float, system: KeptSystem, settings: IntervalSettings
) -> bounds.Bounds:
    if settings.method == "percentile" and settings.bounds != "between":
        counted = bounds.counted_inwards if settings.bounds == "inwards" else bounds.counted_upwards
        low, high = counted(ordered, bounds.exactly_beyond(settings.confidence, settings.alternative))
    else:
        share = bounds.tail_share(settings.confidence, settings.alternative)
        shares = (share, 1 - share)
        if settings.method == "bca":
            shares = bounds.bca_shares(
                values, score, scores_without_each(system, settings.summation), share, ties=settings.bca_ties
            )
        low, high = (bounds.QUANTILES[settings.interpolation](ordered, place) for place in shares)
        if settings.method == "basic":
            low, high = 2 * score - high, 2 * score - low
    return -math.inf if settings.alternative == "less" else low, math.inf if settings.alternative == "greater" else high


def _bounds_by_formula(system: KeptSystem, settings: IntervalSettings) -> bounds.Bounds:
    numbers = numbers_of(system)
    if settings.method == "wilson":
        if not set(numbers) <= {0.0, 1.0}:
            raise MetricError("Wilson's interval is for proportions: segment scores must be 0 or 1", kind="ValueError")
        return wilson(int(sum(numbers)), len(numbers), settings.confidence, settings.alternative)
    error = standard_error(numbers, settings.summation)
    if error == 0 and settings.zero_error == "nan":
        return math.nan, math.nan
    below, above = tails(settings.confidence, settings.alternative)
    return quantile_interval(
        average(numbers, settings.summation), error, below, above, len(numbers) - 1 if settings.method == "t" else None
    )


def _centre(
    ordered: Sequence[float], low: float, high: float, score: float, in_float32: bool, settings: IntervalSettings
) -> float:
    if settings.centre == "mean":
        if settings.mean_summation == "exact":
            exact = _exact_mean(ordered)
            return single(exact) if in_float32 else exact
        return single_numpy_mean(ordered) if in_float32 else average(ordered, "numpy")
    if settings.centre == "median":
        return bounds.QUANTILES[settings.interpolation](ordered, 0.5)
    return _middle(low, high) if settings.centre == "middle" else score


def _exact_mean(values: Sequence[float]) -> float:
    """Return the mean of the values, rounded once; infinite or nan if a value is not finite."""
    if not all(map(math.isfinite, values)):
        return sum(values) / len(values)
    return float(sum(map(Fraction, values), Fraction(0)) / len(values))


def _middle(low: float, high: float) -> float:
    return low + 0.5 * (high - low)


def _interval_trace(
    low: float,
    high: float,
    centre: float,
    values: list[float],
    score: float,
    settings: IntervalSettings,
    in_float32: bool = False,
) -> Trace:
    half = 0.5 * (single(high - low) if in_float32 else high - low)
    value = {"low": low, "high": high, "centre": centre, "half-width": half}[settings.end]
    return Trace(value, {"score": score, "resampled": values, "bounds": [low, high], "centre": centre})


INTERVAL = Interval()
