"""The search for the columns that an average averages: the evidence it needs, and the order of the candidates."""

from __future__ import annotations

import itertools

import pytest

from samescore.verbs.audit.importers.means import mean_of, runs

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

#: Two rows: the last column is the mean of the first two. By hand: the mean of 10.0 and 20.0 and the printed average
#: are each known to 0.1, and another average may lie anywhere in half of the row's range of 10.1. Both rows fit by
#: chance with a probability of (0.2 / 5.05)² = 0.00157, which is at most 1/200 for the first three candidates.
_TWO = [["10.0", "20.0", "50.0", "15.0"], ["20.0", "30.0", "80.0", "25.0"]]


@pytest.mark.parametrize(
    ("earlier", "found"),
    [
        ([], [0, 1]),
        ([[0, 2], [1, 2]], [0, 1]),
        ([[0, 2], [1, 2], [0, 1, 2]], []),
        ([[0, 2], [0, 2], [1, 2]], [0, 1]),  # the same candidate again needs no more evidence
        ([[0], [], [0, 1, 3], [0, 2], [1, 2]], [0, 1]),  # fewer than two columns, or the average itself
    ],
)
def test_later_candidates_need_more_evidence(earlier: list[list[int]], found: list[int]) -> None:
    assert mean_of(_TWO, 3, [*earlier, [0, 1]]) == found


def test_the_first_candidate_that_fits_is_the_mean() -> None:
    lines = [["10.00", "20.00", "15.00", "15.00"], ["20.00", "30.00", "25.00", "25.00"]]
    assert mean_of(lines, 3, [[0, 1], [0, 1, 2]]) == [0, 1]
    assert mean_of(lines, 3, [[0, 1, 2], [0, 1]]) == [0, 1, 2]


def test_one_row_is_not_enough() -> None:
    assert mean_of([["10.00000", "20.00000", "15.00000"]], 2, [[0, 1]]) == []


@pytest.mark.parametrize(
    ("average", "unweighted", "found"),
    [
        ("40.0", False, [0, 1]),  # off by 5: another average may lie in half of the range; 3 · 0.00157 = 0.0047
        ("37.5", False, [0, 1]),  # off by 2.5: it may lie in a range of 5; 3 · (0.2 / 5)² = 0.0048
        ("37.0", False, []),  # off by 2: 3 · (0.2 / 4)² = 0.0075
        ("37.0", True, [0, 1]),  # an unweighted average is expected to be further off: 0.0047
    ],
)
def test_a_row_that_does_not_fit(average: str, unweighted: bool, found: list[int]) -> None:
    lines = [["10.0", "20.0", "15.0"], ["20.0", "30.0", "25.0"], ["30.0", "40.0", average]]
    assert mean_of(lines, 2, [[0, 1]], unweighted=unweighted) == found


def test_twice_as_many_rows_must_fit_as_do_not() -> None:
    true = [[f"{k}0.000", f"{k}6.000", f"{k}3.000"] for k in (1, 2, 3, 4)]
    wrong = [[f"{k}0.000", f"{k}6.000", f"{k}5.000"] for k in (7, 8)]
    assert mean_of([*true, *wrong], 2, [[0, 1]]) == [0, 1]
    assert mean_of([*true[:3], *wrong], 2, [[0, 1]]) == []


@pytest.mark.parametrize(
    ("unweighted", "more", "found"), [(True, [], [0, 1]), (False, [], []), (True, [[0, 1, 3]], [])]
)
def test_an_unweighted_average_lies_in_the_usual_range(
    unweighted: bool, more: list[list[int]], found: list[int]
) -> None:
    """By hand: ranges of 10.1 and 20.1 are 15.1 on average: 7 · (0.2 / 7.55)² = 0.0049, and 0.0056 with 8 candidates.

    Row by row: 7 · (0.2 / 5.05) · (0.2 / 10.05) = 0.0055.
    """
    lines = [["10.0", "20.0", "50.0", "70.0", "15.0"], ["20.0", "40.0", "80.0", "90.0", "30.0"]]
    earlier = [[0, 2], [0, 3], [1, 2], [1, 3], [2, 3], [0, 1, 2]]
    assert mean_of(lines, 4, [*earlier, *more, [0, 1]], unweighted=unweighted) == found


def test_a_coarse_row_is_no_evidence_against_a_mean() -> None:
    """By hand: the mean of 10 and 10 and the printed average are each known to 1; the row's range is only 1 wide."""
    assert mean_of([*_TWO, ["10", "10", "70", "10"]], 3, [[0, 2], [1, 2], [0, 1]]) == [0, 1]


@pytest.mark.parametrize("missing", [["", "40.0", "1.0", "35.0"], ["30.0", "40.0", "1.0", ""]])
def test_rows_with_missing_numbers_are_skipped(missing: list[str]) -> None:
    assert mean_of([*_TWO, missing], 3, [[0, 1]]) == [0, 1]


@pytest.mark.parametrize(("wrong", "found"), [(39, [8, 9]), (40, [])])
def test_forty_candidates_are_tried(wrong: int, found: list[int]) -> None:
    lines = [[f"{factor * 2**k}.000000" for k in range(10)] + [f"{factor * 384}.000000"] for factor in (1, 3)]
    pairs = [list(pair) for pair in itertools.combinations(range(9), 2)] + [[k, 9] for k in range(8)]
    assert mean_of(lines, 10, [*pairs[:wrong], [8, 9]]) == found


@pytest.mark.parametrize(
    ("places", "own", "means", "found"),
    [
        (range(7), 3, [], [[0, 1, 2], [4, 5, 6], [1, 2], [4, 5]]),
        (range(7), 5, [1], [[2, 3, 4], [6], [3, 4], [6]]),
        (range(6), 1, [4], [[0], [2, 3]]),
        ([1, 3, 4, 8, 9], 4, [], [[1, 3], [8, 9]]),
        (range(3), 0, [], [[], [1, 2]]),
    ],
)
def test_runs_next_to_a_mean_end_at_the_next_mean(
    places: list[int], own: int, means: list[int], found: list[list[int]]
) -> None:
    assert list(runs(places, own, means)) == found
