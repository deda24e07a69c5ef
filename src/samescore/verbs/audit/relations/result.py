"""The result of checking the relations in a table."""

from __future__ import annotations

import msgspec


class Checked(msgspec.Struct, frozen=True):
    """A relation that holds, and its cells."""

    relation: str
    cells: list[str]


class Unchecked(msgspec.Struct, frozen=True):
    """A relation that could not be checked, its cells, and the missing fact."""

    relation: str
    cells: list[str]
    missing: str


class BrokenRelation(msgspec.Struct, frozen=True):
    """A relation that no values with this printed form satisfy: its cells, and a sentence with the possible interval.

    `unless` is an unstated condition that would excuse it; empty if there is none.
    """

    relation: str
    cells: list[str]
    sentence: str
    unless: str = ""


class Mending(msgspec.Struct, frozen=True):
    """Cells that explain a fault if they were mistyped, with possible numbers for each (for several cells, an example).

    A table may have several independent faults, numbered from 1; a set for each of them mends it.
    """

    cells: list[str]
    numbers: list[str]
    fault: int = 1


class TableCheck(msgspec.Struct, frozen=True):
    """Which relations of a table were checked, and the results.

    `broken` relations are impossible; `doubtful` ones are impossible unless an unstated condition holds. `printing`
    says how the numbers were shortened, as far as the relations show it: rounded, truncated, or a mixture; `cut_off`
    are the cells that are possible only if they were truncated. `mend` lists the smallest sets of cells that, if
    mistyped, would leave nothing broken (or, if nothing is broken, nothing doubtful); it is empty if none was found
    within the search limits, in which case `mend_bounded` is set.
    """

    checked: list[Checked] = []
    unchecked: list[Unchecked] = []
    broken: list[BrokenRelation] = []
    doubtful: list[BrokenRelation] = []
    mend: list[Mending] = []
    mend_bounded: bool = False
    printing: str = "rounded"
    cut_off: list[str] = []
