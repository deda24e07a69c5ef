"""The causes of a gap between two numbers: shares of knobs, steps of a walk, and a sentence in words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

import msgspec

from samescore.records.answer import Answer, Change

_FRACTION = re.compile(r"-?[0-9]{1,4000}(/(?=0*[1-9])[0-9]{1,4000})?")


class WalkStep(msgspec.Struct, frozen=True):
    """One step of a walk from one implementation's settings to another's: the score after it."""

    changes: list[Change]
    outcome: Answer


class ShareOfGap(msgspec.Struct, frozen=True):
    """The share that some knobs have in a gap, as a decimal number and as an exact fraction.

    Usually it is one knob, or several that cannot be changed separately. `rounding`: they affect the last digits only.
    """

    changes: list[Change]
    share: float
    exact: str
    rounding: bool

    def __post_init__(self) -> None:
        """Raise `ValueError` for text that is not a fraction, such as one with a huge exponent."""
        if not _FRACTION.fullmatch(self.exact):
            raise ValueError("exact is not a fraction in decimal digits")

    @property
    def value(self) -> Fraction:
        """The share, exactly."""
        return Fraction(self.exact)


def carrying(shares: Sequence[ShareOfGap]) -> set[str]:
    """The names of the knobs that contribute to the gap."""
    return {change.knob for share in shares if share.value for change in share.changes}


def sentence(first: str, second: str, gap: float | None, shares: Sequence[ShareOfGap]) -> str:
    """The gap from the first to the second in words, with the share of each knob."""
    if gap is None:
        return f"{first} and {second} cannot be compared, because they do not both have a score."
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
