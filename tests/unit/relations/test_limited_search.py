"""The search for mistyped cells: what it finds, and where its limits end it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

import pytest

from samescore.verbs.audit.printed_text.intervals import Interval
from samescore.verbs.audit.printed_text.tables import Cell, PrintedColumn, PrintedTable, Row
from samescore.verbs.audit.relations import mend
from samescore.verbs.audit.relations.judge import SheetNumbers
from samescore.verbs.audit.relations.kinds import Allowed, CellPlace, Relation
from samescore.verbs.audit.relations.mend import Mended, mendings
from samescore.verbs.audit.relations.sheet import Printing, Sheet

#: The search does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_FIVE: Sequence[Interval] = [(Fraction(5), Fraction(5))]


def _numbers(*printed: str, quantity: str = "", **knobs: object) -> SheetNumbers:
    """A row of numbers in columns that are called 0, 1, 2 and so on."""
    columns = [PrintedColumn(str(number), quantity, knobs) for number in range(len(printed))]
    return SheetNumbers(
        Sheet(PrintedTable("t", columns, [Row("", [Cell(text, text) for text in printed])])), Printing.ROUNDED
    )


def _relation(*columns: int, allowed: Allowed = lambda _: _FIVE) -> Relation:
    """A relation between the cells in these columns, which says that the first number is 5 unless stated otherwise."""
    return Relation("-".join(map(str, columns)), tuple(CellPlace(0, column) for column in columns), allowed)


def _sum(values: Sequence[Interval]) -> Sequence[Interval]:
    return [(sum((low for low, _ in values[1:]), Fraction(0)), sum((high for _, high in values[1:]), Fraction(0)))]


def _found(result: Mended) -> list[tuple[list[str], list[str]]]:
    return [(mending.cells, mending.numbers) for mending in result.sets]


def test_a_number_above_or_below_the_printed_one_may_mend_a_relation() -> None:
    for printed in ("3", "8"):
        result = mendings([_relation(0, 1)], [_relation(0, 1)], _numbers(printed, "1"))
        assert _found(result) == [(["0"], ["5"])]
        assert (result.complete, result.cells) == (True, 1)


def test_the_numbers_for_one_cell_are_a_range_and_those_for_two_are_an_example() -> None:
    def wide(_: Sequence[Interval]) -> Sequence[Interval]:
        return [(Fraction(5), Fraction(7))]

    one = [_relation(0, allowed=wide)]
    assert _found(mendings(one, one, _numbers("3.0"))) == [(["0"], ["5.0 to 7.0"])]
    two = [_relation(0, allowed=wide), _relation(1, allowed=wide), _relation(0, 1, allowed=wide)]
    result = mendings(two, two, _numbers("3", "4"))
    assert _found(result) == [(["0", "1"], ["5", "5"])]
    assert (result.complete, result.cells) == (True, 2)


def test_other_relations_of_the_cell_must_hold_too() -> None:
    """The first number must be 5, and must equal the second, which is 3."""
    equal = _relation(0, 1, allowed=lambda values: [values[1]])
    result = mendings([_relation(0)], [_relation(0), equal], _numbers("3", "3"))
    assert (_found(result), result.complete, result.cells) == ([], False, math.inf)
    result = mendings([_relation(0)], [_relation(0)], _numbers("3", "3"))
    assert (_found(result), result.complete, result.cells) == ([(["0"], ["5"])], True, 1)


@pytest.mark.parametrize(
    ("printed", "quantity", "needed", "found"),
    [
        ("3", "", 31, ["31"]),  # up to ten times the largest number, and one more
        ("3", "", 32, []),
        ("3", "", -31, ["-31"]),
        ("3", "", -32, []),
        ("0.3", "f1", 1, ["1.0"]),  # within the range of the metric
        ("0.3", "f1", -1, []),
        ("3", "tp", 31, ["31"]),
        ("3", "tp", -1, []),
        ("0.30", "", Fraction(1, 2), ["0.50"]),  # as many decimals as printed
        ("0.30", "", 4, ["4.00"]),
        ("0.30", "", Fraction(21, 5), []),
        ("0.30", "", Fraction(-39, 10), ["-3.90"]),
        ("3e0", "", 5, []),  # no other number with an exponent is proposed
    ],
)
def test_the_range_of_proposed_numbers(printed: str, quantity: str, needed: Fraction, found: list[str]) -> None:
    relation = _relation(0, allowed=lambda _: [(Fraction(needed), Fraction(needed))])
    result = mendings([relation], [relation], _numbers(printed, quantity=quantity))
    assert [mending.numbers for mending in result.sets] == ([found] if found else [])
    assert result.complete == bool(found)


def test_300_broken_relations_are_examined_and_301_are_not() -> None:
    relation, numbers = _relation(0), _numbers("3")
    assert _found(mendings([relation] * 300, [relation], numbers)) == [(["0"], ["5"])]
    assert mendings([relation] * 301, [relation], numbers) == Mended([], complete=False, cells=math.inf)


def test_20_faults_are_examined_and_the_others_are_counted() -> None:
    every = [_relation(column) for column in range(22)]
    numbers = _numbers(*["3"] * 22)
    for count, complete in ((20, True), (21, False), (22, False)):
        result = mendings(every[:count], every, numbers)
        assert [mending.fault for mending in result.sets] == list(range(1, 21))
        assert (result.complete, result.cells) == (complete, count)


def test_four_mistyped_cells_are_found_and_five_are_not() -> None:
    """Each of the first relations needs its first cell changed; the last one makes them one fault."""
    for size, found in ((4, True), (5, False)):
        pairs = [_relation(2 * k, 2 * k + 1) for k in range(size)]
        joint = _relation(*range(0, 2 * size, 2))
        result = mendings([*pairs, joint], [*pairs, joint], _numbers(*["3"] * (2 * size)))
        cells = [str(2 * k) for k in range(size)]
        assert _found(result) == ([(cells, ["5"] * size)] if found else [])
        assert (result.complete, result.cells) == (found, size if found else math.inf)


@pytest.mark.parametrize(("cells", "complete"), [(600, True), (601, False)])
def test_600_sets_of_cells_are_examined(cells: int, complete: bool) -> None:
    relation = _relation(*range(cells))
    result = mendings([relation], [relation], _numbers(*["3"] * cells))
    assert _found(result) == [(["0"], ["5"])]
    assert result.complete is complete


@pytest.mark.parametrize(("cells", "complete"), [(12, True), (13, False)])
def test_12_sets_of_cells_are_reported(cells: int, complete: bool) -> None:
    """The first number is not the sum of the others, and each of the cells may be the mistyped one."""
    relation = _relation(*range(cells), allowed=_sum)
    result = mendings([relation], [relation], _numbers("20", *["1"] * (cells - 1), quantity="tp"))
    assert [mending.cells for mending in result.sets] == [[str(k)] for k in range(12)]
    assert result.sets[0].numbers == [str(cells - 1)]
    assert result.sets[1].numbers == [str(20 - (cells - 2))]
    assert (result.complete, result.cells) == (complete, 1)


def test_a_search_that_runs_out_of_steps_is_incomplete(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many steps there are, the result is complete, or empty and marked as incomplete."""
    relation, numbers, enough = _relation(0), _numbers("3"), []
    for steps in range(60):
        monkeypatch.setattr(mend, "_MOST_STEPS", steps)
        result = mendings([relation], [relation], numbers)
        assert result in (Mended([], complete=False, cells=math.inf), mendings([relation], [relation], numbers))
        assert bool(result.sets) == result.complete
        enough.append(result.complete)
    assert enough == sorted(enough)
    assert (enough[0], enough[10], enough[-1]) == (False, False, True)
