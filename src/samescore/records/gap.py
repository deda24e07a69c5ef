"""The causes of a gap between two numbers: shares of knobs, steps of a walk, and a sentence in words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

import msgspec

from samescore.base.outcome import SAME_NUMBER
from samescore.records.answer import Answer, Change

#: Half a unit of the last decimal that reports print.
_LAST_DECIMAL = Fraction(5, 100_000)

_FRACTION = re.compile(r"-?[0-9]{1,4000}(/(?=0*[1-9])[0-9]{1,4000})?")


class WalkStep(msgspec.Struct, frozen=True):
    """One step of a walk from one implementation's settings to another's: its changes, and the outcome after it."""

    changes: list[Change]
    outcome: Answer


class ShareOfGap(msgspec.Struct, frozen=True):
    """The share of a gap that is due to changes of knobs, as a decimal number and as an exact fraction.

    There is usually a single change; several are combined if they cannot be made separately, and `because` says why.
    `rounding` means that the changes affect only the last digits. `cancels` means that a share of opposite sign undoes
    this one at both ends of the gap.
    """

    changes: list[Change]
    share: float
    exact: str
    rounding: bool
    because: str = ""
    cancels: bool = False

    def __post_init__(self) -> None:
        """Raise `ValueError` if `exact` is not a fraction of decimal integers; huge exponents are thereby excluded."""
        if not _FRACTION.fullmatch(self.exact):
            raise ValueError("exact is not a fraction of decimal integers")

    @property
    def value(self) -> Fraction:
        """The share as an exact fraction."""
        return Fraction(self.exact)


def shown_shares(shares: Sequence[ShareOfGap]) -> list[ShareOfGap]:
    """Return the shares to show in reports, the largest first, and shares that cancel out last.

    Omit shares that affect only the last digits. Also omit the smallest shares, as long as together they are less than
    half a unit of the fourth decimal and less than a thousandth of the largest share.
    """
    ordered = sorted((share for share in shares if not share.rounding), key=lambda share: -abs(share.value))
    left_out = Fraction(0)
    while ordered:
        left_out += abs(ordered[-1].value)
        if left_out >= min(_LAST_DECIMAL, abs(ordered[0].value) / 1000):
            break
        ordered.pop()
    return sorted(ordered, key=lambda share: share.cancels)


def shown_steps(steps: Sequence[WalkStep], start: float) -> list[tuple[float | None, WalkStep]]:
    """Return the steps of a walk to show in reports, each with its effect on the score, which starts at `start`.

    Omit a step whose effect exceeds neither half a unit of the fourth decimal nor a thousandth of the largest effect,
    or is no larger than a rounding error. The effect of a step without a score is None; such a step is kept.
    """
    before, effects = start, list[float | None]()
    for step in steps:
        effects.append(None if step.outcome.value is None else step.outcome.value - before)
        before = before if step.outcome.value is None else step.outcome.value
    largest = max((abs(effect) for effect in effects if effect is not None), default=0.0)
    least = max(SAME_NUMBER * abs(start), min(float(_LAST_DECIMAL), largest / 1000))
    both = zip(effects, steps, strict=True)
    return [(effect, step) for effect, step in both if effect is None or abs(effect) > least]


def contributing_knobs(shares: Sequence[ShareOfGap]) -> set[str]:
    """Return the names of the knobs in the shares that reports show."""
    return {change.knob for share in shown_shares(shares) for change in share.changes}


def sentence(
    first: str, second: str, gap: float | None, shares: Sequence[ShareOfGap], remarks: Sequence[str] = ()
) -> str:
    """Return a sentence about a gap and the shares of knobs in it, followed by one sentence for each remark.

    `first` and `second` are the names of the two sides. `gap` is None if they do not both have a score.
    """
    return " ".join([_gap_in_words(first, second, gap, shares), *(f"{remark}." for remark in remarks)])


def _gap_in_words(first: str, second: str, gap: float | None, shares: Sequence[ShareOfGap]) -> str:
    if gap is None:
        return f"{first} and {second} cannot be compared, because they do not both have a score."
    carried = shown_shares(shares)
    if not carried:
        return f"{first} and {second} have the same score."
    parts = [f"{_amount(share.share)} because {_reason(share)}" for share in carried]
    if len(parts) > 1 and f"{gap:.4f}" in ("0.0000", "-0.0000"):
        return f"{second} and {first} have the same score, but only because these cancel: {'; '.join(parts)}."
    if len(parts) == 1:
        return f"{second} scores {_amount(gap)} than {first} because {_reason(carried[0])}."
    return f"{second} scores {_amount(gap)} than {first}: {'; '.join(parts)}."


def _amount(value: float) -> str:
    printed = f"{abs(value):.4f}" if abs(value) >= _LAST_DECIMAL else f"{abs(value):.1e}"
    return f"{printed} {'lower' if value < 0 else 'higher'}"


def _reason(share: ShareOfGap) -> str:
    changes = " and ".join(f"{change.knob} is {change.after}, not {change.before}" for change in share.changes)
    if len(share.changes) == 1:
        return f"{changes} (it cancels out)" if share.cancels else changes
    return f"{changes}, which cannot be changed separately{f' ({share.because})' if share.because else ''}"
