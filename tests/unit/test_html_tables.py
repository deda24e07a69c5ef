"""Tables in HTML: texts of cells, spans, headers, captions, hidden content, and tags that are not closed."""

from __future__ import annotations

import pytest

from samescore import InputError
from samescore.verbs.audit.importers import html
from samescore.verbs.audit.importers.grid import Grid

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


def _table(text: str) -> Grid:
    (table,) = html.read_tables(text)
    return table


def _texts(table: Grid) -> list[list[str]]:
    return [[cell.text for cell in row] for row in table.rows]


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        ("a<script>x</script>b", "ab"),
        ("a<style>x</style>b", "ab"),
        ("a<sup>x<i>y</i></sup>b", "ab"),
        ("a<template>x</template>b", "ab"),
        ("a<br>b", "a b"),
        ("a<p>b", "a b"),
        ("a<div>b</div>", "a b"),
        ("<ul><li>a<li>b</ul>", "a b"),
        ("a<sub>b</sub>", "a_b"),
        ("a<hr>b<img>c<input>d<wbr>e<col>f<link>g<meta>h", "abcdefgh"),
        ("a<hr hidden>b<br style='display:none'>c", "ab c"),
        ("a<img hidden>b<input hidden>c<wbr hidden>d<link hidden>e<meta hidden>f<col hidden>g", "abcdefg"),
        ("a &amp; b&nbsp;c", "a & b\xa0c"),
        ("a<i hidden>x</i>b", "ab"),
        ("a<i hidden>x<b>y</b>z</i>b", "ab"),
        ("a<i hidden=''>x</i>b", "ab"),
        ("a<i style='color:red; DISPLAY : none'>x</i>b", "ab"),
        ("a<i style='display:nonesuch'>b</i>", "ab"),
        ("a<i style='x-display:none'>b</i>", "ab"),
        ("a<i style>b</i>", "ab"),
        ("a<i title='display:none'>b</i>", "ab"),
        ("a<i hidden><i>x</i>y</i>b", "ab"),
        ("a<i hidden>x</b>y</i>b", "ab"),
        ("a<sup>x</b>y</sup>b", "ab"),
    ],
)
def test_the_text_of_a_cell(cell: str, text: str) -> None:
    table = _table(f"<table><tr><td>{cell}<td>1</table>")
    assert _texts(table) == [[text, "1"]]
    assert table.struck == ()


@pytest.mark.parametrize(
    ("cell", "text", "struck"),
    [
        ("<del>a</del> b", "b", ("a",)),
        ("<s>a</s> b", "b", ("a",)),
        ("<strike>a</strike> b", "b", ("a",)),
        ("<i style='text-decoration: Line-Through'>a</i> b", "b", ("a",)),
        ("<i title='line-through'>a</i> b", "a b", ()),
        ("<i style>a</i> b", "a b", ()),
        ("<br style='text-decoration:line-through'>a b", "a b", ()),
        ("<del>a<i>c</i></del> b", "b", ("ac",)),
        ("<del>a<sup>c</sup></del> b", "b", ("a",)),
    ],
)
def test_text_that_is_struck_out(cell: str, text: str, struck: tuple[str, ...]) -> None:
    table = _table(f"<table><tr><td>{cell}<td>1</table>")
    assert (_texts(table), table.struck) == ([[text, "1"]], struck)


def test_bold_cells() -> None:
    table = _table("<table><tr><td><b>1</b><td><strong>2</strong><td>3<td><i>4</i></td><b>x</b></table>")
    assert [(cell.text, cell.bold) for cell in table.rows[0]] == [("1", True), ("2", True), ("3", False), ("4", False)]


@pytest.mark.parametrize(
    ("span", "columns"),
    [("2", 2), ("0", 1), ("1", 1), ("", 1), ("x", 1), ("-2", 1), ("2.0", 1), ("²", 1), ("00002", 2), ("000002", 1)],
)
def test_spans_of_columns(span: str, columns: int) -> None:
    assert _texts(_table(f"<table><tr><td colspan='{span}'>a<td>b</table>")) == [["a"] * columns + ["b"]]


@pytest.mark.parametrize(("span", "rows"), [("2", 2), ("0", 3), ("1", 1), ("9", 3), ("x", 1)])
def test_spans_of_rows(span: str, rows: int) -> None:
    """A row span of 0 means all following rows."""
    table = _table(f"<table><tr><td rowspan={span}>a<td>1<tr><td>2<tr><td>3</table>")
    assert [row[0].text for row in table.rows] == ["a"] * rows + ["2", "3"][rows - 1 :]
    assert [row[-1].text for row in table.rows if row[0].text == "a"] == ["1", "2", "3"][:rows]


@pytest.mark.parametrize(
    ("rows", "headers", "rules"),
    [
        ("<thead><tr><td>x</thead><tr><td>1", 1, {0}),
        ("<thead><tr><td>x<tr><td>y</thead><tbody><tr><td>1", 2, {0, 2}),
        ("<thead><tr><td>x<tbody><tr><td>1", 1, {0, 1}),
        ("<thead><tr><td>x</thead><tr><th>y<tr><td>1", 2, {0}),
        ("<tr><th>x<tr><th>y<tr><td>1", 2, set()),
        ("<tr><th>x<td>y<tr><td>1<td>2", -1, set()),
        ("<tr><td>x<tr><td>1", -1, set()),
        ("<tr><th>x<tr><th>1", -1, set()),
        ("<tbody><tr><td>1<tr><td>2<tbody><tr><td>3<tfoot><tr><td>4", -1, {0, 2, 3}),
        ("<tr><td>1<tr><tbody><tr><td>2", -1, {1}),
    ],
)
def test_header_rows_and_sections(rows: str, headers: int, rules: set[int]) -> None:
    """Empty rows do not count."""
    table = _table(f"<table>{rows}</table>")
    assert (table.headers, set(table.rules)) == (headers, rules)
    assert all(any(row) for row in _texts(table))


@pytest.mark.parametrize(
    ("table", "caption"),
    [
        ("<table><caption>A <b>b</b></caption><tr><td>1</table>", "A b"),
        ("<table><caption>A <tr><td>1</table>", "A"),
        ("<table><caption>A</caption>x<tr><td>1</table>", "A"),
        ("<table><tr><td>1</tr><caption>A</caption></table>", "A"),
        ("<table>x<tr><td>1</table>", ""),
        ("<caption>x</caption><table><tr><td>1</table>", ""),
        ("<table><caption>A<sup>x</sup></caption><tr><td>1</table>", "A"),
    ],
)
def test_captions(table: str, caption: str) -> None:
    found = _table(table)
    assert (found.caption, _texts(found)) == (caption, [["1"]])


@pytest.mark.parametrize(
    ("rows", "texts"),
    [
        ("<td>1<tr><td>2", [["1"], ["2"]]),  # a cell before any row starts one
        ("<tr><td>1</td>x<td>2</tr>y<tr><td>3<td>4", [["1", "2"], ["3", "4"]]),
        ("<tr><td hidden>x<td>1<tr><td>2", [["1"], ["2"]]),
        ("<tr hidden><td>x<td>y<tr><td>2", [["2"]]),
        ("<tr hidden><td>x</tr><tr><td>2", [["2"]]),
        ("<tbody hidden><tr><td>x<tbody><tr><td>2", [["2"]]),
        ("<tr><td>1<i hidden>x<tr><td>2", [["1"], ["2"]]),
        ("<tr><td>1<i hidden>x</td><td>2", [["1", "2"]]),
    ],
)
def test_rows_and_what_is_hidden_of_them(rows: str, texts: list[list[str]]) -> None:
    assert _texts(_table(f"<table>{rows}</table>")) == texts


def test_tables_inside_tables() -> None:
    """The text of a table inside a cell does not belong to this cell; tables are in the order in which they start."""
    found = html.read_tables("<table>\n<tr><td>a\n<table><tr><td>b</table>c<td>d</table>\n<table><tr><td>e")
    assert [(table.line, _texts(table)) for table in found] == [
        (1, [["a c", "d"]]),
        (3, [["b"]]),
        (4, [["e"]]),
    ]
    assert html.read_tables("<table hidden><tr><td>a</table>") == []
    assert html.read_tables("<td>a</td></table></thead>") == []
    assert len(html.read_tables("<table><tr><td>a" * 25)) == 20


def test_a_page_without_tables() -> None:
    with pytest.raises(InputError, match=r"p\.html has no table"):
        html.tables("<p>a", "p.html")
    assert len(html.tables("<table><tr><td>a", "p.html")) == 1
