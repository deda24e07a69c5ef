"""The data of a golden vector that a page shows in addition to the records."""

from __future__ import annotations

from typing import Any

import msgspec


class Shown(msgspec.Struct, frozen=True):
    """The input of a golden vector in its JSON form, its flags, and its comment."""

    input: dict[str, Any]
    flags: list[str]
    comment: str
