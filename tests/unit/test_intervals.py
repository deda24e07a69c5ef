"""Quantiles, bounds and formulas of intervals, against numbers of tables and exact arithmetic."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from samescore.base.outcome import Outcome, Score, ulps
from samescore.data.comparison import Comparison, Numbers
from samescore.metrics import metric
from samescore.metrics.evaluator import native_outcome
from samescore.metrics.significance import bounds
from samescore.metrics.significance.quantiles import normal_quantile, student_quantile
from tests.oracle import normal

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_SHARES = (0.975, 0.995, 0.6, 0.14, 0.9999, 0.05, 1e-9, 1e-16)


def _interval(scores: list[float], **knobs: object) -> Outcome:
    return native_outcome(Comparison("mean", [Numbers(scores)]), metric("interval").settings(**knobs))


@pytest.mark.parametrize("p", _SHARES)
def test_a_normal_quantile_is_right_to_the_last_places(p: float) -> None:
    assert ulps(normal_quantile(p), float(normal.normal_quantile(Fraction(p)))) <= 2


@pytest.mark.parametrize("degrees", [1, 2, 3, 4, 7, 30, 101, 999])
@pytest.mark.parametrize("p", _SHARES)
def test_a_quantile_of_students_t_is_rounded_once(p: float, degrees: int) -> None:
    assert student_quantile(p, degrees) == float(normal.student_quantile(Fraction(p), degrees))


@pytest.mark.parametrize("p", [0.975, 0.99999])
def test_the_expansion_for_many_degrees_of_freedom_meets_the_series(p: float) -> None:
    below, above = student_quantile(p, 10_000), student_quantile(p, 10_001)
    assert 0 < below - above < 1e-6
    assert below - above == pytest.approx(above - student_quantile(p, 10_002), rel=1e-3)


def test_quantiles_at_the_ends_are_infinite_and_outside_undefined() -> None:
    for quantile in (normal_quantile, lambda p: student_quantile(p, 5)):
        assert (quantile(0.0), quantile(1.0), quantile(0.5)) == (-math.inf, math.inf, 0.0)
        assert math.isnan(quantile(1.5))
        assert math.isnan(quantile(math.nan))


@pytest.mark.parametrize(
    ("size", "inwards", "upwards"), [(1, (0, 0), (0, 0)), (39, (0, 38), (0, 38)), (40, (1, 38), (1, 39))]
)
def test_bounds_are_counted(size: int, inwards: tuple[int, int], upwards: tuple[int, int]) -> None:
    share = bounds.exactly_beyond(0.95, "two-sided")
    assert bounds.counted_inwards(range(size), share) == inwards
    assert bounds.counted_upwards(range(size), share) == upwards


def test_a_share_is_that_of_the_decimal_number() -> None:
    """(1 - 0.9)/2 is less than 1/20 in doubles."""
    assert bounds.counted_inwards(range(100), bounds.exactly_beyond(0.9, "two-sided")) == (5, 94)


@pytest.mark.parametrize("quantile", [bounds.numpy_quantile, bounds.weighted_quantile])
def test_a_quantile_lies_between_two_scores(quantile: bounds.Quantile) -> None:
    ordered = [0.0, 1.0, 4.0]
    assert [quantile(ordered, share) for share in (0.0, 0.25, 0.75, 1.0)] == [0.0, 0.5, 2.5, 4.0]
    assert math.isnan(quantile(ordered, math.nan))


def test_an_interval_of_nothing_is_an_error_and_names_the_reason() -> None:
    outcome = _interval([])
    assert outcome.kind == "raised"
    assert "no segments" in str(outcome)


def test_a_formula_needs_the_mean_of_segments() -> None:
    outcome = _interval([0.5], method="t")
    assert outcome.kind == "raised"
    assert "two numbers" in str(outcome)


def test_an_infinite_number_leaves_the_interval_undefined() -> None:
    for method in ("percentile", "basic", "bca", "normal", "t"):
        assert _interval([1.0, math.inf, 2.0], method=method, resamples=20).kind == "undefined", method


def test_the_interval_is_that_of_the_first_system() -> None:
    first, second = Numbers([0.5, 1.0, 0.25]), Numbers([0.0, 0.0, 0.0])
    settings = metric("interval").settings(resamples=50)
    both = native_outcome(Comparison("mean", [first, second]), settings)
    alone = native_outcome(Comparison("mean", [first]), settings)
    assert isinstance(both, Score)
    assert isinstance(alone, Score)
    assert both.value == alone.value != 0


def test_the_trace_has_the_resamples_and_both_bounds() -> None:
    outcome = _interval([0.5, 1.0, 0.25], resamples=50, end="low")
    assert isinstance(outcome, Score)
    low, high = outcome.stages["bounds"]
    assert outcome.value == low == sorted(outcome.stages["resampled"])[1]
    assert high == sorted(outcome.stages["resampled"])[48]
    assert len(outcome.stages["resampled"]) == 50
