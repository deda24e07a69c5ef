"""The result of checking the relations in a table."""

from __future__ import annotations

import msgspec


class Checked(msgspec.Struct, frozen=True):
    """A relation that was checked and holds: its name, and the names of its cells."""

    relation: str
    cells: list[str]


class Unchecked(msgspec.Struct, frozen=True):
    """A relation that could not be checked: its name, the names of its cells, and the missing fact."""

    relation: str
    cells: list[str]
    missing: str


class BrokenRelation(msgspec.Struct, frozen=True):
    """A relation that the printed numbers cannot satisfy: its name, the names of its cells, and a sentence about it.

    `unless` is an unstated condition that would excuse it; empty if there is none.
    """

    relation: str
    cells: list[str]
    sentence: str
    unless: str = ""


class Mending(msgspec.Struct, frozen=True):
    """Cells that explain a fault if they were mistyped, with possible numbers for each.

    For several cells, the numbers are one example; `numbers` may be empty. A table may have several independent faults,
    numbered from 1; to mend the table, each fault needs one of its sets.
    """

    cells: list[str]
    numbers: list[str]
    fault: int = 1


class TableCheck(msgspec.Struct, frozen=True):
    """The relations of a table that were checked, and the results.

    `checked` relations hold; `broken` ones are impossible; `doubtful` ones are impossible unless an unstated condition
    holds. `printing` says how the numbers were shortened, as far as the relations show it: rounded, truncated, or a
    mixture; `cut_off` are the cells that are possible only if they were truncated. `mend` lists, for each fault, the
    smallest sets of cells that explain it if they were mistyped; if nothing is broken, faults are doubtful relations.
    `mend_bounded` means that the search for such sets was cut short by a limit.
    """

    checked: list[Checked] = []
    unchecked: list[Unchecked] = []
    broken: list[BrokenRelation] = []
    doubtful: list[BrokenRelation] = []
    mend: list[Mending] = []
    mend_bounded: bool = False
    printing: str = "rounded"
    cut_off: list[str] = []
