"""Whoever asks fresh inputs says how large they were: `check_implementation` and the pytest plugin, as `run` does."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from samescore import check_implementation
from samescore.records import largest
from tests.command import PLAIN_PYTEST, call

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


def _accuracy(gold: Sequence[object], predicted: Sequence[object]) -> float:
    return sum(a == b for a, b in zip(gold, predicted, strict=True)) / len(gold)


@pytest.mark.parametrize("fresh", [0, 10])
@pytest.mark.slow
def test_a_check_says_how_large_its_fresh_inputs_were(fresh: int) -> None:
    report = check_implementation(_accuracy, "accuracy", fresh=fresh, seed=1)
    sentence = f"The fresh inputs had {largest(case.input for case in report.fresh.values())}."
    assert (sentence in report.remarks) is bool(fresh)
    assert ("The fresh inputs had" in " ".join(report.remarks)) is bool(fresh)
    with pytest.raises(AssertionError) as caught:
        check_implementation(lambda *_: 0.5, "accuracy", fresh=fresh, seed=1)
    assert (sentence in str(caught.value).splitlines()) is bool(fresh)


@pytest.mark.parametrize("processes", [0, pytest.param(2, marks=pytest.mark.slow)])
@pytest.mark.slow
def test_the_plugin_says_how_large_its_fresh_inputs_were(tmp_path: Path, processes: int) -> None:
    (tmp_path / "mine.py").write_text(
        "def accuracy(gold, predicted):\n    return sum(a == b for a, b in zip(gold, predicted)) / len(gold)\n",
        encoding="utf-8",
    )
    plain: tuple[str, ...] = PLAIN_PYTEST
    if processes:
        pytest.importorskip("xdist")
        plain = ("-q", "-p", "no:cacheprovider", "-n", str(processes))
    options = ("--samescore-impl", "py:mine:accuracy", "--samescore-metric", "accuracy", "--samescore-fresh", "10")
    command = [sys.executable, "-m", "pytest", *plain, "--samescore-seed", "1", *options, "--assert=plain"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False)
    report = check_implementation(_accuracy, "accuracy", fresh=10, seed=1)
    assert f"The fresh inputs had {largest(case.input for case in report.fresh.values())}." in done.stdout
    assert "failed" not in done.stdout


def test_fresh_inputs_that_were_not_reached_have_no_size(tmp_path: Path) -> None:
    """With `-x` a run stops at its first wrong answer, which is one to a golden vector."""
    (tmp_path / "wrong.py").write_text("def accuracy(gold, predicted):\n    return 0.123\n", encoding="utf-8")
    run = "run py:wrong:accuracy -m accuracy --no-report --fresh 5 --seed 1"
    whole, stopped = (call(*f"{run}{end}".split(), cwd=tmp_path, PYTHONPATH=str(tmp_path)) for end in ("", " -x"))
    assert "The fresh inputs had" in whole.stdout
    assert "Stopped at the first failure" in stopped.stdout
    assert "The fresh inputs had" not in stopped.stdout
