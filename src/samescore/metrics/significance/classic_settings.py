"""The knobs of tests without resampling, and the test that they describe."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from samescore.base.outcome import Trace
from samescore.metrics.significance.classic import WilcoxonRules, mcnemar, paired_t, sign_test, wilcoxon
from samescore.settings import BoolDomain, Choice, Integer, Settings, Stage, knob

#: The tests that need no random numbers.
CLASSIC_TESTS = ("wilcoxon", "mcnemar", "sign", "t")


class ClassicSettings(Settings):
    """The knobs of tests without resampling. The defaults are SciPy's."""

    null: str = knob(
        Stage.COMBINATION,
        Choice(("auto", "exact", "normal")),
        "auto",
        "test=wilcoxon, mcnemar: the distribution if systems do not differ. auto is exact for mcnemar, for wilcoxon see "
        "exact_limit and ties_and_zeros; normal is chi-squared for mcnemar",
    )
    exact_limit: int = knob(
        Stage.COMBINATION,
        Integer(0, 1000),
        50,
        "test=wilcoxon: null=auto is normal for more segments than this",
    )
    ties_and_zeros: str = knob(
        Stage.COMBINATION,
        Choice(("permuted", "unseen")),
        "permuted",
        "test=wilcoxon: with ties or zeros, null=auto takes all signs of up to 13 differences (a zero alone is an "
        "error), and is normal for more; or "
        "ties are as if there were none, zeros make auto and exact normal, and zeros alone are an error",
    )
    rank_sum: str = knob(
        Stage.COMBINATION,
        Choice(("conservative", "truncated")),
        "conservative",
        "test=wilcoxon: the exact distribution, that of whole rank sums, is asked for half a rank more on the side that "
        "gives the larger p, or for the sum without its half",
    )
    zeros: str = knob(
        Stage.COMBINATION,
        Choice(("wilcox", "pratt", "zsplit")),
        "wilcox",
        "test=wilcoxon: segments without a difference are left out; are ranked, and their ranks left out; or give half of "
        "their ranks to each side",
    )
    continuity: bool = knob(
        Stage.COMBINATION,
        BoolDomain(),
        False,
        "test=wilcoxon, mcnemar: null=normal moves the rank sum by 1/2, and the number of discordant pairs by 1, towards no "
        "difference, and mcnemar beyond it",
    )
    continuity_form: str = knob(
        Stage.COMBINATION,
        Choice(("z", "rank-sum")),
        "z",
        "test=wilcoxon: the correction for continuity is subtracted from z, or from the rank sum",
        rounding=True,
    )
    zero_division: str = knob(
        Stage.COMBINATION,
        Choice(("ieee", "raise", "nan")),
        "ieee",
        "test=mcnemar: null=normal without discordant pairs is undefined, and p = 0 with continuity; or an error; nan: "
        "undefined. test=sign: no pair that differs is an error; nan: undefined",
    )
    empty_input: str = knob(
        Stage.STATISTICS,
        Choice(("raise", "computed"), (("undefined", "computed"),)),
        "raise",
        "test=wilcoxon, mcnemar, t: systems without segments are an error, or undefined; mcnemar has no discordant pairs then",
    )


def classic_test(first: Sequence[float], second: Sequence[float], settings: Any) -> Trace:
    """Return the p-value of two systems' numbers by one of `CLASSIC_TESTS`; `MetricError` as they raise it."""
    if settings.test == "mcnemar":
        return mcnemar(
            first, second, settings.null, correction=settings.continuity, zero_division=settings.zero_division
        )
    if settings.test == "sign":
        return sign_test(first, second, settings.alternative, zero_division=settings.zero_division)
    differences = [x - y for x, y in zip(first, second, strict=True)]
    if settings.test == "t":
        return paired_t(differences, settings.alternative)
    if settings.undefined != "not-extreme" and any(map(math.isnan, (*first, *second))):
        return Trace(math.nan, {})
    rules = WilcoxonRules(
        settings.zeros,
        settings.null,
        settings.exact_limit,
        settings.ties_and_zeros,
        settings.rank_sum,
        settings.continuity,
        settings.continuity_form,
        settings.undefined,
    )
    return wilcoxon(differences, rules, settings.alternative)
