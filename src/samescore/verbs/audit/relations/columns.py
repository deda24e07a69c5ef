"""Relations of columns and rows computed from others: means, differences, relative improvements, ranks, and bold marks.

Whether authors computed them from the printed or the exact numbers, the result lies in the range of the operation over
the printed intervals. Means and differences are linear; (a-b)/b grows with a and shrinks with b, for a and b above 0.
Printing preserves order: of two numbers with equally many decimals, the greater one is never printed as the smaller.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, pairwise

from samescore.verbs.audit.printed_text.intervals import Interval
from samescore.verbs.audit.relations.arithmetic import ZERO, at_corners, mean, overlap
from samescore.verbs.audit.relations.kinds import Allowed, CellPlace, Missing, Relation
from samescore.verbs.audit.relations.sheet import ANYTHING, Printing, Sheet

#: Up to this number of rows, every pair of ranks is compared; in longer tables, only neighbours.
_RANKED = 100
#: Smaller than any difference between two printed numbers.
_APART = Fraction(1, 10**30)
#: Names of rows that are not competing systems.
_NO_SYSTEM = re.compile(r"\b(?:human|oracle|gold|upper bound|topline|ceiling|reference|annotators?)\b", re.IGNORECASE)
_UNLESS_BOLD = "bold does not mark the best of the column"


def relations(sheet: Sheet) -> Iterator[Relation | Missing]:
    """Yield this module's relations between the cells of a table, with `Missing` for a relation that lacks a fact."""
    for column, name in enumerate(sheet.names):
        of = [sheet.table.index(other) for other in sheet.column(column).of]
        if of and (name == "mean" or sheet.knobs(column).get("average") == "macro"):
            for places in sheet.rows(column, *of):
                yield Relation("mean of columns", places, _mean, of_means=True)
        elif name in ("delta", "relative") and of:
            yield from _difference_relations(sheet, column, of)
        elif name == "rank" and of:
            yield from _rank_relations(sheet, column, of[0])
        yield from _bold_relations(sheet, column)
    yield from _mean_rows(sheet)


def _mean(values: Sequence[Interval]) -> Sequence[Interval]:
    return [mean(values[1:])]


def _mean_rows(sheet: Sheet) -> Iterator[Relation]:
    for number, row in enumerate(sheet.table.rows):
        if row.quantity != "mean":
            continue
        above = [k for k, other in enumerate(sheet.table.rows[:number]) if not other.quantity]
        meant = [k for k, other in enumerate(sheet.table.rows) if other.name in row.of] if row.of else above
        for column in range(len(row.cells)):
            places = [CellPlace(k, column) for k in meant]
            if places and row.cells[column].digits and all(sheet.digits(place) for place in places):
                yield Relation("mean of rows", (CellPlace(number, column), *places), _mean, of_means=True)


def _difference_relations(sheet: Sheet, column: int, of: list[int]) -> Iterator[Relation | Missing]:
    """Yield the relations of a column of differences, in the direction (a-b or b-a) that more rows fit.

    If no row excludes either direction, each row may have either. If the compared numbers are unknown, a `Missing` is
    yielded.
    """
    bound = list(_subtracted(sheet, column, of))
    if not bound:
        places = tuple(row[0] for row in sheet.rows(column))
        yield Missing(f"{sheet.names[column]} of columns", places, "the numbers compared")
        return
    plain = _delta if sheet.names[column] == "delta" else _relative
    less, more = (sum(_surely_broken(sheet, places, rule) for places in bound) for rule in (plain, _negated(plain)))
    rule = _either(plain, _negated(plain)) if less == more == 0 else plain if less <= more else _negated(plain)
    for places in bound:
        name = {"delta": "difference", "relative": "relative difference"}[sheet.names[column]]
        yield Relation(name, places, rule, of_means=True)


def _subtracted(sheet: Sheet, column: int, of: list[int]) -> Iterator[tuple[CellPlace, ...]]:
    """Yield the cells of each difference: the difference, the number subtracted from, and the number subtracted."""
    if len(of) > 1:
        yield from sheet.rows(column, of[0], of[1])
        return
    base = sheet.column(column).base
    for number, row in enumerate(sheet.table.rows):
        if base and row.name == base and row.cells[of[0]].digits:
            for own, value in sheet.rows(column, of[0]):
                if own.row != number:
                    yield own, value, CellPlace(number, of[0])
            return


def _surely_broken(sheet: Sheet, places: tuple[CellPlace, ...], rule: Allowed) -> bool:
    """Return whether a row breaks the rule on every scale, whether its numbers are rounded or truncated."""
    for of_difference in (1, 100):
        for scale in (1, 100):
            scales = (of_difference, scale, scale)
            values = [sheet.value(p, Printing.EITHER, by) for p, by in zip(places, scales, strict=True)]
            known = [value for value in values if value is not None]
            bounds = rule(known) if len(known) == len(values) else None
            if bounds is not None and any(overlap(known[0], bound) for bound in bounds):
                return False
    return True


def _delta(values: Sequence[Interval]) -> Sequence[Interval]:
    _, a, b = values
    return [(a[0] - b[1], a[1] - b[0])]


def _relative(values: Sequence[Interval]) -> Sequence[Interval] | None:
    _, a, b = values
    if b[0] <= 0 or a[0] < 0:
        return None
    return [at_corners(lambda a, b: (a - b) / b, (a, b))]


def _negated(rule: Allowed) -> Allowed:
    def allowed(values: Sequence[Interval]) -> Sequence[Interval] | None:
        bounds = rule(values)
        return bounds and [(-high, -low) for low, high in bounds]

    return allowed


def _either(rule: Allowed, other: Allowed) -> Allowed:
    def allowed(values: Sequence[Interval]) -> Sequence[Interval] | None:
        one, two = rule(values), other(values)
        return None if one is None or two is None else [*one, *two]

    return allowed


def _direction(sheet: Sheet, column: int) -> bool | None:
    """Return whether greater numbers in a column are better (True) or worse (False); None if unknown."""
    metric = sheet.metrics[column]
    if metric is not None and metric.facts.higher_is_better is not None:
        return metric.facts.higher_is_better
    if sheet.names[column] == "mean" and (of := sheet.column(column).of):
        others = [sheet.table.index(other) for other in of]
        directions = {None if sheet.names[other] == "mean" else _direction(sheet, other) for other in others}
        return directions.pop() if len(directions) == 1 else None
    return None


def _decimals(digits: str) -> int:
    return len(digits.partition(".")[2])


def _rank_relations(sheet: Sheet, column: int, of: int) -> Iterator[Relation | Missing]:
    ranked = [row for row in sheet.rows(column, of) if sheet.digits(row[0]).isdecimal()]
    higher = _direction(sheet, of)
    if higher is None:
        yield Missing("ranks", tuple(row[0] for row in ranked), "whether greater numbers are better")
        return
    ranked.sort(key=lambda row: int(sheet.digits(row[0])))
    pairs = combinations(ranked, 2) if len(ranked) <= _RANKED else pairwise(ranked)
    for first, second in pairs:
        if sheet.digits(first[0]) != sheet.digits(second[0]):
            rule = _ordered(sheet, first[1], second[1], higher=higher)
            yield Relation(
                "order of ranks", (first[1], second[1], first[0], second[0]), rule, equation=False, of_means=True
            )


def _ordered(sheet: Sheet, better: CellPlace, worse: CellPlace, *, higher: bool) -> Allowed:
    """Return the rule that the first number is not worse than the second, given that its rank, if any, is lower.

    The values are the two numbers and, optionally, their ranks. The intervals of neighbouring numbers with equally many
    decimals share an end, which does not count as a tie.
    """
    apart = _APART if _decimals(sheet.digits(better)) == _decimals(sheet.digits(worse)) else ZERO
    lowest, highest = sheet.ranges[better.column]

    def allowed(values: Sequence[Interval]) -> Sequence[Interval] | None:
        _, other, *ranks = values
        if ranks and ranks[0][1] >= ranks[1][0]:
            return None
        if higher:
            return [(min(other[0] + apart, highest), ANYTHING[1])]
        return [(ANYTHING[0], max(other[1] - apart, lowest))]

    return allowed


def _bold_relations(sheet: Sheet, column: int) -> Iterator[Relation]:
    """Yield the relations that a bold number is not worse than any other in its column, test set and block.

    Rows of human or oracle scores are excluded. Yields nothing for a block in which several different numbers are bold,
    because bold then has a different meaning; bold numbers of a fully bold row count only if they are the best.
    """
    higher = _direction(sheet, column)
    rows = [place for (place,) in sheet.rows(column) if not _NO_SYSTEM.search(sheet.table.rows[place.row].name)]
    if higher is None or len(rows) > _RANKED:
        return
    blocks: dict[tuple[int, str, str], list[CellPlace]] = {}
    for place in rows:
        row = sheet.table.rows[place.row]
        key = (row.block, row.name.rpartition(" / ")[0], sheet.test_set(place))
        blocks.setdefault(key, []).append(place)
    for block in blocks.values():
        bold = [place for place in block if _is_bold(sheet, place, block, higher=higher)]
        if len({Fraction(sheet.digits(place)) for place in bold}) == 1:
            yield from _best_relations(sheet, bold, [place for place in block if place not in bold], higher=higher)


def _is_bold(sheet: Sheet, place: CellPlace, block: Sequence[CellPlace], *, higher: bool) -> bool:
    """Return whether a number is bold; in a fully bold row, whether it is the best of its block."""
    cells = [cell for cell in sheet.table.rows[place.row].cells if cell.digits]
    if len(cells) > 1 and all(cell.bold for cell in cells):
        numbers = [Fraction(sheet.digits(other)) for other in block]
        return Fraction(sheet.digits(place)) == (max(numbers) if higher else min(numbers))
    return sheet.table.rows[place.row].cells[place.column].bold


def _best_relations(
    sheet: Sheet, bold: Sequence[CellPlace], others: Sequence[CellPlace], *, higher: bool
) -> Iterator[Relation]:
    for best in bold:
        for other in others:
            rule = _ordered(sheet, best, other, higher=higher)
            yield Relation("bold is the best", (best, other), rule, _UNLESS_BOLD, equation=False, of_means=True)
