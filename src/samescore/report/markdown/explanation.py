"""An explanation as Markdown."""

from __future__ import annotations

from samescore.records import Explanation
from samescore.report.plain import code, escaped, shown_changes
from samescore.report.terminal.explanation import residual


def explanation(explained: Explanation) -> str:
    """The explanation for a review or an issue."""
    rows = [f"**{escaped(explained.sentence)}**", "", "| | as returned | natively |", "|---|---:|---:|"]
    rows += [
        f"| {escaped(side.name)} | {escaped(side.outcome.text)} | {escaped(side.native.text)} |"
        for side in (explained.first, explained.second)
    ]
    for side in (explained.first, explained.second):
        if side.ignored:
            rows += ["", escaped(f"{side.name} cannot take the given {', '.join(side.ignored)}") + "."]
        if side.residual != 0:
            rows += ["", escaped(f"{side.name}: {side.outcome.text}{residual(side)}") + "."]
    if explained.gap is not None and explained.shares:
        rows += ["", "| share of the gap | knob |", "|---:|---|"]
        carried = [share for share in explained.shares if share.share and not share.rounding]
        for share in sorted(carried, key=lambda share: -abs(share.share)):
            rows.append(f"| {share.share:+.4f} | {escaped(shown_changes(share.changes))} |")
        rows.append(f"| {explained.gap:+.4f} | together |")
    if explained.smallest:
        rows += ["", f"Enough to turn the first number into the second: {escaped(shown_changes(explained.smallest))}."]
    if explained.divergences:
        rows += ["", f"Known disagreements: {', '.join(map(escaped, explained.divergences))}."]
    rows += ["", f"Settings: `{code(explained.first.signature)}` and `{code(explained.second.signature)}`."]
    return "\n".join(rows) + "\n"
