"""Audits of many claims: in several processes, one finding at a time, and resumable after an interruption."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from samescore import records
from samescore.errors import InputError, SamescoreError
from samescore.records import AuditFinding, ClaimVerdict, JointFinding, SettingsCount
from samescore.verbs.audit.claims import Claim, MalformedClaim
from samescore.verbs.audit.findings import finding
from samescore.verbs.audit.fits import telling
from samescore.verbs.audit.search import Auditor
from samescore.verbs.audit.workers import Start, audited, audited_in_processes
from samescore.verbs.score import parse_signature

#: At most this many settings of a source are tried on all of its claims.
_MOST_SETTINGS = 64


def findings_of(report: bytes, claims: Sequence[Claim | MalformedClaim], name: str) -> list[AuditFinding]:
    """The findings of an interrupted audit on these claims, without an incomplete last line.

    `report` is the content of the file `name`. Claims that were malformed are left out, since they may be mended.
    Raises `InputError` for a file that is not a report of an audit.
    """
    saved = list(records.decoded(enumerate(report.splitlines(keepends=True), 1), name))
    if any(not isinstance(record, (AuditFinding, JointFinding)) for record in saved):
        raise InputError(f"{name} is not a report of an audit", hint="leave out --resume")
    wanted = {_key(claim) for claim in claims if isinstance(claim, Claim)}
    findings = [record for record in saved if isinstance(record, AuditFinding)]
    return [
        finding
        for finding in findings
        if (finding.claim, finding.metric, finding.published) in wanted
        and finding.verdict is not ClaimVerdict.MALFORMED
    ]


def _key(claim: Claim | MalformedClaim) -> tuple[str, str, str]:
    return (claim.id, claim.metric, claim.published)


def audit_all(
    claims: Sequence[Claim | MalformedClaim],
    base: Path,
    *,
    jobs: int = 1,
    thorough: bool = False,
    earlier: Sequence[AuditFinding] = (),
) -> Iterator[AuditFinding]:
    """The finding on each claim, in order; claims with an `earlier` finding are skipped.

    The files of the claims are in the folder `base`. An error in a single claim is its finding, and so is the death of
    two processes on it; with one job, or a single claim, everything is computed in this process.
    """
    done = {(finding.claim, finding.metric, finding.published) for finding in earlier}
    asked = [claim for claim in claims if _key(claim) not in done]
    sound = [claim for claim in asked if isinstance(claim, Claim)]
    start = Start(base, thorough, tuple(earlier))
    if jobs == 1 or len(claims) < 2:
        auditor = start.auditor()
        computed: Iterator[AuditFinding] = (audited(auditor, claim) for claim in sound)
    else:
        computed = audited_in_processes(sound, start, jobs)
    for claim in asked:
        if isinstance(claim, Claim):
            yield next(computed)
        else:
            yield finding(claim, ClaimVerdict.MALFORMED, [claim.problem])


def joint(
    claims: Sequence[Claim | MalformedClaim], base: Path, findings: Sequence[AuditFinding]
) -> Iterator[JointFinding]:
    """The settings that explain the claims of each source and metric, if it has more than one claim.

    The settings that fit one claim are tried on the others of its source, the most frequent ones first, and at most
    `_MOST_SETTINGS` of them. For a number of many digits no other settings are tried than those already found.
    """
    signatures = {
        finding.claim: finding.signatures for finding in findings if finding.verdict is not ClaimVerdict.CRASHED
    }
    auditor, groups = Auditor(base), defaultdict[tuple[str, str], list[Claim]](list)
    for claim in claims:
        if isinstance(claim, Claim) and claim.hypotheses and claim.id in signatures:
            groups[claim.where, claim.metric].append(claim)
    for (source, metric), together in groups.items():
        counts = Counter(signature for claim in together for signature in signatures[claim.id])
        tried = [signature for signature, _ in counts.most_common(_MOST_SETTINGS)]
        for claim in together:  # one after another, so that each file is counted once
            for signature in tried:
                if signature not in signatures[claim.id] and not (telling(claim) and signatures[claim.id]):
                    counts[signature] += auditor.fits(claim, signature)
        if len(together) > 1:
            settings = [SettingsCount(text, number, _short(text)) for text, number in counts.most_common()]
            yield JointFinding(source, metric, len(together), settings)


def _short(signature: str) -> str:
    """The knobs off their defaults; empty for settings that this version does not know."""
    try:
        return parse_signature(signature).short_signature
    except SamescoreError:
        return ""
