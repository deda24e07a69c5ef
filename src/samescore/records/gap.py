"""What makes a gap between two numbers: shares and steps."""

from __future__ import annotations

import msgspec

from samescore.records.answer import Answer, Change


class WalkStep(msgspec.Struct, frozen=True):
    """One step of a walk from one implementation's settings to another's: the score after it."""

    changes: list[Change]
    outcome: Answer


class ShareOfGap(msgspec.Struct, frozen=True):
    """What some knobs carry of a gap, as a decimal number and as an exact fraction."""

    changes: list[Change]
    share: float
    exact: str
    rounding: bool
