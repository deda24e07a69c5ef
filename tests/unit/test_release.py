"""What a release states in several places is the same everywhere, and contradictions are found before it is made."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from samescore import __version__
from tools import release

pytestmark = pytest.mark.once

_TOP = Path(__file__).resolve().parents[2]
_PROJECT: dict[str, Any] = msgspec.toml.decode((_TOP / "pyproject.toml").read_bytes())["project"]


def _checkout(
    folder: Path,
    *,
    version: str = "1.2.0",
    cited: str = "1.2.0",
    head: str = "[1.2.0] - 2026-11-22",
    text: str = "- A\n",
) -> Path:
    (folder / "src" / "samescore" / "base").mkdir(parents=True)
    (folder / "src" / "samescore" / "base" / "version.py").write_text(f'"""Doc."""\n\n__version__ = "{version}"\n')
    (folder / "CITATION.cff").write_text(f"cff-version: 1.2.0\nversion: {cited}\n")
    (folder / "CHANGELOG.md").write_text(f"# Changelog\n\n## {head}\n\n{text}\n## [1.1.0] - 2026-01-01\n\n- B\n")
    return folder


def test_a_release_that_agrees_with_itself_passes(tmp_path: Path) -> None:
    assert release.problems("v1.2.0", _checkout(tmp_path)) == []
    assert [head[:2] for head in release.sections(tmp_path)] == [("1.2.0", "2026-11-22"), ("1.1.0", "2026-01-01")]
    assert release.sections(tmp_path)[0][2] == "- A"


@pytest.mark.parametrize(
    ("tag", "differing", "problem"),
    [
        ("v1.2.1", {}, "the tag is v1.2.1"),
        ("1.2.0", {}, "the tag is 1.2.0"),
        ("v1.2.0.dev0", {"version": "1.2.0.dev0", "cited": "1.2.0.dev0", "head": "[1.2.0.dev0] - 2026-11-22"}, "not a"),
        ("v1.2.0", {"cited": "1.1.0"}, "CITATION.cff says 1.1.0"),
        ("v1.2.0", {"head": "[Unreleased]"}, "the newest section of CHANGELOG.md is [Unreleased]"),
        ("v1.2.0", {"head": "[1.2.0]"}, "[1.2.0] in CHANGELOG.md has no date"),
        ("v1.2.0", {"head": "[1.2.0] - 2026-13-01"}, "[1.2.0] in CHANGELOG.md has no date"),
        ("v1.2.0", {"text": ""}, "[1.2.0] in CHANGELOG.md is empty"),
    ],
)
def test_release_problems_are_named(tmp_path: Path, tag: str, differing: dict[str, str], problem: str) -> None:
    (found,) = release.problems(tag, _checkout(tmp_path, **differing))
    assert problem in found


def test_the_command_fails_for_a_wrong_tag_and_prints_the_notes() -> None:
    command = [sys.executable, "-m", "tools.release"]
    wrong = subprocess.run([*command, "check", "v0.0.0"], cwd=_TOP, capture_output=True, text=True)
    assert wrong.returncode == 1
    assert "the tag is v0.0.0" in wrong.stderr
    notes = subprocess.run([*command, "notes"], cwd=_TOP, capture_output=True, text=True, check=True)
    assert notes.stdout.strip() == release.sections()[0][2]


def test_the_version_is_stated_alike() -> None:
    assert release.version() == release.cited_version() == __version__
    newest, date, text = release.sections()[0]
    assert text
    if ".dev" in __version__:
        assert (newest, date) == ("Unreleased", "")
    else:
        assert newest == __version__
        assert date


def test_the_changelog_has_the_known_kinds_of_changes_alone() -> None:
    kinds = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security", "Scores"}
    for version, _, text in release.sections():
        heads = re.findall(r"^### (.+)$", text, re.MULTILINE)
        assert set(heads) <= kinds, version
        assert len(heads) == len(set(heads)), version


def test_the_classifiers_name_the_interpreters_that_tox_runs() -> None:
    minors = re.findall(r"\bpy3(\d+)\b", re.search(r"^    whole = (.+)$", (_TOP / "tox.ini").read_text(), re.M)[1])  # type: ignore[index]
    prefix = "Programming Language :: Python :: 3."
    stated = [name.removeprefix(prefix) for name in _PROJECT["classifiers"] if name.startswith(prefix)]
    assert stated == minors
    assert _PROJECT["requires-python"] == f">=3.{min(map(int, minors))}"


def test_the_home_of_the_project_is_stated_alike() -> None:
    source, site = _PROJECT["urls"]["Source"], _PROJECT["urls"]["Homepage"]
    assert all(url.startswith((source, site)) for url in _PROJECT["urls"].values())
    files = ["CITATION.cff", "SECURITY.md", "tools/vectors_package/npm/README.md", ".github/ISSUE_TEMPLATE/config.yml"]
    for name in files:
        text = (_TOP / name).read_text(encoding="utf-8")
        addresses = re.findall(r"https://[^\s)>]*samescore[^\s)>]*", text)
        assert addresses, name
        assert all(address.startswith((source, site)) for address in addresses), name
