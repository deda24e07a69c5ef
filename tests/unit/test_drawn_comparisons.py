"""Random comparisons of systems: how many references, segments, equal systems and ties they have."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from samescore.data.comparison import MEAN, Numbers
from samescore.data.corpus import Corpus
from samescore.data.labels import Labels
from samescore.generators.comparison import comparisons, numbers, texts

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


def _pairs(most: int) -> list[tuple[Corpus, Corpus]]:
    rng = random.Random(5)
    drawn = [texts(rng, "bleu", {}, ["a", "b", "c", "d"], most) for _ in range(400)]
    return [(first, second) for comparison in drawn for first, second in [comparison.systems]]  # type: ignore[misc]


def test_texts_have_every_number_of_references_up_to_the_limit() -> None:
    """The same for all segments of a comparison, and for both systems."""
    for most in (1, 3):
        counts = Counter[int]()
        for first, second in _pairs(most):
            (number,) = {len(references) for references in first.reference_lines}
            assert first.reference_lines == second.reference_lines
            counts[number] += 1
        assert set(counts) == set(range(1, most + 1))
        assert min(counts.values()) > 400 / most / 2


def test_some_systems_are_equal_and_some_differ_in_one_word() -> None:
    pairs = _pairs(2)
    assert {len(first) for first, _ in pairs} == {1, 2, 3, 5, 8, 12}
    equal = sum(first == second for first, second in pairs)
    assert 400 / 16 < equal < 400 / 5
    one_word = sum(str(second.hypothesis_lines[0]).split()[-1] == "x" for _, second in pairs)
    assert 400 / 16 < one_word < 400 / 5
    for first, second in pairs:
        if str(second.hypothesis_lines[0]).endswith("x"):
            assert [str(line) for line in first.hypothesis_lines] == [str(of[0]) for of in first.reference_lines]
            assert first.hypothesis_lines[1:] == second.hypothesis_lines[1:]


def test_the_kinds_of_comparisons() -> None:
    """One of four compares numbers, and one of eight labels; with named statistics, all compare texts by these."""
    drawn = list(comparisons(80, seed=3))
    kinds = [type(comparison.systems[0]) for comparison in drawn]
    assert [kinds.count(kind) for kind in (Numbers, Labels, Corpus)] == [20, 10, 50]
    assert {comparison.statistic for comparison in drawn if isinstance(comparison.systems[0], Numbers)} == {MEAN}
    assert {comparison.statistic for comparison in comparisons(40, seed=3, statistics=["chrf", "ter"])} == {
        "chrf",
        "ter",
    }
    assert {comparison.statistic for comparison in comparisons(40, seed=3, statistics=[MEAN])} == {MEAN}
    assert drawn == list(comparisons(80, seed=3)) != list(comparisons(80, seed=4))


def test_numbers_have_ties_and_odd_ones_are_rounded() -> None:
    rng = random.Random(1)
    plain = [numbers(rng, 8) for _ in range(200)]
    assert all(score * 8 == int(score * 8) for drawn in plain for system in drawn.systems for score in system.scores)  # type: ignore[union-attr]
    assert 200 / 16 < sum(drawn.systems[0] == drawn.systems[1] for drawn in plain) < 200 / 3
    odd = [score for _ in range(200) for score in numbers(rng, 8, odd=True).systems[0].scores]  # type: ignore[union-attr]
    assert any(score != score for score in odd), "a few are nan"
    assert any(score == score and score * 8 != int(score * 8) for score in odd)
