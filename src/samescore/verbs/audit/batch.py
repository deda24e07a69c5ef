"""Audit many claims: in several processes, one finding at a time, resumable after an interruption."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from samescore import records
from samescore.base.errors import InputError
from samescore.records import AuditFinding, ClaimVerdict, JointFinding, TableFinding
from samescore.verbs.audit.claims import Claim, MalformedClaim
from samescore.verbs.audit.findings import build_finding
from samescore.verbs.audit.workers import Start, audit_claim, audited_in_processes

#: A function that computes the findings on claims in a different way, such as on a cluster, and yields them in order.
Elsewhere = Callable[[Sequence[Claim], Start], Iterator[AuditFinding]]


def findings_of(report: bytes, claims: Sequence[Claim | MalformedClaim], name: str) -> list[AuditFinding]:
    """Return the findings on these claims from the report of an interrupted audit; an incomplete last line is ignored.

    `report` is the content of the file `name`. Findings on malformed claims are skipped, because the claims may have
    been fixed. Raises `InputError` for a file that is not an audit report.
    """
    saved = list(records.decode_records(enumerate(report.splitlines(keepends=True), 1), name))
    if any(not isinstance(record, (AuditFinding, JointFinding, TableFinding)) for record in saved):
        raise InputError(f"{name} is not an audit report", hint="remove --resume")
    wanted = {_key(claim) for claim in claims if isinstance(claim, Claim)}
    findings = [record for record in saved if isinstance(record, AuditFinding)]
    return [
        finding
        for finding in findings
        if (finding.claim, finding.metric, finding.published) in wanted
        and finding.verdict is not ClaimVerdict.MALFORMED
    ]


def _key(claim: Claim | MalformedClaim) -> tuple[str, str, str]:
    return (claim.id, claim.title if isinstance(claim, Claim) else claim.metric, claim.published)


def audit_all(
    claims: Sequence[Claim | MalformedClaim],
    base: Path,
    *,
    jobs: int = 1,
    thorough: bool = False,
    rounding_only: bool = False,
    elsewhere: Elsewhere | None = None,
    earlier: Sequence[AuditFinding] = (),
) -> Iterator[AuditFinding]:
    """Yield the finding on each claim, in order; claims with an `earlier` finding are skipped.

    The files of the claims are in the folder `base`; `thorough` and `rounding_only` are as for `Auditor`. An error in a
    single claim becomes its finding, as does the death of two processes that worked on it. The claims are audited by
    `elsewhere` if it is given (`samescore.verbs.scale.leaderboards`); else in this process with one job or a single
    claim; else in `jobs` processes. Raises `InputError` if processes do not start.
    """
    done = {(finding.claim, finding.metric, finding.published) for finding in earlier}
    asked = [claim for claim in claims if _key(claim) not in done] if done else claims
    sound = [claim for claim in asked if isinstance(claim, Claim)]
    start = Start(base, thorough, rounding_only)
    computed: Iterator[AuditFinding]
    if elsewhere is not None:
        computed = elsewhere(sound, start)
    elif jobs == 1 or len(claims) < 2:
        auditor = start.auditor()
        computed = (audit_claim(auditor, claim) for claim in sound)
    else:
        computed = audited_in_processes(sound, start, jobs)
    for claim in asked:
        if isinstance(claim, Claim):
            yield next(computed)
        else:
            verdict = ClaimVerdict.UNDERSPECIFIED if claim.elsewhere else ClaimVerdict.MALFORMED
            yield build_finding(claim, verdict, [claim.problem])
