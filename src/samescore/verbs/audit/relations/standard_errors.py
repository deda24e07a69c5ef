"""The standard error of a mean over items, as lm-evaluation-harness computes it: s/sqrt(n), with n - 1 below the variance s².

Of n scores from 0 to 1 with the mean p, the sum of squares is at most np, so the standard error is at most
sqrt(p(1-p)/(n-1)). It is equal to that if every score is 0 or 1, and only then; then p is k/n, too. One of the two shows it:
scores that are something between 0 and 1 give neither, but by chance. Programs add up doubles, which errs by less than a billionth.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction

from samescore.text.numbers import count_from_text
from samescore.text.printed import Interval
from samescore.verbs.audit.relations.arithmetic import ONE, ZERO, root
from samescore.verbs.audit.relations.granularity import is_multiple
from samescore.verbs.audit.relations.kinds import Place, Relation
from samescore.verbs.audit.relations.sheet import Printing, Sheet

#: The relative error of sums of doubles.
_ERROR = Fraction(1, 10**9)
#: The most numbers of items that are tried where it is not stated.
_TRIED = 50
#: A mean with fewer decimals is k/n by chance.
_TELLING = Fraction(1, 1000)


def relations(sheet: Sheet) -> Iterator[Relation]:
    """The relations of this module that bind cells of a table."""
    for column, name in enumerate(sheet.names):
        if name == "stderr" and sheet.column(column).of:
            about = sheet.table.index(sheet.column(column).of[0])
            known = sheet.knobs(about).get("scores") == "0/1"
            items = sheet.of("items", like=about, label="")
            for places in sheet.rows(column, about, *items[:1]):
                yield from _bound(sheet, places, known=known)


def _bound(sheet: Sheet, places: tuple[Place, ...], *, known: bool) -> Iterator[Relation]:
    if len(places) == 2:
        if known:
            yield Relation("standard error of some number of items", places, _of_some_items)
        return
    yield Relation("standard error of scores from 0 to 1", places, _at_most, equation=False)
    if known or _shows_0_or_1(sheet, places[1], places[2]):
        yield Relation("standard error of scores that are 0 or 1", places, _of_items)


def _shows_0_or_1(sheet: Sheet, mean: Place, items: Place) -> bool:
    """Is a mean k/n, and printed with so many decimals that others would hardly be?"""
    digits = sheet.digits(items)
    if not digits.isdecimal() or not count_from_text(digits):
        return False
    many = Fraction(digits)
    bounds = Printing.ROUNDED.interval(sheet.digits(mean))
    return (bounds[1] - bounds[0]) * many < _TELLING and is_multiple(bounds, many)


def _widest(mean: Interval, items: Fraction) -> Interval:
    """The bounds of sqrt(p(1-p)/(n-1))."""
    low, high = mean
    ends = [low * (1 - low), high * (1 - high)]
    most = Fraction(1, 4) if low <= Fraction(1, 2) <= high else max(ends)
    below, above = root((max(min(ends), ZERO) / (items - 1), max(most, ZERO) / (items - 1)), 2)
    return below * (1 - _ERROR), above * (1 + _ERROR)


def _of_items(values: Sequence[Interval]) -> Sequence[Interval] | None:
    _, mean, (items, most) = values
    if items != most or items < 1:
        return None
    return [_widest(mean, items)] if items > 1 else [(ZERO, ZERO)]


def _at_most(values: Sequence[Interval]) -> Sequence[Interval] | None:
    bounds = _of_items(values)
    return bounds and [(ZERO, bounds[0][1])]


def _of_some_items(values: Sequence[Interval]) -> Sequence[Interval] | None:
    """The standard errors of k/n for the numbers of items that the two numbers allow, or for the nearest one."""
    (least, most), (low, high) = values
    if least <= 0 or not 0 < low <= high < 1:
        return None
    below, above = (1 + bound * bound for bound in (1 / most, 1 / least))
    first = math.ceil(1 + (below - 1) * min(low * (1 - low), high * (1 - high)) * (1 - _ERROR))
    last = math.floor(1 + (above - 1) * max(low * (1 - low), high * (1 - high)) * (1 + _ERROR))
    if last - first > _TRIED:
        return None
    fitting = [items for items in range(max(first, 2), last + 1) if is_multiple((low, high), Fraction(items))]
    found = [_widest((low, high), Fraction(items)) for items in fitting]
    nearest = Fraction(max(round((first + last) / 2), 2))
    share = Fraction(round((low + high) / 2 * nearest), int(nearest))
    return found or [_widest((min(share, ONE), min(share, ONE)), nearest)]
