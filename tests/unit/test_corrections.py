"""Corrections for many tests: their definitions in exact fractions, and a published example."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import pytest

from samescore.base.errors import UnknownNameError
from samescore.metrics.significance.corrections import CORRECTIONS, correct_p_values

#: Families of p-values; no order, ties, ends.
FAMILIES = [
    [0.01, 0.02, 0.022, 0.09],
    [0.3, 0.001, 0.04, 0.04, 0.5],
    [0.9, 0.8, 0.7],
    [0.0, 1.0, 0.25],
    [0.05],
]
#: The 15 p-values of Neuhaus et al. 1992, as in Benjamini and Hochberg 1995, section 4.1.
TRIAL = [
    *(0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344),
    *(0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0000),
]


def _closed(p: list[Fraction], i: int, test: str) -> Fraction:
    """The p-value of hypothesis `i` in closed testing: the greatest of all intersections that contain it."""
    greatest = Fraction(0)
    for size in range(1, len(p) + 1):
        for chosen in itertools.combinations(range(len(p)), size):
            if i in chosen:
                values = sorted(p[k] for k in chosen)
                simes = min(Fraction(size, rank) * value for rank, value in enumerate(values, start=1))
                greatest = max(greatest, simes if test == "simes" else size * values[0])
    return min(Fraction(1), greatest)


def _step_up(p: list[Fraction], i: int, factor: dict[int, Fraction]) -> Fraction:
    """The least level at which a step-up procedure rejects hypothesis `i`."""
    ranked = sorted(p)
    return min(Fraction(1), min(factor[k] * ranked[k - 1] for k in range(1, len(p) + 1) if ranked[k - 1] >= p[i]))


def _defined(p: list[Fraction], i: int, method: str) -> Fraction:
    m = len(p)
    harmonic = sum(Fraction(1, k) for k in range(1, m + 1))
    ranks = range(1, m + 1)
    if method == "bonferroni":
        return min(Fraction(1), m * p[i])
    if method == "sidak":
        return 1 - (1 - p[i]) ** m
    if method == "holm-sidak":
        ranked = sorted(p)
        return max(1 - (1 - ranked[k]) ** (m - k) for k in range(m) if ranked[k] <= p[i])
    if method in ("holm", "hommel"):
        return _closed(p, i, "simes" if method == "hommel" else "bonferroni")
    if method == "simes-hochberg":
        return _step_up(p, i, {k: Fraction(m - k + 1) for k in ranks})
    constant = harmonic if method in ("fdr_by", "scipy-by") else Fraction(1)
    return _step_up(p, i, {k: constant * Fraction(m, k) for k in ranks})


@pytest.mark.parametrize("method", CORRECTIONS)
@pytest.mark.parametrize("family", FAMILIES)
def test_a_correction_is_as_defined(method: str, family: list[float]) -> None:
    exact = [Fraction(str(p)) for p in family]
    expected = [float(_defined(exact, i, method)) for i in range(len(family))]
    assert correct_p_values(family, method) == pytest.approx(expected, rel=1e-14)


def test_benjamini_hochberg_rejects_four_hypotheses() -> None:
    """Bonferroni's procedure rejects three hypotheses at 0.05, theirs the first four."""
    assert [sum(p <= 0.05 for p in correct_p_values(TRIAL, method)) for method in ("bonferroni", "fdr_bh")] == [3, 4]


def test_the_order_of_operations_shows_in_the_last_bit() -> None:
    """4/3 is rounded before SciPy multiplies; statsmodels divides by 3/4, which is exact."""
    family = [0.01, 0.02, 0.03, 1.0]
    assert correct_p_values(family, "fdr_bh")[2] == 0.03 / 0.75
    assert correct_p_values(family, "scipy-bh")[2] == 0.03 * (4 / 3)
    assert 0.03 / 0.75 != 0.03 * (4 / 3)


def test_small_p_values_are_not_lost() -> None:
    assert correct_p_values([1e-300, 0.5], "sidak")[0] == pytest.approx(2e-300, rel=1e-15)


@pytest.mark.parametrize("method", CORRECTIONS)
def test_nothing_to_correct(method: str) -> None:
    assert correct_p_values([], method) == []


@pytest.mark.parametrize("p", [math.nan, -0.1, 1.5])
def test_only_p_values_are_corrected(p: float) -> None:
    with pytest.raises(ValueError, match="is not a p-value: it must be from 0 to 1"):
        correct_p_values([0.5, p], "holm")


def test_an_unknown_correction() -> None:
    with pytest.raises(UnknownNameError, match="unknown correction: 'bonferoni'"):
        correct_p_values([0.5], "bonferoni")
