"""The numbers of wrong layouts, and what gives a reported number, for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from samescore.records import Fit, Reading, Readings
from samescore.report.plain import page, visible


def readings(of: Readings) -> str:
    """A line for each layout, then what gives the number that is looked for."""
    return page(_lines(of))


def _lines(of: Readings) -> Iterator[str]:
    if of.readings:
        yield f"If the input were read otherwise, {visible(of.name)} would give"
        for reading in of.readings:
            yield f"  {number(reading):>10}  {visible(reading.id)}: {visible(reading.meaning)}"
    if of.wanted:
        if of.readings:
            yield ""
        yield heading(of)
        yield from (f"  {fit.value:>10.6g}  {how(fit)}" for fit in of.fits)


def heading(of: Readings) -> str:
    """Which number is looked for, and on which side."""
    if of.fits:
        return f"What gives {visible(of.wanted)} from {visible(of.name)}"
    return (
        f"Nothing gives {visible(of.wanted)} from {visible(of.name)}: no wrong layout, known mistake, other value of one "
        "knob, or default of another implementation (samescore audit tries them together)"
    )


def number(reading: Reading) -> str:
    """The number of a layout in six digits, or what there is in place of it."""
    return reading.outcome.kind if reading.outcome.value is None else f"{reading.outcome.value:.6g}"


def how(fit: Fit) -> str:
    """What gives a number, and on which scale."""
    scale = "" if fit.factor == 1 else f" (times {fit.factor:g})"
    name = f"{fit.kind} {fit.id}: " if fit.id and fit.kind not in ("knob", "implementation") else ""
    return f"{visible(name)}{visible(fit.meaning)}{scale}"
