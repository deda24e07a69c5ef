"""The workflow in examples/regression, run here: its commands, on its package, before and after somebody breaks it."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest

from tests.command import call_program

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "regression"
_WORKFLOW = (_EXAMPLE / "scores.yml").read_text(encoding="utf-8")


def _commands(pattern: str) -> list[list[str]]:
    """The samescore commands in the workflow's comments, or in its steps."""
    return [shlex.split(line)[1:] for line in re.findall(pattern, _WORKFLOW, re.MULTILINE)]


def test_the_workflow_passes_until_a_score_moves(tmp_path: Path) -> None:
    shutil.copy(_EXAMPLE / "my_metric.py", tmp_path)
    (recording,) = _commands(r"^# +(samescore run .*)$")
    (step,) = _commands(r"^ +run: (samescore .*)$")
    assert call_program(*recording, cwd=tmp_path, PYTHONPATH=str(tmp_path)).returncode == 0
    assert (tmp_path / "baseline.jsonl").is_file()
    clean = call_program(*step, cwd=tmp_path, PYTHONPATH=str(tmp_path))
    assert clean.returncode == 0, clean.stderr
    source = (tmp_path / "my_metric.py").read_text(encoding="utf-8")
    broken = source.replace("sum((counts & most).values())", "sum(n for gram, n in counts.items() if gram in most)")
    assert broken != source
    (tmp_path / "my_metric.py").write_text(broken, encoding="utf-8")
    moved = call_program(*step, cwd=tmp_path, PYTHONPATH=str(tmp_path))
    assert moved.returncode == 1
    lines = [line for line in moved.stderr.splitlines() if line.startswith("MOVED")]
    assert lines
    assert all("clipping: clipped -> unclipped" in line for line in lines)
    assert all("first at" in line and " bleu-" in line for line in lines)
    for name in ("summary.md", "scores.xml"):
        assert (tmp_path / name).stat().st_size
