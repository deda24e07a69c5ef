"""Count the pairs of outputs that are concordant, discordant or tied in two rankings."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from operator import itemgetter
from typing import NamedTuple

Numbers = Sequence[float]


class PairCounts(NamedTuple):
    """The numbers of pairs of outputs in the same order, in opposite orders, and tied in one or both rankings.

    `apart` is the number of the remaining pairs: those with a missing score. It differs from every score, but is
    neither above nor below it.
    """

    concordant: int
    discordant: int
    metric_ties: int
    human_ties: int
    joint_ties: int
    apart: int = 0

    @property
    def pairs(self) -> int:
        """The number of all pairs."""
        return sum(self)


_CONCORDANT, _DISCORDANT, _METRIC_TIE, _HUMAN_TIE, _JOINT_TIE, _APART = range(len(PairCounts._fields))


def count_pairs(metric: Numbers, human: Numbers) -> PairCounts:
    """Return the counts for two lists of scores, none of them missing, in n log n steps (Knight 1966)."""
    order = sorted(zip(metric, human, strict=True))
    discordant = _inversions([y for _, y in order])
    joint = _tied_pairs(Counter(order))
    ties = _tied_pairs(Counter(metric)), _tied_pairs(Counter(human))
    pairs = len(metric) * (len(metric) - 1) // 2
    concordant = pairs - discordant - ties[0] - ties[1] + joint
    return PairCounts(concordant, discordant, ties[0] - joint, ties[1] - joint, joint)


def _tied_pairs(counts: Counter[float] | Counter[tuple[float, float]]) -> int:
    return sum(count * (count - 1) // 2 for count in counts.values())


def _inversions(values: list[float]) -> int:
    """Return the number of pairs in descending order, counted while sorting by merging; the list is unchanged."""
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


class _Ranks:
    """A tree that counts how many added numbers are less or greater than one of the `known` numbers (Fenwick 1994)."""

    def __init__(self, known: Iterable[float]) -> None:
        self._places = {number: place for place, number in enumerate(sorted({k for k in known if k == k}), 1)}
        self._sums = [0] * (len(self._places) + 1)
        self._added = 0

    def add(self, number: float) -> None:
        """Add one of the known numbers; a missing one (nan) is not counted as less or greater than any."""
        place = self._places.get(number, 0)
        if place:
            self._added += 1
        while 0 < place < len(self._sums):
            self._sums[place] += 1
            place += place & -place

    def less(self, number: float) -> int:
        """Return how many of the added numbers are less than `number`; 0 if it is not a known number."""
        return self._prefix_sum(self._places.get(number, 1) - 1)

    def more(self, number: float) -> int:
        """Return how many of the added numbers are greater than `number`; 0 if it is not a known number."""
        place = self._places.get(number)
        return self._added - self._prefix_sum(place) if place else 0

    def _prefix_sum(self, place: int) -> int:
        count = 0
        while place:
            count += self._sums[place]
            place &= place - 1
        return count


def count_pairs_apart(metric: Numbers, human: Numbers, epsilon: float = 0.0) -> PairCounts:
    """Return the counts, with metric scores tied if they differ by at most `epsilon`; missing scores are never tied.

    The time is n log n: in the order of the metric's scores, the earlier scores tied with a given one are its nearest
    predecessors.
    """
    some = sorted(((x, y) for x, y in zip(metric, human, strict=True) if x == x), key=itemgetter(0))
    below, near = _Ranks([y for _, y in some]), Counter[float]()
    concordant = discordant = metric_ties = joint = first = 0
    for place, (x, y) in enumerate(some):
        while some[first][0] != x and not x - some[first][0] <= epsilon:
            below.add(some[first][1])
            near[some[first][1]] -= 1
            first += 1
        concordant += below.less(y)
        discordant += below.more(y)
        equal = near[y] if y == y else 0
        joint += equal
        metric_ties += place - first - equal
        near[y] += 1
    human_ties = _tied_pairs(Counter(y for y in human if y == y)) - joint
    pairs = len(metric) * (len(metric) - 1) // 2
    apart = pairs - concordant - discordant - metric_ties - human_ties - joint
    return PairCounts(concordant, discordant, metric_ties, human_ties, joint, apart)


def relation(x: float, y: float, u: float, v: float, tied: bool) -> int:
    """Return the index of the `PairCounts` field that counts a pair of outputs.

    The metric's scores are x and u, which count as equal if `tied`; the human scores are y and v.
    """
    if tied:
        return _JOINT_TIE if y == v else _METRIC_TIE
    if y == v:
        return _HUMAN_TIE
    if math.isnan(x) or math.isnan(u) or math.isnan(y) or math.isnan(v):
        return _APART
    return _CONCORDANT if (x < u) == (y < v) else _DISCORDANT


def count_far_pairs(metric: Numbers, human: Numbers, least: float) -> tuple[int, int]:
    """Return the numbers of pairs that the metric orders as people do, and of pairs that it does not.

    Only pairs count whose human scores differ by at least `least`. The time is n log n: in the order of the human
    scores, the earlier scores far from a given one come first.
    """
    some = sorted(((y, x) for x, y in zip(metric, human, strict=True) if y == y), key=itemgetter(0))
    below = _Ranks([x for _, x in some])
    alike = pairs = far = lower = 0
    for place, (y, x) in enumerate(some):
        while far < place and y - some[far][0] >= least:
            far += 1
        while lower < far and some[lower][0] < y:
            below.add(some[lower][1])
            lower += 1
        pairs += far
        alike += below.less(x)
    return alike, pairs - alike
