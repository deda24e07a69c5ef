"""Interpreters for environments, and the requirements of releases; both lists are made up."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace

import pytest

from samescore.base.errors import DataError
from samescore.catalogue.releases import ReleaseEntry, needs, releases
from samescore.implementations.interpreters import (
    Interpreter,
    NoInterpreterError,
    bare_variables,
    find,
    installed_interpreters,
)

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


def test_the_interpreters_of_the_machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Virtual environments, other implementations, old versions and links to the same program do not count."""
    programs = {}
    for name in ("a", "b", "c", "environment"):
        programs[name] = tmp_path / name / "bin" / "python"
        programs[name].parent.mkdir(parents=True)
        programs[name].touch()
    (tmp_path / "environment" / "pyvenv.cfg").touch()
    (tmp_path / "a" / "bin" / "python3").symlink_to(programs["a"])

    def python(path: Path, version: str, implementation: str = "CPython") -> SimpleNamespace:
        major, minor, *_ = map(int, version.split("."))
        return SimpleNamespace(
            executable=str(path), version=version, implementation=implementation, major=major, minor=minor
        )

    found = [
        python(programs["a"], "3.9.1"),
        python(tmp_path / "a" / "bin" / "python3", "3.9.1"),
        python(programs["b"], "3.10.2", "cpython"),
        python(programs["c"], "3.6.0"),
        python(programs["c"], "3.5.9"),
        python(programs["c"], "2.7.18"),
        python(programs["c"], "3.11.1", "PyPy"),
        python(programs["environment"], "3.12.0"),
    ]

    def find_all(*, allow_prereleases: bool) -> list[SimpleNamespace]:
        assert not allow_prereleases
        return found

    monkeypatch.setitem(sys.modules, "findpython", SimpleNamespace(find_all=find_all))
    assert installed_interpreters.__wrapped__() == (
        Interpreter(programs["b"], "3.10.2"),
        Interpreter(programs["a"], "3.9.1"),
        Interpreter(programs["c"], "3.6.0"),
    )


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        (ReleaseEntry("p", "<2", why="old"), ""),
        (ReleaseEntry("p", "<2", broken="never starts"), ""),
        (ReleaseEntry("p", "<2"), r"releases\.toml: p <2: one of the keys"),
        (ReleaseEntry("p", "two", why="old"), r"releases\.toml: .*two"),
        (ReleaseEntry("p", "<2", "three", why="old"), r"releases\.toml: .*three"),
    ],
)
def test_entries_of_releases_are_checked(monkeypatch: pytest.MonkeyPatch, entry: ReleaseEntry, message: str) -> None:
    monkeypatch.setattr("samescore.catalogue.releases.data_document", lambda *_: SimpleNamespace(release=[entry]))
    if message:
        with pytest.raises(DataError, match=message):
            releases.__wrapped__()
    else:
        assert releases.__wrapped__() == (entry,)
