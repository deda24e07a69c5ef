"""Hooks and fixtures of all tests."""

from __future__ import annotations

import contextlib
import gc
import importlib
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from samescore.records import CALLS
from tests.routes import both_routes

__all__ = ["both_routes", "state_folder"]


_TOP = Path(__file__).resolve().parents[1]


#: The marks of a whole module, and a selection that only leaves out marks.
_MARKS = re.compile(r"^pytestmark = (\[[^]]*\]|.*)$", re.MULTILINE)
_EXCLUSION = re.compile(r"not \w+(?: and not \w+)*")


def _is_deselected(path: Path, config: pytest.Config) -> bool:
    """Return whether ``-m "not once and ..."`` leaves out a whole module, which then need not be imported."""
    selection: str = config.option.markexpr
    if path.suffix != ".py" or not _EXCLUSION.fullmatch(selection):
        return False
    marks = _MARKS.search(path.read_text(encoding="utf-8"))
    excluded = set(selection.split()) - {"not", "and"}
    return bool(marks and excluded & set(re.findall(r"pytest\.mark\.(\w+)", marks[1])))


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Skip modules that no selected test is in: most of them, on all interpreters but the newest one."""
    return _is_deselected(collection_path, config) or None


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Let each worker of pytest-xdist import a share of all test modules before it collects them.

    Rewriting assertions takes longer than all other parts of the collection. The other workers find the rewritten
    modules in the bytecode cache.
    """
    given: dict[str, object] | None = getattr(session.config, "workerinput", None)
    if given is None or session.config.args != session.config.getini("testpaths"):
        return
    number, count = int(str(given["workerid"]).removeprefix("gw")), int(str(given["workercount"]))
    paths = sorted(path for top in ("tests", "conformance") for path in (_TOP / top).rglob("test_*.py"))
    for path in [path for path in paths if not _is_deselected(path, session.config)][number::count]:
        with contextlib.suppress(Exception, pytest.skip.Exception):  # the collection reports it
            importlib.import_module(".".join(path.relative_to(_TOP).with_suffix("").parts))


def pytest_collection_finish() -> None:
    """Exclude the tens of thousands of collected items from garbage collections, make these rare, and write no bytecode.

    A module that a test writes twice within a second must not be read from a stale cache.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(200_000, 20, 50)
    sys.dont_write_bytecode = True
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"


@pytest.fixture(autouse=True, scope="session")
def state_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep the runs of tests in a temporary folder instead of the user's."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SAMESCORE_STATE", str(tmp_path_factory.mktemp("state")))
        yield


@pytest.fixture(autouse=True, scope="session")
def few_repetitions() -> Iterator[None]:
    """End the repetition of inputs after 200 calls instead of 2,000, in tests of something else."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("samescore.verbs.judging.repeat.CALLS", 200)
        yield


@pytest.fixture
def all_repetitions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Repeat inputs until there were 2,000 calls, as commands do."""
    monkeypatch.setattr("samescore.verbs.judging.repeat.CALLS", CALLS)
