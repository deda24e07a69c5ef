"""Read regular lines of a ranking file by columns, which is faster than line by line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import TypeVar

_Value = TypeVar("_Value")
#: A query, and its numbers by document.
Group = tuple[str, dict[str, _Value]]


def groups_of(
    lines: Sequence[bytes], width: int, places: tuple[int, int], parse: Callable[[Sequence[bytes]], list[_Value] | None]
) -> list[Group[_Value]] | None:
    """Return the numbers of documents by query, for consecutive lines of the same query.

    `width` is the number of columns, and `places` are the columns of the document and of the number. `parse` returns
    the numbers of a column, or None. Returns None unless every line has `width` columns, ids are UTF-8, no line is a
    comment, numbers can be parsed, no query has lines in two places, and no document occurs twice for a query.
    """
    rows = [line.split() for line in lines]
    if {*map(len, rows)} != {width}:
        return None
    values = parse([row[places[1]] for row in rows])
    if values is None:
        return None
    try:
        documents = b"\n".join([row[places[0]] for row in rows]).decode("utf-8").split("\n")
        sizes = [(query.decode("utf-8"), len([*same])) for query, same in groupby([row[0] for row in rows])]
    except UnicodeDecodeError:
        return None
    if len({query for query, _ in sizes}) < len(sizes):
        return None
    groups, start = [], 0
    for query, size in sizes:
        numbers = dict(zip(documents[start : start + size], values[start : start + size], strict=True))
        if len(numbers) < size or query.startswith("#"):
            return None
        groups.append((query, numbers))
        start += size
    return groups


def plain_scores(texts: Sequence[bytes]) -> list[float] | None:
    """Return decimal numbers as doubles; None if a text is anything else, or too large for a double."""
    if b"".join(texts).translate(None, b"0123456789+-.eE"):
        return None
    try:
        numbers = [*map(float, texts)]
    except ValueError:
        return None
    return None if {float("inf"), float("-inf")} & {*numbers} else numbers


def plain_grades(texts: Sequence[bytes]) -> list[int] | None:
    """Return integers of up to nine digits; None if a text is anything else."""
    if b"".join(texts).translate(None, b"0123456789+-") or max(map(len, texts)) > 10:
        return None
    try:
        return [*map(int, texts)]
    except ValueError:
        return None
