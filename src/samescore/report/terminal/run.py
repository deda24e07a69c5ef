"""A run as tables for a terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from samescore.report.plain import shown_outcome, visible
from samescore.report.terminal import tables
from samescore.verbs.judge import Judgement, VectorVerdict
from samescore.verbs.run import RunReport, metrics_in

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


#: The counts are a table on terminals at least this wide, and lines on narrower ones.
_WIDE = 80

#: How many knobs are listed for each implementation and metric; the report has them all.
_MOST_REASONS = 4


def run_summary(report: RunReport, width: int = _WIDE) -> RenderableType:
    """Who took part, why there are divergences, the counts, and each failure."""
    parts: list[RenderableType] = [_participants(report), Text()]
    reasons = _reasons(report.results)
    if reasons is not None:
        title = "Divergences: each number is reproduced natively, and these knobs suffice"
        parts += [Text(title, style="bold"), reasons, Text()]
    parts.append(_counts(report) if width >= _WIDE else _count_lines(report))
    if report.failures:
        parts += [Text(), Text("Failures", style="bold red"), *map(_failure, report.failures)]
        parts += _mistakes(report)
    if report.unmatched:
        names = visible(", ".join(report.unmatched), 400)
        parts += [Text(), Text(f"listed as failing, but no vector is called so: {names}", style="magenta")]
    return Group(*parts, Text(), _total(report))


def _participants(report: RunReport) -> RenderableType:
    lines = []
    for one in report.implementations:
        text = Text(f"{one.name} {one.version}".strip())
        if one.unavailable:
            text.append(f"  UNAVAILABLE: {visible(one.unavailable)}", style="bold magenta")
        elif one.note:
            text.append(f"  {one.note}", style="magenta")
        lines.append(text)
    return Group(*lines)


#: The columns of the counts. An error is a disagreement, and who is unavailable has been named above.
_COLUMNS = (VectorVerdict.AGREE, VectorVerdict.DIVERGE, VectorVerdict.DISAGREE, VectorVerdict.UNSUPPORTED)


def _columns(counts: Counter[VectorVerdict]) -> list[Text]:
    merged = counts + Counter({VectorVerdict.DISAGREE: counts[VectorVerdict.ERROR]})
    return [Text(str(merged[v]) if merged[v] else "-", style=_COLOURS[v] if merged[v] else "dim") for v in _COLUMNS]


def _counts(report: RunReport) -> RenderableType:
    table = tables.table("implementation", "metric", *(verdict.value for verdict in _COLUMNS))
    for one in report.implementations:
        if one.unavailable:
            continue
        name, silent, skipped = one.name, 0, Counter[VectorVerdict]()
        for metric in metrics_in(report):
            counts = report.count(one.name, metric)
            if set(counts) <= {VectorVerdict.UNSUPPORTED}:
                silent, skipped = silent + 1, skipped + counts
                continue
            table.add_row(name, metric, *_columns(counts))
            name = ""
        if silent:
            others = "metrics" if name else "others"
            table.add_row(name, Text(f"{silent} {others}", style="dim"), *_columns(skipped))
    return table


def _count_lines(report: RunReport) -> RenderableType:
    lines = []
    for one in report.implementations:
        for metric in metrics_in(report):
            counts = report.count(one.name, metric)
            words = ", ".join(f"{counts[v]} {v.value}" for v in VectorVerdict if counts[v])
            if set(counts) - {VectorVerdict.UNSUPPORTED}:
                lines.append(Text(f"{one.name} {metric}: {words}"))
    return Group(*lines)


def _total(report: RunReport) -> Text:
    counts = Counter(result.verdict for result in report.results)
    words = ", ".join(f"{counts[verdict]} {verdict.value}" for verdict in VectorVerdict if counts[verdict])
    text = Text(f"{len(report.results)} results: {words}. ")
    if report.failures:
        return text.append(f"{len(report.failures)} failures.", style="bold red")
    return text.append("Nothing unexplained.", style="green")


def _reasons(results: Iterable[Judgement]) -> Table | None:
    """How often each knob takes part in a divergence."""
    counted: Counter[tuple[str, str, str]] = Counter()
    for result in results:
        for cause in result.causes:
            counted[result.implementation, result.vector.metric, visible(str(cause))] += 1
    if not counted:
        return None
    table = tables.table("implementation", "metric", "vectors", "because")
    groups: dict[tuple[str, str], list[tuple[str, int]]] = {}
    for (name, metric, change), count in counted.most_common():
        groups.setdefault((name, metric), []).append((change, count))
    for (name, metric), changes in sorted(groups.items()):
        for change, count in changes[:_MOST_REASONS]:
            table.add_row(name, metric, str(count), change)
        if len(changes) > _MOST_REASONS:
            rest = f"and {len(changes) - _MOST_REASONS} more knob changes, all in the report"
            table.add_row(
                name, metric, str(sum(count for _, count in changes[_MOST_REASONS:])), Text(rest, style="dim")
            )
    return table


def _mistakes(report: RunReport) -> list[RenderableType]:
    """How many failures each known mistake explains."""
    counted: Counter[tuple[str, str]] = Counter()
    for result in report.failures:
        counted.update((result.implementation, str(mistake)) for mistake in result.mistakes)
    if not counted:
        return []
    lines = [
        Text(f"{visible(name)}: {count} of {_red(report, name)} failures are what this gives: {visible(mistake)}")
        for (name, mistake), count in counted.most_common(_MOST_REASONS)
    ]
    return [Text(), Text("Known mistakes", style="bold"), *lines]


def _red(report: RunReport, name: str) -> int:
    return sum(result.implementation == name for result in report.failures)


def _failure(result: Judgement) -> RenderableType:
    return Group(
        Text(f"{result.implementation} {result.entry_point} {result.vector.id}: {result.verdict.value}", style="red"),
        Padding(Text(f"first difference at {visible(result.why, 400)}"), (0, 0, 0, 2)),
        Padding(Text(result.reproduce, style="cyan"), (0, 0, 0, 2)),
    )


def run_details(report: RunReport) -> RenderableType:
    """Every result, one block each: for a run on a few vectors."""
    blocks: list[RenderableType] = []
    for result in report.results:
        name = f"{result.implementation}.{result.entry_point}" if result.entry_point else result.implementation
        title = Text(f"{result.vector.id}  {name}  ")
        title.append(result.verdict.value, style=_COLOURS[result.verdict])
        expected = result.vector.expected.value or result.vector.expected.outcome
        lines = [f"expected {visible(expected)}, got {shown_outcome(result.outcome)}"]
        if result.why:
            lines.append(f"because {visible(result.why, 600)}")
        blocks += [title, *(Padding(Text(line), (0, 0, 0, 2)) for line in lines)]
    return Group(*blocks)
