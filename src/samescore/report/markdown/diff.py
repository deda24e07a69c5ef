"""A comparison as Markdown."""

from __future__ import annotations

from collections.abc import Iterator

from samescore.records import CommonRow, Comparison, Row
from samescore.report.plain import code, escaped, shown_changes


def comparison(compared: Comparison) -> str:
    """Both tables of a diff, and the explanation of each gap."""
    return "\n".join(_lines(compared)) + "\n"


def _lines(compared: Comparison) -> Iterator[str]:
    yield f"**{escaped(compared.metric)}: each under its own defaults**"
    if compared.rows:
        scale = compared.rows[0].scale
        yield ""
        yield f"| implementation | as returned | {f'0-{escaped(scale)}' if scale else 'number'} | gap |"
        yield "|---|---:|---:|---:|"
        for row in compared.rows:
            cells = (escaped(row.name), escaped(row.outcome.text), _number(row), _gap(row.gap))
            yield f"| {' | '.join(cells)} |"
    notes = [note for row in compared.rows for note in _notes(row)]
    notes += [f"{absent.implementation}: not compared: {absent.reason}" for absent in compared.absent]
    if notes:
        yield ""
        yield from (f"- {escaped(note)}" for note in notes)
    if compared.known:
        yield "\n**Known disagreements**\n"
        for entry in compared.known:
            yield f"- `{code(entry.id)}`: {escaped(entry.what)} To agree: {escaped(entry.remedy)}"
    if compared.common:
        yield "\n**The closest settings that both can take**\n"
        yield "| first | second | numbers | gap | they can never share |"
        yield "|---|---|---|---:|---|"
        for pair in compared.common:
            yield f"| {' | '.join(_pair_cells(pair))} |"


def _notes(row: Row) -> Iterator[str]:
    """Remarks on a row, in addition to its numbers."""
    if row.arguments and row.changed:
        yield f"{row.name}: {', '.join(f'{knob}:{value}' for knob, value in row.changed.items())}"
    if row.ignored:
        yield f"{row.name} cannot take the given {', '.join(row.ignored)}"
    if row.gap and row.shares:
        yield row.sentence
    if not row.reproduced_natively:
        yield f"{row.name}: UNEXPLAINED: natively its settings give another number; do not trust its shares"


def _pair_cells(pair: CommonRow) -> Iterator[str]:
    for row in (pair.first, pair.second):
        chosen = ", ".join(f"{knob}:{value}" for knob, value in row.chosen.items())
        yield escaped(f"{row.name} ({chosen})" if chosen else row.name)
    yield " and ".join(_number(row) or row.outcome.kind for row in (pair.first, pair.second))
    yield "same" if pair.same else _gap(pair.gap)
    yield escaped(shown_changes(pair.conflicts))


def _number(row: Row) -> str:
    return "" if row.number is None else f"{row.number:.4f}"


def _gap(gap: float | None) -> str:
    return "" if gap is None else f"{gap:+.4f}"
