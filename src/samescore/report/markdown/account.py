"""An account of one number as Markdown."""

from __future__ import annotations

from samescore.records import Account
from samescore.report.plain import code, escaped
from samescore.report.terminal.account import heading, how, number
from samescore.report.terminal.explanation import residual


def account(of: Account) -> str:
    """The account for a review or an issue."""
    rows = [
        f"**{escaped(of.sentence)}**",
        "",
        f"{escaped(of.side.name + ': ' + of.side.outcome.text + residual(of.side))}.",
    ]
    if of.stages:
        rows += ["", "| stage | product |", "|---|---|"]
        rows += [f"| {escaped(stage.name)} | {escaped(stage.text)} |" for stage in of.stages]
    for remark in of.remarks:
        remedy = f" *{escaped(remark.remedy)}.*" if remark.remedy else ""
        rows += ["", f"- {escaped(remark.id)}: {escaped(remark.sentence)}.{remedy}"]
    if of.contributions:
        rows += ["", f"{escaped(heading(of))}:", "", "| effect | alone | segment |", "|---:|---:|---|"]
        for segment in of.contributions:
            alone = "" if segment.alone is None else f"{segment.alone:.6g}"
            rows.append(f"| {segment.effect:+.4f} | {alone} | {segment.index + 1}: {escaped(segment.hypothesis)} |")
    if of.alternatives:
        rows += ["", "| number | what would give it |", "|---:|---|"]
        rows += [f"| {number(other)} | {escaped(how(other))} |" for other in of.alternatives]
    rows += ["", f"Settings: `{code(of.side.signature)}`."]
    return "\n".join(rows) + "\n"
