"""The words of an error that a function raises."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from samescore.base.errors import SamescoreError


def error_words(build: Callable[[], object], kind: type[SamescoreError] = SamescoreError) -> tuple[str, str]:
    """Return the message and the hint of the error of this kind that `build` raises; the test fails without one."""
    with pytest.raises(kind) as raised:
        build()
    return raised.value.message, raised.value.hint
