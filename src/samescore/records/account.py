"""The record of an account: the parts of one number, unusual facts about it, and alternative numbers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

from samescore.records.answer import Answer, Change
from samescore.records.explanation import ExplainedSide


class StageProduct(msgspec.Struct, frozen=True):
    """The shortened product of one stage of the computation."""

    name: str
    text: str


class Contribution(msgspec.Struct, frozen=True):
    """The contribution of one segment to a number.

    `alone` is the score of the segment as a corpus of its own (None if it has none). `effect` is its part of the mean,
    or the number minus the number without it: see `Account.measured`.
    """

    index: int
    alone: float | None
    effect: float
    hypothesis: str


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
    """What contributes to one implementation's number, and what is unusual about it.

    `contributions` are the segments that matter most. They are parts of a mean (`measured` is ``part``: all parts add
    up to the number) or the effects of leaving a segment out (``left-out``). `alternatives` are given for a number at
    the bad end of the metric's range, out of range, or missing.
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
        """Whether the native metric reproduces the answer, so that the account applies to this number."""
        return self.side.residual == 0


def accounts(saved: Iterable[object]) -> list[Account]:
    """Return the accounts in a list of records."""
    return [record for record in saved if isinstance(record, Account)]
