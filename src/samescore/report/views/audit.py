"""The view of an audit: a row for each number, the numbers as published, and the details."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from samescore.records import Audit, AuditFinding, ClaimVerdict
from samescore.report import view as show
from samescore.report.audit_words import mark, overview, sentence, serious_first, summary
from samescore.report.counted import count_phrase
from samescore.report.view import View

#: The styles of the marks.
_STYLES: dict[str, show.Style] = {"=": "good", "?": "known", "!": "bad", "": "none"}
_LEGEND = "= reproduced or possible, ? needs attention, ! refuted, no mark: not checked"
#: Verdicts whose values complete the sentence "2 of 9 published numbers are ...".
_SAYING = {ClaimVerdict.NOT, ClaimVerdict.IMPOSSIBLE}
#: The columns of the overview. On a terminal the last one gets the remaining width.
_OVERVIEW = (
    show.Column("  claim", widest=28),
    show.Column("number", widest=20),
    show.Column("verdict", widest=24),
    show.Column("settings"),
)
_COLUMNS = 80
#: Maximum number of fitting settings listed.
_MOST_FITS = 50


def view(audited: Audit) -> View:
    """Build the view: one number in prose; several as an overview, the most serious first, and the details of each."""
    findings = serious_first(audited)
    several = len(findings) != 1
    cards = [
        _card(finding, label, number, minor=several and not _to_look_at(finding))
        for number, (finding, label) in enumerate(findings, 1)
    ]
    if cards and several:
        cards[0] = msgspec.structs.replace(cards[0], apart=True)
    minor = tuple(card for card in cards if card.minor)
    details: list[show.Block] = [card for card in cards if not card.minor]
    if minor:
        details.append(show.Folded(f"Details of {count_phrase(len(minor), 'other claim')}", minor, printed=True))
    conclusion = _conclusion(audited)
    if conclusion and several:
        conclusion[0] = msgspec.structs.replace(conclusion[0], apart=True)
    overviews = (
        _overview([finding for finding, _ in findings]),
        show.Paragraph(_LEGEND, apart=True),
        _published(audited),
    )
    blocks = show.compact(*(overviews if several else ()), *details, *conclusion)
    style, verdict = _verdict([finding for finding, _ in findings])
    subject = ", ".join(dict.fromkeys(finding.source for finding, _ in findings if finding.source))
    return View("audit", subject, style, verdict, blocks, f"{next(summary(audited), '')}.", columns=_COLUMNS)


def _conclusion(audited: Audit) -> list[show.Block]:
    """Return the lines below the findings; those that repeat a note of a finding are only for terminals."""
    first, rest = [*summary(audited)][:1], [*summary(audited)][1:]
    notes = [note for finding in audited.concluded() for note in finding.notes]
    lines: list[show.Block] = [show.Sentence(line) for line in first]
    for line in rest:
        repeated = any(line.endswith(note) for note in notes)
        lines.append(show.Sentence(line) if repeated else show.Paragraph(line))
    return lines


def _to_look_at(finding: AuditFinding) -> bool:
    return finding.failed or finding.doubtful


def _verdict(findings: Sequence[AuditFinding]) -> tuple[show.Style, str]:
    """Return the style of the view, and a sentence with the number of its most serious findings."""
    marks = [mark(finding) for finding in findings]
    failed = {finding.verdict for finding in findings if finding.failed}
    impossible = sum(finding.verdict is ClaimVerdict.IMPOSSIBLE for finding in findings)
    refused, doubtful, stand, total = marks.count("!"), marks.count("?"), marks.count("="), len(marks)
    of_all = f"of {total:,} published numbers" if total != 1 else "published number"
    if refused:
        word = next(iter(failed)).value if len(failed) == 1 and failed <= _SAYING else "refuted"
        if word == "refuted" and impossible:
            word += f", {impossible:,} of them {'is' if impossible == 1 else 'are'} impossible"
        return "bad", f"{refused:,} {of_all} {'is' if refused == 1 else 'are'} {word}"
    if doubtful:
        return "known", f"{doubtful:,} {of_all} {'needs' if doubtful == 1 else 'need'} attention"
    return (
        ("good", f"{stand:,} {of_all} stand{'s' if stand == 1 else ''}")
        if stand
        else ("none", "No numbers were checked")
    )


def _anchor(number: int) -> str:
    return f"finding-{number}"


def _overview(findings: Sequence[AuditFinding]) -> show.Table:
    """Return a row for each finding, linked to its card."""
    reasons = {note for finding in findings if finding.failed for note in finding.notes}
    rows: tuple[tuple[show.Cell, ...], ...] = tuple(
        (
            (show.Span(sign or " ", "mark", _STYLES[sign]), " ", show.Span(claim, "link", target=_anchor(number))),
            *rest,
        )
        for number, (sign, claim, *rest) in enumerate((overview(finding, reasons) for finding in findings), 1)
    )
    return show.Table(_OVERVIEW, rows, head=True)


def _published(audited: Audit) -> show.Table | None:
    """Return the published numbers with their marks: a row for each system, a column for each metric.

    The result is None unless there are several rows and several metrics.
    """
    findings = audited.concluded()
    metrics = list(dict.fromkeys(finding.metric for finding in findings))
    several = len({finding.source for finding in findings}) > 1
    cells: dict[tuple[str, str], dict[str, list[show.Span]]] = {}
    for finding in findings:
        row = cells.setdefault((finding.source, finding.system or finding.claim), {})
        text = f"{finding.published} {mark(finding)}".strip()
        row.setdefault(finding.metric, []).append(show.Span(text, "mark", _STYLES[mark(finding)]))
    if len(cells) < 2 or len(metrics) < 2:
        return None
    columns = (show.Column("system", widest=32), *(show.Column(metric, number=True, widest=32) for metric in metrics))
    rows: tuple[tuple[show.Cell, ...], ...] = tuple(
        (
            ", ".join(filter(None, (source, system))) if several else system,
            *(show.join_spans(by_metric.get(metric, [])) for metric in metrics),
        )
        for (source, system), by_metric in cells.items()
    )
    return show.Table(columns, rows, head=True, apart=True)


def _card(finding: AuditFinding, label: str, number: int, *, minor: bool) -> show.Card:
    """Return the card of a finding: its sentence, notes, the command that prints its number, and fitting settings."""
    sign = mark(finding)
    value = ((label.removesuffix(": ") or "computed", repr(finding.value)),) if finding.value is not None else ()
    blocks = show.compact(
        show.Items(tuple(finding.notes), bullet="- "),
        show.Command(label, finding.command),
        show.Folded("The number in full", (show.Facts(value),) if value else ()),
        show.Folded(f"Settings that give this number ({len(finding.fits)})", show.compact(_fits(finding))),
    )
    title: show.Line = (show.Span(finding.claim, "strong"), f": {sentence(finding)}")
    return show.Card(title, blocks, mark=sign or "-", style=_STYLES[sign], anchor=_anchor(number), minor=minor)


def _fits(finding: AuditFinding) -> show.Table:
    columns = show.Column("number", number=True), show.Column("tier"), show.Column("settings")
    rows = tuple(
        (repr(fit.value), fit.tier.value, show.Stack((fit.text, show.Span(fit.signature, "settings"))))
        for fit in finding.fits[:_MOST_FITS]
    )
    rest = len(finding.fits) - _MOST_FITS
    return show.Table(columns, rows, note=f"and {rest} more" if rest > 0 else "")
