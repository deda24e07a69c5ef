"""Known mistakes in correlations."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import combinations
from typing import Any

from samescore.metrics.base import DataT, Metric, SettingsT
from samescore.metrics.correlation.kendall import KENDALL
from samescore.metrics.correlation.pearson import PEARSON
from samescore.metrics.correlation.ratings import present
from samescore.metrics.correlation.spearman import SPEARMAN, mean_ranks
from samescore.metrics.mistakes.contract import Mistake
from samescore.metrics.mistakes.texts import presentations
from samescore.metrics.mistakes.variants import kept_score

_Numbers = list[float]
_Correlate = Callable[[_Numbers, _Numbers], float]


def _correlating(
    name: str, meaning: str, metric: Metric[DataT, SettingsT], change: _Correlate, **methods: object
) -> Mistake:
    """Return a mistake in the correlation: `change` gets two lists of scores (or of ranks, for a rank correlation)."""

    def result(self: object, x: _Numbers, y: _Numbers, settings: object, stages: object) -> tuple[float, int]:
        try:
            return change(list(x), list(y)), len(x)
        except (ZeroDivisionError, ValueError):
            return math.nan, len(x)

    return Mistake(name, meaning, "score", kept_score(metric, result=result, **methods))


def _mean(x: _Numbers) -> float:
    return math.fsum(x) / len(x)


def _sums(x: _Numbers, y: _Numbers) -> tuple[float, float, float]:
    """Return the sums of products of the deviations from the mean: xy, xx and yy."""
    a, b = ([value - _mean(side) for value in side] for side in (x, y))
    return (
        math.fsum(p * q for p, q in zip(a, b, strict=True)),
        math.fsum(p * p for p in a),
        math.fsum(q * q for q in b),
    )


def _pearson(x: _Numbers, y: _Numbers) -> float:
    xy, xx, yy = _sums(x, y)
    return xy / math.sqrt(xx * yy)


def _from_sums(change: Callable[[float, float, float, int], float]) -> _Correlate:
    return lambda x, y: change(*_sums(x, y), len(x))


def _cosine(x: _Numbers, y: _Numbers) -> float:
    return math.fsum(p * q for p, q in zip(x, y, strict=True)) / math.sqrt(
        math.fsum(p * p for p in x) * math.fsum(q * q for q in y)
    )


def _one_centred(x: _Numbers, y: _Numbers) -> float:
    return _cosine([value - _mean(x) for value in x], y)


def _other_centred(x: _Numbers, y: _Numbers) -> float:
    return _cosine(x, [value - _mean(y) for value in y])


def _concordance(x: _Numbers, y: _Numbers) -> float:
    xy, xx, yy = _sums(x, y)
    return 2 * xy / (xx + yy + len(x) * (_mean(x) - _mean(y)) ** 2)


_VALUES = (
    Mistake("absolute", "the absolute value", "value", lambda value, s: abs(value)),
    Mistake("squared", "the squared correlation", "value", lambda value, s: value * value),
    Mistake("negative-as-zero", "negative values become 0", "value", lambda value, s: max(0.0, value)),
    Mistake("from-zero-to-one", "(r + 1) / 2: 0 to 1 instead of -1 to 1", "value", lambda value, s: (value + 1) / 2),
    Mistake("fisher-z", "Fisher's z, the inverse hyperbolic tangent of the correlation", "value",
            lambda value, s: math.atanh(value) if abs(value) < 1 else None),
    *(m for m in presentations(highest=1) if m.name not in ("score-squared", "root-of-score")),
)  # fmt: skip


def _moments(metric: Metric[DataT, SettingsT]) -> tuple[Mistake, ...]:
    """Return mistakes in a correlation of deviations from the mean."""
    made = (
        ("degrees-of-freedom", "the covariance is divided by n - 1 and the deviations by n",
         _from_sums(lambda xy, xx, yy, n: xy / math.sqrt(xx * yy) * n / (n - 1))),
        ("degrees-of-freedom-reversed", "the covariance is divided by n and the deviations by n - 1",
         _from_sums(lambda xy, xx, yy, n: xy / math.sqrt(xx * yy) * (n - 1) / n)),
        ("root-missing", "the square root of the denominator is missing", _from_sums(lambda xy, xx, yy, n: xy / (xx * yy))),
        ("variances-for-deviations", "the covariance is divided by variances instead of standard deviations",
         _from_sums(lambda xy, xx, yy, n: (xy / n) / ((xx / n) * (yy / n)))),
        ("covariance-n", "the covariance, divided by n", _from_sums(lambda xy, xx, yy, n: xy / n)),
        ("covariance-n-1", "the covariance, divided by n - 1", _from_sums(lambda xy, xx, yy, n: xy / (n - 1))),
        ("not-divided-by-n", "the sum of products is not divided by n: r times n",
         _from_sums(lambda xy, xx, yy, n: xy / math.sqrt(xx * yy) * n)),
        ("not-divided-by-n-1", "the sum of products is not divided by n - 1: r times n - 1",
         _from_sums(lambda xy, xx, yy, n: xy / math.sqrt(xx * yy) * (n - 1))),
        ("slope-of-human", "the covariance is divided by the variance of the metric: a slope",
         _from_sums(lambda xy, xx, yy, n: xy / xx)),
        ("slope-of-metric", "the covariance is divided by the variance of the human scores: a slope",
         _from_sums(lambda xy, xx, yy, n: xy / yy)),
        ("not-centred", "means are not subtracted (cosine)", _cosine),
        ("metric-alone-centred", "the mean of the human scores is not subtracted in their deviation", _one_centred),
        ("human-alone-centred", "the mean of the metric is not subtracted in its deviation", _other_centred),
        ("spreads-added", "the variances are averaged, not multiplied under a root",
         _from_sums(lambda xy, xx, yy, n: 2 * xy / (xx + yy))),
    )  # fmt: skip
    return tuple(_correlating(name, meaning, metric, change) for name, meaning, change in made)


def _overrides_for_scores(change: _Correlate) -> dict[str, Any]:
    """Return method overrides that make a rank correlation apply `change` to the scores instead of their ranks."""
    return {
        "present": lambda self, metric, human, s: present(metric, human, s.missing),
        "result": lambda self, x, y, s, stages: (_or_nan(change, x, y), len(x)),
    }


def _or_nan(change: _Correlate, x: _Numbers, y: _Numbers) -> float:
    try:
        return change(x, y)
    except (ZeroDivisionError, ValueError):
        return math.nan


def _ranking(name: str, meaning: str, change: _Correlate) -> Mistake:
    return Mistake(name, meaning, "score", kept_score(SPEARMAN, **_overrides_for_scores(change)))


def _ordinal(x: _Numbers) -> _Numbers:
    """Return ranks in which ties are broken by the order of the input."""
    order = sorted(range(len(x)), key=lambda i: x[i])
    ranks = [0.0] * len(x)
    for rank, i in enumerate(order, 1):
        ranks[i] = float(rank)
    return ranks


def _lowest(x: _Numbers) -> _Numbers:
    return [1.0 + sum(other < value for other in x) for value in x]


def _highest(x: _Numbers) -> _Numbers:
    return [float(sum(other <= value for other in x)) for value in x]


def _dense(x: _Numbers) -> _Numbers:
    return [1.0 + sum(other < value for other in set(x)) for value in x]


def _order(x: _Numbers) -> _Numbers:
    """Return the order of the items (argsort), which is used in place of ranks."""
    return [float(i) for i in sorted(range(len(x)), key=lambda i: x[i])]


def _on(ranks: Callable[[_Numbers], _Numbers], correlate: _Correlate = _pearson) -> _Correlate:
    return lambda x, y: correlate(ranks(x), ranks(y))


def _differences(factor: float, below: Callable[[int], float]) -> _Correlate:
    """Return a function that computes 1 - factor * sum of squared differences / below(n)."""
    return lambda x, y: 1 - factor * math.fsum((a - b) ** 2 for a, b in zip(x, y, strict=True)) / below(len(x))


SPEARMAN_MISTAKES: tuple[Mistake, ...] = (
    _ranking("ties-in-input-order", "equal scores get different ranks, in the order of the input", _on(_ordinal)),
    _ranking("ties-in-input-order-differences", "equal scores get different ranks, and the formula for ranks without ties",
             _on(_ordinal, _differences(6, lambda n: n * (n * n - 1)))),
    _ranking("lowest-rank-of-ties", "equal scores share the lowest of their ranks", _on(_lowest)),
    _ranking("lowest-rank-of-ties-differences",
             "equal scores share the lowest of their ranks, and the formula for ranks without ties",
             _on(_lowest, _differences(6, lambda n: n * (n * n - 1)))),
    _ranking("highest-rank-of-ties", "equal scores share the highest of their ranks", _on(_highest)),
    _ranking("dense-ranks", "equal scores share a rank, and the next rank follows without a gap", _on(_dense)),
    _ranking("dense-ranks-differences", "equal scores share a rank without a gap, and the formula for ranks without ties",
             _on(_dense, _differences(6, lambda n: n * (n * n - 1)))),
    _ranking("order-for-ranks", "the order of the items (argsort) is taken for their ranks", _on(_order)),
    _ranking("pearson", "the scores are not ranked: Pearson's correlation", _pearson),
    _ranking("metric-alone-ranked", "only the metric's scores are ranked", lambda x, y: _pearson(mean_ranks(x), y)),
    _ranking("human-alone-ranked", "only the human scores are ranked", lambda x, y: _pearson(x, mean_ranks(y))),
    _ranking("one-side-descending", "one side is ranked from the highest down, the other from the lowest up",
             lambda x, y: -_pearson(mean_ranks(x), mean_ranks(y))),
    _correlating("six-missing", "the formula for ranks without ties, without its factor 6", SPEARMAN,
                 _differences(1, lambda n: n * (n * n - 1))),
    _correlating("n-cubed", "6 times the squared differences are divided by n cubed", SPEARMAN, _differences(6, lambda n: n**3)),
    _correlating("n-squared-minus-one", "6 times the squared differences are divided by n^2 - 1, without n", SPEARMAN,
                 _differences(6, lambda n: n * n - 1)),
    _correlating("n-minus-one", "6 times the squared differences are divided by n (n - 1)", SPEARMAN,
                 _differences(6, lambda n: n * (n - 1))),
    _correlating("differences-not-squared", "rank differences are not squared", SPEARMAN,
                 lambda x, y: 1 - 6 * math.fsum(abs(a - b) for a, b in zip(x, y, strict=True)) / (len(x) * (len(x) ** 2 - 1))),
    *_moments(SPEARMAN),
    *_VALUES,
)  # fmt: skip


def _pair_counts(x: _Numbers, y: _Numbers) -> tuple[int, int, int, int, int]:
    """Return the numbers of pairs: concordant, discordant, tied only in x, tied only in y, tied in both."""
    c = d = in_x = in_y = in_both = 0
    for (a, p), (b, q) in combinations(zip(x, y, strict=True), 2):
        if a == b and p == q:
            in_both += 1
        elif a == b:
            in_x += 1
        elif p == q:
            in_y += 1
        elif (a < b) == (p < q):
            c += 1
        else:
            d += 1
    return c, d, in_x, in_y, in_both


def _counting_pairs(name: str, meaning: str, change: Callable[[int, int, int, int, int, int], float]) -> Mistake:
    """Return a mistake in tau: `change` gets the numbers of pairs (see `_pair_counts`; x is the metric) and of items."""
    return _correlating(name, meaning, KENDALL, lambda x, y: change(*_pair_counts(x, y), len(x)))


KENDALL_MISTAKES: tuple[Mistake, ...] = (
    _counting_pairs("all-pairs", "pairs are divided by all pairs, tied ones too (tau-a)",
                    lambda c, d, x, y, b, n: (c - d) / (n * (n - 1) / 2)),
    _counting_pairs("divided-by-n-squared", "the difference is divided by n^2", lambda c, d, x, y, b, n: (c - d) / n**2),
    _counting_pairs("half-missing", "the difference is divided by n (n - 1), without the half",
                    lambda c, d, x, y, b, n: (c - d) / (n * (n - 1))),
    _counting_pairs("discordant-ignored", "pairs that disagree are not subtracted",
                    lambda c, d, x, y, b, n: c / (n * (n - 1) / 2)),
    _counting_pairs("share-of-concordant", "the share of pairs that agree, of those that are not tied",
                    lambda c, d, x, y, b, n: c / (c + d)),
    _counting_pairs("ties-ignored", "tied pairs are left out (gamma)", lambda c, d, x, y, b, n: (c - d) / (c + d)),
    _counting_pairs("ties-agree", "every tied pair counts as agreeing", lambda c, d, x, y, b, n: (c + x + y + b - d) / (n * (n - 1) / 2)),
    _counting_pairs("ties-disagree", "every tied pair counts as disagreeing",
                    lambda c, d, x, y, b, n: (c - d - x - y - b) / (n * (n - 1) / 2)),
    _counting_pairs("ties-of-one-disagree", "pairs tied on one side count as disagreeing",
                    lambda c, d, x, y, b, n: (c - d - x - y) / (c + d + x + y)),
    _counting_pairs("metric-ties-alone", "only the metric's ties are taken out of the denominator",
                    lambda c, d, x, y, b, n: (c - d) / (c + d + y)),
    _counting_pairs("human-ties-alone", "only people's ties are taken out of the denominator",
                    lambda c, d, x, y, b, n: (c - d) / (c + d + x)),
    _counting_pairs("root-missing", "tau-b without the square root",
                    lambda c, d, x, y, b, n: (c - d) / ((c + d + x) * (c + d + y))),
    _counting_pairs("ties-added-below", "ties are added to the denominator twice",
                    lambda c, d, x, y, b, n: (c - d) / (c + d + x + y)),
    _counting_pairs("difference-alone", "the difference of the pairs, not divided", lambda c, d, x, y, b, n: c - d),
    *_VALUES,
)  # fmt: skip

PEARSON_MISTAKES: tuple[Mistake, ...] = (
    *_moments(PEARSON),
    _correlating("spearman", "the scores are ranked: Spearman's correlation", PEARSON, lambda x, y: _pearson(mean_ranks(x), mean_ranks(y))),
    _correlating("concordance", "Lin's concordance correlation", PEARSON, _concordance),
    *_VALUES,
)  # fmt: skip
