"""The findings of an audit for a terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from samescore.records import Audit, AuditFinding, ClaimVerdict
from samescore.report.plain import visible

#: How many settings that give one number are shown.
_MOST = 4


def audit(audited: Audit) -> str:
    """Every finding, then the summary."""
    lines = [line for found in audited.findings for line in finding(found)]
    return "\n".join([*lines, "", *summary(audited)])


def finding(audited: AuditFinding) -> Iterator[str]:
    """One finding."""
    yield visible(f"{audited.claim}: {audited.metric} {audited.published}: {audited.verdict.value}", 200)
    more = len(audited.fits) - _MOST
    for text in (*audited.fits[:_MOST], *([f"and {more} more"] if more > 0 else []), *audited.notes):
        yield visible(f"  {text}", 300)


def summary(audited: Audit) -> Iterator[str]:
    """The counts of verdicts, and the settings that explain most claims of each source and metric."""
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
