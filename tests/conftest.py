"""Hooks and fixtures of all tests."""

from __future__ import annotations

import contextlib
import gc
import importlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.routes import both_routes

__all__ = ["both_routes", "state_folder"]


_TOP = Path(__file__).resolve().parents[1]


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
    for path in sorted(path for top in ("tests", "conformance") for path in (_TOP / top).rglob("test_*.py"))[
        number::count
    ]:
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


@pytest.fixture
def few_repetitions(monkeypatch: pytest.MonkeyPatch) -> None:
    """End the repetition of inputs after 200 calls instead of 2,000, in tests of something else."""
    monkeypatch.setattr("samescore.verbs.judging.repeat.CALLS", 200)
