"""The order in which an audit tries what may be behind a number.

A *step* is a set of settings (their tiers) and of readings of the files. Every candidate of a step is tried before its
verdict is given, and a verdict depends on no later step: so it depends on nothing but the claim and its files. Likely
settings come before unlikely ones whatever the reading, and digits that are rounded before digits that are cut off.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from samescore.records import LIKELY, ClaimVerdict, Tier
from samescore.verbs.audit.printed_text.rounding import RoundedNumber


@dataclasses.dataclass(frozen=True, slots=True)
class SearchStep:
    """The settings of these tiers, with the files read as claimed, or in every other way (`otherwise`).

    With `cut_off`, the scores of all earlier steps of these tiers are considered again, with their digits cut off.
    """

    tiers: tuple[Tier, ...]
    otherwise: bool = False
    cut_off: bool = False

    @property
    def verdict(self) -> ClaimVerdict:
        """The verdict on a number that this step reproduces."""
        if not set(self.tiers) <= set(LIKELY):
            return ClaimVerdict.UNUSUAL
        if self.cut_off:
            return ClaimVerdict.CUT_OFF
        if self.tiers == (Tier.STATED,):
            return ClaimVerdict.READ_OTHERWISE if self.otherwise else ClaimVerdict.AS_STATED
        return ClaimVerdict.DEFAULTS if self.tiers == (Tier.DEFAULT,) else ClaimVerdict.KNOWN_TOOL

    @property
    def shared_verdict(self) -> ClaimVerdict:
        """The verdict on numbers that these settings clearly reproduce together: a practice is no longer unusual."""
        return ClaimVerdict.PRACTICE if self.tiers == (Tier.PRACTICE,) and not self.cut_off else self.verdict


_UNLIKELY = (Tier.PRACTICE, Tier.ONE_KNOB, Tier.COMBINATION)
STEPS = (
    *(SearchStep((tier,)) for tier in LIKELY),
    *(SearchStep((tier,), otherwise=True) for tier in LIKELY),
    SearchStep(LIKELY, cut_off=True),
    *(SearchStep((tier,)) for tier in _UNLIKELY),
    *(SearchStep((tier,), otherwise=True) for tier in _UNLIKELY),
    SearchStep(_UNLIKELY, cut_off=True),
)


def steps_for(printed: RoundedNumber, *, rounding_only: bool, likely_only: bool = False) -> Iterator[SearchStep]:
    """The steps that are worth their time for a number.

    Unlikely settings with the files read otherwise explain a number of few digits only by chance. A bound of a p-value
    is held by many of them, and has no digits that are cut off.
    """
    for step in STEPS:
        unlikely = not set(step.tiers) <= set(LIKELY)
        if (likely_only or printed.relation) and (unlikely or step.cut_off):
            continue
        if not (step.cut_off and rounding_only) and not (unlikely and step.otherwise and not printed.detailed):
            yield step
