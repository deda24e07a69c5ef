"""Items with weights: two implementations of which one ignores them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.command import call

_ITEMS = (
    '{"gold": "cat", "predicted": "cat", "weight": 0.3}\n'
    '{"gold": "dog", "predicted": "cat", "weight": 1.7}\n'
    '{"gold": "dog", "predicted": "dog", "weight": 0.1}\n'
    '{"gold": "owl", "predicted": "owl", "weight": 2.5}\n'
    '{"gold": "cat", "predicted": "dog", "weight": 0.9}\n'
)
_PROGRAM = """
def ignoring(gold, predicted, sample_weight=None):
    return sum(a == b for a, b in zip(gold, predicted)) / len(gold)


def counting(gold, predicted, sample_weight=None):
    weights = sample_weight or [1] * len(gold)
    return sum(w for a, b, w in zip(gold, predicted, weights) if a == b) / sum(weights)
"""


def test_explain_leads_from_scores_without_weights_to_scores_with_them(tmp_path: Path) -> None:
    (tmp_path / "items.jsonl").write_text(_ITEMS)
    sides = ("native:sklearn.f1_score(average=macro)", "native:sklearn.f1_score(average=macro, sample_weight=weights)")
    done = call("explain", *sides, "items.jsonl", "--format", "jsonl", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout.splitlines()[-1])
    assert [change["knob"] for step in report["steps"] for change in step["changes"]] == ["weights"]
    assert [report[side]["residual"] for side in ("first", "second")] == [0, 0]
    assert report["gap"] == pytest.approx(report["second"]["number"] - report["first"]["number"])
    assert report["gap"] != 0


@pytest.mark.parametrize(("function", "weights"), [("ignoring", "ignored"), ("counting", "given")])
def test_identify_tells_whether_a_function_counts_weights(function: str, weights: str, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(_PROGRAM)
    path = {"PYTHONPATH": str(tmp_path)}
    done = call("identify", f"py:mine:{function}", "-m", "accuracy", "--format", "jsonl", cwd=tmp_path, **path)
    assert done.returncode == 0, done.stderr
    assert f"|weights:{weights}|" in json.loads(done.stdout)["signature"]


def test_a_name_for_items_with_weights_means_the_plain_metric(tmp_path: Path) -> None:
    (tmp_path / "items.jsonl").write_text(_ITEMS)
    named = call("score", "items.jsonl", "-m", "sample-weighted-f1", cwd=tmp_path)
    plain = call("score", "items.jsonl", "-m", "f1", "--set", "average=macro", cwd=tmp_path)
    assert named.stdout == plain.stdout
    assert named.stdout.startswith("0.")
