"""Search for the settings behind one claim by scoring its files with candidates, step by step."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from samescore.records import AuditFit, Chance, ClaimVerdict, Tier
from samescore.verbs.audit.claims import PLUS_MINUS
from samescore.verbs.audit.fits import CandidateScore, Window, attempt, missing_requirement
from samescore.verbs.audit.grid import candidates, rounded_otherwise
from samescore.verbs.audit.inputs import ClaimFiles, ClaimInput
from samescore.verbs.audit.question import Question
from samescore.verbs.audit.steps import SearchStep, steps_for


@dataclasses.dataclass(frozen=True, slots=True)
class Reproduction:
    """How a number is reproduced: the matching scores (`fits`), and the verdict of the first step that has any.

    `chance` is the chance of a match by coincidence in the steps up to this one.
    """

    verdict: ClaimVerdict
    chance: Chance | None
    fits: list[AuditFit]


class ClaimSearch:
    """The search for the settings behind one claim.

    `own` are the settings that the publication states, None if it states none; `missing` says why they cannot be
    checked, empty if they can. `claimed` are the files read as claimed or, if that fails, in the first way that works;
    `unreadable` is then the reason for the failure. `rounded` are the scores that the steps so far compared after
    rounding, and `cut_off` are the scores that they also compared after truncation. Raises `SamescoreError` for files
    that cannot be read in any way.
    """

    def __init__(self, files: ClaimFiles, question: Question) -> None:
        self.question, self.files = question, files
        self.own, self.missing = question.own, question.missing
        self.printed = question.printed
        self.claimed, self.unreadable = files.readable(question)
        if self.own is not None:
            self.missing = missing_requirement(self.own, self.claimed)
        self.rounded: list[CandidateScore] = []
        self.cut_off: list[CandidateScore] = []
        self._window: Window | None = None

    def run(self, *, rounding_only: bool, thorough: bool = False) -> Reproduction | None:
        """Run the steps in order until one gives the number, and return how; None if no step does.

        With `thorough`, the later steps are run, too, and their matching scores added. `rounding_only` skips the steps
        that compare truncated scores.
        """
        reproduction = None
        unclear = self.question.claim.metric == PLUS_MINUS
        for step in steps_for(self.printed, rounding_only=rounding_only, likely_only=unclear):
            fits = self.take(step)
            if fits and reproduction is None:
                reproduction = Reproduction(self._verdict(step), self.chance(), fits)
            elif reproduction is not None:
                reproduction.fits.extend(fits)
            if reproduction is not None and not thorough:
                break
        return reproduction

    def _verdict(self, step: SearchStep) -> ClaimVerdict:
        as_stated = step.verdict is ClaimVerdict.AS_STATED
        return ClaimVerdict.READ_OTHERWISE if as_stated and self.unreadable else step.verdict

    def take(self, step: SearchStep) -> list[AuditFit]:
        """Run one step: compute its scores, store them, and return those that match the printed number."""
        if step.cut_off:
            again = [each for each in self.rounded if each.candidate.tier in step.tiers]
            self.cut_off += again
            return [fit for each in again for fit in each.fits(self.printed, cut_off=True)]
        new = [each for read in self._readings(step) for each in self.attempts(read, step.tiers)]
        self.rounded += new
        return [fit for each in new for fit in each.fits(self.printed)]

    def _readings(self, step: SearchStep) -> Iterator[ClaimInput]:
        if step.otherwise:
            if Tier.STATED not in step.tiers or self.own:
                others = self.files.otherwise(self.question)
                yield from (read for read in others if read.way != self.claimed.way)
        else:
            yield self.claimed

    def attempts(self, read: ClaimInput, tiers: tuple[Tier, ...]) -> Iterator[CandidateScore]:
        """Yield the score of each candidate of these tiers for the files, as read in one way.

        For a fully printed double, scores with other orders of floating-point operations are included.
        """
        for candidate in candidates(self.question, self.own, read.data, tiers):
            made = attempt(candidate, read)
            if made is not None:
                yield made
                if self.printed.in_full:
                    others = (attempt(other, read) for other in rounded_otherwise(candidate))
                    yield from (other for other in others if other is not None)

    @property
    def states(self) -> bool:
        """Whether the publication states settings."""
        return self.own is not None or bool(self.missing)

    @property
    def usual(self) -> CandidateScore | None:
        """The first score computed so far; if there is none, the score of the first candidate of any tier that has one.

        Stated settings come first, then defaults. None if no candidate has a score.
        """
        if self.rounded:
            return self.rounded[0]
        return next(self.attempts(self.claimed, tuple(Tier)), None)

    def shown(self, *tiers: Tier) -> list[AuditFit]:
        """Return records of the scores computed so far, in the unit of the printed number.

        Only scores of these tiers are returned; by default, the scores of all tiers.
        """
        window = self.window
        if window is None:
            return []
        return [each.shown(window) for each in self.rounded if not tiers or each.candidate.tier in tiers]

    def distance(self, fit: AuditFit) -> float:
        """Return the absolute difference between a score and the printed number."""
        return abs(fit.value - float(self.printed.value))

    @property
    def window(self) -> Window | None:
        """The window of numbers around the usual score; None if there is no score."""
        if self._window is None and (usual := self.usual) is not None:
            self._window = Window.around(usual, self.printed)
        return self._window

    def chance(self) -> Chance | None:
        """Return the chance that some score tried so far matches by coincidence; None if there is no score."""
        return None if self.window is None else self.window.chance(self.rounded, self.cut_off)
