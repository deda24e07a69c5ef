"""Compute p-values of the difference between two systems: how often one at least as large arises by chance."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from operator import ge, gt
from sys import float_info

from samescore.base.errors import MetricError
from samescore.base.outcome import Trace
from samescore.data.comparison import Comparison
from samescore.data.input_files import InputFiles
from samescore.kernels import kernels_enabled
from samescore.metrics.base import MetricFacts, Statistics, Total
from samescore.metrics.float32 import single
from samescore.metrics.kept import Rowless
from samescore.metrics.significance.classic_settings import CLASSIC_TESTS, classic_test
from samescore.metrics.significance.files import read_comparison
from samescore.metrics.significance.numpy_floats import Number, WeakFloat32, single_numpy_mean
from samescore.metrics.significance.resampling import Resample, drawn_pairs, exchanges
from samescore.metrics.significance.settings import PValueSettings
from samescore.metrics.significance.systems import KeptSystems, ResampleScorer, average

_TOLERANCE = 100 * float_info.epsilon

#: The knobs that affect the scores of the resamples.
_DRAWN = (
    *("test", "sample", "exchange", "enumeration", "generator", "seed", "resamples"),
    *("summation", "dtype"),
)
#: Approximate memory of the two scores of a resample.
_PAIR_BYTES = 112


class PValue(Rowless[Comparison, PValueSettings]):
    """The p-value of the difference between two systems, in 0..1.

    Raises `MetricError` unless there are two systems with at least one segment (tests without resampling accept systems
    without segments unless ``empty_input`` is raise), if the statistic has no value for them or for a resample, and if
    the test raises it. The p-value is undefined (nan) for seed 0 if ``zero_seed`` is unseeded. The knob ``undefined``
    decides about undefined scores.
    """

    name = "p-value"
    title = "p-value"
    settings = PValueSettings
    takes = (Comparison,)
    facts = MetricFacts(
        lowest=0,
        highest=1,
        higher_is_better=None,
        stages=(
            *("scores", "observed", "resampled", "extreme"),
            *("null", "rank_sums", "z", "discordant", "chi_squared", "t"),
        ),
        inputs="by-kind",
        growth=1,
        plausible={
            "test": ("bootstrap", "randomization", "wilcoxon", "t"),
            "statistic": ("recentred", "absolute", "losses"),
            "count": ("plus-one", "share"),
        },
        in_percent=None,
    )

    def read(self, files: InputFiles) -> Comparison:
        return read_comparison(files)

    def statistics(self, data: Comparison, settings: PValueSettings) -> Statistics:
        """Return the rows or the inputs of the systems as kept data. Raises the errors of `KeptSystems.of`."""
        return Statistics((), (), KeptSystems.of(data))

    def commutes(self, settings: PValueSettings) -> bool:
        """Return False, because segments are drawn by their positions."""
        return False

    def combine(self, total: Total, settings: PValueSettings) -> Trace:
        kept: KeptSystems = total.kept
        if len(kept.systems) != 2:
            raise MetricError(
                f"a p-value compares two systems, not {len(kept.systems)}",
                hint="pass the file of the other system: --baseline FILE",
                kind="ValueError",
            )
        if not kept.segments and (settings.test not in CLASSIC_TESTS or settings.empty_input == "raise"):
            raise MetricError("the systems have no segments", kind="ValueError")
        if settings.one_segment == "raise" and kept.segments == 1:
            raise MetricError("the systems have only one segment", kind="ValueError")
        if settings.test in CLASSIC_TESTS:
            score = kept.pool.scorer(settings.summation)
            alone = [score([place]) for place in range(2 * kept.segments)]
            return classic_test(alone[: kept.segments], alone[kept.segments :], settings)
        if settings.zero_seed == "unseeded" and settings.seed == 0:
            return Trace(math.nan, {})
        return _resampled(kept, settings)


def _resampled(kept: KeptSystems, settings: PValueSettings) -> Trace:
    """Return the p-value by resampling; the knob ``undefined`` decides about undefined scores.

    Raises `MetricError` if the statistic raises for a resample.
    """
    first, second = kept.systems
    scores = first.score(settings.summation), second.score(settings.summation)
    key = ("pairs", *(getattr(settings, knob) for knob in _DRAWN))
    pairs, all_taken = kept.remembered(
        key, lambda: pairs_by_route(kept, settings), lambda made: _PAIR_BYTES * len(made[0])
    )
    observed, values = _test_statistics(scores, pairs, kept.higher_is_better, settings)
    stages = {"scores": list(scores), "observed": observed, "resampled": values}
    if settings.undefined != "not-extreme" and any(map(math.isnan, (observed, *values))):
        return Trace(math.nan, stages)
    tails = [_count_extreme(values, observed, settings.comparison)]
    if settings.statistic == "difference" and settings.alternative != "greater":
        below = _count_extreme([-value for value in values], -observed, settings.comparison)
        tails = [below] if settings.alternative == "less" else [*tails, below]
    one = 0 if settings.count == "share" or (settings.count == "plus-one-if-drawn" and all_taken) else 1
    value = min((extreme + one) / (len(pairs) + one) for extreme in tails)
    return Trace(min(1.0, 2 * value) if len(tails) == 2 else value, {**stages, "extreme": min(tails)})


def pairs_by_route(kept: KeptSystems, settings: PValueSettings) -> tuple[list[tuple[Number, Number]], bool]:
    """Return the scores of both systems for each resample, and whether these are all possible resamples.

    The kernels compute the scores if they are enabled and support the case.
    """
    made = compiled_pairs(kept, settings) if kernels_enabled() else None
    return plain_pairs(kept, settings) if made is None else (made, False)


def compiled_pairs(kept: KeptSystems, settings: PValueSettings) -> list[tuple[Number, Number]] | None:
    """Return the scores of both systems for each resample, computed by the kernels.

    Returns None if they do not support the case.
    """
    from samescore.metrics.significance.compiled import drawn_scores, exchanged_scores

    drawn = settings.test == "bootstrap"
    scores = (
        drawn_scores(kept.systems, settings, settings.resamples) if drawn else exchanged_scores(kept.systems, settings)
    )
    return None if scores is None else list(zip(*scores, strict=True))


def plain_pairs(kept: KeptSystems, settings: PValueSettings) -> tuple[list[tuple[Number, Number]], bool]:
    """Return the scores of both systems for each resample, and whether these are all possible resamples."""
    size, pool = kept.segments, kept.pool
    all_taken = False
    resamples: Iterator[Resample]
    if settings.test == "bootstrap":
        of_resample: ResampleScorer = pool.resample_scorer(settings.summation, settings.dtype)
        resamples = drawn_pairs(size, settings)
    else:
        of_resample = pool.exchange_scorer(settings.summation, settings.dtype)
        _, all_taken, resamples = exchanges(size, settings)
    return [(of_resample(first), of_resample(second)) for first, second in resamples], all_taken


def _test_statistics(
    scores: tuple[float, float],
    pairs: Sequence[tuple[Number, Number]],
    higher_is_better: bool,
    settings: PValueSettings,
) -> tuple[float, list[float]]:
    """Return the test statistic of the whole input, and the statistic of each resample."""
    if settings.statistic in ("recentred", "absolute") and all(
        isinstance(score, WeakFloat32) for pair in pairs for score in pair
    ):
        return _compared_in_float32(scores, pairs, settings)
    doubles = [(float(first), float(second)) for first, second in pairs]
    if settings.statistic == "difference":
        return scores[0] - scores[1], [first - second for first, second in doubles]
    if settings.statistic == "losses":
        ahead = scores[0] >= scores[1] if higher_is_better else scores[0] <= scores[1]
        sign = 1 if ahead == higher_is_better else -1
        return 0.0, [sign * (second - first) for first, second in doubles]
    observed, differences = abs(scores[0] - scores[1]), [abs(first - second) for first, second in doubles]
    if settings.statistic == "absolute":
        return observed, differences
    middle = average(differences, settings.summation)
    return observed, [difference - middle for difference in differences]


def _compared_in_float32(
    scores: tuple[float, float], pairs: Sequence[tuple[Number, Number]], settings: PValueSettings
) -> tuple[float, list[float]]:
    """Return the result of `_test_statistics` computed in 32-bit floats; the value for the whole input is rounded, too."""
    observed = single(abs(scores[0] - scores[1]))
    differences = [single(abs(float(first) - float(second))) for first, second in pairs]
    if settings.statistic == "absolute":
        return observed, differences
    middle = single_numpy_mean(differences)
    return observed, [single(difference - middle) for difference in differences]


def _count_extreme(values: Sequence[float], observed: float, comparison: str) -> int:
    """Return the number of values that are at least as extreme as `observed`, as `comparison` defines it."""
    if comparison == "greater-or-close":
        observed -= abs(_TOLERANCE * observed)
    exceeds = gt if comparison == "greater" else ge
    return sum(exceeds(value, observed) for value in values)


P_VALUE = PValue()
