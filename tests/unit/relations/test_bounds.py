"""Single relations at their bounds: just possible, and just impossible."""

from __future__ import annotations

from typing import Any

import pytest

from samescore.data.bleu_line import read_bleu_line
from samescore.data.tables import Cell, Column, Row, Table
from samescore.verbs.audit.relations import check

pytestmark = pytest.mark.once


def _table(**printed: str) -> Table:
    """One row; a name such as f1_macro is a quantity and how it is averaged, f1_1 one of two classes."""
    columns = []
    for name in printed:
        quantity, _, of = name.partition("_")
        knobs: dict[str, Any] = {"classes": 2, "average": of} if of and not of.isdecimal() else {"classes": 2}
        columns.append(Column(name, quantity, knobs, "t", of if of.isdecimal() else ""))
    return Table("t", columns, [Row("", [Cell(text, text) for text in printed.values()])])


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
def test_a_bound_is_tight(possible: Table, impossible: Table) -> None:
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
