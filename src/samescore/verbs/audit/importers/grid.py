"""Represent the cells of a table as printed, in rows of equal length, whatever the format of the file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import msgspec

from samescore.base.errors import InputError

#: Maximum number of cells and columns of a table, and of tables in a file.
_MOST_CELLS, _MOST_COLUMNS, _MOST_TABLES = 100_000, 500, 200
#: Maximum length of a cell in characters: longer text is prose.
_LONGEST = 1_000
#: White space that is only layout of the source; other spaces may separate thousands.
_BLANK = r"[ \t\r\n\f\v]+"
#: The character that importers write in place of struck-out text.
STRUCK_OUT = "\ue003"
#: Matches struck-out text next to a digit, which may be inside a number.
_INSIDE = re.compile(rf"[0-9][.,]?{STRUCK_OUT}|{STRUCK_OUT}[.,]?[0-9]")


class GridCell(msgspec.Struct, frozen=True):
    """One cell of a grid: its text, and whether it is bold.

    `continued` means that it repeats a spanning cell that starts further left or further up.
    """

    text: str = ""
    bold: bool = False
    continued: bool = False


class SpanningCell(msgspec.Struct, frozen=True):
    """A cell as in the source, which spans `columns` columns and `rows` rows; `struck` is its struck-out text."""

    text: str = ""
    bold: bool = False
    columns: int = 1
    rows: int = 1
    struck: str = ""


class Grid(msgspec.Struct, frozen=True):
    """The rows of a table, all of equal length.

    `headers` is the number of header rows at the top, -1 if the format does not say. `caption` is the table's caption,
    `line` its first line in the file, and `notes` are paragraphs next to it, which may explain marks. `rules` are the
    numbers, from 0, of the rows with a rule above them. `struck` are struck-out texts, which the cells omit. A table that
    cannot be read has no rows, and a `problem`.
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
        """Return the table with rows and columns exchanged; header rows and rules are then unknown."""
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
    """Return the grid of rows in which cells may span columns and rows; short rows are padded with empty cells.

    The keyword arguments are as in `Grid`. White space is normalized, and very long texts are truncated. Raises
    `InputError` if the table has too many cells or columns.
    """
    filled: list[list[GridCell]] = []
    hanging: dict[int, tuple[int, GridCell]] = {}  # by column: the number of rows still to fill, and the cell
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
    """Return the text of a cell without its struck-out part.

    Struck-out digits next to other digits are replaced by a note: the remaining digits alone would look like a number.
    """
    part = _INSIDE.search(cell.text) and re.fullmatch(r"\s*[0-9]+\s*", cell.struck)
    return cell.text.replace(STRUCK_OUT, f" (struck out: {cell.struck.strip()}) and " if part else " ")


def _fill(cells: list[GridCell], hanging: dict[int, tuple[int, GridCell]]) -> None:
    """Append to a row the cells of the rows above that extend down into its next columns."""
    while len(cells) in hanging:
        column = len(cells)
        rows, cell = hanging.pop(column)
        if rows > 1:
            hanging[column] = rows - 1, cell
        cells.append(cell)


def nonempty_grids(grids: list[Grid], what: str) -> list[Grid]:
    """Return the tables that have cells or a problem.

    Raises `InputError`, which names `what`, if there are none or too many.
    """
    tables = [table for table in grids if table.problem or (table.rows and table.width)]
    if not tables:
        raise InputError(f"{what} has no table", hint="docs/tables.md lists what is read in each format")
    if len(tables) > _MOST_TABLES:
        raise InputError(f"{what} has more than {_MOST_TABLES} tables", hint="pass a file with fewer tables")
    return tables


def _too_large(line: int, why: str) -> InputError:
    return InputError(f"the table at line {line} has {why}", hint="keep only the rows and columns to audit")
