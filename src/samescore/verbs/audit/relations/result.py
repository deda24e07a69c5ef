"""What a check of the relations in a table finds."""

from __future__ import annotations

import msgspec


class Checked(msgspec.Struct, frozen=True):
    """A relation that holds, and the cells that it binds."""

    relation: str
    cells: list[str]


class Unchecked(msgspec.Struct, frozen=True):
    """A relation that could not be checked, for these cells, and what is missing."""

    relation: str
    cells: list[str]
    missing: str


class Broken(msgspec.Struct, frozen=True):
    """A relation that no values printed so satisfy: the cells, and a sentence with the interval that is possible.

    `unless` is what would excuse it, and has not been stated; empty if nothing would.
    """

    relation: str
    cells: list[str]
    sentence: str
    unless: str = ""


class Mending(msgspec.Struct, frozen=True):
    """Cells that would mend a fault if they were mistyped, and for each the numbers that would do (of several cells: one).

    A table may have several independent faults, numbered from 1; a set for each of them mends it.
    """

    cells: list[str]
    numbers: list[str]
    fault: int = 1


class TableCheck(msgspec.Struct, frozen=True):
    """What was checked in a table, and what came of it.

    `broken` relations are impossible; `doubtful` ones only unless something holds that the table does not state.
    `printing` tells how the numbers were shortened as far as the relations tell: rounded, cut off, or some rounded and others
    cut off; `cut_off` are the cells that are possible only if they were cut off. `mend` are the smallest sets of cells which,
    if they were mistyped, would leave nothing broken (or, if nothing is broken, nothing doubtful); no set if none was found
    among the few that were tried, which `mend_bounded` says.
    """

    checked: list[Checked] = []
    unchecked: list[Unchecked] = []
    broken: list[Broken] = []
    doubtful: list[Broken] = []
    mend: list[Mending] = []
    mend_bounded: bool = False
    printing: str = "rounded"
    cut_off: list[str] = []
