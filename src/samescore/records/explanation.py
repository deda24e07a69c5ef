"""The record of an explanation."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from samescore.records.answer import Answer, Change
from samescore.records.gap import ShareOfGap, WalkStep


class Side(msgspec.Struct, frozen=True):
    """One of the two that an explanation is about: what it answers, and what the native metric answers.

    `residual` is its answer minus the native one, as returned: 0 where the native metric reproduces it, None without
    two numbers. `number` is the native score on the widest scale.
    """

    name: str
    signature: str
    outcome: Answer
    native: Answer
    residual: float | None
    number: float | None = None


class SegmentGap(msgspec.Struct, frozen=True):
    """A segment that the two score differently when it stands alone, with the tokens that only one side has."""

    index: int
    first: float
    second: float
    hypothesis: str
    tokens_first: list[str]
    tokens_second: list[str]


class Explanation(msgspec.Struct, frozen=True, tag_field="type", tag="explanation"):
    """Why the second number is not the first one.

    `gap` is the second native score minus the first, on the widest scale of the metric; `explained` says that the
    native metric reproduces both numbers exactly. `smallest` is the smallest set of knobs that turns one number into
    the other, `divergences` the entries of the catalogue about a side and a knob that carries a part of the gap.
    """

    metric: str
    first: Side
    second: Side
    first_number: float | None
    gap: float | None
    explained: bool
    shares: list[ShareOfGap]
    smallest: list[Change] | None
    steps: list[WalkStep]
    segments: list[SegmentGap]
    divergences: list[str]
    sentence: str


def explanations(saved: Iterable[object]) -> list[Explanation]:
    """The explanations that some records hold."""
    return [record for record in saved if isinstance(record, Explanation)]
