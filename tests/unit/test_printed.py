"""The values that a printed number may stand for."""

from __future__ import annotations

import random
from decimal import ROUND_DOWN, ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal
from fractions import Fraction

import pytest

from samescore.verbs.audit.printed_text.intervals import interval, truncated_values

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


@pytest.mark.parametrize(
    ("printed", "low", "high", "cut_low", "cut_high"),
    [
        ("0.5", "0.45", "0.55", "0.45", "0.6"),
        ("27", "26.5", "27.5", "26.5", "28"),
        ("-0.5", "-0.55", "-0.45", "-0.6", "-0.45"),
        ("0.0", "-0.05", "0.05", "-0.1", "0.1"),
        ("1e2", "50", "150", "50", "200"),
        ("1.5e-3", "0.00145", "0.00155", "0.00145", "0.0016"),
    ],
)
def test_the_interval_of_a_printed_number(printed: str, low: str, high: str, cut_low: str, cut_high: str) -> None:
    assert interval(printed) == (Fraction(low), Fraction(high))
    assert interval(printed, cut_off=True) == (Fraction(cut_low), Fraction(cut_high))


def test_a_double_printed_in_full_may_be_wrong_in_its_last_digits() -> None:
    low, high = interval("0.1234567890123456789")
    assert low < Fraction("0.12345678901234567") < Fraction("0.12345678901234569") < high
    assert high - low < Fraction(1, 10**14)


@pytest.mark.parametrize("rounding", [ROUND_HALF_EVEN, ROUND_HALF_UP, ROUND_DOWN])
def test_the_exact_value_lies_in_the_interval_of_its_print(rounding: str) -> None:
    rng = random.Random(rounding)
    for _ in range(2000):
        exact = Decimal(rng.randrange(-200_000, 200_000)) / 1000
        printed = str(exact.quantize(Decimal(1).scaleb(-rng.randrange(4)), rounding=rounding))
        low, high = truncated_values(printed) if rounding == ROUND_DOWN else interval(printed)
        assert low <= Fraction(exact) <= high
        wide = interval(printed, cut_off=True)
        assert wide[0] <= low <= high <= wide[1]
