"""Hooks and fixtures of all tests."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from tests.routes import both_routes

__all__ = ["both_routes", "state_folder"]


def pytest_collection_finish() -> None:
    """Exclude the tens of thousands of collected items from later garbage collections."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True, scope="session")
def state_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep the runs of tests in a temporary folder instead of the user's."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SAMESCORE_STATE", str(tmp_path_factory.mktemp("state")))
        yield
