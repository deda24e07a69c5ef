"""Decide whether a relation holds for printed numbers."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from itertools import product

from samescore.verbs.audit.printed_text.intervals import Interval
from samescore.verbs.audit.relations.arithmetic import intersection, overlap
from samescore.verbs.audit.relations.kinds import CellPlace, Relation
from samescore.verbs.audit.relations.sheet import Printing, Sheet

#: Up to this number of columns that may be percentages, every combination of scales is tried; else one scale for all.
_COMBINED = 3


class RelationOutcome(Enum):
    """The result of judging a relation."""

    HOLDS = "holds"
    BROKEN = "no values that are printed like this satisfy it"
    VACUOUS = "any value would satisfy it"
    UNKNOWN = "a number is out of range"


@dataclasses.dataclass(frozen=True, slots=True)
class Judgement:
    """The result of judging a relation, with the possible range and (if known) the usual value of its first number."""

    answer: RelationOutcome
    possible: tuple[Interval, ...] = ()
    usual: Fraction | None = None


class SheetNumbers:
    """The numbers of a sheet, as intervals under one assumption about printing.

    `freed` maps cells to intervals of printed numbers that replace their own.
    """

    def __init__(self, sheet: Sheet, printing: Printing, freed: Mapping[CellPlace, Interval] | None = None) -> None:
        self.sheet = sheet
        self.printing = printing
        self._freed = freed or {}
        self._cached: dict[tuple[CellPlace, int], Interval | None] = {}

    def freeing(self, freed: Mapping[CellPlace, Interval]) -> SheetNumbers:
        """Return a copy in which these intervals replace the numbers of their cells."""
        numbers = SheetNumbers(self.sheet, self.printing, freed)
        numbers._cached = self._cached
        return numbers

    def value(self, place: CellPlace, scale: int) -> Interval | None:
        """Return the values that a cell may stand for, within the range of its column; None if there are none.

        The printed number is divided by `scale`.
        """
        if place in self._freed:
            low, high = self._freed[place]
            return intersection((low / scale, high / scale), self.sheet.ranges[place.column])
        key = (place, scale)
        if key not in self._cached:
            self._cached[key] = self.sheet.value(place, self.printing, scale)
        return self._cached[key]

    def judge(self, relation: Relation) -> Judgement:
        """Judge whether a relation holds on some scale that the table allows.

        In a table without percentages, a broken equation is also tried with all bounded scores as percentages below 1,
        unless the numbers of cells are replaced.
        """
        judgement = self._judge_on_scales(relation, _combinations(relation.places, self.sheet.scales_of))
        if judgement.answer is RelationOutcome.BROKEN and relation.equation and self.sheet.plain and not self._freed:
            in_percent = self._judge_on_scales(relation, _combinations(relation.places, self.sheet.scales_below_1))
            if in_percent.answer is RelationOutcome.HOLDS:
                return in_percent
        return judgement

    def _judge_on_scales(self, relation: Relation, combinations: Iterable[tuple[int, ...]]) -> Judgement:
        first: Judgement | None = None
        places = relation.places
        for scales in combinations:
            values = [self.value(place, scale) for place, scale in zip(places, scales, strict=True)]
            known = [value for value in values if value is not None]
            if len(known) < len(values):
                continue
            allowed = relation.allowed(known)
            lowest, highest = self.sheet.ranges[places[0].column]
            if allowed is None or any(low <= lowest and highest <= high for low, high in allowed):
                return Judgement(RelationOutcome.VACUOUS)
            possible = tuple((low * scales[0], high * scales[0]) for low, high in allowed)
            if any(overlap(known[0], bounds) for bounds in allowed):
                return Judgement(RelationOutcome.HOLDS, possible)
            first = first or Judgement(RelationOutcome.BROKEN, possible, self._usual(relation, scales))
        return first or Judgement(RelationOutcome.UNKNOWN)

    def _usual(self, relation: Relation, scales: Sequence[int]) -> Fraction | None:
        """Return the usual value of the relation's first number on the first scale, from the other printed numbers.

        Return None if the relation has no usual value, or if the number of one of its cells is replaced.
        """
        if relation.usual is None or not self._freed.keys().isdisjoint(relation.places):
            return None
        others = zip(relation.places[1:], scales[1:], strict=True)
        return relation.usual.of([Fraction(self.sheet.digits(place)) / scale for place, scale in others]) * scales[0]


def _combinations(
    places: Sequence[CellPlace], scales_of: Callable[[CellPlace], tuple[int, ...]]
) -> Iterator[tuple[int, ...]]:
    """Yield each combination of scales of the cells; cells with an ambiguous scale share it with their column."""
    choices = [scales_of(place) for place in places]
    ambiguous = list(dict.fromkeys(p.column for p, scales in zip(places, choices, strict=True) if len(scales) > 1))
    of_columns = (
        product((1, 100), repeat=len(ambiguous))
        if len(ambiguous) <= _COMBINED
        else ((scale,) * len(ambiguous) for scale in (1, 100))
    )
    for chosen in of_columns:
        by_column = dict(zip(ambiguous, chosen, strict=True))
        yield tuple(
            scales[0] if len(scales) == 1 else by_column[place.column]
            for place, scales in zip(places, choices, strict=True)
        )
