"""Results of lm-evaluation-harness: accuracy, its standard error and the number of samples bind each other."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest

from samescore.verbs.audit.importers.formats import read_source
from samescore.verbs.audit.relations import check
from tests.command import call

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


def _mean_and_error(scores: list[float]) -> tuple[float, float]:
    """As lm-eval computes them: the sample's standard deviation over the root of n."""
    mean = sum(scores) / len(scores)
    deviation = math.sqrt(sum((score - mean) ** 2 for score in scores) / (len(scores) - 1))
    return mean, deviation / math.sqrt(len(scores))


def _document(changed: dict[str, float] | None = None, items: int = 1267, right: int = 713) -> dict[str, Any]:
    mean, error = _mean_and_error([1.0] * right + [0.0] * (items - right))
    scores = {"acc,none": mean, "acc_stderr,none": error, "acc_norm,none": mean, "acc_norm_stderr,none": error}
    return {
        "results": {"t": {**scores, **(changed or {})}},
        "n-samples": {"t": {"original": items, "effective": items}},
    }


def _broken(folder: Path, document: dict[str, Any]) -> set[str]:
    (folder / "results.json").write_text(json.dumps(document), encoding="utf-8")
    checks = [check(table) for table in read_source(folder / "results.json").tables]
    assert not any(found.doubtful for found in checks)
    return {broken.cells[0] for found in checks for broken in found.broken}


@pytest.mark.parametrize(("items", "right"), [(2, 1), (250, 107), (1267, 713), (10042, 0), (10042, 10041)])
def test_true_results_are_consistent(tmp_path: Path, items: int, right: int) -> None:
    document = _document(items=items, right=right)
    assert _broken(tmp_path, document) == set()
    del document["n-samples"]
    assert _broken(tmp_path, document) == set()


def test_an_altered_accuracy_error_or_number_is_found(tmp_path: Path) -> None:
    mean, error = 713 / 1267, _document()["results"]["t"]["acc_stderr,none"]
    assert "t, acc,none" in _broken(tmp_path, _document({"acc,none": mean + 0.01}))
    assert "t, acc,none: stderr" in _broken(tmp_path, _document({"acc_stderr,none": error + 1e-4}))
    assert "t, acc,none: stderr" in _broken(tmp_path, _document({"acc_stderr,none": error - 1e-4}))
    document = _document()
    document["n-samples"]["t"]["effective"] = 1276
    assert {"t, acc,none", "t, acc_norm,none"} <= _broken(tmp_path, document)


def test_without_a_number_of_samples_some_number_must_fit(tmp_path: Path) -> None:
    document = _document({"acc,none": 713 / 1267 + 0.01})
    del document["n-samples"]
    assert _broken(tmp_path, document) == {"t, acc,none: stderr"}


def test_scores_between_0_and_1_have_a_smaller_error(tmp_path: Path) -> None:
    """As in truthfulqa_mc2, whose acc is a share of the probability. Only an error above the bound is impossible."""
    mean, error = _mean_and_error([0.25 + 0.001 * k for k in range(500)])
    document: dict[str, Any] = {
        "results": {"t": {"acc,none": mean, "acc_stderr,none": error}},
        "n-samples": {"t": {"original": 500, "effective": 500}},
        "configs": {
            "t": {"output_type": "multiple_choice", "process_results": "def process_results_mc2(doc, results)"}
        },
    }
    assert _broken(tmp_path, document) == set()
    document["results"]["t"]["acc_stderr,none"] = 10 * error
    assert _broken(tmp_path, document) == {"t, acc,none: stderr"}


def test_groups_and_rounded_numbers_are_left_alone(tmp_path: Path) -> None:
    """The error of a group is pooled. Of four decimals and 10,042 samples any accuracy is possible."""
    group = _document({"acc_stderr,none": 0.02})
    group |= {"groups": {"t": {}}, "n-samples": {"u": {"original": 5, "effective": 5}}}
    assert _broken(tmp_path, group) == set()
    assert _broken(tmp_path, _document({
        "acc,none": 0.6971, "acc_stderr,none": 0.0046, "acc_norm,none": 0.6971, "acc_norm_stderr,none": 0.0046
    }, 10042, 7000)) == set()  # fmt: skip


def test_the_exit_code_of_a_wrong_standard_error(tmp_path: Path) -> None:
    (tmp_path / "results.json").write_text(json.dumps(_document({"acc_stderr,none": 0.015})), encoding="utf-8")
    done = call("audit", "results.json", "-j", "1", cwd=tmp_path)
    assert "stderr lies at 0.0139414, not at 0.015" in " ".join(done.stdout.split())
    assert done.returncode == 1


def test_two_standard_errors_without_a_number_of_samples_have_one_number(tmp_path: Path) -> None:
    """Each fits a number of samples, but not the same."""
    document = _document()
    del document["n-samples"]
    mean, error = _mean_and_error([1.0] * 700 + [0.0] * 300)
    document["results"]["t"] |= {"acc_norm,none": mean, "acc_norm_stderr,none": error}
    assert _broken(tmp_path, document) == {"t, acc,none: stderr"}
    document["results"]["t"] |= {"acc,none": 0.51, "acc_stderr,none": _mean_and_error([1.0] * 510 + [0.0] * 490)[1]}
    assert _broken(tmp_path, document) == set()
