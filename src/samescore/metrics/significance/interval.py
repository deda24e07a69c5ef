"""Confidence intervals of a score: from resamples, with the rules of all packages, and by formulas."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import islice

from samescore.base.errors import MetricError
from samescore.base.outcome import Trace
from samescore.data.comparison import Comparison
from samescore.data.input_files import InputFiles
from samescore.kernels import serving
from samescore.metrics.base import Convention, MetricFacts, Statistics, Total, broken_axioms
from samescore.metrics.float32 import single
from samescore.metrics.kept import Rowless
from samescore.metrics.significance import bounds
from samescore.metrics.significance.analytic import around, numbers_of, standard_error, tails, wilson, wilson_of_nothing
from samescore.metrics.significance.files import read_comparison
from samescore.metrics.significance.interval_settings import ANALYTIC, OF_COMPARISONS, IntervalSettings
from samescore.metrics.significance.jackknife import scores_without_each
from samescore.metrics.significance.numpy_floats import Float32, Number, single_numpy_mean
from samescore.metrics.significance.resampling import draws, stream_of
from samescore.metrics.significance.systems import KeptSystem, KeptSystems, average

#: The knobs on which the scores of the resamples depend.
_DRAWN = ("sample", "generator", "seed", "resamples", "earlier", "summation", "dtype")
#: Approximate memory of a resample's score.
_SCORE_BYTES = 32


class Interval(Rowless[Comparison, IntervalSettings]):
    """The interval of the first system's score, on the scale of that score: half-width, a bound, or centre.

    Undefined if a resample has no score, and for a corrected interval whose resamples are all alike. Raises
    `MetricError` for a system without segments, if the statistic raises for a resample, and if a formula does not
    apply: it needs the mean of segment scores, Wilson's needs scores of 0 and 1, and Student's t two segments. A
    corrected interval also needs two segments, and raises if there are too many to leave each of them out (see
    `scores_without_each`).
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

    def statistics(self, data: Comparison, s: IntervalSettings) -> Statistics:
        """Keep the systems' rows or data."""
        return Statistics((), (), KeptSystems.of(data))

    def commutes(self, s: IntervalSettings) -> bool:
        """Return False: segments are drawn by their position."""
        return False

    def combine(self, total: Total, s: IntervalSettings) -> Trace:
        kept: KeptSystems = total.kept
        system, size = kept.systems[0], kept.segments
        if size == 0 and s.method == "wilson" and s.zero_error == "nan":
            return _reported(*wilson_of_nothing(s.alternative), math.nan, [], math.nan, s)
        if size == 0 or (size == 1 and s.one_segment == "raise"):
            raise MetricError(
                "the system has only one segment" if size else "the system has no segments", kind="ValueError"
            )
        score = system.score(s.summation)
        if s.method in ANALYTIC:
            low, high = _by_formula(system, s)
            return _reported(low, high, score if s.centre != "middle" else _middle(low, high), [], score, s)
        key = ("scores", *(getattr(s, knob) for knob in _DRAWN))
        numbers = kept.remembered(
            key, lambda: scores_by_route(system, size, s), lambda scores: _SCORE_BYTES * len(scores)
        )
        floats = [number for number in numbers if not isinstance(number, int)] if s.mixed_types == "raise" else numbers
        in_float32 = s.dtype == "float32-numpy2" and all(isinstance(number, Float32) for number in floats)
        if s.mixed_types == "raise" and not in_float32 and any(isinstance(number, Float32) for number in floats):
            raise MetricError("the resamples' scores are numbers of several types", kind="TypeError")
        values = [float(number) for number in numbers]
        if any(map(math.isnan, values)):
            return Trace(math.nan, {"score": score, "resampled": values})
        ordered = sorted(values, key="{:.15g}".format if s.sort_order == "text" else None)
        low, high = _bounds(ordered, values, score, system, s)
        return _reported(low, high, _centre(ordered, low, high, score, in_float32, s), values, score, s, in_float32)


def scores_by_route(system: KeptSystem, size: int, s: IntervalSettings) -> list[Number]:
    """Return the score of each resample, with kernels if enabled and applicable."""
    made = compiled_scores(system, s) if serving() else None
    return plain_scores(system, size, s) if made is None else made


def compiled_scores(system: KeptSystem, s: IntervalSettings) -> list[Number] | None:
    """Return the score of every resample with kernels; None if they do not support it."""
    from samescore.metrics.significance.compiled import drawn_scores

    drawn = drawn_scores([system], s, (s.earlier + 1) * s.resamples)
    return None if drawn is None else drawn[0][s.earlier * s.resamples :]


def plain_scores(system: KeptSystem, size: int, s: IntervalSettings) -> list[Number]:
    """The same by the plain functions."""
    score = system.resample_scorer(s.summation, s.dtype)
    drawn = draws(stream_of(s), size, (s.earlier + 1) * s.resamples, s.sample)
    return [score(places) for places in islice(drawn, s.earlier * s.resamples, None)]


def _bounds(
    ordered: Sequence[float], values: Sequence[float], score: float, system: KeptSystem, s: IntervalSettings
) -> bounds.Bounds:
    if s.method == "percentile" and s.bounds != "between":
        counted = bounds.counted_inwards if s.bounds == "inwards" else bounds.counted_upwards
        low, high = counted(ordered, bounds.exactly_beyond(s.confidence, s.alternative))
    else:
        share = bounds.beyond(s.confidence, s.alternative)
        shares = (share, 1 - share)
        if s.method == "bca":
            shares = bounds.bca_shares(values, score, scores_without_each(system, s.summation), share, ties=s.bca_ties)
        low, high = (bounds.QUANTILES[s.interpolation](ordered, place) for place in shares)
        if s.method == "basic":
            low, high = 2 * score - high, 2 * score - low
    return -math.inf if s.alternative == "less" else low, math.inf if s.alternative == "greater" else high


def _by_formula(system: KeptSystem, s: IntervalSettings) -> bounds.Bounds:
    numbers = numbers_of(system)
    if s.method == "wilson":
        if not set(numbers) <= {0.0, 1.0}:
            raise MetricError("Wilson's interval is for proportions: segment scores must be 0 or 1", kind="ValueError")
        return wilson(int(sum(numbers)), len(numbers), s.confidence, s.alternative)
    error = standard_error(numbers, s.summation)
    if error == 0 and s.zero_error == "nan":
        return math.nan, math.nan
    below, above = tails(s.confidence, s.alternative)
    return around(average(numbers, s.summation), error, below, above, len(numbers) - 1 if s.method == "t" else None)


def _centre(
    ordered: Sequence[float], low: float, high: float, score: float, in_float32: bool, s: IntervalSettings
) -> float:
    if s.centre == "mean":
        if s.mean_summation == "exact":
            exact = _exact_mean(ordered)
            return single(exact) if in_float32 else exact
        return single_numpy_mean(ordered) if in_float32 else average(ordered, "numpy")
    if s.centre == "median":
        return bounds.QUANTILES[s.interpolation](ordered, 0.5)
    return _middle(low, high) if s.centre == "middle" else score


def _exact_mean(values: Sequence[float]) -> float:
    """Return the mean, rounded once."""
    if not all(map(math.isfinite, values)):
        return sum(values) / len(values)
    return float(sum(map(Fraction, values), Fraction(0)) / len(values))


def _middle(low: float, high: float) -> float:
    return low + 0.5 * (high - low)


def _reported(
    low: float,
    high: float,
    centre: float,
    values: list[float],
    score: float,
    s: IntervalSettings,
    in_float32: bool = False,
) -> Trace:
    half = 0.5 * (single(high - low) if in_float32 else high - low)
    value = {"low": low, "high": high, "centre": centre, "half-width": half}[s.end]
    return Trace(value, {"score": score, "resampled": values, "bounds": [low, high], "centre": centre})


INTERVAL = Interval()
