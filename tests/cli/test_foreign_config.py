"""``[tool.samescore]`` of somebody else: where it is looked for, whose file counts, which paths it may name.

Owners and modes are made up by replacing `Path.stat`: no test can make a file of another user without being root.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from samescore.base.errors import InputError
from samescore.cli.config import table
from tests.command import PROGRAM, call

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

posix = pytest.mark.skipif(not hasattr(os, "geteuid"), reason="files have no owners and modes here")

_PROGRAM = "touch executed"
_TABLE = f'[tool.samescore]\nimplementation = "cmd:{_PROGRAM}"\nmetric = "bleu"\n'


@pytest.fixture
def shared(tmp_path: Path) -> Path:
    """A folder like the shared temporary one, with a folder of the user's two levels below."""
    (tmp_path / "pyproject.toml").write_text(_TABLE, encoding="utf-8")
    (tmp_path / "mine" / "work").mkdir(parents=True)
    return tmp_path


def _changed_facts(
    monkeypatch: pytest.MonkeyPatch, of: Path, change: Callable[[os.stat_result], tuple[int, int]]
) -> None:
    """Let a path have another mode and owner."""
    stat = Path.stat

    def changed(path: Path, **options: Any) -> Any:
        facts = stat(path, **options)
        if path != of:
            return facts
        mode, owner = change(facts)
        return os.stat_result((mode, *facts[1:4], owner, *facts[5:]))

    monkeypatch.setattr(Path, "stat", changed)


def _of_another(facts: os.stat_result) -> tuple[int, int]:
    return facts.st_mode, os.geteuid() + 7


def _writable(facts: os.stat_result) -> tuple[int, int]:
    return facts.st_mode | 0o002, facts.st_uid


@posix
@pytest.mark.parametrize("of", ["pyproject.toml", "."])
@pytest.mark.parametrize(
    ("change", "complaint"), [(_of_another, "belongs to another user"), (_writable, "can be written by other users")]
)
def test_a_file_that_another_user_could_write_is_refused(
    shared: Path,
    of: str,
    change: Callable[[os.stat_result], tuple[int, int]],
    complaint: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _changed_facts(monkeypatch, shared / of, change)
    work = shared / "mine" / "work"
    for command in ("run", "smoke", "identify"):
        done = call(command, cwd=work)
        assert (done.returncode, done.stdout) == (2, "")
        assert complaint in done.stderr
        assert "--config" in done.stderr
        assert "--no-config" in done.stderr
    assert not list(shared.rglob("executed"))
    with pytest.raises(InputError, match=complaint):
        table(folder=work)
    assert table(shared / "pyproject.toml") is not None  # the user has named it


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give a file away")
def test_a_file_that_really_is_another_users_is_refused(shared: Path) -> None:
    os.chown(shared / "pyproject.toml", 65534, -1)
    done = call("run", cwd=shared / "mine" / "work")
    assert done.returncode == 2
    assert f"{shared / 'pyproject.toml'} belongs to another user" in done.stderr
    assert not list(shared.rglob("executed"))


@posix
def test_a_file_of_the_administrator_counts(shared: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _changed_facts(monkeypatch, shared / "pyproject.toml", lambda facts: (facts.st_mode, 0))
    monkeypatch.setattr(os, "geteuid", lambda: shared.stat().st_uid)
    assert table(folder=shared) is not None


@posix
def test_a_link_that_another_user_made_is_refused(shared: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """To a file of the user's own, whose program would be another one here."""
    (shared / "mine" / "pyproject.toml").symlink_to(shared / "pyproject.toml")
    stat = Path.stat

    def changed(path: Path, *, follow_symlinks: bool = True) -> Any:
        facts = stat(path, follow_symlinks=follow_symlinks)
        if path == shared / "mine" / "pyproject.toml" and not follow_symlinks:
            return os.stat_result((*facts[:4], os.geteuid() + 7, *facts[5:]))
        return facts

    monkeypatch.setattr(Path, "stat", changed)
    with pytest.raises(InputError, match="belongs to another user"):
        table(folder=shared / "mine" / "work")


@pytest.mark.parametrize("kind", ["folder", "file"])
def test_the_search_ends_at_the_root_of_the_repository(shared: Path, kind: str) -> None:
    """A work tree of git has a file instead of the folder."""
    if kind == "folder":
        (shared / "mine" / ".git").mkdir()
    else:
        (shared / "mine" / ".git").write_text("gitdir: /elsewhere\n", encoding="utf-8")
    assert table(folder=shared / "mine" / "work") is None
    (shared / "mine" / "pyproject.toml").write_text('[tool.samescore]\nmetric = "wer"\n', encoding="utf-8")
    found = table(folder=shared / "mine" / "work")
    assert found is not None
    assert found.values == {"metric": "wer"}


def test_the_search_ends_at_home(shared: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(shared / "mine"))
    monkeypatch.setenv("USERPROFILE", str(shared / "mine"))
    assert table(folder=shared / "mine" / "work") is None
    monkeypatch.setenv("HOME", str(shared))
    monkeypatch.setenv("USERPROFILE", str(shared))
    assert table(folder=shared / "mine" / "work") is not None


@pytest.mark.parametrize("key", ["report", "markdown", "html", "junit", "against", "expect", "inputs"])
@pytest.mark.parametrize(
    "path", ["../victim", "{outside}/victim", "link/victim", "linked", ".git/config", "a/../../victim"]
)
def test_a_path_outside_of_the_project_is_an_error(tmp_path: Path, key: str, path: str) -> None:
    project, outside = tmp_path / "project", tmp_path / "outside"
    for folder in (project, outside, project / ".git"):
        folder.mkdir()
    victims = [tmp_path / "victim", outside / "victim", project / ".git" / "config"]
    for victim in victims:
        victim.write_text("mine\n", encoding="utf-8")
    (project / "link").symlink_to(outside, target_is_directory=True)
    (project / "linked").symlink_to(outside / "victim")
    text = f"[tool.samescore]\nimplementation = 'native:jiwer'\nfresh = 0\n{key} = '{path.format(outside=outside)}'\n"
    (project / "pyproject.toml").write_text(text, encoding="utf-8")
    done = call("run", "-k", "wer-no", cwd=project)
    assert done.returncode == 2
    assert f"{project / 'pyproject.toml'}: {key}: {path.format(outside=outside)} is outside the project" in done.stderr
    assert [victim.read_text(encoding="utf-8") for victim in victims] == ["mine\n"] * 3


def test_the_command_line_may_name_any_path(tmp_path: Path) -> None:
    (tmp_path / "project").mkdir()
    text = "[tool.samescore]\nimplementation = 'native:jiwer'\nfresh = 0\nreport = 'report.jsonl'\n"
    (tmp_path / "project" / "pyproject.toml").write_text(text, encoding="utf-8")
    done = call("run", "-k", "wer-no", "--report=../outside.jsonl", cwd=tmp_path / "project")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "outside.jsonl").exists()


def test_a_path_in_the_project_counts(tmp_path: Path) -> None:
    text = "[tool.samescore]\nimplementation = 'native:jiwer'\nfresh = 0\nreport = 'a/../out/report.jsonl'\n"
    (tmp_path / "pyproject.toml").write_text(text, encoding="utf-8")
    (tmp_path / "out").mkdir()
    (tmp_path / "a").mkdir()
    done = call("run", "-k", "wer-no", cwd=tmp_path / "a")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "out" / "report.jsonl").exists()


@pytest.mark.parametrize("command", ["run", "smoke", "identify"])
def test_a_configured_program_is_announced_before_it_runs(tmp_path: Path, command: str) -> None:
    """On stderr; the program notes how much of it was there when it started."""
    program = f"sh -c 'wc -c < {tmp_path}/stderr > {tmp_path}/before; exit 3'"
    text = f'[tool.samescore]\nimplementation = "cmd:{program}"\nmetric = "bleu"\n'
    (tmp_path / "pyproject.toml").write_text(text, encoding="utf-8")

    with (tmp_path / "stderr").open("wb") as stderr:
        subprocess.run([*PROGRAM, command], cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=stderr, check=False)
    said = (tmp_path / "stderr").read_bytes()
    before = said[: int((tmp_path / "before").read_text())].decode()
    assert f"running cmd:{program}, named in {tmp_path / 'pyproject.toml'}" in before


def test_a_native_implementation_is_not_announced(tmp_path: Path) -> None:
    text = '[tool.samescore]\nimplementation = "native:jiwer"\nfresh = 0\n'
    (tmp_path / "pyproject.toml").write_text(text, encoding="utf-8")
    done = call("run", "-k", "wer-no", "--no-report", cwd=tmp_path)
    assert "running" not in done.stderr
