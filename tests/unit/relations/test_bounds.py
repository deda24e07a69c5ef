"""Single relations at their bounds: just possible, and just impossible."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from samescore.verbs.audit.printed_text.bleu_line import read_bleu_line
from samescore.verbs.audit.printed_text.tables import Cell, PrintedColumn, PrintedTable, Row
from samescore.verbs.audit.relations import check

pytestmark = pytest.mark.once


def _table(**printed: str) -> PrintedTable:
    """One row; a name such as f1_macro is a quantity and how it is averaged, f1_1 one of two classes."""
    columns = []
    for name in printed:
        quantity, _, of = name.partition("_")
        knobs: dict[str, Any] = {"classes": 2, "average": of} if of and not of.isdecimal() else {"classes": 2}
        columns.append(PrintedColumn(name, quantity, knobs, "t", of if of.isdecimal() else ""))
    return PrintedTable("t", columns, [Row("", [Cell(text, text) for text in printed.values()])])


@pytest.mark.parametrize(
    ("possible", "impossible"),
    [
        (
            _table(f1_macro="0.600", precision_macro="0.800", recall_macro="0.800"),
            _table(f1_macro="0.597", precision_macro="0.800", recall_macro="0.800"),
        ),
        (
            _table(accuracy="0.818", precision_binary="0.900", recall_binary="0.900"),
            _table(accuracy="0.800", precision_binary="0.900", recall_binary="0.900"),
        ),
        (
            _table(f1="0.520", f1_1="0.100", f1_2="0.100"),
            _table(f1="0.530", f1_1="0.100", f1_2="0.100"),
        ),
        (
            _table(mcc="0.447", precision_binary="0.500", recall_binary="0.400"),
            _table(mcc="0.449", precision_binary="0.500", recall_binary="0.400"),
        ),
    ],
)
def test_a_bound_is_tight(possible: PrintedTable, impossible: PrintedTable) -> None:
    """F1 of at least 0.8 + 0.8 - 1; accuracy of 0.81/0.99; F1 of means up to (1 + 0.1/1.9)/2; MCC up to the root of 0.2."""
    assert not check(possible).broken
    assert check(impossible).broken


def test_a_count_that_is_mistyped_is_found_by_mcc() -> None:
    """MCC of 40, 10, 20, 30 is (1200 - 200)/sqrt(50 60 40 50) = 0.4082."""
    table = _table(mcc="0.4082", tp="40", fp="10", fn="20", tn="30")
    assert not check(table).broken
    mending = check(_table(mcc="0.4082", tp="90", fp="10", fn="20", tn="30")).mend
    assert [(m.cells, m.numbers) for m in mending if m.cells == ["tp"]] == [(["tp"], ["40"])]


def test_orders_that_a_short_text_lacks_may_be_left_out_of_bleu() -> None:
    line = "BLEU = {} 50.0/50.0/50.0/0.0 (BP = 1.000 ratio = 1.000 hyp_len = 4 ref_len = 4)"
    for bleu in ("50.00", "0.00"):
        assert not check(read_bleu_line(line.format(bleu))).broken
    assert check(read_bleu_line(line.format("60.00"))).broken


def test_a_first_precision_is_counted_or_smoothed() -> None:
    line = "BLEU = {0} {0}/{0} (BP = 1.000 ratio = 1.000 hyp_len = 3 ref_len = 3)"
    for precision in ("33.3", "66.7", "16.7", "100.0"):
        assert not check(read_bleu_line(line.format(precision))).broken
    assert check(read_bleu_line(line.format("50.0"))).broken


def test_differences_may_be_in_points_where_scores_are_fractions() -> None:
    columns = [PrintedColumn("F1", "f1"), PrintedColumn("Delta", "delta", of=["F1"], base="a")]
    rows = [
        Row("a", [Cell("0.450", "0.450"), Cell("-")]),
        Row("b", [Cell("0.462", "0.462"), Cell("1.2", "1.2")]),
        Row("c", [Cell("0.439", "0.439"), Cell("-1.1", "-1.1")]),
    ]
    assert not check(PrintedTable("t", columns, rows)).broken


def test_percentages_below_1_are_known_by_an_equation() -> None:
    table = _table(precision_binary="0.2", recall_binary="0.5", tp="1", fp="499", fn="199")
    result = check(table)
    assert not result.broken
    assert "precision of TP, FP" in [checked.relation for checked in result.checked]
    assert check(_table(precision_binary="0.4", recall_binary="0.5", tp="1", fp="499", fn="199")).broken


def _with_spread(**printed: str) -> PrintedTable:
    table = _table(**printed)
    (row,) = table.rows
    return PrintedTable(
        "t", table.columns, [Row("", [msgspec.structs.replace(cell, spread="0.3") for cell in row.cells])]
    )


def test_means_over_runs_need_only_keep_what_holds_for_means() -> None:
    """The mean F1 of (P, R) = (1, 0.2) and (0.2, 1) is 1/3; that of the mean P and R would be 0.6."""
    numbers = {"f1_binary": "0.333", "precision_binary": "0.600", "recall_binary": "0.600"}
    assert check(_table(**numbers)).broken
    assert not check(_with_spread(**numbers)).broken
    assert check(_with_spread(**{**numbers, "f1_binary": "0.610"})).broken
    assert (
        check(_with_spread(tp="10", fp="10", precision_binary="0.400")).unchecked[0].missing.startswith("the numbers")
    )


@pytest.mark.parametrize("beta", ["two", float("nan"), float("inf"), -1, 0, None, [1]])
def test_settings_that_are_no_settings_bind_nothing(beta: object) -> None:
    columns = [
        PrintedColumn(name, name, {"beta": beta, "classes": [2]}) for name in ("precision", "recall", "f1", "accuracy")
    ]
    table = PrintedTable("t", columns, [Row("", [Cell("0.5", "0.5")] * 4)])
    assert not [held for held in check(table).checked if held.relation.startswith("F1 of")]


def test_means_of_each_other_end() -> None:
    columns = [
        PrintedColumn("a", "mean", of=["b"]),
        PrintedColumn("b", "mean", of=["a"]),
        PrintedColumn("c", "interval-low", of=["d"]),
    ]
    columns += [PrintedColumn("d", "interval-low", of=["c"]), PrintedColumn("e", "rank", of=["a"])]
    table = PrintedTable("t", columns, [Row("", [Cell("1", "1")] * 5)])
    assert not check(table).broken


@pytest.mark.slow
def test_many_broken_relations_with_many_cells_take_little_time() -> None:
    names = [f"c{number}" for number in range(200)]
    columns = [
        *(PrintedColumn(name, "bleu") for name in names),
        *(PrintedColumn(f"m{k}", "mean", of=names) for k in range(8)),
    ]
    table = PrintedTable("t", columns, [Row("", [Cell("10", "10")] * 200 + [Cell("90", "90")] * 8)])
    result = check(table)
    assert len(result.broken) == 8
    assert result.mend_bounded
