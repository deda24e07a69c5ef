"""Calibrate ties: choose the largest difference of metric scores that counts as a tie (Deutsch et al. 2023).

"Ties Matter: Meta-Evaluating Modern Metrics with Pairwise Accuracy and Tie Calibration". The candidates are 0 and every
difference of two scores in a group. The candidate with the highest mean result over the groups is selected; on ties,
the smallest.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, groupby
from operator import itemgetter

from samescore.base.errors import MetricError
from samescore.metrics.correlation.concordance import PairCounts, relation

#: The metric's scores and the human scores of a group.
Group = tuple[Sequence[float], Sequence[float]]
#: A function that returns the result of a group from the counts of its pairs.
Result = Callable[[PairCounts], float]

#: The values of a pair, by variant: if both sides agree, if they do not, and if a score is missing.
_WORTH = {"23": (1, -1, 0), "accuracy": (1, 0, 0)}
#: Variants in which a pair has such a value, as calibration requires.
CALIBRATED = tuple(_WORTH)

#: Maximum number of pairs; more would take over 2 GB.
MOST_PAIRS = 10**7
#: Maximum difference that is a candidate: the maximum of the knob ``epsilon``.
_LARGEST = 1e300


def best_epsilon(groups: Sequence[Group], weights: Sequence[int], variant: str) -> float:
    """Return the epsilon that maximises the weighted mean of the groups' results, in exact arithmetic.

    Raises `MetricError` for more than `MOST_PAIRS` pairs.
    """
    agree, differ, apart = _WORTH[variant]
    worth = (agree, differ, differ, differ, agree, apart)
    sizes = _sizes(groups)
    common = math.lcm(*sizes)
    gains = []
    for (metric, human), size, weight in zip(groups, sizes, weights, strict=True):
        share = weight * common // size
        for difference, untied, tied in _changes(metric, human):
            gains.append((difference, share * (worth[tied] - worth[untied])))
    gains.sort(key=itemgetter(0))
    best, epsilon, total = 0, 0.0, 0
    for difference, alike in groupby(gains, key=itemgetter(0)):
        total += sum(gain for _, gain in alike)
        if total > best:
            best, epsilon = total, difference
    return epsilon


def running_best(groups: Sequence[Group], weights: Sequence[int], divisor: int, result: Result) -> tuple[float, float]:
    """Return the best epsilon and its mean, from a running sum of results that is updated whenever a pair becomes tied.

    An update subtracts the group's old result and adds the new one. The mean is the sum over `divisor`, the total
    weight of the groups that count. The rounding errors accumulate in the sum, so the mean may differ in its last
    digits, and a different epsilon may have the highest mean. Raises `MetricError` for more than `MOST_PAIRS` pairs.
    """
    _sizes(groups)
    counts = [[0] * len(PairCounts._fields) for _ in groups]
    changes = []
    for number, (metric, human) in enumerate(groups):
        for difference, untied, tied in _changes(metric, human):
            counts[number][untied] += 1
            if difference <= _LARGEST:
                changes.append((difference, number, untied, tied))
    changes.sort(key=itemgetter(0))
    results = [result(PairCounts(*of_group)) for of_group in counts]
    total = sum(weight * value for weight, value in zip(weights, results, strict=True))
    means = {0.0: total / divisor}  # by epsilon; an update that changes no result may still change the rounding errors
    for epsilon, alike in groupby(changes, key=itemgetter(0)):
        for _, number, untied, tied in alike:
            total -= weights[number] * results[number]
            counts[number][untied] -= 1
            counts[number][tied] += 1
            results[number] = result(PairCounts(*counts[number]))
            total += weights[number] * results[number]
        means[epsilon] = total / divisor
    best = max(means, key=means.__getitem__)
    return best, means[best]


def _sizes(groups: Sequence[Group]) -> list[int]:
    """Return the number of pairs in each group; raises `MetricError` for more than `MOST_PAIRS` pairs in total."""
    sizes = [len(metric) * (len(metric) - 1) // 2 for metric, _ in groups]
    if (pairs := sum(sizes)) > MOST_PAIRS:
        hint = f"the limit is {MOST_PAIRS:,}; set average_by to score groups separately"
        raise MetricError(f"{pairs:,} pairs are too many to calibrate ties", kind="ValueError", hint=hint)
    return sizes


def _changes(metric: Sequence[float], human: Sequence[float]) -> Iterator[tuple[float, int, int]]:
    """Yield for each pair the difference of its metric scores, and its `PairCounts` fields untied and tied.

    Fields are given by their indices.
    """
    for (x, y), (u, v) in combinations(list(zip(metric, human, strict=True)), 2):
        difference = 0.0 if x == u else abs(x - u)
        if difference <= _LARGEST:  # false if a score is missing
            yield difference, relation(x, y, u, v, x == u), relation(x, y, u, v, True)
        else:
            untied = relation(x, y, u, v, False)
            yield math.inf, untied, untied
