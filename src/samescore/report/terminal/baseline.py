"""A baseline for a terminal."""

from __future__ import annotations

from samescore.records import Baseline
from samescore.report.baseline_words import headline, remarks, rows
from samescore.report.plain import page


def baseline(recorded: Baseline) -> str:
    """What it holds: the number of answers by implementation, metric and entry point."""
    lines = [headline(recorded)]
    for name, version, metric, entry_point, count in rows(recorded):
        named = " ".join(filter(None, (name, version)))
        lines.append(f"  {count:6,}  {named}: {' '.join(filter(None, (metric, entry_point)))}")
    return page([*lines, *remarks(recorded)])
