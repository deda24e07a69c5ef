"""Relations of the standard error of a mean over items, as lm-evaluation-harness computes it: s/sqrt(n).

The variance s² has the denominator n - 1. For n scores from 0 to 1 with mean p, the sum of squares is at most np, so
the standard error is at most sqrt(p(1-p)/(n-1)). Equality holds if and only if every score is 0 or 1; then p is also
k/n. Either of the two shows that the scores are 0 or 1, because other scores satisfy neither except by chance. Programs
add doubles, with a relative error below a billionth.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations

from samescore.base.numbers import count_from_text
from samescore.verbs.audit.printed_text.intervals import Interval
from samescore.verbs.audit.relations.arithmetic import ZERO, root
from samescore.verbs.audit.relations.granularity import is_multiple
from samescore.verbs.audit.relations.kinds import CellPlace, Relation
from samescore.verbs.audit.relations.sheet import Printing, Sheet

#: Relative error of sums of doubles.
_ERROR = Fraction(1, 10**9)
#: Maximum number of candidates for an unstated number of items.
_TRIED = 50
#: A mean with fewer decimals may equal k/n by chance.
_TELLING = Fraction(1, 1000)


def relations(sheet: Sheet) -> Iterator[Relation]:
    """Yield the relations of this module between the cells of a table."""
    alone: list[tuple[CellPlace, ...]] = []
    for column, name in enumerate(sheet.names):
        if name == "stderr" and sheet.column(column).of:
            about = sheet.table.index(sheet.column(column).of[0])
            known = sheet.knobs(about).get("scores") == "0/1"
            items = sheet.of("items", like=about, label="")
            for places in sheet.rows(column, about, *items[:1]):
                yield from _relations_of_mean(sheet, places, known=known)
                if len(places) == 2 and known:
                    alone.append(places)
    for one, other in combinations(alone, 2):
        if one[0].row == other[0].row:
            yield Relation("standard errors from the same number of items", one + other, _error_of_same_items)


def _relations_of_mean(sheet: Sheet, places: tuple[CellPlace, ...], *, known: bool) -> Iterator[Relation]:
    if len(places) == 2:
        if known:
            yield Relation("standard error for some number of items", places, _error_of_some_items)
        return
    yield Relation("standard error of scores from 0 to 1", places, _at_most, equation=False)
    if known or _shows_0_or_1(sheet, places[1], places[2]):
        yield Relation("standard error of scores that are 0 or 1", places, _error_of_items)


def _shows_0_or_1(sheet: Sheet, mean: CellPlace, items: CellPlace) -> bool:
    """Return whether a mean is k/n for the number n of items, with enough decimals to exclude a coincidence."""
    digits = sheet.digits(items)
    if not digits.isdecimal() or not count_from_text(digits):
        return False
    many = Fraction(digits)
    bounds = Printing.ROUNDED.interval(sheet.digits(mean))
    return (bounds[1] - bounds[0]) * many < _TELLING and is_multiple(bounds, many)


def _error_bounds(mean: Interval, items: Fraction) -> Interval:
    """Return the bounds of sqrt(p(1-p)/(n-1)) for p in the interval `mean` and n `items`."""
    low, high = mean
    ends = [low * (1 - low), high * (1 - high)]
    most = Fraction(1, 4) if low <= Fraction(1, 2) <= high else max(ends)
    below, above = root((max(min(ends), ZERO) / (items - 1), max(most, ZERO) / (items - 1)), 2)
    return below * (1 - _ERROR), above * (1 + _ERROR)


def _error_of_items(values: Sequence[Interval]) -> Sequence[Interval] | None:
    _, mean, (items, most) = values
    if items != most or items < 1:
        return None
    return [_error_bounds(mean, items)] if items > 1 else [(ZERO, ZERO)]


def _at_most(values: Sequence[Interval]) -> Sequence[Interval] | None:
    bounds = _error_of_items(values)
    return bounds and [(ZERO, bounds[0][1])]


def _error_of_some_items(values: Sequence[Interval]) -> Sequence[Interval] | None:
    """Return the possible standard errors of the mean, for scores that are 0 or 1 and any number of items.

    The numbers n of items are those that fit the standard error and for which the mean can be k/n; if there are none,
    the n in the middle of the range that fits the standard error. Return None if this range is unknown or too large.
    """
    error, mean = values
    tried = _numbers_of_items(error, mean)
    if tried is None:
        return None
    fitting = [items for items in tried if is_multiple(mean, Fraction(items))]
    nearest = max((tried.start + tried.stop) // 2, 2)
    share = Fraction(round((mean[0] + mean[1]) / 2 * nearest), nearest)
    return [_error_bounds(mean, Fraction(items)) for items in fitting] or [
        _error_bounds((share, share), Fraction(nearest))
    ]


def _error_of_same_items(values: Sequence[Interval]) -> Sequence[Interval] | None:
    """Return the possible standard errors of the first mean, for scores that are 0 or 1.

    The second mean and its standard error determine the possible numbers of items. Return None if none fits, or if the
    numbers that fit either standard error are unknown or too many.
    """
    error, mean, *others = values
    tried = _numbers_of_items(others[0], others[1])
    if tried is None or _numbers_of_items(error, mean) is None:
        return None
    fitting = [items for items in tried if is_multiple(others[1], Fraction(items))]
    return [_error_bounds(mean, Fraction(items)) for items in fitting] or None


def _numbers_of_items(error: Interval, mean: Interval) -> range | None:
    """Return the numbers of items for which the mean of scores of 0 or 1 can have this standard error.

    Return None if there are more than `_TRIED`, if the standard error may be 0, or if the mean may be 0 or 1.
    """
    (least, most), (low, high) = error, mean
    if least <= 0 or not 0 < low <= high < 1:
        return None
    smallest, _ = sorted((low * (1 - low), high * (1 - high)))
    greatest = Fraction(1, 4) if low <= Fraction(1, 2) <= high else max(low * (1 - low), high * (1 - high))
    first = math.ceil(1 + smallest / most**2 * (1 - _ERROR))
    last = math.floor(1 + greatest / least**2 * (1 + _ERROR))
    return range(max(first, 2), last + 1) if last - first <= _TRIED else None
