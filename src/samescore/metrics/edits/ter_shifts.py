"""Search TER shifts as sacreBLEU's port of Tercom does: greedily, best shift first, within several limits.

``h`` is the text whose words move, and ``r`` the other one. A phrase is moved only if both texts have it, if the
current alignment has errors at both its positions, and if the move lowers the edit distance.

The edit distance is computed within a beam around the diagonal of its table. For texts with few edits, the beam makes
no difference, and some candidates need not be compared: docs/edit-distances.md, "Translation edit rate in bits", has
the proofs.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

import msgspec

from samescore.metrics.edits.ter_cost import CostTable

Words = list[str]

#: More than any number of edits: the value of a cell outside the beam.
_OUTSIDE = 10**12

#: Maximum length, in words, for which a complete table takes no more memory than one within the usual beam.
_LONGEST = 800

#: A row of a table: the column of its first cell within the beam, and the cells within the beam.
Row = tuple[int, list[int]]


class Limits(msgspec.Struct, frozen=True):
    """The limits of Tercom's search, named after their knobs; `by_cost` tells whether the beam is measured by cost."""

    max_shift_size: int
    max_shift_distance: int
    max_candidates: int
    beam_width: int
    by_cost: bool = False


def edits(h: Words, r: Words, limits: Limits) -> tuple[int, int]:
    """Return the number of edits that turn `h` into `r`, including shifts, and the number of these shifts."""
    if not r:
        return len(h), 0
    table = table_of(h, r, limits)
    least = fewest_edits(h, r)
    shifts = checked = 0
    while table.distance > least:
        candidates = shift_candidates(h, r, align(table, h, r), limits, limits.max_candidates - checked)
        checked += len(candidates)
        if checked >= limits.max_candidates:  # then not even the best shift of this round is made
            break
        better = _best_shift(h, table, candidates, least)
        if better is None:
            break
        h, shifts = better, shifts + 1
        table = table_of(h, r, limits)
    return shifts + table.distance, shifts


def fewest_edits(h: Words, r: Words) -> int:
    """Return a lower bound for the edits that turn the words of `h`, in any order, into `r`."""
    return max(len(h), len(r)) - (Counter(h) & Counter(r)).total()


def _width(h: Words, r: Words, beam_width: int) -> int:
    """Return the width of the beam: `beam_width`, or more if neighbouring rows would not overlap."""
    slope = len(r) / len(h) if h else 1
    return math.ceil(slope / 2 + beam_width) if beam_width < slope / 2 else beam_width


def table_of(h: Words, r: Words, limits: Limits) -> Table:
    """Return the complete table if the beam makes no difference to it and later tables, else the table within the beam.

    A cost beam does not affect paths with no more edits than its width.
    """
    if limits.by_cost:
        complete = _BitTable(h, r)
        return complete if complete.distance <= limits.beam_width else CostTable(h, r, limits.beam_width, complete)
    width = _width(h, r, limits.beam_width)
    if len(r) <= _LONGEST:
        table = _BitTable(h, r)
        if (table.distance + abs(len(r) - len(h))) // 2 < width:
            return table
    return _BeamTable(h, r, width)


class _BeamTable:
    """A table of the edits between all prefixes of two texts, within the beam.

    ``table[i][j]`` is the number of edits that turn the first i words of `h` into the first j of `r`; `distance` is the
    number for both texts.
    """

    def __init__(self, h: Words, r: Words, width: int) -> None:
        self._r, self._width = r, width
        self._rows: list[Row] = [(0, list(range(len(r) + 1)))]
        self._extend(self._rows, h, _OUTSIDE)
        self.distance = self._rows[-1][1][-1]

    def distance_of(self, words: Words, known: int, most: int) -> int:
        """Return the distance to `r` from words that share their first `known` words with `h`.

        If the distance is above `most`, any number above `most` may be returned.
        """
        rows = self._rows[: known + 1]
        return rows[-1][1][-1] if self._extend(rows, words, most) else _OUTSIDE

    def largest_gain(self, shorter: int) -> int:
        """Return an upper bound on the gain from swapping neighbouring phrases: the distance itself.

        `shorter` is the length of the shorter phrase.
        """
        return self.distance

    def is_diagonal(self, i: int, j: int, wrong: bool) -> bool:
        """Return whether a cheapest path reaches cell (i, j) diagonally: by a substitution if `wrong`, else by a match."""
        return self._cell(i - 1, j - 1) + wrong == self._cell(i, j)

    def is_deletion(self, i: int, j: int) -> bool:
        """Return whether a cheapest path reaches cell (i, j) by a deletion, from the cell above it."""
        return self._cell(i - 1, j) + 1 == self._cell(i, j)

    def _cell(self, i: int, j: int) -> int:
        low, cells = self._rows[i]
        return cells[j - low] if low <= j < low + len(cells) else _OUTSIDE

    def _extend(self, rows: list[Row], h: Words, most: int) -> bool:
        """Append the missing rows to a table; stop and return False once every path needs more than `most` edits.

        In each row, only `width` cells to the left of the diagonal are computed, and one fewer to the right; in the
        last row, all to the right.
        """
        r, slope = self._r, len(self._r) / len(h) if h else 1
        for i in range(len(rows), len(h) + 1):
            middle = math.floor(i * slope)
            low, high = max(0, middle - self._width), min(len(r) + 1, middle + self._width)
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
            for up, other in zip(
                above, r if low <= 1 and high > len(r) else r[max(0, low - 1) : high - 1], strict=True
            ):
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
    """Return the cells of a row in the columns from `low` to `high` (exclusive), and the cell before them.

    Cells outside the beam have the value `_OUTSIDE`.
    """
    first, cells = row
    skipped = low - first
    before = cells[skipped - 1] if 0 < skipped <= len(cells) else _OUTSIDE
    if skipped or len(cells) != high - low:
        cells = cells[skipped : skipped + high - low]
        cells += [_OUTSIDE] * (high - low - len(cells))
    return cells, before


class _BitTable:
    """The table of `_BeamTable` without a beam; rows are integers with a bit for each column (Myers 1999, Hyyro 2003)."""

    def __init__(self, h: Words, r: Words) -> None:
        self._matches: defaultdict[str, int] = defaultdict(int)
        for j, word in enumerate(r):
            self._matches[word] |= 1 << j
        self._all = rises = (1 << len(r)) - 1
        falls = 0
        #: For each row, the columns where the number of edits rises and falls from one column to the next.
        self._states = [(rises, falls)]
        #: For each row, the columns where the number equals its diagonal neighbour's, and where it is one more than
        #: above.
        self._steps = [(0, 0)]
        for word in h:
            rises, falls, equal, more = self._next(rises, falls, word)
            self._states.append((rises, falls))
            self._steps.append((equal, more))
        self.distance = len(h) + rises.bit_count() - falls.bit_count()

    def distance_of(self, words: Words, known: int, most: int) -> int:
        """Return the distance to `r` from words that share their first `known` words with `h`.

        `most` is not used.
        """
        rises, falls = self._states[known]
        for word in words[known:]:
            rises, falls, _, _ = self._next(rises, falls, word)
        return len(words) + rises.bit_count() - falls.bit_count()

    def largest_gain(self, shorter: int) -> int:
        """Return the maximum decrease of the distance when neighbouring phrases are swapped.

        Instead of a swap, the shorter phrase could be deleted and inserted.
        """
        return 2 * shorter

    def is_diagonal(self, i: int, j: int, wrong: bool) -> bool:
        """Return the result of `_BeamTable.is_diagonal`, which is always True if `wrong` is False."""
        return not wrong or not self._steps[i][0] >> (j - 1) & 1

    def is_deletion(self, i: int, j: int) -> bool:
        """Return the result of `_BeamTable.is_deletion`."""
        return bool(self._steps[i][1] >> (j - 1) & 1)

    def _next(self, rises: int, falls: int, word: str) -> tuple[int, int, int, int]:
        match = self._matches[word]
        equal = (((match & rises) + rises) ^ rises) | match | falls
        more = falls | (self._all & ~(equal | rises))
        right, left = more << 1 | 1, (equal & rises) << 1
        return left & self._all | self._all & ~(equal | right), right & equal & self._all, equal, more


#: A table of edit distances, with or without a beam.
Table = _BitTable | _BeamTable | CostTable


class WordAlignment(msgspec.Struct, frozen=True):
    """The alignment of words in h and r, and the words that are in error.

    `position[j]` is the position in h of the word aligned to word j of r; for an unaligned word, it is the position of
    the last word of h before it (-1 if there is none).
    """

    position: list[int]
    h_wrong: list[bool]
    r_wrong: list[bool]


def align(table: Table, h: Words, r: Words) -> WordAlignment:
    """Return the alignment by one cheapest path, traced back from the end."""
    i, j = len(h), len(r)
    position, h_wrong, r_wrong = [-1] * len(r), [True] * len(h), [True] * len(r)
    while i or j:
        wrong = bool(i and j) and h[i - 1] != r[j - 1]
        if i and j and table.is_diagonal(i, j, wrong):
            i, j = i - 1, j - 1
            position[j] = i
            h_wrong[i] = r_wrong[j] = wrong
        elif i and (not j or table.is_deletion(i, j)):
            i -= 1
        else:
            j -= 1
            position[j] = i - 1
    return WordAlignment(position, h_wrong, r_wrong)


#: A phrase that may move: its negated size, its start and its target. Among equally good shifts, the smallest tuple is
#: used: the longest phrase, then the leftmost, then the leftmost target.
Candidate = tuple[int, int, int]


def shift_candidates(h: Words, r: Words, alignment: WordAlignment, limits: Limits, most: int) -> list[Candidate]:
    """Return the possible moves; the search stops once the list has `most` entries or more."""
    candidates: list[Candidate] = []
    for start, at, size in phrases(h, r, limits):
        if start <= alignment.position[at] < start + size:
            continue
        if not any(alignment.h_wrong[start : start + size]) or not any(alignment.r_wrong[at : at + size]):
            continue
        candidates += [(-size, start, target) for target in _targets(alignment.position, at, size)]
        if len(candidates) >= most:
            break
    return candidates


def phrases(h: Words, r: Words, limits: Limits) -> Iterator[tuple[int, int, int]]:
    """Yield every phrase that both texts have, within the limits: its positions in `h` and in `r`, and its size."""
    places: defaultdict[str, list[int]] = defaultdict(list)
    for at, word in enumerate(r):
        places[word].append(at)
    for start, word in enumerate(h):
        for at in places.get(word, ()):
            if abs(at - start) > limits.max_shift_distance:
                continue
            for size in range(1, 1 + min(limits.max_shift_size, len(h) - start, len(r) - at)):
                if h[start + size - 1] != r[at + size - 1]:
                    break
                yield start, at, size


def _targets(position: Sequence[int], at: int, size: int) -> Iterator[int]:
    """Yield the positions in h to which a phrase may move.

    They follow the words that are aligned to the predecessor of the phrase in r and to its own words there.
    """
    previous = -1
    for j in range(at - 1, at + size):
        target = position[j] + 1 if j >= 0 else 0
        if target != previous:
            yield target
        previous = target


def _best_shift(h: Words, table: Table, candidates: list[Candidate], least: int) -> Words | None:
    """Return the text after the shift that lowers the distance most; None if no shift lowers it.

    `least` is a lower bound of the distance, at which the search stops.
    """
    best, lowest = None, table.distance - 1
    for negative, start, target in sorted(set(candidates)):
        if lowest < least:
            break
        size, place = -negative, place_of(h, start, -negative, target)
        if table.distance - table.largest_gain(min(size, abs(place - start))) > lowest:
            continue
        moved = move_phrase(h, start, size, place)
        distance = table.distance_of(moved, min(start, place), lowest)
        if distance <= lowest:
            best, lowest = moved, distance - 1
    return best


def move_phrase(h: Words, start: int, size: int, place: int) -> Words:
    """Return the text after a phrase has moved to `place`, its start in the resulting text."""
    rest = h[:start] + h[start + size :]
    return rest[:place] + h[start : start + size] + rest[place:]


def place_of(h: Words, start: int, size: int, target: int) -> int:
    """Return the start of a phrase after its move to `target`, a position in the text before the move.

    A target inside the phrase moves it to the right by its distance from the phrase's start.
    """
    return min(target - size if target > start + size else target, len(h) - size)
