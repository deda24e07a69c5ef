"""Which installed packages the suite runs against."""

from __future__ import annotations

import os

import pytest

from samescore.implementations import Peer


def need(peer: Peer) -> None:
    """Skip the test of a package that is not installed; fail it where SAMESCORE_REQUIRED names the package."""
    if refusal := peer.unavailable():
        if peer.name in os.environ.get("SAMESCORE_REQUIRED", "").split():
            pytest.fail(refusal.reason)
        pytest.skip(refusal.reason)
