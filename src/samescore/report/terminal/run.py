"""A run as tables for a terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.table import Table

from samescore.records import Participant, Result, RunReport, VectorVerdict, coverages, explained_failures
from samescore.report.plain import visible
from samescore.report.terminal.tables import indented, line, table

_COLOURS = {
    VectorVerdict.AGREE: "green",
    VectorVerdict.DIVERGE: "yellow",
    VectorVerdict.EXPECTED: "yellow",
    VectorVerdict.STALE: "bold red",
    VectorVerdict.DISAGREE: "bold red",
    VectorVerdict.ERROR: "bold red",
    VectorVerdict.UNSUPPORTED: "dim",
    VectorVerdict.UNAVAILABLE: "magenta",
}

#: Every result is shown for runs on at most this many vectors.
_DETAILS_UP_TO = 3

#: The counts are a table on terminals at least this wide, and lines on narrower ones.
_WIDE = 80

#: How many knobs are listed for each implementation and metric; the report has them all.
_MOST_REASONS = 4


def run(report: RunReport) -> RenderableType:
    """Every result of a run on a few vectors, else a summary."""
    few = len({result.vector for result in report.results}) <= _DETAILS_UP_TO
    return _details(report) if few else _Summary(report)


class _Summary:
    """The participants, the causes of divergences, the counts, and each failure."""

    def __init__(self, report: RunReport) -> None:
        self._report = report

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        report = self._report
        yield _participants(report.implementations)
        yield line()
        reasons = _reasons(report.results)
        if reasons is not None:
            yield line("Divergences: each number is reproduced natively, and these knobs suffice", style="bold")
            yield reasons
            yield line()
        yield _counts(report) if options.max_width >= _WIDE else _count_lines(report)
        if report.failures:
            yield line()
            yield line("Failures", style="bold red")
            yield from (_failure(report, result) for result in report.failures)
            yield from _mistakes(report.failures)
            yield from _likenesses(report)
        if report.unmatched:
            names = visible(", ".join(report.unmatched), 400)
            yield line()
            yield line(f"listed as failing, but no vector has this id: {names}", style="magenta")
        yield line()
        yield from (line(coverage.line) for coverage in coverages(report))
        yield _total(report)


def _participants(implementations: Iterable[Participant]) -> RenderableType:
    lines = []
    for participant in implementations:
        remark = ("", "")
        if participant.unavailable:
            remark = (f"  UNAVAILABLE: {participant.unavailable}", "bold magenta")
        elif participant.note:
            remark = (f"  {participant.note}", "magenta")
        lines.append(line(f"{participant.name} {participant.version}".strip(), remark))
    return Group(*lines)


#: The columns of the counts. An error counts as a disagreement; unavailable implementations have no row.
_COLUMNS = (VectorVerdict.AGREE, VectorVerdict.DIVERGE, VectorVerdict.DISAGREE, VectorVerdict.UNSUPPORTED)


def _columns(counts: Counter[VectorVerdict]) -> list[RenderableType]:
    merged = counts + Counter({VectorVerdict.DISAGREE: counts[VectorVerdict.ERROR]})
    return [line(str(merged[v]) if merged[v] else "-", style=_COLOURS[v] if merged[v] else "dim") for v in _COLUMNS]


def _counts(report: RunReport) -> RenderableType:
    shown = table("implementation", "metric", *(verdict.value for verdict in _COLUMNS))
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
            others = "metrics" if name else "others"
            shown.add_row(name, line(f"{silent} {others}", style="dim"), *_columns(skipped))
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


def _total(report: RunReport) -> RenderableType:
    counts = Counter(result.verdict for result in report.results)
    words = ", ".join(f"{counts[verdict]} {verdict.value}" for verdict in VectorVerdict if counts[verdict])
    interrupted = "The run was interrupted. " if report.footer is None else ""
    failures = f"{len(report.failures)} failures." if report.failures else ""
    end = (failures, "bold red") if failures else ("Nothing unexplained.", "green")
    return line(f"{len(report.results)} results: {words}. ", (interrupted, "bold red"), end)


def _reasons(results: Iterable[Result]) -> Table | None:
    """How often each change of a knob is a cause of a divergence."""
    counted: Counter[tuple[str, str, str]] = Counter()
    for result in results:
        for cause in result.causes:
            counted[result.implementation, result.metric, str(cause)] += 1
    if not counted:
        return None
    shown = table("implementation", "metric", "vectors", "because")
    groups: dict[tuple[str, str], list[tuple[str, int]]] = {}
    for (name, metric, change), count in counted.most_common():
        groups.setdefault((name, metric), []).append((change, count))
    for (name, metric), changes in sorted(groups.items()):
        for change, count in changes[:_MOST_REASONS]:
            shown.add_row(name, metric, str(count), change)
        if len(changes) > _MOST_REASONS:
            rest = f"and {len(changes) - _MOST_REASONS} more knob changes, all in the report"
            hidden = sum(count for _, count in changes[_MOST_REASONS:])
            shown.add_row(name, metric, str(hidden), line(rest, style="dim"))
    return shown


def _mistakes(failures: Iterable[Result]) -> list[RenderableType]:
    """How many failures each known mistake explains."""
    explained = explained_failures(failures)[:_MOST_REASONS]
    if not explained:
        return []
    return [line(), line("Known mistakes", style="bold"), *(line(mistake.line) for mistake in explained)]


def _likenesses(report: RunReport) -> list[RenderableType]:
    """What failing implementations behave like."""
    lines = [line(likeness.line) for likeness in report.likenesses]
    return [line(), line("What it behaves like", style="bold"), *lines] if lines else []


def _failure(report: RunReport, result: Result) -> RenderableType:
    title = f"{result.implementation} {result.entry_point} {result.vector}: {result.verdict.value}"
    details = [indented(f"first difference at {visible(result.why, 400)}"), indented(result.reproduce, style="cyan")]
    if fresh := report.fresh_case(result):
        details.insert(1, indented(f"input {visible(fresh.input_text, 400)}"))
    return Group(line(title, style="red"), *details)


def _details(report: RunReport) -> RenderableType:
    """Every result, one block each."""
    blocks: list[RenderableType] = []
    for result in report.results:
        name = f"{result.implementation}.{result.entry_point}" if result.entry_point else result.implementation
        title = line(f"{result.vector}  {name}  ", (result.verdict.value, _COLOURS[result.verdict]))
        lines = [f"expected {report.expected(result)}, got {result.outcome.text}"]
        if result.why:
            lines.append(f"because {visible(result.why, 600)}")
        if fresh := report.fresh_case(result):
            lines += [f"under {result.signature}", f"input {fresh.input_text}"]
        elif result.mistakes and result.verdict.red:
            lines.append(f"the same number as with {visible(' or '.join(map(str, result.mistakes)), 600)}")
        blocks += [title, *map(indented, lines)]
    return Group(*blocks)
