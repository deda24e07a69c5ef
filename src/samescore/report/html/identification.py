"""An identification as a page."""

from __future__ import annotations

from collections.abc import Mapping

from samescore.records import Identification
from samescore.report import identified as words
from samescore.report.html.document import Style, View, section
from samescore.report.html.texts import blocks
from samescore.report.html.vectors import Shown


def identification(identified: Identification, vectors: Mapping[str, Shown]) -> View:
    """The view of an identification. `vectors` has what is known of its golden vectors, by id."""
    few = words.too_few_numbers(identified)
    content = section(
        "identification.html",
        identified=identified,
        few=few,
        told_settings=words.told_settings(identified),
        remarks=[] if few else list(words.remarks(identified)),
        left_open=identified.left_open(),
        score_command=words.command(identified),
        departures=[
            (departure, blocks(vectors[departure.vector].input) if departure.vector in vectors else [])
            for departure in identified.departures
        ],
    )
    style: Style = "good" if identified.found else "bad" if few else "known"
    return View("identify", identified.metric, style, words.finding(identified).rstrip(":"), content, _lead(identified))


def _lead(identified: Identification) -> str:
    if identified.found:
        return f"{identified.answers} golden inputs were asked, and every answer is reproduced."
    return f"{identified.answers} golden inputs were asked."
