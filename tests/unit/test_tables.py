"""Tables of printed numbers."""

from __future__ import annotations

import pytest

from samescore.base.errors import InputError
from samescore.verbs.audit.printed_text.tables import Cell, PrintedColumn, PrintedTable, Row

pytestmark = pytest.mark.once


def _row(name: str, *printed: str) -> Row:
    return Row(name, [Cell(text, text) for text in printed])


def test_cells_are_found_by_place() -> None:
    columns = [PrintedColumn("P", "precision"), PrintedColumn("R", "recall")]
    table = PrintedTable(
        "t", columns, [_row("a", "0.5", ""), Row("", [Cell("x", place="line 7"), Cell("0.25", "0.25")])]
    )
    assert [(row, column, cell.digits) for row, column, cell in table.cells()] == [(0, 0, "0.5"), (1, 1, "0.25")]
    assert [table.place(0, 0), table.place(1, 0), table.place(1, 1)] == ["a, P", "line 7", "row 2, R"]
    assert table.index("R") == 1


@pytest.mark.parametrize(
    ("columns", "rows", "message"),
    [
        ([PrintedColumn("P"), PrintedColumn("P")], [], "two columns are named 'P'"),
        ([PrintedColumn("P")], [_row("a", "1", "2")], "row 'a' has 2 cells for 1 columns"),
        (
            [PrintedColumn("P"), PrintedColumn("Avg", "mean", of=["P", "R"])],
            [],
            "column 'Avg' refers to 'R', which is not a column",
        ),
    ],
)
def test_invalid_tables_are_refused(columns: list[PrintedColumn], rows: list[Row], message: str) -> None:
    with pytest.raises(InputError, match=message):
        PrintedTable("t", columns, rows)
