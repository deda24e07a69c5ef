"""Define the order in which an audit tries candidates.

A *step* combines tiers of settings with ways to read the files. All candidates of a step are tried before its verdict
is given, so the verdict depends only on the claim and its files. Likely settings with any reading come before unlikely
settings, and rounding comes before truncation.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from samescore.records import LIKELY, ClaimVerdict, Tier
from samescore.verbs.audit.printed_text.rounding import RoundedNumber


@dataclasses.dataclass(frozen=True, slots=True)
class SearchStep:
    """The settings of some tiers, with the files read as claimed, or in every other way (`otherwise`).

    With `cut_off`, the scores of all earlier steps with these tiers are compared again, truncated instead of rounded.
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
        """The verdict on several numbers of a source that this step clearly reproduces with the same settings.

        It differs from `verdict` for a tool's option: if several numbers share it, it is a practice, not unusual.
        """
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
    """Yield the steps that are worth trying for a number.

    With `rounding_only`, steps with truncation are skipped; with `likely_only`, and for a bound on a p-value, these
    steps and unlikely settings are skipped. Unlikely settings with files read in other ways are tried only for a number
    of many digits, because they would match a number of few digits by chance.
    """
    for step in STEPS:
        unlikely = not set(step.tiers) <= set(LIKELY)
        if (likely_only or printed.relation) and (unlikely or step.cut_off):
            continue
        if not (step.cut_off and rounding_only) and not (unlikely and step.otherwise and not printed.detailed):
            yield step
