"""Select the rows of a listing with words: a metric, a package, or a part of any cell."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec

from samescore.base.errors import SamescoreError, UnknownNameError, nearest
from samescore.verbs.lookup.listed_rows import Listing

#: The column of metrics, and the column of entry points, whose first part is a package.
_METRIC, _ENTRY_POINT = "metric", "entry_point"


def metric_named(word: str) -> str:
    """Return the metric that a word names, also as a preset; empty if it names none."""
    from samescore.metrics import find

    try:
        return find(word)[0].name
    except SamescoreError:
        return ""


def select_rows(listings: Sequence[Listing], words: Sequence[str], command: str) -> Iterator[Listing]:
    """Yield the listings with the rows that match every word, omitting empty listings; without words, yield all rows.

    A metric's name matches only the rows of this metric, and a package's name only its own rows. Any other word matches
    a part of any cell, ignoring case. Raises `UnknownNameError` if no row matches; `command` lists all rows.
    """
    if not words:
        yield from listings
        return
    matchers = {word: _matcher(listings, word) for word in words}
    for word, matches in matchers.items():
        if not any(matches(row) for listing in listings for row in listing.records()):
            hint = nearest(word, _names(listings), f"list everything with: {command}")
            raise UnknownNameError(f"{command}: nothing matches {word!r}", hint=hint)
    selected = [_selected(listing, list(matchers.values())) for listing in listings]
    if not any(listing.rows for listing in selected):
        quoted = " and ".join(map(repr, matchers))
        raise UnknownNameError(f"{command}: no single row matches {quoted}", hint="remove a word")
    yield from (listing for listing in selected if listing.rows)


def _selected(listing: Listing, matchers: Sequence[Callable[[dict[str, str]], bool]]) -> Listing:
    rows = [
        row
        for row, record in zip(listing.rows, listing.records(), strict=True)
        if all(matches(record) for matches in matchers)
    ]
    return msgspec.structs.replace(listing, rows=rows, groups=None)


def _matcher(listings: Sequence[Listing], word: str) -> Callable[[dict[str, str]], bool]:
    """Return a function that says whether a row matches the word."""
    columns = listings[0].columns
    if _METRIC in columns and (name := metric_named(word)):
        return lambda row: row[_METRIC] != "" and metric_named(row[_METRIC]) == name
    if _ENTRY_POINT in columns and word in _packages(listings):
        return lambda row: _package(row) == word
    part = word.casefold()
    return lambda row: any(part in cell.casefold() for cell in row.values())


def _packages(listings: Sequence[Listing]) -> set[str]:
    return {_package(row) for listing in listings for row in listing.records()}


def _package(row: dict[str, str]) -> str:
    return row[_ENTRY_POINT].partition(".")[0]


def _names(listings: Sequence[Listing]) -> Iterator[str]:
    """Yield the names that a word may mean: metrics, packages, and the cells of the first column."""
    for listing in listings:
        for row in listing.records():
            if _METRIC in row:
                yield row[_METRIC]
            if _ENTRY_POINT in row:
                yield _package(row)
            yield row[listing.columns[0]]
