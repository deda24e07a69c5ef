"""The workflow in examples/regression, run here: its commands, on its package, before and after somebody breaks it."""

from __future__ import annotations

import re
import shlex
import subprocess
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.command import call_program, records

pytestmark = pytest.mark.slow

_EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "regression"
_WORKFLOW = (_EXAMPLE / "scores.yml").read_text(encoding="utf-8")


def _commands(pattern: str) -> list[list[str]]:
    """The samescore commands in the workflow's comments, or in its steps."""
    return [shlex.split(line)[1:] for line in re.findall(pattern, _WORKFLOW, re.MULTILINE)]


_RIGHT = (_EXAMPLE / "my_metric.py").read_text(encoding="utf-8")
_UNCLIPPED = _RIGHT.replace("sum((counts & most).values())", "sum(n for gram, n in counts.items() if gram in most)")


def _gate(folder: Path) -> tuple[subprocess.CompletedProcess[str], list[dict[str, Any]], ElementTree.Element, str]:
    """The workflow's step: what it printed and wrote."""
    (step,) = _commands(r"^ +run: (samescore .*)$")
    done = call_program(*step, cwd=folder, PYTHONPATH=str(folder))
    cases = ElementTree.parse(folder / "scores.xml").getroot()  # noqa: S314 - our own file
    return done, records(done.stdout), cases, (folder / "summary.md").read_text(encoding="utf-8")


def _record(folder: Path) -> int:
    """The workflow's baseline; the exit code of the run."""
    (recording,) = _commands(r"^# +(samescore run .*)$")
    return call_program(*recording, cwd=folder, PYTHONPATH=str(folder)).returncode


def test_the_workflow_passes_until_a_score_moves(tmp_path: Path) -> None:
    (tmp_path / "my_metric.py").write_text(_RIGHT, encoding="utf-8")
    assert _record(tmp_path) == 0
    clean, printed, cases, summary = _gate(tmp_path)
    assert clean.returncode == 0, clean.stderr
    assert (printed[-1]["type"], printed[-1]["exit_code"]) == ("footer", 0)
    assert summary.startswith("## samescore: nothing moved\n")
    assert not list(cases.iter("failure"))
    assert _UNCLIPPED != _RIGHT
    (tmp_path / "my_metric.py").write_text(_UNCLIPPED, encoding="utf-8")
    moved, printed, cases, summary = _gate(tmp_path)
    assert moved.returncode == 1
    lines = [line for line in moved.stderr.splitlines() if line.startswith("MOVED")]
    assert lines
    assert all("clipping: clipped -> unclipped" in line for line in lines)
    assert all("first at" in line and "bleu-" in line for line in lines)
    assert printed[-1]["exit_code"] == 1
    assert printed[-1]["verdicts"]["moved"] == len(lines)
    assert summary.startswith(f"## samescore: {len(lines)} answers moved, 0 lost\n")
    failing = [case.attrib["name"].split()[0] for case in cases.iter("testcase") if case.find("failure") is not None]
    assert len(failing) == len(lines) < len(list(cases.iter("testcase")))
    assert all(any(f" {vector}: " in line for line in lines) for vector in failing)


def test_an_unchanged_function_passes_though_it_is_wrong(tmp_path: Path) -> None:
    """Whether it gives what the golden vectors expect is not what the gate is about."""
    (tmp_path / "my_metric.py").write_text(_UNCLIPPED, encoding="utf-8")
    assert _record(tmp_path) == 1
    done, printed, cases, summary = _gate(tmp_path)
    assert done.returncode == 0, done.stderr
    wrong = [record["vector"] for record in printed if record.get("verdict") == "disagree"]
    assert wrong
    gated = [record for record in printed if record["type"] == "vector-gate"]
    assert set(wrong) <= {record["vector"] for record in gated}
    assert printed[-1]["verdicts"] == {"unchanged": len(gated)}
    assert printed[-1]["exit_code"] == 0
    (suite,) = cases
    assert (suite.attrib["tests"], suite.attrib["failures"], suite.attrib["errors"]) == (str(len(gated)), "0", "0")
    assert len(list(suite.iter("testcase"))) == len(gated)
    assert all(len(case) == 0 for case in suite)
    assert summary.startswith("## samescore: nothing moved\n")
    assert "Failures" not in summary
    assert "MOVED" not in done.stderr
    assert "0 moved, 0 lost" in done.stderr
    table = call_program(
        *_commands(r"^ +run: (samescore .*)$")[0], "--format", "table", cwd=tmp_path, PYTHONPATH=str(tmp_path)
    )
    assert table.returncode == 0
    assert "Failures" not in table.stdout
    assert f"against the baseline: {len(gated)} answers compared, 0 moved, 0 lost" in table.stdout
