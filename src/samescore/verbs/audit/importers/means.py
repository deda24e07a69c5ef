"""Find the columns that a column of means averages, or the rows that a row averages, from the numbers alone.

An average may include hidden columns, or be weighted. It is identified as the mean of some columns only if the mean fits
so many rows that this is unlikely to be a coincidence; a row that the mean does not fit is then considered mistyped. To
estimate the probability of a coincidence, a different average is assumed to lie anywhere between the numbers of its row,
but no further from their mean than in the worst row.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from samescore.verbs.audit.printed_text.intervals import Interval, interval
from samescore.verbs.audit.relations.arithmetic import mean, overlap

#: The numbers of a row by column; empty texts if missing.
Line = Sequence[str]

#: A mean is accepted if the probability of a fit by chance is at most this.
_CHANCE = 1 / 200
#: Number of rows that a mean must fit for each row that it does not fit.
_FITTING = 2
#: The range of a row's numbers is this many times as wide as the range in which other averages are assumed to lie.
_PARTS = 2
#: Maximum number of column sets to try.
_MOST = 40


class _Row(NamedTuple):
    """How the mean fits one row.

    `width` is the width of the interval of printed averages that fit, `spread` the range of the row's numbers, and `off`
    the difference between the mean and the printed average.
    """

    fits: bool
    width: float
    spread: float
    off: float


def mean_of(
    lines: Sequence[Line], own: int, candidates: Sequence[Sequence[int]], *, unweighted: bool = False
) -> list[int]:
    """Return the first of the `candidates` (sets of columns) whose mean is the column `own`; empty if there is none.

    `lines` are the rows. Later candidates need more evidence, because one of many fits more easily by chance. With
    `unweighted`, the name of the average says that it is not weighted: if it is not the mean of these columns, it
    includes others, and is expected to be far off.
    """
    tried: list[list[int]] = []
    for columns in candidates:
        if len(columns) < 2 or own in columns or list(columns) in tried or len(tried) >= _MOST:
            continue
        tried.append(list(columns))
        if _probability(list(_rows(lines, own, columns)), unweighted=unweighted) * len(tried) <= _CHANCE:
            return list(columns)
    return []


def runs(places: Sequence[int], own: int, means: Sequence[int]) -> Iterator[list[int]]:
    """Yield runs of the positions nearest to `own`, on either side, that stop before the next position in `means`.

    The whole run before `own` and the whole run after it come first. Shorter ones follow in pairs, down to two positions.
    While one side is longer, the other is yielded again, even if it has fewer than two positions.
    """
    before: list[int] = []
    after: list[int] = []
    for place in reversed([place for place in places if place < own]):
        if place in means:
            break
        before.insert(0, place)
    for place in (place for place in places if place > own):
        if place in means:
            break
        after.append(place)
    yield from (before, after)
    for many in range(max(len(before), len(after)) - 1, 1, -1):
        yield from (before[-many:], after[:many])


def _rows(lines: Sequence[Line], own: int, columns: Sequence[int]) -> Iterator[_Row]:
    for line in lines:
        if line[own] and all(line[column] for column in columns):
            values = [interval(line[column]) for column in columns]
            expected, printed = mean(values), interval(line[own])
            lowest, highest = min(low for low, _ in values), max(high for _, high in values)
            off = abs(_middle(expected) - _middle(printed))
            width = expected[1] - expected[0] + printed[1] - printed[0]
            yield _Row(overlap(expected, printed), float(width), float(highest - lowest), float(off))


def _middle(bounds: Interval) -> Fraction:
    return (bounds[0] + bounds[1]) / 2


def _probability(rows: Sequence[_Row], *, unweighted: bool) -> float:
    """Return the estimated probability that the mean fits so many rows by chance; 1 if it fits too few."""
    fitting, others = [row for row in rows if row.fits], [row for row in rows if not row.fits]
    if len(fitting) < max(2, _FITTING * len(others)):
        return 1.0
    worst = max((row.off for row in others), default=math.inf)
    usual = sum(row.spread for row in fitting) / len(fitting)
    chance = float(math.comb(len(rows), len(others)))
    for row in fitting:
        typical = usual / _PARTS if unweighted else min(row.spread / _PARTS, 2 * worst)
        chance *= min(1.0, row.width / typical) if typical else 1.0
    return chance
