"""The sentences about broken relations: the other numbers, the possible range, and the printed number."""

from __future__ import annotations

from fractions import Fraction

import pytest

from samescore.verbs.audit.printed_text.tables import Cell, PrintedColumn, PrintedTable, Row
from samescore.verbs.audit.relations.judge import Judgement, RelationOutcome
from samescore.verbs.audit.relations.kinds import CellFormula, CellPlace, Relation
from samescore.verbs.audit.relations.sentences import out_of_range, sentence
from samescore.verbs.audit.relations.sheet import ANYTHING, Sheet

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_USUAL = CellFormula("the mean", lambda values: Fraction(sum(values)))


def _sheet(*rows: str, name: str = "", quantity: str = "f1") -> Sheet:
    """Return a sheet of rows of numbers in words; the rows are called `name`, and `name` with 2, 3 and so on."""
    columns = [PrintedColumn(f"c{number}", quantity) for number in range(len(rows[0].split()))]
    names = [name and f"{name}{number if number > 1 else ''}" for number in range(1, len(rows) + 1)]
    cells = [[Cell(text, text.strip("*%")) for text in row.split()] for row in rows]
    return Sheet(PrintedTable("t", columns, list(map(Row, names, cells))))


def _said(sheet: Sheet, others: list[CellPlace], *possible: tuple[str, str], usual: str | None = None) -> str:
    relation = Relation("law", (CellPlace(0, 0), *others), lambda _: None, usual=_USUAL)
    ranges = tuple((Fraction(low), Fraction(high)) for low, high in possible)
    value = None if usual is None else Fraction(usual)
    return sentence(sheet, relation, Judgement(RelationOutcome.BROKEN, ranges, value))


@pytest.mark.parametrize(
    ("count", "told"),
    [
        (0, ""),
        (1, "with c1 .1, "),
        (2, "with c1 .1 and c2 .2, "),
        (6, "with c1 .1, c2 .2, c3 .3, c4 .4, c5 .5 and c6 .6, "),
        (7, "with c1 .1, c2 .2, c3 .3, c4 .4, c5 .5 and 2 more, "),
        (8, "with c1 .1, c2 .2, c3 .3, c4 .4, c5 .5 and 3 more, "),
    ],
)
def test_at_most_six_other_numbers_are_named(count: int, told: str) -> None:
    sheet = _sheet("*.9* .1 .2 .3 .4 .5 .6 .7 .8")
    others = [CellPlace(0, column) for column in range(1, count + 1)]
    assert _said(sheet, others, (".25", ".5")) == f"{told}c0 lies between 0.25 and 0.5, not at *.9* (law)"


@pytest.mark.parametrize(
    ("possible", "where"),
    [
        ([("1/3", "1/3")], "at 0.333333"),
        ([("0.1234564", "0.1234561")], "at 0.123456"),
        ([("0.123456", "0.123457")], "between 0.123456 and 0.123457"),
        ([("0.2", str(ANYTHING[1]))], "at or above 0.2"),
        ([("0.2", str(ANYTHING[1] / 100))], "at or above 0.2"),
        ([(str(ANYTHING[0]), "0.2")], "at or below 0.2"),
        ([(str(ANYTHING[0] / 100), "0.2")], "at or below 0.2"),
        ([("0", "0.1"), ("0.3", "0.4"), ("0", "0.1")], "between 0 and 0.1 or between 0.3 and 0.4"),
    ],
)
def test_the_possible_range(possible: list[tuple[str, str]], where: str) -> None:
    assert _said(_sheet(".9"), [], *possible) == f"c0 lies {where}, not at .9 (law)"


def test_the_usual_value_has_as_many_decimals_as_the_printed_number() -> None:
    assert _said(_sheet(".900"), [], ("0", ".5"), usual="1/3").endswith("not at .900 (law; the mean is 0.333)")
    assert _said(_sheet("9"), [], ("0", ".5"), usual="1/3").endswith("not at 9 (law; the mean is 0)")


def test_rows_are_named() -> None:
    """A sentence starts with the row of the first number, and names the rows of others that differ."""
    sheet = _sheet(".9 .1", ".8 .2", name="a")
    others = [CellPlace(0, 1), CellPlace(1, 0)]
    assert (
        _said(sheet, others, ("0", ".5")) == "a: with c1 .1 and c0 of a2 .8, c0 lies between 0 and 0.5, not at .9 (law)"
    )
    unnamed = _sheet(".9 .1", ".8 .2")
    assert _said(unnamed, others, ("0", ".5")) == "with c1 .1 and c0 .8, c0 lies between 0 and 0.5, not at .9 (law)"


@pytest.mark.parametrize(
    ("quantity", "said"),
    [
        ("f1", "c0 lies between 0 and 1, or between 0 and 100 %, not at -9%"),
        ("mcc", "c0 lies between -1 and 1, not at -9%"),
        ("wer", "c0 is never below 0, not at -9%"),
    ],
)
def test_numbers_outside_of_their_range(quantity: str, said: str) -> None:
    assert out_of_range(_sheet("-9%", quantity=quantity), CellPlace(0, 0)) == said
    assert out_of_range(_sheet("-9%", quantity=quantity, name="a"), CellPlace(0, 0)) == f"a: {said}"
