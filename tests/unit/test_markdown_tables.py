"""Tables in Markdown: texts of cells, rows that are too long, captions, and notes."""

from __future__ import annotations

import pytest

from samescore import InputError
from samescore.verbs.audit.importers import markdown
from samescore.verbs.audit.importers.grid import Grid

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_BARE = "| x | BLEU |\n|-|-|\n| a | 1 |\n"


def _texts(table: Grid) -> list[list[str]]:
    return [[cell.text for cell in row] for row in table.rows]


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        ("a *b* `c` [d](e)", "a b c d"),
        (r"a \| b", "a | b"),
        ("a &amp; b", "a & b"),
        ("a[^1]b[^note]", "ab"),
        ("a<sup>x</sup>b", "ab"),
        ("a<SUP class='y'>x</SUP>b", "ab"),
        ("a<sub>b</sub>", "a_b"),
        ("a<br>b<BR/>c", "a b c"),
        ("a<i>b</i>", "ab"),
        ("![a](b)", "a"),
        ("a<sup>~~x~~</sup>", "a"),
    ],
)
def test_the_text_of_a_cell(cell: str, text: str) -> None:
    (table,) = markdown.tables(f"| x | y |\n|-|-|\n| {cell} | 1 |\n", "t.md")
    assert (_texts(table), table.headers, table.struck) == ([["x", "y"], [text, "1"]], 1, ())


@pytest.mark.parametrize(
    ("cell", "text", "struck"),
    [
        ("~~a~~ b", "b", ("a",)),
        ("<del>a</del> b", "b", ("a",)),
        ("<s class='x'>a</s> b", "b", ("a",)),
        ("<Strike>a</Strike> b", "b", ("a",)),
        ("~~a<s>b</s>c~~ d", "d", ("abc",)),
        ("</s> a", "a", ()),
        ("<span>a</span> b", "a b", ()),
    ],
)
def test_text_that_is_struck_out(cell: str, text: str, struck: tuple[str, ...]) -> None:
    (table,) = markdown.tables(f"| x | y |\n|-|-|\n| {cell} | 1 |\n", "t.md")
    assert (_texts(table)[1], table.struck) == ([text, "1"], struck)


def test_bold_cells() -> None:
    (table,) = markdown.tables(
        "| a | b | c | d |\n|-|-|-|-|\n| **1** | <b>2</b> | <STRONG>3</STRONG> | *4* |\n", "t.md"
    )
    assert [cell.bold for cell in table.rows[1]] == [True, True, True, False]
    assert not any(cell.bold for cell in table.rows[0])


@pytest.mark.parametrize(
    ("row", "cells"),
    [
        ("| a | 1 | 2 | 3 |", ["a", "1", "2", "3"]),
        ("a | 1 | 2", ["a", "1", "2"]),
        (r"| a | 1 | 2 \| 3 |", ["a", "1", r"2 \| 3"]),
        ("| a |", ["a", ""]),
        ("| a | 1 |  |", ["a", "1", ""]),
    ],
)
def test_cells_beyond_the_titles_are_kept(row: str, cells: list[str]) -> None:
    (table,) = markdown.tables(f"x\n\n| x | y |\n|-|-|\n{row}\n", "t.md")
    assert _texts(table)[1] == cells
    assert table.line == 3


@pytest.mark.parametrize(
    ("before", "after", "caption"),
    [
        ("# A *heading*\n\n", "", "A heading"),
        ("# A\n\ntext.\n\nmore text. And more.\n\n", "", "A"),
        ("A sentence\n\n", "", "A sentence"),
        ("# A\n\nA sentence\n\n", "", "A A sentence"),
        ("# A\n\nBLEU of two systems\n\n", "", "BLEU of two systems"),
        ("# A\n\nTwo. Sentences\n\n", "", "A"),
        ("# A\n\nIs it? Yes\n\n", "", "A"),
        ("# A\n\nWow! Yes\n\n", "", "A"),
        ("# A\n\nversion 1.2 and 1.3\n\n", "", "A version 1.2 and 1.3"),
        ("a" * 150 + "\n\n", "", "a" * 150),
        ("a" * 151 + "\n\n", "", ""),
        ("Table 1: " + "a" * 151 + ". b. c\n\n", "", "Table 1: " + "a" * 151 + ". b. c"),
        ("", "\nTable 2. After. It\n", "Table 2. After. It"),
        ("", "\nTab. A.1: After\n", "Tab. A.1: After"),
        ("", "\nTable: After\n", "Table: After"),
        ("", "\n: After\n", "After"),
        ("", "\nAfter\n", ""),
        ("", "\nTables 2 and 3\n", ""),
        ("", "\n* Table 2: a list\n", ""),
        ("# A\n\n- a list\n\n", "", "A"),
        ("Above\n\n", "\nTable 2: After\n", "Above"),
        ("Above. It.\n\n", "\nTable 2: After\n", "Table 2: After"),
    ],
)
def test_captions(before: str, after: str, caption: str) -> None:
    (table,) = markdown.tables(before + _BARE + after, "t.md")
    assert table.caption == caption


def test_a_caption_between_two_tables_belongs_to_the_second() -> None:
    between = f"{_BARE}\nTable 2: x\n\n{_BARE}"
    assert [table.caption for table in markdown.tables(between, "t.md")] == ["", "Table 2: x"]
    below = f"{_BARE}\nTable 1: x\n\ntext\n\n{_BARE}"
    assert [table.caption for table in markdown.tables(below, "t.md")] == ["Table 1: x", "text"]


@pytest.mark.parametrize(
    ("before", "after", "notes"),
    [
        ("", "", ""),
        ("above\n\n", "\nbelow\n", "below above"),
        ("first\n\nabove\n\n", "\nbelow\n\nlast\n", "below above"),
        ("# heading\n\n", "\n# heading\n", " "),
        ("", "\n* a\n* b\n\ntext\n", "* a * b"),
        ("", "\n- a\n- b\n", "a b"),
        ("", "\na<b>b</b>\nc\n", "a b  c"),
        ("", "\n1. a\n", ""),
    ],
)
def test_notes(before: str, after: str, notes: str) -> None:
    (table,) = markdown.tables(before + _BARE + after, "t.md")
    assert table.notes == notes


def test_tables_in_html_are_read_in_order() -> None:
    text = f"{_BARE}\n<TABLE><tr><td>h</TABLE>\n\n{_BARE}"
    found = markdown.tables(text, "t.md")
    assert [(table.line, table.rows[0][0].text) for table in found] == [(1, "x"), (5, "h"), (7, "x")]
    with pytest.raises(InputError, match=r"t\.md has no table"):
        markdown.tables("text", "t.md")
