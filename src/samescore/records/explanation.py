"""The record of an explanation of why two implementations return different numbers."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from samescore.records.aligned import AlignedUnits
from samescore.records.answer import Answer, Change, NamedMistake
from samescore.records.gap import ShareOfGap, WalkStep

#: Maximum number of equivalent mistakes shown.
SHOWN_MISTAKES = 3


class ExplainedSide(msgspec.Struct, frozen=True):
    """An implementation in an explanation: its answer `outcome`, and the native metric's answer under its settings.

    `residual` is the returned number minus the native number: 0 if the native metric reproduces it, None if the
    outcomes cannot be subtracted. `number` is the native score on the metric's largest scale. `ignored` names knobs set
    by the user that the implementation does not support. If the native metric does not reproduce the number, `mistakes`
    lists changes of a single knob (without a name) and known mistakes that each reproduce it.
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
        """A phrase that names the knobs or mistakes that each reproduce the number; empty if none is known."""
        if not self.mistakes:
            return ""
        first = self.mistakes[0]
        others = "".join(f", or {mistake.name or mistake.meaning}" for mistake in self.mistakes[1:SHOWN_MISTAKES])
        return f"as with {'the mistake ' if first.name else ''}{first}{others}"


class SegmentGap(msgspec.Struct, frozen=True):
    """A segment on which the scores of the two implementations differ.

    `first` and `second` are its scores, `tokens_first` and `tokens_second` the tokens that only one side has.
    `aligned_first` and `aligned_second` are the alignments of an error rate, and empty for other metrics. `references`
    is empty in files of older versions.
    """

    index: int
    first: float
    second: float
    hypothesis: str
    tokens_first: list[str]
    tokens_second: list[str]
    references: list[str] = []
    aligned_first: list[AlignedUnits] = []
    aligned_second: list[AlignedUnits] = []


class Explanation(msgspec.Struct, frozen=True, tag_field="type", tag="explanation"):
    """An explanation of why two implementations return different numbers.

    `gap` is the second native score minus the first, on the metric's largest scale; `explained` means that the native
    metric reproduces both numbers exactly. `shares` attribute the gap to knobs; each is a mean over orders of changing
    the knobs, and `method` says over which orders (empty: all). `smallest` is the smallest set of knobs that turns one
    number into the other. `divergences` lists the catalogue's entries about one of the sides and the knobs behind the
    gap.
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
