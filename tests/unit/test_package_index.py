"""Where releases are installed from: what counts, in which order, and what is recorded of it."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from samescore.base.errors import InputError
from samescore.implementations import environments as kept
from samescore.implementations.package_index import PIP, UV, PackageSource, installing_from, source_for
from tests.command import call
from tests.wheels import make_wheel

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_PYPI = "https://pypi.org/simple"


@pytest.fixture(autouse=True)
def _no_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in os.environ if name.startswith(("PIP_", "UV_", "SAMESCORE_IN"))]:
        monkeypatch.delenv(name)


_CASES: list[tuple[dict[str, str], PackageSource, PackageSource]] = [
    ({}, PackageSource(_PYPI, []), PackageSource(_PYPI, [])),
    ({"UV_DEFAULT_INDEX": "https://u/s"}, PackageSource("https://u/s", []), PackageSource(_PYPI, [])),
    ({"UV_INDEX_URL": "https://u/s"}, PackageSource("https://u/s", []), PackageSource(_PYPI, [])),
    (
        {"UV_INDEX_URL": "https://old/s", "UV_DEFAULT_INDEX": "https://u/s"},
        PackageSource("https://u/s", []),
        PackageSource(_PYPI, []),
    ),
    ({"PIP_INDEX_URL": "https://p/s"}, PackageSource(_PYPI, []), PackageSource("https://p/s", [])),
    (
        {"UV_INDEX": "ours=https://a/s https://b/s", "UV_FIND_LINKS": "/w,https://c/x y"},
        PackageSource(_PYPI, ["https://a/s", "https://b/s", "/w", "https://c/x y"]),
        PackageSource(_PYPI, []),
    ),
    (
        {"PIP_EXTRA_INDEX_URL": "https://a/s https://b/s", "PIP_FIND_LINKS": "/w /x"},
        PackageSource(_PYPI, []),
        PackageSource(_PYPI, ["https://a/s", "https://b/s", "/w", "/x"]),
    ),
    (
        {"UV_NO_INDEX": "1", "PIP_NO_INDEX": "true", "UV_FIND_LINKS": "/w"},
        PackageSource("", ["/w"]),
        PackageSource("", []),
    ),
    ({"UV_NO_INDEX": "0", "PIP_NO_INDEX": "false"}, PackageSource(_PYPI, []), PackageSource(_PYPI, [])),
    (
        {"SAMESCORE_INDEX": "https://s/s", "UV_INDEX": "https://a/s", "PIP_FIND_LINKS": "/w"},
        PackageSource("https://s/s", []),
        PackageSource("https://s/s", []),
    ),
    (
        {"SAMESCORE_INDEX": "/wheels", "UV_INDEX": "https://a/s"},
        PackageSource("", ["/wheels"]),
        PackageSource("", ["/wheels"]),
    ),
    (
        {"UV_DEFAULT_INDEX": "https://me:secret@u/s", "PIP_EXTRA_INDEX_URL": "https://token@p/s"},
        PackageSource("https://u/s", []),
        PackageSource(_PYPI, ["https://p/s"]),
    ),
]


@pytest.mark.parametrize(("variables", "uv", "pip"), _CASES)
def test_environment_variables_select_the_package_index(
    variables: dict[str, str], uv: PackageSource, pip: PackageSource, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert source_for(UV)[0] == uv
    assert source_for(PIP)[0] == pip


def test_the_installer_is_given_what_is_recorded_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """Passwords and certificates, too; not what changes which files are installed."""
    monkeypatch.setenv("UV_DEFAULT_INDEX", "https://me:secret@u/s")
    monkeypatch.setenv("PIP_CERT", "/certificates")
    for name in ("UV_OVERRIDE", "UV_CONSTRAINT", "UV_CONFIG_FILE", "UV_INDEX_STRATEGY", "UV_PRERELEASE"):
        monkeypatch.setenv(name, "/anything")
    for name in ("PIP_CONSTRAINT", "PIP_CONFIG_FILE", "PIP_PRE", "PIP_TARGET", "PIP_PYTHON"):
        monkeypatch.setenv(name, "/anything")
    variables = source_for(UV)[1]
    assert variables == {
        **UV.fixed,
        "UV_DEFAULT_INDEX": "https://me:secret@u/s",
        "UV_INDEX_URL": "https://me:secret@u/s",
    }
    assert source_for(PIP)[1] == {**PIP.fixed, "PIP_INDEX_URL": _PYPI, "PIP_CERT": "/certificates"}
    assert PIP.fixed["PIP_CONFIG_FILE"] == os.devnull


def test_an_option_wins_over_variables(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SAMESCORE_INDEX", "https://s/s")
    monkeypatch.setenv("SAMESCORE_INSTALLER_CONFIG", "/uv.toml")
    with installing_from("https://o/s"):
        assert source_for(UV)[0] == PackageSource("https://o/s", [])
    with installing_from("wheels"):  # typed by the user, in the folder that he is in
        assert source_for(UV)[0] == PackageSource("", [str(tmp_path / "wheels")])
    assert source_for(UV)[0] == PackageSource("https://s/s", [])


@pytest.mark.parametrize("name", ["SAMESCORE_INDEX", "SAMESCORE_INSTALLER_CONFIG", "UV_INDEX", "UV_FIND_LINKS"])
def test_a_variable_cannot_depend_on_the_working_folder(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, "wheels")
    with pytest.raises(InputError, match=f"{name}: wheels is a relative path"):
        source_for(UV)


def test_a_configuration_file_counts_if_it_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "uv.toml"
    file.write_text("no-index = true\n", encoding="utf-8")
    monkeypatch.setenv("SAMESCORE_INSTALLER_CONFIG", str(file))
    source, variables = source_for(UV)
    assert source == PackageSource("", [], f"{file} (sha256 {hashlib.sha256(file.read_bytes()).hexdigest()})")
    assert variables["UV_CONFIG_FILE"] == str(file)
    assert source_for(PIP)[1]["PIP_CONFIG_FILE"] == str(file)
    file.write_text("no-index = false\n", encoding="utf-8")
    assert source_for(UV)[0] != source


def _of_another(facts: os.stat_result) -> SimpleNamespace:
    return SimpleNamespace(st_mode=facts.st_mode, st_uid=os.geteuid() + 7)


def _writable(facts: os.stat_result) -> SimpleNamespace:
    return SimpleNamespace(st_mode=facts.st_mode | 0o002, st_uid=facts.st_uid)


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="files have no owners and modes here")
@pytest.mark.parametrize("change", [_of_another, _writable])
def test_a_configuration_file_of_another_user_is_refused(
    change: Callable[[os.stat_result], SimpleNamespace], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The owner is made up: no test can make a file of another user without being root."""
    file = tmp_path / "uv.toml"
    file.write_text("", encoding="utf-8")
    monkeypatch.setenv("SAMESCORE_INSTALLER_CONFIG", str(file))
    stat = Path.stat

    def changed(path: Path, **options: Any) -> Any:
        return change(stat(path, **options)) if path == file else stat(path, **options)

    monkeypatch.setattr(Path, "stat", changed)
    with pytest.raises(InputError, match="it says where releases are installed from"):
        source_for(UV)


def test_environments_are_made_listed_and_verified_with_their_source(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SAMESCORE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("UV_CACHE_DIR", str(tmp_path / "uv"))
    make_wheel(tmp_path / "wheels", "9.1")
    made = call("environments", "make", "rapidfuzz==9.1", "--index", "wheels", cwd=tmp_path)
    assert made.returncode == 0, made.stdout + made.stderr
    assert f"from {tmp_path}/wheels" in made.stderr
    (environment,) = kept.environments()
    listed = call("environments", "list", cwd=tmp_path)
    assert f"{environment.name}  Python" in listed.stdout
    assert f"rapidfuzz==9.1  from {tmp_path}/wheels" in " ".join(listed.stdout.split("\n"))
    verified = call("environments", "verify", cwd=tmp_path)
    assert (verified.returncode, verified.stderr) == (0, "")
    assert f"{len(environment.files):,} files as installed" in verified.stdout
    (module,) = Path(environment.folder).glob("lib/python*/site-packages/rapidfuzz.py")
    module.write_text(module.read_text(encoding="utf-8").replace("return 3", "return 4"), encoding="utf-8")
    for name in (environment.name, "rapidfuzz==9.1"):
        verified = call("environments", "verify", name, cwd=tmp_path)
        assert verified.returncode == 1
        assert "changed since it was installed: lib/" in verified.stdout
        assert "rapidfuzz.py" in verified.stdout
    assert call("environments", "verify", "nltk==3.5", cwd=tmp_path).returncode == 2


@pytest.mark.parametrize("command", ["run", "diff"])
def test_a_reproduction_names_the_index(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without it, another package of this name would be installed."""
    monkeypatch.setenv("SAMESCORE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("UV_CACHE_DIR", str(tmp_path / "uv"))
    make_wheel(tmp_path / "wheels", "9.1")
    for name, text in (("hyp.txt", "seven"), ("ref.txt", "8")):  # five edits, not the 3 of the made-up release
        (tmp_path / name).write_text(f"{text}\n", encoding="utf-8")
    if command == "run":
        options = ["rapidfuzz==9.1", "-k", "edit-distance-release", "--no-report", "-v"]
    else:
        options = ["hyp.txt", "-r", "ref.txt", "-m", "edit-distance", "-i", "rapidfuzz==9.1"]
    done = call(command, *options, "--index", "wheels", cwd=tmp_path, COLUMNS="400")
    (line, *_) = [
        line
        for line in (done.stdout + done.stderr).splitlines()
        if f"samescore {command} " in line and "rapidfuzz==9.1" in line
    ]
    assert "--index" in line, done.stdout
    assert "wheels" in line.partition("--index")[2]


def test_a_project_cannot_name_an_index(tmp_path: Path) -> None:
    """A cloned repository could."""
    table = '[tool.samescore]\nimplementation = "nltk==3.5"\nindex = "https://evil.example/simple"\n'
    (tmp_path / "pyproject.toml").write_text(table, encoding="utf-8")
    done = call("run", cwd=tmp_path)
    assert done.returncode == 2
    assert "unknown key 'index'" in done.stderr
