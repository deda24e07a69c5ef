"""Comparing outcomes and numbers."""

from __future__ import annotations

import math

import pytest

from samescore.base.outcome import (
    Crashed,
    Raised,
    Score,
    Undefined,
    Unsupported,
    prints_as,
    relative_gap,
    same_outcome,
    ulps,
)


def test_ulps_count_representable_doubles() -> None:
    assert ulps(1.0, 1.0) == 0
    assert ulps(1.0, math.nextafter(1.0, 2.0)) == 1
    assert ulps(100.0, 100.00000000000004) == 3
    assert ulps(-0.0, 0.0) == 0
    assert ulps(math.nextafter(0.0, -1.0), math.nextafter(0.0, 1.0)) == 2
    assert ulps(1.0, math.nan) == math.inf


def test_outcomes_agree_by_kind_and_value() -> None:
    assert same_outcome(Score(0), Score(0.0))
    assert not same_outcome(Score(1.0), Score(math.nextafter(1.0, 2.0)))
    assert same_outcome(Score(1.0), Score(math.nextafter(1.0, 2.0)), max_ulps=1)
    assert same_outcome(Raised("KeyError"), Raised("ValueError", "other words"))
    assert same_outcome(Undefined("nan"), Undefined("inf"))
    assert not same_outcome(Raised("KeyError"), Score(0.0))
    assert not same_outcome(Crashed("Timeout"), Raised("Timeout")), "a crash is no refusal"
    assert not same_outcome(Crashed("Timeout"), Crashed("Timeout"))
    assert not same_outcome(Undefined("nan"), Score(0.0))
    assert not same_outcome(Unsupported("x"), Unsupported("x")), "no answer agrees with nothing"
    assert relative_gap(2.0, 1.0) == 0.5


@pytest.mark.parametrize(
    ("value", "printed", "could"),
    [
        (0.625, "0.62", True),  # half to even, and cut off
        (0.625, "0.63", True),  # half up
        (0.6249, "0.63", False),
        (12 / 13, "0.9231", True),
        (12 / 13, "0.9247", False),
        (27.9999, "27", True),  # cut off
        (-0.005, "-0.01", True),
        (1e300, "1.0", False),
        (math.nan, "0.5", False),
    ],
)
def test_printed_digits(value: float, printed: str, could: bool) -> None:
    assert prints_as(value, printed) is could
