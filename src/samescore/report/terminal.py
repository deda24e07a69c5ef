"""Results as tables for a terminal. Every text that comes from outside goes through `visible`."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterable

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from samescore.outcome import Score, same_number
from samescore.report.plain import shown_changes, shown_outcome, visible
from samescore.settings import Settings
from samescore.settings.scale import widest_scale
from samescore.verbs import diff as differ
from samescore.verbs.attribution.paths import Step
from samescore.verbs.attribution.shapley import Share
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


def _table(*columns: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 1))
    for column in columns:
        left = column in ("implementation", "metric", "because", "settings", "knob")
        folds = column in ("because", "settings", "knob", "as returned")
        table.add_column(column, justify="left" if left else "right", overflow="fold", no_wrap=not folds)
    return table


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
    table = _table("implementation", "metric", *(verdict.value for verdict in _COLUMNS))
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
    table = _table("implementation", "metric", "vectors", "because")
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


def diff_tables(table: differ.Table) -> RenderableType:
    """Both tables of a diff, and what makes each gap."""
    parts: list[RenderableType] = [
        Text(f"{table.metric}: each under its own defaults", style="bold"),
        _scores(table.rows),
    ]
    for row in table.rows:
        if not isinstance(row.outcome, Score):
            parts.append(Text(f"{row.name}: {shown_outcome(row.outcome)}", style="magenta"))
        if row.ignored:
            parts.append(Text(f"{row.name} cannot take the given {', '.join(row.ignored)}", style="magenta"))
    parts += [why for row in table.rows if (why := _why(row)) is not None]
    parts += _known(table.rows)
    if table.common:
        parts += [Text(), Text("The closest settings that both can take", style="bold")]
        parts += [_common(pair) for pair in table.common]
    for name, reason in table.absent:
        parts.append(Text(f"{name}: not compared: {visible(reason)}", style="magenta"))
    for row in table.unexplained:
        parts.append(
            Text(
                f"{row.name}: UNEXPLAINED: natively its settings give another number; do not trust its shares",
                style="bold red",
            )
        )
    return Group(*parts)


def _scores(rows: Iterable[differ.Row]) -> Table:
    rows = list(rows)
    widest = widest_scale(rows[0].settings) if rows else ""
    gaps = any(row.gap is not None for row in rows)
    columns = ["implementation", "as returned", *([f"0-{widest}"] if widest else []), *(["gap"] if gaps else [])]
    shown = _table(*columns)
    for row in rows:
        cells = [repr(row.outcome.value) if isinstance(row.outcome, Score) else row.outcome.kind]
        if widest:
            cells.append("" if row.number is None else f"{row.number:.4f}")
        if gaps:
            cells.append("" if row.gap is None else f"{row.gap:+.4f}")
        shown.add_row(row.name, *cells)
    return shown


def _why(row: differ.Row) -> RenderableType | None:
    """What makes the gap between the baseline and this row: a sentence, the shares, what the catalogue knows."""
    if not row.gap or not row.shares:
        return None
    carried = sorted((share for share in row.shares if share.value), key=lambda share: -abs(share.value))
    shares = _table("share", "knob")
    for share in carried:
        shares.add_row(_share(share), shown_changes(share.changes))
    parts: list[RenderableType] = [Text(f"\n{visible(row.sentence)}")]
    if len(carried) > 1:
        parts.append(Padding(shares, (0, 0, 0, 2)))
    if row.divergences:
        parts.append(Padding(Text(f"known: {', '.join(one.id for one in row.divergences)}"), (0, 0, 0, 2)))
    return Group(*parts)


def _known(rows: Iterable[differ.Row]) -> list[RenderableType]:
    """The catalogue's entries on the rows, each once: what happens, and how to make the two agree."""
    entries = {one.id: one for row in rows for one in row.divergences}
    parts: list[RenderableType] = [Text("\nKnown disagreements", style="bold")] if entries else []
    for one in entries.values():
        parts.append(Text(one.id, style="cyan"))
        parts.append(Padding(Text(visible(one.what)), (0, 0, 0, 2)))
        parts.append(Padding(Text(f"to agree: {visible(one.remedy)}"), (0, 0, 0, 2)))
    return parts


def _share(share: Share) -> str:
    value = float(share.value)
    return f"{value:+.4f}" if abs(value) >= 0.00005 else f"{value:+.1e}"


def _step_lines(steps: Iterable[Step], start: float) -> RenderableType:
    moved = _table("change", "score", "knob")
    idle: list[str] = []
    before = start
    for step in steps:
        changes = shown_changes(step.changes)
        if not isinstance(step.outcome, Score):
            moved.add_row("", shown_outcome(step.outcome), changes)
            continue
        after = step.outcome.value  # walks go on the widest scale
        if same_number(before, after):
            idle.append(changes)
        else:
            moved.add_row(f"{after - before:+.4f}", f"{after:.4f}", changes)
        before = after
    parts: list[RenderableType] = [moved] if moved.row_count else []
    if idle:
        parts.append(Text(f"no effect here: {'; '.join(idle)}", style="dim"))
    return Group(*parts)


def _common(pair: differ.Common) -> RenderableType:
    rows = [dataclasses.replace(row, gap=None) for row in (pair.first, pair.second)]
    parts: list[RenderableType] = [Text(), _scores(rows)]
    chosen = [f"{row.name}: {off}" for row in rows if (off := _off_default(row.settings))]
    parts += [Padding(Text(line, style="dim"), (0, 0, 0, 2)) for line in chosen]
    if pair.same:
        verdict = Text("same number", style="green")
        if pair.conflicts:
            verdict.append(f", on this input; they can never share {shown_changes(pair.conflicts)}", style="dim")
        return Group(*parts, verdict)
    gap = "no number to compare" if pair.gap is None else f"still {pair.gap:+.4f} apart"
    parts.append(Text(f"{gap}, by knobs that they can never share", style="yellow"))
    if pair.steps and pair.first.number is not None:
        parts.append(Padding(_step_lines(pair.steps, pair.first.number), (0, 0, 0, 2)))
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
