"""The record of an account: the parts of one number, unusual facts about it, and alternative numbers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

from samescore.records.aligned import AlignedUnits
from samescore.records.answer import Answer, Change
from samescore.records.explanation import ExplainedSide


class StageProduct(msgspec.Struct, frozen=True):
    """An intermediate result of the computation: its name and its value as shortened text."""

    name: str
    text: str


class Contribution(msgspec.Struct, frozen=True):
    """The contribution of one segment to a number.

    `alone` is the score of the segment as a corpus of its own; None if there is no such score. `effect` is the
    segment's part of the mean, or the number minus the number without the segment; `Account.measured` says which.
    `aligned` is the alignment of an error rate, and empty for other metrics.
    """

    index: int
    alone: float | None
    effect: float
    hypothesis: str
    aligned: list[AlignedUnits] = []


class Remark(msgspec.Struct, frozen=True):
    """An unusual fact about a number, its consequence, and what to do. `id` names the rule."""

    id: str
    sentence: str
    remedy: str


class Alternative(msgspec.Struct, frozen=True):
    """Another number for the same input: by the metric with other knobs, or by another metric with its defaults."""

    metric: str
    changes: list[Change]
    outcome: Answer


class Account(msgspec.Struct, frozen=True, tag_field="type", tag="account"):
    """The account of one implementation's number: the segments that contribute to it, and remarks on unusual facts.

    `contributions` are the segments that matter most. Their effects are parts of a mean (`measured` is ``part``: all
    parts add up to the number) or effects of removing a segment (``left-out``). `alternatives` is empty unless the
    number is missing, 0, at the bad end of the metric's range, or out of range.
    """

    metric: str
    side: ExplainedSide
    segments: int | None
    stages: list[StageProduct]
    measured: Literal["part", "left-out", ""]
    contributions: list[Contribution]
    remarks: list[Remark]
    alternatives: list[Alternative]
    sentence: str

    @property
    def explained(self) -> bool:
        """Whether the native metric reproduces the answer; only then does the account apply to its number."""
        return self.side.residual == 0


def accounts(saved: Iterable[object]) -> list[Account]:
    """Return the accounts in a list of records."""
    return [record for record in saved if isinstance(record, Account)]
