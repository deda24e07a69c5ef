"""The sets of cells that explain a fault: groups of relations, and the numbers that cells are given."""

from __future__ import annotations

import pytest

from samescore.verbs.audit.relations.kinds import CellPlace, Relation
from samescore.verbs.audit.relations.mend import _faults, _hitting_sets, _printed

#: The sets do not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


def _relation(letters: str) -> Relation:
    """A relation of cells in one row, each named by a letter."""
    return Relation(letters, tuple(CellPlace(0, "abcdefgh".index(letter)) for letter in letters), lambda _: None)


def _sets(relations: str, size: int) -> list[str]:
    """The hitting sets of relations separated by spaces, each as the letters of its cells."""
    found = _hitting_sets([_relation(letters) for letters in relations.split()], size, ())
    return ["".join("abcdefgh"[place.column] for place in places) for places in found]


@pytest.mark.parametrize(
    ("relations", "size", "sets"),
    [
        ("ab", 1, ["a", "b"]),
        ("aab", 1, ["a", "b"]),
        ("ab bc", 1, ["b"]),
        ("ab cd", 1, []),
        ("ab cd", 2, ["ac", "ad", "bc", "bd"]),
        ("ba bc", 2, ["b", "ab", "ac"]),  # the first relation's cells in turn, each set sorted
        ("ab bc ca", 2, ["ab", "ac", "bc", "ab"]),
    ],
)
def test_hitting_sets(relations: str, size: int, sets: list[str]) -> None:
    assert _sets(relations, size) == sets


@pytest.mark.parametrize(
    ("relations", "faults"),
    [
        ("", []),
        ("ab", [["ab"]]),
        ("ab cd", [["ab"], ["cd"]]),
        ("ab cd bc", [["ab", "bc", "cd"]]),  # connected by the last one
        ("ab ef cd de", [["ab"], ["ef", "de", "cd"]]),
    ],
)
def test_relations_that_share_cells_are_one_fault(relations: str, faults: list[list[str]]) -> None:
    found = _faults([_relation(letters) for letters in relations.split()])
    assert [[relation.name for relation in fault] for fault in found] == faults


@pytest.mark.parametrize(
    ("units", "decimals", "text"),
    [
        (273, 1, "27.3"),
        (5, 2, "0.05"),
        (-5, 2, "-0.05"),
        (-120, 2, "-1.20"),
        (0, 1, "0.0"),
        (42, 0, "42"),
        (-7, 0, "-7"),
    ],
)
def test_numbers_in_units_of_their_last_decimal(units: int, decimals: int, text: str) -> None:
    assert _printed(units, decimals) == text
