"""The installed packages that the suite runs against."""

from __future__ import annotations

import os

import pytest

from samescore.implementations import InstalledPackage


def need(package: InstalledPackage) -> None:
    """Skip the test of a package that is not installed; fail it if SAMESCORE_REQUIRED names the package."""
    if refusal := package.unavailable():
        if package.name in os.environ.get("SAMESCORE_REQUIRED", "").split():
            pytest.fail(refusal.reason)
        pytest.skip(refusal.reason)
