"""A search for disagreements, for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from samescore.records import Find, FuzzReport
from samescore.report.fuzz_words import left_out, searched, vector_text
from samescore.report.plain import page, visible


def fuzz(report: FuzzReport) -> str:
    """Each find with its vector, and how much was searched."""
    return page(_lines(report))


def _lines(report: FuzzReport) -> Iterator[str]:
    for number, found in enumerate(report.finds, 1):
        yield f"{number}. {found.metric}: {visible(', '.join(found.explanation))}"
        yield from _find_lines(found)
        yield ""
    yield searched(report.summary)
    if report.summary.known:
        yield "Left out, since the catalogue explains it (--known shows it; samescore show ID)"
        yield from (f"  {line}" for line in left_out(report.summary))


def _find_lines(found: Find) -> Iterator[str]:
    yield f"   {visible(found.sentence)}"
    if found.divergences:
        yield f"   known: {visible(', '.join(found.divergences))}"
    yield from (f"   {line}" for line in vector_text(found).split("\n"))
