"""The record of a search of the catalogue: known reasons for a symptom."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec


class KnownReason(msgspec.Struct, frozen=True):
    """One matching entry of the catalogue. `remedy` and `link` may be empty; `command` shows the whole entry."""

    id: str
    kind: Literal["reported", "divergence", "property", "mistake", "flag", "elsewhere", "page"]
    sentence: str
    remedy: str
    link: str
    command: str


class KnownReasons(msgspec.Struct, frozen=True, tag_field="type", tag="known-reasons"):
    """The entries of the catalogue that match a symptom, likeliest first; `hint` says what to try if there are none."""

    symptom: str
    reasons: list[KnownReason]
    hint: str = ""


def known_reasons(saved: Iterable[object]) -> list[KnownReasons]:
    """Return the `saved` records that are results of searching the catalogue."""
    return [record for record in saved if isinstance(record, KnownReasons)]
