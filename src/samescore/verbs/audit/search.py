"""The verb *audit*: which settings produced a published number, and is the number possible at all?

If a claim has files, the candidates of one step after the other are tried natively (see `samescore.verbs.audit.steps`),
up to the first step that gives the number. Nothing that earlier claims have shown has any influence.
"""

from __future__ import annotations

from pathlib import Path

from samescore.errors import SamescoreError
from samescore.records import AuditFinding, AuditFit, ClaimVerdict
from samescore.verbs.audit.claim_search import Search
from samescore.verbs.audit.claims import Claim
from samescore.verbs.audit.findings import finding, not_reproduced, reproduced, without_files
from samescore.verbs.audit.inputs import ClaimFiles
from samescore.verbs.audit.stated import stated
from samescore.verbs.audit.steps import steps_for


class Auditor:
    """Audits claims whose files are in the folder `base`.

    With `thorough`, all fits are listed, not only those of the first step that has some; with `rounding_only`, digits are
    never taken for cut off.
    """

    def __init__(self, base: Path, *, thorough: bool = False, rounding_only: bool = False) -> None:
        self.base = base
        self.files = ClaimFiles(base)
        self.thorough = thorough
        self.rounding_only = rounding_only

    def audit(self, claim: Claim) -> AuditFinding:
        """The finding on one claim. An error in the claim is its finding, and never raised."""
        try:
            own = stated(claim)
        except SamescoreError as problem:
            return finding(claim, ClaimVerdict.NOT, [problem.message])
        if not claim.hypotheses:
            return without_files(claim)
        try:
            return self._searched(Search(self.files, claim, own))
        except SamescoreError as problem:
            return finding(claim, ClaimVerdict.UNREADABLE, [problem.message])

    def _searched(self, search: Search) -> AuditFinding:
        verdict, chance = None, None
        fits: list[AuditFit] = []
        for step in steps_for(search.printed, rounding_only=self.rounding_only):
            more = search.take(step)
            if more and verdict is None:
                verdict, chance = step.verdict, search.chance()
            fits += more
            if fits and not self.thorough:
                break
        if verdict is None:
            return not_reproduced(search)
        return reproduced(search, verdict, fits, chance)
