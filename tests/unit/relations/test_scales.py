"""The scales of columns: which numbers are fractions, which are percentages, and which may be either."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from samescore.verbs.audit.printed_text.tables import Cell, PrintedColumn, PrintedTable, Row
from samescore.verbs.audit.relations.judge import SheetNumbers, _combinations
from samescore.verbs.audit.relations.kinds import CellPlace
from samescore.verbs.audit.relations.sheet import Printing, Sheet

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_FRACTIONS, _PERCENT, _EITHER = (1,), (100,), (1, 100)


def _column(quantity: str, **fields: Any) -> PrintedColumn:
    return PrintedColumn(fields.pop("name", quantity), quantity, **fields)


def _sheet(columns: list[PrintedColumn], *rows: str) -> Sheet:
    cells = [[Cell(text, text.rstrip("%"), text.endswith("%")) for text in row.split()] for row in rows]
    return Sheet(PrintedTable("t", columns, [Row(str(number), own) for number, own in enumerate(cells)]))


@pytest.mark.parametrize(
    ("quantity", "numbers", "scales"),
    [
        ("f1", "0.5 0.25", _EITHER),
        ("f1", "0.5 45.2", _PERCENT),
        ("f1", "0.91 45.2 0.85", _FRACTIONS),  # a misprint among fractions
        ("f1", "0.91 45.2 0.85 1.00", _FRACTIONS),  # a perfect score is not above 1,
        ("f1", "0.91 45.2 1.00 0.00", _PERCENT),  # and shows no scale
        ("f1", "0.91 45.2 0.85 43.0", _PERCENT),
        ("f1", "0.9 45.2 0.8", _PERCENT),
        ("f1", "0.91 45.2 0.8", _PERCENT),
        ("f1", "0.91 145.2 0.85", _EITHER),  # out of range on both scales
        ("f1", "0.91 45.2% 0.85", _PERCENT),
        ("bleu", "0.123 45.2 0.234", _FRACTIONS),
        ("bleu", "0.123 45.2 0.234 1.000", _FRACTIONS),
        ("bleu", "0.123 2.34 0.234", _FRACTIONS),
        ("bleu", "0.123 2.33 0.234", _PERCENT),
        ("bleu", "0.12 45.2 0.23", _PERCENT),
        ("mcc", "0.912 45.2 0.853", _PERCENT),  # may be near 0 by chance
        ("wer", "0.5 45.2", _EITHER),  # may exceed 1
        ("", "0.5 45.2", _EITHER),
        ("tp", "5 45", _FRACTIONS),
        ("bp", "0.5 45.2", _FRACTIONS),
        ("ratio", "0.5 45.2", _FRACTIONS),
        ("p-value", "0.5 45.2", _FRACTIONS),
        ("stderr", "0.5 45.2", _PERCENT),
    ],
)
def test_the_scale_of_a_column(quantity: str, numbers: str, scales: tuple[int, ...]) -> None:
    assert _sheet([_column(quantity)], *numbers.split()).possible_scales == [scales]


@pytest.mark.parametrize(
    ("rows", "scales"),
    [
        (("0.91 0.92", "45.2 0.44", "0.85 0.80"), [_FRACTIONS, _EITHER]),
        (("0.91 0.92", "45.2 44.0", "0.85 0.80"), [_PERCENT, _PERCENT]),  # the row is in percent
        (("0.91 92.0", "45.2 0.44", "0.85 80.0"), [_PERCENT, _PERCENT]),  # so is the other column
        (("0.91 0.92", "45.2 0.44", "0.85 80.0"), [_FRACTIONS, _FRACTIONS]),  # a misprint in each
    ],
)
def test_a_number_above_1_is_judged_by_the_other_columns(rows: tuple[str, ...], scales: list[tuple[int, ...]]) -> None:
    assert _sheet([_column("f1"), _column("recall")], *rows).possible_scales == scales


def test_a_stated_unit_is_the_scale() -> None:
    columns = [_column("f1", name=unit, unit=unit) for unit in ("percent", "fraction")]
    assert _sheet(columns, "0.5 50.0").possible_scales == [_PERCENT, _FRACTIONS]


def test_the_end_of_an_interval_has_the_scale_of_its_column() -> None:
    """An end of an interval for another end may have either scale."""
    ends = [_column("interval-low", of=["f1"]), _column("interval-high", of=["interval-low"])]
    assert _sheet([_column("f1"), *ends], "45.2 0.9 0.9").possible_scales == [_PERCENT, _PERCENT, _EITHER]


def test_ambiguous_columns_are_fractions_unless_a_column_must_be_percentages() -> None:
    """Differences may be in points in either case, and a cell with a percent sign always is in percent."""
    columns = [_column("f1"), _column("recall"), _column("delta", of=["f1"])]
    fractions, mixed = _sheet(columns, "0.5 0.4 0.1"), _sheet(columns, "45.2 0.4 0.1", "40.0 0.3 0.1%")
    assert (fractions.plain, fractions.scales) == (True, [_FRACTIONS, _FRACTIONS, _EITHER])
    assert (mixed.plain, mixed.scales) == (False, [_PERCENT, _EITHER, _PERCENT])
    signed = _sheet([_column("wer"), _column("f1")], "0.5% 0.5", "0.4 0.4")
    assert [signed.scales_of(CellPlace(row, 0)) for row in (0, 1)] == [_PERCENT, _PERCENT]
    fraction = _sheet([_column("f1", unit="fraction")], "0.5%", "0.5")
    assert [fraction.scales_of(CellPlace(row, 0)) for row in (0, 1)] == [_PERCENT, _FRACTIONS]


def test_scores_of_a_table_below_1_percent_are_percentages() -> None:
    """Only in columns whose greatest possible value is 1, and which are not known to hold fractions."""
    sheet = _sheet([_column("f1"), _column("wer"), _column("tp"), _column("recall", unit="fraction")], "0.5 0.5 5 0.5")
    scales = [sheet.scales_below_1(CellPlace(0, column)) for column in range(4)]
    assert scales == [_PERCENT, _EITHER, _FRACTIONS, _FRACTIONS]


def _places(*columns: int) -> list[CellPlace]:
    return [CellPlace(row, column) for row, column in enumerate(columns)]


def test_ambiguous_cells_of_a_column_share_their_scale() -> None:
    scales = {0: _EITHER, 1: _PERCENT, 2: _FRACTIONS, 3: _EITHER}
    tried = list(_combinations(_places(0, 1, 0, 2, 3), lambda place: scales[place.column]))
    assert tried == [(1, 100, 1, 1, 1), (1, 100, 1, 1, 100), (100, 100, 100, 1, 1), (100, 100, 100, 1, 100)]


@pytest.mark.parametrize(("columns", "tried"), [(0, 1), (1, 2), (2, 4), (3, 8), (4, 2), (5, 2)])
def test_many_ambiguous_columns_have_one_scale(columns: int, tried: int) -> None:
    """A cell whose scale is known, such as one with a percent sign, keeps it."""
    found = list(_combinations(_places(9, *range(columns)), lambda place: _PERCENT if place.column == 9 else _EITHER))
    assert len(set(found)) == len(found) == tried
    assert {scales[0] for scales in found} == {100}
    assert {(100, *[1] * columns), (100, *[100] * columns)} <= set(found)
    assert columns < 4 or all(len(set(scales[1:])) == 1 for scales in found)


@pytest.mark.parametrize(("scale", "value"), [(1, None), (100, (Fraction("0.445"), Fraction("0.455")))])
def test_a_replaced_number_is_divided_by_its_scale(scale: int, value: tuple[Fraction, Fraction] | None) -> None:
    place = CellPlace(0, 0)
    numbers = SheetNumbers(_sheet([_column("f1")], "0.9"), Printing.ROUNDED)
    assert numbers.value(place, 1) == (Fraction("0.85"), Fraction("0.95"))
    freed = numbers.freeing({place: (Fraction("44.5"), Fraction("45.5"))})
    assert freed.value(place, scale) == value
    assert numbers.value(place, 100) == (Fraction("0.0085"), Fraction("0.0095"))
