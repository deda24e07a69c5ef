"""Compute the standard error of a mean by formula, of any score from resamples, and of the mean of several tasks."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from samescore.base.errors import MetricError
from samescore.base.outcome import Trace
from samescore.data.comparison import Comparison
from samescore.data.input_files import InputFiles
from samescore.metrics.base import MetricFacts, Statistics, Total, broken_axioms
from samescore.metrics.kept import Rowless
from samescore.metrics.significance.analytic import numbers_of, variance
from samescore.metrics.significance.files import read_comparison
from samescore.metrics.significance.interval_settings import one_segment_knob
from samescore.metrics.significance.resampling import draws, stream_of
from samescore.metrics.significance.settings import (
    dtype_knob,
    generator_knob,
    resamples_knob,
    seed_knob,
    summation_knob,
)
from samescore.metrics.significance.systems import KeptSystem, KeptSystems
from samescore.metrics.summation import add_up
from samescore.settings import Choice, Settings, Stage, knob

#: Number of resamples that lm-evaluation-harness draws from one seed.
_CHUNK = 1000


class StandardErrorSettings(Settings):
    """The knobs of a standard error. lm-evaluation-harness has the same defaults for a mean."""

    metric: ClassVar[str] = "standard-error"

    method: str = knob(
        Stage.AGGREGATION,
        Choice(("formula", "bootstrap")),
        "formula",
        "Method. formula: standard deviation of the segment scores over the square root of their number; "
        "bootstrap: standard deviation of the resample scores",
    )
    generator: str = generator_knob()
    seed: int = seed_knob()
    chunks: str = knob(
        Stage.AGGREGATION,
        Choice(("none", "thousands")),
        "none",
        "Seeds of the resamples (only with method=bootstrap). none: all resamples from one seed; thousands: 1000 "
        "resamples from each of the seeds 0, 1, ...; a remainder of fewer than 1000 is not drawn",
    )
    resamples: int = resamples_knob()
    one_segment: str = one_segment_knob()
    dtype: str = dtype_knob()
    summation: str = summation_knob()
    divisor: str = knob(
        Stage.COMBINATION,
        Choice(("n-1", "n")),
        "n-1",
        "Divisor of the sum of squared deviations. n-1: number of scores minus one (sample variance); n: number of "
        "scores",
    )
    variance: str = knob(
        Stage.COMBINATION,
        Choice(("deviations", "squares")),
        "deviations",
        "Formula for the variance. deviations: mean of the squared deviations; squares: mean of the squares "
        "minus the squared mean, which loses digits",
        rounding=True,
    )
    single: str = knob(
        Stage.COMBINATION,
        Choice(("raise", "nan")),
        "raise",
        "Inputs without scores or, with divisor=n-1, with a single score. raise: an error; nan: undefined",
    )
    spread: str = knob(
        Stage.COMBINATION,
        Choice(("mean", "segments")),
        "mean",
        "Reported value (only with method=formula). mean: standard error of the mean; segments: standard "
        "deviation of the segment scores",
    )
    tasks: str = knob(
        Stage.COMBINATION,
        Choice(("first", "unweighted", "pooled", "combined")),
        "first",
        "Systems that are scored. first: the first system; unweighted: all systems as tasks, with the error sqrt(sum "
        "of squared errors) / number of tasks; pooled: all systems, with the pooled variance over all segments; "
        "combined: the same, but merging one task after the other, as combined_sample_stderr in "
        "lm-evaluation-harness does",
    )


class StandardError(Rowless[Comparison, StandardErrorSettings]):
    """The standard error of the first system's score, or of several tasks' joint score, on the scale of the score.

    Raises `MetricError` for a system without segments, if the statistic raises for a resample, if the formula does not
    apply because the score is not the mean of segment scores, and, depending on ``single`` and ``one_segment``, for a
    single number or segment. The standard error is nan if a score is not finite.
    """

    name = "standard-error"
    title = "Standard error"
    settings = StandardErrorSettings
    takes = (Comparison,)
    facts = MetricFacts(
        lowest=0,
        highest=None,
        higher_is_better=None,
        stages=("errors", "resampled"),
        inputs="by-kind",
        growth=1,
        breaks=tuple(
            broken
            for how in ("unweighted", "pooled", "combined")
            for broken in broken_axioms(("other systems do not count",), "systems are tasks", tasks=how)
        ),
        plausible={"method": ("formula", "bootstrap"), "divisor": ("n-1", "n")},
    )

    def read(self, files: InputFiles) -> Comparison:
        return read_comparison(files)

    def statistics(self, data: Comparison, settings: StandardErrorSettings) -> Statistics:
        """Return the rows or the inputs of the systems as kept data. Raises the errors of `KeptSystems.of`."""
        return Statistics((), (), KeptSystems.of(data))

    def commutes(self, settings: StandardErrorSettings) -> bool:
        """Return False, because segments are drawn by their positions, and sums depend on the order of the segments."""
        return False

    def combine(self, total: Total, settings: StandardErrorSettings) -> Trace:
        kept: KeptSystems = total.kept
        if not kept.segments and settings.method == "formula" and settings.single == "nan":
            return Trace(math.nan, {})
        if not kept.segments:
            raise MetricError("the system has no segments", kind="ZeroDivisionError")
        if settings.method == "bootstrap" and settings.one_segment == "raise" and kept.segments == 1:
            raise MetricError("a single segment cannot be resampled", kind="ValueError")
        systems = kept.systems[:1] if settings.tasks == "first" else kept.systems
        resampled = [list(_resampled(system, settings)) for system in systems] if settings.method == "bootstrap" else []
        if resampled:
            errors = [_deviation(values, settings) for values in resampled]
        else:
            errors = [_error_of_mean(numbers_of(system), settings) for system in systems]
        stages = {"errors": errors, "resampled": resampled}
        if settings.tasks == "first" or any(map(math.isnan, errors)):
            return Trace(errors[0] if settings.tasks == "first" else math.nan, stages)
        means = [system.scorer(settings.summation)(range(kept.segments)) for system in systems]
        return Trace(_error_of_tasks(errors, means, kept.segments, settings), stages)


def _deviation(values: Sequence[float], settings: StandardErrorSettings) -> float:
    if len(values) == 1 and settings.divisor == "n-1":
        if settings.single == "raise":
            raise MetricError(
                "a standard deviation with divisor n-1 needs at least two numbers", kind="ZeroDivisionError"
            )
        return math.nan
    if not all(map(math.isfinite, values)):
        return math.nan
    return math.sqrt(variance(values, settings.divisor, settings.variance, settings.summation))


def _error_of_mean(numbers: Sequence[float], settings: StandardErrorSettings) -> float:
    deviation = _deviation(numbers, settings)
    return deviation / math.sqrt(len(numbers)) if settings.spread == "mean" else deviation


def _resampled(system: KeptSystem, settings: StandardErrorSettings) -> Iterator[float]:
    """Yield the score of each resample; raises `MetricError` if the statistic raises."""
    score = system.resample_scorer(settings.summation, settings.dtype)
    for stream, count in _streams(settings):
        for places in draws(stream, len(system), count):
            yield float(score(places))


def _streams(settings: StandardErrorSettings) -> Iterator[tuple[Any, int]]:
    """Yield the random number streams, each with the number of resamples to draw from it."""
    if settings.chunks == "none":
        yield stream_of(settings), settings.resamples
        return
    size = min(_CHUNK, settings.resamples)
    for seed in range(settings.resamples // size):
        yield stream_of(settings.replace(seed=seed)), size


def _error_of_tasks(
    errors: Sequence[float], means: Sequence[float], size: int, settings: StandardErrorSettings
) -> float:
    """Return the standard error of the joint score of several tasks of `size` segments each.

    Raises `MetricError` for the pooled variance of tasks with one segment.
    """
    if settings.tasks == "unweighted":
        return math.sqrt(add_up([error**2 for error in errors], settings.summation)) / len(errors)
    everything = size * len(errors)
    if settings.tasks == "pooled":
        if size == 1:
            raise MetricError("the pooled variance of tasks with one segment is undefined", kind="ZeroDivisionError")
        squares = add_up([(size - 1) * error**2 * size for error in errors], settings.summation)
        return math.sqrt(squares / (everything - len(errors)) / everything)
    merged, mean = errors[0] ** 2, means[0]
    for error, score in zip(errors[1:], means[1:], strict=True):  # as in the harness, which never adds up the sizes
        mean = (mean * size + score * size) / (size + size)
        within = ((size - 1) * merged + (size - 1) * error**2) / (size + size - 1)
        merged = within + size * size / ((size + size) * (size + size - 1)) * (mean - score) ** 2
    return math.sqrt(merged)


STANDARD_ERROR = StandardError()
