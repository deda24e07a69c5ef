"""Reports of classes, a row for each: supports add up to their total, averages are those of the classes, units are one."""

from __future__ import annotations

from pathlib import Path

import pytest

from samescore.verbs.audit.importers.formats import read_source
from samescore.verbs.audit.printed_text.tables import Cell, PrintedColumn, PrintedTable, Row
from samescore.verbs.audit.relations import check
from tests.command import call

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

#: By hand: 374 of 468 and 499 of 542 items are found; 417 and 593 are taken for the classes.
_ROWS: list[tuple[str, ...]] = [
    ("0", "0.90", "0.80", "0.85", "468"),
    ("1", "0.84", "0.92", "0.88", "542"),
    ("accuracy", "", "", "0.86", "1010"),
    ("macro avg", "0.87", "0.86", "0.86", "1010"),
    ("weighted avg", "0.87", "0.86", "0.86", "1010"),
]


def _text(rows: list[tuple[str, ...]]) -> str:
    head = "              precision    recall  f1-score   support\n\n"
    return head + "\n".join("".join(f"{cell:>13}" for cell in row) for row in rows) + "\n"


def _markdown(rows: list[tuple[str, ...]]) -> str:
    head = "| Class | Precision | Recall | F1-score | Support |\n|-|-|-|-|-|\n"
    return head + "\n".join(f"| {' | '.join(row)} |" for row in rows) + "\n"


def _csv(rows: list[tuple[str, ...]]) -> str:
    return "\n".join(map(",".join, [("", "precision", "recall", "f1-score", "support"), *rows])) + "\n"


_FORMATS = {"r.txt": _text, "r.md": _markdown, "r.csv": _csv}


def _broken(folder: Path, name: str, rows: list[tuple[str, ...]]) -> list[str]:
    (folder / name).write_text(_FORMATS[name](rows), encoding="utf-8")
    (table,) = read_source(folder / name).tables
    found = check(table)
    assert not found.doubtful
    return [broken.relation for broken in found.broken]


@pytest.mark.parametrize("name", _FORMATS)
def test_a_true_report_is_whole(tmp_path: Path, name: str) -> None:
    assert _broken(tmp_path, name, _ROWS) == []


@pytest.mark.parametrize("name", _FORMATS)
@pytest.mark.parametrize("change", [-10, 10])
@pytest.mark.parametrize("row", range(5))
def test_every_altered_support_is_found(tmp_path: Path, name: str, row: int, change: int) -> None:
    """In a table of a publication a smaller sum may mean that a class is left out, which is a doubt."""
    altered = str(int(_ROWS[row][4]) + change)
    rows = [(*r[:4], altered) if k == row else r for k, r in enumerate(_ROWS)]
    (tmp_path / name).write_text(_FORMATS[name](rows), encoding="utf-8")
    (table,) = read_source(tmp_path / name).tables
    found = check(table)
    perhaps = found.doubtful if name != "r.txt" and row < 2 and change < 0 else found.broken
    assert {each.relation for each in perhaps} & {"items of all classes", "items of some classes"}


def test_the_exit_code_of_supports_that_do_not_add_up(tmp_path: Path) -> None:
    rows = [(*r[:4], "1000") if r[4] == "1010" else r for r in _ROWS]
    (tmp_path / "r.txt").write_text(_text(rows), encoding="utf-8")
    done = call("audit", "r.txt", "-j", "1", cwd=tmp_path)
    assert "lies at 1010, not at 1000 (items of all classes)" in " ".join(done.stdout.split())
    assert done.returncode == 1


def test_supports_that_are_sums_of_weights_bind_nothing(tmp_path: Path) -> None:
    """The recall .55 of an item of weight 4.0 is no multiple of a quarter."""
    rows: list[tuple[str, ...]] = [("0", "0.55", "0.55", "0.55", "4.0"), ("1", "0.67", "0.67", "0.67", "5.5"), ("macro avg", "0.61", "0.61", "0.61", "9.5")]  # fmt: skip
    assert _broken(tmp_path, "r.txt", rows) == []


def test_an_average_of_an_old_release_is_no_class(tmp_path: Path) -> None:
    """By hand: 1 of 5 and 4 of 5 items are found, 2 and 8 are taken for the classes; F1 is 2/7 and 8/13, their mean .45."""
    rows: list[tuple[str, ...]] = [("0", "0.50", "0.20", "0.29", "5"), ("1", "0.50", "0.80", "0.62", "5"), ("avg / total", "0.50", "0.50", "0.45", "10")]  # fmt: skip
    assert _broken(tmp_path, "r.txt", rows) == []
    assert _broken(tmp_path, "r.txt", [*rows[:2], ("avg / total", "0.50", "0.50", "0.50", "10")])


def test_averages_of_classes_that_are_not_shown_accuse_nobody(tmp_path: Path) -> None:
    """The first two of many classes, with the averages of all."""
    rows = [_ROWS[0], _ROWS[1], ("macro avg", "0.61", "0.55", "0.57", "9000"), ("weighted avg", "0.60", "0.57", "0.58", "9000")]  # fmt: skip
    assert _broken(tmp_path, "r.md", rows) == []


def test_rows_of_several_systems_are_reports_of_their_own(tmp_path: Path) -> None:
    lines = ["| System | Class | Precision | Recall | F1-score | Support |", "|-|-|-|-|-|-|"]
    lines += [f"| {system} | {' | '.join(row)} |" for system in "ab" for row in _ROWS]
    (tmp_path / "r.md").write_text("\n".join(lines), encoding="utf-8")
    tables = read_source(tmp_path / "r.md").tables
    assert [table.name for table in tables] == ["r.md, a", "r.md, b"]
    assert not any(check(table).broken for table in tables)


@pytest.mark.parametrize("name", _FORMATS)
def test_a_number_above_1_among_the_fractions_of_a_report_is_out_of_range(tmp_path: Path, name: str) -> None:
    rows = [(r[0], r[1], "8.6", *r[3:]) if r[0] == "macro avg" else r for r in _ROWS]
    assert "range" in _broken(tmp_path, name, rows)


def _column(quantity: str, numbers: list[str]) -> list[str]:
    rows = [Row(f"s{k}", [Cell(number, number)]) for k, number in enumerate(numbers)]
    return [broken.sentence for broken in check(PrintedTable("t", [PrintedColumn("x", quantity)], rows)).broken]


@pytest.mark.parametrize(
    ("quantity", "numbers", "impossible"),
    [
        ("recall", ["0.7077", "0.6912", "7.077"], ["7.077"]),
        ("f1", ["0.71", "0.69", "68.5"], ["68.5"]),
        ("f1", ["71.2", "0.9", "68.5"], []),  # percentages, one of which is small
        ("mcc", ["0.53", "-0.81", "28.30"], []),  # percentages, two of which are near 0
        ("accuracy", ["1", "0", "85.3"], []),  # nothing shows that they are fractions
        ("bleu", ["0.41", "0.72", "0.93", "12.3"], []),  # a language with few resources
        ("bleu", ["0.271", "0.283", "0.265", "27.4"], ["27.4"]),
        ("wer", ["0.71", "0.69", "1.35"], []),  # a rate of errors has no upper end
    ],
)
def test_the_unit_of_a_column_is_that_of_most_numbers(quantity: str, numbers: list[str], impossible: list[str]) -> None:
    assert [said.rpartition(" ")[2] for said in _column(quantity, numbers)] == impossible


def test_a_table_in_percent_has_no_outlier() -> None:
    columns = [PrintedColumn("Acc", "accuracy"), PrintedColumn("R", "recall")]
    rows = [Row(str(k), [Cell(a, a), Cell(r, r)]) for k, (a, r) in enumerate([("91.20", "0.71"), ("90.12", "0.52"), ("92.00", "12.30")])]  # fmt: skip
    assert check(PrintedTable("t", columns, rows)).broken == []


def test_a_row_in_percent_is_no_outlier() -> None:
    columns = [PrintedColumn(name, quantity) for name, quantity in (("P", "precision"), ("R", "recall"))]
    numbers = [("0.71", "0.69"), ("0.65", "0.61"), ("68.5", "66.1")]
    rows = [Row(str(k), [Cell(number, number) for number in row]) for k, row in enumerate(numbers)]
    assert check(PrintedTable("t", columns, rows)).broken == []


def test_a_report_of_some_labels_counts_their_items_only(tmp_path: Path) -> None:
    """By hand: 12 of 19 items are found, and 22 are predicted, some of them of other classes: 12/22 = .545, 24/41 = .585."""
    rows = [(name, "0.545", "0.632", "0.585", "19") for name in ("x", "micro avg", "macro avg", "weighted avg")]
    assert _broken(tmp_path, "r.txt", list(rows)) == []
