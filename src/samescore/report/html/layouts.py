"""Readings of an input as a page."""

from __future__ import annotations

from samescore.records import Readings
from samescore.report.html.document import View, section


def readings(read: Readings) -> View:
    """The view of the readings of an input."""
    content = section("layouts.html", read=read)
    if not read.wanted:
        verdict = f"What {read.name} gives if the input is read otherwise"
    elif read.fits:
        verdict = (
            f"{len(read.fits)} {'explanation gives' if len(read.fits) == 1 else 'explanations give'} {read.wanted}"
        )
    else:
        verdict = f"Nothing that was tried gives {read.wanted}"
    return View("explain", f"{read.name}, {read.metric}", "known" if read.fits else "none", verdict, content)
