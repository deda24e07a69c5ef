"""Known reasons for a symptom, for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from samescore.records import KnownReason, KnownReasons
from samescore.report.plain import page

_KINDS = {
    "reported": "reported by a user",
    "divergence": "known divergence",
    "property": "how the metric is",
    "mistake": "known mistake",
    "flag": "edge case or convention",
    "elsewhere": "not computed here",
    "page": "documentation",
}


def why(search: KnownReasons) -> str:
    """The reasons, the likeliest first, each with its remedy, its link, and the command that shows it."""
    return page(_lines(search))


def _lines(search: KnownReasons) -> Iterator[str]:
    for number, reason in enumerate(search.reasons):
        if number:
            yield ""
        yield from _reason(reason)
    if search.hint:
        yield search.hint


def _reason(reason: KnownReason) -> Iterator[str]:
    yield f"{reason.id} ({_KINDS[reason.kind]})"
    yield f"  {reason.sentence}"
    if reason.remedy:
        yield f"  remedy  {reason.remedy}"
    if reason.link:
        yield f"  see     {reason.link}"
    yield f"  more    {reason.command}"
