"""Interpreters for environments, and the requirements of releases; both lists are made up."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from samescore.catalogue.releases import ReleaseEntry, needs
from samescore.implementations.interpreters import Interpreter, NoInterpreterError, bare_variables, find

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


def _installed(monkeypatch: pytest.MonkeyPatch, *versions: str) -> None:
    found = tuple(Interpreter(Path(f"/python{version}"), version) for version in versions)
    monkeypatch.setattr("samescore.implementations.interpreters.installed_interpreters", lambda: found)


@pytest.mark.parametrize(
    ("wanted", "allowed", "version"),
    [
        ("3.1", "", "3.1.9"),
        ("3.10", "", "3.10.9"),
        ("3.10.4", "", "3.10.4"),
        ("3", "", "3.10.9"),
        ("", "<3.2", "3.1.9"),
        ("", "<3.10", "3.9.20"),
        ("", "<3.10.5", "3.10.4"),
    ],
)
def test_the_newest_interpreter_that_fits(
    monkeypatch: pytest.MonkeyPatch, wanted: str, allowed: str, version: str
) -> None:
    _installed(monkeypatch, "3.1.9", "3.10.4", "3.9.20", "3.10.9")
    monkeypatch.setattr(sys, "version_info", (3, 99, 1))
    assert find(wanted, allowed) == Interpreter(Path(f"/python{version}"), version)


def test_the_running_interpreter_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    _installed(monkeypatch, "3.98.0", "3.99.2")
    monkeypatch.setattr(sys, "version_info", (3, 99, 1, "final", 0))
    assert find("", ">=3.6") == Interpreter(Path(sys.executable), "3.99.1")
    assert find("", ">3.99.1").version == "3.99.2"


@pytest.mark.parametrize(
    ("wanted", "allowed", "installed", "message"),
    [
        ("3.8", "", ["3.9.1", "3.10.2", "3.9.1"], r"Python 3\.8 was not found \(found: 3\.9\.1, 3\.10\.2\)"),
        ("3.8", "", [], r"Python 3\.8 was not found \(found: none\)"),
        ("", "<3", ["3.9.1", "3.9.1"], r"it needs Python <3 \(found: 3\.9\.1\); install"),
        ("", "<3", [], r"it needs Python <3 \(found: none\)"),
        ("no-such-program", "", [], "program not found: no-such-program"),
    ],
)
def test_no_interpreter_fits(
    monkeypatch: pytest.MonkeyPatch, wanted: str, allowed: str, installed: Sequence[str], message: str
) -> None:
    _installed(monkeypatch, *installed)
    with pytest.raises(NoInterpreterError, match=message):
        find(wanted, allowed)


def test_variables_of_this_interpreter_are_not_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "CONDA_PREFIX", "OTHER_PYTHON"):
        monkeypatch.setenv(name, "x")
    kept = bare_variables()
    assert kept["OTHER_PYTHON"] == "x"
    assert not {"PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "CONDA_PREFIX"} & set(kept)


def test_the_requirements_of_a_version_come_from_all_its_entries(monkeypatch: pytest.MonkeyPatch) -> None:
    entries = (
        ReleaseEntry("Some_Package", "<2", "<3.10", ["numpy<2"], {"A": "1"}, why="old"),
        ReleaseEntry("some-package", "<3", "<3.12", ["six"], {"B": "2"}, why="older"),
        ReleaseEntry("some-package", "==1.5rc1", broken="does not start"),
        ReleaseEntry("other", "<9", "<3", ["x"], why="no"),
    )
    monkeypatch.setattr("samescore.catalogue.releases.releases", lambda: entries)
    found = needs("some.package", "1.5rc1")
    assert (found.python, found.requirements) == ("<3.10,<3.12", ("numpy<2", "six"))
    assert (found.environment, found.broken, found.why) == ((("A", "1"), ("B", "2")), "does not start", "old; older")
    assert needs("some-package", "2.1").requirements == ("six",)
    nothing = needs("some-package", "3.0")
    assert (nothing.python, nothing.requirements, nothing.environment, nothing.broken, nothing.why) == (
        "",
        (),
        (),
        "",
        "",
    )
