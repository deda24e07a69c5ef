"""Find the cells that, if mistyped, explain the broken relations of a table.

Broken relations that share a cell are one fault. A set of cells that explains a fault has a cell in each of its
relations: it is a hitting set. The smallest hitting sets are found by branching over the cells of the first relation not
yet hit, size by size. A set is accepted if its cells have alternative numbers, with as many decimals, for which every
relation holds. To find such numbers, boxes of numbers are halved, and dropped when a relation is broken for the whole box.
This is sound, because wider intervals never break a relation that narrower intervals satisfy.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import islice
from typing import NamedTuple

from samescore.verbs.audit.printed_text.intervals import Interval
from samescore.verbs.audit.relations.judge import RelationOutcome, SheetNumbers
from samescore.verbs.audit.relations.kinds import CellPlace, Relation
from samescore.verbs.audit.relations.result import Mending

#: With more broken relations than this, mistyped cells are not a plausible explanation.
_MOST_BROKEN = 300
#: Limits: cells in a set, sets of one size to examine, faults, sets of a fault to report, and judgements of relations.
_MOST_CELLS, _MOST_SETS, _MOST_FAULTS, _REPORTED, _MOST_STEPS = 4, 600, 20, 12, 5000

Box = tuple[tuple[int, int], ...]


class Mended(NamedTuple):
    """The smallest sets of cells that explain each fault, whether the search was complete, and a number of cells.

    `cells` is the number of cells that must be mistyped; it is infinite if no set explains some fault.
    """

    sets: list[Mending]
    complete: bool
    cells: float


def mendings(broken: Sequence[Relation], relations: Sequence[Relation], numbers: SheetNumbers) -> Mended:
    """Return the smallest sets of cells whose correction would make the broken relations, and all others, hold.

    `relations` are all relations that must hold. The result is empty and incomplete if more than `_MOST_BROKEN` are
    broken.
    """
    if len(broken) > _MOST_BROKEN:
        return Mended([], complete=False, cells=math.inf)
    by_place: dict[CellPlace, list[Relation]] = {}
    for relation in relations:
        for place in relation.places:
            by_place.setdefault(place, []).append(relation)
    search = _Search(numbers, by_place)
    found: list[Mending] = []
    size: float = 0
    faults = list(_faults(broken))
    for number, fault in enumerate(faults[:_MOST_FAULTS], 1):
        sets = search.smallest(fault)
        size += len(sets[0][0]) if sets else math.inf
        found += [
            Mending([numbers.sheet.table.place(*place) for place in cells], shown, number) for cells, shown in sets
        ]
    return Mended(found, search.complete and len(faults) <= _MOST_FAULTS, size + max(len(faults) - _MOST_FAULTS, 0))


def _faults(broken: Sequence[Relation]) -> Iterator[list[Relation]]:
    """Yield the faults: groups of relations that are connected by shared cells."""
    left = list(broken)
    while left:
        fault = [left.pop(0)]
        cells = set(fault[0].places)
        while joining := [relation for relation in left if not cells.isdisjoint(relation.places)]:
            fault += joining
            left = [relation for relation in left if cells.isdisjoint(relation.places)]
            for relation in joining:
                cells.update(relation.places)
        yield fault


def _hitting_sets(
    fault: Sequence[Relation], size: int, chosen: tuple[CellPlace, ...]
) -> Iterator[tuple[CellPlace, ...]]:
    """Yield sets of up to `size` cells that contain the `chosen` cells and have a cell in each relation of a fault."""
    missed = next((relation for relation in fault if not set(relation.places) & set(chosen)), None)
    if missed is None:
        yield tuple(sorted(chosen))
    elif len(chosen) < size:
        for place in dict.fromkeys(missed.places):
            yield from _hitting_sets(fault, size, (*chosen, place))


class _Search:
    """A search for sets of cells, and for numbers to put in them, that takes a limited number of steps.

    `complete` becomes false if a limit prevents the search from trying everything.
    """

    def __init__(self, numbers: SheetNumbers, by_place: Mapping[CellPlace, Sequence[Relation]]) -> None:
        self.complete = True
        self._numbers = numbers
        self._by_place = by_place
        self._steps = _MOST_STEPS

    def smallest(self, fault: Sequence[Relation]) -> list[tuple[tuple[CellPlace, ...], list[str]]]:
        """Return the smallest sets of cells that explain a fault, each with texts of possible numbers for its cells.

        The list is empty if no set within the limits explains it.
        """
        for size in range(1, _MOST_CELLS + 1):
            looked_at = list(islice(_hitting_sets(fault, size, ()), _MOST_SETS + 1))
            self.complete = self.complete and len(looked_at) <= _MOST_SETS
            mending = []
            for cells in dict.fromkeys(looked_at[:_MOST_SETS]):
                near = [relation for cell in cells for relation in self._by_place.get(cell, ())]
                touched = {relation.key: relation for relation in near}
                if shown := self._possible_numbers(cells, list(touched.values()), fault):
                    mending.append((cells, shown))
            if mending:
                self.complete = self.complete and len(mending) <= _REPORTED
                return mending[:_REPORTED]
        self.complete = False
        return []

    def _possible_numbers(
        self, cells: tuple[CellPlace, ...], near: Sequence[Relation], fault: Sequence[Relation]
    ) -> list[str]:
        """Return possible numbers for the cells, a text for each, that satisfy all relations `near` them.

        The list is empty if there are none, or if a number is printed with an exponent. For a single cell, the text is a
        range.
        """
        digits = [self._numbers.sheet.digits(cell) for cell in cells]
        if any("e" in printed.lower() for printed in digits):
            return []
        decimals = [len(printed.partition(".")[2]) for printed in digits]
        first = self._first_solution(cells, decimals, near, fault, upwards=True)
        last = self._first_solution(cells, decimals, near, fault, upwards=False) if first and len(cells) == 1 else first
        if first is None or last is None:
            return []
        return [
            _printed(a, places) if a == b else f"{_printed(a, places)} to {_printed(b, places)}"
            for a, b, places in zip(first, last, decimals, strict=True)
        ]

    def _first_solution(
        self,
        cells: tuple[CellPlace, ...],
        decimals: Sequence[int],
        near: Sequence[Relation],
        fault: Sequence[Relation],
        *,
        upwards: bool,
    ) -> tuple[int, ...] | None:
        """Return the first numbers, in units of the last decimal, that satisfy every relation; None if none are found.

        The search goes from the lowest numbers `upwards`, or from the highest downwards.
        """
        numbers = self._numbers
        stack: list[Box] = [tuple(_units(numbers, cell, places) for cell, places in zip(cells, decimals, strict=True))]
        while stack:
            if self._steps <= 0:
                self.complete = False
                return None
            box = stack.pop()
            self._steps -= len(near)
            freed = {
                cell: _interval(numbers, cell, ends, places)
                for cell, ends, places in zip(cells, box, decimals, strict=True)
            }
            looser = numbers.freeing(freed)
            if any(
                looser.judge(relation).answer in (RelationOutcome.BROKEN, RelationOutcome.UNKNOWN) for relation in near
            ):
                continue
            widest = max(range(len(box)), key=lambda k: box[k][1] - box[k][0])
            low, high = box[widest]
            if low == high:
                if any(looser.judge(relation).answer is RelationOutcome.HOLDS for relation in fault):
                    return tuple(ends[0] for ends in box)
                continue
            middle = (low + high) // 2
            halves = [(*box[:widest], half, *box[widest + 1 :]) for half in ((low, middle), (middle + 1, high))]
            stack += reversed(halves) if upwards else halves
        return None


def _units(numbers: SheetNumbers, cell: CellPlace, decimals: int) -> tuple[int, int]:
    """Return the least and the greatest number, in units of the last decimal, that a cell might contain.

    They are limited by the column's range, and by ten times its largest number.
    """
    sheet = numbers.sheet
    lowest, highest = sheet.ranges[cell.column]
    column = [sheet.digits(CellPlace(row, cell.column)) for row in range(len(sheet.table.rows))]
    scale = sheet.scales_of(cell)[-1]
    most = 10 * max(abs(Fraction(digits)) for digits in column if digits) + 1
    unit = 10**decimals
    return int(max(lowest * scale, -most) * unit), int(min(highest * scale, most) * unit)


def _interval(numbers: SheetNumbers, cell: CellPlace, ends: tuple[int, int], decimals: int) -> Interval:
    """Return the interval of the values that are printed as a number between the two `ends` (in units)."""
    if numbers.sheet.counts(cell.column):
        return Fraction(ends[0]), Fraction(ends[1])
    low, high = (numbers.printing.interval(_printed(end, decimals)) for end in ends)
    return low[0], high[1]


def _printed(units: int, decimals: int) -> str:
    """Return a number, given in units of its last decimal, as text."""
    whole, rest = divmod(abs(units), 10**decimals)
    sign = "-" if units < 0 else ""
    return f"{sign}{whole}.{rest:0{decimals}d}" if decimals else f"{sign}{whole}"
