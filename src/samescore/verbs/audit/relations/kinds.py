"""Define a relation: its cells, and the possible range of the number in the first one."""

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


#: A function that takes the intervals of all numbers, and returns the possible range of the first: a union of intervals,
#: which may omit parts far from the first number; None if there is no restriction. Shares are between 0 and 1, also if
#: the table has percentages.
Allowed = Callable[[Sequence[Interval]], "Sequence[Interval] | None"]


class CellFormula(NamedTuple):
    """A formula: its name, and the function `of` that computes the first cell's usual value from the others."""

    name: str
    of: Callable[[Sequence[Fraction]], Fraction]


@dataclasses.dataclass(frozen=True, slots=True)
class Relation:
    """A constraint on several numbers of a table.

    `places` are the cells; messages are about the first one, whose possible range `allowed` returns. `unless` names an
    unstated condition that would excuse a violation, empty for none. An `equation` determines the first number up to
    rounding; other relations are bounds. `of_means` means that the relation also holds for means over several runs.
    `usual` is a formula whose value messages show.
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
        """A key that is unique among the relations of a table."""
        return self.name, self.places


@dataclasses.dataclass(frozen=True, slots=True)
class Missing:
    """A relation that would apply to the cells `places` if the fact `missing` were known."""

    name: str
    places: tuple[CellPlace, ...]
    missing: str
