"""A run in detail, for a terminal: every result of a short run; counts by metric, causes and failures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.table import Table

from samescore.records import Result, RunReport, VectorVerdict, coverages
from samescore.report.counted import count_phrase
from samescore.report.plain import visible
from samescore.report.terminal.failures import failure
from samescore.report.terminal.tables import indent_line, line, table
from samescore.report.view import Column

COLOURS = {
    VectorVerdict.AGREE: "green",
    VectorVerdict.DIVERGE: "yellow",
    VectorVerdict.EXPECTED: "yellow",
    VectorVerdict.STALE: "bold red",
    VectorVerdict.DISAGREE: "bold red",
    VectorVerdict.ERROR: "bold red",
    VectorVerdict.UNSUPPORTED: "dim",
    VectorVerdict.UNAVAILABLE: "magenta",
}

#: Minimum terminal width for counts as a table; otherwise they are lines.
_WIDE = 80

#: Maximum number of knobs listed for each implementation and metric; the report has them all.
_MOST_REASONS = 4


def sections(report: RunReport) -> Iterator[RenderableType]:
    """Yield the counts by metric, the causes of divergences, the coverage of each region, and each failure."""
    yield line()
    yield line("By metric", style="bold")
    yield _Counts(report)
    reasons = _reasons(report.results)
    if reasons is not None:
        yield line()
        yield line("Divergences: the native metric reproduces each number by changing these knobs", style="bold")
        yield reasons
    if covered := list(coverages(report)):
        yield line()
        yield from (line(coverage.line) for coverage in covered)
    if report.failures:
        yield line()
        yield line("Every failure", style="bold red")
        yield from (failure(report, result) for result in report.failures)


class _Counts:
    """The counts by metric: a table, or lines on narrow terminals."""

    def __init__(self, report: RunReport) -> None:
        self._report = report

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield _counts(self._report) if options.max_width >= _WIDE else _count_lines(self._report)


#: The columns of the counts. Errors count as disagreements; unavailable implementations have no row.
_COLUMNS = (VectorVerdict.AGREE, VectorVerdict.DIVERGE, VectorVerdict.DISAGREE, VectorVerdict.UNSUPPORTED)


def _columns(counts: Counter[VectorVerdict]) -> list[RenderableType]:
    merged = counts + Counter({VectorVerdict.DISAGREE: counts[VectorVerdict.ERROR]})
    return [line(str(merged[v]) if merged[v] else "-", style=COLOURS[v] if merged[v] else "dim") for v in _COLUMNS]


def _counts(report: RunReport) -> RenderableType:
    shown = table(
        *map(Column, ("implementation", "metric")), *(Column(verdict.value, number=True) for verdict in _COLUMNS)
    )
    for participant in report.implementations:
        if participant.unavailable:
            continue
        name, silent, skipped = participant.name, 0, Counter[VectorVerdict]()
        for metric in report.metrics:
            counts, fresh = (report.count(participant.name, metric, fresh=fresh) for fresh in (False, True))
            if set(counts + fresh) <= {VectorVerdict.UNSUPPORTED}:
                silent, skipped = silent + 1, skipped + counts
                continue
            shown.add_row(name, metric, *_columns(counts))
            name = ""
            if fresh:
                shown.add_row(name, f"{metric}, fresh", *_columns(fresh))
        if silent:
            others = count_phrase(silent, "metric" if name else "other")
            shown.add_row(name, line(others, style="dim"), *_columns(skipped))
    return shown


def _count_lines(report: RunReport) -> RenderableType:
    lines = []
    for participant in report.implementations:
        for metric in report.metrics:
            counts = report.count(participant.name, metric)
            words = ", ".join(f"{counts[v]} {v.value}" for v in VectorVerdict if counts[v])
            if set(counts) - {VectorVerdict.UNSUPPORTED}:
                lines.append(line(f"{participant.name} {metric}: {words}"))
    return Group(*lines)


def _reasons(results: Iterable[Result]) -> Table | None:
    """Return a table of how often each change of a knob causes a divergence; None if no result has a cause."""
    counted: Counter[tuple[str, str, str]] = Counter()
    for result in results:
        for cause in result.causes:
            counted[result.implementation, result.metric, str(cause)] += 1
    if not counted:
        return None
    shown = table(Column("implementation"), Column("metric"), Column("vectors", number=True), Column("because"))
    groups: dict[tuple[str, str], list[tuple[str, int]]] = {}
    for (name, metric, change), count in counted.most_common():
        groups.setdefault((name, metric), []).append((change, count))
    for (name, metric), changes in sorted(groups.items()):
        for change, count in changes[:_MOST_REASONS]:
            shown.add_row(name, metric, str(count), change)
        if len(changes) > _MOST_REASONS:
            rest = f"and {len(changes) - _MOST_REASONS} more knob changes (see the report)"
            hidden = sum(count for _, count in changes[_MOST_REASONS:])
            shown.add_row(name, metric, str(hidden), line(rest, style="dim"))
    return shown


def details(report: RunReport) -> RenderableType:
    """Return every result, one block each."""
    blocks: list[RenderableType] = []
    for result in report.results:
        if result.verdict.red:
            blocks += [failure(report, result), *_same_numbers(report, result)]
            continue
        name = f"{result.implementation}.{result.entry_point}" if result.entry_point else result.implementation
        title = line(f"{result.vector}  {name}  ", (result.verdict.value, COLOURS[result.verdict]))
        lines = [f"expected {report.expected(result)}, got {result.outcome.text}"]
        if result.why:
            lines.append(f"because {visible(result.why, 600)}")
        if recorded := report.recorded_case(result):
            lines += [f"under {result.signature}", f"input {recorded.input_text}"]
        blocks += [title, *map(indent_line, lines)]
    return Group(*blocks)


def _same_numbers(report: RunReport, result: Result) -> Iterator[RenderableType]:
    """Yield the known mistakes that give the same wrong number on a golden vector."""
    if result.mistakes and not report.recorded_case(result):
        yield indent_line(f"matches known mistake {visible(' or '.join(map(str, result.mistakes)), 600)}")
