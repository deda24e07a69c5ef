"""Results as tables for a terminal. Every text that comes from outside goes through `visible`."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from samescore.outcome import Score
from samescore.report.plain import shown_changes, shown_outcome, visible
from samescore.report.terminal.tables import table as _table
from samescore.settings import Settings
from samescore.settings.scale import widest_scale
from samescore.verbs import diff as differ
from samescore.verbs.attribution.paths import Step
from samescore.verbs.attribution.shapley import Share


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
