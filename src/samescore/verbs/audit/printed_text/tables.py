"""Represent a table of printed numbers: rows of cells, and the meaning of each column."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, Literal

import msgspec

from samescore.base.errors import InputError


class Cell(msgspec.Struct, frozen=True):
    """One cell of a table.

    `text` is the printed text, and `digits` its number as ``27.3``, ``-0.5`` or ``1e-05`` (empty without a number).
    `percent` means that a percent sign follows it, `spread` is the number after a ± (empty if not printed), and `bold`
    means that the number is printed in bold. `place` says where the cell is, for messages (``row 3, BLEU``).
    """

    text: str
    digits: str = ""
    percent: bool = False
    spread: str = ""
    bold: bool = False
    place: str = ""


class PrintedColumn(msgspec.Struct, frozen=True):
    """The meaning of a column's cells.

    `quantity` is the name of a metric (``bleu``, ``f1``, ``chrf``) or a role in `ROLES`; empty if unknown. `knobs` are
    the settings that the table states for it (``{"average": "macro"}``), and further facts:

    - ``items``: the number of items, or ``more`` if there are more than the table counts;
    - ``classes``: the number of classes of the items; ``more`` if only some classes have columns, None if unknown;
    - ``runs``: the number of runs whose mean is printed;
    - ``resamples``: the number of resamples behind a p-value;
    - ``interval``: the kind of interval (``wald``);
    - ``scores``: the scores of an item: ``0/1``, or ``any`` from 0 to 1 if that is unknown.

    `test_set` names the items that all rows were scored on (empty: unknown). `label` is the class that the column is
    about (empty: all classes). `of` names the columns that a mean, a difference, a rank or an end of an interval is
    about, in order; for a macro average, the columns of its classes. A difference with ``of=["A"], base="Baseline"`` is
    A minus A in the row called Baseline; with ``of=["A", "B"]`` it is A minus B. `unit` is ``fraction`` or ``percent``
    if the source is known to print scores like this (empty: unknown).
    """

    name: str
    quantity: str = ""
    knobs: dict[str, Any] = {}
    test_set: str = ""
    label: str = ""
    of: list[str] = []
    base: str = ""
    unit: Literal["", "fraction", "percent"] = ""


class Row(msgspec.Struct, frozen=True):
    """The cells of a row, one for each column.

    `quantity` is ``mean`` for a row of means of the rows listed in `of` (empty: all rows above it), ``average`` for an
    average of unknown rows, otherwise empty. `test_set` names the items that the row was scored on, if the columns do not
    name them. Rows with the same `block` are not separated by a rule or heading.
    """

    name: str
    cells: list[Cell]
    quantity: str = ""
    of: list[str] = []
    test_set: str = ""
    block: int = 0


#: The possible roles of a column besides a metric.
ROLES = {
    "tp": "true positives of the class `label`",
    "fp": "false positives of the class",
    "fn": "false negatives of the class",
    "tn": "true negatives of the class",
    "items": "number of items, or of items of the class `label`",
    "bleu-precision-1": "n-gram precision of BLEU (1 to 9)",
    "bleu-matches-1": "matching n-grams of BLEU (1 to 9)",
    "bleu-ngrams-1": "n-grams of the hypotheses (1 to 9)",
    "bp": "brevity penalty of BLEU",
    "ratio": "length of the hypotheses over that of the references",
    "hyp_len": "words of the hypotheses",
    "ref_len": "words of the references",
    "mean": "mean of the columns `of`",
    "delta": "difference from the row `base`, or between two columns",
    "relative": "the same, relative to the subtracted number",
    "rank": "rank of the row in the column `of`, 1 for the best",
    "p-value": "p-value of a test",
    "stderr": "standard error of the mean in the column `of`",
    "interval-low": "lower end of an interval for the column `of`",
    "interval-high": "upper end of an interval for the column `of`",
}


class PrintedTable(msgspec.Struct, frozen=True):
    """Rows and columns of printed numbers.

    `rounded` means that the program that printed them is known to round, not truncate. Raises `InputError` if a row does
    not have one cell for each column, if two columns have the same name, or if a column's `of` names an unknown column.
    """

    name: str
    columns: list[PrintedColumn]
    rows: list[Row]
    rounded: bool = False

    def __post_init__(self) -> None:
        names = [column.name for column in self.columns]
        for name, times in Counter(names).items():
            if times > 1:
                raise InputError(f"{self.name}: two columns are named {name!r}", hint="give each column its own name")
        for row in self.rows:
            if len(row.cells) != len(names):
                raise InputError(
                    f"{self.name}: row {row.name!r} has {len(row.cells)} cells for {len(names)} columns",
                    hint="give every row a cell in each column (empty if necessary)",
                )
        for column in self.columns:
            unknown = next((name for name in column.of if name not in names), None)
            if unknown is not None:
                raise InputError(
                    f"{self.name}: column {column.name!r} refers to {unknown!r}, which is not a column",
                    hint=f"the columns are: {', '.join(names)}",
                )

    def index(self, name: str) -> int:
        """Return the position, from 0, of the column called `name`, which must exist."""
        return next(number for number, column in enumerate(self.columns) if column.name == name)

    def place(self, row: int, column: int) -> str:
        """Return the place of a cell for messages: its own `place`, or the names of its row and column."""
        own = self.rows[row].cells[column].place
        if own:
            return own
        name = self.rows[row].name or (f"row {row + 1}" if len(self.rows) > 1 else "")
        return f"{name}, {self.columns[column].name}" if name else self.columns[column].name

    def cells(self) -> Iterator[tuple[int, int, Cell]]:
        """Yield the row number, the column number (both from 0) and the cell of every cell with a number, row by row."""
        for number, row in enumerate(self.rows):
            for place, cell in enumerate(row.cells):
                if cell.digits:
                    yield number, place, cell
