"""The knobs of significance tests: resampling, counting of extreme values, and the p-value."""

from __future__ import annotations

from typing import ClassVar

from samescore.metrics.significance.classic_settings import CLASSIC_TESTS, ClassicSettings
from samescore.metrics.significance.systems import ADDITIONS
from samescore.settings import Choice, Integer, Stage, knob

GENERATORS = ("pcg64", "mt19937", "python", "drand48", "splitmix64")


def generator_knob() -> str:
    """Define the knob ``generator``, which selects the random number generator that uses the seed."""
    return knob(
        Stage.AGGREGATION,
        Choice(GENERATORS),
        "pcg64",
        "Random number generator. pcg64: numpy.random.default_rng(seed); mt19937: numpy.random.seed(seed); python: "
        "Python's random.seed(seed); drand48: Perl's srand(seed); splitmix64: SplitMix64, used by no package, but "
        "the fastest for bootstrap resamples",
    )


def seed_knob() -> int:
    """Define the knob ``seed``."""
    return knob(Stage.AGGREGATION, Integer(0, 2**32 - 1), 12345, "Random seed")


def zero_seed_knob() -> str:
    """Define the knob ``zero_seed``, which sets the meaning of seed 0."""
    return knob(
        Stage.AGGREGATION,
        Choice(("seed", "unseeded")),
        "seed",
        "Meaning of seed=0. seed: a seed like any other; unseeded: no seed, so the result changes with each "
        "run and is undefined",
    )


def resamples_knob() -> int:
    """Define the knob ``resamples``."""
    return knob(Stage.AGGREGATION, Integer(1, 10**6), 1000, "Number of resamples")


def dtype_knob() -> str:
    """Define the knob ``dtype``, which selects the types of the sums of rows and of the scores of resamples."""
    return knob(
        Stage.AGGREGATION,
        Choice(("exact", "float32-numpy1", "float32-numpy2")),
        "exact",
        "Floating-point types of resample scores. exact: the same as for any other score; float32-numpy1: from sums "
        "in 32-bit floats with NumPy 1's type promotion, and with add_k truncated to an integer in exchanges, as "
        "for BLEU, chrF and TER in sacreBLEU; float32-numpy2: the same with NumPy 2's type promotion",
        former=("arithmetic",),
    )


def summation_knob() -> str:
    """Define the knob ``summation``, which selects the order in which means are added up."""
    return knob(
        Stage.AGGREGATION,
        Choice(ADDITIONS),
        "numpy",
        "How means are summed. numpy: pairwise, as NumPy does; left-to-right: one after the other; sum: "
        "Python's built-in sum; fsum: exactly, rounded once (math.fsum)",
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
        "Significance test. bootstrap: draw segments with replacement; randomization: exchange segments "
        "between the systems; wilcoxon: Wilcoxon's signed-rank test; mcnemar: McNemar's test, for scores of 0 "
        "or 1; sign: sign test; t: Student's paired t-test; t-unpaired: Student's t-test of independent samples; "
        "welch: Welch's t-test, which allows different variances. The last six use segment scores, without resampling",
    )
    sample: str = knob(
        Stage.AGGREGATION,
        Choice(("full", "half", "apart")),
        "full",
        "Segments of a bootstrap resample. full: as many as the input has; half: half as many, rounded down; "
        "apart: as many as the input has, drawn separately for each system",
    )
    exchange: str = knob(
        Stage.AGGREGATION,
        Choice(("pairs", "pairs-by-word", "all", "all-again")),
        "pairs",
        "Exchanged segments (only with test=randomization). pairs: exchange the two outputs for a segment if a "
        "random bit is 0, with 32 bits from each random word; pairs-by-word: the same, with only the lowest bit of "
        "each word; all: shuffle the segments of both systems together; all-again: the same, starting from the "
        "previous order",
    )
    enumeration: str = knob(
        Stage.AGGREGATION,
        Choice(("none", "all", "factorial")),
        "none",
        "Exchanges to use if the number of possible exchanges is at most the number of resamples. none: draw at "
        "random anyway; all: use each exchange once; factorial: draw at random, but no more than the number of "
        "orders of both systems' segments",
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
        "Statistic that is compared with its observed value. recentred: absolute difference of the scores, "
        "minus its mean over all resamples; absolute: absolute difference; difference: first score minus "
        "second; losses: how far the system with the better score falls behind in a resample, compared with 0",
    )
    comparison: str = knob(
        Stage.COMBINATION,
        Choice(("greater", "greater-or-equal", "greater-or-close")),
        "greater",
        "Resamples that count as extreme. greater: those above the observed value; greater-or-equal: also "
        "those equal to it; greater-or-close: also those within 100 machine epsilons of it",
    )
    count: str = knob(
        Stage.COMBINATION,
        Choice(("plus-one", "plus-one-if-drawn", "share")),
        "plus-one",
        "Estimate of p from c extreme resamples out of N. plus-one: (c + 1)/(N + 1); plus-one-if-drawn: the same, "
        "but c/N if each exchange was used once; share: c/N",
    )
    one_segment: str = knob(
        Stage.AGGREGATION,
        Choice(("keep", "raise")),
        "keep",
        "Inputs with a single segment. keep: resample them like others; raise: an error",
    )
    undefined: str = knob(
        Stage.COMBINATION,
        Choice(("nan", "not-extreme", "infinite-left-out", "infinite-raise", "infinite-ranked")),
        "nan",
        "Undefined resample scores, or nan with test=wilcoxon. nan: the p-value is undefined; not-extreme: the "
        "resample does not count as extreme (test=wilcoxon: the difference has the highest rank and no sign); "
        "infinite-left-out: nan, but with test=wilcoxon, ignore differences of two equal infinite scores; "
        "infinite-raise: nan, but such a difference is an error, unless the normal distribution is used; "
        "infinite-ranked: nan, but such a difference has the highest rank and no sign",
    )
    alternative: str = knob(
        Stage.COMBINATION,
        Choice(("two-sided", "greater", "less")),
        "two-sided",
        "Alternative hypothesis (only with statistic=difference, or test=wilcoxon, sign, t, t-unpaired or welch). two-sided: "
        "twice the smaller one-sided p-value, at most 1; greater: the first score is greater; less: the first "
        "score is less",
    )
