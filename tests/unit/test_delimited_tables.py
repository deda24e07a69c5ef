"""Tables of separated values: which separator is detected, and malformed files."""

from __future__ import annotations

import pytest

from samescore import InputError
from samescore.verbs.audit.importers.delimited import tables

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


@pytest.mark.parametrize(
    ("text", "first", "count"),
    [
        ("a,b;c\nd,e;f\ng,h", ["a", "b;c"], 3),  # a comma is in each row, a semicolon in two of three
        ("a;b\nc;d\ne", ["a", "b"], 3),  # a semicolon in two of three, a comma in none
        ("a\tb\nc\td,x", ["a", "b"], 2),
        ("m;B\na;1,5\nb;2,5", ["m", "B"], 3),  # decimal commas
        ("a,b;c;d\ne,f;g;h", ["a,b", "c", "d"], 2),  # the more columns, if both are in each row
        ("a;b\n" * 50 + "a,b,c\n" * 60, ["a", "b"], 110),  # by the first fifty rows
        ("a;b\n" * 24 + "a,b\n" * 26, ["a;b"], 50),
        ("a\nb", ["a"], 2),
        ("\n , \na,b\n", ["a", "b"], 1),  # blank rows are skipped
        ('a,"b,c"\nd,e', ["a", "b,c"], 2),
    ],
)
def test_the_separator_that_gives_most_rows_the_same_length(text: str, first: list[str], count: int) -> None:
    (grid,) = tables(text, "t.csv")
    cells = [cell.text for cell in grid.rows[0]]
    assert (cells[: len(first)], any(cells[len(first) :]), len(grid.rows)) == (first, False, count)


def test_tabs_are_the_separator_if_the_name_says_so() -> None:
    (grid,) = tables("a,b\tc\nd,e\tf\n", "t.tsv", tabs=True)
    assert [[cell.text for cell in row] for row in grid.rows] == [["a,b", "c"], ["d,e", "f"]]


def test_a_field_that_is_too_long_is_an_error() -> None:
    with pytest.raises(InputError) as raised:
        tables(f"a,b\nc,{'x' * 131_073}\n", "t.csv")
    assert raised.value.message == "t.csv, line 2: field larger than field limit (131072)"
    assert raised.value.hint == "check the quotes before this line"
