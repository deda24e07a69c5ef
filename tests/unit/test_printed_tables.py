"""Tables of printed numbers: which are well formed, what their cells are called, and how ranges are described."""

from __future__ import annotations

from fractions import Fraction

import pytest

from samescore.base.errors import InputError
from samescore.verbs.audit.printed_text.intervals import Interval
from samescore.verbs.audit.printed_text.tables import Cell, PrintedColumn, PrintedTable, Row
from samescore.verbs.audit.relations.sentences import _range_text
from samescore.verbs.audit.relations.sheet import ANYTHING

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_COLUMNS = [PrintedColumn("P", "precision"), PrintedColumn("R", "recall")]


def _row(name: str, *numbers: str) -> Row:
    return Row(name, [Cell(number, number) for number in numbers])


@pytest.mark.parametrize(
    ("columns", "rows", "problem"),
    [
        (_COLUMNS, [_row("a", "1", "2"), _row("b", "1")], "t: row 'b' has 1 cells for 2 columns"),
        (_COLUMNS, [_row("a", "1", "2", "3")], "t: row 'a' has 3 cells for 2 columns"),
        (_COLUMNS, [_row("", *"1234")], "t: row '' has 4 cells for 2 columns"),
        ([*_COLUMNS, PrintedColumn("P")], [], "t: two columns are named 'P'"),
        ([*_COLUMNS, PrintedColumn("F", of=["P", "Q"])], [], "t: column 'F' refers to 'Q', which is not a column"),
    ],
)
def test_a_malformed_table_is_an_error(columns: list[PrintedColumn], rows: list[Row], problem: str) -> None:
    with pytest.raises(InputError) as raised:
        PrintedTable("t", columns, rows)
    assert raised.value.message == problem
    assert raised.value.hint


def test_a_cell_is_named_after_its_row_and_column() -> None:
    named = PrintedTable("t", _COLUMNS, [_row("a", "1", ""), _row("", "3", "4")])
    assert [named.place(row, 1) for row in (0, 1)] == ["a, R", "row 2, R"]
    assert [(row, column, cell.digits) for row, column, cell in named.cells()] == [
        (0, 0, "1"),
        (1, 0, "3"),
        (1, 1, "4"),
    ]
    assert named.index("R") == 1
    own = Row("a", [Cell("1", "1", place="line 7"), Cell("2", "2")])
    assert [PrintedTable("t", _COLUMNS, [own]).place(0, column) for column in (0, 1)] == ["line 7", "a, R"]
    assert PrintedTable("t", _COLUMNS, [_row("", "1", "2")]).place(0, 0) == "P"


@pytest.mark.parametrize(
    ("bounds", "text"),
    [
        ((Fraction(1, 3), Fraction(2, 3)), "between 0.333333 and 0.666667"),
        ((Fraction(1, 3), Fraction(3333333, 10**7)), "at 0.333333"),
        ((Fraction(-5), ANYTHING[1]), "at or above -5"),
        ((Fraction(1, 4), ANYTHING[1] / 100), "at or above 0.25"),
        ((ANYTHING[0], Fraction(7, 2)), "at or below 3.5"),
        ((ANYTHING[0] * 100, Fraction(-1)), "at or below -1"),
    ],
)
def test_a_range_in_words(bounds: Interval, text: str) -> None:
    assert _range_text(bounds) == text
