"""A baseline as Markdown."""

from __future__ import annotations

from collections.abc import Iterator

from samescore.records import Baseline
from samescore.report.baseline_words import headline, remarks, rows
from samescore.report.plain import escaped


def baseline(recorded: Baseline) -> str:
    """What it holds: a table by implementation, metric and entry point."""
    return "\n".join(_lines(recorded)) + "\n"


def _lines(recorded: Baseline) -> Iterator[str]:
    yield f"## {escaped(headline(recorded))}"
    yield ""
    yield "| implementation | version | metric | entry point | answers |"
    yield "|---|---|---|---|---:|"
    for row in rows(recorded):
        yield f"| {' | '.join(escaped(str(cell)) for cell in row)} |"
    yield ""
    yield from (f"- {escaped(line)}" for line in remarks(recorded))
