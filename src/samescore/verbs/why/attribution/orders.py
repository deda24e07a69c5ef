"""Find the orders in which players can join a game in which not every coalition is feasible.

A coalition is an integer with one bit for each player. An order leads from the empty coalition to the coalition of all
players through feasible coalitions. Usually one player joins at each step; if that is impossible, some players join
together, as few as possible.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from itertools import combinations
from typing import NamedTuple


class Step(NamedTuple):
    """Players (`joining`) that join the coalition `before` at once, and the number of `orders` with this step."""

    before: int
    joining: int
    orders: int


def steps(coalitions: Collection[int], players: int) -> tuple[list[Step], int]:
    """Return the steps of all orders in which the fewest players join along with others, and the number of these orders.

    `coalitions` are the feasible ones; they must include the empty coalition (0) and the coalition of all players. Steps
    from the smallest coalitions come first. Without players, there are no steps and one order.
    """
    everybody = (1 << players) - 1
    for most in range(1, players + 1):
        joins = list(_joins(everybody, most))
        ahead = _cheapest_ways(coalitions, joins)
        if everybody in ahead and ahead[everybody][0] < most:
            break
    else:
        return [], 1  # there are no players
    along, orders = ahead[everybody]
    behind = {
        everybody ^ left: ways for left, ways in _cheapest_ways({everybody ^ c for c in coalitions}, joins).items()
    }
    taken = []
    for before in sorted(ahead, key=lambda coalition: (coalition.bit_count(), coalition)):
        for joining in joins:
            after = before | joining
            if before & joining or after not in behind:
                continue
            if ahead[before][0] + joining.bit_count() - 1 + behind[after][0] == along:
                taken.append(Step(before, joining, ahead[before][1] * behind[after][1]))
    return taken, orders


def _joins(players: int, most: int) -> Iterator[int]:
    """Yield the sets of 1 to `most` of the players in a coalition, single players first, then pairs, and so on."""
    bits = [1 << place for place in range(players.bit_length()) if players >> place & 1]
    for size in range(1, most + 1):
        yield from map(sum, combinations(bits, size))


def _cheapest_ways(coalitions: Collection[int], joins: Collection[int]) -> dict[int, tuple[int, int]]:
    """Return two numbers for each coalition that can be reached from the empty one.

    They are the minimum number of players that join along with others on the way, and the number of ways with this
    minimum. `coalitions` are the feasible coalitions, `joins` the possible steps.
    """
    ways = {0: (0, 1)}
    for coalition in sorted(coalitions, key=int.bit_count):
        if coalition not in ways:
            continue
        along, count = ways[coalition]
        for joining in joins:
            larger = coalition | joining
            if coalition & joining or larger not in coalitions:
                continue
            cost = along + joining.bit_count() - 1
            least, others = ways.get(larger, (cost, 0))
            if cost <= least:
                ways[larger] = cost, count + (others if cost == least else 0)
    return ways


def first_order(possible: Callable[[int], bool], players: int, most_asked: int) -> list[int]:
    """Return the players that join at each step of one order: lower players first, and as few together as possible.

    `possible` tells whether a coalition is feasible, and is called only as needed; the coalition of all players must be
    feasible. If no order is found within `most_asked` calls, players join in ascending order, and a player that cannot
    join yet joins together with the next one.
    """
    everybody = (1 << players) - 1
    answers: dict[int, bool] = {everybody: True}

    def can_play(coalition: int) -> bool:
        if coalition not in answers and len(answers) <= most_asked:  # one answer is not asked for
            answers[coalition] = possible(coalition)
        return answers.get(coalition, False)

    for along in range(players):
        order = _steps_onward(can_play, everybody, 0, along, set())
        if order is not None:
            return order
        if len(answers) > most_asked:
            break
    order, before = [], 0
    for place in range(players):
        after = (1 << place + 1) - 1
        if after == everybody or possible(after):
            order.append(after ^ before)
            before = after
    return order


def _steps_onward(
    can_play: Callable[[int], bool], everybody: int, before: int, along: int, dead: set[tuple[int, int]]
) -> list[int] | None:
    """Return the steps from a coalition to all players in which at most `along` players join along with others.

    Return None if there are none. `dead` collects pairs of a coalition and a remaining `along` from which there
    are none.
    """
    if before == everybody:
        return []
    if (before, along) in dead:
        return None
    for joining in _joins(everybody ^ before, along + 1):
        if can_play(before | joining):
            rest = _steps_onward(can_play, everybody, before | joining, along + 1 - joining.bit_count(), dead)
            if rest is not None:
                return [joining, *rest]
    dead.add((before, along))
    return None
