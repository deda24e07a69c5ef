"""A pytest plugin: imports of a package get `samescore.compat` in its place (see tools/compat_suites.py)."""

from __future__ import annotations

import os

from samescore.compat import replacing

#: The package and its release, as ``package==release``.
NAMED = "SAMESCORE_COMPAT"


def pytest_configure() -> None:
    """Put the modules in place for the whole run, before any test is imported."""
    package, _, release = os.environ[NAMED].partition("==")
    replacing(package, release).__enter__()
