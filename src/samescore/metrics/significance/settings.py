"""The knobs of significance tests: resampling, counting of extreme values, and the p-value."""

from __future__ import annotations

from typing import ClassVar

from samescore.metrics.significance.classic_settings import CLASSIC_TESTS, ClassicSettings
from samescore.metrics.significance.systems import ADDITIONS
from samescore.settings import Choice, Integer, Stage, knob

GENERATORS = ("pcg64", "mt19937", "python", "drand48", "splitmix64")


def generator_knob() -> str:
    """Define the knob ``generator``: the random number generator that uses the seed."""
    return knob(
        Stage.AGGREGATION,
        Choice(GENERATORS),
        "pcg64",
        "random numbers: numpy.random.default_rng(seed); numpy.random.seed(seed); Python's random.seed(seed); Perl's "
        "srand(seed); or SplitMix64, no library's but the fastest for bootstrap resamples",
    )


def seed_knob() -> int:
    """Define the knob ``seed``."""
    return knob(Stage.AGGREGATION, Integer(0, 2**32 - 1), 12345, "the seed of the random numbers")


def zero_seed_knob() -> str:
    """Define the knob ``zero_seed``."""
    return knob(
        Stage.AGGREGATION,
        Choice(("seed", "unseeded")),
        "seed",
        "seed=0: a seed like any other, or none, so that every run gives another number and the score is undefined",
    )


def resamples_knob() -> int:
    """Define the knob ``resamples``."""
    return knob(Stage.AGGREGATION, Integer(1, 10**6), 1000, "how often segments are drawn, flipped or shuffled")


def dtype_knob() -> str:
    """The knob ``dtype``: in which types sums of rows and scores of resamples are computed."""
    return knob(
        Stage.AGGREGATION,
        Choice(("exact", "float32-numpy1", "float32-numpy2")),
        "exact",
        "scores of resamples: as those of any input; or from sums in 32-bit floats, with the types that numpy before 2 or "
        "since 2 gives their quotients and products, and add_k of exchanges without its fraction (BLEU, chrF and TER as "
        "sacreBLEU computes them)",
        former=("arithmetic",),
    )


def summation_knob() -> str:
    """The knob ``summation``: the order in which means are added up."""
    return knob(
        Stage.AGGREGATION,
        Choice(ADDITIONS),
        "numpy",
        "how means of numbers are added up: pairwise as by numpy, one after the other, by Python's sum, or exactly",
        rounding=True,
        former=("addition",),
    )


class PValueSettings(ClassicSettings):
    """The knobs of p-values. The defaults are sacreBLEU's paired bootstrap, with exact sums."""

    metric: ClassVar[str] = "p-value"

    test: str = knob(
        Stage.AGGREGATION,
        Choice(("bootstrap", "randomization", *CLASSIC_TESTS)),
        "bootstrap",
        "bootstrap: draw segments with replacement; randomization: exchange segments between "
        "the systems; or, of the segments' scores, without resampling: Wilcoxon's signed ranks, McNemar's test of answers "
        "that are right (1) or wrong (0), the sign test, or Student's paired t",
    )
    sample: str = knob(
        Stage.AGGREGATION,
        Choice(("full", "half", "apart")),
        "full",
        "segments of a bootstrap resample: as many as there are, or half of that, rounded down, the same of both systems; or "
        "as many as there are, drawn for each system on its own",
    )
    exchange: str = knob(
        Stage.AGGREGATION,
        Choice(("pairs", "pairs-by-word", "all", "all-again")),
        "pairs",
        "test=randomization: exchange the outputs for a segment if a random bit is 0 (32 of a word, or the lowest of each "
        "word); or shuffle the segments of both systems together, from their order or from that of the last resample",
    )
    enumeration: str = knob(
        Stage.AGGREGATION,
        Choice(("none", "all", "factorial")),
        "none",
        "if there are no more exchanges than resamples: draw at random all the same; take each exchange once; or draw as "
        "many as the segments of both systems have orders",
    )
    generator: str = generator_knob()
    seed: int = seed_knob()
    zero_seed: str = zero_seed_knob()
    resamples: int = resamples_knob()
    dtype: str = dtype_knob()
    summation: str = summation_knob()
    statistic: str = knob(
        Stage.COMBINATION,
        Choice(("recentred", "absolute", "difference", "losses")),
        "recentred",
        "what is compared with its value for the whole input: the absolute difference of the scores, less its mean over "
        "all resamples; the absolute difference; the first score less the second; or how far the better system falls "
        "behind, which is compared with 0",
    )
    comparison: str = knob(
        Stage.COMBINATION,
        Choice(("greater", "greater-or-equal", "greater-or-close")),
        "greater",
        "which resamples count: those above the value of the whole input, those that reach it, or those that reach it but "
        "for 100 times the precision of doubles",
    )
    count: str = knob(
        Stage.COMBINATION,
        Choice(("plus-one", "plus-one-if-drawn", "share")),
        "plus-one",
        "p from c of N resamples: (c + 1)/(N + 1); the same, but c/N if each exchange was taken once; or c/N",
    )
    one_segment: str = knob(
        Stage.AGGREGATION,
        Choice(("keep", "raise")),
        "keep",
        "a single segment is resampled like several, or is an error",
    )
    undefined: str = knob(
        Stage.COMBINATION,
        Choice(("nan", "not-extreme", "infinite-left-out", "infinite-raise", "infinite-ranked")),
        "nan",
        "if the score of some resample is undefined: so is the p-value, or such a resample does not count (not-extreme). "
        "test=wilcoxon: a number that is nan makes the p-value undefined, or has the highest rank and no sign (not-extreme). The "
        "others are nan but for an infinite number less itself: that difference is left out, or is an error unless the normal "
        "distribution is taken, under which the p-value is undefined, or has the highest rank and no sign",
    )
    alternative: str = knob(
        Stage.COMBINATION,
        Choice(("two-sided", "greater", "less")),
        "two-sided",
        "statistic=difference, and test=wilcoxon, sign, t: twice the smaller of the p-values of both sides, at most 1; or "
        "that of a first score which is greater, or less, than the second",
    )
