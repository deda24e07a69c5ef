"""What all tests share."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from tests.routes import both_routes

__all__ = ["both_routes", "state_folder"]


def pytest_collection_finish() -> None:
    """Leave what tens of thousands of items are made of out of every later search for garbage."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True, scope="session")
def state_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test keeps its runs in the folder of the person who runs it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SAMESCORE_STATE", str(tmp_path_factory.mktemp("state")))
        yield
