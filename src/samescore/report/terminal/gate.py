"""A gate for a terminal, or in lines for a log."""

from __future__ import annotations

from collections.abc import Iterator

from samescore.records import Gate, GateVerdict
from samescore.report.moves import counts, moved
from samescore.report.plain import page, visible

#: How many regressions, and how many lost answers, are shown in full.
_MOST = 50


def gate(compared: Gate) -> str:
    """Each regression with its vector, stage and explanation, then the counts."""
    return page(_lines(compared))


def _lines(compared: Gate) -> Iterator[str]:
    for participant in compared.implementations:
        if participant.unavailable:
            yield visible(f"{participant.name} UNAVAILABLE: {participant.unavailable}", 600)
    for vector, regression in compared.regressions[:_MOST]:
        yield visible(f"MOVED {vector.implementation} {moved(vector, regression)}", 600)
    lost = compared.having(GateVerdict.LOST)
    for vector in lost[:_MOST]:
        yield visible(f"LOST {vector.implementation} {vector.entry_point} {vector.vector}: the answer is missing now")
    hidden = max(0, len(compared.regressions) - _MOST) + max(0, len(lost) - _MOST)
    if hidden:
        yield f"... and {hidden} more"
    for baseline in compared.summary.baselines:
        yield visible(f"{baseline.implementation} was compared with the recording of {baseline.recording}")
    yield f"against the baseline: {counts(compared)}"
