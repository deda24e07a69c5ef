"""Does a computed number fit a printed one? The digits printed define the interval.

Rounding and cutting off both count, and so does a percentage for a fraction. A double printed in full fits but for its
last digits.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from samescore.errors import SamescoreError
from samescore.metrics.evaluator import native_outcome
from samescore.outcome import STORED_ULPS, Score, prints_as, ulps
from samescore.verbs.audit.claims import Claim
from samescore.verbs.audit.inputs import ClaimInput
from samescore.verbs.audit.stated import Candidate

#: A number of this many digits fits by chance once in a million: the search ends with the first that fits.
_TELLING_DIGITS = 7
#: With this many digits the number is a double, printed in full.
_ALL_DIGITS = 15


@dataclasses.dataclass(frozen=True, slots=True)
class Fit:
    """What a candidate gives for a claim, brought to the scale that is printed.

    `how` is the way in which the files were read, `note` the change of scale, both empty for none. `exact` is false
    where a double is printed in full, and it is not this one.
    """

    candidate: Candidate
    how: str
    value: float
    exact: bool
    note: str

    @property
    def text(self) -> str:
        """Where the number comes from."""
        return "; ".join(part for part in (self.candidate.how, self.how, self.note) if part)

    @property
    def plain(self) -> bool:
        """Is it the number of the files as claimed, on the scale that is printed?"""
        return not self.how and not self.note


def attempt(candidate: Candidate, read: ClaimInput, published: str) -> Fit | None:
    """The candidate's number, on the scale that fits or else is likely; None where it gives none."""
    try:
        outcome = native_outcome(read.data, candidate.settings)
    except SamescoreError:
        return None
    if not isinstance(outcome, Score):
        return None
    options = [(outcome.value, ""), (outcome.value * 100, "times 100"), (outcome.value / 100, "divided by 100")]
    printed = float(published)
    likely = options[1] if abs(outcome.value) <= 1 < abs(printed) else options[0]
    value, note = next((option for option in options if fitting(option[0], published)), likely)
    exact = value == printed or _digits(published) < _ALL_DIGITS
    return Fit(candidate, read.how, value, exact, note)


def fitting(value: float, published: str) -> bool:
    """Could the number have been printed so?"""
    if _digits(published) >= _ALL_DIGITS and ulps(value, float(published)) <= STORED_ULPS:
        return True
    return prints_as(value, published)


def best(fits: Sequence[Fit]) -> Fit:
    """The first that is exact, else the first."""
    return next((fit for fit in fits if fit.exact), fits[0])


def telling(claim: Claim) -> bool:
    """Has the number so many digits that nothing fits it by chance?"""
    return _digits(claim.number) >= _TELLING_DIGITS


def distance(value: float, claim: Claim) -> float:
    """How far a number is from the one that is printed."""
    return abs(value - float(claim.number))


def nearer(claim: Claim, first: Fit | None, second: Fit | None) -> Fit | None:
    """Which of two comes nearer to the printed number, the first of equals."""
    if first is None or second is None:
        return first or second
    return second if distance(second.value, claim) < distance(first.value, claim) else first


def _digits(published: str) -> int:
    """Significant digits."""
    return len(published.lstrip("-").partition("e")[0].replace(".", "").lstrip("0")) or 1
