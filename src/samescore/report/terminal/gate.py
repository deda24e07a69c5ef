"""A gate for a terminal, or in lines for a log."""

from __future__ import annotations

from collections.abc import Iterator

from samescore.records import Gate, MoveCause
from samescore.report import gate_words as words
from samescore.report.counted import counted
from samescore.report.plain import page, visible

#: How many causes, and how many lost answers, are shown in full.
_MOST = 20
#: The most characters of an input.
_INPUT = 400


def gate(compared: Gate) -> str:
    """Each cause with its first and its shortest input, the lost answers, then the counts."""
    return page(_lines(compared))


def _lines(compared: Gate) -> Iterator[str]:
    for participant in compared.implementations:
        if participant.unavailable:
            yield visible(f"{participant.name} UNAVAILABLE: {participant.unavailable}", 600)
    causes = compared.summary.causes
    for cause in causes[:_MOST]:
        yield from _cause(cause)
    lost = words.lost(compared)
    for line in lost[:_MOST]:
        yield visible(f"LOST {line}", 600)
    hidden = max(0, len(causes) - _MOST) + max(0, len(lost) - _MOST)
    if hidden:
        yield f"... and {hidden} more"
    if causes or lost:
        yield ""
    yield from words.compared_with(compared)
    yield f"against the baseline: {words.counts(compared)}"
    if causes or lost:
        yield words.REMEDY


def _cause(cause: MoveCause) -> Iterator[str]:
    yield visible(
        f"MOVED {cause.implementation}, {cause.metric}: {counted(cause.answers, 'answer')}; {words.reason(cause)}",
        600,
    )
    entries = f"; known: {', '.join(cause.divergences)}" if cause.divergences else ""
    of = f" of {', '.join(cause.entry_points)}" if any(cause.entry_points) else ""
    yield visible(f"  the first stage{of} that differs: {cause.stage}{entries}", 600)
    shown = {"first": cause.first, "shortest": cause.shortest}
    if cause.first == cause.shortest:
        del shown["first"]
    for label, moved in shown.items():
        yield visible(f"  {label:8}  {words.place(moved)}: {words.step(moved.was, moved.became, moved.change)}", 600)
    yield f"            {words.shown_input(cause.shortest, _INPUT)}"
