"""The findings of an audit for a terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from samescore.records import Audit, AuditFinding, ClaimVerdict
from samescore.report.plain import page, visible

#: How many settings that give one number are shown.
_MOST = 4


def audit(audited: Audit) -> str:
    """Every finding, then the summary."""
    lines = [line for audit_finding in audited.findings for line in finding(audit_finding)]
    return page([*lines, "", *summary(audited)])


def finding(claimed: AuditFinding) -> Iterator[str]:
    """One finding: the verdict, the settings that fit, the notes."""
    yield visible(f"{claimed.claim}: {claimed.metric} {claimed.published}: {claimed.verdict.value}", 200)
    hidden = len(claimed.fits) - _MOST
    for text in (*claimed.fits[:_MOST], *([f"and {hidden} more"] if hidden > 0 else []), *claimed.notes):
        yield visible(f"  {text}", 300)


def summary(audited: Audit) -> Iterator[str]:
    """The counts of verdicts, then the settings that explain most claims of each source and metric."""
    counts = Counter(finding.verdict for finding in audited.findings)
    words = ", ".join(f"{counts[verdict]} {verdict.value}" for verdict in ClaimVerdict if counts[verdict])
    yield f"{len(audited.findings)} claims: {words}"
    for group in audited.groups:
        name = f"{group.source}, {group.metric}" if group.source else group.metric
        for common in group.settings[:_MOST]:
            settings = common.short_signature or common.signature
            yield visible(f"{name}: {common.claims} of {group.claims} claims by {settings}", 400)
        if len(group.settings) > _MOST:
            yield visible(f"{name}: and {len(group.settings) - _MOST} more settings")
