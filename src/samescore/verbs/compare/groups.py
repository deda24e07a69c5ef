"""Compute significance groups and rank ranges from the pairs with a significant difference.

Groups are those of the WMT shared tasks' findings since 2013: a line separates two neighbours of the ranking if every
system above the line is significantly better than every system below it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence


def groups(ranked: Sequence[str], better: Collection[tuple[str, str]]) -> list[int]:
    """Return the group number of each system, from 1: any two systems in different groups differ significantly.

    `ranked` are the systems, best first; `better` holds pairs in which the first is significantly better.

    >>> groups("abc", {("a", "b"), ("a", "c")})
    [1, 2, 2]
    >>> groups("abc", {("a", "c"), ("b", "c")})
    [1, 1, 2]
    >>> groups("abc", {("a", "b"), ("b", "c")})
    [1, 1, 1]
    """
    numbers, number, reach = [], 0, -1
    for place, name in enumerate(ranked):
        if place > reach:
            number += 1
        numbers.append(number)
        tied = (below for below in range(len(ranked) - 1, place, -1) if (name, ranked[below]) not in better)
        reach = max(reach, place, next(tied, place))
    return numbers


def rank_ranges(ranked: Sequence[str], better: Collection[tuple[str, str]]) -> list[tuple[int, int]]:
    """Return the best and the worst rank of each system that the tests do not exclude, in the order of `ranked`.

    The best rank is one more than the number of systems that are significantly better; the worst is the number of
    systems that are not significantly worse. `better` holds pairs in which the first is significantly better.

    >>> rank_ranges("abc", {("a", "c")})
    [(1, 2), (1, 3), (2, 3)]
    """
    above = dict.fromkeys(ranked, 0)
    below = dict.fromkeys(ranked, 0)
    for first, second in better:
        below[first] += 1
        above[second] += 1
    return [(1 + above[name], len(ranked) - below[name]) for name in ranked]
