"""Audits of many claims: in several processes, one finding at a time, and resumable after an interruption."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from samescore import records
from samescore.errors import InputError, SamescoreError
from samescore.records import AuditFinding, JointFinding, SettingsCount
from samescore.verbs.audit.claims import Claim, read_claims
from samescore.verbs.audit.fits import telling
from samescore.verbs.audit.search import Auditor
from samescore.verbs.score import parse_signature

#: At most this many settings of a source are tried on all of its claims.
_MOST_SETTINGS = 64

_auditor: Auditor | None = None  # one in each process, which remembers the settings that fit


def findings_of(report: Path) -> list[AuditFinding]:
    """The findings of an interrupted audit, without an incomplete last line; `InputError` for any other report."""
    saved = list(records.read(report))
    if any(not isinstance(record, (AuditFinding, JointFinding)) for record in saved):
        raise InputError(f"{report} is not a report of an audit", hint="leave out --resume")
    return [record for record in saved if isinstance(record, AuditFinding)]


def audit_all(
    path: Path, *, jobs: int = 1, thorough: bool = False, earlier: Sequence[AuditFinding] = ()
) -> Iterator[AuditFinding]:
    """The finding on each claim of a file, in order; claims with an `earlier` finding are skipped.

    Raises `InputError` if the file is not a file of claims. An error in a single claim becomes its finding.
    """
    done = {(finding.claim, finding.metric, finding.published) for finding in earlier}
    claims = [claim for claim in read_claims(path) if (claim.id, claim.metric, claim.published) not in done]
    if jobs == 1 or len(claims) < 2:
        auditor = Auditor(path.parent, thorough=thorough)
        yield from map(auditor.audit, claims)
        return
    size = max(1, min(4, len(claims) // jobs))
    fresh = get_context("spawn")  # a copy of a process with threads may hang
    with ProcessPoolExecutor(jobs, fresh, initializer=_start, initargs=(path.parent, thorough)) as pool:
        yield from pool.map(_audit, claims, chunksize=size)


def _start(base: Path, thorough: bool) -> None:
    global _auditor
    _auditor = Auditor(base, thorough=thorough)


def _audit(claim: Claim) -> AuditFinding:
    if _auditor is None:
        raise RuntimeError("the process was not started by _start")
    return _auditor.audit(claim)


def joint(path: Path, findings: Sequence[AuditFinding]) -> Iterator[JointFinding]:
    """The settings that explain the claims of each source and metric, if it has more than one claim.

    The settings that fit one claim are tried on the others of its source, the most frequent ones first, and at most
    `_MOST_SETTINGS` of them. For a number of many digits no other settings are tried than those already found.
    """
    signatures = {finding.claim: finding.signatures for finding in findings}
    auditor, groups = Auditor(path.parent), defaultdict(list)
    for claim in read_claims(path):
        if claim.hypotheses and claim.id in signatures:
            groups[claim.where, claim.metric].append(claim)
    for (source, metric), claims in groups.items():
        counts = Counter(signature for claim in claims for signature in signatures[claim.id])
        tried = [signature for signature, _ in counts.most_common(_MOST_SETTINGS)]
        for claim in claims:  # one after another, so that each file is counted once
            for signature in tried:
                if signature not in signatures[claim.id] and not (telling(claim) and signatures[claim.id]):
                    counts[signature] += auditor.fits(claim, signature)
        if len(claims) > 1:
            settings = [SettingsCount(text, number, _short(text)) for text, number in counts.most_common()]
            yield JointFinding(source, metric, len(claims), settings)


def _short(signature: str) -> str:
    """The knobs off their defaults; empty for settings that this version does not know."""
    try:
        return parse_signature(signature).short_signature
    except SamescoreError:
        return ""
