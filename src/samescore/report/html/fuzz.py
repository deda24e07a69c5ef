"""A search for disagreements as a page."""

from __future__ import annotations

from samescore.records import FuzzReport
from samescore.report.html.document import Style, View, section
from samescore.report.html.texts import blocks


def fuzz(report: FuzzReport) -> View:
    """The view of a search."""
    summary = report.summary
    finds = [(find, blocks(_input(find.vector))) for find in report.finds]
    content = section("fuzz.html", summary=summary, finds=finds)
    style: Style = "known" if summary.finds else "good" if summary.compared else "none"
    number = "No disagreement" if not summary.finds else f"{summary.finds} disagreement{'s'[: summary.finds != 1]}"
    lead = f"{summary.examples:,} inputs from seed {summary.seed}: {summary.compared:,} answered by both, {summary.different:,} differently."
    if summary.interrupted:
        lead += " The search was interrupted."
    subject = f"{summary.first} and {summary.second}" if summary.second else summary.first
    return View("fuzz", subject, style, f"{number} to look at", content, lead)


def _input(vector: dict[str, object]) -> dict[str, object]:
    plain = vector.get("input")
    return plain if isinstance(plain, dict) else {}
