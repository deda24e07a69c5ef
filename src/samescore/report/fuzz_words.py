"""A search for disagreements in words, for the terminal and for Markdown."""

from __future__ import annotations

import json

from samescore.records import Find, FuzzSummary


def searched(summary: FuzzSummary) -> str:
    """How much was searched, and what came of it."""
    whom = f"{summary.first} and {summary.second}" if summary.second else f"{summary.first} and its model"
    end = ", interrupted" if summary.interrupted else ""
    return (
        f"{whom}: {_counted(summary.examples, 'input')} (seed {summary.seed}{end}), {summary.compared:,} answered by both, "
        f"{summary.different:,} disagreed on; {_counted(summary.finds, 'explanation')}"
    )


def left_out(summary: FuzzSummary) -> list[str]:
    """What the catalogue explains, a line for each explanation."""
    return [
        f"{_counted(known.inputs, 'input')}: {', '.join(known.explanation)} ({', '.join(known.divergences)})"
        for known in summary.known
    ]


def vector_text(find: Find) -> str:
    """The vector as JSON that can be copied: a field a line, everything but ASCII escaped."""
    fields = [f"  {json.dumps(name)}: {json.dumps(value)}" for name, value in find.vector.items()]
    return "{\n" + ",\n".join(fields) + "\n}"


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"
