"""The knobs of the tests without resampling, and the test that they select."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from samescore.base.errors import MetricError
from samescore.base.outcome import Trace
from samescore.metrics.significance.classic import (
    WilcoxonRules,
    mcnemar,
    paired_t,
    sign_test,
    unpaired_t,
    wilcoxon,
)
from samescore.settings import BoolDomain, Choice, Integer, Settings, Stage, knob

#: The tests that need no random numbers.
CLASSIC_TESTS = ("wilcoxon", "mcnemar", "sign", "t", "t-unpaired", "welch")


class ClassicSettings(Settings):
    """The knobs of tests without resampling. The defaults are SciPy's."""

    null: str = knob(
        Stage.COMBINATION,
        Choice(("auto", "exact", "exact-limited", "normal")),
        "auto",
        "Null distribution (only with test=wilcoxon or mcnemar). auto: exact for mcnemar, and for wilcoxon as "
        "set by exact_limit and ties_and_zeros; exact: exact distribution; exact-limited: the same, but for wilcoxon an "
        "error above exact_limit; normal: normal approximation, chi-squared for mcnemar",
    )
    exact_limit: int = knob(
        Stage.COMBINATION,
        Integer(0, 1000),
        50,
        "Number of segments above which null=auto uses the normal approximation, and null=exact-limited is an error "
        "(only with test=wilcoxon)",
    )
    ties_and_zeros: str = knob(
        Stage.COMBINATION,
        Choice(("permuted", "unseen")),
        "permuted",
        "Ties and zero differences (only with test=wilcoxon). permuted: with null=auto, permute all signs for up to "
        "13 differences (an error if the only difference is zero), and use the normal distribution for more; "
        "unseen: ignore ties, use null=normal instead of auto or exact if there are zeros, and treat an input of only "
        "zeros as an error",
    )
    rank_sum: str = knob(
        Stage.COMBINATION,
        Choice(("conservative", "truncated")),
        "conservative",
        "Fractional rank sums in the exact distribution (only with test=wilcoxon). conservative: round the "
        "half rank towards the larger p-value; truncated: drop the half rank",
    )
    zeros: str = knob(
        Stage.COMBINATION,
        Choice(("wilcox", "pratt", "zsplit")),
        "wilcox",
        "Segments without a difference (only with test=wilcoxon). wilcox: ignore them; pratt: rank them, then "
        "drop their ranks; zsplit: give half of their ranks to each side",
    )
    continuity: bool = knob(
        Stage.COMBINATION,
        BoolDomain(),
        False,
        "Apply a continuity correction with null=normal. With test=wilcoxon, move the rank sum by 1/2 towards "
        "no difference; with test=mcnemar, subtract 1 from the absolute difference of the discordant counts, "
        "even if it is 0",
    )
    continuity_form: str = knob(
        Stage.COMBINATION,
        Choice(("z", "rank-sum")),
        "z",
        "Where the continuity correction is subtracted (only with test=wilcoxon). z: from z; rank-sum: from "
        "the rank sum",
        rounding=True,
    )
    zero_division: str = knob(
        Stage.COMBINATION,
        Choice(("ieee", "raise", "nan")),
        "ieee",
        "Result without discordant pairs (only with test=sign, or with test=mcnemar and null=normal). ieee: "
        "undefined for mcnemar (but p = 0 with continuity), and an error for sign; raise: an error; nan: undefined",
    )
    empty_input: str = knob(
        Stage.STATISTICS,
        Choice(("raise", "computed", "raise-unless-split"), (("undefined", "computed"),)),
        "raise",
        "Result for systems without segments (not with test=sign). raise: an error; computed: "
        "undefined, except that mcnemar gives its result without discordant pairs (see zero_division); "
        "raise-unless-split: an error, except for wilcoxon with null=normal and zeros=zsplit, which is undefined, "
        "or 1 for one side with a continuity correction",
    )


def classic_test(first: Sequence[float], second: Sequence[float], settings: Any) -> Trace:
    """Return the p-value of two systems' numbers by one of `CLASSIC_TESTS`.

    If a number is nan, the p-value of a t-test is nan; for Wilcoxon's test, the knob ``undefined`` decides. Raises the
    `MetricError` of the test.
    """
    if not first and settings.empty_input == "raise-unless-split":
        return _unless_split(settings)
    if settings.test == "mcnemar":
        return mcnemar(
            first, second, settings.null, correction=settings.continuity, zero_division=settings.zero_division
        )
    if settings.test == "sign":
        return sign_test(first, second, settings.alternative, zero_division=settings.zero_division)
    if settings.test in ("t-unpaired", "welch"):
        return unpaired_t(first, second, settings.alternative, pooled=settings.test == "t-unpaired")
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


def _unless_split(settings: Any) -> Trace:
    """Return the p-value of Wilcoxon's test without pairs: 0/0, or an infinite z if there is a correction of one side.

    Raises `MetricError` unless the null distribution is the normal one and zeros are split.
    """
    if settings.test != "wilcoxon" or settings.null != "normal" or settings.zeros != "zsplit":
        raise MetricError("the systems have no segments", kind="ValueError")
    corrected = settings.continuity and settings.alternative != "two-sided"
    return Trace(1.0 if corrected else math.nan, {})
