"""Tables that were rounded, truncated or both, and numbers that are out of range."""

from __future__ import annotations

from typing import Any

import pytest

from samescore.verbs.audit.printed_text.tables import Cell, PrintedColumn, PrintedTable, Row
from samescore.verbs.audit.relations import check

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_BINARY = {"average": "binary", "classes": 2}
_PRF = (("P", "precision"), ("R", "recall"), ("F1", "f1"))
_MIXED = "some numbers are rounded and others truncated"
_OF_MEANS = "precision, recall and F1 are means over classes"


def _table(*rows: str, knobs: dict[str, Any] | None = None, rounded: bool = False) -> PrintedTable:
    columns = [PrintedColumn(name, quantity, _BINARY if knobs is None else knobs, "t") for name, quantity in _PRF]
    cells = [[Cell(text, text) for text in row.split()] for row in rows]
    return PrintedTable(
        "t", columns, [Row(name, own) for name, own in zip("abcdefghijklmnopqrstuvwxyz", cells, strict=False)], rounded
    )


#: F1 of 0.1099 and 0.9099 is 0.1961, and F1 of 0.10 and 0.90 is 0.18: the numbers were truncated.
_TRUNCATED = "0.10 0.90 0.1961"
#: F1 of 0.496 and 0.397 is 0.4410, and F1 of 0.50 and 0.40 is 0.4444: the numbers were rounded.
_ROUNDED = "0.50 0.40 0.4410"


@pytest.mark.parametrize(
    ("rows", "rounded", "printing", "broken", "doubtful", "truncated"),
    [
        ((_TRUNCATED,), False, "cut off", [], [], ["a, F1", "a, P", "a, R"]),
        ((_ROUNDED,), False, "rounded", [], [], []),
        ((_TRUNCATED,), True, "rounded", ["a, F1"], [], []),
        (("0.50 0.40 0.44",), False, "rounded", [], [], []),  # as well rounded as truncated
        (("0.50 0.40 0.44", _TRUNCATED), False, "cut off", [], [], ["b, F1", "b, P", "b, R"]),
        (("0.50 0.40 0.60", _TRUNCATED), False, "cut off", ["a, F1"], [], ["b, F1", "b, P", "b, R"]),
        (("0.50 0.40 0.60", _TRUNCATED), True, "rounded", ["a, F1", "b, F1"], [], []),
        # Of a rounded and two truncated rows, the rounded one is doubtful, unless the program is known to round.
        ((_ROUNDED, _TRUNCATED, _TRUNCATED), False, "some rounded, others truncated", [], ["a, F1"], ["b, F1", "b, P", "b, R", "c, F1", "c, P", "c, R"]),
        ((_ROUNDED, _TRUNCATED, _TRUNCATED), True, "rounded", ["b, F1", "c, F1"], [], []),
    ],
)  # fmt: skip
def test_how_a_table_was_shortened(
    rows: tuple[str, ...], rounded: bool, printing: str, broken: list[str], doubtful: list[str], truncated: list[str]
) -> None:
    result = check(_table(*rows, rounded=rounded))
    assert [relation.cells[0] for relation in result.broken] == broken
    assert [(relation.cells[0], relation.unless) for relation in result.doubtful] == [(c, _MIXED) for c in doubtful]
    assert (result.printing, result.cut_off) == (printing, truncated)


def test_an_excuse_names_mixed_printing_only_if_it_is_one() -> None:
    result = check(_table(_ROUNDED, "0.50 0.40 0.30", _TRUNCATED, _TRUNCATED, knobs={}))
    assert [(relation.cells[0], relation.unless) for relation in result.doubtful] == [
        ("a, F1", f"{_OF_MEANS}, or {_MIXED}"),
        ("b, F1", _OF_MEANS),
    ]
    assert not result.mend, "means over classes explain the doubts"


def test_impossible_numbers_are_mended_before_doubtful_ones() -> None:
    result = check(_table("0.50 0.40 0.60", _ROUNDED, _TRUNCATED, _TRUNCATED))
    assert [relation.cells[0] for relation in result.broken] == ["a, F1"]
    assert [relation.cells[0] for relation in result.doubtful] == ["b, F1"]
    assert [mending.cells for mending in result.mend] == [["a, F1"], ["a, R"]], "precision would be 1.2"


def test_a_percentage_among_fractions_is_not_out_of_range() -> None:
    columns = [PrintedColumn("F1", "f1", unit="fraction")]
    rows = [Row("a", [Cell("0.5", "0.5")]), Row("b", [Cell("50%", "50", percent=True)])]
    assert check(PrintedTable("t", columns, rows)).broken == []


def test_numbers_out_of_range_are_faults_after_the_others_and_used_in_no_relation() -> None:
    result = check(_table("0.50 0.40 0.60", "0.50 -1.4 0.44", "0.50 0.40 -2.4", "0.20 0.80 0.40"))
    assert [(relation.relation, relation.cells) for relation in result.broken] == [
        ("range", ["b, R"]),
        ("range", ["c, F1"]),
        ("F1 of precision and recall", ["a, F1", "a, P", "a, R"]),
        ("F1 of precision and recall", ["d, F1", "d, P", "d, R"]),
    ]
    faults = [(mending.fault, mending.cells) for mending in result.mend]
    assert sorted({fault for fault, _ in faults}) == [1, 2, 3, 4]
    assert faults[-2:] == [(3, ["b, R"]), (4, ["c, F1"])]
    assert result.unchecked == []
    assert not result.mend_bounded


def test_a_number_out_of_range_alone_is_the_first_fault() -> None:
    result = check(_table("0.50 0.40 -0.44"))
    assert [(mending.fault, mending.cells, mending.numbers) for mending in result.mend] == [(1, ["a, F1"], [])]
    assert (result.checked, result.doubtful) == ([], [])


def test_21_faults_are_too_many_for_a_complete_search() -> None:
    assert check(_table(*["0.50 0.40 0.60"] * 21)).mend_bounded
    assert not check(_table(*["0.50 0.40 0.60"] * 3)).mend_bounded


def test_a_relation_that_any_number_satisfies_needs_more_decimals() -> None:
    """Recall and F1 of two decimals leave the share of positive items open if precision may be 0."""
    columns = [PrintedColumn(name, quantity, _BINARY, "t") for name, quantity in (*_PRF[:2], ("Acc", "accuracy"))]
    rows = [
        Row(name, [Cell(text, text) for text in row.split()])
        for name, row in (("a", "0.0 0.0 0.5"), ("b", "0.5 0.5 0.5"))
    ]
    (unchecked,) = (each for each in check(PrintedTable("t", columns, rows)).unchecked if "share" in each.relation)
    assert unchecked.missing == "more decimals: any value satisfies it"
    assert unchecked.cells == ["a, Acc", "a, P", "a, R", "b, Acc", "b, P", "b, R"]


def _means(**printed: str) -> PrintedTable:
    """A row of accuracies, and the means AB, AD and ACE of those that they are called after."""
    columns = [PrintedColumn(name, "accuracy", test_set=name) for name in "ABDCE"]
    columns += [PrintedColumn(name, "mean", of=list(name)) for name in ("AB", "AD", "ACE")]
    return PrintedTable(
        "t", columns, [Row("", [Cell(printed[column.name], printed[column.name]) for column in columns])]
    )


@pytest.mark.parametrize(
    ("numbers", "printing", "number"),
    [
        # Truncated: A is .109, C and E are .909. If they were rounded, A would be .11, but .11, .90 and .90 have no
        # mean of .6423.
        ({"A": ".12", "AB": ".2045", "AD": ".3045", "ACE": ".6423"}, "cut off", "0.10"),
        # Rounded: A is .101, C and E are .8975. If they were truncated, their mean would be at least .6333. With .07
        # for A, it seems possible only for truncated numbers.
        ({"A": ".07", "AB": ".2005", "AD": ".3005", "ACE": ".6320"}, "some rounded, others truncated", "0.10"),
    ],
)
def test_a_mistyped_cell_does_not_hide_how_a_table_was_shortened(
    numbers: dict[str, str], printing: str, number: str
) -> None:
    result = check(_means(**numbers, B=".3000", D=".5000", C=".90", E=".90"))
    assert [relation.cells[0] for relation in result.broken] == ["AB", "AD"]
    assert [(mending.cells, mending.numbers) for mending in result.mend] == [(["A"], [number])]
    assert result.printing == printing
