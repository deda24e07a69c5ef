"""The record of an explanation."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from samescore.records.answer import Answer, Change, NamedMistake
from samescore.records.gap import ShareOfGap, WalkStep

#: Maximum number of equivalent mistakes shown.
SHOWN_MISTAKES = 3


class ExplainedSide(msgspec.Struct, frozen=True):
    """One of the two implementations in an explanation: its answer, and the native metric's.

    `residual` is the returned number minus the native one: 0 if the native metric reproduces it, None if the outcomes
    cannot be subtracted. `number` is the native score on the widest scale. `ignored` names the knobs set on both sides
    that this one does not support. `mistakes` are those that each give the returned number under these settings, if the
    native metric does not.
    """

    name: str
    signature: str
    outcome: Answer
    native: Answer
    residual: float | None
    number: float | None = None
    ignored: list[str] = []
    mistakes: list[NamedMistake] = []

    @property
    def as_with(self) -> str:
        """Text that names the mistakes with which it seems to be computed; empty if none is known."""
        names = " or ".join(mistake.name for mistake in self.mistakes[1:SHOWN_MISTAKES])
        others = f", or {names}" if names else ""
        return f"as with the mistake {self.mistakes[0]}{others}" if self.mistakes else ""


class SegmentGap(msgspec.Struct, frozen=True):
    """A segment whose own scores differ between the two, with the tokens that only one side has.

    `references` is empty in files of older versions.
    """

    index: int
    first: float
    second: float
    hypothesis: str
    tokens_first: list[str]
    tokens_second: list[str]
    references: list[str] = []


class Explanation(msgspec.Struct, frozen=True, tag_field="type", tag="explanation"):
    """Why two implementations return different numbers.

    `gap` is the second native score minus the first, on the widest scale of the metric; `explained` says that the
    native metric reproduces both numbers exactly. `smallest` is the smallest set of knobs that turns one number into
    the other, `divergences` the entries of the catalogue on a side and the knobs behind the gap. `method` says over which
    orders of changes the shares are means; it is empty if these are all orders.
    """

    metric: str
    first: ExplainedSide
    second: ExplainedSide
    first_number: float | None
    gap: float | None
    explained: bool
    shares: list[ShareOfGap]
    smallest: list[Change] | None
    steps: list[WalkStep]
    segments: list[SegmentGap]
    divergences: list[str]
    sentence: str
    method: str = ""


def explanations(saved: Iterable[object]) -> list[Explanation]:
    """Return the explanations in a list of records."""
    return [record for record in saved if isinstance(record, Explanation)]
