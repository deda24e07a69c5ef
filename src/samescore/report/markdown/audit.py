"""The findings of an audit as Markdown."""

from __future__ import annotations

from collections.abc import Sequence

from samescore.records import Audit
from samescore.report.audit_words import OVERVIEW, overview, sentence, serious_first, summary, table
from samescore.report.plain import code, escaped


def audit(audited: Audit) -> str:
    """A line for each number, the most serious first, the numbers as published, and then the details.

    The details are a sentence for each number, with its notes and its command, and what the claims show together.
    """
    findings = serious_first(audited)
    lines = [_row(OVERVIEW), "|---" * len(OVERVIEW) + "|", *(_row(overview(finding)) for finding, _ in findings), ""]
    lines += ["`=` reproduced or possible, `?` needs a look, `!` refused, no mark: not checked", ""]
    header, *rows = table(audited.concluded())
    lines += [_row(header), "|---|---" + "|---:" * (len(header) - 2) + "|", *map(_row, rows), ""]
    for finding, label in findings:
        lines.append(f"- **{escaped(finding.claim)}** {escaped(sentence(finding))}")
        lines += [f"  - {escaped(note)}" for note in finding.notes]
        lines += [f"  - {label}`{code(finding.command)}`"] if finding.command else []
    lines += ["", *(f"- {escaped(line)}" for line in summary(audited))]
    return "\n".join(lines) + "\n"


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(map(escaped, cells)) + " |"
