"""A run as Markdown, for the summary page of a CI service."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from samescore.report.plain import visible
from samescore.verbs.judge import VectorVerdict
from samescore.verbs.run import RunReport, metrics_in

#: So many failures are listed.
_MOST = 50


def text(report: RunReport) -> str:
    """A table of verdicts by implementation and metric, then the failures."""
    return "\n".join(_lines(report)) + "\n"


def _lines(report: RunReport) -> Iterator[str]:
    counts = Counter(result.verdict for result in report.results)
    words = ", ".join(f"{counts[verdict]} {verdict.value}" for verdict in VectorVerdict if counts[verdict])
    yield f"## samescore: {'failures' if report.failures else 'nothing unexplained'}"
    yield ""
    yield f"{len(report.results)} results: {words}."
    yield ""
    columns = [verdict for verdict in VectorVerdict if counts[verdict] and verdict is not VectorVerdict.UNAVAILABLE]
    if columns:
        yield f"| implementation | metric | {' | '.join(verdict.value for verdict in columns)} |"
        yield f"|---|---|{'---:|' * len(columns)}"
    for asked in report.implementations:
        if asked.unavailable:
            continue
        for metric in metrics_in(report):
            found = report.count(asked.name, metric)
            if set(found) - {VectorVerdict.UNSUPPORTED}:
                cells = " | ".join(str(found[verdict] or "") for verdict in columns)
                yield f"| {escaped(f'{asked.name} {asked.version}'.strip())} | {metric} | {cells} |"
    for asked in report.implementations:
        if asked.unavailable:
            yield f"\n{escaped(asked.name)} was not asked: {escaped(asked.unavailable)}"
    if report.failures:
        yield "\n### Failures\n"
    for result in report.failures[:_MOST]:
        yield f"- **{escaped(result.implementation)}** `{result.vector.id}`: {escaped(result.why)}"
    if len(report.failures) > _MOST:
        yield f"- and {len(report.failures) - _MOST} more"


def escaped(words: str) -> str:
    """Text that Markdown, and the HTML in it, takes for nothing but text."""
    return re.sub(r"([\\`*_{}\[\]<>#|&~!])", r"\\\1", visible(words, 400))
