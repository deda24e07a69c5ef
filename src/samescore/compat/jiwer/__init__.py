"""jiwer's names backed by the native error rates: ``from samescore.compat import jiwer``.

`of_release` returns the module of another release.
"""

from __future__ import annotations

from typing import Any

from samescore.compat.jiwer.releases import NEWEST, of_release

__all__ = ["NEWEST", "of_release"]


def __getattr__(name: str) -> Any:
    return getattr(of_release(NEWEST), name)
