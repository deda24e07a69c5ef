"""The folder of environments: refused if others can write it; what is broken in it can be removed."""

from __future__ import annotations

import json
import os
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from samescore.base.errors import InputError
from samescore.base.trust import check_trusted
from samescore.implementations import environments as kept
from samescore.implementations import implementation
from tests.command import call

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

posix = pytest.mark.skipif(not hasattr(os, "geteuid"), reason="files have no owners and modes here")


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SAMESCORE_CACHE", str(tmp_path / "cache"))
    folder = kept.cache_folder()
    folder.mkdir(parents=True, mode=0o700)
    folder.parent.chmod(0o700)
    return folder


def _environment(cache: Path, name: str, **other: Any) -> Path:
    folder = cache / name
    (folder / "bin").mkdir(parents=True)
    facts = {"python": "3.11.7", "implementation": "CPython", "platform": "linux", "unicode": "15", "packages": {}}
    record = {
        "package": "nltk",
        "version": "3.5",
        "base": "/python",
        "requirements": ["nltk==3.5"],
        "installer": "pip",
        "source": {"index": "https://pypi.org/simple", "others": []},
        "folder": str(folder),
        "facts": facts | other.pop("facts", {}),
        "files": {},
    }
    (folder / "environment.json").write_text(json.dumps(record | other), encoding="utf-8")
    return folder


@posix
@pytest.mark.parametrize("mode", [0o770, 0o707, 0o777, 0o1777])
@pytest.mark.parametrize("which", ["", "environments"])
def test_a_folder_that_others_can_write_is_refused(cache: Path, which: str, mode: int, tmp_path: Path) -> None:
    _environment(cache, "nltk-3.5")
    (cache.parent / which).chmod(mode)
    if mode == 0o1777 and not which:  # nobody can replace what is ours in it
        assert len(kept.environments()) == 1
        return
    for command in (("environments", "list"), ("environments", "remove", "--all"), ("run", "nltk==3.5", "--no-report")):
        done = call(*command, cwd=tmp_path)
        assert (done.returncode, done.stdout) == (2, "")
        assert "is writable by other users, and samescore would run programs in it" in done.stderr
        assert "chmod go-w" in done.stderr
    assert (cache / "nltk-3.5").exists()
    with pytest.raises(InputError, match="by other users"):
        implementation("nltk==3.5").unavailable()


@posix
def test_the_folder_of_an_environment_is_checked_before_it_is_used(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SAMESCORE_INDEX", "https://pypi.org/simple")
    folder = _environment(cache, "nltk-3.5-py3.9.1-0", facts={"python": "3.9.1"})
    (folder / "bin" / "python").write_text("", encoding="utf-8")
    folder.chmod(0o777)
    with pytest.raises(InputError, match=r"nltk-3\.5-py3\.9\.1-0 is writable by other users"):
        kept.environment_for("nltk", "3.5")


@posix
def test_the_owner_and_what_is_above_count_too(cache: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    check_trusted(cache, cache.parent)
    tmp_path.chmod(0o777)
    with pytest.raises(InputError, match="by other users"):
        check_trusted(cache, cache.parent)
    tmp_path.chmod(0o1777)
    check_trusted(cache, cache.parent)
    stat = Path.stat

    def of_another(path: Path, **options: Any) -> Any:
        facts = stat(path, **options)
        return SimpleNamespace(st_mode=facts.st_mode, st_uid=os.geteuid() + 7 if path == cache else facts.st_uid)

    monkeypatch.setattr(Path, "stat", of_another)
    with pytest.raises(InputError, match="belongs to another user") as caught:
        check_trusted(cache, cache.parent)
    assert "SAMESCORE_CACHE" in caught.value.hint


def test_a_relative_cache_is_refused(cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cloned repository could bring environments in it."""
    _environment(cache, "nltk-3.5")
    monkeypatch.setenv("SAMESCORE_CACHE", "cache")
    done = call("environments", "list", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "the cache folder cache is a relative path" in done.stderr


def test_the_programs_of_a_record_are_those_beside_it(cache: Path) -> None:
    """Not those of a folder of the same name that the record names."""
    _environment(cache, "nltk-3.5", folder="/elsewhere/nltk-3.5")
    assert [environment.folder for environment in kept.environments()] == [str(cache / "nltk-3.5")]


def test_an_empty_variable_is_not_a_cache_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SAMESCORE_CACHE", raising=False)
    default = kept.cache_folder()
    monkeypatch.setenv("SAMESCORE_CACHE", "")
    assert kept.cache_folder() == default


@posix
def test_the_folder_is_made_for_its_user_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SAMESCORE_CACHE", str(tmp_path / "new"))
    mask = os.umask(0)
    try:
        kept._make_cache()
    finally:
        os.umask(mask)
    assert [folder.stat().st_mode & 0o777 for folder in (tmp_path / "new", kept.cache_folder())] == [0o700, 0o700]


_BROKEN: dict[str, bytes | dict[str, Any]] = {
    "empty": b"",
    "half": b'{"package": "nltk"',
    "deep": b"[" * 100_000,
    "another": {"folder": "/elsewhere/other"},
    "no-version": {"facts": {"python": "x"}},
    "a folder": {},
    "\x1b[31m": b"{}",
}


def _damaged(cache: Path, name: str) -> Path:
    content = _BROKEN[name]
    if isinstance(content, dict):
        folder = _environment(cache, name, **content)
    else:
        folder = _environment(cache, name)
        (folder / "environment.json").write_bytes(content)
    if name == "a folder":
        (folder / "environment.json").unlink()
        (folder / "environment.json").mkdir()
    return folder


@pytest.mark.parametrize("name", _BROKEN)
def test_a_broken_environment_is_listed_and_removed(name: str, cache: Path, tmp_path: Path) -> None:
    whole, folder = _environment(cache, "nltk-3.5"), _damaged(cache, name)
    listed = call("environments", "list", cwd=tmp_path)
    assert listed.returncode == 0
    assert "\x1b" not in listed.stdout
    assert f"{name}  incomplete or damaged".replace("\x1b", "\\x1b") in listed.stdout
    assert call("environments", "remove", name, cwd=tmp_path).returncode == 0
    assert not folder.exists()
    assert whole.exists()
    folder = _damaged(cache, name)
    assert call("environments", "remove", "--all", cwd=tmp_path).returncode == 0
    assert list(cache.glob("*")) == []


def test_names_outside_of_the_folder_are_not_removed(cache: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (cache / "link").symlink_to(outside, target_is_directory=True)
    for name in ("../..", str(outside), ".", ""):
        assert call("environments", "remove", name, cwd=tmp_path).returncode == 2
    assert call("environments", "remove", "link", cwd=tmp_path).returncode == 0
    assert outside.exists()
    assert not (cache / "link").is_symlink()
