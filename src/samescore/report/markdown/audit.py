"""The findings of an audit as Markdown."""

from __future__ import annotations

from samescore.records import Audit
from samescore.report.plain import escaped
from samescore.report.terminal.audit import summary


def audit(audited: Audit) -> str:
    """All findings as a table, then the settings that explain the claims of each source."""
    rows = ["| claim | metric | published | verdict | how, or why not |", "|---|---|---:|---|---|"]
    for finding in audited.findings:
        why = "; ".join([*finding.fits[:1], *finding.notes])
        cells = (finding.claim, finding.metric, finding.published, finding.verdict.value, why)
        rows.append("| " + " | ".join(map(escaped, cells)) + " |")
    rows += ["", *(f"- {escaped(line)}" for line in summary(audited))]
    return "\n".join(rows) + "\n"
