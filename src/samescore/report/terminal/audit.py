"""The findings of an audit for a terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from samescore.records import Audit, AuditFinding
from samescore.report.audit_words import mark, sentence, summary
from samescore.report.plain import LONGEST, visible

_COLUMNS = 80


def audit(audited: Audit) -> str:
    """Every finding as the others of its source revise it, then the summary."""
    lines = [line for audit_finding in audited.concluded() for line in finding(audit_finding)]
    return "\n".join([*lines, *conclusion(audited)])


def finding(claimed: AuditFinding) -> Iterator[str]:
    """One finding: its sentence, the notes, and the command that prints its number."""
    yield from _wrapped(f"{mark(claimed) or '-'} {claimed.claim}: {sentence(claimed)}", "  ")
    for note in claimed.notes:
        yield from _wrapped(f"  - {note}", "    ")
    if claimed.command:
        yield visible(f"  $ {claimed.command}", LONGEST)


def conclusion(audited: Audit) -> Iterator[str]:
    """The counts of verdicts, and what the claims of each source show together."""
    for line in summary(audited):
        yield from _wrapped(line, "  ")


def _wrapped(text: str, indent: str) -> list[str]:
    """A text in lines of 80 columns; names of files are not broken, nor a number and its percent sign."""
    kept = visible(text, LONGEST).replace(" %", "\N{NO-BREAK SPACE}%")
    lines = textwrap.wrap(kept, _COLUMNS, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
    return [line.replace("\N{NO-BREAK SPACE}%", " %") for line in lines]
