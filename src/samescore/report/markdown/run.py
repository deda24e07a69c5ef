"""A run as Markdown, for the summary page of a CI service."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from samescore.records import RunReport, VectorVerdict, coverages, explained_failures
from samescore.report.plain import code, escaped

#: How many failures are listed.
_MOST = 50
#: How many known mistakes are.
_MOST_MISTAKES = 4


def run(report: RunReport) -> str:
    """A table of verdicts by implementation, one by metric that opens on a click, then the failures."""
    return "\n".join(_lines(report)) + "\n"


def _lines(report: RunReport) -> Iterator[str]:
    counts = Counter(result.verdict for result in report.results)
    words = ", ".join(f"{counts[verdict]} {verdict.value}" for verdict in VectorVerdict if counts[verdict])
    yield f"## samescore: {'failures' if report.failures or report.unsteady else 'nothing unexplained'}"
    yield ""
    yield f"{len(report.results)} results: {words}."
    if report.footer is None:
        yield "The run was interrupted."
    yield ""
    yield from _summary(report)
    columns = [verdict for verdict in VectorVerdict if counts[verdict] and verdict is not VectorVerdict.UNAVAILABLE]
    if columns:
        yield "<details><summary>By metric</summary>\n"
        yield f"| implementation | metric | {' | '.join(verdict.value for verdict in columns)} |"
        yield f"|---|---|{'---:|' * len(columns)}"
        yield from _rows(report, columns)
        yield "\n</details>"
    for participant in report.implementations:
        if participant.unavailable:
            yield f"\n{escaped(participant.name)} was not asked: {escaped(participant.unavailable)}"
    covered = [f"- {escaped(coverage.line)}" for coverage in coverages(report)]
    yield from ["", *covered] if covered else ()
    repeated = [f"- {escaped(f'{again.implementation}: {again.text}')}" for again in report.repeated]
    yield from ["", *repeated] if repeated else ()
    if report.failures:
        yield "\n### Failures\n"
        yield from _failures(report)
    if report.unsteady:
        yield "\n### Changed answers\n"
        for again in report.unsteady:
            yield from (f"- **{escaped(again.implementation)}** {escaped(text)}" for text in again.lines[1:])


def _summary(report: RunReport) -> Iterator[str]:
    """A row for each implementation: how many answers of each kind, and how many it gave of those asked."""
    verdicts = [verdict for verdict in VectorVerdict if verdict.answered]
    counted: defaultdict[str, Counter[VectorVerdict]] = defaultdict(Counter)
    for result in report.results:
        counted[result.implementation][result.verdict] += 1
    shown = [verdict for verdict in verdicts if any(counts[verdict] for counts in counted.values())]
    if not shown:
        return
    yield f"| implementation | {' | '.join(verdict.value for verdict in shown)} | answered |"
    yield f"|---|{'---:|' * len(shown)}---:|"
    for participant in report.implementations:
        counts = counted[participant.name]
        if answered := sum(counts[verdict] for verdict in verdicts):
            cells = " | ".join(f"{counts[verdict]:,}" if counts[verdict] else "" for verdict in shown)
            name = escaped(f"{participant.name} {participant.version}".strip())
            yield f"| {name} | {cells} | {answered:,} of {sum(counts.values()):,} |"
    yield ""


def _failures(report: RunReport) -> Iterator[str]:
    """What failing implementations behave like, the known mistakes, and the failures."""
    yield from (f"- {escaped(likeness.line)}" for likeness in report.likenesses)
    yield from (
        f"- {escaped(mistake.line)}"
        for mistake in explained_failures(report.failures, report.likenesses)[:_MOST_MISTAKES]
    )
    for result in report.failures[:_MOST]:
        yield f"- **{escaped(result.implementation)}** `{code(result.vector)}`: {escaped(result.why)}"
    if len(report.failures) > _MOST:
        yield f"- and {len(report.failures) - _MOST} more"


def _rows(report: RunReport, columns: Sequence[VectorVerdict]) -> Iterator[str]:
    """The counts of each implementation and metric; fresh inputs have a row of their own."""
    for participant in report.implementations:
        if participant.unavailable:
            continue
        name = escaped(f"{participant.name} {participant.version}".strip())
        for metric in report.metrics:
            for fresh, title in ((False, metric), (True, f"{metric}, fresh")):
                counted = report.count(participant.name, metric, fresh=fresh)
                if set(counted) - {VectorVerdict.UNSUPPORTED}:
                    cells = " | ".join(str(counted[verdict] or "") for verdict in columns)
                    yield f"| {name} | {escaped(title)} | {cells} |"
