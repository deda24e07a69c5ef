"""Which columns a column of means is the mean of, or rows a row, as far as the numbers show it.

An average may be over columns that are not shown, or weighted. It is taken for the mean of some columns only if the mean fits
so many rows that this would hardly happen otherwise, so that a row which it does not fit is mistyped. The probability that
it fits all those rows by chance is estimated from what is seen: another average would lie anywhere between the numbers of its
row, or as far from their mean as it does in the worst row.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from samescore.verbs.audit.printed_text.intervals import Interval, interval
from samescore.verbs.audit.relations.arithmetic import mean, overlap

#: The numbers of a row by their columns; empty texts where there are none.
Line = Sequence[str]

#: The mean is accepted if it would fit so well by chance with a smaller probability than this.
_CHANCE = 1 / 200
#: For one row that the mean does not fit there must be so many that it fits.
_FITTING = 2
#: The means of others lie within so many parts of the range of a row.
_PARTS = 2
#: The most sets of columns that are tried.
_MOST = 40


class _Row(NamedTuple):
    """Does the mean fit a row? The width of what would fit, the range of the numbers, and how far the mean is off."""

    fits: bool
    width: float
    spread: float
    off: float


def mean_of(
    lines: Sequence[Line], own: int, candidates: Sequence[Sequence[int]], *, unweighted: bool = False
) -> list[int]:
    """The columns that the column `own` is the mean of, the first of the `candidates` that the lines show; else none.

    Later candidates need more evidence, since one of many fits more easily. An `unweighted` average by its name can only be of
    other columns as well, and would then be far off.
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
    """The places next to `own`, up to the next one of `means`: all before it or after it, and those that are nearest."""
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
    """The estimated probability that the mean fits so many rows by chance; 1 if it fits too few."""
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
