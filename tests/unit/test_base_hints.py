"""Hints for unknown names."""

from __future__ import annotations

import pytest

from samescore.base.errors import nearest


@pytest.mark.parametrize(("known", "end"), [(50, "49"), (51, "49 and 1 more"), (53, "49 and 3 more")])
def test_fifty_names_are_listed_and_the_others_counted(known: int, end: str) -> None:
    assert nearest("x", map(str, range(known))).endswith(f", {end}")
