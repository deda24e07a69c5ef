"""``samescore list``: a row of text for each record, and no padding in a pipe."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.command import call, records

#: It hardly depends on the interpreter: on the oldest and the newest one.
pytestmark = pytest.mark.ends


@pytest.mark.once
@pytest.mark.parametrize(
    "what", ["metrics", "implementations", pytest.param("vectors", marks=pytest.mark.slow), "flags"]
)
def test_a_listing_has_an_object_for_each_line_of_its_text(tmp_path: Path, what: str) -> None:
    lines = call("list", what, "-v", cwd=tmp_path, COLUMNS="10000").stdout.splitlines()[1:]
    listed = records(call("list", what, "--format", "jsonl", cwd=tmp_path).stdout)
    assert len(lines) == len(listed) > 3
    for line, fields in zip(lines, listed, strict=True):
        shown = list(fields.values())
        assert line.startswith(f"{shown[0]} ")
        assert "".join(line.split()) == "".join("".join(shown).split())


def test_a_row_of_a_listing_is_a_line_of_a_pipe_whatever_its_length(tmp_path: Path) -> None:
    listed = records(call("list", "divergences", "chrf", "--format", "jsonl", cwd=tmp_path).stdout)
    lines = call("list", "divergences", "chrf", cwd=tmp_path, COLUMNS="").stdout.splitlines()
    for line, fields in zip(lines[1:], listed, strict=True):
        assert line.startswith(fields["id"])
        assert line.endswith(fields["what"])
    assert max(map(len, lines)) > 150


def test_a_row_in_a_pipe_has_no_padding(tmp_path: Path) -> None:
    listed = records(call("list", "implementations", "ter", "--format", "jsonl", cwd=tmp_path).stdout)
    heading, *lines = call("list", "implementations", "ter", cwd=tmp_path, COLUMNS="").stdout.splitlines()
    assert heading == "entry_point  metric  here"
    assert lines == [f"{fields['entry_point']}  ter  {fields['here']}" for fields in listed]
    packages = call("list", cwd=tmp_path, COLUMNS="").stdout.splitlines()
    [sklearn] = [line for line in packages if line.startswith("sklearn  ")]
    assert sklearn.count(", ") > 20, "every metric stands in the line"


def test_show_lists_the_knobs_of_a_metric(tmp_path: Path) -> None:
    shown, listed = call("show", "rouge2", cwd=tmp_path), call("list", "knobs", "rouge-n", cwd=tmp_path)
    assert shown.returncode == 0
    assert shown.stdout == listed.stdout != ""


def test_a_listing_imports_no_package_that_it_does_not_need(tmp_path: Path) -> None:
    code = "import sys; from samescore.cli import main\ntry: main()\nfinally: print(*sys.modules, file=sys.stderr)"
    command = [sys.executable, "-c", code, "list", "metrics"]
    done = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, check=True, env={**os.environ, "COLUMNS": ""}
    )
    imported = {name.partition(".")[0] for name in done.stderr.split()}
    assert not imported & {"numpy", "nltk", "sacrebleu", "sklearn", "rich", "findpython"}
    assert "samescore" in imported
