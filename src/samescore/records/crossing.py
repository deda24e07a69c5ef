"""The record of a crossing: the path from one metric's number to another's, across an identity between the two."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

from samescore.records.answer import Answer, Change
from samescore.records.explanation import ExplainedSide


class CrossingStep(msgspec.Struct, frozen=True):
    """One step of a crossing, and the score by `metric` after it.

    `kind` says what the step changes: ``knobs`` (listed in `changes`), the ``input`` (described by `words`), or the
    metric. After a change of metric, the scores are equal (``identity``), or computed by different formulas from the
    same counts (``formula``).
    """

    kind: Literal["knobs", "input", "identity", "formula"]
    metric: str
    changes: list[Change]
    words: str
    outcome: Answer


class CrossedBridge(msgspec.Struct, frozen=True):
    """A bridge between two metrics on the path: a `statement` that they are equal under a `condition`.

    An empty condition means all inputs. `residual` is the difference of the scores at its two ends: 0 unless the
    condition does not hold for the input, or rounding differs; None if an end has no score.
    """

    id: str
    statement: str
    condition: str
    residual: float | None


class Crossing(msgspec.Struct, frozen=True, tag_field="type", tag="crossing"):
    """An explanation of why the numbers of two metrics differ: a path of evaluated steps across bridges.

    `start` is the first native score; all scores are on the largest scale of their metric. `explained` means that the
    native metrics reproduce both answers.
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
