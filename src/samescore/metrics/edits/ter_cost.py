"""The edit distance of TER within a cost beam, as in the program Tercom.

A cell does not lead to other cells if its edits exceed, by more than the beam's width, the fewest with which a match or
substitution reaches its row. The last row is complete.
"""

from __future__ import annotations

from typing import Protocol

Words = list[str]

#: More than any number of edits: marks a cell that no path reaches, or that leads nowhere.
_NOWHERE = 10**12


class Complete(Protocol):
    """The table without a beam; its distances are at most those within the beam."""

    def distance_of(self, words: Words, known: int, most: int) -> int: ...


class CostTable:
    """``rows[i][j]``: edits that turn the first i words of `h` into the first j of `r`, by paths inside the beam."""

    def __init__(self, h: Words, r: Words, width: int, complete: Complete) -> None:
        self._r, self._width, self._complete = r, width, complete
        self._rows = self._filled(h)
        self.distance = self._rows[-1][-1]

    def distance_of(self, words: Words, known: int, most: int) -> int:
        """Return the distance of other words, of which the first `known` equal those of `h`.

        Above `most`, any larger number may be returned.

        A path of no more edits than the beam is wide lies inside it.
        """
        least = self._complete.distance_of(words, known, most)
        return least if least > most or least <= self._width else self._filled(words)[-1][-1]

    def largest_gain(self, shorter: int) -> int:
        """The maximum decrease of the distance when two neighbouring phrases are swapped: unbounded within a beam."""
        return self.distance

    def is_diagonal(self, i: int, j: int, wrong: bool) -> bool:
        """Return whether a cheapest path reaches a cell diagonally, by a substitution if `wrong`."""
        return self._rows[i - 1][j - 1] + wrong == self._rows[i][j]

    def is_deletion(self, i: int, j: int) -> bool:
        """Return whether a cheapest path reaches a cell from the one above it."""
        return self._rows[i - 1][j] + 1 == self._rows[i][j]

    def _filled(self, h: Words) -> list[list[int]]:
        """Return the rows; a cell outside the beam counts as unreachable."""
        rows = [self._pruned(list(range(len(self._r) + 1)), _NOWHERE, last=not h)]
        for i, word in enumerate(h, 1):
            above = rows[-1]
            diagonals = [edits + (word != other) for edits, other in zip(above, self._r, strict=False)]
            cells = [edits + 1 for edits in above]
            cells[1:] = map(min, diagonals, cells[1:])
            rows.append(self._pruned(cells, min(diagonals, default=_NOWHERE), last=i == len(h)))
        return rows

    def _pruned(self, cells: list[int], fewest: int, *, last: bool) -> list[int]:
        """Return a row with its insertions from left to right; a cell outside the beam starts no insertion."""
        most = _NOWHERE - 1 if last else min(_NOWHERE - 1, fewest + self._width)
        left = _NOWHERE
        for j, cell in enumerate(cells):
            left = min(cell, left + 1)
            if left > most:
                left = _NOWHERE
            cells[j] = left
        return cells
