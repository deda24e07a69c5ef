"""The cells of a table as they are printed, in rows of one length, whatever the format of the file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import msgspec

from samescore.base.errors import InputError

#: The most cells of a table, the most columns, and the most tables of a file.
_MOST_CELLS, _MOST_COLUMNS, _MOST_TABLES = 100_000, 500, 200
#: The most characters of a cell: what is longer is prose.
_LONGEST = 1_000
#: White space that only lays out the source. Other spaces may separate thousands.
_BLANK = r"[ \t\r\n\f\v]+"
#: What importers write in place of text that is struck out.
STRUCK_OUT = "\ue003"
#: The place of digits that are struck out inside a number.
_INSIDE = re.compile(rf"[0-9][.,]?{STRUCK_OUT}|{STRUCK_OUT}[.,]?[0-9]")


class GridCell(msgspec.Struct, frozen=True):
    """The text of a cell; `continued` if the cell is a part of one that begins further left or further up."""

    text: str = ""
    bold: bool = False
    continued: bool = False


class SpanningCell(msgspec.Struct, frozen=True):
    """A cell as the source has it: `columns` wide and `rows` high. `struck` is text in it that is struck out."""

    text: str = ""
    bold: bool = False
    columns: int = 1
    rows: int = 1
    struck: str = ""


class Grid(msgspec.Struct, frozen=True):
    """The rows of a table, which have one length.

    `headers` is the number of rows at the top that are headers, -1 if the format does not say; `caption` what the table is
    about; `line` where it begins in the file; `notes` are the paragraphs beside it, which may explain marks. `rules` are the rows, from 0, above which there is a rule.
    `struck` are the texts that are struck out: they are not in the cells. A table that cannot be read has no rows, and a `problem`.
    """

    rows: list[list[GridCell]]
    headers: int = -1
    caption: str = ""
    line: int = 1
    problem: str = ""
    notes: str = ""
    rules: frozenset[int] = frozenset()
    struck: tuple[str, ...] = ()

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self.rows[0]) if self.rows else 0

    def transposed(self) -> Grid:
        """The table with rows and columns exchanged. How many of its columns name rows is not known."""
        columns = [list(column) for column in zip(*self.rows, strict=True)]
        return Grid(columns, -1, self.caption, self.line, notes=self.notes, struck=self.struck)


def grid(
    rows: Sequence[Sequence[SpanningCell]],
    *,
    headers: int = -1,
    caption: str = "",
    line: int = 1,
    rules: Iterable[int] = (),
) -> Grid:
    """The grid of rows in which cells may span several columns and rows. Rows that are too short are filled up.

    Raises `InputError` for a table that is too large.
    """
    filled: list[list[GridCell]] = []
    hanging: dict[int, tuple[int, GridCell]] = {}  # by the column: for how many rows more, and the cell
    for number, row in enumerate(rows):
        cells: list[GridCell] = []
        for cell in row:
            _fill(cells, hanging)
            text = re.sub(_BLANK, " ", _without_struck(cell)[: 4 * _LONGEST]).strip(" ")[:_LONGEST]
            below = min(max(cell.rows, 1), len(rows) - number) - 1
            for k in range(min(max(cell.columns, 1), _MOST_COLUMNS)):
                shown = GridCell(text, cell.bold, continued=k > 0)
                if below:
                    hanging[len(cells)] = below, msgspec.structs.replace(shown, continued=True)
                cells.append(shown)
            if len(cells) > _MOST_COLUMNS:
                raise _too_large(line, f"more than {_MOST_COLUMNS} columns")
        _fill(cells, hanging)
        filled.append(cells)
        if sum(map(len, filled[-1:])) * len(filled) > _MOST_CELLS:
            raise _too_large(line, f"more than {_MOST_CELLS:,} cells")
    width = max(map(len, filled), default=0)
    if width * len(filled) > _MOST_CELLS:
        raise _too_large(line, f"more than {_MOST_CELLS:,} cells")
    whole = [row + [GridCell()] * (width - len(row)) for row in filled]
    struck = tuple(" ".join(cell.struck.split())[:_LONGEST] for row in rows for cell in row if cell.struck.strip())
    return Grid(whole, headers, " ".join(caption.split()), line, rules=frozenset(rules), struck=struck)


def _without_struck(cell: SpanningCell) -> str:
    """The text of a cell without its struck-out part.

    Struck-out digits inside a number are replaced by a note, so that the remaining digits are not read as a number.
    """
    part = _INSIDE.search(cell.text) and re.fullmatch(r"\s*[0-9]+\s*", cell.struck)
    return cell.text.replace(STRUCK_OUT, f" (struck out: {cell.struck.strip()}) and " if part else " ")


def _fill(cells: list[GridCell], hanging: dict[int, tuple[int, GridCell]]) -> None:
    """Append the cells that hang down from rows above into the next columns."""
    while len(cells) in hanging:
        column = len(cells)
        rows, cell = hanging.pop(column)
        if rows > 1:
            hanging[column] = rows - 1, cell
        cells.append(cell)


def checked(grids: list[Grid], what: str) -> list[Grid]:
    """The tables of a file that have cells; `InputError` if there are none, or too many."""
    tables = [table for table in grids if table.problem or (table.rows and table.width)]
    if not tables:
        raise InputError(f"{what} has no table", hint="docs/tables.md lists what is read in each format")
    if len(tables) > _MOST_TABLES:
        raise InputError(f"{what} has more than {_MOST_TABLES} tables", hint="pass a file with fewer tables")
    return tables


def _too_large(line: int, why: str) -> InputError:
    return InputError(f"the table at line {line} has {why}", hint="keep only the rows and columns to audit")
