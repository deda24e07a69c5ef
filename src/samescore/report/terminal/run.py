"""A run as tables for a terminal. Every text that comes from outside goes through `visible`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from samescore.records import Participant, Result, RunReport, VectorVerdict, coverages, explained_failures
from samescore.report.plain import visible
from samescore.report.terminal.tables import table

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
        yield Text()
        reasons = _reasons(report.results)
        if reasons is not None:
            yield Text("Divergences: each number is reproduced natively, and these knobs suffice", style="bold")
            yield reasons
            yield Text()
        yield _counts(report) if options.max_width >= _WIDE else _count_lines(report)
        if report.failures:
            yield Text()
            yield Text("Failures", style="bold red")
            yield from (_failure(report, result) for result in report.failures)
            yield from _mistakes(report.failures)
            yield from _likenesses(report)
        if report.unmatched:
            names = visible(", ".join(report.unmatched), 400)
            yield Text()
            yield Text(f"listed as failing, but no vector has this id: {names}", style="magenta")
        yield Text()
        yield from (Text(visible(coverage.line)) for coverage in coverages(report))
        yield _total(report)


def _participants(implementations: Iterable[Participant]) -> RenderableType:
    lines = []
    for participant in implementations:
        text = Text(visible(f"{participant.name} {participant.version}".strip()))
        if participant.unavailable:
            text.append(f"  UNAVAILABLE: {visible(participant.unavailable)}", style="bold magenta")
        elif participant.note:
            text.append(f"  {visible(participant.note)}", style="magenta")
        lines.append(text)
    return Group(*lines)


#: The columns of the counts. An error counts as a disagreement; unavailable implementations have no row.
_COLUMNS = (VectorVerdict.AGREE, VectorVerdict.DIVERGE, VectorVerdict.DISAGREE, VectorVerdict.UNSUPPORTED)


def _columns(counts: Counter[VectorVerdict]) -> list[Text]:
    merged = counts + Counter({VectorVerdict.DISAGREE: counts[VectorVerdict.ERROR]})
    return [Text(str(merged[v]) if merged[v] else "-", style=_COLOURS[v] if merged[v] else "dim") for v in _COLUMNS]


def _counts(report: RunReport) -> RenderableType:
    shown = table("implementation", "metric", *(verdict.value for verdict in _COLUMNS))
    for participant in report.implementations:
        if participant.unavailable:
            continue
        name, silent, skipped = visible(participant.name), 0, Counter[VectorVerdict]()
        for metric in report.metrics:
            counts, fresh = (report.count(participant.name, metric, fresh=fresh) for fresh in (False, True))
            if set(counts + fresh) <= {VectorVerdict.UNSUPPORTED}:
                silent, skipped = silent + 1, skipped + counts
                continue
            shown.add_row(name, visible(metric), *_columns(counts))
            name = ""
            if fresh:
                shown.add_row(name, visible(f"{metric}, fresh"), *_columns(fresh))
        if silent:
            others = "metrics" if name else "others"
            shown.add_row(name, Text(f"{silent} {others}", style="dim"), *_columns(skipped))
    return shown


def _count_lines(report: RunReport) -> RenderableType:
    lines = []
    for participant in report.implementations:
        for metric in report.metrics:
            counts = report.count(participant.name, metric)
            words = ", ".join(f"{counts[v]} {v.value}" for v in VectorVerdict if counts[v])
            if set(counts) - {VectorVerdict.UNSUPPORTED}:
                lines.append(Text(visible(f"{participant.name} {metric}: {words}")))
    return Group(*lines)


def _total(report: RunReport) -> Text:
    counts = Counter(result.verdict for result in report.results)
    words = ", ".join(f"{counts[verdict]} {verdict.value}" for verdict in VectorVerdict if counts[verdict])
    text = Text(f"{len(report.results)} results: {words}. ")
    if report.footer is None:
        text.append("The run was interrupted. ", style="bold red")
    if report.failures:
        return text.append(f"{len(report.failures)} failures.", style="bold red")
    return text.append("Nothing unexplained.", style="green")


def _reasons(results: Iterable[Result]) -> Table | None:
    """How often each change of a knob is a cause of a divergence."""
    counted: Counter[tuple[str, str, str]] = Counter()
    for result in results:
        for cause in result.causes:
            counted[visible(result.implementation), visible(result.metric), visible(str(cause))] += 1
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
            shown.add_row(name, metric, str(hidden), Text(rest, style="dim"))
    return shown


def _mistakes(failures: Iterable[Result]) -> list[RenderableType]:
    """How many failures each known mistake explains."""
    explained = explained_failures(failures)[:_MOST_REASONS]
    if not explained:
        return []
    lines = [Text(visible(mistake.line, 600)) for mistake in explained]
    return [Text(), Text("Known mistakes", style="bold"), *lines]


def _likenesses(report: RunReport) -> list[RenderableType]:
    """What failing implementations behave like."""
    lines = [Text(visible(likeness.line, 600)) for likeness in report.likenesses]
    return [Text(), Text("What it behaves like", style="bold"), *lines] if lines else []


def _failure(report: RunReport, result: Result) -> RenderableType:
    title = f"{result.implementation} {result.entry_point} {result.vector}: {result.verdict.value}"
    details = [Text(f"first difference at {visible(result.why, 400)}"), Text(visible(result.reproduce), style="cyan")]
    if fresh := report.fresh_case(result):
        details.insert(1, Text(f"input {visible(fresh.input_text, 400)}"))
    return Group(Text(visible(title), style="red"), *(Padding(text, (0, 0, 0, 2)) for text in details))


def _details(report: RunReport) -> RenderableType:
    """Every result, one block each."""
    blocks: list[RenderableType] = []
    for result in report.results:
        name = f"{result.implementation}.{result.entry_point}" if result.entry_point else result.implementation
        title = Text(visible(f"{result.vector}  {name}  "))
        title.append(result.verdict.value, style=_COLOURS[result.verdict])
        lines = [f"expected {visible(report.expected(result))}, got {visible(result.outcome.text)}"]
        if result.why:
            lines.append(f"because {visible(result.why, 600)}")
        if fresh := report.fresh_case(result):
            lines += [f"under {visible(result.signature, 2000)}", f"input {visible(fresh.input_text, 2000)}"]
        elif result.mistakes and result.verdict.red:
            lines.append(f"the same number as with {visible(' or '.join(map(str, result.mistakes)), 600)}")
        blocks += [title, *(Padding(Text(line), (0, 0, 0, 2)) for line in lines)]
    return Group(*blocks)
