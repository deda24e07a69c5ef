"""The findings of an audit for a terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from samescore.records import Audit, AuditFinding
from samescore.report.audit_words import labels, mark, sentence, summary, table
from samescore.report.plain import LONGEST, visible

_COLUMNS = 80
#: The widest cell of the table.
_WIDEST = 32


def audit(audited: Audit) -> str:
    """Every finding as the others of its source revise it, the numbers with their marks, then the summary."""
    findings = audited.concluded()
    labelled = zip(findings, labels(audited), strict=True)
    lines = [line for audit_finding, label in labelled for line in finding(audit_finding, label)]
    return "\n".join([*lines, *_marked(findings), *conclusion(audited)])


def finding(claimed: AuditFinding, label: str) -> Iterator[str]:
    """One finding: its sentence, the notes, and the command that prints its number, or another one if the label says so."""
    yield from _wrapped(f"{mark(claimed) or '-'} {claimed.claim}: {sentence(claimed)}", "  ")
    for note in claimed.notes:
        yield from _wrapped(f"  - {note}", "    ")
    if claimed.command:
        yield visible(f"  {label}$ {claimed.command}", LONGEST)


def _marked(findings: Sequence[AuditFinding]) -> list[str]:
    """The table of the published numbers with their marks, if it has several rows and columns, and room for them."""
    rows = [[visible(cell, _WIDEST) for cell in row[1:]] for row in table(findings)]
    if len(rows) < 3 or len(rows[0]) < 3:
        return []
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    if sum(widths) + 2 * len(widths) > _COLUMNS:
        return []
    lines = ["  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]).rstrip() for row in rows]
    return ["", *lines, "", "= reproduced or possible, ? needs a look, ! refused, no mark: not checked", ""]


def conclusion(audited: Audit) -> Iterator[str]:
    """The counts of verdicts, and what the claims of each source show together."""
    for line in summary(audited):
        yield from _wrapped(line, "  ")


def _wrapped(text: str, indent: str) -> list[str]:
    """A text in lines of 80 columns; names of files are not broken, nor a number and its percent sign."""
    kept = visible(text, LONGEST).replace(" %", "\N{NO-BREAK SPACE}%")
    lines = textwrap.wrap(kept, _COLUMNS, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
    return [line.replace("\N{NO-BREAK SPACE}%", " %") for line in lines]
