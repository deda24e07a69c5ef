"""Compute Levenshtein distances, and the hits of shortest edit scripts, with bit-parallel rows.

``table[j][i]`` is the distance from the first i units of the reference to the first j of the hypothesis. Neighbours in
the table differ by at most 1, so a row is stored as the differences along it, one bit of an integer for each (Myers, J.
ACM 1999; here as in Hyyrö, "A bit-vector algorithm for computing Levenshtein and Damerau edit distances", 2003). Every
k-th row is stored for tracing back through the table, and the rows between two stored rows are recomputed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

#: Row j as four integers whose bit i tells, in this order, whether unit i of the reference equals unit j of the
#: hypothesis; whether ``table[j][i] == table[j - 1][i - 1]``; whether ``table[j][i] == table[j - 1][i] + 1``, so
#: inserting unit j of the hypothesis leads here; whether ``table[j][i] == table[j][i - 1] + 1``, so deleting unit i of
#: the reference leads here. If the bit of the second integer is 0, a substitution leads here.
Row = tuple[int, int, int, int]


def levenshtein(a: Sequence[str], b: Sequence[str]) -> int:
    """Return the minimum number of insertions, deletions and substitutions of single units that turn `a` into `b`.

    >>> levenshtein("kitten", "sitting")
    3
    """
    a, b, _, _ = without_common_ends(a, b)
    deleted, shortened = last_row(a, b)
    return len(b) + deleted.bit_count() - shortened.bit_count()


def last_row(a: Sequence[str], b: Sequence[str]) -> tuple[int, int]:
    """Return the differences along the last row, as `Table` stores them: where they are +1, and where they are -1."""
    places = _places(a)
    border = (2 << len(a)) - 1
    full = border - 1
    deleted, shortened = full, 0  # the differences along row 0
    for unit in b:
        equal = places(unit)
        diagonal = (((equal & deleted) + deleted) ^ deleted) | equal | shortened
        inserted = (shortened | (border ^ (diagonal | deleted))) << 1
        deleted, shortened = ((diagonal & deleted) << 1 | ~(diagonal | inserted)) & full, inserted & diagonal
    return deleted, shortened


def osa(a: Sequence[str], b: Sequence[str]) -> int:
    """Return the optimal string alignment distance: the minimum number of edits and of transpositions of neighbours.

    Transposed units are not edited again.
    """
    a, b, _, _ = without_common_ends(a, b)
    places = _places(a)
    border = (2 << len(a)) - 1
    full = border - 1
    deleted, shortened, equal, diagonal = full, 0, 0, 0
    for unit in b:
        equal_above, equal = equal, places(unit)
        swapped = ((~diagonal & equal) << 1) & equal_above
        diagonal = swapped | (((equal & deleted) + deleted) ^ deleted) | equal | shortened
        inserted = (shortened | (border ^ (diagonal | deleted))) << 1
        deleted, shortened = ((diagonal & deleted) << 1 | ~(diagonal | inserted)) & full, inserted & diagonal
    return len(b) + deleted.bit_count() - shortened.bit_count()


def most_hits(reference: Sequence[str], hypothesis: Sequence[str]) -> tuple[int, int]:
    """Return the minimum number of edits, and the maximum number of hits (kept units) for that number of edits.

    All paths with the fewest edits are traced back together, from the end of the table. If the last units are equal,
    some path with the most hits keeps them: a path that deletes or inserts one of them instead has an unnecessary edit,
    and a path that aligns one of them with a different unit does not have more hits.

    >>> most_hits("ab", "ba")
    (2, 1)
    """
    r, h, start, end = without_common_ends(reference, hypothesis)
    hits = start + end
    table = Table(r, h)
    place = 1 << len(r)  # the only cell of such paths in the row, or 0 if there are several
    levels: list[int] = []  # the cells with at least 0, 1, ... more hits than `hits`, if there are several cells
    for row in table.backwards():
        equal, diagonal, inserted, deleted = row
        if place & equal:
            place >>= 1
            hits += 1
        elif place and not place & deleted and not (place & inserted and not place & diagonal):
            place = place if place & diagonal else place >> 1
        else:
            levels = _predecessors(levels or [place], row)
            while len(levels) > 1 and levels[0] == levels[1]:
                del levels[0]
                hits += 1
            place = levels[0] if levels[0] & (levels[0] - 1) == 0 else 0
            if place:
                levels = []
    return table.distance, hits + max(len(levels) - 1, 0)


def _predecessors(levels: list[int], row: Row) -> list[int]:
    """Return the cells of the row above that lead to the given cells with the fewest edits.

    Like the given cells, they are grouped in levels: level k has the cells with at least k more hits after them.
    """
    equal, diagonal, inserted, deleted = row
    above: list[int] = []
    kept = 0
    for places in levels:
        step, run = 1, deleted  # run: the cells from which `step` units can be deleted in sequence
        while moved := places & run:
            places |= moved >> step
            run &= run << step
            step += step
        other = (places & ~diagonal) >> 1 | places & inserted
        kept_here = (places & equal) >> 1
        above.append(other | (kept if above else kept_here))
        kept = kept_here
    return [*above, kept] if kept else above


def deletions_last(reference: Sequence[str], hypothesis: Sequence[str]) -> tuple[int, int]:
    """Return the minimum number of edits, and the hits on the path that RapidFuzz finds, which prefers deletions."""
    r, h, start, end = without_common_ends(reference, hypothesis)
    hits = start + end
    table = Table(r, h)
    place = 1 << len(r)
    for equal, diagonal, inserted, deleted in table.backwards():
        while place & deleted:
            place >>= 1
        if place & diagonal & inserted:  # an insertion, even if the units are equal
            continue
        hits += place & equal > 0
        place >>= 1
    return table.distance, hits


def without_common_ends(a: Sequence[str], b: Sequence[str]) -> tuple[Sequence[str], Sequence[str], int, int]:
    """Return two texts without their common prefix and suffix, and the lengths of the prefix and the suffix."""
    shorter = min(len(a), len(b))
    start = end = 0
    while start < shorter and a[start] == b[start]:
        start += 1
    while end < shorter - start and a[-1 - end] == b[-1 - end]:
        end += 1
    return a[start : len(a) - end], b[start : len(b) - end], start, end


#: Approximate maximum size, in bytes, of the stored rows.
_BYTES = 2**25


class Table:
    """The table of distances between prefixes of a reference (along the rows) and a hypothesis, for tracing back."""

    def __init__(self, reference: Sequence[str], hypothesis: Sequence[str]) -> None:
        self._places = _places(reference)
        self._border = (2 << len(reference)) - 1
        self._hypothesis = hypothesis
        self._size = max(math.isqrt(len(hypothesis)) + 1, _BYTES // (len(reference) // 2 + 200))
        self._starts: list[tuple[int, int]] = []  # the differences along rows 0, size, 2 size, ...: +1 and -1 as bits
        self._last: list[Row] = []
        differences = self._border - 1, 0
        for start in range(0, len(hypothesis), self._size):
            self._starts.append(differences)
            self._last, differences = self._rows_after(start, differences)
        deleted, shortened = differences
        self.distance = len(hypothesis) + deleted.bit_count() - shortened.bit_count()

    def backwards(self) -> Iterator[Row]:
        """Yield the rows from the last one back to row 1."""
        yield from reversed(self._last)
        for number in range(len(self._starts) - 2, -1, -1):
            yield from reversed(self._rows_after(number * self._size, self._starts[number])[0])

    def _rows_after(self, start: int, differences: tuple[int, int]) -> tuple[list[Row], tuple[int, int]]:
        """Return the rows after row `start`, up to the next stored row, and the differences along the last of them.

        Bit i of `shortened` is set where ``table[j][i] == table[j][i - 1] - 1``. A carry beyond the end of the
        reference sets a bit in `diagonal` only: a unit deleted there is not inserted.
        """
        rows, places, border = [], self._places, self._border
        full = border - 1
        deleted, shortened = differences
        for unit in self._hypothesis[start : start + self._size]:
            equal = places(unit)
            diagonal = (((equal & deleted) + deleted) ^ deleted) | equal | shortened
            inserted = shortened | (border ^ (diagonal | deleted))
            left = inserted << 1
            deleted = ((diagonal & deleted) << 1 | ~(diagonal | left)) & full
            shortened = left & diagonal
            rows.append((equal, diagonal, inserted, deleted))
        return rows, (deleted, shortened)


#: Up to this length, the positions of all units are stored as integers.
_SHORT = 2**12


def _places(text: Sequence[str]) -> Callable[[str], int]:
    """Return a function from a unit to its positions in a text, as an integer: bit i for unit i, counted from 1.

    In long texts, the integers of rare units are built on demand to save memory.
    """
    if len(text) <= _SHORT:
        bits: dict[str, int] = {}
        bit = 2
        for unit in text:
            bits[unit] = bits.get(unit, 0) | bit
            bit <<= 1
        return lambda unit: bits.get(unit, 0)
    positions: dict[str, list[int]] = {}
    for i, unit in enumerate(text, 1):
        positions.setdefault(unit, []).append(i)
    often = {unit: _bits(places) for unit, places in positions.items() if len(places) > math.isqrt(len(text))}
    return lambda unit: often.get(unit) or _bits(positions.get(unit, ()))


def _bits(places: Sequence[int]) -> int:
    bits = bytearray(places[-1] // 8 + 1 if places else 0)
    for place in places:
        bits[place >> 3] |= 1 << (place & 7)
    return int.from_bytes(bits, "little")
