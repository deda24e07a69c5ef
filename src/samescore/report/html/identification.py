"""An identification as a page."""

from __future__ import annotations

from markupsafe import Markup

from samescore.records import Identification
from samescore.report.html.document import section


def identification(identified: Identification) -> Markup:
    """The section of an identification."""
    return section("identification.html", identified=identified)
