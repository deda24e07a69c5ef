"""Relations that hold because a score counts whole items (GRIM: Brown and Heathers 2017).

A share of n items is k/n. The mean of r runs over n items is k/(rn). A precision or recall of a class is a fraction
with some denominator up to n; with support s, recall is k/s. F1 is 2a/(2a+b) with a hits and b errors, a+b up to n, so
F1/(2-F1) = a/(a+b) is also such a fraction. An interval contains a fraction with a denominator up to n if and only if
this holds for its simplest fraction, found by continued fractions: all others have larger denominators.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction

from samescore.base.numbers import count_from_text
from samescore.verbs.audit.printed_text.intervals import Interval
from samescore.verbs.audit.relations.kinds import Allowed, CellPlace, Missing, Relation
from samescore.verbs.audit.relations.shares import OF_MEANS, average_of
from samescore.verbs.audit.relations.sheet import Printing, Sheet

_NAME = "integer number of items"
#: A larger number of runs or items is considered a misprint.
_MOST = 10**15


def relations(sheet: Sheet) -> Iterator[Relation | Missing]:
    """Yield this module's relations between the cells of a table, with `Missing` for a relation that lacks a fact."""
    for column, name in enumerate(sheet.names):
        if sheet.metrics[column] is None:
            continue
        support = sheet.of("items", like=column) if sheet.column(column).label else []
        if _is_share_of_items(sheet, column):
            yield from _item_relations(sheet, column, _multiple)
        elif name == "recall" and support:
            yield from _row_relations(sheet, column, support[0], _multiple)
        elif name in ("precision", "recall", "f1") and _may_be_one_class(sheet, column):
            unless = "" if average_of(sheet, column) else f"{name} is an average over classes"
            yield from _item_relations(sheet, column, _jaccard_fraction if name == "f1" else _fraction, unless)


def _may_be_one_class(sheet: Sheet, column: int) -> bool:
    """Return whether a column may hold the F1, precision or recall of a single class, with beta 1.

    Micro averages are excluded: the summed counts of several classes are not limited by the number of items.
    """
    return average_of(sheet, column) not in (OF_MEANS | {"micro"}) and sheet.knobs(column).get("beta", 1) == 1


def _is_share_of_items(sheet: Sheet, column: int) -> bool:
    metric = sheet.metrics[column]
    knobs = sheet.knobs(column)
    whole = (
        knobs.get("scores", "0/1") == "0/1"
        and knobs.get("normalize") != "count"
        and knobs.get("answers") != "leave-one-out"
    )
    return metric is not None and metric.facts.counted and whole


def _item_relations(sheet: Sheet, column: int, allowed: Allowed, unless: str = "") -> Iterator[Relation | Missing]:
    if sheet.knobs(column).get("items") == "more":
        return
    items = sheet.of("items", like=column, label="")
    if items:
        yield from _row_relations(sheet, column, items[0], allowed, unless)
        return
    stated = sheet.knobs(column).get("items")
    places = [row[0] for row in sheet.rows(column)]
    if isinstance(stated, int) and 0 < stated <= _MOST:
        for place in places:
            yield from _relation_of_items(sheet, (place,), Fraction(stated), allowed, unless)
    elif _is_share_of_items(sheet, column) and places:
        yield Missing(_NAME, tuple(places), "the number of items")


def _row_relations(
    sheet: Sheet, column: int, items: int, allowed: Allowed, unless: str = ""
) -> Iterator[Relation | Missing]:
    for places in sheet.rows(column, items):
        digits = sheet.digits(places[1])
        if digits.isdecimal() and 0 < count_from_text(digits) <= _MOST:
            yield from _relation_of_items(sheet, places, Fraction(digits), allowed, unless)


def _relation_of_items(
    sheet: Sheet, places: tuple[CellPlace, ...], items: Fraction, allowed: Allowed, unless: str
) -> Iterator[Relation | Missing]:
    """Yield the relation of a number (the first of `places`) to its number of items, or a `Missing`.

    The missing fact is the number of runs, the numbers of single runs, or more decimals, if nearly every number with so
    few decimals would satisfy the relation.
    """
    place = places[0]
    cell, stated = sheet.table.rows[place.row].cells[place.column], sheet.knobs(place.column).get("runs")
    runs = stated if isinstance(stated, int) and 0 < stated <= _MOST else 1
    if cell.spread and runs == 1:
        yield Missing(_NAME, places, "the number of runs in this mean")
        return
    if runs > 1 and allowed is not _multiple:
        yield Missing(_NAME, places, "the numbers of the individual runs")
        return
    low, high = Printing.ROUNDED.interval(cell.digits)
    scale = sheet.scales_of(place)[0]
    tells = items if allowed is _multiple else items * items / 2
    if (high - low) / scale * tells * runs >= 1:
        yield Missing(_NAME, places, f"more decimals: with {items} items, any number with so few decimals is possible")
        return
    yield Relation(
        _NAME,
        places,
        _with_fixed_items(allowed, items * runs if len(places) == 1 or runs > 1 else None),
        unless,
        of_means=True,
    )


def _with_fixed_items(allowed: Allowed, items: Fraction | None) -> Allowed:
    """Convert a rule about a number and its items to a rule about the number alone; unchanged if `items` is None."""
    if items is None:
        return allowed
    return lambda values: allowed([values[0], (items, items)])


def is_multiple(bounds: Interval, items: Fraction) -> bool:
    """Return whether an interval contains a multiple of ``1 / items``."""
    return math.ceil(bounds[0] * items) <= bounds[1] * items


def _multiple(values: Sequence[Interval]) -> Sequence[Interval] | None:
    """Return a multiple of 1/n in the interval, or if there is none, the two nearest; None unless n is exact."""
    (low, high), (items, most) = values
    if items != most or not items:
        return None
    first = math.ceil(low * items)
    nearest = [first] if first <= high * items else [first - 1, first]
    return [(k / items, k / items) for k in nearest if 0 <= k <= items]


def _fraction(values: Sequence[Interval]) -> Sequence[Interval] | None:
    """Return the simplest fraction in the interval; if its denominator exceeds n, the nearest one up to n.

    Return None unless n is exact.
    """
    (low, high), (items, most) = values
    if items != most or not items:
        return None
    simplest = simplest_fraction(low, high)
    if simplest.denominator > items:
        simplest = ((low + high) / 2).limit_denominator(math.floor(items))
    return [(simplest, simplest)]


def _jaccard_fraction(values: Sequence[Interval]) -> Sequence[Interval] | None:
    """Return an F1, in the interval or nearest to it, for which F1/(2-F1) is a fraction with a denominator up to n.

    Return None unless n is exact.
    """
    (low, high), items = values
    found = _fraction([(low / (2 - low), high / (2 - high)), items])
    return found and [(2 * a / (1 + a), 2 * b / (1 + b)) for a, b in found]


def simplest_fraction(low: Fraction, high: Fraction) -> Fraction:
    """Return the fraction with the smallest denominator in a closed interval of non-negative numbers.

    >>> simplest_fraction(Fraction("0.665"), Fraction("0.675"))
    Fraction(2, 3)
    """
    terms = []
    while True:
        whole = math.floor(low)
        if whole == low or whole + 1 <= high:
            terms.append(whole if whole == low else whole + 1)
            break
        terms.append(whole)
        low, high = 1 / (high - whole), 1 / (low - whole)
    value = Fraction(terms.pop())
    while terms:
        value = terms.pop() + 1 / value
    return value
