"""The findings of an audit as Markdown."""

from __future__ import annotations

from collections.abc import Sequence

from samescore.records import Audit
from samescore.report.audit_words import labels, sentence, summary, table
from samescore.report.plain import code, escaped


def audit(audited: Audit) -> str:
    """The published numbers with their marks, then a sentence for each, and what the claims show together."""
    findings = audited.concluded()
    header, *rows = table(findings)
    lines = [_row(header), "|---|---" + "|---:" * (len(header) - 2) + "|", *map(_row, rows), ""]
    lines += ["`=` reproduced or possible, `?` needs a look, `!` refused, no mark: not checked", ""]
    for finding, label in zip(findings, labels(audited), strict=True):
        lines.append(f"- **{escaped(finding.claim)}** {escaped(sentence(finding))}")
        lines += [f"  - {escaped(note)}" for note in finding.notes]
        lines += [f"  - {label}`{code(finding.command)}`"] if finding.command else []
    lines += ["", *(f"- {escaped(line)}" for line in summary(audited))]
    return "\n".join(lines) + "\n"


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(map(escaped, cells)) + " |"
