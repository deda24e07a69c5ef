"""An identification for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from samescore.records import Identification
from samescore.report.plain import page, visible

#: How many inputs with a different answer are shown.
_MOST = 5


def identification(identified: Identification) -> str:
    """The settings found, or how near the search came."""
    return page(_lines(identified))


def _lines(identified: Identification) -> Iterator[str]:
    name, like = identified.implementation, identified.like
    if identified.found and like:
        yield f"{name} computes {identified.metric} as {like[0]}"
        yield from (f"  or {other}: no answer distinguishes them" for other in like[1:])
    elif identified.found:
        yield f"{name} computes {identified.metric} unlike any known implementation, under these settings:"
    else:
        right = identified.answers - len(identified.departures)
        if not right or not identified.departures:
            yield f"{name} returns too few numbers to identify its settings: it raises on most golden inputs"
            return
        yield f"{name}: no settings give all of its answers; the nearest give {right} of {identified.answers}:"
    yield f"  {identified.short_signature} (the rest at its default)"
    if identified.found:
        yield f"{identified.answers} golden inputs were asked, and every answer is reproduced"
    for different in identified.departures[:_MOST]:
        answered, native = visible(different.answered.text, 200), visible(different.native.text, 200)
        yield f"  {different.vector}: answered {answered}, natively {native}"
    if len(identified.departures) > _MOST:
        yield f"  and {len(identified.departures) - _MOST} more"
    if identified.undetermined:
        yield f"no answer depends on {', '.join(identified.undetermined)}"
    if refused := identified.refused:
        yield f"it raises on {len(refused)} inputs where these settings do not, the first: {refused[0]}"
    if identified.found:
        signature = identified.short_signature
        yield f"natively: samescore score HYPOTHESES -r REFERENCES --signature '{signature}'"
