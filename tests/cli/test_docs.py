"""Examples in docstrings and in the documentation run and print what they say."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

import samescore
from samescore.catalogue.divergences import divergences
from samescore.catalogue.vectors import vectors
from samescore.metrics import METRIC_NAMES
from tests.command import call

_TOP = Path(__file__).resolve().parents[2]
_MODULES = [
    module.name
    for module in pkgutil.walk_packages(samescore.__path__, "samescore.")
    if "._data" not in module.name and ".adapters." not in module.name
]


@pytest.mark.parametrize("name", ["samescore", *_MODULES])
def test_docstring_examples(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name))
    assert result.failed == 0


@pytest.mark.parametrize("path", sorted([_TOP / "README.md", *(_TOP / "docs").glob("*.md")]), ids=lambda p: p.name)
def test_python_examples_in_the_documentation(path: Path) -> None:
    result = doctest.testfile(str(path), module_relative=False)
    assert result.failed == 0


def test_the_table_of_metrics_is_up_to_date() -> None:
    made = runpy.run_path(str(_TOP / "tools" / "make_metrics.py"))["page"]()
    assert (_TOP / "docs" / "metrics.md").read_text(encoding="utf-8") == made, "run python -m tools.make_metrics"


def test_the_readme_counts_right() -> None:
    readme = (_TOP / "README.md").read_text(encoding="utf-8")
    assert f"{len(vectors()):,} cases" in readme
    assert f"{len(METRIC_NAMES)} metrics" in readme
    assert f"a catalogue of {len(divergences())} entries" in readme


def test_the_readme_shows_what_the_commands_print(tmp_path: Path) -> None:
    """Every line of its output, in order; what a line of three dots stands for is left out."""
    run, *diffs, audited, checked, identified = re.findall(
        r"```text\n(.*?)```", (_TOP / "README.md").read_text(encoding="utf-8"), re.DOTALL
    )
    printed = call("run", "--format", "table", "--no-report", cwd=tmp_path).stdout.splitlines()
    versions, _, _ = run.partition("...\n")
    if not set(versions.splitlines()) <= set(printed) or sum(" UNAVAILABLE" in line for line in printed) != 8:
        pytest.skip("the README was written with other packages installed")
    _assert_shown(run, printed)
    (tmp_path / "hyp.txt").write_text("The cat sat on the mat.\nIt costs 1,000.50 euros.\nno\n", encoding="utf-8")
    (tmp_path / "ref.txt").write_text("The cat sat on a mat.\nIt costs 1,000.50 euro .\nno\n", encoding="utf-8")
    printed = call("diff", "hyp.txt", "-r", "ref.txt", "--format", "table", cwd=tmp_path).stdout.splitlines()
    assert len(diffs) == 2
    claims = re.search(r"cat claims.jsonl\n(.*?)\$ ", (_TOP / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    assert claims
    (tmp_path / "hyp.txt").write_text("The cat sat on the mat.\nIt costs 1,000.50 euros.\nno\n", encoding="utf-8")
    (tmp_path / "ref.txt").write_text("The cat sat on a mat.\nIt costs 1,000.50 euro .\nno\n", encoding="utf-8")
    (tmp_path / "claims.jsonl").write_text(claims[1], encoding="utf-8")
    _assert_shown(audited, call("audit", "claims.jsonl", "--format", "table", cwd=tmp_path).stdout.splitlines())
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "examples/pytest"]
    _assert_shown(
        checked, subprocess.run(command, cwd=_TOP, capture_output=True, text=True, check=False).stdout.splitlines()
    )
    named = ("identify", "py:my_bleu:corpus_bleu", "-m", "bleu", "--format", "table")
    found = call(*named, cwd=tmp_path, PYTHONPATH=str(_TOP / "examples" / "pytest"))
    _assert_shown(identified, found.stdout.splitlines())
    if sys.version_info < (3, 12):
        diffs = [shown.replace("42.20560694962298", "42.20560694962296") for shown in diffs]  # as the README says
    for shown in diffs:
        _assert_shown(shown, printed)


def _assert_shown(shown: str, printed: list[str]) -> None:
    rest = iter([line.rstrip() for line in printed])
    for line in shown.splitlines():
        if line not in ("", "..."):
            assert line.rstrip() in rest, f"not printed, or not there: {line}"


def test_the_readme_shows_what_drift_prints(tmp_path: Path) -> None:
    found = re.search(r"\$ samescore (drift .*)\n((?:.*\n)*?)```", (_TOP / "README.md").read_text(encoding="utf-8"))
    assert found
    printed = call(*found[1].split(), "--format", "table", cwd=tmp_path)
    assert printed.returncode == 0
    _assert_shown(found[2], printed.stdout.splitlines())
