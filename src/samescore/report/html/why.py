"""Known reasons for a symptom as a page."""

from __future__ import annotations

from markupsafe import Markup

from samescore.records import KnownReasons
from samescore.report.html.document import section


def why(searched: KnownReasons) -> Markup:
    """The section of a search of the catalogue."""
    return section("why.html", searched=searched)
