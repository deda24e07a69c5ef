"""Significance groups: every system of a group is significantly better than every system of later groups, and only then."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from samescore.verbs.compare.groups import groups, rank_ranges

pytestmark = pytest.mark.ends


@pytest.mark.parametrize(
    ("better", "expected"),
    [
        ("", [1, 1, 1, 1]),
        ("ab ac ad bc bd cd", [1, 2, 3, 4]),
        ("ab ac ad", [1, 2, 2, 2]),
        ("ad bd cd", [1, 1, 1, 2]),
        ("ac ad bc bd", [1, 1, 2, 2]),
        ("ab ac ad bd", [1, 2, 2, 2]),
        ("ac ad bd", [1, 1, 1, 1]),
        ("ab ad bc bd cd", [1, 1, 1, 2]),
    ],
)
def test_a_line_is_drawn_where_all_above_beat_all_below(better: str, expected: list[int]) -> None:
    assert groups("abcd", {(pair[0], pair[1]) for pair in better.split()}) == expected


def test_a_single_system_and_none() -> None:
    assert groups(["only"], set()) == [1]
    assert rank_ranges(["only"], set()) == [(1, 1)]
    assert groups([], set()) == []


_PAIRS = list(combinations(range(6), 2))


@given(st.integers(2, 6), st.sets(st.sampled_from(_PAIRS)))
def test_groups_are_as_fine_as_the_tests_allow(size: int, chosen: set[tuple[int, int]]) -> None:
    ranked = [str(place) for place in range(size)]
    better = {(str(first), str(second)) for first, second in chosen if second < size}
    numbers = groups(ranked, better)
    assert numbers[0] == 1
    for place in range(1, size):
        separated = all((above, below) in better for above in ranked[:place] for below in ranked[place:])
        assert numbers[place] - numbers[place - 1] == separated
    for (best, worst), name in zip(rank_ranges(ranked, better), ranked, strict=True):
        assert best == 1 + sum(second == name for _, second in better)
        assert worst == size - sum(first == name for first, _ in better)
