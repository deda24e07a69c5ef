"""The installed packages that the suite runs against."""

from __future__ import annotations

import os

import pytest

from samescore.implementations import InstalledPackage, installed_package, package_names


def need(package: InstalledPackage) -> None:
    """Skip the test of a package that is not installed; fail it if SAMESCORE_REQUIRED names the package."""
    if refusal := package.unavailable():
        if package.name in os.environ.get("SAMESCORE_REQUIRED", "").split():
            pytest.fail(refusal.reason)
        pytest.skip(refusal.reason)


def not_installed() -> list[str]:
    """The packages with an adapter that cannot be asked here."""
    return [name for name in package_names() if installed_package(name).unavailable()]
