"""An identification for a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from samescore.records import Identification
from samescore.report import identified as words
from samescore.report.plain import page, visible

#: How many inputs with a different answer are shown, and how many errors.
_MOST, _MOST_ERRORS = 5, 3


def identification(identified: Identification) -> str:
    """The settings found, or how near the search came."""
    return page(_lines(identified))


def _lines(identified: Identification) -> Iterator[str]:
    yield visible(words.finding(identified))
    if not words.too_few_numbers(identified):
        yield from (f"  or {visible(other)}: no answer distinguishes them" for other in identified.like[1:])
        yield from _settings(identified)
    for repeated in islice(identified.errors, _MOST_ERRORS):
        times = f"{repeated.count} inputs" if repeated.count > 1 else "an input"
        yield f"it fails on {times}, the first is {repeated.vector}: {visible(repeated.error, 500)}"
        yield f"  {visible(repeated.input, 500)}"
    if len(identified.errors) > _MOST_ERRORS:
        yield f"and with {len(identified.errors) - _MOST_ERRORS} other errors"
    if command := words.command(identified):
        yield f"natively: {command}"


def _settings(identified: Identification) -> Iterator[str]:
    yield f"  {words.told_settings(identified)} (the rest at its default)"
    right = identified.answers - len(identified.departures)
    if identified.found:
        yield f"{identified.answers} golden inputs were asked, and every answer is reproduced"
    elif identified.mistakes:
        yield f"{identified.answers} golden inputs were asked, and {right} answers are reproduced"
    for different in identified.departures[:_MOST]:
        answered, native = visible(different.answered.text, 200), visible(different.native.text, 200)
        yield f"  {different.vector}: answered {answered}, natively {native}"
    if len(identified.departures) > _MOST:
        yield f"  and {len(identified.departures) - _MOST} more"
    yield from words.remarks(identified)
    if refused := identified.refused:
        yield f"it raises on {len(refused)} inputs where these settings do not, the first: {refused[0]}"
