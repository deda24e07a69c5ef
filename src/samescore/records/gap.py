"""What makes a gap between two numbers: the shares of knobs, the steps of a walk, and a sentence about them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import msgspec

from samescore.records.answer import Answer, Change


class WalkStep(msgspec.Struct, frozen=True):
    """One step of a walk from one implementation's settings to another's: the score after it."""

    changes: list[Change]
    outcome: Answer


class ShareOfGap(msgspec.Struct, frozen=True):
    """What some knobs carry of a gap together, as a decimal number and as an exact fraction.

    Mostly it is one knob, or several that cannot be switched apart. `rounding` says that they move the last digits
    only.
    """

    changes: list[Change]
    share: float
    exact: str
    rounding: bool

    @property
    def value(self) -> Fraction:
        """The share, exactly."""
        return Fraction(self.exact)


def carrying(shares: Sequence[ShareOfGap]) -> set[str]:
    """The names of the knobs that carry a part of the gap."""
    return {change.knob for share in shares if share.value for change in share.changes}


def sentence(first: str, second: str, gap: float | None, shares: Sequence[ShareOfGap]) -> str:
    """The gap from the first to the second in a line: what each knob carries of it."""
    if gap is None:
        return f"{first} and {second} have no two numbers to compare."
    carried = [share for share in shares if share.value and not share.rounding]
    carried.sort(key=lambda share: -abs(share.value))
    if not carried:
        return f"{second} scores as {first} does."
    parts = [f"{_amount(share.share)} because {_reason(share.changes)}" for share in carried]
    if len(parts) > 1 and f"{gap:.4f}" in ("0.0000", "-0.0000"):
        return f"{second} scores as {first} does, but only because these cancel: {'; '.join(parts)}."
    if len(parts) == 1:
        return f"{second} scores {_amount(gap)} than {first} because {_reason(carried[0].changes)}."
    return f"{second} scores {_amount(gap)} than {first}: {'; '.join(parts)}."


def _amount(value: float) -> str:
    shown = f"{abs(value):.4f}" if abs(value) >= 0.00005 else f"{abs(value):.1e}"
    return f"{shown} {'lower' if value < 0 else 'higher'}"


def _reason(changes: Sequence[Change]) -> str:
    return " and ".join(f"{change.knob} is {change.after}, not {change.before}" for change in changes)
