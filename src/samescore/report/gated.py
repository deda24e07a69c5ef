"""What a run did to a baseline, in lines for a log."""

from __future__ import annotations

from collections.abc import Iterator

from samescore.report.drifted import answer
from samescore.report.plain import visible
from samescore.verbs.gate import Gate

#: So many regressions are shown in full.
_MOST = 50


def lines(gate: Gate) -> Iterator[str]:
    """Each regression with its vector, stage and knob, then the count."""
    for one in gate.regressions[:_MOST]:
        move = one.move
        how = " under defaults" if move.kind == "default" else ""
        reason = f"; {one.reason}" if one.reason else "; no single knob and no known mistake gives the new answer"
        moved = f"{answer(move.before)} -> {answer(move.after)}"
        yield visible(
            f"MOVED {one.implementation} {move.entry_point}{how} {move.vector}: {moved}, first at {move.stage}{reason}",
            600,
        )
    if len(gate.regressions) > _MOST:
        yield f"... and {len(gate.regressions) - _MOST} more"
    for name, vector, entry_point in gate.lost[:_MOST]:
        yield visible(f"LOST {name} {entry_point} {vector}: it is answered no longer")
    for name, baseline in gate.held:
        yield visible(f"{name} was held against the recording of {baseline}")
    counts = f"{len(gate.regressions)} moved, {len(gate.lost)} lost"
    skipped = f", {len(gate.skipped)} not compared: their input is another one now" if gate.skipped else ""
    yield f"against the baseline: {gate.compared} answers compared, {counts}{skipped}"
