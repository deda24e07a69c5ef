"""A search for disagreements as Markdown."""

from __future__ import annotations

from samescore.records import FuzzReport
from samescore.report.fuzz_words import left_out, searched, vector_text
from samescore.report.plain import escaped


def fuzz(report: FuzzReport) -> str:
    """The finds for a review or an issue."""
    rows = [f"**{escaped(searched(report.summary))}**"]
    for number, found in enumerate(report.finds, 1):
        rows += ["", f"{number}. {escaped(found.sentence)}"]
        if found.divergences:
            rows += ["", f"   Known: {', '.join(map(escaped, found.divergences))}."]
        rows += ["", "   ```json", *(f"   {line}" for line in vector_text(found).split("\n")), "   ```"]
    if report.summary.known:
        rows += ["", "Left out, since the catalogue explains it:", ""]
        rows += [f"- {escaped(line)}" for line in left_out(report.summary)]
    return "\n".join(rows) + "\n"
