"""The record of a crossing: the path from one metric's number to another's, across an identity between the two."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

from samescore.records.answer import Answer, Change
from samescore.records.explanation import ExplainedSide


class CrossingStep(msgspec.Struct, frozen=True):
    """One step: the score after it, by `metric`.

    It changes knobs, or the `input` (as `words` say), or the metric: the scores are then equal (``identity``), or
    computed by different formulas from the same counts (``formula``).
    """

    kind: Literal["knobs", "input", "identity", "formula"]
    metric: str
    changes: list[Change]
    words: str
    outcome: Answer


class CrossedBridge(msgspec.Struct, frozen=True):
    """A bridge on the path: its statement, its `condition` (empty for all inputs), and the remaining difference.

    `residual` is the exact distance between its ends: 0 unless the condition does not hold for the input, or rounding
    differs; None if an end has no score.
    """

    id: str
    statement: str
    condition: str
    residual: float | None


class Crossing(msgspec.Struct, frozen=True, tag_field="type", tag="crossing"):
    """Why the numbers of two metrics differ: a path of evaluated steps, and the bridges that it crosses.

    `start` is the first native score, on the widest scale, like those of the steps. `explained` says that the native
    metrics reproduce both answers.
    """

    first_metric: str
    second_metric: str
    first: ExplainedSide
    second: ExplainedSide
    bridges: list[CrossedBridge]
    start: float | None
    gap: float | None
    explained: bool
    steps: list[CrossingStep]
    sentence: str


def crossings(saved: Iterable[object]) -> list[Crossing]:
    """Return the crossings in a list of records."""
    return [record for record in saved if isinstance(record, Crossing)]
