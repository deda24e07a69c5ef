"""Tests without resampling, computed exactly: null distributions are enumerated, or computed to 60 digits.

Wilcoxon 1945, Pratt 1959, Cureton 1967; McNemar 1947, Edwards 1948; Dixon and Mood 1946; Student 1908, with the finite
series of Abramowitz and Stegun 1964, 26.7.3 and 26.7.4; Welch 1947.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from math import ceil, comb, floor, isinf, isqrt
from typing import Any

from tests.oracle.arithmetic import Number, OracleError, decimal, sixty_digits

TESTS = ("wilcoxon", "mcnemar", "sign", "t", "t-unpaired", "welch")
Settings = dict[str, Any]
Answer = tuple[Number | None, dict[str, Any]]
#: The numbers of both systems; None is nan.
Numbers = list[float | None]


@sixty_digits
def score(first: Numbers, second: Numbers, settings: Settings) -> dict[str, Any]:
    """Return the p-value of two systems' numbers."""
    assert settings["empty_input"] in ("raise", "computed", "raise-unless-split")
    if not first and (
        settings["empty_input"] == "raise" or (settings["empty_input"] != "computed" and not _split(settings))
    ):
        raise OracleError("no segments")
    tests: dict[str, Callable[[Numbers, Numbers, Settings], Answer]] = {
        "wilcoxon": _wilcoxon,
        "mcnemar": _mcnemar,
        "sign": _sign,
        "t": _t,
        "t-unpaired": _unpaired,
        "welch": _unpaired,
    }
    value, stages = tests[settings["test"]](first, second, settings)
    return {"value": value, "stages": stages}


def _split(settings: Settings) -> bool:
    """Return whether zeros are split among the ranks of a normal distribution."""
    return (settings["test"], settings["null"], settings["zeros"]) == ("wilcoxon", "normal", "zsplit")


def _differences(first: Numbers, second: Numbers) -> list[Fraction | None]:
    """Return the differences, rounded to doubles; None for nan, and a number beyond all doubles for an infinite one."""
    return [
        None if x is None or y is None or (isinf(x) and x == y) else _finite(x - y)
        for x, y in zip(first, second, strict=True)
    ]


def _finite(difference: float) -> Fraction:
    return Fraction(difference) if not isinf(difference) else Fraction(10**400 if difference > 0 else -(10**400))


def _wilcoxon(first: Numbers, second: Numbers, settings: Settings) -> Answer:
    differences = _differences(first, second)
    missing, infinite = differences.count(None), None not in (*first, *second)
    if not differences:
        infinite_z = settings["continuity"] and settings["alternative"] != "two-sided"
        return Fraction(1) if infinite_z and settings["empty_input"] == "raise-unless-split" else None, {}
    rule = settings["undefined"]
    if missing and rule != "not-extreme" and not (infinite and rule.startswith("infinite-")):
        return None, {}
    if rule == "infinite-left-out":
        missing = 0
    defined = [d for d in differences if d is not None]
    zeros = defined.count(Fraction(0))
    dropped = settings["zeros"] == "wilcox"
    ranked = [d for d in defined if d or not dropped]
    ranks = _ranks([abs(d) for d in ranked])
    count = len(ranked) + missing
    tied = len({abs(d) for d in ranked}) < len(ranked)
    null = _null(settings, len(differences), zeros, tied=tied)
    if missing and rule == "infinite-raise":
        if null == "normal":
            return None, {}
        raise OracleError("the rank sum is no number")
    nothing = zeros == len(differences) and settings["zeros"] != "zsplit"
    if nothing and null == "normal" and settings["ties_and_zeros"] == "unseen":
        raise OracleError("the two scores of every pair are equal")
    plus = sum((r for r, d in zip(ranks, ranked, strict=True) if d > 0), Fraction(0))
    minus = sum((r for r, d in zip(ranks, ranked, strict=True) if d < 0), Fraction(0))
    moved = [r for r, d in zip(ranks, ranked, strict=True) if d]
    if null == "permutation":
        if len(differences) == 1:
            raise OracleError("a single zero")
        value: Number | None = _both(*_tails(moved, plus, plus), settings["alternative"])
    if settings["zeros"] == "zsplit":
        split = Fraction(zeros * (zeros + 1), 4)
        plus, minus = plus + split, minus + split
    if null == "exact":
        low, high = {
            "conservative": (Fraction(ceil(plus)), Fraction(floor(plus))),
            "truncated": (Fraction(floor(plus)), Fraction(floor(plus))),
        }[settings["rank_sum"]]
        value = _both(*_tails([Fraction(k) for k in range(1, count + 1)], low, high), settings["alternative"])
    if null == "normal":
        value = _normal_ranks(plus, count, zeros, [abs(d) for d in ranked], settings)
    return value, {"rank_sums": [float(plus), float(minus)]}


def _null(settings: Settings, pairs: int, zeros: int, *, tied: bool) -> str:
    null, few = settings["null"], pairs <= settings["exact_limit"]
    unseen = {"unseen": True, "permuted": False}[settings["ties_and_zeros"]]
    if null == "normal" or (null == "auto" and not few) or (unseen and zeros):
        return "normal"
    if null == "exact-limited" and not few:
        raise OracleError("the table of the exact distribution has ended")
    if null in ("exact", "exact-limited") or unseen or not (tied or zeros):
        return "exact"
    return "permutation" if pairs <= 13 else "normal"


def _ranks(sizes: list[Fraction]) -> list[Fraction]:
    """Return the rank of each value in sorted order; equal values share their mean rank."""
    below = [sum(other < size for other in sizes) for size in sizes]
    return [b + Fraction(sizes.count(size) + 1, 2) for b, size in zip(below, sizes, strict=True)]


def _tails(ranks: list[Fraction], low: Fraction, high: Fraction) -> tuple[Fraction, Fraction]:
    """Return the shares of all sums of subsets of `ranks` that are at most `low`, and at least `high`."""
    ways = {Fraction(0): 1}
    for rank in ranks:
        more = dict(ways)
        for total, count in ways.items():
            more[total + rank] = more.get(total + rank, 0) + count
        ways = more
    every = 2 ** len(ranks)
    less = sum(count for total, count in ways.items() if total <= low)
    return Fraction(less, every), Fraction(sum(count for total, count in ways.items() if total >= high), every)


def _normal_ranks(plus: Fraction, count: int, zeros: int, sizes: list[Fraction], settings: Settings) -> Number | None:
    left_out = {"wilcox": 0, "zsplit": 0, "pratt": zeros}[settings["zeros"]]
    middle = Fraction(count * (count + 1) - left_out * (left_out + 1), 4)
    variance = Fraction(_cubic(count) - _cubic(left_out), 24)
    for size in set(sizes):
        if size or not left_out:
            variance -= Fraction(sizes.count(size) ** 3 - sizes.count(size), 48)
    if not variance:
        return None
    distance = plus - middle
    alternative = settings["alternative"]
    side = {"greater": 1, "less": -1, "two-sided": (distance > 0) - (distance < 0)}[alternative]
    assert settings["continuity_form"] in ("z", "rank-sum")
    if settings["continuity"]:
        distance -= Fraction(side, 2)
    z = decimal(distance) / decimal(variance).sqrt()
    if alternative == "two-sided":
        return 2 * _normal_tail(abs(z))
    return _normal_tail(z if alternative == "greater" else -z)


def _cubic(n: int) -> int:
    return n * (n + 1) * (2 * n + 1)


def _discordant(first: Numbers, second: Numbers) -> tuple[int, int]:
    pairs = [(x, y) for x, y in zip(first, second, strict=True) if x is not None and y is not None]
    return sum(x > y for x, y in pairs), sum(x < y for x, y in pairs)


def _mcnemar(first: Numbers, second: Numbers, settings: Settings) -> Answer:
    if not {*first, *second} <= {0.0, 1.0}:
        raise OracleError("not right or wrong")
    b, c = _discordant(first, second)
    stages = {"discordant": [b, c]}
    if settings["null"] in ("auto", "exact"):
        return min(Fraction(1), 2 * _heads(min(b, c), b + c)), stages
    assert settings["null"] == "normal"
    above = (abs(b - c) - int(settings["continuity"])) ** 2
    if b + c:
        squared = Fraction(above, b + c)
        return 2 * _normal_tail(decimal(squared).sqrt()), {**stages, "chi_squared": float(squared)}
    if settings["zero_division"] == "raise":
        raise OracleError("no discordant pair")
    by_ieee = {"ieee": True, "nan": False}[settings["zero_division"]]
    return Fraction(0) if above and by_ieee else None, stages


def _sign(first: Numbers, second: Numbers, settings: Settings) -> Answer:
    more, fewer = _discordant(first, second)
    if not more + fewer:
        if settings["zero_division"] == "nan":
            return None, {"discordant": [0, 0]}
        raise OracleError("the two scores of every pair are equal")
    tails = _heads(more, more + fewer), _heads(fewer, more + fewer)
    return _both(*tails, settings["alternative"]), {"discordant": [more, fewer]}


def _heads(most: int, throws: int) -> Fraction:
    return Fraction(sum(comb(throws, k) for k in range(most + 1)), 2**throws)


def _both(less: Number, greater: Number, alternative: str) -> Number:
    both = min(Fraction(1), 2 * min(less, greater))
    return {"less": less, "greater": greater, "two-sided": both}[alternative]


def _t(first: Numbers, second: Numbers, settings: Settings) -> Answer:
    differences = _differences(first, second)
    defined = [d for d in differences if d is not None]
    freedom = len(defined) - 1
    if len(defined) < len(differences) or freedom < 1 or not any(defined):
        return None, {}
    middle = sum(defined, Fraction(0)) / len(defined)
    variance = Fraction(sum((d - middle) ** 2 for d in defined), freedom) / len(defined)
    upper: Number = Fraction(int(middle < 0))
    stages: dict[str, Any] = {}
    if variance:
        squared = middle * middle / variance
        roots = isqrt(squared.numerator), isqrt(squared.denominator)
        if Fraction(*roots) ** 2 == squared:
            stages = {"t": roots[0] / roots[1] if middle > 0 else -roots[0] / roots[1]}
        upper = _student_tail(decimal(middle) / decimal(variance).sqrt(), freedom)
    return _both(1 - upper, upper, settings["alternative"]), stages


def _unpaired(first: Numbers, second: Numbers, settings: Settings) -> Answer:
    """Return the result of a t-test of independent samples, with pooled or separate variances."""
    n = len(first)
    if n < 2 or any(number is None or isinf(number) for number in (*first, *second)):
        return None, {}
    middles, variances = [], []
    for numbers in (first, second):
        exact = [Fraction(number) for number in numbers if number is not None]
        middles.append(sum(exact, Fraction(0)) / n)
        variances.append(Fraction(sum((number - middles[-1]) ** 2 for number in exact), n - 1))
    difference, variance = middles[0] - middles[1], (variances[0] + variances[1]) / n
    if not variance and not difference:
        return None, {}
    upper: Number = Fraction(int(difference < 0))
    if variance:
        freedom = Fraction(2 * n - 2)
        if settings["test"] == "welch":
            freedom = (variances[0] + variances[1]) ** 2 * (n - 1) / (variances[0] ** 2 + variances[1] ** 2)
        t = decimal(difference) / decimal(variance).sqrt()
        both = _beta_share(decimal(freedom) / 2, decimal(freedom) / (decimal(freedom) + t * t))
        upper = both / 2 if t > 0 else 1 - both / 2
    return _both(1 - upper, upper, settings["alternative"]), {}


def _beta_share(a: Decimal, x: Decimal) -> Decimal:
    """Return the regularized incomplete beta function I_x(a, 1/2), the two-sided tail of Student's t.

    The parts below and above x sum to the complete function, which is computed at 1/2, where both series are short.
    """
    half = Decimal("0.5")
    whole = _beta_part(a, half, half) + _beta_part(half, a, half)
    return _beta_part(a, half, x) / whole if x < half else 1 - _beta_part(half, a, 1 - x) / whole


def _beta_part(a: Decimal, b: Decimal, x: Decimal) -> Decimal:
    """Return the integral of u^(a - 1) (1 - u)^(b - 1) from 0 to `x`, by its series (Abramowitz and Stegun 1964, 6.6.8)."""
    if not x:
        return Decimal(0)
    total = term = 1 / a
    k = 0
    while term > total * Decimal(10) ** -58:
        term *= x * (a + b + k) / (a + 1 + k)
        total += term
        k += 1
    return (a * x.ln() + b * (1 - x).ln()).exp() * total


def _student_tail(t: Decimal, freedom: int) -> Decimal:
    """Return the probability that Student's t exceeds `t`."""
    root = (freedom + t * t).sqrt()
    sine, squared = t / root, freedom / (freedom + t * t)
    odd = freedom % 2
    total, term = Decimal(0), squared.sqrt() if odd else Decimal(1)
    for k in range(1, freedom // 2 + 1):
        total += term
        term *= squared * (2 * k) / (2 * k + 1) if odd else squared * (2 * k - 1) / (2 * k)
    inside = sine * total
    if odd:
        inside = (_arctangent(t / Decimal(freedom).sqrt()) + inside) / (2 * _arctangent(Decimal(1)))
    return (1 - inside) / 2


def _arctangent(x: Decimal) -> Decimal:
    """Return the arctangent, with the angle halved until the series is short."""
    doublings = 0
    while abs(x) > Decimal("0.01"):
        x = x / (1 + (1 + x * x).sqrt())
        doublings += 1
    terms = ((-1) ** k * x ** (2 * k + 1) / (2 * k + 1) for k in range(16))
    return Decimal(2) ** doublings * sum(terms, Decimal(0))


def _normal_tail(z: Decimal) -> Decimal:
    """Return the probability that a normal variable exceeds `z`, by the series of erf."""
    x = z / Decimal(2).sqrt()
    total = term = x
    k = 0
    while abs(term) > Decimal(10) ** -58:
        k += 1
        term *= -x * x / k
        total += term / (2 * k + 1)
    return (1 - 2 * total / (4 * _arctangent(Decimal(1))).sqrt()) / 2
