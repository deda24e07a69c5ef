"""Subjects of commits: one change, at most 72 characters, no list."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parents[2]
#: The rule is younger than the history.
_SINCE = "2026-11-28T22:00:00+00:00"


def problems(subject: str) -> list[str]:
    """Return what is wrong with a subject."""
    found = []
    if len(subject) > 72:
        found.append(f"{len(subject)} characters, more than 72")
    if ";" in subject:
        found.append("a semicolon: one change in a commit")
    if subject.endswith("."):
        found.append("a full stop at the end")
    if not subject[:1].isupper():
        found.append("no capital at the start")
    return found


@pytest.mark.parametrize(
    ("subject", "number"),
    [("Add sclite's alignment with markup", 0), ("add this; mend that.", 3), ("Explain " + "so " * 30, 1)],
)
def test_a_subject_is_short_and_names_one_change(subject: str, number: int) -> None:
    assert len(problems(subject)) == number


@pytest.mark.once
def test_subjects_of_new_commits() -> None:
    git = shutil.which("git")
    if git is None or not (TOP / ".git").exists():
        pytest.skip("there is no history here")
    command = [git, "-C", str(TOP), "log", "--no-merges", f"--since={_SINCE}", "--format=%s"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"git cannot read the history: {done.stderr.strip()}")
    wrong = {subject: problems(subject) for subject in done.stdout.splitlines() if problems(subject)}
    assert not wrong
