"""The bounds of the functions that relations are made of."""

from __future__ import annotations

import math
import random
from fractions import Fraction

import pytest

from samescore.verbs.audit.relations.arithmetic import at_corners, average, f_measure, power_of_e, product_of, root
from samescore.verbs.audit.relations.granularity import simplest_fraction

pytestmark = pytest.mark.once


def test_roots_are_rounded_outwards() -> None:
    rng = random.Random(3)
    for degree in (1, 2, 3, 4, 7):
        for _ in range(200):
            value = Fraction(rng.randint(0, 10**6), rng.randint(1, 10**6))
            low, high = root((value, value), degree)
            assert low**degree <= value <= high**degree
            assert high - low <= Fraction(1, 10**29)
    assert root((Fraction(16), Fraction(81)), 4) == (Fraction(2), Fraction(3))


def test_powers_of_e_are_rounded_outwards() -> None:
    """Against the series of e to the power of a rational number, with the bound of its remainder."""
    rng = random.Random(4)
    for _ in range(100):
        exponent = -Fraction(rng.randint(0, 4000), rng.randint(1, 4000))
        while exponent < -20:
            exponent /= 2
        low, high = power_of_e((exponent, exponent))
        term, total, count = Fraction(1), Fraction(1), 0
        while abs(term) > Fraction(1, 10**60) or count < 2 * -exponent:
            count += 1
            term = term * exponent / count
            total += term
        assert low <= total + abs(term)
        assert total - abs(term) <= high
        assert high - low <= Fraction(1, 10**37)
    assert power_of_e((Fraction(-(10**6)), Fraction(-(10**6))))[0] == 0


def test_f_and_means_of_intervals() -> None:
    half, one = Fraction(1, 2), Fraction(1)
    assert f_measure(half, half) == half
    assert f_measure(Fraction(0), Fraction(0)) == 0
    assert f_measure(half, one, Fraction(4)) == Fraction(5, 6)
    assert at_corners(lambda a, b: a - b, [(half, one), (half, one)]) == (-half, half)
    assert average([(half, one), (Fraction(0), half)], [Fraction(3), Fraction(1)]) == (Fraction(3, 8), Fraction(7, 8))
    assert product_of([(half, one), (half, half)]) == (Fraction(1, 4), half)


def test_the_simplest_fraction_is_found() -> None:
    rng = random.Random(5)
    for _ in range(300):
        low = Fraction(rng.randint(0, 1000), 1000)
        high = low + Fraction(rng.randint(0, 60), 1000)
        simplest = simplest_fraction(low, high)
        least = next(d for d in range(1, 1001) if math.ceil(low * d) <= high * d)
        assert low <= simplest <= high
        assert simplest.denominator == least
