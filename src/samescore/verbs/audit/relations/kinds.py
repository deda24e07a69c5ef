"""What a relation is: the cells that it binds, and where the first of them may lie."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

from samescore.verbs.audit.printed_text.intervals import Interval


class CellPlace(NamedTuple):
    """A cell: its row and its column, from 0."""

    row: int
    column: int


#: Where the first of some numbers may lie, given the intervals of all of them: a union of intervals, which may leave out what
#: is far from the first number. None: they bind nothing. Shares are between 0 and 1, also if the table has percentages.
Allowed = Callable[[Sequence[Interval]], "Sequence[Interval] | None"]


class CellFormula(NamedTuple):
    """What is usually printed in the first cell, given the numbers in the others, and what it is called."""

    name: str
    of: Callable[[Sequence[Fraction]], Fraction]


@dataclasses.dataclass(frozen=True, slots=True)
class Relation:
    """Numbers that bind each other.

    `places` are the cells, the one that a message is about first. `unless` is what has not been stated, and would excuse
    numbers that break the relation. An `equation` leaves an interval as narrow as the printed numbers; other relations are
    bounds. What holds `of_means` is also true of means over several runs. A message names the number that `usual` gives.
    """

    name: str
    places: tuple[CellPlace, ...]
    allowed: Allowed
    unless: str = ""
    equation: bool = True
    of_means: bool = False
    usual: CellFormula | None = None

    @property
    def key(self) -> tuple[str, tuple[CellPlace, ...]]:
        """What tells it from other relations of a table."""
        return self.name, self.places


@dataclasses.dataclass(frozen=True, slots=True)
class Missing:
    """A relation that could bind cells if something were known."""

    name: str
    places: tuple[CellPlace, ...]
    missing: str
