"""Tables of integers, stored in one flat array with eight bytes a number."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, pairwise
from typing import Any, overload

from samescore.kernels import compiled

Row = Sequence[int]

#: Approximate memory of a row that is a tuple, and of each of its numbers.
_ROW_BYTES, _NUMBER_BYTES = 56, 8


class Rows(Sequence[Row]):
    """A table of int64 integers with `width` columns; a row is a tuple.

    Tables are shared, so they must not be changed.
    """

    __slots__ = ("cells", "width")

    def __init__(self, width: int, cells: array[int]) -> None:
        self.width = width
        self.cells = cells

    @classmethod
    def of(cls, rows: Sequence[Row]) -> Rows | tuple[Row, ...]:
        """Return the rows as a table.

        Returns a tuple of tuples if there are none, if they are empty or differ in width, or if a number is not an
        int64 integer.
        """
        if isinstance(rows, Rows):
            return rows
        widths = set(map(len, rows))
        if len(widths) == 1 and 0 not in widths:
            try:
                return cls(widths.pop(), array("q", chain.from_iterable(rows)))
            except (TypeError, OverflowError):
                pass
        return tuple(map(tuple, rows))

    @property
    def memory(self) -> int:
        """The size in bytes."""
        return 8 * len(self.cells)

    def sums(self) -> tuple[int, ...]:
        """Return the sum of every column."""
        if compiled():
            from samescore.kernels.rows import column_sums

            return tuple(column_sums(self.cells, self.width))
        return tuple(sum(self.cells[column :: self.width]) for column in range(self.width))

    def __len__(self) -> int:
        return len(self.cells) // self.width

    @overload
    def __getitem__(self, place: int) -> Row: ...
    @overload
    def __getitem__(self, place: slice) -> Rows: ...
    def __getitem__(self, place: int | slice) -> Row | Rows:
        if isinstance(place, slice):
            start, stop, step = place.indices(len(self))
            if step == 1:
                return Rows(self.width, self.cells[start * self.width : max(start, stop) * self.width])
            chosen = range(start, stop, step)
            return Rows(self.width, array("q", chain.from_iterable(self[row] for row in chosen)))
        row = range(len(self))[place]
        return tuple(self.cells[row * self.width : (row + 1) * self.width])

    def __iter__(self) -> Iterator[Row]:
        numbers = iter(self.cells)
        return zip(*[numbers] * self.width, strict=True)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Rows):
            return self.width == other.width and self.cells == other.cells
        if isinstance(other, Sequence):
            return len(self) == len(other) and all(a == tuple(b) for a, b in zip(self, other, strict=True))
        return NotImplemented

    def __hash__(self) -> int:
        return hash((self.width, self.cells.tobytes()))

    def __add__(self, other: Sequence[Row]) -> Any:
        if isinstance(other, Rows) and other.width == self.width:
            return Rows(self.width, self.cells + other.cells)
        return (*self, *other)

    def __radd__(self, other: Sequence[Row]) -> Any:
        return (*other, *self) if other else self

    def __repr__(self) -> str:
        return f"Rows({list(self)!r})"


class GatheredRows:
    """The rows of an input, gathered from the rows of its parts."""

    def __init__(self) -> None:
        self._width = 0
        self._cells = array("q")
        self._others: list[Row] = []  # all rows, once some differ in width or are not a table
        self._others_bytes = 0

    @property
    def memory(self) -> int:
        """The approximate size in bytes."""
        return 8 * len(self._cells) + self._others_bytes

    def add(self, rows: Sequence[Row]) -> None:
        """Append the rows of the next part."""
        if isinstance(rows, Rows) and not self._others and self._width in (0, rows.width):
            self._width = rows.width
            self._cells.extend(rows.cells)
        elif rows:
            if self._cells:
                rows, self._cells = (*self.rows(), *rows), array("q")
            self._others.extend(rows)
            self._others_bytes += bytes_of_rows(rows)

    def rows(self) -> Sequence[Row]:
        """Return the rows of all parts: as a table if all parts are tables of the same width, else as tuples."""
        return Rows(self._width, self._cells) if self._cells else tuple(self._others)


def bytes_of_rows(rows: Sequence[Row]) -> int:
    """Return the approximate memory of rows, a table or tuples, in bytes."""
    if isinstance(rows, Rows):
        return rows.memory
    return sum(_ROW_BYTES + _NUMBER_BYTES * len(row) for row in rows)


def best_rows(candidates: Rows, segments: Sequence[int], score: Callable[[Rows], Sequence[float]]) -> Rows:
    """Return the row with the highest score for each segment, the first on ties; `score` scores all rows.

    `candidates` has a row for each hypothesis with each of its references, in order. Segment i has the lines from
    ``segments[i]`` to ``segments[i + 1] - 1``, as in `Numbered`; every segment has a reference.
    """
    if len(candidates) == len(segments) - 1:  # one reference each
        return candidates
    scores, best, pair = score(candidates), array("q"), 0
    for first, following in pairwise(segments):
        pairs = range(pair, pair + following - first - 1)
        best.extend(candidates[max(pairs, key=scores.__getitem__)])
        pair = pairs.stop
    return Rows(candidates.width, best)
