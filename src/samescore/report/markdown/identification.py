"""An identification as Markdown."""

from __future__ import annotations

from samescore.records import Identification
from samescore.report.plain import code, escaped


def identification(identified: Identification) -> str:
    """The settings found, the answers that they do not give, and what no answer tells."""
    name, metric = escaped(identified.implementation), escaped(identified.metric)
    reproduced = identified.answers - len(identified.departures)
    rows = [f"**{name} computes {metric} {_how(identified)}.**", ""]
    rows += [
        f"{reproduced} of {identified.answers} answers are reproduced by `{code(identified.short_signature)}` "
        "(the rest at its default)."
    ]
    if others := identified.like[1:]:
        rows += ["", f"No answer distinguishes it from {', '.join(map(escaped, others))}."]
    if identified.departures:
        rows += ["", "| vector | answered | natively |", "|---|---:|---:|"]
        rows += [
            f"| {escaped(different.vector)} | {escaped(different.answered.text)} | {escaped(different.native.text)} |"
            for different in identified.departures
        ]
    if identified.undetermined:
        rows += ["", f"No answer depends on {', '.join(map(escaped, identified.undetermined))}."]
    if identified.refused:
        rows += ["", f"It raises where these settings do not: {', '.join(map(escaped, identified.refused))}."]
    return "\n".join(rows) + "\n"


def _how(identified: Identification) -> str:
    """What is known of the settings, in words."""
    if not identified.found:
        return "in a way that no settings reproduce"
    if identified.like:
        return f"as {escaped(identified.like[0])}"
    return "unlike any known implementation"
