"""The view of known causes of a symptom."""

from __future__ import annotations

from samescore.records import KnownReason, KnownReasons
from samescore.report import view as show
from samescore.report.counted import count_phrase
from samescore.report.view import View

_KINDS = {
    "reported": "reported by a user",
    "divergence": "known divergence",
    "property": "property of the metric",
    "mistake": "known mistake",
    "flag": "edge case or convention",
    "elsewhere": "not computed by samescore",
    "page": "documentation",
}


def view(search: KnownReasons) -> View:
    """Build the view: the causes, likeliest first, each with its remedy, link, and the command that shows it."""
    count = len(search.reasons)
    verdict = f"{count_phrase(count, 'known reason')} for “{search.symptom}”" if count else "No known reason"
    blocks: list[show.Block] = [_reason(reason) for reason in search.reasons]
    hint = [show.Paragraph(search.hint)] if search.hint else []
    return View("why", search.symptom, "known" if count else "none", verdict, show.compact(*blocks, *hint))


def _reason(reason: KnownReason) -> show.Card:
    rows: list[tuple[str, show.Line]] = [("remedy", reason.remedy)] if reason.remedy else []
    rows += [("see   ", reason.link)] if reason.link else []
    rows.append(("more  ", show.Span(reason.command, "command")))
    blocks = show.Paragraph(reason.sentence), show.Facts(tuple(rows), aligned=True)
    return show.Card(show.Span(reason.id, "code"), blocks, badge=show.Span(_KINDS[reason.kind], "badge"), apart=True)
