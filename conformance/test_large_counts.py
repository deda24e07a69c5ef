"""Confusion matrices too large to expand: scikit-learn takes them as sample weights, and the native MCC is the same."""

from __future__ import annotations

import random

import pytest

from conformance.peers import need
from conformance.processors import order_here
from samescore import score
from samescore.data.labels import Confusion
from samescore.implementations import installed_package
from samescore.metrics.labels import mcc


def _matrices(count: int) -> list[list[list[int]]]:
    rng, matrices = random.Random(3), []
    for _ in range(count):
        size, top = rng.choice([2, 2, 3, 4, 6]), rng.choice([10, 10**4, 10**8, 10**9])
        matrices.append(
            [[rng.randrange(1, top if rng.random() < 0.7 else 3) for _ in range(size)] for _ in range(size)]
        )
    return matrices


@pytest.mark.slow
def test_mcc_of_huge_counts_is_what_scikit_learn_gives(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the scalar products of this processor: the model has those of processors with AVX-512."""
    need(installed_package("sklearn"))
    from sklearn.metrics import matthews_corrcoef

    monkeypatch.setattr(mcc, "fused_product", order_here())
    for matrix in [[[1, 1], [1, 100_000_000]], *_matrices(500)]:
        classes = range(len(matrix))
        gold, predicted = [i for i in classes for _ in classes], [j for _ in classes for j in classes]
        weights = [float(count) for row in matrix for count in row]
        expected = float(matthews_corrcoef(gold, predicted, sample_weight=weights))
        assert score("mcc", Confusion(list(classes), matrix), like="sklearn").value == expected, matrix


def test_the_cancellation_of_doubles_is_kept() -> None:
    assert score("mcc", Confusion([0, 1], [[1, 1], [1, 10**8]]), like="sklearn").value == pytest.approx(
        0.4999999925000001, abs=1e-15
    )  # the exact value is 0.49999999000000012
    assert score("mcc", Confusion([0, 1], [[1, 1], [1, 10**8]])).value == pytest.approx(0.4999999900000001, abs=1e-15)
