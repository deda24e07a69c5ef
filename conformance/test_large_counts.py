"""Confusion matrices too large to expand: scikit-learn takes them as sample weights, and the native MCC is the same."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from conformance.peers import need
from samescore import score
from samescore.data.labels import Confusion
from samescore.implementations import installed_package


def _matrices(count: int) -> list[list[list[int]]]:
    rng, matrices = random.Random(3), []
    for _ in range(count):
        size, top = rng.choice([2, 2, 3, 4, 6]), rng.choice([10, 10**4, 10**8, 10**9])
        matrices.append(
            [[rng.randrange(1, top if rng.random() < 0.7 else 3) for _ in range(size)] for _ in range(size)]
        )
    return matrices


def _fused(xs: list[float], ys: list[float]) -> float:
    """The inner product, rounded after each multiplication with addition."""
    total = 0.0
    for x, y in zip(xs, ys, strict=True):
        total = float(Fraction(x) * Fraction(y) + Fraction(total))
    return total


def _doubt(matrix: list[list[int]]) -> float:
    """What the score may differ by: 0 where NumPy's inner products here are the fused ones, as on most processors.

    Elsewhere each of the three is off by half a unit in the last place for each class, and so is every product.
    """
    from numpy import array, dot

    gold = [float(sum(row)) for row in matrix]
    predicted = [float(sum(column)) for column in zip(*matrix, strict=True)]
    pairs = [(gold, predicted), (gold, gold), (predicted, predicted)]
    if all(float(dot(array(xs), array(ys))) == _fused(xs, ys) for xs, ys in pairs):
        return 0.0
    squared = sum(gold) ** 2
    spread = squared - max(_fused(gold, gold), _fused(predicted, predicted))
    return 4 * len(matrix) * squared * 2.0**-53 / spread


def test_mcc_of_huge_counts_is_what_scikit_learn_gives() -> None:
    need(installed_package("sklearn"))
    from sklearn.metrics import matthews_corrcoef

    doubts = []
    for matrix in [[[1, 1], [1, 100_000_000]], *_matrices(500)]:
        classes = range(len(matrix))
        gold, predicted = [i for i in classes for _ in classes], [j for _ in classes for j in classes]
        weights = [float(count) for row in matrix for count in row]
        expected = float(matthews_corrcoef(gold, predicted, sample_weight=weights))
        doubts.append(_doubt(matrix))
        native = score("mcc", Confusion(list(classes), matrix), like="sklearn").value
        assert native == pytest.approx(expected, rel=0, abs=doubts[-1]), matrix
    assert doubts.count(0.0) > 250
    assert max(doubts) < 1e-6


def test_the_cancellation_of_doubles_is_kept() -> None:
    assert score("mcc", Confusion([0, 1], [[1, 1], [1, 10**8]]), like="sklearn").value == pytest.approx(
        0.4999999925000001, abs=1e-15
    )  # the exact value is 0.49999999000000012
    assert score("mcc", Confusion([0, 1], [[1, 1], [1, 10**8]])).value == pytest.approx(0.4999999900000001, abs=1e-15)
