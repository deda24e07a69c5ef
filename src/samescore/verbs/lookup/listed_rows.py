"""A table for ``samescore list``, which can be shown in brief, at length, or grouped."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec


class Listing(msgspec.Struct, frozen=True):
    """A table: its column headings, its rows, and its own heading, which is empty for a single table.

    `brief` names the columns that are shown by default, `long` those that ``-v`` shows; empty for all columns.
    `groups` is a shorter table of the same rows, which is shown if no words and no ``-v`` are given.
    """

    columns: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    heading: str = ""
    brief: tuple[str, ...] = ()
    long: tuple[str, ...] = ()
    groups: Listing | None = None

    def records(self) -> Iterator[dict[str, str]]:
        """Yield each row as a dictionary by heading."""
        return (dict(zip(self.columns, row, strict=True)) for row in self.rows)

    def table(self, *, verbose: bool) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
        """Return the headings and rows to show: the columns `long` if `verbose`, else `groups` (if any) or the columns `brief`."""
        if self.groups and not verbose:
            return self.groups.table(verbose=False)
        names = (self.long if verbose else self.brief) or self.columns
        shown = [k for k, column in enumerate(self.columns) if column in names]
        return tuple(self.columns[k] for k in shown), [tuple(row[k] for k in shown) for row in self.rows]
