"""Whether a table fits a narrow screen; on a page, one that does not becomes a list of labelled values there."""

from __future__ import annotations

from samescore.report import view as show

#: Characters that fit beside each other on a phone, those between two columns, and those of a text that wraps.
_PHONE, _GAP, _WRAPPED = 44, 3, 14


def fits(table: show.Table) -> bool:
    """Return whether the columns of a table fit beside each other on a phone, with texts wrapped between words."""
    widths = [
        max(_width(column.title, number=False), *(_cell_width(row[place], number=column.number) for row in table.rows))
        for place, column in enumerate(table.columns)
        if table.rows
    ]
    return sum(widths) + _GAP * (len(widths) - 1) <= _PHONE


def _cell_width(cell: show.Cell, *, number: bool) -> int:
    texts = ("input" if isinstance(line, show.Input) else show.plain(line) for line in show.lines_of(cell))
    return max((_width(text, number=number) for text in texts), default=0)


def _width(text: str, *, number: bool) -> int:
    """Return the least width of a text: a number stays on one line, other texts wrap between words."""
    return len(text) if number else max([min(len(text), _WRAPPED), *map(len, text.split())])
