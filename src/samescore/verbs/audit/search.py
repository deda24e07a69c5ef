"""The verb *audit*: which settings produced a published number, and is the number possible at all?

If a claim has files, plausible settings are tried natively, beginning with those that explained earlier claims. After
the first fit, only settings that share its statistics are tried, or all of them in a thorough audit. If nothing fits the
references as claimed, each subset of the references is tried, and then their other orders.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from samescore.errors import SamescoreError
from samescore.metrics.evaluator import native_value
from samescore.records import AuditFinding, ClaimVerdict
from samescore.settings import Settings, Stage
from samescore.verbs.audit.claims import Claim
from samescore.verbs.audit.consistency import suspicious
from samescore.verbs.audit.file_checks import suspicions, swapped
from samescore.verbs.audit.findings import finding, refusals, reproduced, without_files
from samescore.verbs.audit.fits import Fit, attempt, best, distance, fitting, nearer, telling
from samescore.verbs.audit.grid import candidates, usual
from samescore.verbs.audit.inputs import ClaimFiles, ClaimInput
from samescore.verbs.audit.stated import Candidate, stated
from samescore.verbs.score import parse_signature

#: Whether the order of references matters is tested on this many segments.
_PROBE = 200
#: How many settings are tried with the two sides exchanged.
_TRIED_SWAPPED = 5


class Auditor:
    """Audits claims one after another, and remembers the settings that explained them, and the `earlier` ones."""

    def __init__(self, base: Path, *, thorough: bool = False, earlier: Sequence[AuditFinding] = ()) -> None:
        self.base = base
        self._files = ClaimFiles(base)
        self._thorough = thorough
        self._remembered: dict[str, list[Settings]] = {}
        for finding_before in earlier:
            if finding_before.fits:
                with suppress(SamescoreError):  # settings that this version does not know
                    self._remember(finding_before.metric, parse_signature(finding_before.signature))

    def audit(self, claim: Claim) -> AuditFinding:
        """The finding on one claim. An error in the claim is its finding, and never raised."""
        try:
            own = stated(claim)
        except SamescoreError as problem:
            return finding(claim, ClaimVerdict.NOT, [problem.message])
        if not claim.hypotheses:
            return without_files(claim)
        try:
            return self._search(claim, own, self._files.as_claimed(claim))
        except SamescoreError as problem:
            return finding(claim, ClaimVerdict.UNREADABLE, [problem.message])

    def fits(self, claim: Claim, signature: str) -> bool:
        """Do these settings give the claim's number, with its files as claimed?"""
        try:
            candidate = Candidate("", parse_signature(signature))
            fit = attempt(candidate, self._files.as_claimed(claim), claim.number)
        except SamescoreError:
            return False
        return fit is not None and fitting(fit.value, claim.number)

    def _search(self, claim: Claim, own: Candidate | None, claimed: ClaimInput) -> AuditFinding:
        fits, nearest = self._through(claim, own, claimed, [])
        for read in self._files.otherwise(claim):
            if fits and not self._thorough:
                break
            more, near = self._through(claim, own, read, fits)
            fits, nearest = [*fits, *more], nearer(claim, nearest, near)
        if not fits:
            return self._not_reproduced(claim, own, nearest, claimed.data)
        self._remember(claim.metric, best(fits).candidate.settings)
        return reproduced(claim, own, fits, claimed.data)

    def _through(
        self, claim: Claim, own: Candidate | None, read: ClaimInput, earlier: Sequence[Fit]
    ) -> tuple[list[Fit], Fit | None]:
        """The settings that fit the files when they are read in one way, and the nearest ones."""
        fits: list[Fit] = []
        nearest: Fit | None = None
        both_orders = _both_orders(read.data) if read.other_order else ()
        for candidate in self._in_order(claim, own, read.data):
            if fits and not self._thorough and not _counts_alike(candidate.settings, fits[0]):
                continue
            if read.other_order and not _order_matters(candidate.settings, both_orders):
                continue
            fit = attempt(candidate, read, claim.number)
            if fit is None:
                continue
            nearest = nearer(claim, nearest, fit)
            if fitting(fit.value, claim.number):
                fits.append(fit)
                enough = telling(claim) or candidate is own
                if fit.exact and not earlier and not self._thorough and enough:
                    break
        return fits, nearest

    def _in_order(self, claim: Claim, own: Candidate | None, data: Data) -> Iterator[Candidate]:
        """The stated settings, then those that explained earlier claims of this metric, then all others.

        An implementation that does not take the input is no candidate, even if it is the stated one.
        """
        explained = self._remembered.get(claim.metric, [])
        remembered = [Candidate(settings.short_signature, settings) for settings in explained]
        seen: set[Settings] = set()
        first = own or Candidate(f"the defaults of {claim.metric}", usual(claim))
        for candidate in (first, *remembered, *candidates(claim, data)):
            if candidate.settings not in seen and not candidate.refusal(data):
                seen.add(candidate.settings)
                yield candidate

    def _remember(self, metric: str, settings: Settings) -> None:
        remembered = self._remembered.setdefault(metric, [])
        if settings in remembered:
            remembered.remove(settings)
        remembered.insert(0, settings)

    def _not_reproduced(self, claim: Claim, own: Candidate | None, nearest: Fit | None, data: Data) -> AuditFinding:
        notes = [*refusals(own, data), *suspicious(claim), *suspicions(data)]
        if nearest is not None:
            away = distance(nearest.value, claim)
            notes.insert(0, f"the nearest is {nearest.value!r}, which is {away:.3g} off: {nearest.text}")
        if (exchanged := swapped(data)) is not None:
            for candidate in itertools.islice(self._in_order(claim, own, exchanged), _TRIED_SWAPPED):
                fit = attempt(candidate, ClaimInput("", exchanged), claim.number)
                if fit is not None and fitting(fit.value, claim.number):
                    notes.append(f"with hypotheses and references swapped it fits: {fit.text}")
                    break
        return finding(claim, ClaimVerdict.NOT, notes, nearest=nearest)


def _counts_alike(settings: Settings, fit: Fit) -> bool:
    """Do the settings have the same statistics as the fit?"""
    return settings.up_to(Stage.STATISTICS) == fit.candidate.settings.up_to(Stage.STATISTICS)


def _both_orders(data: Data) -> tuple[Corpus, ...]:
    """The first segments with their references as they are, and reversed; nothing for data without references."""
    if not isinstance(data, Corpus):
        return ()
    head = [(str(s.hypothesis), [str(r) for r in s.references]) for s in data.segments[:_PROBE]]
    return tuple(Corpus.from_segments([h for h, _ in head], [refs[::step] for _, refs in head]) for step in (1, -1))


def _order_matters(settings: Settings, both_orders: Sequence[Corpus]) -> bool:
    """Does the order of references change the score of the first segments?"""
    values = [native_value(corpus, settings) for corpus in both_orders]
    return len(values) == 2 and None not in values and values[0] != values[1]
