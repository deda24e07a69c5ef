"""The records of a diff."""

from __future__ import annotations

import msgspec

from samescore.records.answer import Answer, Change
from samescore.records.gap import ShareOfGap


class Row(msgspec.Struct, frozen=True, tag_field="type", tag="row"):
    """One entry point in a comparison, and its gap to the first one that has a number."""

    metric: str
    implementation: str
    entry_point: str
    signature: str
    outcome: Answer
    number: float | None
    reproduced_natively: bool
    ignored: list[str]
    gap: float | None
    shares: list[ShareOfGap]
    divergences: list[str]
    remedies: list[str]
    sentence: str


class CommonRow(msgspec.Struct, frozen=True, tag_field="type", tag="common"):
    """Two entry points under the closest settings that both can take."""

    first: Row
    second: Row
    same: bool
    gap: float | None
    conflicts: list[Change]
