"""The search for shifts of TER, as in Tercom: greedy, best shift first, within several limits.

``h`` is the text whose words are moved and ``r`` the other one. A phrase is moved only if both texts have it, if the
current alignment has errors at both its positions, and while that lowers the edit distance.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator, Sequence

Words = list[str]

#: More than any number of edits: a cell outside the beam.
_OUTSIDE = 10**12


#: A row of a table: the column of its first cell inside the beam, and all cells inside the beam.
Row = tuple[int, list[int]]


@dataclasses.dataclass(frozen=True, slots=True)
class Limits:
    """Tercom's limits: see the knobs of the same names."""

    max_shift_size: int
    max_shift_distance: int
    max_candidates: int
    beam_width: int


def edits(h: Words, r: Words, limits: Limits) -> tuple[int, int]:
    """The number of edits that turn `h` into `r`, including shifts, and the number of shifts."""
    if not r:
        return len(h), 0
    shifts = checked = 0
    rows = _table(h, r, limits)
    while True:
        better, checked = _best_shift(h, r, rows, limits, checked)
        # A search that has used up its candidates does not return even the best shift so far.
        if better is None or checked >= limits.max_candidates:
            return shifts + rows[-1][1][-1], shifts
        h, shifts = better, shifts + 1
        rows = _table(h, r, limits)


def _table(h: Words, r: Words, limits: Limits) -> list[Row]:
    """``table[i][j]``: edits that turn the first i words of `h` into the first j of `r`."""
    rows = [(0, list(range(len(r) + 1)))]
    _extend(rows, h, r, limits.beam_width, _OUTSIDE)
    return rows


def _extend(rows: list[Row], h: Words, r: Words, width: int, most: int) -> bool:
    """Complete a table from its first rows; stop, and return False, once every path needs more than `most` edits.

    Only `width` cells to the left of the diagonal are computed, and one fewer to the right; more if the lengths of the
    texts differ so much that neighbouring rows would not overlap.
    """
    slope = len(r) / len(h) if h else 1
    if width < slope / 2:
        width = math.ceil(slope / 2 + width)
    for i in range(len(rows), len(h) + 1):
        middle = math.floor(i * slope)
        low, high = max(0, middle - width), min(len(r) + 1, middle + width)
        if i == len(h):
            high = len(r) + 1
        inside, before = _inside(rows[-1], low, high)
        above = iter(inside)
        cells: list[int] = []
        word, left = h[i - 1], _OUTSIDE
        if not low:
            before = next(above)
            left = before + 1
            cells.append(left)
        for up, other in zip(above, r if low <= 1 and high > len(r) else r[max(0, low - 1) : high - 1], strict=True):
            cost = before + (word != other)
            if up < cost:
                cost = up + 1
            if left < cost:
                cost = left + 1
            cells.append(cost)
            left, before = cost, up
        if min(cells, default=_OUTSIDE) > most:
            return False
        rows.append((low, cells))
    return True


def _inside(row: Row, low: int, high: int) -> tuple[list[int], int]:
    """The cells of a row in the columns from `low` to `high`, which is excluded, and the cell before these."""
    first, cells = row
    skipped = low - first
    before = cells[skipped - 1] if 0 < skipped <= len(cells) else _OUTSIDE
    if skipped or len(cells) != high - low:
        cells = cells[skipped : skipped + high - low]
        cells += [_OUTSIDE] * (high - low - len(cells))
    return cells, before


@dataclasses.dataclass(frozen=True, slots=True)
class _Alignment:
    """`position[j]` is the position in h of word j of r (of the word before, if it has none); and the words in error."""

    position: list[int]
    h_wrong: list[bool]
    r_wrong: list[bool]


def _align(rows: list[Row], h: Words, r: Words) -> _Alignment:
    """One cheapest path, traced back from the end: a match or substitution if possible, else a word only in h."""

    def cell(i: int, j: int) -> int:
        low, cells = rows[i]
        return cells[j - low] if low <= j < low + len(cells) else _OUTSIDE

    i, j = len(h), len(r)
    position, h_wrong, r_wrong = [-1] * len(r), [True] * len(h), [True] * len(r)
    while i or j:
        wrong, here = bool(i and j) and h[i - 1] != r[j - 1], cell(i, j)
        if i and j and cell(i - 1, j - 1) + wrong == here:
            i, j = i - 1, j - 1
            position[j] = i
            h_wrong[i] = r_wrong[j] = wrong
        elif i and (not j or cell(i - 1, j) + 1 == here):
            i -= 1
        else:
            j -= 1
            position[j] = i - 1
    return _Alignment(position, h_wrong, r_wrong)


def _best_shift(h: Words, r: Words, rows: list[Row], limits: Limits, checked: int) -> tuple[Words | None, int]:
    """The text after the best shift, None if none lowers the distance, and the candidates checked so far.

    Ties go to the longest phrase, then to the leftmost source, then to the leftmost target.
    """
    alignment = _align(rows, h, r)
    best_rank: tuple[int, ...] = ()
    best, lowest = None, rows[-1][1][-1] - 1
    for start, at, size in _phrases(h, r, limits):
        if not any(alignment.h_wrong[start : start + size]) or not any(alignment.r_wrong[at : at + size]):
            continue
        if start <= alignment.position[at] < start + size:
            continue
        for target in _targets(alignment.position, at, size):
            checked += 1
            moved, first_changed = _moved(h, start, size, target)
            table = rows[: first_changed + 1]
            if not _extend(table, moved, r, limits.beam_width, lowest) or table[-1][1][-1] > lowest:
                continue
            lowest = table[-1][1][-1]
            rank = (-lowest, size, -start, -target)
            if best is None or rank > best_rank:
                best, best_rank = moved, rank
        if checked >= limits.max_candidates:
            break
    return best, checked


def _phrases(h: Words, r: Words, limits: Limits) -> Iterator[tuple[int, int, int]]:
    """Every phrase that both texts have: its place in `h`, its place in `r` and its size."""
    for start in range(len(h)):
        for at in range(max(0, start - limits.max_shift_distance), min(len(r), start + limits.max_shift_distance + 1)):
            for size in range(1, 1 + min(limits.max_shift_size, len(h) - start, len(r) - at)):
                if h[start + size - 1] != r[at + size - 1]:
                    break
                yield start, at, size


def _targets(position: Sequence[int], at: int, size: int) -> Iterator[int]:
    """Positions in h where the phrase may go: after the words aligned to the word before it in r and to its own words."""
    previous = -1
    for j in range(at - 1, at + size):
        target = position[j] + 1 if j >= 0 else 0
        if target != previous:
            yield target
        previous = target


def _moved(h: Words, start: int, size: int, target: int) -> tuple[Words, int]:
    """`h` with the `size` words from `start` on at `target` (a position before the move), and the first change.

    A target inside the phrase moves the phrase to the right, by its distance from the phrase's start.
    """
    phrase, rest = h[start : start + size], h[:start] + h[start + size :]
    place = target - size if target > start + size else target
    return rest[:place] + phrase + rest[place:], min(start, place)
