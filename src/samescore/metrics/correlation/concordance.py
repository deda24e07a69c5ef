"""How many pairs of outputs two rankings put in the same order, in opposite orders, and on one level."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

Numbers = Sequence[float]


class PairCounts(NamedTuple):
    """The numbers of pairs of outputs: in the same order, in opposite orders, and tied in one or both rankings.

    `apart` are the other pairs with a missing score, which differs from every score but is neither above nor below it.
    """

    concordant: int
    discordant: int
    metric_ties: int
    human_ties: int
    joint_ties: int
    apart: int = 0

    @property
    def pairs(self) -> int:
        """All pairs."""
        return sum(self)


_CONCORDANT, _DISCORDANT, _METRIC_TIE, _HUMAN_TIE, _JOINT_TIE, _APART = range(len(PairCounts._fields))


def count_pairs(metric: Numbers, human: Numbers) -> PairCounts:
    """The counts for scores of which none is missing, in n log n steps (Knight 1966)."""
    order = sorted(zip(metric, human, strict=True))
    discordant = _inversions([y for _, y in order])
    joint = _tied(Counter(order))
    ties = _tied(Counter(metric)), _tied(Counter(human))
    pairs = len(metric) * (len(metric) - 1) // 2
    concordant = pairs - discordant - ties[0] - ties[1] + joint
    return PairCounts(concordant, discordant, ties[0] - joint, ties[1] - joint, joint)


def _tied(counts: Counter[float] | Counter[tuple[float, float]]) -> int:
    return sum(count * (count - 1) // 2 for count in counts.values())


def _inversions(values: list[float]) -> int:
    """How many pairs stand in descending order; sorts the list by merging."""
    swaps, width = 0, 1
    while width < len(values):
        merged: list[float] = []
        for start in range(0, len(values), 2 * width):
            left, right = values[start : start + width], values[start + width : start + 2 * width]
            i = 0
            for value in right:
                while i < len(left) and left[i] <= value:
                    merged.append(left[i])
                    i += 1
                swaps += len(left) - i
                merged.append(value)
            merged += left[i:]
        values, width = merged, 2 * width
    return swaps


def count_pairs_apart(metric: Numbers, human: Numbers, epsilon: float = 0.0) -> PairCounts:
    """The counts, pair by pair; metric scores are tied that differ by `epsilon` at most, and a missing one by nothing."""
    counts = [0] * len(PairCounts._fields)
    for (x, y), (u, v) in combinations(list(zip(metric, human, strict=True)), 2):
        counts[relation(x, y, u, v, x == u or abs(x - u) <= epsilon)] += 1
    return PairCounts(*counts)


def relation(x: float, y: float, u: float, v: float, tied: bool) -> int:
    """The field of `PairCounts` that counts two outputs: metric's scores x and u, perhaps `tied`, human ones y and v."""
    if tied:
        return _JOINT_TIE if y == v else _METRIC_TIE
    if y == v:
        return _HUMAN_TIE
    if math.isnan(x) or math.isnan(u) or math.isnan(y) or math.isnan(v):
        return _APART
    return _CONCORDANT if (x < u) == (y < v) else _DISCORDANT


def count_far_pairs(metric: Numbers, human: Numbers, least: float) -> tuple[int, int]:
    """Pairs whose human scores differ by `least` or more: those that the metric orders alike, and the others."""
    alike = others = 0
    for (x, y), (u, v) in combinations(list(zip(metric, human, strict=True)), 2):
        if abs(y - v) >= least:
            if (y > v and x > u) or (y < v and x < u):
                alike += 1
            else:
                others += 1
    return alike, others
