"""Read tables of values separated by commas, semicolons or tabs."""

from __future__ import annotations

import csv
import io

from samescore.base.errors import InputError
from samescore.verbs.audit.importers.grid import Grid, SpanningCell, grid, nonempty_grids

#: Number of rows examined to detect the separator.
_TRIED = 50


def tables(text: str, name: str, *, tabs: bool = False) -> list[Grid]:
    """Read the table in a file of comma-separated values (tab-separated with `tabs`); `InputError` if it has none.

    The separator of a comma-separated file may also be a semicolon or a tab: the one that makes the rows equally long
    is used.
    """
    separator = "\t" if tabs else _separator(text)
    rows = [[SpanningCell(value) for value in row] for row in _rows(text, separator, name) if any(map(str.strip, row))]
    return nonempty_grids([grid(rows)], name)


def _separator(text: str) -> str:
    """Return the separator that occurs equally often in most of the first rows; a comma if there is none."""
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
