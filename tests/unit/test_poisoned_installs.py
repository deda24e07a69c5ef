"""Attempts to plant a package: by files in the working folder, by variables, and in the cache of environments.

The wheels are made by the tests; nothing is downloaded. "Honest" wheels answer 3, "planted" ones 666.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from samescore.base.errors import InputError
from samescore.catalogue.vectors import select
from samescore.implementations import Release, implementation
from samescore.implementations import environments as kept
from samescore.verbs.judging.judge import judge
from tests.wheels import make_wheel

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

#: A release of which only the planted folder has a wheel, and one that is honest elsewhere.
_PLANTED, _BOTH = "6.6", "9.1"


@pytest.fixture
def honest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of wheels that the user's environment names, and an empty cache."""
    for name in [name for name in os.environ if name.startswith(("PIP_", "UV_", "SAMESCORE_IN"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("SAMESCORE_CACHE", str(tmp_path / "cache"))
    for name in ("UV_FIND_LINKS", "PIP_FIND_LINKS"):
        monkeypatch.setenv(name, str(tmp_path / "honest"))
    for name in ("UV_NO_INDEX", "UV_OFFLINE", "PIP_NO_INDEX"):
        monkeypatch.setenv(name, "1")
    monkeypatch.setenv("UV_CACHE_DIR", str(tmp_path / "uv"))
    make_wheel(tmp_path / "honest", _BOTH)
    return tmp_path / "honest"


@pytest.fixture
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder: a repository that an attacker wrote, with planted wheels in it."""
    folder = tmp_path / "clone"
    folder.mkdir()
    for version in (_PLANTED, _BOTH):
        make_wheel(folder / "planted", version, "return 666")
    monkeypatch.chdir(folder)
    return folder


def _release(version: str) -> Release:
    release = implementation(f"rapidfuzz=={version}")
    assert isinstance(release, Release)
    return release


def _answer(version: str = _BOTH) -> str:
    """What a release answers; its refusal if it is unavailable."""
    release = _release(version)
    try:
        refusal = release.unavailable()
        if refusal is not None:
            return refusal.reason
        return judge(
            release, select(["edit-distance"], "edit-distance-release-exchange-osa")[0]
        ).outcome.text.removesuffix(".0")
    finally:
        release.close()


def _is_refused(version: str = _PLANTED) -> bool:
    release = _release(version)
    refusal = release.unavailable()
    release.close()
    return refusal is not None and kept.environments() == []


# Files of the working folder and above it.


@pytest.mark.parametrize("place", [".", ".."])
@pytest.mark.parametrize(("file", "table"), [("uv.toml", ""), ("pyproject.toml", "[tool.uv]\n")])
@pytest.mark.usefixtures("honest")
def test_uvs_configuration_in_the_folder_is_not_read(clone: Path, file: str, table: str, place: str) -> None:
    text = f"{table}find-links = ['{clone}/planted']\nno-index = true\n"
    (clone / place / file).write_text(text, encoding="utf-8")
    assert _is_refused()


@pytest.mark.usefixtures("honest")
def test_uvs_configuration_around_a_cache_inside_the_folder_is_not_read(
    clone: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SAMESCORE_CACHE", str(clone / ".cache" / "samescore"))
    (clone / "uv.toml").write_text(f"find-links = ['{clone}/planted']\n", encoding="utf-8")
    assert _is_refused()


@pytest.mark.slow
@pytest.mark.parametrize("written", ["pip.conf", "{clone}/pip.conf"])
@pytest.mark.usefixtures("honest")
def test_a_configuration_file_of_pip_is_not_read(clone: Path, written: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (clone / "pip.conf").write_text(f"[global]\nfind-links = {clone}/planted\n", encoding="utf-8")
    monkeypatch.setenv("SAMESCORE_INSTALLER", "pip")
    monkeypatch.setenv("PIP_CONFIG_FILE", written.format(clone=clone))
    monkeypatch.delenv("PIP_FIND_LINKS")
    assert _is_refused()


@pytest.mark.parametrize("written", ["uv.toml", "{clone}/uv.toml"])
@pytest.mark.usefixtures("honest")
def test_a_configuration_file_of_uv_is_not_read(clone: Path, written: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (clone / "uv.toml").write_text(f"find-links = ['{clone}/planted']\nno-index = true\n", encoding="utf-8")
    monkeypatch.setenv("UV_CONFIG_FILE", written.format(clone=clone))
    assert _is_refused()


def _marking(path: Path, clone: Path) -> None:
    path.write_text(f"open({str(clone / 'executed')!r}, 'w').close()\n", encoding="utf-8")


@pytest.mark.slow
@pytest.mark.usefixtures("honest")
def test_a_module_called_uv_in_the_folder_is_not_executed(clone: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _marking(clone / "uv.py", clone)
    monkeypatch.syspath_prepend(str(clone))  # as python -m samescore does
    which = shutil.which
    monkeypatch.setattr(shutil, "which", lambda name, **more: None if name == "uv" else which(name, **more))
    _answer()
    assert not (clone / "executed").exists()


@pytest.mark.slow
@pytest.mark.parametrize("module", ["venv", "pip", "ensurepip", "json"])
@pytest.mark.usefixtures("honest")
def test_modules_of_the_folder_are_not_executed_by_pip(
    clone: Path, module: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    _marking(clone / f"{module}.py", clone)
    monkeypatch.setenv("SAMESCORE_INSTALLER", "pip")
    assert _answer() == "3"
    assert not (clone / "executed").exists()


def test_a_program_called_uv_in_the_folder_is_not_executed(
    honest: Path, clone: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even where the folder itself is on the path, as it always is on Windows."""
    (clone / "uv").write_text(f"#!/bin/sh\ntouch '{clone}/executed'\n", encoding="utf-8")
    (clone / "uv").chmod(0o700)
    monkeypatch.setenv("PATH", f".{os.pathsep}{os.environ['PATH']}")
    assert _answer() == "3"
    assert not (clone / "executed").exists()
    assert honest.exists()


@pytest.mark.slow
def test_modules_of_the_folder_are_not_executed_by_the_search_for_interpreters(clone: Path, tmp_path: Path) -> None:
    for module in ("platform", "json", "sysconfig"):
        _marking(clone / f"{module}.py", clone)
    script = tmp_path / "program"  # in a folder of its own, which is the first on its path
    script.write_text(
        "from samescore.implementations.interpreters import find, installed_interpreters\n"
        f"print(len(installed_interpreters()), find({sys.executable!r}, '').version)\n",
        encoding="utf-8",
    )
    done = subprocess.run([sys.executable, str(script)], cwd=clone, capture_output=True, text=True, check=False)
    assert done.stdout.endswith(f" {'.'.join(map(str, sys.version_info[:3]))}\n"), done.stderr
    assert not (clone / "executed").exists()


# Environment variables.


@pytest.mark.parametrize("name", ["UV_FIND_LINKS", "UV_INDEX", "UV_DEFAULT_INDEX", "UV_EXTRA_INDEX_URL"])
@pytest.mark.usefixtures("honest", "clone")
def test_a_relative_path_in_a_variable_is_an_error(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It would mean another folder in every working folder."""
    monkeypatch.setenv(name, "planted")
    monkeypatch.delenv("UV_NO_INDEX")
    with pytest.raises(InputError, match=f"{name}.*relative"):
        _answer(_PLANTED)
    assert kept.environments() == []


@pytest.mark.usefixtures("honest")
def test_other_variables_of_the_installer_do_not_count(clone: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As an override, which replaces what a requirement says."""
    (clone / "overrides.txt").write_text(f"rapidfuzz @ file://{clone}/planted/rapidfuzz-9.1-py3-none-any.whl\n")
    monkeypatch.setenv("UV_OVERRIDE", str(clone / "overrides.txt"))
    assert _answer() == "3"


@pytest.mark.parametrize("installer", ["uv", pytest.param("pip", marks=pytest.mark.slow)])
def test_a_configuration_file_that_is_named_is_obeyed(
    honest: Path, tmp_path: Path, installer: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only the file that SAMESCORE_INSTALLER_CONFIG names; an environment made with another content is not used."""
    texts = {"uv": "no-index = true\nfind-links = ['{}']\n", "pip": "[global]\nno-index = true\nfind-links = {}\n"}
    monkeypatch.setenv("SAMESCORE_INSTALLER", installer)
    for name in ("UV_FIND_LINKS", "PIP_FIND_LINKS", "UV_NO_INDEX", "PIP_NO_INDEX"):
        monkeypatch.delenv(name)
    make_wheel(tmp_path / "other", _BOTH, "return 4")
    file = tmp_path / "named.conf"
    monkeypatch.setenv("SAMESCORE_INSTALLER_CONFIG", str(file))
    for folder, answer in ((honest, "3"), (tmp_path / "other", "4")):
        file.write_text(texts[installer].format(folder), encoding="utf-8")
        assert _answer() == answer
    assert len(kept.environments()) == 2


def test_an_environment_from_another_source_is_not_reused(
    honest: Path, clone: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not in the next run, without the variable that led there."""
    monkeypatch.setenv("UV_FIND_LINKS", str(clone / "planted"))
    assert _answer() == "666"
    monkeypatch.setenv("UV_FIND_LINKS", str(honest))
    assert _answer() == "3"
    sources = {tuple(environment.source.others) for environment in kept.environments()}
    assert sources == {(str(clone / "planted"),), (str(honest),)}


# The cache.


def _installed(folder: Path) -> Path:
    (module,) = folder.glob("lib/python*/site-packages/rapidfuzz.py")
    return module


def _replaced(module: Path) -> None:
    module.write_text(module.read_text(encoding="utf-8").replace("return 3", "return 666"), encoding="utf-8")


def _replaced_at_the_same_size(module: Path) -> None:
    before = module.stat()
    module.write_text(module.read_text(encoding="utf-8").replace("return 3", "return 6"), encoding="utf-8")
    os.utime(module, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert module.stat().st_size == before.st_size


def _startup_file(module: Path) -> None:
    (module.parent / "planted.pth").write_text("import rapidfuzz; rapidfuzz.distance = None\n", encoding="utf-8")


def _other_module(module: Path) -> None:
    folder = module.parent / "rapidfuzz"
    folder.mkdir()
    (folder / "__init__.py").write_text(module.read_text(encoding="utf-8").replace("return 3", "return 666"))


def _linked(module: Path) -> None:
    planted = module.parents[3] / "work" / "planted.py"
    planted.write_text(module.read_text(encoding="utf-8").replace("return 3", "return 666"), encoding="utf-8")
    module.unlink()
    module.symlink_to(planted)


@pytest.mark.slow
@pytest.mark.parametrize(
    "plant", [_replaced, _replaced_at_the_same_size, _startup_file, _other_module, _linked, Path.unlink]
)
@pytest.mark.usefixtures("honest", "clone")
def test_an_environment_that_was_changed_is_made_anew(plant: object, caplog: pytest.LogCaptureFixture) -> None:
    assert _answer() == "3"
    (environment,) = kept.environments()
    assert callable(plant)
    plant(_installed(Path(environment.folder)))
    caplog.set_level("INFO", "samescore")
    assert _answer() == "3"
    assert f"{environment.name} has changed since it was installed" in caplog.text
    assert [record.getMessage().split()[0] for record in caplog.records].count("installing") == 1
    caplog.clear()
    assert _answer() == "3"
    assert caplog.text == ""


@pytest.mark.usefixtures("honest", "clone")
def test_an_environment_without_a_record_is_made_anew(caplog: pytest.LogCaptureFixture) -> None:
    """As older versions of samescore made them, wherever the package came from."""
    assert _answer() == "3"
    (environment,) = kept.environments()
    file = Path(environment.folder) / "environment.json"
    record = json.loads(file.read_bytes())
    del record["source"], record["files"]
    file.write_text(json.dumps(record), encoding="utf-8")
    _replaced(_installed(Path(environment.folder)))
    assert kept.broken() == {environment.name: "made by an older samescore"}
    caplog.set_level("INFO", "samescore")
    assert _answer() == "3"
    assert f"{environment.name} was made by an older samescore" in caplog.text
    assert len(kept.environments()) == 1
    assert not kept.broken()


@pytest.mark.usefixtures("clone")
def test_installed_files_are_recorded_with_checksums(honest: Path) -> None:
    import hashlib

    assert _answer() == "3"
    (environment,) = kept.environments()
    assert environment.source.index == ""
    assert environment.source.others == [str(honest)]
    module = _installed(Path(environment.folder))
    name = module.relative_to(environment.folder).as_posix()
    assert environment.files[name].sha256 == hashlib.sha256(module.read_bytes()).hexdigest()
    there = {
        path.relative_to(environment.folder).as_posix()
        for path in Path(environment.folder).rglob("*")
        if (path.is_file() or path.is_symlink()) and "__pycache__" not in path.parts
    }
    inside_links = {name for name in there if name.startswith("lib64/")}
    assert environment.files.keys() == there - inside_links - {"environment.json"}


def test_the_test_itself_can_install_what_is_planted(
    honest: Path, clone: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise every refusal above would prove nothing."""
    monkeypatch.setenv("UV_FIND_LINKS", f"{honest},{clone}/planted")
    assert _answer(_PLANTED) == "666"
    assert sys.executable
