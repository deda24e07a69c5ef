"""Does a computed number fit a printed one? The printed digits define an interval.

A printed number may be rounded or truncated, and a fraction may be printed as a percentage. A double printed in full may
differ in its last digits.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from samescore.errors import SamescoreError
from samescore.metrics.evaluator import native_value
from samescore.outcome import STORED_ULPS, prints_as, ulps
from samescore.verbs.audit.claims import Claim
from samescore.verbs.audit.inputs import ClaimInput
from samescore.verbs.audit.stated import Candidate

#: A number of this many digits fits by chance once in a million: the search ends with the first settings that fit.
_TELLING_DIGITS = 7
#: With this many digits the number is a double, printed in full.
_ALL_DIGITS = 15


@dataclasses.dataclass(frozen=True, slots=True)
class Fit:
    """The number that a candidate gives for a claim, on the scale of the printed number.

    `how` says how the files were read if not as claimed, `note` how the scale was changed. `exact` is false if the claim
    is a double printed in full, and not exactly this one.
    """

    candidate: Candidate
    how: str
    value: float
    exact: bool
    note: str

    @property
    def text(self) -> str:
        """The settings, and how the files and the scale were changed."""
        return "; ".join(part for part in (self.candidate.how, self.how, self.note) if part)

    @property
    def plain(self) -> bool:
        """Is it the number of the files as claimed, on its own scale?"""
        return not self.how and not self.note


def attempt(candidate: Candidate, read: ClaimInput, published: str) -> Fit | None:
    """The candidate's number, on the scale that fits or else on the likeliest one; None if it has no score."""
    try:
        computed = native_value(read.data, candidate.settings)
    except SamescoreError:
        return None
    if computed is None:
        return None
    options = [(computed, ""), (computed * 100, "times 100"), (computed / 100, "divided by 100")]
    printed = float(published)
    likely = options[1] if abs(computed) <= 1 < abs(printed) else options[0]
    value, note = next((option for option in options if fitting(option[0], published)), likely)
    exact = value == printed or _digits(published) < _ALL_DIGITS
    return Fit(candidate, read.how, value, exact, note)


def fitting(value: float, published: str) -> bool:
    """Could this number have been printed so?"""
    if _digits(published) >= _ALL_DIGITS and ulps(value, float(published)) <= STORED_ULPS:
        return True
    return prints_as(value, published)


def best(fits: Sequence[Fit]) -> Fit:
    """The first exact fit, else the first fit."""
    return next((fit for fit in fits if fit.exact), fits[0])


def telling(claim: Claim) -> bool:
    """Has the number enough digits that nothing fits it by chance?"""
    return _digits(claim.number) >= _TELLING_DIGITS


def distance(value: float, claim: Claim) -> float:
    """The distance of a number from the printed one."""
    return abs(value - float(claim.number))


def nearer(claim: Claim, first: Fit | None, second: Fit | None) -> Fit | None:
    """The fit that is nearer to the printed number; the first one if they are equal."""
    if first is None or second is None:
        return first or second
    return second if distance(second.value, claim) < distance(first.value, claim) else first


def _digits(published: str) -> int:
    """Significant digits."""
    return len(published.lstrip("-").partition("e")[0].replace(".", "").lstrip("0")) or 1
