"""Calibrated ties: what the choice of epsilon counts, by exact and by running sums, and its limits."""

from __future__ import annotations

import random
from typing import Any

import pytest

from samescore import Ratings, score
from samescore.base.errors import MetricError
from samescore.metrics.correlation import calibration


def _calibrated(data: Ratings, **knobs: Any) -> float:
    settings = {"variant": "accuracy", "calibration": "best", "average_by": "system", "missing": "drop", **knobs}
    return float(score("kendall", data, **settings).value)


@pytest.mark.parametrize("undefined_group", ["skip", "0"])
@pytest.mark.parametrize("group_weights", ["equal", "size", "pairs"])
@pytest.mark.parametrize("variant", ["23", "accuracy"])
def test_a_running_sum_is_the_exact_mean_but_for_rounding(
    undefined_group: str, group_weights: str, variant: str
) -> None:
    rng = random.Random(f"{undefined_group} {group_weights} {variant}")
    for _ in range(40):
        rows = [[rng.choice([1.0, 1.25, 2.0, 3.5]) for _ in range(4)] for _ in range(3)]
        human = [[rng.choice([1, 2, 3, None]) for _ in range(4)] for _ in range(3)]
        data = Ratings([*rows, [1.0, 1.0, 1.0, 1.0]], [*human, [1, 2, 3, 4]])
        knobs = {
            "variant": variant,
            "undefined_group": undefined_group,
            "group_weights": group_weights,
            "constant": "nan",
            "undefined": "0",
            "missing": rng.choice(["drop", "propagate"]),
        }
        exact, running = (_calibrated(data, form=way, **knobs) for way in ("exact", "running"))
        assert running == pytest.approx(exact, abs=1e-12), data


@pytest.mark.parametrize("form", ["exact", "running"])
def test_the_best_epsilon_is_the_least_of_several(form: str) -> None:
    """1 and 2 make no tie that people have; without any the metric is as good as with either."""
    data = Ratings([1.0, 2.0, 4.0], [1, 2, 3])
    trace = score("kendall", data, variant="accuracy", calibration="best", form=form).trace
    assert trace.stages["epsilon"] == [0.0]
    assert trace.value == 1.0


def test_other_variants_are_not_calibrated() -> None:
    data = Ratings([1.0, 1.25, 2.0], [1, 1, 2])
    assert score("kendall", data, calibration="best").value == score("kendall", data).value


def test_too_many_pairs_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calibration, "MOST_PAIRS", 5)
    for way in ("exact", "running"):
        with pytest.raises(MetricError, match="6 pairs are too many"):
            _calibrated(Ratings([1, 2, 3, 4], [1, 2, 3, 4]), form=way)


def test_a_running_sum_keeps_the_least_epsilon_of_equal_means() -> None:
    groups = [([1.0, 2.0, 3.0, 7.0], [5.0, 5.0, 5.0, 5.0])]
    assert calibration.running_best(groups, [1], 1, lambda _: 0.5) == (0.0, 0.5)
