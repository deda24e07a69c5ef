"""A search for disagreements as a page."""

from __future__ import annotations

import json

from markupsafe import Markup

from samescore.records import FuzzReport
from samescore.report.html.document import section


def fuzz(report: FuzzReport) -> Markup:
    """The section of a search."""
    finds = [(find, json.dumps(find.vector.get("input", {}), ensure_ascii=False)) for find in report.finds]
    return section("fuzz.html", summary=report.summary, finds=finds)
