"""The findings of an audit: lines, records, Markdown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from samescore.audit import Finding, Verdict, joint
from samescore.report.markdown import escaped
from samescore.report.plain import visible

#: So many ways to the same number are shown.
_MOST = 4


def bad(finding: Finding) -> bool:
    """Can the number not be what it is said to be?"""
    return finding.verdict in (Verdict.NOT, Verdict.IMPOSSIBLE, Verdict.UNREADABLE)


def record(finding: Finding) -> dict[str, Any]:
    """One finding as a record."""
    return {
        "type": "finding",
        "claim": finding.claim.id,
        "metric": finding.claim.metric,
        "published": finding.claim.published,
        "verdict": finding.verdict.value,
        "fits": list(finding.fits),
        "value": finding.value,
        "signature": finding.signature,
        "notes": list(finding.notes),
    }


def lines(finding: Finding) -> Iterator[str]:
    """One finding for a terminal."""
    claim = finding.claim
    yield visible(f"{claim.id}: {claim.metric} {claim.published}: {finding.verdict.value}", 200)
    ways = [*finding.fits[:_MOST], *([f"and {len(finding.fits) - _MOST} more"] if len(finding.fits) > _MOST else [])]
    for text in (*ways, *finding.notes):
        yield visible(f"  {text}", 300)


def summary(findings: Sequence[Finding]) -> Iterator[str]:
    """The counts of verdicts, and the settings that explain most claims of each metric."""
    counts = Counter(finding.verdict for finding in findings)
    yield ""
    yield f"{len(findings)} claims: {', '.join(f'{counts[v]} {v.value}' for v in Verdict if counts[v])}"
    for metric, by_settings in joint(findings).items():
        signature, count = max(by_settings.items(), key=lambda each: each[1])
        total = sum(finding.claim.metric == metric for finding in findings)
        yield visible(f"{metric}: {count} of {total} claims by {signature}", 400)


def markdown(findings: Sequence[Finding]) -> str:
    """All findings as a table."""
    rows = ["| claim | metric | published | verdict | how, or why not |", "|---|---|---:|---|---|"]
    for finding in findings:
        claim = finding.claim
        why = "; ".join([*finding.fits[:1], *finding.notes])
        cells = (claim.id, claim.metric, claim.published, finding.verdict.value, why)
        rows.append("| " + " | ".join(map(escaped, cells)) + " |")
    rows += ["", *(f"- {escaped(line)}" for line in summary(findings) if line)]
    return "\n".join(rows) + "\n"
