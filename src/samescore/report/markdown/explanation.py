"""An explanation as Markdown."""

from __future__ import annotations

from samescore.records import Explanation, ShareOfGap, shown_shares
from samescore.report.plain import amount, code, escaped, shown_changes
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
    if explained.gap is not None and (shares := shown_shares(explained.shares)):
        rows += ["", "| share of the gap | knob |", "|---:|---|"]
        rows += [f"| {amount(share.share)} | {_causes(share)} |" for share in shares]
        rows.append(f"| {explained.gap:+.4f} | together |")
        if explained.method:
            rows += ["", f"The shares are {escaped(explained.method)}."]
    if explained.smallest:
        rows += ["", f"Enough to turn the first number into the second: {escaped(shown_changes(explained.smallest))}."]
    if explained.divergences:
        rows += ["", f"Known disagreements: {', '.join(map(escaped, explained.divergences))}."]
    rows += ["", f"Settings: `{code(explained.first.signature)}` and `{code(explained.second.signature)}`."]
    return "\n".join(rows) + "\n"


def _causes(share: ShareOfGap) -> str:
    changes = escaped(shown_changes(share.changes))
    return f"{changes} (not separately: {escaped(share.because)})" if share.because else changes
