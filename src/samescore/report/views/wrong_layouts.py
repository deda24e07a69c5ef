"""The view of wrong readings: the scores under wrong input layouts, and the causes of a reported number."""

from __future__ import annotations

from samescore.records import Fit, Readings, WrongLayout
from samescore.report.counted import count_phrase
from samescore.report.view import Column, Paragraph, Sentence, Table, View, compact

_NUMBER = Column("number", number=True, width=10)


def view(of: Readings) -> View:
    """Build the view: a line for each layout, then the causes of the wanted number."""
    readings = Table(
        (_NUMBER, Column("layout")),
        tuple((_number(reading), f"{reading.id}: {reading.meaning}") for reading in of.readings),
        title=_readings_title(of) if of.wanted else "",
        indent=0 if of.wanted else 2,
    )
    fits = Table(
        (_NUMBER, Column("from")),
        tuple((f"{fit.value:.6g}", _how(fit)) for fit in of.fits),
        title=f"How {of.name} can give {of.wanted}",
        apart=True,
    )
    nothing = Paragraph(
        f"{of.name} cannot give {of.wanted} with a wrong input layout, a known mistake, a single changed knob or the defaults of a different implementation (samescore audit also tries combinations)",
        apart=True,
    )
    title = () if of.wanted else (Sentence(_readings_title(of)),)
    blocks = compact(*title, readings, *(() if not of.wanted else (fits,) if of.fits else (nothing,)))
    return View("explain", f"{of.name}, {of.metric}", "known" if of.fits else "none", _verdict(of), blocks)


def _readings_title(of: Readings) -> str:
    return f"Scores of {of.name} if the input is misread"


def _verdict(of: Readings) -> str:
    if not of.wanted:
        return _readings_title(of)
    if not of.fits:
        return f"No layout, mistake or setting tried gives {of.wanted}"
    return f"{count_phrase(len(of.fits), 'explanation')} {'gives' if len(of.fits) == 1 else 'give'} {of.wanted}"


def _number(reading: WrongLayout) -> str:
    """Return the number of a layout with six digits, or the kind of its outcome if it is not a score."""
    return reading.outcome.kind if reading.outcome.value is None else f"{reading.outcome.value:.6g}"


def _how(fit: Fit) -> str:
    """Return the cause of a number, and its scale."""
    scale = "" if fit.factor == 1 else f" (times {fit.factor:g})"
    name = f"{fit.kind} {fit.id}: " if fit.id and fit.kind not in ("knob", "implementation") else ""
    return f"{name}{fit.meaning}{scale}"
