"""Read tables of values separated by commas, semicolons or tabs."""

from __future__ import annotations

import csv
import io

from samescore.base.errors import InputError
from samescore.verbs.audit.importers.grid import Grid, SpanningCell, grid, nonempty_grids

#: Number of rows examined to detect the separator.
_TRIED = 50


def tables(text: str, name: str, *, tabs: bool = False) -> list[Grid]:
    """Return the table in a text of comma-separated values (tab-separated with `tabs`), in a list.

    Without `tabs`, the separator may also be a semicolon or a tab: the one that gives most rows the same length is used.
    Raises `InputError`, with the file `name`, for a text without a table, malformed quotes, and too large a table.
    """
    separator = "\t" if tabs else _separator(text)
    rows = [[SpanningCell(value) for value in row] for row in _rows(text, separator, name) if any(map(str.strip, row))]
    return nonempty_grids([grid(rows)], name)


def _separator(text: str) -> str:
    """Return the separator that gives most of the first rows the same length of at least 2; a comma if none does."""
    head = "\n".join(text.split("\n", _TRIED)[:_TRIED])
    best, most = ",", (0.0, 0)
    for separator in (",", ";", "\t"):
        try:
            lengths = [len(row) for row in csv.reader(io.StringIO(head), delimiter=separator) if row]
        except csv.Error:
            continue
        usual = max(set(lengths), key=lengths.count, default=1)
        agreement = (lengths.count(usual) / len(lengths), usual) if usual > 1 else (0.0, 0)
        best, most = (separator, agreement) if agreement > most else (best, most)
    return best


def _rows(text: str, separator: str, name: str) -> list[list[str]]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    try:
        return list(reader)
    except csv.Error as problem:
        raise InputError(
            f"{name}, line {reader.line_num}: {problem}", hint="check the quotes before this line"
        ) from None
