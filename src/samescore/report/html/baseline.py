"""A baseline as a page."""

from __future__ import annotations

from samescore.records import Baseline
from samescore.report.baseline_words import headline, remarks, rows
from samescore.report.html.document import Style, View, section


def baseline(recorded: Baseline) -> View:
    """The view of a baseline."""
    said = headline(recorded)
    content = section("baseline.html", remarks=remarks(recorded), rows=rows(recorded), answers=recorded.answers)
    names = ", ".join(named.name for named in recorded.header.implementations)
    style: Style = "good" if recorded.whole else "known"
    return View("run --write-baseline", names, style, f"{said[:1].upper()}{said[1:]}", content)
