"""Compute longest common subsequences, in memory proportional to the texts rather than to their product.

``table[i][j]`` is the length of the longest common subsequence of the first i tokens of one text and the first j of the
other. A row is stored as one integer, in which bit j is 0 if ``table[i][j + 1]`` is larger than ``table[i][j]`` (Hyyrö,
"Bit-parallel LCS-length computation revisited", 2004). Every k-th row is stored for tracing back through the table, and
the rows between two stored rows are recomputed.
"""

from __future__ import annotations

import math
from collections.abc import Sequence


def lcs_length(reference: Sequence[str], hypothesis: Sequence[str]) -> int:
    """Return the length of a longest common subsequence.

    >>> lcs_length("a b c d".split(), "b x d a".split())
    2
    """
    places = _Places(hypothesis)
    row = places.full
    for token in reference:
        row = places.next_row(row, token)
    return len(hypothesis) - row.bit_count()


def lcs_positions(reference: Sequence[str], hypothesis: Sequence[str], tie: str) -> set[int]:
    """Return the positions in the reference of one longest common subsequence, traced back from the end of the table.

    If a step back is possible in both texts, `tie` names the text in which it is made: ``reference`` or ``hypothesis``.
    """
    by_row, by_bit = (reference, hypothesis) if tie == "hypothesis" else (hypothesis, reference)
    rows = _Rows(by_row, by_bit)
    i, j = len(by_row), len(by_bit)
    positions = set()
    while i and j:
        if by_row[i - 1] == by_bit[j - 1]:
            i, j = i - 1, j - 1
            positions.add(i if tie == "hypothesis" else j)
        elif rows[i] >> (j - 1) & 1:  # the length is the same without the last token of `by_bit`
            j -= 1
        else:
            i -= 1
    return positions


class _Places:
    """The positions of each token of a text as the bits of an integer; `full` has all bits set.

    The integers of rare tokens are built on demand to save memory.
    """

    def __init__(self, text: Sequence[str]) -> None:
        self.full = (1 << len(text)) - 1
        self._positions: dict[str, list[int]] = {}
        for j, token in enumerate(text):
            self._positions.setdefault(token, []).append(j)
        often = math.isqrt(len(text)) + 1
        self._bits = {token: _bits(places) for token, places in self._positions.items() if len(places) >= often}

    def next_row(self, row: int, token: str) -> int:
        """Return the row of the table after `row`, given the next token of the other text."""
        places = self._positions.get(token)
        if places is None:
            return row
        common = row & (self._bits.get(token) or _bits(places))
        return ((row + common) | (row - common)) & self.full


def _bits(places: Sequence[int]) -> int:
    bits = 0
    for place in places:
        bits |= 1 << place
    return bits


class _Rows:
    """The rows of the table. For n rows, only about the square root of n are in memory at a time."""

    def __init__(self, by_row: Sequence[str], by_bit: Sequence[str]) -> None:
        self._by_row = by_row
        self._places = _Places(by_bit)
        self._size = math.isqrt(len(by_row)) + 1
        self._starts = [self._places.full]  # rows 0, size, 2 size, ...
        while len(self._starts) * self._size <= len(by_row):
            self._starts.append(self._rows_of_block(len(self._starts) - 1)[-1])
        self._number = len(self._starts) - 1
        self._block = self._rows_of_block(self._number)

    def __getitem__(self, i: int) -> int:
        number, place = divmod(i, self._size)
        if number != self._number:
            self._number, self._block = number, self._rows_of_block(number)
        return self._block[place]

    def _rows_of_block(self, number: int) -> list[int]:
        """Return the rows of block `number`: its stored row, and those up to the next stored row."""
        start = number * self._size
        rows = [self._starts[number]]
        for token in self._by_row[start : start + self._size]:
            rows.append(self._places.next_row(rows[-1], token))
        return rows
