"""Known reasons for a symptom as a page."""

from __future__ import annotations

from samescore.records import KnownReasons
from samescore.report.html.document import View, section


def why(searched: KnownReasons) -> View:
    """The view of a search of the catalogue."""
    count = len(searched.reasons)
    verdict = f"{count} known reason{'s'[: count != 1]} for “{searched.symptom}”" if count else "No known reason"
    content = section("why.html", searched=searched)
    return View("why", searched.symptom, "known" if count else "none", verdict, content, searched.hint)
