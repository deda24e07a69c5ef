"""Results as tables for a terminal. Every text that comes from outside goes through `visible`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from samescore import differ
from samescore.causes import Step, percent
from samescore.conform import Report, Result, Verdict, metrics_in
from samescore.outcome import Score
from samescore.report.plain import shown_changes, shown_outcome, visible
from samescore.settings import Settings

_COLOURS = {
    Verdict.AGREE: "green",
    Verdict.DIVERGE: "yellow",
    Verdict.DISAGREE: "bold red",
    Verdict.ERROR: "bold red",
    Verdict.UNSUPPORTED: "dim",
    Verdict.UNAVAILABLE: "magenta",
}


def _table(*columns: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 1))
    for column in columns:
        left = column in ("implementation", "metric", "because", "settings", "knob")
        folds = column in ("because", "settings", "knob", "as returned")
        table.add_column(column, justify="left" if left else "right", overflow="fold", no_wrap=not folds)
    return table


def run_summary(report: Report) -> RenderableType:
    """Who took part, the counts, why there are divergences, and each failure."""
    parts: list[RenderableType] = [_participants(report), Text(), _counts(report)]
    reasons = _reasons(report.results)
    if reasons is not None:
        parts += [
            Text(),
            Text("Divergences, each reproduced natively and bit for bit by these knobs", style="bold"),
            reasons,
        ]
    if report.failures:
        parts += [Text(), Text("Failures", style="bold red"), *map(_failure, report.failures)]
    return Group(*parts, Text(), _total(report))


def _participants(report: Report) -> RenderableType:
    lines = []
    for one in report.implementations:
        text = Text(f"{one.name} {one.version}".strip())
        if one.unavailable:
            text.append(f"  UNAVAILABLE: {visible(one.unavailable)}", style="bold magenta")
        elif one.note:
            text.append(f"  {one.note}", style="magenta")
        lines.append(text)
    return Group(*lines)


def _counts(report: Report) -> RenderableType:
    seen = {result.verdict for result in report.results}
    shown = [v for v in Verdict if v is not Verdict.UNAVAILABLE or v in seen]
    table = _table("implementation", "metric", *(verdict.value for verdict in shown))
    for one in report.implementations:
        name, silent, skipped = one.name, 0, 0
        for metric in metrics_in(report):
            counts = report.count(one.name, metric)
            if set(counts) <= {Verdict.UNSUPPORTED}:
                silent, skipped = silent + 1, skipped + counts[Verdict.UNSUPPORTED]
                continue
            cells = [
                Text(str(counts[v]) if counts[v] else "·", style=_COLOURS[v] if counts[v] else "dim") for v in shown
            ]
            table.add_row(name, metric, *cells)
            name = ""
        if silent:
            cells = [Text(str(skipped) if v is Verdict.UNSUPPORTED else "·", style="dim") for v in shown]
            table.add_row(name, Text(f"{silent} others", style="dim"), *cells)
    return table


def _total(report: Report) -> Text:
    counts = Counter(result.verdict for result in report.results)
    words = ", ".join(f"{counts[verdict]} {verdict.value}" for verdict in Verdict if counts[verdict])
    text = Text(f"{len(report.results)} results: {words}. ")
    if report.failures:
        return text.append(f"{len(report.failures)} failures.", style="bold red")
    return text.append("Nothing unexplained.", style="green")


def _reasons(results: Iterable[Result]) -> Table | None:
    """How often each knob takes part in a divergence."""
    counted: Counter[tuple[str, str, str]] = Counter()
    for result in results:
        for cause in result.causes:
            counted[result.implementation, result.vector.metric, visible(str(cause))] += 1
    if not counted:
        return None
    table = _table("implementation", "metric", "vectors", "because")
    for (name, metric, change), count in sorted(counted.items(), key=lambda item: (item[0][:2], -item[1])):
        table.add_row(name, metric, str(count), change)
    return table


def _failure(result: Result) -> RenderableType:
    return Group(
        Text(f"{result.implementation} {result.entry_point} {result.vector.id}: {result.verdict.value}", style="red"),
        Padding(Text(f"first difference at {visible(result.why, 400)}"), (0, 0, 0, 2)),
        Padding(Text(result.reproduce, style="cyan"), (0, 0, 0, 2)),
    )


def run_details(report: Report) -> RenderableType:
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


def diff_tables(table: differ.Table) -> RenderableType:
    """Both tables of a diff, and the walks."""
    parts: list[RenderableType] = [Text(f"{table.metric}: each under its own defaults", style="bold"), _defaults(table)]
    parts += [walk for row in table.rows if (walk := _walk(row, table)) is not None]
    if table.common:
        parts += [Text(), Text("The closest settings that both can take", style="bold")]
        parts += [_common(pair) for pair in table.common]
    for name, reason in table.absent:
        parts.append(Text(f"{name}: not compared: {visible(reason)}", style="magenta"))
    for row in table.unexplained:
        parts.append(
            Text(
                f"{row.name}: UNEXPLAINED: natively its settings give another number; do not trust the walk above",
                style="bold red",
            )
        )
    return Group(*parts)


def _defaults(table: differ.Table) -> Table:
    shown = _table("implementation", "as returned", "0-100", "gap")
    for row in table.rows:
        if isinstance(row.outcome, Score):
            gap = "" if row.gap is None else f"{row.gap:+.4f}"
            shown.add_row(row.name, repr(row.outcome.value), f"{row.percent:.4f}", gap)
        else:
            shown.add_row(row.name, Text(shown_outcome(row.outcome), style="magenta"), "", "")
    return shown


def _walk(row: differ.Row, table: differ.Table) -> RenderableType | None:
    """How the baseline's number turns into this row's, knob by knob in pipeline order."""
    if not row.gap or not row.steps:
        return None
    baseline = next(r for r in table.rows if r.percent is not None)
    lines = _step_lines(row.steps, baseline.percent or 0.0, row.settings)
    title = Text(f"\n{baseline.name} {baseline.percent:.4f} to {row.name} {row.percent:.4f}, knob by knob")
    return Group(title, Padding(lines, (0, 0, 0, 2)))


def _step_lines(steps: Iterable[Step], start: float, settings: Settings) -> RenderableType:
    moved = _table("change", "score", "knob")
    idle: list[str] = []
    before = start
    for step in steps:
        changes = shown_changes(step.changes)
        if not isinstance(step.outcome, Score):
            moved.add_row("", shown_outcome(step.outcome), changes)
            continue
        after = percent(step.outcome.value, settings.replace(scale="100") if hasattr(settings, "scale") else settings)
        if abs(after - before) <= 1e-12 * max(abs(after), abs(before)):
            idle.append(changes)
        else:
            moved.add_row(f"{after - before:+.4f}", f"{after:.4f}", changes)
        before = after
    parts: list[RenderableType] = [moved] if moved.row_count else []
    if idle:
        parts.append(Text(f"no effect here: {'; '.join(idle)}", style="dim"))
    return Group(*parts)


def _common(pair: differ.Common) -> RenderableType:
    shown = _table("implementation", "as returned", "0-100", "settings")
    for row in (pair.first, pair.second):
        value = repr(row.outcome.value) if isinstance(row.outcome, Score) else shown_outcome(row.outcome)
        number = "" if row.percent is None else f"{row.percent:.4f}"
        shown.add_row(row.name, value, number, _off_default(row.settings))
    if pair.same:
        verdict = Text("same number", style="green")
        if pair.conflicts:
            verdict.append(f" on this input, though they can never share: {shown_changes(pair.conflicts)}", style="dim")
        return Group(Text(), shown, verdict)
    gap = "no number to compare" if pair.gap is None else f"still {pair.gap:+.4f} apart"
    parts: list[RenderableType] = [Text(), shown, Text(f"{gap}, by knobs that they can never share", style="yellow")]
    if pair.steps and pair.first.percent is not None:
        parts.append(Padding(_step_lines(pair.steps, pair.first.percent, pair.first.settings), (0, 0, 0, 2)))
    return Group(*parts)


def _off_default(settings: Settings) -> str:
    """The knobs that matter and are off their defaults."""
    shown = [
        f"{knob.name}:{knob.domain.format(getattr(settings, knob.name))}"
        for knob in settings.knobs()
        if knob.matters and getattr(settings, knob.name) != knob.default
    ]
    return visible(", ".join(shown))


def make_console(*, stderr: bool = False) -> Console:
    """A console that keeps to the terminal's width and to NO_COLOR."""
    return Console(stderr=stderr, highlight=False, markup=False, emoji=False)
