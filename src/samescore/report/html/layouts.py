"""Readings of an input as a page."""

from __future__ import annotations

from markupsafe import Markup

from samescore.records import Readings
from samescore.report.html.document import section


def readings(read: Readings) -> Markup:
    """The section of the readings of an input."""
    return section("layouts.html", read=read)
