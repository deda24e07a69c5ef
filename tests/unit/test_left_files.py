"""Files that an implementation leaves in the working folder are mentioned: by `run`, in checks and by the plugin."""

from __future__ import annotations

import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from samescore import check_implementation
from tests.command import PLAIN_PYTEST, call, records

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

#: It leaves a file when it is imported, one at the first call, and one at the last.
_LEAVING = """
import os

open("imported", "w").close()
calls = 0

def accuracy(gold, predicted):
    global calls
    calls += 1
    if calls == 1:
        open("first", "w").close()
        open("removed", "w").close()
    if calls == 50:
        os.mkdir("kept")
        os.remove("removed")
    open("known", "w").close()
    return sum(a == b for a, b in zip(gold, predicted)) / len(gold)
"""
_TIDY = "def accuracy(gold, predicted):\n    return sum(a == b for a, b in zip(gold, predicted)) / len(gold)\n"
_LEFT = "left 3 files in {}: first, imported, kept."


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "leaving.py").write_text(_LEAVING, encoding="utf-8")
    (tmp_path / "tidy.py").write_text(_TIDY, encoding="utf-8")
    (tmp_path / "known").write_text("", encoding="utf-8")
    return tmp_path


def test_a_run_names_what_a_function_left(folder: Path) -> None:
    done = call("run", "py:leaving:accuracy", "-m", "accuracy", "--report", "r.jsonl", cwd=folder)
    assert f"py:leaving:accuracy {_LEFT.format(folder)}".replace(" ", "") in "".join(done.stdout.split())
    (left,) = (row for row in records((folder / "r.jsonl").read_text("utf-8")) if row["type"] == "left-files")
    assert left["names"] == ["first", "imported", "kept"]
    assert "left" not in call("run", "py:tidy:accuracy", "-m", "accuracy", cwd=folder).stdout


def test_each_of_several_implementations_has_its_own(folder: Path) -> None:
    options = ("-m", "accuracy", "--fresh", "0", "--format", "jsonl", "--no-report")
    done = call("run", "py:leaving:accuracy", "py:tidy:accuracy", "native", *options, cwd=folder)
    (left,) = (row for row in records(done.stdout) if row["type"] == "left-files")
    assert left["implementation"] == "py:leaving:accuracy"


@pytest.mark.slow
def test_a_program_is_watched_too(folder: Path) -> None:
    program = "import sys; open('trace', 'w').close(); print(0.5)"
    (folder / "program.py").write_text(program, encoding="utf-8")
    name = f"cmd:{shlex.quote(sys.executable)} program.py {{gold}} {{predicted}}"
    done = call("run", name, "-m", "accuracy", "--fresh", "0", "--no-report", "--format", "jsonl", cwd=folder)
    (left,) = (row for row in records(done.stdout) if row["type"] == "left-files")
    assert (left["count"], left["names"], left["folder"]) == (1, ["trace"], str(folder))


def test_a_check_names_what_a_function_left(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def leaving(gold: Sequence[object], predicted: Sequence[object]) -> float:
        for number in range(12):
            Path(f"left-{number:02}").touch()
        return sum(a == b for a, b in zip(gold, predicted, strict=True)) / len(gold) + wrong

    monkeypatch.chdir(folder)
    names = ", ".join(f"left-{number:02}" for number in range(10))
    wrong = 0
    report = check_implementation(leaving, "accuracy", fresh=0)
    assert f"leaving left 12 files in {folder}: {names} and 2 more." in report.remarks[-1]
    for file in folder.glob("left-*"):
        file.unlink()
    wrong = 1
    with pytest.raises(AssertionError, match=f"left 12 files in {folder}"):
        check_implementation(leaving, "accuracy", fresh=0)


def test_a_folder_with_too_many_files_is_not_compared(folder: Path) -> None:
    for number in range(1_000):
        (folder / str(number)).touch()
    done = call("run", "py:leaving:accuracy", "-m", "accuracy", "--fresh", "0", "--no-report", cwd=folder)
    assert done.returncode == 0
    assert "left" not in done.stdout


@pytest.mark.slow
def test_the_plugin_names_what_a_function_left_and_nobody_elses_files(folder: Path) -> None:
    (folder / "test_other.py").write_text("def test_other():\n    open('others', 'w').close()\n", encoding="utf-8")
    options = ("--samescore-impl", "py:leaving:accuracy", "--samescore-metric", "accuracy")
    command = [sys.executable, "-m", "pytest", *PLAIN_PYTEST, "--assert=plain"]
    done = subprocess.run([*command, *options], cwd=folder, capture_output=True, text=True, timeout=300, check=False)
    assert f"py:leaving:accuracy {_LEFT.format(folder)}" in done.stdout
    assert "others" not in done.stdout
