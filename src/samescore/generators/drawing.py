"""Import Hypothesis's strategies as `st`; if Hypothesis is missing, raise `SamescoreError` with the install command."""

from __future__ import annotations

from samescore.base.errors import SamescoreError

try:
    from hypothesis import strategies as st
except ImportError:
    raise SamescoreError("Hypothesis is not installed", hint="pip install 'samescore[fuzz]'") from None

__all__ = ["st"]
