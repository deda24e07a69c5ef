"""Distances and hits by bit-parallel integers: those of the plain tables."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from samescore.metrics.edits import levenshtein as bits
from samescore.metrics.edits.distance import distance
from samescore.metrics.edits.levenshtein import deletions_last, levenshtein, most_hits, osa

#: It hardly depends on the interpreter: on the oldest and the newest one.
pytestmark = pytest.mark.ends

Text = list[str]


def pairs(count: int, longest: int, seed: int = 3) -> Iterator[tuple[Text, Text]]:
    """Pairs of texts over few units, so that there are many shortest edit scripts; unrelated or alike."""
    rng = random.Random(seed)
    for _ in range(count):
        units = "abcdefghijklmnopqrstuvwxyz"[: rng.choice([1, 2, 2, 3, 4, 8, 26])]
        first = [rng.choice(units) for _ in range(rng.randrange(longest))]
        second = [rng.choice(units) for _ in range(rng.randrange(longest))]
        if rng.random() < 0.4:
            second = [rng.choice(units) if rng.random() < 0.2 else unit for unit in first if rng.random() < 0.9]
        yield first, second


def lowest_costs(reference: Text, hypothesis: Text) -> tuple[int, int]:
    """The fewest edits, and the most hits with that many edits: the least pair (edits, -hits), cell by cell."""
    row = [(j, 0) for j in range(len(hypothesis) + 1)]
    for i, unit in enumerate(reference, 1):
        above, row = row, [(i, 0)]
        for j, other in enumerate(hypothesis, 1):
            edits, missed = above[j - 1]
            diagonal = (edits, missed - 1) if unit == other else (edits + 1, missed)
            row.append(min(diagonal, (above[j][0] + 1, above[j][1]), (row[-1][0] + 1, row[-1][1])))
    return row[-1][0], -row[-1][1]


def traced_back(reference: Text, hypothesis: Text) -> tuple[int, int]:
    """The fewest edits, and the hits on RapidFuzz's path, from the whole table."""
    r, h, hits = list(reference), list(hypothesis), 0
    for end in (0, -1):  # common beginnings and ends count as hits
        while r and h and r[end] == h[end]:
            r.pop(end), h.pop(end)
            hits += 1
    table = [list(range(len(h) + 1))]
    for i, unit in enumerate(r, 1):
        table.append([i])
        for j, other in enumerate(h, 1):
            table[-1].append(min(table[-2][j - 1] + (unit != other), table[-2][j] + 1, table[-1][j - 1] + 1))
    i, j = len(r), len(h)
    while i and j:
        if table[i - 1][j] + 1 == table[i][j]:
            i -= 1
        elif table[i][j - 1] + 1 == table[i - 1][j - 1]:
            j -= 1
        else:
            i, j = i - 1, j - 1
            hits += r[i] == h[j]
    return table[-1][-1], hits


def aligned(a: Text, b: Text, cost: int) -> int:
    """Optimal string alignment, from the whole table."""
    table = [list(range(len(b) + 1))]
    for i, x in enumerate(a, 1):
        table.append([i])
        for j, y in enumerate(b, 1):
            best = min(table[-2][j - 1] + (cost if x != y else 0), table[-2][j] + 1, table[-1][j - 1] + 1)
            if i > 1 and j > 1 and x == b[j - 2] and y == a[i - 2]:
                best = min(best, table[-3][j - 2] + 1)
            table[-1].append(best)
    return table[-1][-1]


def substituted(a: Text, b: Text, cost: int) -> int:
    """Levenshtein's distance with a cost of substitutions, row by row."""
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        above, row = row, [i]
        for j, y in enumerate(b, 1):
            row.append(min(above[j - 1] + (cost if x != y else 0), above[j] + 1, row[-1] + 1))
    return row[-1]


@pytest.fixture(params=["all rows", "every k-th row"])
def _rows(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """All rows in memory, as for short texts; or a few, with the integers of rare units made when they are needed."""
    if request.param == "every k-th row":
        monkeypatch.setattr(bits, "_BYTES", 0)
        monkeypatch.setattr(bits, "_SHORT", 0)


@pytest.mark.usefixtures("_rows")
def test_hits_are_those_of_the_tables() -> None:
    for reference, hypothesis in [*pairs(3000, 14), *pairs(60, 150)]:
        assert most_hits(reference, hypothesis) == lowest_costs(reference, hypothesis), (reference, hypothesis)
        assert deletions_last(reference, hypothesis) == traced_back(reference, hypothesis), (reference, hypothesis)


def test_distances_are_those_of_the_tables() -> None:
    for a, b in [*pairs(1000, 14), *pairs(10, 150)]:
        assert levenshtein(a, b) == substituted(a, b, 1), (a, b)
        assert osa(a, b) == aligned(a, b, 1), (a, b)
        for cost in (0, 1, 2, 3, 10):
            assert distance(a, b, "levenshtein", cost) == substituted(a, b, cost), (a, b, cost)
            assert distance(a, b, "osa", cost) == aligned(a, b, cost), (a, b, cost)


@pytest.mark.parametrize("count", [most_hits, deletions_last])
def test_texts_of_thousands_of_units_alike_and_apart(count: object) -> None:
    """Counts that are known without a table."""
    assert callable(count)
    text = list("abcdefghij" * 1000)
    assert count(text, text) == (0, 10_000)
    assert count(text, []) == (10_000, 0)
    assert count([], text) == (10_000, 0)
    assert count(text, ["x"] * 10_000) == (10_000, 0)
    assert count(text, ["x"] * 9_000) == (10_000, 0)
    assert count(text, [*text[1:], "x"]) == (2, 9_999)
    assert count(text, [unit for i, unit in enumerate(text) if i % 4]) == (2_500, 7_500)
