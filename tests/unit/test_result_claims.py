"""Claims from the results of programs: numbers of JSON as text, unique ids, and values that are no claims."""

from __future__ import annotations

import math

import pytest

from samescore.verbs.audit.claims import Claim, MalformedClaim
from samescore.verbs.audit.importers.results import Results, digits, in_full, is_whole_double, with_place
from samescore.verbs.audit.printed_text.tables import Cell, PrintedColumn, PrintedTable, Row

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.1, "0.1"),
        (1e-7, "1e-07"),
        (0.0, "0.0"),
        (1e300, "1e+300"),
        (27, "27"),
        (-27, "-27"),
        (10**30 - 1, "9" * 30),
        (10**30, ""),
        (-(10**30), ""),
        (1 - 10**30, "-" + "9" * 30),
        (True, ""),
        (None, ""),
        ("1", ""),
        (math.nan, ""),
        (math.inf, ""),
    ],
)
def test_numbers_as_text(value: object, text: str) -> None:
    assert digits(value) == text


@pytest.mark.parametrize(
    ("printed", "whole"),
    [
        ("0.123456789012345", True),
        ("0.12345678901234", False),
        ("0.0012345678901234", False),  # zeros in front do not count
        ("0.00123456789012345", True),
        ("12.3456789012345", True),
        ("-1.23456789012345e-05", True),
        ("1.2345678901234e-05", False),  # digits of the exponent do not count
        ("100000000000000", True),
        ("27.3", False),
    ],
)
def test_numbers_with_all_digits_of_a_double(printed: str, whole: bool) -> None:
    assert is_whole_double(printed) is whole


@pytest.mark.parametrize(
    ("value", "text"), [(0.5, "0.50000000000000000"), (0.1, "0.10000000000000001"), (25.0, "25.000000000000000"), (0.0, "0.0")]
)  # fmt: skip
def test_numbers_in_full(value: float, text: str) -> None:
    assert in_full(value) == text


def test_claims_have_unique_ids_and_a_source() -> None:
    results = Results("r.json")
    assert [results.add("a", "BLEU", "1"), results.add("a", "chrF", "2", items=3), results.add("b", "TER", "3")] == [
        "a",
        "a (2)",
        "b",
    ]
    assert results.imported().claims == [
        Claim("BLEU", "1", "a", source="r.json"),
        Claim("chrF", "2", "a (2)", items=3, source="r.json"),
        Claim("TER", "3", "b", source="r.json"),
    ]


@pytest.mark.parametrize(
    ("metric", "value", "why", "elsewhere"),
    [
        ("BLEU", "high", "r.json: 'high' is not a number", False),
        ("COMET", 0.8, "r.json: 'COMET' is not computed by samescore", True),
        ("COMET", "high", "r.json: 'high' is not a number", False),
        ("COMET", math.nan, "r.json: nan is not a number", False),
        ("Nonsense", 0.8, "r.json: unknown metric: 'Nonsense'", False),
        ("Nonsense", None, "r.json: None is not a number", False),
    ],
)
def test_values_that_are_no_claims(metric: str, value: object, why: str, elsewhere: bool) -> None:
    results = Results("r.json")
    results.refuse("a", metric, value)
    (claim,) = results.imported().claims
    assert claim == MalformedClaim(why, metric, str(value), "a", "r.json", elsewhere=elsewhere)


def test_long_texts_of_refused_values_are_truncated() -> None:
    results = Results("r.json")
    results.refuse("i" * 81, "m" * 81, "v" * 81)
    results.refuse("i" * 80, "m" * 81, 1)
    first, second = results.imported().claims
    assert isinstance(first, MalformedClaim)
    assert first == MalformedClaim("r.json: '" + "v" * 79 + " is not a number", "m" * 80, "v" * 80, "i" * 80, "r.json")
    assert isinstance(second, MalformedClaim)
    assert second.problem == "r.json: unknown metric: '" + "m" * 79


def test_further_claims_are_dropped() -> None:
    results = Results("r.json")
    for number in range(9_999):
        results.add(str(number), "BLEU", "1")
    results.refuse("malformed", "BLEU", "x")
    results.refuse("dropped", "BLEU", "x")
    assert results.add("also dropped", "BLEU", "1") == "also dropped"
    claims = results.imported().claims
    assert (len(claims), claims[-1].id) == (10_000, "malformed")


def test_related_numbers_are_a_table_of_one_row() -> None:
    results, columns, cells = Results("r.json"), [PrintedColumn("P", "precision")], [Cell("0.5", "0.5")]
    results.relate("t", columns, cells)
    results.relate("u", columns, cells, rounded=False)
    assert results.imported().tables == [
        PrintedTable("t", columns, [Row("", cells)], rounded=True),
        PrintedTable("u", columns, [Row("", cells)], rounded=False),
    ]
    assert with_place(cells[0], "here") == Cell("0.5", "0.5", place="here")
