"""How the time of a metric grows with its input: CPU time of one input over that of a smaller one, in the same run."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from benchmarks.growth import laws
from benchmarks.growth_inputs import growing_inputs
from samescore.kernels import compiled
from samescore.metrics import METRIC_NAMES, metric
from samescore.metrics.evaluator import native_outcome

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_TOP = Path(__file__).resolve().parents[2]


@pytest.mark.slow
@pytest.mark.parametrize("route", ["kernels", "plain"])
def test_no_metric_takes_longer_than_its_law_says(route: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a process of its own, where a metric counts by one route."""
    if route == "kernels" and not compiled():
        pytest.skip("the kernels are not compiled: python -m tools.kernels")
    monkeypatch.setenv("SAMESCORE_KERNELS", route)
    done = subprocess.run([sys.executable, "-m", "benchmarks.growth"], cwd=_TOP, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("\n") == 2 + len(METRIC_NAMES)


def test_the_laws_are_at_most_quadratic() -> None:
    """But for the best pairing of the lines of two answers, by the algorithm of DROP's script."""
    assert {name for name in METRIC_NAMES if metric(name).facts.growth > 2} == {"drop-f1"}


def test_the_documentation_has_the_laws() -> None:
    assert laws() in (_TOP / "docs" / "benchmarks.md").read_text(encoding="utf-8")


#: How much longer the larger input is; with its square, the time grows sixteenfold, and with its cube 64 times.
_TIMES = 4
_MOST = 32


def _seconds(metric_name: str, kind: str, size: int) -> float:
    """The least CPU time of two scores."""
    taken = []
    for _ in range(2):
        data = growing_inputs(metric_name)[kind](size)
        start = time.process_time()
        native_outcome(data, metric(metric_name).settings())
        taken.append(time.process_time() - start)
    return min(taken)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "kind", "size"),
    [
        pytest.param("ribes", "one word repeated", 100, id="ribes"),
        pytest.param("kappa", "many classes", 300, id="kappa"),
    ],
)
def test_inputs_that_took_cubic_time(name: str, kind: str, size: int) -> None:
    """By both routes, like every test in this process."""
    assert _seconds(name, kind, _TIMES * size) < _MOST * _seconds(name, kind, size)


def test_the_accuracy_of_very_many_classes_is_computed_at_once() -> None:
    """A matrix of 70,000 classes would have five billion cells."""
    outcome = native_outcome(growing_inputs("accuracy")["many classes"](70_000), metric("accuracy").settings())
    assert outcome.describe() == "0.5"
