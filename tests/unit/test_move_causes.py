"""Which suspects are named as the causes of moves."""

from __future__ import annotations

import pytest

from samescore.verbs.releases.gate_causes import Suspect, _earliest, most_frequent

#: The causes do not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


def _causes(suspects: list[str], moves: int = 0) -> dict[int, str]:
    """The cause in words of each move, given the letters of its suspects; the number of moves is that of `suspects`."""
    made = [[Suspect(letter) for letter in letters] for letters in suspects]
    found = most_frequent(range(len(made)), made, moves or len(made), "as if")
    return {place: words for place, (words, _) in found.items()}


@pytest.mark.parametrize(
    ("suspects", "causes"),
    [
        ([], {}),
        ([""], {}),
        (["a"], {0: "as if a"}),
        (["a", "a"], {0: "as if a", 1: "as if a"}),
        (["a", "b"], {}),  # each gives one of several moves
        (["ab", "a", "b", ""], {0: "as if a or b (2 of 4 moves)", 1: "as if a or b (2 of 4 moves)"}),
        (
            ["ab", "ac", "b", "b", "b"],
            dict.fromkeys((0, 2, 3, 4), "as if b (4 of 5 moves)"),  # then a and c give one move each
        ),
        (
            ["a", "a", "a", "b", "b"],
            {
                **dict.fromkeys((0, 1, 2), "as if a (3 of 5 moves)"),
                **dict.fromkeys((3, 4), "as if b (2 of 5 moves)"),
            },
        ),
        (["abc", "abc"], dict.fromkeys((0, 1), "as if a or b or c")),
        (["abcd", "abcd"], dict.fromkeys((0, 1), "as if a or b or c, and 1 more")),
    ],
)
def test_the_most_frequent_suspects_are_causes(suspects: list[str], causes: dict[int, str]) -> None:
    assert _causes(suspects) == causes


def test_one_of_several_moves_is_not_explained_by_a_suspect_of_its_own() -> None:
    assert _causes(["a"], moves=2) == {}
    assert _causes(["a", "a"], moves=3) == dict.fromkeys((0, 1), "as if a (2 of 3 moves)")


def test_only_the_given_moves_are_explained() -> None:
    suspects = [[Suspect("a")], [Suspect("a")], [Suspect("a")]]
    assert set(most_frequent([0, 2], suspects, 2, "as if")) == {0, 2}


def test_a_cause_has_the_stage_of_its_suspect_and_the_name_of_its_mistake() -> None:
    suspects = [
        [Suspect("a", "tokens"), Suspect("b", "counts")],
        [Suspect("a", "counts", "mistaken"), Suspect("b", "counts", "other")],
        [Suspect("a", "counts", "late")],
    ]
    words = "given: a (mistaken)"
    assert most_frequent(range(3), suspects, 3, "given:") == {
        0: (words, "tokens"),
        1: (words, "counts"),
        2: (words, "counts"),
    }


@pytest.mark.parametrize(
    ("stages", "earliest"),
    [(["value", "tokens"], "tokens"), (["value"], "value"), (["value", "bp", "matches", "totals"], "matches")],
)
def test_the_earliest_stage(stages: list[str], earliest: str) -> None:
    assert _earliest("bleu", stages) == earliest
