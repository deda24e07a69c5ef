"""Titles, names and blocks of a table's grid, and its limits; each table is a few rows, written by hand."""

from __future__ import annotations

from typing import Any

import pytest

from samescore import InputError
from samescore.verbs.audit.importers.grid import STRUCK_OUT, Grid, GridCell, SpanningCell, grid, nonempty_grids
from samescore.verbs.audit.importers.headings import layout, metric_in, overlong

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


def _grid(*rows: str, **fields: Any) -> Grid:
    """A grid of rows of cells separated by bars; ``<`` continues the cell to the left."""
    cells = [[GridCell(text) for text in map(str.strip, row.split("|"))] for row in rows]
    for row in cells:
        for place, cell in enumerate(row):
            if cell.text == "<":
                row[place] = GridCell(row[place - 1].text, continued=True)
    return Grid(cells, **fields)


@pytest.mark.parametrize(
    ("rows", "fields", "titles", "names", "named"),
    [
        (["model|BLEU", "a|1", "b|2"], {}, ["model", "BLEU"], 1, ["a", "b"]),
        (["a|1", "b|2"], {}, ["column 1", "column 2"], 1, ["a", "b"]),
        (["model|BLEU", "a|1"], {"headers": 0}, ["model", "BLEU"], 1, ["a"]),
        (["model|size", "a|1"], {"headers": 0}, ["column 1", "column 2"], 1, ["model", "a"]),
        (["|dev|test", "model|BLEU|BLEU", "a|1|2"], {}, ["model", "dev / BLEU", "test / BLEU"], 1, ["a"]),
        (["|dev|", "model|BLEU|chrF", "a|1|2"], {}, ["model", "dev / BLEU", "dev / chrF"], 1, ["a"]),
        (["|dev|<|", "model|BLEU|chrF|TER", "a|1|2|3"], {"headers": 2}, ["model", "dev / BLEU", "dev / chrF", "TER"], 1, ["a"]),
        (["model|BLEU|BLEU|BLEU", "a|1|2|3"], {}, ["model", "BLEU", "BLEU (2)", "BLEU (3)"], 1, ["a"]),
        (["model|BLEU|BLEU|BLEU (2)", "a|1|2|3"], {}, ["model", "BLEU", "BLEU (3)", "BLEU (2)"], 1, ["a"]),
        (["model|data|BLEU", "a|x|1", "b|y|2"], {}, ["model", "data", "BLEU"], 2, ["a / x", "b / y"]),
        (["#|model|BLEU", "1|a|5", "2|b|6"], {}, ["#", "model", "BLEU"], 2, ["a", "b"]),
        (["#|BLEU", "1|5", "2|6"], {}, ["#", "BLEU"], 1, ["1", "2"]),
        (["year|BLEU", "2019|5", "2020|6"], {}, ["year", "BLEU"], 1, ["2019", "2020"]),
        (["year|BLEU", "2019|5", "2019|6"], {}, ["year", "BLEU"], 0, ["", ""]),
        (["BLEU|chrF", "5|6", "7|8"], {}, ["BLEU", "chrF"], 0, ["", ""]),
        (["model|size|BLEU", "a|65M|5", "b|213M|6"], {}, ["model", "size", "BLEU"], 1, ["a", "b"]),
        (["model|BLEU", "a|1", "|", "b|2"], {}, ["model", "BLEU"], 1, ["a", "b"]),
        (["model|BLEU", "ours|<", "a|1"], {}, ["model", "BLEU"], 1, ["a"]),
        (["|dev|<", "model|P|R", "a|1|2"], {}, ["model", "dev / P", "dev / R"], 1, ["a"]),
        (["x|<|<", "|dev|<", "model|P|R", "a|1|2"], {}, ["x / model", "x / dev / P", "x / dev / R"], 1, ["a"]),
        (["ours|<", "a|1", "b|2"], {}, ["column 1", "column 2"], 1, ["a", "b"]),
        (["|dev|<", "model|P|R", "a|1|2"], {"headers": 0}, ["column 1", "column 2", "column 3"], 1, ["model", "a"]),
        (["|dev||test|", "model|P|R|P|R", "a|1|2|3|4"], {}, ["model", "dev / P", "dev / R", "test / P", "test / R"], 1, ["a"]),
        (["ours|<"], {}, ["column 1", "column 2"], 1, []),
        (["model|BLEU", "a|1"], {"headers": 1}, ["model", "BLEU"], 1, ["a"]),
        (["model|dev", "x|BLEU", "a|1"], {"headers": 1}, ["model / x", "dev / BLEU"], 1, ["a"]),
        (["model|dev", "x|y", "a|1"], {"headers": 1}, ["model", "dev"], 1, ["x", "a"]),
    ],
)  # fmt: skip
def test_titles_and_names(
    rows: list[str], fields: dict[str, Any], titles: list[str], names: int, named: list[str]
) -> None:
    found = layout(_grid(*rows, **fields))
    assert (found.titles, found.names, [row.name for row in found.rows]) == (titles, names, named)


def test_stated_numbers_of_headers_and_names() -> None:
    table = _grid("model|BLEU", "x|y", "a|1")
    found = layout(table, headers=1, names=0)
    assert (found.titles, found.names, [row.name for row in found.rows]) == (["model", "BLEU"], 0, ["", ""])
    assert [row.number for row in found.rows] == [2, 3]
    everything = layout(table, headers=9, names=9)
    assert (everything.names, everything.rows) == (2, [])


@pytest.mark.parametrize(
    ("rows", "rules", "blocks"),
    [
        (["m|BLEU", "a|1", "b|2", "c|3"], (), [0, 0, 0]),
        (["m|BLEU", "a|1", "b|2", "c|3"], (1, 2), [0, 1, 1]),
        (["m|BLEU", "a|1", "b|2", "c|3"], (2, 3), [0, 0, 0]),
        (["m|BLEU", "a|1", "ours|<", "c|3"], (), [0, 1]),
        (["m|BLEU", "ours|<", "b|2", "theirs|<", "c|3", "d|4"], (), [0, 1, 1]),
    ],
)
def test_blocks_of_rows(rows: list[str], rules: tuple[int, ...], blocks: list[int]) -> None:
    assert [row.block for row in layout(_grid(*rows, rules=frozenset(rules))).rows] == blocks


def test_rows_with_more_numbers_than_titles() -> None:
    table = _grid("model|BLEU|", "a|1|", "b|2|3", "c|4|x")
    assert list(overlong(table)) == [2]
    assert overlong(table)[2].startswith("the row has 3 cells, but the titles span 2 (quote decimal commas")
    assert overlong(table, known=[2]) == {}
    assert overlong(_grid("1|2", "3|4")) == {}
    assert overlong(table, headers=0) == {}
    assert list(overlong(table, headers=1)) == [2]


@pytest.mark.parametrize("title", ["", "#", "No", "no.", "nr", "ID", "index", "Rank", "Unnamed: 0"])
def test_columns_that_only_number_the_rows(title: str) -> None:
    found = layout(_grid(f"{title}|model|BLEU", "1|a|5", "2|b|6"))
    assert (found.names, [row.name for row in found.rows]) == (2, ["a", "b"])
    named = layout(_grid(f"{title}|model|BLEU", "x1|a|5", "x2|b|6"))
    assert [row.name for row in named.rows] == ["x1 / a", "x2 / b"], "they are not all numbers"


def test_words_after_which_a_title_is_not_about_a_score() -> None:
    words = (
        "δ ∆ delta diff difference gain gains improvement impr change std stdev stddev stderr se sd ci var variance "
        "rank ± relative rel"
    )
    for word in words.split():
        for title in (f"chrF {word}", f"{word.upper()} chrF", f"chrF ({word}.)", f"dev / {word} / chrF"):
            assert metric_in(title) == ("", ""), title
    assert metric_in("p-value BLEU") == metric_in("interval") == ("", "")
    assert metric_in("standard error") == ("", "")


@pytest.mark.parametrize(
    ("title", "found"),
    [
        ("BLEU", ("BLEU", "")),
        ("En-De / BLEU", ("BLEU", "En-De")),
        ("BLEU / En-De", ("BLEU", "En-De")),
        ("BLEU (dev)", ("BLEU", "dev")),
        ("x / BLEU / y", ("BLEU", "x / y")),
        ("x / dev: BLEU, / y", ("BLEU", "x dev: y")),
        ("dev BLEU", ("BLEU", "dev")),
        ("Δ BLEU", ("", "")),
        ("BLEU gain", ("", "")),
        ("BLEU std.", ("", "")),
        ("model", ("", "")),
        ("p", ("", "")),
        ("F1", ("F1", "")),
        ("F1 (dev)", ("F1", "dev")),
    ],
)
def test_the_metric_in_a_title(title: str, found: tuple[str, str]) -> None:
    assert metric_in(title) == found


def test_spanning_cells_are_repeated() -> None:
    rows = [
        [SpanningCell("a", columns=2), SpanningCell("b", rows=2)],
        [SpanningCell("c"), SpanningCell("d", bold=True)],
        [SpanningCell(" e \t f ")],
    ]
    filled = grid(rows, headers=1, caption=" x  y ", line=7, rules=[1])
    assert [[cell.text for cell in row] for row in filled.rows] == [["a", "a", "b"], ["c", "d", "b"], ["e f", "", ""]]
    assert [[cell.continued for cell in row] for row in filled.rows] == [
        [False, True, False],
        [False, False, True],
        [False, False, False],
    ]
    assert filled.rows[1][1].bold
    assert (filled.headers, filled.caption, filled.line, set(filled.rules), filled.width) == (1, "x y", 7, {1}, 3)
    flipped = filled.transposed()
    assert [[cell.text for cell in row] for row in flipped.rows] == [["a", "c", "e f"], ["a", "d", ""], ["b", "b", ""]]
    assert (flipped.headers, flipped.caption, flipped.line) == (-1, "x y", 7)


def test_spans_beyond_the_table() -> None:
    assert (Grid([]).width, Grid([[]]).width) == (0, 0)
    filled = grid([[SpanningCell("a", rows=99)], [SpanningCell("b", rows=0, columns=0)]])
    assert [[cell.text for cell in row] for row in filled.rows] == [["a", ""], ["a", "b"]]


def test_text_that_is_struck_out() -> None:
    rows = [
        [SpanningCell(f"2{STRUCK_OUT}7", struck=" 8 "), SpanningCell(f"a {STRUCK_OUT} b", struck="x")],
        [SpanningCell(f"27 {STRUCK_OUT}", struck="28"), SpanningCell(f"{STRUCK_OUT}.5", struck="x")],
    ]
    filled = grid(rows)
    assert [[cell.text for cell in row] for row in filled.rows] == [
        ["2 (struck out: 8) and 7", "a b"],
        ["27", ".5"],
    ]
    assert filled.struck == ("8", "x", "28", "x")


def test_tables_that_are_too_large() -> None:
    assert grid([[SpanningCell("a", columns=500)]] * 200).width == 500
    for rows, why in (
        ([[SpanningCell("a", columns=500), SpanningCell("b")]], "more than 500 columns"),
        ([[SpanningCell("a", columns=500)]] * 201, "more than 100,000 cells"),
        ([*[[SpanningCell("a")]] * 200, [SpanningCell("a", columns=500)]], "more than 100,000 cells"),
    ):
        with pytest.raises(InputError, match=f"the table at line 3 has {why}"):
            grid(rows, line=3)


def test_files_without_tables_and_with_too_many() -> None:
    table, empty, unread = _grid("a|1"), Grid([]), Grid([], problem="it is damaged")
    assert nonempty_grids([empty, table, unread], "f.md") == [table, unread]
    assert len(nonempty_grids([table] * 200, "f.md")) == 200
    for grids, message in (
        ([], "f.md has no table"),
        ([empty], "f.md has no table"),
        ([table] * 201, "f.md has more than 200"),
    ):
        with pytest.raises(InputError, match=message):
            nonempty_grids(grids, "f.md")


def test_cells_that_span_several_rows_end_where_they_should() -> None:
    rows = [[SpanningCell("a", rows=3), SpanningCell("b", rows=2)], [], [SpanningCell("c")], [SpanningCell("d")]]
    filled = grid(rows)
    assert [[cell.text for cell in row] for row in filled.rows] == [["a", "b"], ["a", "b"], ["a", "c"], ["d", ""]]
    assert [[cell.continued for cell in row] for row in filled.rows[1:3]] == [[True, True], [True, False]]


def test_very_long_texts_are_truncated() -> None:
    """Texts have at most 1,000 characters, from the first 4,000 in the source."""
    texts = ("x" * 1001, " " * 3000 + "y" * 1001, " " * 3001 + "z" * 1000, "v" * 1000 + " ")
    filled = grid([[SpanningCell(text, struck="s" * 1001) for text in texts]])
    assert [cell.text for cell in filled.rows[0]] == ["x" * 1000, "y" * 1000, "z" * 999, "v" * 1000]
    assert filled.struck == ("s" * 1000,) * 4


def test_a_transposed_table_keeps_its_notes() -> None:
    table = Grid([[GridCell("a"), GridCell("b")]], 1, "caption", 7, "", "a note", frozenset([1]), ("9",))
    assert table.transposed() == Grid(
        [[GridCell("a")], [GridCell("b")]], -1, "caption", 7, "", "a note", frozenset(), ("9",)
    )


def test_hints_for_files_without_tables_and_with_too_many() -> None:
    for grids, hint in (
        ([Grid([[]])], "docs/tables.md lists what is read in each format"),
        ([_grid("a|1")] * 201, "pass a file with fewer tables"),
    ):
        with pytest.raises(InputError) as raised:
            nonempty_grids(grids, "f.md")
        assert raised.value.hint == hint
    with pytest.raises(InputError) as raised:
        grid([[SpanningCell("a", columns=501), SpanningCell("b")]])
    assert raised.value.hint == "keep only the rows and columns to audit"
