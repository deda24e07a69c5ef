"""An identification as Markdown."""

from __future__ import annotations

from samescore.records import Identification
from samescore.report import identified as words
from samescore.report.plain import code, escaped


def identification(identified: Identification) -> str:
    """The settings found, the answers that they do not give, and what no answer tells."""
    rows = [f"**{escaped(words.finding(identified).rstrip(':'))}.**"]
    if not words.too_few_numbers(identified):
        rows += ["", *_settings(identified)]
    if identified.errors:
        rows += ["", "| error | inputs | the first |", "|---|---:|---|"]
        rows += [
            f"| {escaped(repeated.error)} | {repeated.count} | {escaped(repeated.vector)}: `{code(repeated.input)}` |"
            for repeated in identified.errors
        ]
    if command := words.command(identified):
        rows += ["", f"Natively: `{code(command)}`"]
    return "\n".join(rows) + "\n"


def _settings(identified: Identification) -> list[str]:
    reproduced = identified.answers - len(identified.departures)
    rows = [
        f"{reproduced} of {identified.answers} answers are reproduced by `{code(words.told_settings(identified))}` "
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
    for remark in words.remarks(identified):
        rows += ["", f"{escaped(remark[0].upper() + remark[1:])}."]
    if identified.refused:
        rows += ["", f"It raises where these settings do not: {', '.join(map(escaped, identified.refused))}."]
    return rows
