"""The record of an account: what one number is made of, what is unusual about it, and what would be another number."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

from samescore.records.answer import Answer, Change
from samescore.records.explanation import ExplainedSide


class StageProduct(msgspec.Struct, frozen=True):
    """What one stage of the computation produced, in short."""

    name: str
    text: str


class Contribution(msgspec.Struct, frozen=True):
    """What one segment contributes to a number.

    `alone` is the score of the segment as a corpus of its own (None: it has none). `effect` is its part of the mean, or
    the number minus the number without it: see `Account.measured`.
    """

    index: int
    alone: float | None
    effect: float
    hypothesis: str


class Remark(msgspec.Struct, frozen=True):
    """Something unusual about a number, what follows from it, and what to do. `id` names the rule."""

    id: str
    sentence: str
    remedy: str


class Alternative(msgspec.Struct, frozen=True):
    """Another number for the same input: by the metric with other knobs, or by another metric with its defaults."""

    metric: str
    changes: list[Change]
    outcome: Answer


class Account(msgspec.Struct, frozen=True, tag_field="type", tag="account"):
    """What carries one implementation's number, and what is unusual about it.

    `contributions` are the segments that matter most. They are parts of a mean (`measured` is ``part``: those of all
    segments add up to the number) or the effects of leaving a segment out (``left-out``). `alternatives` are given for a
    number at the end of the metric's range, beyond it, or missing.
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
        """Does the native metric reproduce the answer, so that the account is of this number?"""
        return self.side.residual == 0


def accounts(saved: Iterable[object]) -> list[Account]:
    """The accounts in a list of records."""
    return [record for record in saved if isinstance(record, Account)]
