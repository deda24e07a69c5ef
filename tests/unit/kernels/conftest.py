"""Select where tests run: a kernel from its source is plain Python, and does not depend on the interpreter."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.hookimpl(tryfirst=True)  # before tests are chosen by their marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of uncompiled kernels: once is enough."""
    for item in items:
        if "uncompiled" in item.name.partition("[")[2] and item.path.parent == Path(__file__).parent:
            item.add_marker(pytest.mark.once)


@pytest.fixture(autouse=True, scope="module")
def counted_by_both_routes(both_routes: None) -> None:
    """Count by both routes in every test of this folder."""
