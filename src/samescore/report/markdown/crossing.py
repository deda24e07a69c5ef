"""A crossing from one metric to another as Markdown."""

from __future__ import annotations

from samescore.records import Crossing
from samescore.report.plain import code, escaped, shown_changes
from samescore.report.terminal.crossing import held, shown, walked, what
from samescore.report.terminal.explanation import residual


def crossing(of: Crossing) -> str:
    """The crossing for a review or an issue."""
    rows = [f"**{escaped(of.sentence)}**", ""]
    for name, side in ((of.first_metric, of.first), (of.second_metric, of.second)):
        rows.append(f"- {escaped(f'{side.name} ({name}): {side.outcome.text}{residual(side)}')}")
    rows += [
        "",
        "| change | score | step |",
        "|---:|---:|---|",
        f"| | {shown(of.start).strip()} | {escaped(of.first_metric)} |",
    ]
    for step, effect, idle in walked(of):
        if idle:
            rows.append(f"| | | no effect here: {escaped(shown_changes(idle))} |")
        if step:
            change = "" if effect is None else f"{effect:+.4f}"
            rows.append(f"| {change} | {shown(step.outcome.value).strip()} | {escaped(what(step))} |")
    if of.gap is not None:
        rows.append(f"| {of.gap:+.4f} | | together |")
    rows += [
        "",
        *(f"- {escaped(held(bridge))}" for bridge in of.bridges),
        "",
        f"Settings: `{code(of.first.signature)}` and `{code(of.second.signature)}`.",
    ]
    return "\n".join(rows) + "\n"
