"""Items with weights: two implementations of which one ignores them."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.command import call

_ITEMS = (
    '{"gold": "cat", "predicted": "cat", "weight": 0.3}\n'
    '{"gold": "dog", "predicted": "cat", "weight": 1.7}\n'
    '{"gold": "dog", "predicted": "dog", "weight": 0.1}\n'
    '{"gold": "owl", "predicted": "owl", "weight": 2.5}\n'
    '{"gold": "cat", "predicted": "dog", "weight": 0.9}\n'
)
_SETS = (
    '{"gold": ["joy", "trust"], "predicted": ["joy"], "weight": 0.3}\n'
    '{"gold": ["joy"], "predicted": ["joy"], "weight": 1.7}\n'
    '{"gold": ["fear"], "predicted": [], "weight": 0.1}\n'
)
_CLASSES = (
    '{"gold": "cat", "scores": {"cat": 0.5, "cow": 0.25, "dog": 0.25}, "weight": 0.3}\n'
    '{"gold": "cow", "scores": {"cat": 0.5, "cow": 0.25, "dog": 0.25}, "weight": 1.7}\n'
    '{"gold": "dog", "scores": {"cat": 0.25, "cow": 0.25, "dog": 0.5}, "weight": 0.1}\n'
    '{"gold": "cow", "scores": {"cat": 0.125, "cow": 0.625, "dog": 0.25}, "weight": 0.9}\n'
)
_PROGRAM = """
def ignoring(gold, predicted, sample_weight=None):
    return sum(a == b for a, b in zip(gold, predicted)) / len(gold)


def counting(gold, predicted, sample_weight=None):
    weights = sample_weight or [1] * len(gold)
    return sum(w for a, b, w in zip(gold, predicted, weights) if a == b) / sum(weights)


def ignoring_of_sets(gold, predicted, sample_weight=None):
    if not any(gold + predicted):
        raise ValueError("no labels")
    return ignoring(gold, predicted)


def counting_of_sets(gold, predicted, sample_weight=None):
    if not any(gold + predicted):
        raise ValueError("no labels")
    return counting(gold, predicted, sample_weight)


def best(rows):
    return [row.index(max(row)) for row in rows]


def ignoring_of_scores(gold, rows, sample_weight=None):
    names = sorted(set(gold))
    return ignoring([names.index(name) for name in gold], best(rows))


def counting_of_scores(gold, rows, sample_weight=None):
    names = sorted(set(gold))
    return counting([names.index(name) for name in gold], best(rows), sample_weight)
"""


@pytest.mark.parametrize(
    ("entry_point", "arguments", "items"),
    [
        ("f1_score", "average=macro", _ITEMS),
        ("multilabel", "average=samples", _SETS),
        ("multilabel_hamming", "", _SETS),
        ("multiclass_roc_auc", "average=weighted", _CLASSES),
        ("multiclass_average_precision", "", _CLASSES),
        ("multiclass_brier", "", _CLASSES),
        ("multiclass_log_loss", "", _CLASSES),
        ("top_k_accuracy", "k=1", _CLASSES),
    ],
)
def test_explain_leads_from_scores_without_weights_to_scores_with_them(
    entry_point: str, arguments: str, items: str, tmp_path: Path
) -> None:
    (tmp_path / "items.jsonl").write_text(items)
    given = ", ".join(filter(None, (arguments, "sample_weight=weights")))
    sides = (f"native:sklearn.{entry_point}({arguments})", f"native:sklearn.{entry_point}({given})")
    done = call("explain", *sides, "items.jsonl", "--format", "jsonl", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout.splitlines()[-1])
    assert [change["knob"] for step in report["steps"] for change in step["changes"]] == ["weights"]
    assert [report[side]["residual"] for side in ("first", "second")] == [0, 0]
    assert report["gap"] == report["second"]["number"] - report["first"]["number"]
    assert report["gap"] != 0


@pytest.mark.parametrize(
    ("function", "metric"),
    [
        ("ignoring", "accuracy"),
        ("counting", "accuracy"),
        ("ignoring_of_sets", "subset-accuracy"),
        ("counting_of_sets", "subset-accuracy"),
        ("ignoring_of_scores", "top-1-accuracy"),
        ("counting_of_scores", "top-1-accuracy"),
    ],
)
def test_identify_tells_whether_a_function_counts_weights(function: str, metric: str, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(_PROGRAM)
    path = {"PYTHONPATH": str(tmp_path)}
    done = call("identify", f"py:mine:{function}", "-m", metric, "--format", "jsonl", cwd=tmp_path, **path)
    assert done.returncode == 0, done.stderr
    weights = "ignored" if function.startswith("ignoring") else "given"
    assert f"|weights:{weights}|" in json.loads(done.stdout)["signature"]


_SPEAKING = """
import json, sys

for line in sys.stdin:
    request = json.loads(line)
    if request["op"] == "describe":
        described = {"implementation": "accuracy", "version": "1", "metrics": [json.loads(sys.argv[1])]}
        print(json.dumps({"id": request["id"], **described}), flush=True)
    elif request["op"] == "score":
        items = request["input"]
        right = [a == b for a, b in zip(items.get("gold", []), items.get("predicted", []))]
        value = sum(right) / len(right) if right else 0.0
        print(json.dumps({"id": request["id"], "outcome": "score", "value": value}), flush=True)
"""


@pytest.mark.parametrize(
    ("described", "asked"),
    [
        ({"metric": "accuracy"}, False),
        ({"metric": "accuracy", "settings": {"weights": "given"}}, True),
        ({"metric": "accuracy", "settings": {"weights": "ignored"}}, True),
        ({"metric": "accuracy", "free": {"weights": "any"}}, True),
        ({"metric": "sample-weighted-accuracy"}, True),
    ],
    ids=str,
)
def test_a_program_is_given_weights_if_its_description_says_so(
    described: dict[str, Any], asked: bool, tmp_path: Path
) -> None:
    (tmp_path / "speaking.py").write_text(_SPEAKING)
    name = shlex.join([sys.executable, "speaking.py", json.dumps(described)])
    arguments = ("-k", "sample-weighted-accuracy-heavy", "--fresh", "0", "--no-report", "--format", "jsonl")
    done = call("run", f"cmd:{name}", *arguments, cwd=tmp_path)
    (result,) = [row for row in map(json.loads, done.stdout.splitlines()) if row["type"] == "result"]
    assert (result["verdict"] != "unsupported") == asked, done.stderr
    if not asked:
        assert '"settings": {"weights": "given"}' in result["outcome"]["reason"]


def test_a_name_for_items_with_weights_means_the_plain_metric(tmp_path: Path) -> None:
    (tmp_path / "items.jsonl").write_text(_ITEMS)
    named = call("score", "items.jsonl", "-m", "sample-weighted-f1", cwd=tmp_path)
    plain = call("score", "items.jsonl", "-m", "f1", "--set", "average=macro", cwd=tmp_path)
    assert named.stdout == plain.stdout
    assert named.stdout.startswith("0.")
