"""An identification for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from samescore.records import Identification
from samescore.report.plain import visible

#: How many of the inputs with another answer are shown.
_MOST = 5


def lines(identification: Identification) -> Iterator[str]:
    """What an implementation was found to compute."""
    return map(visible, _lines(identification))


def _lines(identification: Identification) -> Iterator[str]:
    name, like = identification.implementation, identification.like
    if identification.found and like:
        yield f"{name} computes {identification.metric} as {like[0]}"
        yield from (f"  or {other}: no answer tells them apart" for other in like[1:])
    elif identification.found:
        yield f"{name} computes {identification.metric} as no known implementation does, but under these settings:"
    else:
        right = identification.answers - len(identification.departures)
        if not right or not identification.departures:
            yield f"{name} gives too few numbers to tell what it computes: it raises on most golden inputs"
            return
        yield f"{name}: no settings give all its answers; the nearest give {right} of {identification.answers}:"
    yield f"  {identification.short_signature} (the rest at its default)"
    if identification.found:
        yield f"{identification.answers} golden inputs were asked, and every answer is reproduced"
    for different in identification.departures[:_MOST]:
        answered, native = visible(different.answered.text, 200), visible(different.native.text, 200)
        yield f"  {different.vector}: answered {answered}, natively {native}"
    if len(identification.departures) > _MOST:
        yield f"  and {len(identification.departures) - _MOST} more"
    if identification.undetermined:
        yield f"no answer depends on {', '.join(identification.undetermined)}"
    if refused := identification.refused:
        yield f"it raises on {len(refused)} inputs where these settings do not, the first: {refused[0]}"
    if identification.found:
        signature = identification.short_signature
        yield f"natively: samescore score HYPOTHESES -r REFERENCES --signature '{signature}'"
