"""Tails of distributions: closed forms in exact fractions, published tables, and other formulas."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from samescore.metrics.significance.distributions import binomial_cdf, chi_squared_sf, normal_cdf, student_cdf


@pytest.mark.parametrize(("z", "probability"), [(1, 0.841344746068543), (2, 0.977249868051821), (3, 0.998650101968370)])
def test_the_normal_distribution_is_that_of_the_table(z: float, probability: float) -> None:
    """Abramowitz and Stegun 1964, table 26.1."""
    assert round(normal_cdf(z), 15) == probability
    assert normal_cdf(-z) == pytest.approx(1 - probability, abs=1e-15)


@pytest.mark.parametrize(("z", "exponent"), [(5, 6.54265), (10, 23.11805), (20, 88.56010), (30, 197.30921)])
def test_far_tails_of_the_normal_distribution_are_those_of_the_table(z: float, exponent: float) -> None:
    """Abramowitz and Stegun 1964, table 26.2: minus the decimal logarithm of the tail."""
    assert round(-math.log10(normal_cdf(-z)), 5) == exponent


def test_the_normal_distribution_is_that_of_the_standard_library() -> None:
    for k in range(-370, 371, 5):
        expected = 0.5 * math.erfc(-k / 10 / math.sqrt(2))
        assert normal_cdf(k / 10) == pytest.approx(expected, rel=1e-15 * (1 + k * k / 100), abs=0)


def test_the_ends_of_the_normal_distribution() -> None:
    assert [normal_cdf(z) for z in (-math.inf, -40.0, 40.0, math.inf)] == [0.0, 0.0, 1.0, 1.0]
    assert math.isnan(normal_cdf(math.nan))


def _even_student(t: Fraction, freedom: int, root: Fraction) -> Fraction:
    """The distribution function of t for even degrees of freedom; `root` squared is their sum with t squared.

    Abramowitz and Stegun 1964, 26.7.4.
    """
    assert root * root == freedom + t * t
    assert not freedom % 2
    cosine_squared, term, total = freedom / (root * root), Fraction(1), Fraction(1)
    for k in range(1, freedom // 2):
        term *= cosine_squared * Fraction(2 * k - 1, 2 * k)
        total += term
    return (1 + t / root * total) / 2


@pytest.mark.parametrize(
    ("t", "freedom", "root"),
    [("3/2", 4, "5/2"), ("3", 16, "5"), ("6", 64, "10"), ("5", 144, "13"), ("30", 1600, "50"), ("1/2", 12, "7/2")],
)
def test_student_with_even_degrees_of_freedom_is_the_nearest_double_of_a_fraction(
    t: str, freedom: int, root: str
) -> None:
    exact = _even_student(Fraction(t), freedom, Fraction(root))
    assert student_cdf(float(Fraction(t)), freedom) == float(exact)
    assert student_cdf(-float(Fraction(t)), freedom) == float(1 - exact)


def test_student_with_four_degrees_of_freedom_by_hand() -> None:
    """Sin = 3/5 and cos^2 = 16/25 at t = 3/2: (1 - 3/5 (1 + 8/25))/2 = 13/125."""
    assert student_cdf(-1.5, 4) == 0.104


def test_student_with_few_degrees_of_freedom_is_elementary() -> None:
    for t in (0.25, 1.0, 7.0, 1e6):
        assert student_cdf(t, 1) == pytest.approx(0.5 + math.atan(t) / math.pi, rel=1e-15)
        assert student_cdf(-t, 1) == pytest.approx(math.atan(1 / t) / math.pi, rel=1e-15)
        assert student_cdf(t, 2) == pytest.approx(0.5 + t / (2 * math.sqrt(2 + t * t)), rel=1e-15)
    assert student_cdf(1.0, 3) == pytest.approx(2 / 3 + math.sqrt(3) / (4 * math.pi), rel=1e-15)


def test_student_with_many_degrees_of_freedom_is_nearly_normal() -> None:
    for t in (-5.0, -1.0, -0.1, 2.0):
        assert student_cdf(t, 10**9) == pytest.approx(normal_cdf(t), rel=1e-6)


def test_the_ends_of_student() -> None:
    assert [student_cdf(t, 3) for t in (-math.inf, -5e-324, 0.0, math.inf)] == [0.0, 0.5, 0.5, 1.0]
    assert math.isnan(student_cdf(math.nan, 3))
    assert math.isnan(student_cdf(1.0, 0))


def test_chi_squared_is_twice_the_normal_tail() -> None:
    for root in (0.01, 0.5, 1.0, 2.0, 2.75, 2.875, 3.0, 8.0, 30.0):
        assert chi_squared_sf(root * root) == pytest.approx(
            math.erfc(root / math.sqrt(2)), rel=1e-15 * (2 + root * root)
        )


def test_chi_squared_is_that_of_the_table() -> None:
    """Fisher and Yates 1963, table IV, one degree of freedom."""
    for x, probability in ((0.455, 0.5), (2.706, 0.1), (3.841, 0.05), (6.635, 0.01), (10.827, 0.001)):
        assert chi_squared_sf(x) == pytest.approx(probability, rel=1e-3)


def test_the_ends_of_chi_squared() -> None:
    assert [chi_squared_sf(x) for x in (-1.0, 0.0, 5e-324, math.inf)] == [1.0, 1.0, 1.0, 0.0]
    assert math.isnan(chi_squared_sf(math.nan))


@pytest.mark.parametrize("trials", [1, 2, 3, 8, 30, 61, 500])
def test_the_binomial_distribution_is_the_nearest_double_of_a_fraction(trials: int) -> None:
    ways = 0
    for successes in range(trials + 1):
        ways += math.comb(trials, successes)
        if successes % max(1, trials // 50) == 0:
            assert binomial_cdf(successes, trials) == float(Fraction(ways, 2**trials))


def test_the_ends_of_the_binomial_distribution() -> None:
    assert [binomial_cdf(k, 5) for k in (-1, 5, 6)] == [0.0, 1.0, 1.0]
    assert binomial_cdf(0, 0) == 1.0
    assert binomial_cdf(499_999, 999_999) == 0.5
