"""Audit single claims: find the settings that produced a published number, or check that the number is possible.

If a claim has files, candidates are scored natively step by step (see `samescore.verbs.audit.steps`), up to the first
step that gives the number. The search for a claim does not depend on other claims.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from samescore.base.errors import SamescoreError
from samescore.data.comparison import Comparison
from samescore.records import AuditFinding, ClaimVerdict
from samescore.verbs.audit.claim_search import ClaimSearch
from samescore.verbs.audit.claims import Claim
from samescore.verbs.audit.findings import build_finding, not_reproduced, reproduced_finding, without_files
from samescore.verbs.audit.inputs import ClaimFiles
from samescore.verbs.audit.question import question_of


class Auditor:
    """An auditor of claims whose files are in the folder `base`.

    With `thorough`, the fits of all steps are listed, not only of the first successful step. With
    `rounding_only`, numbers are assumed to be rounded, never truncated.
    """

    def __init__(self, base: Path, *, thorough: bool = False, rounding_only: bool = False) -> None:
        self.base = base
        self.files = ClaimFiles(base)
        self.thorough = thorough
        self.rounding_only = rounding_only

    def audit(self, claim: Claim) -> AuditFinding:
        """Return the finding on one claim; a `SamescoreError` becomes the verdict "unreadable" instead of being raised.

        A number that contradicts the numbers printed with it is impossible even if its files cannot be read.
        """
        try:
            question = question_of(claim)
        except SamescoreError as problem:
            return build_finding(claim, ClaimVerdict.UNREADABLE, [problem.message])
        try:
            return self._searched(ClaimSearch(self.files, question)) if claim.hypotheses else without_files(question)
        except SamescoreError as problem:
            alone = without_files(question)
            if alone.verdict is ClaimVerdict.IMPOSSIBLE:
                return msgspec.structs.replace(alone, notes=[*alone.notes, problem.message])
            return build_finding(claim, ClaimVerdict.UNREADABLE, [problem.message])

    def _searched(self, search: ClaimSearch) -> AuditFinding:
        if reason := _uncheckable(search):
            return build_finding(search.question.claim, ClaimVerdict.UNDERSPECIFIED, [reason])
        reproduction = search.run(rounding_only=self.rounding_only, thorough=self.thorough)
        return not_reproduced(search) if reproduction is None else reproduced_finding(search, reproduction)


def _uncheckable(search: ClaimSearch) -> str:
    """Return why no candidate can be tried: a p-value without a baseline; empty if candidates can be tried."""
    data = search.claimed.data
    if search.question.metric.name == "p-value" and isinstance(data, Comparison) and len(data.systems) == 1:
        return "a p-value compares two systems: pass the output of the baseline"
    return ""
