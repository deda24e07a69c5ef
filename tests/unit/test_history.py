"""The runs that are kept in the state folder: which ones, for how long, and what failed in them."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from samescore.base.errors import InputError
from samescore.records import Answer, Header, Participant, Record, Result, VectorVerdict, history, line
from samescore.records.history import forget_old_runs, kept_runs, last_failures, last_run, new_run, state_folder

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A state folder, and a working folder."""
    monkeypatch.setenv("SAMESCORE_STATE", str(tmp_path / "state"))
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    return tmp_path / "state" / "runs"


def _result(vector: str, verdict: VectorVerdict, name: str = "py:mine:wer") -> Result:
    return Result(vector, "wer", name, "", verdict, Answer("score", 0.5), [], [], "", [], "")


def _keep(*results: Result, seed: int | None = None) -> Path:
    """Keep a run with these results."""
    names = dict.fromkeys(result.implementation for result in results)
    header = Header("samescore-report/1", "0", {}, [Participant(name, "", "", "", seed=seed) for name in names])
    written: list[Record] = [header, *results]
    path = new_run()
    path.write_text("".join(f"{line(record)}\n" for record in written), encoding="utf-8")
    return path


def test_runs_are_kept_where_the_user_says(folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert state_folder() == folder
    assert new_run().parent == folder
    assert folder.is_dir()
    monkeypatch.delenv("SAMESCORE_STATE")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "xdg"))
    if os.name == "posix" and os.uname().sysname == "Linux":
        assert state_folder() == tmp_path / "xdg" / "samescore" / "runs"
    assert state_folder() != folder


def test_the_last_run_is_the_one_that_began_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match="no saved run"):
        last_run()
    first, second = _keep(), _keep()
    assert last_run() == second
    assert kept_runs() == [second, first]
    monkeypatch.chdir(tmp_path)
    third = _keep()
    assert last_run() == third, "that of another working folder, too"
    assert kept_runs(here=True) == [third]
    monkeypatch.chdir(tmp_path / "work")
    assert last_run() == last_run(here=True) == second, "that of this folder goes first"


def test_old_runs_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = [_keep() for _ in range(history.MOST_RUNS + 5)]
    forget_old_runs()
    assert kept_runs() == kept[:4:-1]
    size = kept[-1].stat().st_size
    monkeypatch.setattr(history, "MOST_BYTES", 3 * size)
    forget_old_runs()
    assert kept_runs() == kept[: -1 - 3 : -1]
    monkeypatch.setattr(history, "MOST_BYTES", 1)
    forget_old_runs()
    assert kept_runs() == kept[-1:], "the last one stays, however large it is"


def test_partial_files_of_killed_processes_are_removed_after_a_day(folder: Path) -> None:
    old, young = new_run().with_suffix(".jsonl.part"), new_run().with_suffix(".jsonl.part")
    for path in (old, young):
        path.write_text("half", encoding="utf-8")
    two_days_ago = time.time() - 2 * 86_400
    os.utime(old, (two_days_ago, two_days_ago))
    forget_old_runs()
    assert list(folder.iterdir()) == [young]


def test_files_of_others_are_neither_read_nor_removed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = _keep()
    foreign = [
        folder / name for name in ("zz-my-data.jsonl", "thesis.txt.part", f"old-{kept.name}", f"{kept.name}.x.part")
    ]
    two_days_ago = time.time() - 2 * 86_400
    for path in foreign:
        path.write_text("mine", encoding="utf-8")
        os.utime(path, (two_days_ago, two_days_ago))
    assert last_run() == kept
    assert kept_runs() == kept_runs(here=True) == [kept]
    monkeypatch.setattr(history, "MOST_BYTES", 1)
    monkeypatch.setattr(history, "MOST_RUNS", 1)
    forget_old_runs()
    assert sorted(folder.iterdir()) == sorted([kept, *foreign])


def test_the_failures_are_those_of_the_last_run_that_asked() -> None:
    wrong, right, error = VectorVerdict.DISAGREE, VectorVerdict.AGREE, VectorVerdict.ERROR
    _keep(_result("wer-a", wrong), _result("wer-b", wrong), _result("wer-c", error), _result("wer-d", right))
    _keep(_result("wer-a", right), _result("wer-d", VectorVerdict.UNAVAILABLE), _result("wer-x", wrong, "native"))
    _keep(_result("wer-b", wrong))
    assert last_failures(["py:mine:wer"]) == {"py:mine:wer": ["wer-b", "wer-c"]}
    assert last_failures(["py:mine:wer", "native"])["native"] == ["wer-x"]
    assert last_failures(["py:other:wer"]) == {}
    _keep(_result("wer-b", right), _result("wer-c", VectorVerdict.DIVERGE))
    assert last_failures(["py:mine:wer"]) == {"py:mine:wer": []}


def test_fresh_failures_are_those_of_one_seed() -> None:
    wrong = VectorVerdict.DISAGREE
    _keep(_result("fresh-wer-7-1", wrong), _result("wer-a", wrong), seed=7)
    _keep(_result("fresh-wer-8-2", wrong), seed=8)
    assert last_failures(["py:mine:wer"]) == {"py:mine:wer": ["fresh-wer-8-2", "wer-a"]}


def test_a_damaged_run_and_one_of_another_folder_say_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _keep(_result("wer-a", VectorVerdict.DISAGREE))
    new_run().write_text("{}\n", encoding="utf-8")
    assert last_failures(["py:mine:wer"]) == {"py:mine:wer": ["wer-a"]}
    monkeypatch.chdir(tmp_path)
    assert last_failures(["py:mine:wer"]) == {}
