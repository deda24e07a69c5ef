"""A gate for a terminal, or in lines for a log."""

from __future__ import annotations

from collections.abc import Iterator

from samescore.records import Gate, GateVerdict
from samescore.report.moves import counts, moved
from samescore.report.plain import visible

#: How many regressions, and how many lost answers, are shown in full.
_MOST = 50


def lines(gate: Gate) -> Iterator[str]:
    """Each regression with its vector, stage and knob, then the counts."""
    for vector, regression in gate.regressions[:_MOST]:
        yield visible(f"MOVED {vector.implementation} {moved(vector, regression)}", 600)
    lost = gate.having(GateVerdict.LOST)
    for vector in lost[:_MOST]:
        yield visible(f"LOST {vector.implementation} {vector.entry_point} {vector.vector}: it is no longer answered")
    hidden = max(0, len(gate.regressions) - _MOST) + max(0, len(lost) - _MOST)
    if hidden:
        yield f"... and {hidden} more"
    for baseline in gate.summary.baselines:
        yield visible(f"{baseline.implementation} was compared with the recording of {baseline.recording}")
    yield f"against the baseline: {counts(gate)}"
