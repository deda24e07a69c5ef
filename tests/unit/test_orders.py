"""The orders in which players join, where not every coalition can play. Coalitions are written as letters."""

from __future__ import annotations

from collections.abc import Iterable
from math import factorial

import pytest

from samescore.verbs.why.attribution.orders import first_order, steps

#: How many coalitions may be asked for where that is not the point.
_ALL = 1000


def _coalition(letters: str) -> int:
    return sum(1 << "abcd".index(letter) for letter in letters)


def _letters(coalition: int) -> str:
    return "".join(letter for place, letter in enumerate("abcd") if coalition >> place & 1)


def _steps(coalitions: str, players: int) -> tuple[dict[tuple[str, str], int], int]:
    """The steps among coalitions separated by spaces (nobody is always one): who joins whom in how many orders."""
    taken, orders = steps({0, *map(_coalition, coalitions.split())}, players)
    return {(_letters(step.before), _letters(step.joining)): step.orders for step in taken}, orders


def test_no_players_have_one_order_without_steps() -> None:
    assert steps({0}, 0) == ([], 1)


def test_if_all_coalitions_can_play_the_steps_have_the_weights_of_the_shapley_value() -> None:
    taken, orders = steps(range(16), 4)
    assert orders == factorial(4)
    assert len(taken) == 4 * 2**3  # every player joins every coalition of others
    for step in taken:
        size = step.before.bit_count()
        assert step.orders == factorial(size) * factorial(3 - size)


def test_a_player_joins_after_the_player_it_needs() -> None:
    """A needs b: of the six orders bac, bca and cba are left."""
    taken, orders = _steps("b c ab bc abc", 3)
    assert orders == 3
    assert taken == {
        ("", "b"): 2,
        ("", "c"): 1,
        ("b", "a"): 1,
        ("b", "c"): 1,
        ("c", "b"): 1,
        ("ab", "c"): 1,
        ("bc", "a"): 2,
    }


def test_a_coalition_that_leads_nowhere_is_on_no_order() -> None:
    taken, orders = _steps("a b ab abc ac d bd abcd", 4)
    assert orders == 3  # abcd, acbd, bacd
    assert not [before for before, _ in taken if "d" in before]


def test_players_that_need_each_other_join_together() -> None:
    """A and b do; c joins before them or after them."""
    taken, orders = _steps("ab c abc", 3)
    assert orders == 2
    assert taken == {("", "ab"): 1, ("", "c"): 1, ("ab", "c"): 1, ("c", "ab"): 1}


def test_as_few_as_possible_join_together() -> None:
    """Nobody starts alone. Of ab, bc and all three at once, the pairs leave the third to join alone."""
    taken, orders = _steps("ab bc abc", 3)
    assert orders == 2
    assert taken == {("", "ab"): 1, ("", "bc"): 1, ("ab", "c"): 1, ("bc", "a"): 1}
    assert _steps("abc abcd", 4)[0] == {("", "abc"): 1, ("abc", "d"): 1}


def test_two_pairs_are_fewer_than_three_players_and_one() -> None:
    """Both ways, two players join along with others; so both count."""
    assert _steps("ab abcd abc", 4)[1] == 1  # ab, c, d: one joins along
    assert _steps("ab abd bcd abcd", 4)[1] == 1
    assert _steps("ab acd abcd", 4) == ({("", "ab"): 1, ("", "acd"): 1, ("ab", "cd"): 1, ("acd", "b"): 1}, 2)


def _first(coalitions: Iterable[str], players: int, most: int = _ALL) -> list[str]:
    possible = set(map(_coalition, coalitions))
    return [_letters(joining) for joining in first_order(possible.__contains__, players, most)]


@pytest.mark.parametrize(
    ("coalitions", "order"),
    [
        (["a", "b", "ab", "c", "ac", "bc", "abc"], ["a", "b", "c"]),
        (["b", "c", "ab", "bc", "abc"], ["b", "a", "c"]),  # a waits for b
        (["a", "ab", "c", "bc", "abc"], ["a", "b", "c"]),
        (["a", "c", "bc", "abc"], ["c", "b", "a"]),  # a first would leave b and c together
        (["ab", "c", "abc"], ["c", "ab"]),  # a waits for b, and c need not
        (["abc"], ["abc"]),
    ],
)
def test_the_first_order_keeps_to_the_order_of_players_where_it_can(coalitions: list[str], order: list[str]) -> None:
    assert _first(coalitions, 3) == order


def test_the_order_may_take_all_questions() -> None:
    """Asked for are a, ab, ac, b, c and bc."""
    coalitions = ["a", "c", "bc", "abc"]
    assert _first(coalitions, 3, most=6) == ["c", "b", "a"]
    assert _first(coalitions, 3, most=5) == ["a", "bc"]


def test_many_players_who_cannot_join_are_not_searched_for_long() -> None:
    asked: list[int] = []

    def possible(coalition: int) -> bool:
        asked.append(coalition)
        return False

    assert first_order(possible, 40, _ALL) == [2**40 - 1]
    assert len(asked) == _ALL + 39  # and once for each player of the last attempt, but for the last


def test_after_enough_questions_whoever_cannot_join_waits_for_the_next() -> None:
    assert _first(["a", "c", "bc", "abc"], 3, most=2) == ["a", "bc"]
    assert first_order(lambda _: False, 0, _ALL) == []
