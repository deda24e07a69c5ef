"""The layout of a table on a page: whether it fits a phone, and which of its columns do not wrap.

A table that does not fit a phone becomes a list of labelled values there.
"""

from __future__ import annotations

from collections.abc import Iterator

from samescore.report import view as show

#: Widths in characters: a phone, the gap between two columns, and the width at which a text may wrap.
_PHONE, _GAP, _WRAPPED = 34, 3, 14
#: Maximum length of the texts of a column that does not wrap on wide screens.
_BRIEF = 26


def fits(table: show.Table) -> bool:
    """Return whether the columns of a table fit beside each other on a phone, with texts wrapped between words."""
    widths = [
        max(_width(text, number=column.number) for text in _texts(table, place))
        for place, column in enumerate(table.columns)
    ]
    return sum(widths) + _GAP * (len(widths) - 1) <= _PHONE


def is_brief(table: show.Table, place: int) -> bool:
    """Return whether all texts of a column are short."""
    return all(len(text) <= _BRIEF for text in _texts(table, place))


def _texts(table: show.Table, place: int) -> Iterator[str]:
    """Yield the title and the texts of a column; an input, which is folded, counts as the word ``input``."""
    yield table.columns[place].title
    for row in table.rows:
        for line in show.lines_of(row[place]):
            yield "input" if isinstance(line, show.Input) else show.plain(line)


def _width(text: str, *, number: bool) -> int:
    """Return the least width of a text: a number stays on one line, other texts wrap between words."""
    return len(text) if number else max([min(len(text), _WRAPPED), *map(len, text.split())])
