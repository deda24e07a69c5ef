"""Compare paired numbers without resampling: Wilcoxon's signed ranks, McNemar's test, the sign test, t-tests.

Each test is a function of numbers, or of differences between the paired numbers of two systems, the first minus the
second. It returns the p-value, in 0..1 (nan if undefined), with the numbers that it was computed from. `alternative` is
``two-sided``, ``less`` (the first system's numbers are smaller) or ``greater``. `null` is the distribution under the
null hypothesis: ``exact``, ``exact-limited``, ``normal``, or for Wilcoxon's test ``auto``.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from itertools import groupby

import msgspec

from samescore.base.errors import MetricError
from samescore.base.outcome import Trace
from samescore.metrics.significance.distributions import binomial_cdf, chi_squared_sf, normal_cdf, student_cdf
from samescore.metrics.summation import numpy_sum

#: Maximum number of pairs for which SciPy permutes the signs of tied ranks: 2**13 is less than its 9999 resamples.
_PERMUTED_PAIRS = 13


class WilcoxonRules(msgspec.Struct, frozen=True):
    """The conventions of a Wilcoxon signed-rank test; SciPy 1.15 and later have the same defaults.

    `zeros` decides about pairs without a difference: ``wilcox`` drops them, ``pratt`` ranks them and then drops their
    ranks, ``zsplit`` gives half of their ranks to each side. If `null` is ``auto``, the test is exact up to
    `exact_limit` pairs; ``exact-limited`` raises an error for more. `ties_and_zeros` is ``permuted`` or ``unseen`` (see
    the knob of this name). `rank_sum` is the way to look up a sum of tied ranks in the exact distribution, which has
    only integers: ``conservative`` or ``truncated``. With `correction`, half a unit towards the mean is subtracted from
    ``z`` or from the ``rank-sum``, depending on `correction_form`. If a difference is undefined (nan), `undefined`
    makes the result ``nan``, gives the difference the highest rank and no sign (``not-extreme``, ``infinite-ranked``),
    drops it (``infinite-left-out``), or raises an error unless the normal distribution is used (``infinite-raise``).
    """

    zeros: str = "wilcox"
    null: str = "auto"
    exact_limit: int = 50
    ties_and_zeros: str = "permuted"
    rank_sum: str = "conservative"
    correction: bool = False
    correction_form: str = "z"
    undefined: str = "nan"


def wilcoxon(differences: Sequence[float], rules: WilcoxonRules, alternative: str = "two-sided") -> Trace:
    """Return the p-value of Wilcoxon's signed-rank test (Wilcoxon 1945; Pratt 1959; Cureton 1967).

    The p-value is nan for no differences. Raises `MetricError` if all differences are zero and zeros are ``unseen``,
    for a single difference that would be ``permuted``, for more than `exact_limit` differences if `null` is
    ``exact-limited``, and, depending on `undefined`, for undefined differences.

    >>> wilcoxon([6, 8, 14, 16, 23], WilcoxonRules(), "greater").value
    0.03125
    """
    missing = any(map(math.isnan, differences))
    if not differences or (missing and rules.undefined == "nan"):
        return Trace(math.nan, {})
    zeros = sum(difference == 0 for difference in differences)
    ranked = [difference for difference in differences if difference or rules.zeros != "wilcox"]
    if rules.undefined == "infinite-left-out":
        ranked = [difference for difference in ranked if not math.isnan(difference)]
    ranks, ties = _ranks([abs(difference) for difference in ranked])
    null = _null_distribution(rules, len(differences), zeros, tied=any(size > 1 for size in ties))
    if missing and rules.undefined == "infinite-raise":
        if null == "normal":
            return Trace(math.nan, {})
        raise MetricError("both systems have the same infinite score for a segment", kind="ValueError")
    nothing = zeros == len(differences) and rules.zeros != "zsplit"
    if nothing and null == "normal" and rules.ties_and_zeros == "unseen":
        raise MetricError("the two scores of every pair are equal", kind="ValueError")
    halves = sum((rank for rank, d in zip(ranks, ranked, strict=True) if d == 0), 0.0) / 2
    split = halves if rules.zeros == "zsplit" else 0.0
    plus = sum((rank for rank, d in zip(ranks, ranked, strict=True) if d > 0), 0.0) + split
    minus = sum((rank for rank, d in zip(ranks, ranked, strict=True) if d < 0), 0.0) + split
    stages = {"null": null, "rank_sums": [plus, minus]}
    if null == "exact":
        if rules.null == "exact-limited" and len(differences) > rules.exact_limit:
            raise MetricError(
                f"the exact distribution ends at {rules.exact_limit} pairs, and there are {len(differences)}",
                hint="set null=normal, or a higher exact_limit",
                kind="ValueError",
            )
        return Trace(_exact_ranks(plus, len(ranked), rules.rank_sum, alternative), stages)
    if null == "permutation":
        if len(differences) == 1:
            raise MetricError("a single pair cannot be permuted", kind="ValueError")
        moved = [rank for rank, d in zip(ranks, ranked, strict=True) if d > 0 or d < 0]
        return Trace(_permuted_ranks(plus - split, moved, alternative), stages)
    z = _standardized_ranks(plus, len(ranked), zeros if rules.zeros == "pratt" else 0, ties, rules, alternative)
    return Trace(_normal(z, alternative), {**stages, "z": z})


def _null_distribution(rules: WilcoxonRules, pairs: int, zeros: int, *, tied: bool) -> str:
    """Return the null distribution to use: ``exact``, ``permutation`` or ``normal``."""
    if rules.ties_and_zeros == "unseen":
        exact = rules.null.startswith("exact") or (rules.null == "auto" and pairs <= rules.exact_limit)
        return "exact" if exact and not zeros else "normal"
    if rules.null != "auto":
        return "normal" if rules.null == "normal" else "exact"
    if pairs > rules.exact_limit:
        return "normal"
    if not tied and not zeros:
        return "exact"
    return "permutation" if pairs <= _PERMUTED_PAIRS else "normal"


def _ranks(sizes: Sequence[float]) -> tuple[list[float], list[int]]:
    """Return the rank of each number, and the sizes of groups of equal numbers, from the lowest.

    Ranks count from 1; equal numbers share their mean rank, and nan ranks highest.
    """
    order = sorted(range(len(sizes)), key=lambda i: (math.isnan(sizes[i]), sizes[i]))
    ranks = [0.0] * len(sizes)
    ties: list[int] = []
    for _, group in groupby(order, key=lambda i: sizes[i]):
        places = list(group)
        first = sum(ties)
        ties.append(len(places))
        for i in places:
            ranks[i] = first + (len(places) + 1) / 2
    return ranks, ties


def _standardized_ranks(
    plus: float, count: int, zeros: int, ties: Sequence[int], rules: WilcoxonRules, alternative: str
) -> float:
    """Return the standardized deviation of a rank sum from its mean; nan if the standard error is 0.

    `zeros` is the number of dropped ranks of zero differences.
    """
    mean = count * (count + 1.0) * 0.25 - zeros * (zeros + 1.0) * 0.25
    variance = count * (count + 1.0) * (2.0 * count + 1.0) - zeros * (zeros + 1.0) * (2.0 * zeros + 1.0)
    tied = sum(size**3 - size for size in (ties[1:] if zeros else ties))
    error = math.sqrt((variance - tied / 2) / 24)
    if not error:
        return math.nan
    z = (plus - mean) / error
    if not rules.correction:
        return z
    sign = {"greater": 1.0, "less": -1.0}.get(alternative, math.copysign(1.0, z) if z else 0.0)
    return z - sign * 0.5 / error if rules.correction_form == "z" else (plus - mean - sign * 0.5) / error


def _exact_ranks(plus: float, count: int, rank_sum: str, alternative: str) -> float:
    """Return the p-value of `plus`, the sum of the positive ones among the untied ranks 1 to `count`.

    Probabilities are added up in the order of `numpy.sum`.
    """
    masses = [1.0]
    for rank in range(1, count + 1):
        halves = [mass * 0.5 for mass in masses]
        masses = [*halves, *[0.0] * rank]
        for k, mass in enumerate(halves, start=rank):
            masses[k] += mass
    if rank_sum == "truncated":
        less, greater = numpy_sum(masses[: int(plus) + 1]), numpy_sum(masses[int(plus) :])
    else:
        low, high, middle = math.ceil(plus), math.floor(plus), count * (count + 1) / 4
        less = numpy_sum(masses[: low + 1]) if low <= middle else 1 - numpy_sum(masses[low + 1 :])
        greater = numpy_sum(masses[high:]) if high <= middle else 1 - numpy_sum(masses[:high])
    return _p_of_tails(less, greater, alternative)


def _permuted_ranks(plus: float, ranks: Sequence[float], alternative: str) -> float:
    """Return the p-value of the sum `plus` of positive ranks among all assignments of signs to `ranks`.

    It is the share of assignments whose sum is at least as extreme.
    """
    sums = Counter({0.0: 1})
    for rank in ranks:
        sums += Counter({value + rank: ways for value, ways in sums.items()})
    total = 2 ** len(ranks)
    less = sum(ways for value, ways in sums.items() if value <= plus) / total
    greater = sum(ways for value, ways in sums.items() if value >= plus) / total
    return _p_of_tails(less, greater, alternative)


def discordant(first: Sequence[float], second: Sequence[float]) -> tuple[int, int]:
    """Return the number of pairs in which the first number is greater, and the number in which the second is.

    A pair with a nan counts for neither.

    >>> discordant([1, 0, 1, 1], [0, 1, 0, 1])
    (2, 1)
    """
    pairs = list(zip(first, second, strict=True))
    return sum(x > y for x, y in pairs), sum(x < y for x, y in pairs)


def mcnemar(
    first: Sequence[float],
    second: Sequence[float],
    null: str = "exact",
    *,
    correction: bool = False,
    zero_division: str = "ieee",
) -> Trace:
    """Return the p-value of McNemar's test of two systems' answers, 1 if correct and 0 if wrong.

    The exact test compares the smaller number of discordant pairs with a binomial distribution. Otherwise (b - c)**2/(b
    + c), or with `correction` (|b - c| - 1)**2/(b + c), is compared with chi-squared, as published (McNemar 1947;
    Edwards 1948): the difference is not floored at 0. Without a discordant pair the exact p-value is 1. The fraction is
    then 0/0, with p-value nan, or with `correction` 1/0, with p-value 0 (nan if `zero_division` is ``nan``); raises
    `MetricError` if `zero_division` is ``raise``. Raises `MetricError` for numbers other than 0 and 1.

    >>> mcnemar([1, 1, 1, 0], [0, 0, 0, 1]).value
    0.625
    """
    for score in (*first, *second):
        if score not in (0, 1):
            raise MetricError(
                f"McNemar's test needs scores of 1 (right) or 0 (wrong), not {score:g}", kind="ValueError"
            )
    b, c = discordant(first, second)
    stages: dict[str, object] = {"discordant": [b, c]}
    if null != "normal":
        return Trace(min(1.0, 2 * binomial_cdf(min(b, c), b + c)), stages)
    above = float((abs(b - c) - correction) ** 2)
    if b + c:
        squared = above / (b + c)
    elif zero_division == "raise":
        raise MetricError("there are no discordant pairs", kind="ZeroDivisionError")
    else:
        squared = math.inf if above and zero_division == "ieee" else math.nan
    return Trace(chi_squared_sf(squared), {**stages, "chi_squared": squared})


def sign_test(
    first: Sequence[float], second: Sequence[float], alternative: str = "two-sided", *, zero_division: str = "raise"
) -> Trace:
    """Return the p-value of the exact sign test (Dixon and Mood 1946); pairs without a difference are dropped.

    If no pair differs, it is nan if `zero_division` is ``nan``; otherwise raises `MetricError`.

    >>> sign_test([3, 4, 5, 6], [1, 2, 3, 6]).value
    0.25
    """
    more, fewer = discordant(first, second)
    trials = more + fewer
    if not trials and zero_division == "nan":
        return Trace(math.nan, {"discordant": [0, 0]})
    if not trials:
        raise MetricError("the two scores of every pair are equal", kind="ValueError")
    less, greater = binomial_cdf(more, trials), binomial_cdf(fewer, trials)
    return Trace(_p_of_tails(less, greater, alternative), {"discordant": [more, fewer]})


def paired_t(differences: Sequence[float], alternative: str = "two-sided") -> Trace:
    """Return the p-value of Student's t-test of the mean of `differences` (Student 1908).

    Sums are in numpy's order of additions. The p-value is nan for fewer than two differences, and if all are zero; if
    they are equal but not zero, t is infinite.

    >>> paired_t([1.0, 3.0]).value
    0.2951672353008665
    """
    count = len(differences)
    if count < 2:
        return Trace(math.nan, {})
    mean, variance = _moments(differences)
    error = math.sqrt(variance / count)
    infinite = math.copysign(math.inf, mean) if mean else math.nan
    t = mean / error if error else infinite
    return Trace(_student_p(t, count - 1, alternative), {"t": t})


def unpaired_t(
    first: Sequence[float], second: Sequence[float], alternative: str = "two-sided", *, pooled: bool = True
) -> Trace:
    """Return the p-value of a t-test of the means of two independent samples of the same size.

    With `pooled` it is Student's test (1908), for equal variances; without, it is Welch's (1947). Sums are in numpy's
    order of additions. The p-value is nan for fewer than two numbers, for a nan, and for equal means without variance;
    for different means without variance, t is infinite.

    >>> unpaired_t([2.0, 0.0], [1.0, 1.0]).value
    1.0
    """
    count = len(first)
    if count < 2:
        return Trace(math.nan, {})
    (mean, variance), (other_mean, other_variance) = _moments(first), _moments(second)
    if pooled:
        freedom = 2 * count - 2.0
        both = ((count - 1) * variance + (count - 1) * other_variance) / freedom
        error = math.sqrt(both * (1.0 / count + 1.0 / count))
    else:
        share, other_share = variance / count, other_variance / count
        below = share * share / (count - 1) + other_share * other_share / (count - 1)
        freedom = (share + other_share) * (share + other_share) / below if below else 1.0
        error = math.sqrt(share + other_share)
    freedom = 1.0 if math.isnan(freedom) else freedom
    difference = mean - other_mean
    t = difference / error if error else math.copysign(math.inf, difference) if difference else math.nan
    return Trace(_student_p(t, freedom, alternative), {"t": t})


def _moments(numbers: Sequence[float]) -> tuple[float, float]:
    """Return the mean and the unbiased variance of two or more numbers."""
    count = len(numbers)
    mean = numpy_sum(list(numbers)) / count
    squares = [(number - mean) * (number - mean) for number in numbers]
    return mean, numpy_sum(squares) / count * (count / (count - 1))


def _student_p(t: float, freedom: float, alternative: str) -> float:
    if math.isnan(t):
        return t
    tails = student_cdf(t, freedom), student_cdf(-t, freedom)
    return 2 * min(tails) if alternative == "two-sided" else tails[alternative == "greater"]


def _p_of_tails(less: float, greater: float, alternative: str) -> float:
    if alternative == "two-sided":
        return min(1.0, 2 * min(less, greater))
    return less if alternative == "less" else greater


def _normal(z: float, alternative: str) -> float:
    if alternative == "two-sided":
        return 2 * normal_cdf(-abs(z))
    return normal_cdf(z if alternative == "less" else -z)
