"""The record of an explanation."""

from __future__ import annotations

import msgspec

from samescore.records.answer import Answer, Change
from samescore.records.gap import ShareOfGap, WalkStep


class Side(msgspec.Struct, frozen=True):
    """One of the two that an explanation is about."""

    name: str
    signature: str
    outcome: Answer
    native: Answer
    residual: float | None


class Segment(msgspec.Struct, frozen=True):
    """A segment that the two score differently when it stands alone, with the tokens that only one side has."""

    index: int
    first: float
    second: float
    hypothesis: str
    tokens_first: list[str]
    tokens_second: list[str]


class Explanation(msgspec.Struct, frozen=True, tag_field="type", tag="explanation"):
    """Why the second number is not the first one; the gap is on the widest scale of the metric."""

    metric: str
    first: Side
    second: Side
    first_number: float | None
    gap: float | None
    explained: bool
    shares: list[ShareOfGap]
    smallest: list[Change] | None
    steps: list[WalkStep]
    segments: list[Segment]
    divergences: list[str]
    sentence: str
