"""Mistyped cells are found, and are among those that would mend the table."""

from __future__ import annotations

import random
from collections.abc import Callable
from decimal import Decimal

import msgspec
import pytest

from samescore.verbs.audit.printed_text.tables import Cell, PrintedColumn, PrintedTable, Row
from samescore.verbs.audit.relations import check
from tests.unit.relations.true_tables import (
    bleu_lines,
    computed_columns,
    means_of_f,
    several_classes,
    tables,
    two_classes,
    uncertain,
)

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


def _row(name: str, *printed: str) -> Row:
    return Row(name, [Cell(text, text) for text in printed])


def _mistyped(rng: random.Random, table: PrintedTable) -> tuple[PrintedTable, str] | None:
    """The table with one cell moved by 20 to 60 units of its last decimal, and the place of the cell; None if none can be."""
    places = [(row, column) for row, column, cell in table.cells() if "." in cell.digits and not cell.bold]
    rng.shuffle(places)
    for row, column in places:
        cell = table.rows[row].cells[column]
        value = Decimal(cell.digits)
        moved = value + rng.choice([1, -1]) * rng.randint(20, 60) * Decimal(1).scaleb(-len(cell.digits.split(".")[1]))
        if 0 < moved < (1 if value < 1 else 100) and (value > 1) == (moved > 1):
            cells = list(table.rows[row].cells)
            cells[column] = msgspec.structs.replace(cell, digits=str(moved), text=str(moved))
            rows = list(table.rows)
            rows[row] = msgspec.structs.replace(rows[row], cells=cells)
            return msgspec.structs.replace(table, rows=rows), table.place(row, column)
    return None


@pytest.mark.parametrize(
    ("make", "share"),
    [
        (two_classes, 0.7),
        (means_of_f, 0.1),
        pytest.param(several_classes, 0.85, marks=pytest.mark.slow),
        pytest.param(bleu_lines, 0.4, marks=pytest.mark.slow),
        pytest.param(computed_columns, 0.7, marks=pytest.mark.slow),
    ],
    ids=lambda make: getattr(make, "__name__", ""),
)
def test_a_mistyped_cell_is_found(make: Callable[[random.Random], PrintedTable], share: float) -> None:
    """A cell that breaks a table is always one of those that would mend it: its true number does."""
    rng, planted, found = random.Random(f"mistyped {make.__name__}"), 0, 0
    for table in tables(make, 80, 5):
        mistyped = _mistyped(rng, table)
        if mistyped is None:
            continue
        planted += 1
        result = check(mistyped[0])
        found += bool(result.broken or result.doubtful)
        if result.broken and not result.mend_bounded:
            assert any(mistyped[1] in mending.cells for mending in result.mend), (mistyped, result.broken, result.mend)
    assert planted >= 30
    assert found >= share * planted


def test_a_mistyped_p_value_is_found() -> None:
    rng, found = random.Random(8), 0
    for table in tables(uncertain, 60, 6):
        mistyped = _mistyped(rng, table)
        found += mistyped is not None and bool(check(mistyped[0]).broken)
    assert found > 20


_PRF = [
    PrintedColumn(name, quantity, {"average": "binary", "classes": 2}, "t")
    for name, quantity in (("P", "precision"), ("R", "recall"), ("F1", "f1"))
]


def test_independent_faults_are_mended_apart() -> None:
    table = PrintedTable(
        "t",
        _PRF,
        [_row("a", "50.0", "40.0", "44.4"), _row("b", "50.0", "40.0", "49.0"), _row("c", "60.0", "20.0", "35.0")],
    )
    result = check(table)
    assert [broken.cells[0] for broken in result.broken] == ["b, F1", "c, F1"]
    assert [(mending.fault, mending.cells, mending.numbers) for mending in result.mend] == [
        (1, ["b, F1"], ["44.4 to 44.5"]),
        (1, ["b, P"], ["62.9 to 63.5"]),
        (1, ["b, R"], ["47.9 to 48.2"]),
        (2, ["c, F1"], ["29.9 to 30.1"]),
        (2, ["c, R"], ["24.6 to 24.8"]),
    ], "with recall 20, no precision gives F1 above 33.4"


def test_two_rows_of_one_test_set_that_a_single_cell_mends() -> None:
    """Of 100 positive and 300 negative items: 80 and 20 found (c: 90 and 10); accuracy of b is mistyped."""
    accuracy = PrintedColumn("Acc", "accuracy", {"classes": 2}, "t")
    rows = [
        _row("a", "80.0", "80.0", "80.0", "90.0"),
        _row("b", "50.0", "50.0", "50.0", "85.0"),
        _row("c", "90.0", "90.0", "90.0", "95.0"),
    ]
    result = check(PrintedTable("t", [*_PRF, accuracy], rows))
    assert {broken.relation for broken in result.broken} == {
        "accuracy, precision and recall imply the same share of positive items"
    }
    assert [(mending.cells, mending.numbers) for mending in result.mend] == [(["b, Acc"], ["74.8 to 75.2"])]
    assert "Acc lies between" in result.broken[0].sentence


def test_cutting_off_does_not_hide_a_mistyped_cell() -> None:
    """The F1 of b is one unit too small, as if it had been cut off; the other rows were rounded up."""
    rows = [
        _row("a", "0.127", "0.899", "0.223"),
        _row("b", "0.500", "0.400", "0.443"),
        _row("c", "0.128", "0.898", "0.224"),
        _row("d", "0.129", "0.887", "0.225"),
    ]
    assert not check(PrintedTable("t", _PRF, [rows[0], *rows[2:]])).doubtful
    result = check(PrintedTable("t", _PRF, rows))
    assert result.printing == "some rounded, others truncated"
    assert [(doubt.cells[0], doubt.unless) for doubt in result.doubtful] == [
        ("b, F1", "some numbers are rounded and others truncated")
    ]
    assert ["b, F1"] in [mending.cells for mending in result.mend]


def test_a_table_that_was_cut_off_is_recognized() -> None:
    """F1 of 0.1099 and 0.9099 is 0.1961."""
    rows = [_row("a", "0.10", "0.90", "0.1961"), _row("b", "0.20", "0.80", "0.3323")]
    result = check(PrintedTable("t", _PRF, rows))
    assert (result.printing, result.broken, result.doubtful) == ("cut off", [], [])
    assert result.cut_off == ["a, F1", "a, P", "a, R", "b, F1", "b, P", "b, R"]


def test_unchecked_relations_name_the_missing_information() -> None:
    columns = [
        PrintedColumn("Acc", "accuracy"),
        PrintedColumn("chrF", "chrf"),
        PrintedColumn("p", "p-value"),
        PrintedColumn("Rank", "rank", of=["x"]),
        PrintedColumn("x"),
    ]
    result = check(PrintedTable("t", columns, [_row("a", "85.1", "57.3", "0.03", "1", "4")]))
    assert [(u.relation, u.cells, u.missing) for u in result.unchecked] == [
        ("integer number of items", ["a, Acc"], "the number of items"),
        ("ranks", ["a, Rank"], "whether greater numbers are better"),
        ("p-value of resamples", ["a, p"], "the number of resamples"),
        ("any relation", ["a, chrF"], "numbers that bind chrf"),
        ("any relation", ["a, x"], "numbers that bind x"),
    ]


def test_bold_that_is_not_the_best_is_a_doubt() -> None:
    cells = [Cell("27.3", "27.3", bold=True), Cell("28.0", "28.0")]
    result = check(
        PrintedTable(
            "t",
            [PrintedColumn("BLEU", "bleu", test_set="t")],
            [Row(name, [cell]) for name, cell in zip("ab", cells, strict=True)],
        )
    )
    assert not result.broken
    assert [doubt.relation for doubt in result.doubtful] == ["bold is the best"]


def test_an_empty_table_has_nothing_to_check() -> None:
    assert check(PrintedTable("t", [], [])) == check(PrintedTable("t", _PRF, []))
