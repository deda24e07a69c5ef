"""The workflow in examples/regression, run here: its commands, and the action that it uses, before and after a change."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.action import REAL_PYTHON, TOP, carry_out, read
from tests.command import call_program

pytestmark = pytest.mark.slow

_EXAMPLE = TOP / "examples" / "regression"
_WORKFLOW = (_EXAMPLE / "scores.yml").read_text(encoding="utf-8")
_RIGHT = (_EXAMPLE / "my_metric.py").read_text(encoding="utf-8")
_UNCLIPPED = _RIGHT.replace("sum((counts & most).values())", "sum(n for gram, n in counts.items() if gram in most)")
_GATE = "Compare the scores with the baseline"


def _package(folder: Path, source: str) -> None:
    (folder / "my_metric.py").write_text(source, encoding="utf-8")
    shutil.copy(_EXAMPLE / "mine.tsv", folder)


def _record(folder: Path, number: int = 0) -> int:
    """One of the commands in the workflow's comments; the exit code of the run."""
    commands = re.findall(r"^# +(samescore run .*)$", _WORKFLOW, re.MULTILINE)
    arguments = shlex.split(commands[number])[1:]
    return call_program(*arguments, "--no-report", cwd=folder, PYTHONPATH=str(folder)).returncode


def _gate(folder: Path, temporary: Path) -> tuple[subprocess.CompletedProcess[str], ElementTree.Element, str]:
    """The workflow's step: what it printed, its JUnit XML, and the summary of the job."""
    job = read(_EXAMPLE / "scores.yml")["jobs"]["scores"]
    (step,) = [step for step in job["steps"] if step.get("uses", "").startswith("samescore/samescore@")]
    inputs: dict[str, Any] = step["with"]
    shutil.rmtree(temporary, ignore_errors=True)
    done = carry_out(folder, inputs, temporary, python=REAL_PYTHON)
    cases = ElementTree.parse(temporary / "samescore" / "gate.xml").getroot()  # noqa: S314 - our own file
    assert "<html" in (temporary / "samescore" / "gate.html").read_text(encoding="utf-8")
    return done[_GATE], cases, (temporary / "step-summary.md").read_text(encoding="utf-8")


def test_the_workflow_passes_until_a_score_moves(tmp_path: Path) -> None:
    folder, temporary = tmp_path / "package", tmp_path / "temporary"
    folder.mkdir()
    _package(folder, _RIGHT)
    assert _record(folder) == 0
    before = (folder / "baseline.jsonl").read_bytes()
    assert len(before) < 100_000
    clean, cases, summary = _gate(folder, temporary)
    assert clean.returncode == 0, clean.stderr
    assert summary.startswith("## samescore: Nothing moved\n")
    assert not list(cases.iter("failure"))
    assert _UNCLIPPED != _RIGHT
    _package(folder, _UNCLIPPED)
    moved, cases, summary = _gate(folder, temporary)
    assert moved.returncode == 1
    failing = [case.attrib["name"].split()[0] for case in cases.iter("testcase") if case.find("failure") is not None]
    assert 0 < len(failing) < len(list(cases.iter("testcase")))
    total = len(list(cases.iter("testcase")))
    assert summary.startswith(f"## samescore: {len(failing)} of {total} answers moved, by 1 cause\n")
    assert "as if clipping: clipped -\\> unclipped" in summary
    assert "first at matches" in summary
    assert sum(name.startswith("input-bleu-") for name in failing) == 2, "a line of mine.tsv, and the whole file"
    assert {path.name for path in folder.iterdir()} - {"__pycache__"} == {"my_metric.py", "mine.tsv", "baseline.jsonl"}
    assert _record(folder, 1) in (0, 1)
    header, *_ = map(json.loads, (folder / "baseline.jsonl").read_text(encoding="utf-8").splitlines())
    assert header["reason"] == "why"
    accepted, _, summary = _gate(folder, temporary)
    assert accepted.returncode == 0, "what was recorded again is accepted"
    assert summary.startswith("## samescore: Nothing moved\n")
    changed = set((folder / "baseline.jsonl").read_bytes().splitlines()) - set(before.splitlines())
    assert len(changed) == len(failing) + 1, "the lines of what moved, and the header: a diff that can be read"


def test_an_unchanged_function_passes_though_it_is_wrong(tmp_path: Path) -> None:
    """Whether it gives what the golden vectors expect is not what the gate is about."""
    folder = tmp_path / "package"
    folder.mkdir()
    _package(folder, _UNCLIPPED)
    assert _record(folder) == 1
    done, cases, summary = _gate(folder, tmp_path / "temporary")
    assert done.returncode == 0, done.stderr
    (suite,) = cases
    assert (suite.attrib["failures"], suite.attrib["errors"], suite.attrib["skipped"]) == ("0", "0", "0")
    assert int(suite.attrib["tests"]) == len(list(suite.iter("testcase"))) > 100
    assert all(len(case) == 0 for case in suite)
    assert summary.startswith("## samescore: Nothing moved\n")
    assert "Failures" not in summary + done.stdout
    assert "MOVED" not in done.stdout + done.stderr
    assert "0 changed, 0 lost" in done.stdout + done.stderr
