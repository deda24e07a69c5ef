"""Import Hypothesis's strategies, or raise an error that says how to install it."""

from __future__ import annotations

from samescore.base.errors import SamescoreError

try:
    from hypothesis import strategies as st
except ImportError:
    raise SamescoreError("Hypothesis is not installed", hint="pip install 'samescore[fuzz]'") from None

__all__ = ["st"]
