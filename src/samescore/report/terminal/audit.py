"""The findings of an audit for a terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from samescore.records import Audit, AuditFinding
from samescore.report.audit_words import OVERVIEW, mark, overview, sentence, serious_first, summary, table
from samescore.report.plain import LONGEST, visible

_COLUMNS = 80
#: The widest cell of the table of marks.
_WIDEST = 32
#: The widest claim, number and verdict of an overview. Settings take what is left of a line.
_WIDTHS = (1, 26, 20, 24)
_LEGEND = "= reproduced or possible, ? needs a look, ! refused, no mark: not checked"


def audit(audited: Audit, *, verbose: bool = False) -> str:
    """One number in prose; of several an overview, the most serious first, then the details of those that need a look.

    `verbose`: the details of all. At the end stand the counts, and what the numbers say of each other.
    """
    findings = serious_first(audited)
    if len(findings) == 1:
        return "\n".join([*finding(*findings[0]), *conclusion(audited)])
    detailed = [labelled for labelled in findings if verbose or labelled[0].failed or labelled[0].doubtful]
    lines = [*_overview([each for each, _ in findings]), "", _LEGEND, *_marked(audited.concluded()), ""]
    lines += [line for labelled in detailed for line in finding(*labelled)]
    lines += [""] * bool(detailed)
    lines += conclusion(audited)
    if len(detailed) < len(findings):
        lines.append("-v shows the details of all")
    return "\n".join(lines)


def _overview(findings: Sequence[AuditFinding]) -> list[str]:
    """A line for each finding, as wide as the terminal has columns."""
    rows = [OVERVIEW, *map(overview, findings)]
    cells = [[visible(cell, width) for cell, width in zip(row, _WIDTHS, strict=False)] for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    room = _COLUMNS - sum(widths) - 2 * len(widths) + 1
    lines = []
    for row, shown in zip(rows, cells, strict=True):
        sign, *fields = map(str.ljust, shown, widths)
        lines.append(f"{sign} {'  '.join([*fields, visible(row[-1], room)])}".rstrip())
    return lines


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
    return ["", *lines]


def conclusion(audited: Audit) -> Iterator[str]:
    """The counts of verdicts, and what the claims of each source show together."""
    for line in summary(audited):
        yield from _wrapped(line, "  ")


def _wrapped(text: str, indent: str) -> list[str]:
    """A text in lines of 80 columns; names of files are not broken, nor a number and its percent sign."""
    kept = visible(text, LONGEST).replace(" %", "\N{NO-BREAK SPACE}%")
    lines = textwrap.wrap(kept, _COLUMNS, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
    return [line.replace("\N{NO-BREAK SPACE}%", " %") for line in lines]
