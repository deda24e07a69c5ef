"""What a run of the suite ends with: the packages that it did not ask, by name."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.peers import not_installed
from tests.routes import both_routes

__all__ = ["both_routes", "counted_by_both_routes", "pytest_terminal_summary"]


@pytest.fixture(autouse=True, scope="module")
def counted_by_both_routes(both_routes: None) -> None:
    """Count by both routes in every test of this folder."""


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Name the packages whose parity was skipped."""
    skipped = terminalreporter.stats.get("skipped", [])
    if any(report.nodeid.startswith("conformance/test_parity") for report in skipped) and (names := not_installed()):
        terminalreporter.write_line(
            f"packages that were not asked, as they are not installed here: {', '.join(names)} "
            "(tox run -e matrix asks each in an environment of its own)"
        )
