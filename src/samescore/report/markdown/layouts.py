"""The numbers of wrong layouts, and what gives a reported number, as Markdown."""

from __future__ import annotations

from samescore.records import Readings
from samescore.report.plain import escaped
from samescore.report.terminal.layouts import heading, how, number


def readings(of: Readings) -> str:
    """A table of layouts, and one of what gives the number that is looked for."""
    rows = []
    if of.readings:
        rows += [f"| {escaped(of.name)} | if the input were read otherwise |", "|---:|---|"]
        rows += [f"| {number(reading)} | {escaped(f'{reading.id}: {reading.meaning}')} |" for reading in of.readings]
    if of.wanted:
        rows += ["", escaped(heading(of)) + ("" if of.fits else ".")] if rows else [escaped(heading(of))]
        if of.fits:
            rows += ["", "| number | from |", "|---:|---|"]
            rows += [f"| {fit.value:.6g} | {escaped(how(fit))} |" for fit in of.fits]
    return "\n".join(rows) + "\n"
