"""A comparison for a terminal: both tables, and what makes each gap."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table

from samescore.records import CommonRow, Comparison, Row, WalkStep, shown_shares, shown_steps
from samescore.report.plain import amount, shown_changes, visible
from samescore.report.terminal.tables import indented, line, table

#: A name with more characters is shown in the table on two lines, of which the second is cut there.
_LONG_NAME = 42


def comparison(compared: Comparison) -> RenderableType:
    """Both tables of a diff, and the explanation of each gap."""
    parts: list[RenderableType] = [
        line(f"{compared.metric}: each under its own defaults", style="bold"),
        _scores(compared.rows),
    ]
    for row in compared.rows:
        if row.arguments and row.changed:
            parts.append(line(f"{row.name}: {_shown(row.changed)}", style="dim"))
        if row.outcome.kind != "score":
            parts.append(line(f"{row.name}: {row.outcome.text}", style="magenta"))
        if row.ignored:
            parts.append(line(f"{row.name} cannot take the given {', '.join(row.ignored)}", style="magenta"))
    parts += [why for row in compared.rows if (why := _why(row)) is not None]
    parts += _known(compared)
    if compared.common:
        parts += [line(), line("The closest settings that both can take", style="bold")]
        parts += [_common(pair) for pair in compared.common]
    for absent in compared.absent:
        parts.append(line(f"{absent.implementation}: not compared: {absent.reason}", style="magenta"))
    for row in compared.unexplained:
        parts.append(
            line(
                f"{row.name}: UNEXPLAINED: natively its settings give another number; do not trust its shares",
                style="bold red",
            )
        )
    return Group(*parts)


def _scores(rows: Sequence[Row]) -> Table:
    widest = rows[0].scale if rows else ""
    gaps = any(row.gap is not None for row in rows)
    shown = table("implementation", "as returned", *([f"0-{widest}"] if widest else []), *(["gap"] if gaps else []))
    for row in rows:
        cells = [row.outcome.text if row.outcome.kind == "score" else row.outcome.kind]
        if widest:
            cells.append("" if row.number is None else f"{row.number:.4f}")
        if gaps:
            cells.append("" if row.gap is None else f"{row.gap:+.4f}")
        shown.add_row(_name(row), *cells)
    return shown


def _name(row: Row) -> RenderableType:
    """The name; the settings that were given with it on a line of their own, if it is long."""
    if len(row.name) <= _LONG_NAME or not row.arguments:
        return line(row.name)
    own = f"({row.arguments})"
    return Group(line(row.name.removesuffix(own)), indented(visible(own, _LONG_NAME)))


def _why(row: Row) -> RenderableType | None:
    """The explanation of a row's gap: a sentence, the shares of knobs, known divergences."""
    if not row.gap or not row.shares:
        return None
    carried = shown_shares(row.shares)
    shares = table("share", "knob")
    for share in carried:
        shares.add_row(amount(share.share), shown_changes(share.changes))
    parts: list[RenderableType] = [line(), line(row.sentence)]
    if len(carried) > 1:
        parts.append(Padding(shares, (0, 0, 0, 2)))
    if row.divergences:
        parts.append(indented(f"known: {', '.join(row.divergences)}"))
    return Group(*parts)


def _known(compared: Comparison) -> list[RenderableType]:
    """The catalogue's entries on the rows, each once: the divergence and its remedy."""
    parts: list[RenderableType] = [line(), line("Known disagreements", style="bold")] if compared.known else []
    for entry in compared.known:
        parts += [line(entry.id, style="cyan"), indented(entry.what), indented(f"to agree: {entry.remedy}")]
    return parts


def _step_lines(steps: Sequence[WalkStep], start: float) -> RenderableType:
    """The effect of each knob of a walk on the score, which is on the widest scale throughout."""
    moved = table("change", "score", "knob")
    for effect, step in shown_steps(steps, start):
        changes = shown_changes(step.changes)
        if effect is None:
            moved.add_row("", step.outcome.text, changes)
        else:
            moved.add_row(amount(effect), f"{step.outcome.value:.4f}", changes)
    return moved


def _common(pair: CommonRow) -> RenderableType:
    rows = (pair.first, pair.second)
    parts: list[RenderableType] = [line(), _scores(rows)]
    chosen = [f"{row.name}: {_shown(row.chosen)}" for row in rows if row.chosen]
    parts += [indented(text, style="dim") for text in chosen]
    if pair.same:
        rest = f", on this input; they can never share {shown_changes(pair.conflicts)}" if pair.conflicts else ""
        return Group(*parts, line(("same number", "green"), (rest, "dim")))
    gap = "no number to compare" if pair.gap is None else f"still {pair.gap:+.4f} apart"
    parts.append(line(f"{gap}, by knobs that they can never share", style="yellow"))
    if pair.steps and pair.first.number is not None:
        parts.append(Padding(_step_lines(pair.steps, pair.first.number), (0, 0, 0, 2)))
    return Group(*parts)


def _shown(knobs: Mapping[str, str]) -> str:
    return ", ".join(f"{knob}:{value}" for knob, value in knobs.items())
