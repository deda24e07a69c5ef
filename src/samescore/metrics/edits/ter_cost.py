"""Compute the edit distance of TER within a cost beam, as in the program Tercom.

A cell does not lead to other cells if its edits exceed, by more than the beam's width, the fewest edits with which a
match or a substitution reaches a cell of its row. The last row is complete.
"""

from __future__ import annotations

from typing import Protocol

Words = list[str]

#: More than any number of edits: marks a cell that no path reaches, or that leads to no other cell.
_NOWHERE = 10**12


class Complete(Protocol):
    """The table without a beam, whose distances are lower bounds for the distances within the beam."""

    def distance_of(self, words: Words, known: int, most: int) -> int: ...


class CostTable:
    """A table of the edits between all prefixes of two texts, within the beam.

    ``rows[i][j]`` is the number of edits that turn the first i words of `h` into the first j of `r`; `distance` is the
    number for both texts.
    """

    def __init__(self, h: Words, r: Words, width: int, complete: Complete) -> None:
        self._r, self._width, self._complete = r, width, complete
        self._rows = self._table_rows(h)
        self.distance = self._rows[-1][-1]

    def distance_of(self, words: Words, known: int, most: int) -> int:
        """Return the distance to `r` from words that share their first `known` words with `h`.

        If the distance is above `most`, any number above `most` may be returned. The complete table suffices for a
        distance up to the beam's width, as such a path lies inside the beam.
        """
        least = self._complete.distance_of(words, known, most)
        return least if least > most or least <= self._width else self._table_rows(words)[-1][-1]

    def largest_gain(self, shorter: int) -> int:
        """Return an upper bound on the gain from swapping two neighbouring phrases: the distance itself."""
        return self.distance

    def is_diagonal(self, i: int, j: int, wrong: bool) -> bool:
        """Return whether a cheapest path reaches cell (i, j) diagonally: by a substitution if `wrong`, else by a match."""
        return self._rows[i - 1][j - 1] + wrong == self._rows[i][j]

    def is_deletion(self, i: int, j: int) -> bool:
        """Return whether a cheapest path reaches cell (i, j) by a deletion, from the cell above it."""
        return self._rows[i - 1][j] + 1 == self._rows[i][j]

    def _table_rows(self, h: Words) -> list[list[int]]:
        """Return the rows of a table for the words `h`; a cell outside the beam counts as unreachable."""
        rows = [self._row_within_beam(list(range(len(self._r) + 1)), _NOWHERE, last=not h)]
        for i, word in enumerate(h, 1):
            above = rows[-1]
            diagonals = [edits + (word != other) for edits, other in zip(above, self._r, strict=False)]
            cells = [edits + 1 for edits in above]
            cells[1:] = map(min, diagonals, cells[1:])
            rows.append(self._row_within_beam(cells, min(diagonals, default=_NOWHERE), last=i == len(h)))
        return rows

    def _row_within_beam(self, cells: list[int], fewest: int, *, last: bool) -> list[int]:
        """Return a row completed by insertions from left to right; a cell outside the beam counts as unreachable.

        `fewest` is the number of edits from which the beam is measured; the last row has no beam.
        """
        most = _NOWHERE - 1 if last else min(_NOWHERE - 1, fewest + self._width)
        left = _NOWHERE
        for j, cell in enumerate(cells):
            left = min(cell, left + 1)
            if left > most:
                left = _NOWHERE
            cells[j] = left
        return cells
