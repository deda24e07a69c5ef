"""Whether a report of classes shows all of them, judging by its numbers, and which of its rows are classes."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from samescore.verbs.audit.importers.reports import is_report, unfold_reports
from samescore.verbs.audit.printed_text.tables import Cell, PrintedColumn, PrintedTable, Row

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_COLUMNS = [PrintedColumn("P", "precision"), PrintedColumn("R", "recall"), PrintedColumn("n", "items")]


def _table(*rows: str, columns: list[PrintedColumn] = _COLUMNS, percent: bool = False) -> PrintedTable:
    """A table of rows such as ``a: 0.5 0.4 10``; a dash is an empty cell."""
    made = []
    for row in rows:
        name, _, numbers = row.partition(": ")
        texts = ["" if text == "-" else text for text in numbers.split()]
        made.append(Row(name, [Cell(text, text, percent and "." in text) for text in texts]))
    return PrintedTable("t", columns, made)


def _known(*rows: str, **fields: Any) -> Any:
    """The fact about the number of classes that the columns of an unfolded report have."""
    (found,) = unfold_reports(_table(*rows, **fields))
    (known,) = {column.knobs.get("classes") for column in found.columns}
    return known


@pytest.mark.parametrize(
    "name", ["overall", "Total", "all", "Average", "avg", "AVG.", "mean", " sum ", "accuracy", "acc", "Acc."]
)
def test_rows_about_all_classes_are_no_classes(name: str) -> None:
    assert not is_report(["a", name, "macro avg"])
    assert is_report(["a", "b", name, "macro avg"])
    (found,) = unfold_reports(_table("a: 0.5 0.5 10", "b: 0.5 0.5 10", "macro avg: 0.5 0.5 20", f"{name}: 0.5 0.5 20"))
    assert [column.label for column in found.columns] == [*"aaabbb"] + [""] * (len(found.columns) - 6)


@pytest.mark.parametrize(
    ("names", "report"),
    [
        (["a", "b", "macro avg"], True),
        (["a", "b", "macro"], True),
        (["a", "b", "Micro-averaged"], True),
        (["a", "b", "weighted average"], True),
        (["a", "b", "avg / total"], True),
        (["x / a", "x / b", "x / macro avg"], True),
        (["a", "b", "average"], False),
        (["a", "b", "macroscopic"], False),
        (["a", "macro avg"], False),
        (["a", "b"], False),
    ],
)
def test_names_of_a_report(names: list[str], report: bool) -> None:
    assert is_report(names) is report


_FOUR = ("a: 0.9 0.1 10", "b: 0.5 0.3 10", "c: 0.3 0.5 10", "d: 0.1 0.9 10")


@pytest.mark.parametrize(
    ("rows", "known"),
    [
        # the supports of all classes add up to the total
        (("a: 0.90 0.10 10", "b: 0.50 0.30 20", "macro avg: 0.10 0.05 30"), "more"),  # unless no average matches
        (("a: 0.9 0.1 10", "b: 0.5 0.3 20", "macro avg: 0.7 0.1 30"), 2),
        (("a: 0.9 0.1 10", "b: 0.5 0.3 20", "macro avg: - - 30"), 2),
        # a total above their sum, with averages that match, or that do not
        (("a: 0.90 0.10 10", "b: 0.50 0.30 20", "macro avg: 0.60 0.20 40"), "more"),
        (("a: 0.90 0.10 10", "b: 0.50 0.30 20", "macro avg: - - 40"), "more"),
        # without totals, two averages must not match
        (("a: 0.90 0.10 -", "b: 0.50 0.30 -", "macro avg: 0.60 0.20 -"), None),
        (("a: 0.90 0.10 -", "b: 0.50 0.30 -", "macro avg: 0.60 0.40 -"), "more"),
        # averages that match precisely make chance unlikely
        (("a: 0.901 0.102 -", "b: 0.505 0.304 -", "macro avg: 0.703 0.203 -"), 2),
        (("a: 0.9 0.1 -", "b: 0.5 0.3 -", "macro avg: 0.7 0.2 -"), None),
        (("a: 0.900 0.100 30", "b: 0.500 0.300 10", "weighted avg: 0.800 0.150 -"), 2),
        # for each one that does not match, more than two must
        (("a: 0.901 0.102 -", "b: 0.505 0.304 -", "macro avg: 0.703 0.999 -"), None),
        # supports that are missing, or all 0, prove nothing, and those of classes are no totals
        (("a: 0.9 0.1 10", "b: 0.5 0.3 -", "macro avg: - - 10"), None),
        (("a: 0.9 0.1 0", "b: 0.5 0.3 0", "macro avg: - - 0"), None),
        (("a: 0.90 0.10 10", "b: 0.50 0.30 0", "macro avg: 0.70 0.40 40"), "more"),
    ],
)
def test_the_number_of_classes(rows: tuple[str, ...], known: Any) -> None:
    assert _known(*rows) == known


def test_a_report_that_is_whole_shows_all_classes() -> None:
    table = _table("a: 0.9 0.1 10", "b: 0.5 0.3 20", "macro avg: 0.1 0.1 99")
    (found,) = unfold_reports(table, whole=True)
    assert {column.knobs["classes"] for column in found.columns} == {2}
    assert [column.knobs.get("average") for column in found.columns] == [None] * 6 + ["macro", "macro", None]
    assert {column.knobs.get("items") for column in found.columns} == {"more"}, "there is no accuracy"
    (with_accuracy,) = unfold_reports(_table(*_FOUR, "accuracy: 0.5 - 40", "macro avg: 0.45 0.45 40"), whole=True)
    assert {column.knobs.get("items") for column in with_accuracy.columns} == {None}
    assert [column.quantity for column in with_accuracy.columns[12:14]] == ["accuracy", "items"]


@pytest.mark.parametrize(
    ("rows", "fields", "unit"),
    [
        (("a: 0.90 0.10 10", "b: 0.50 30 10", "macro avg: 0.70 0.20 20"), {}, "fraction"),
        (("a: 0.90 0.10 10", "b: 0.50 30 10", "macro avg: 0.70 20 20"), {}, ""),  # two numbers above 1
        (("a: 0.9 0.10 10", "b: 0.50 30 10", "macro avg: 0.70 0.20 20"), {}, ""),  # one has one decimal
        (("a: 0.90 0.10 10", "b: 0.50 0.30 10", "macro avg: 0.70 0.20 20"), {}, ""),  # nothing is out of range
        (("a: 0.90 0.10 10", "b: 0.50 30 10", "macro avg: 0.70 - 20"), {}, "fraction"),
        (("a: 0.90 0.10 10", "b: 0.50 30 10", "macro avg: - - 20"), {}, ""),  # three fractions are too few
        (("a: 0.90 0.10 10", "b: 0.50 30 10", "macro avg: 0.70 0.20 20"), {"percent": True}, ""),
    ],
)  # fmt: skip
def test_the_unit_of_a_report(rows: tuple[str, ...], fields: dict[str, Any], unit: str) -> None:
    (found,) = unfold_reports(_table(*rows, **fields))
    assert {column.unit for column in found.columns} == {unit}


def test_tables_that_are_no_reports_stay_as_they_are() -> None:
    for table in (
        _table("a: 0.9 0.1 10", "b: 0.5 0.3 10", "average: 0.7 0.2 20"),
        _table("a: 0.9 0.1 10", "a: 0.5 0.3 10", "b: 0.5 0.3 10", "macro avg: 0.7 0.2 20"),
        _table("x / a: 0.9 0.1 10", "x / b: 0.5 0.3 10", "x / macro avg: 0.7 0.2 20", "y / a: 0.9 0.1 10"),
        _table("a: 0.9 0.1 10", "b: 0.5 0.3 10", "macro avg: 0.7 0.2 20", columns=[PrintedColumn("x"), PrintedColumn("y"), _COLUMNS[2]]),
    ):  # fmt: skip
        assert unfold_reports(table) == [table]


def test_averages_over_items_with_several_labels_bind_nothing() -> None:
    (found,) = unfold_reports(_table("a: 0.9 0.1 10", "b: 0.5 0.3 10", "samples avg: 0.7 0.2 20"))
    assert [column.quantity for column in found.columns] == ["precision", "recall", "items"] * 2 + ["items"]


def test_a_single_average_that_does_not_match_proves_nothing() -> None:
    assert _known("a: 0.90", "b: 0.50", "macro avg: 0.10", columns=_COLUMNS[:1]) is None


def test_columns_of_an_unfolded_report() -> None:
    """Of the columns, only scores of classes and numbers of items remain; the rows state the averages."""
    columns = [
        PrintedColumn("P", "precision", {"average": "micro", "beta": 2}, "t", unit="percent"),
        PrintedColumn("x", "bleu"),
        PrintedColumn("n", "items", {"runs": 3}, "t"),
    ]
    table = _table("a: 90.0 1 10", "b: 50.0 1 10", "macro avg: 70.0 1 20", columns=columns)
    (found,) = unfold_reports(table)
    assert [(column.name, column.quantity, column.label, column.unit) for column in found.columns] == [
        ("a, P", "precision", "a", "percent"), ("a, n", "items", "a", ""),
        ("b, P", "precision", "b", "percent"), ("b, n", "items", "b", ""),
        ("macro avg, P", "precision", "", "percent"), ("macro avg, n", "items", "", ""),
    ]  # fmt: skip
    known = {"classes": 2, "items": "more"}
    assert [column.knobs for column in found.columns] == [
        {"beta": 2, **known}, known, {"beta": 2, **known}, known, {"beta": 2, "average": "macro", **known}, known,
    ]  # fmt: skip
    assert {column.test_set for column in found.columns} == {"t"}
    own = [msgspec.structs.replace(row, test_set="u") for row in table.rows]
    (of_rows,) = unfold_reports(msgspec.structs.replace(table, rows=own))
    assert [column.test_set for column in of_rows.columns][::2] == ["u"] * 3
