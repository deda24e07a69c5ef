"""Alignments of a reference and a hypothesis, step by step.

A step is a byte: `HIT` and `SUBSTITUTION` pair a unit of the reference with a unit of the hypothesis, `DELETION` leaves
a unit of the reference unpaired, and `INSERTION` leaves a unit of the hypothesis unpaired. An alignment is a byte
string of its steps, from the start of the texts.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import NamedTuple

from samescore.kernels import kernels_enabled
from samescore.kernels.edit_steps import traced_steps
from samescore.metrics.edits.levenshtein import Table, last_row, without_common_ends
from samescore.metrics.kept import WordNumbers

#: The steps, numbered in the order of the columns that count them.
HIT, SUBSTITUTION, DELETION, INSERTION = range(4)

#: The names of the steps as operations.
_KINDS = ("equal", "substitute", "delete", "insert")
_RUN = re.compile(rb"(.)\1*", re.DOTALL)

#: RapidFuzz splits texts if their table (two bits for each cell) would take at least `_LARGE` bytes, and they have at
#: least these numbers of units.
_LARGE, _LONG_REFERENCE, _LONG_HYPOTHESIS = 2**20, 65, 10
#: Maximum number of 64-bit words that the kernel may use for the positions of units.
_MOST_WORDS = 2**20


class Operation(NamedTuple):
    """Consecutive steps of one kind: ``equal``, ``substitute``, ``delete`` or ``insert``.

    It spans the units ``reference[reference_start:reference_end]`` and ``hypothesis[hypothesis_start:hypothesis_end]``.
    """

    kind: str
    reference_start: int
    reference_end: int
    hypothesis_start: int
    hypothesis_end: int


def operations(steps: bytes) -> list[Operation]:
    """Return an alignment as operations, one for each run of equal steps.

    >>> operations(bytes([HIT, INSERTION]))[1]
    Operation(kind='insert', reference_start=1, reference_end=1, hypothesis_start=1, hypothesis_end=2)
    """
    made = []
    reference = hypothesis = 0
    for run in _RUN.finditer(steps):
        step, length = run[0][0], len(run[0])
        starts = reference, hypothesis
        reference += length if step != INSERTION else 0
        hypothesis += length if step != DELETION else 0
        made.append(Operation(_KINDS[step], starts[0], reference, starts[1], hypothesis))
    return made


def counts_of(steps: bytes) -> list[int]:
    """Return the numbers of hits, substitutions, deletions and insertions in an alignment.

    >>> counts_of(bytes([HIT, INSERTION, HIT]))
    [2, 0, 0, 1]
    """
    return [steps.count(step) for step in range(len(_KINDS))]


def deletions_last_steps(reference: Sequence[str], hypothesis: Sequence[str]) -> bytes:
    """Return the alignment with the fewest edits that RapidFuzz returns (``Levenshtein.editops``).

    The table of the texts without their common ends is traced back from the end; a deletion is preferred, then an
    insertion. Long texts are split first: the hypothesis in the middle, and the reference at the earliest position on a
    path with the fewest edits.

    >>> list(deletions_last_steps("ab", "ba"))
    [3, 0, 2]
    """
    if 2 * len(reference) * len(hypothesis) // 8 < _LARGE:
        return _traced_back(reference, hypothesis)
    return _split_if_large(reference, hypothesis, max(len(reference), len(hypothesis)))


def _split_if_large(reference: Sequence[str], hypothesis: Sequence[str], most_edits: int) -> bytes:
    """Return the alignment of two texts that have at most `most_edits` edits."""
    r, h, start, end = without_common_ends(reference, hypothesis)
    band = min(len(r), 2 * min(most_edits, max(len(r), len(h))) + 1)
    if 2 * band * len(h) // 8 < _LARGE or len(r) < _LONG_REFERENCE or len(h) < _LONG_HYPOTHESIS:
        steps = _traced_back(r, h)
    elif set(r).isdisjoint(h):  # no hits, so no table is needed
        shorter = min(len(r), len(h))
        steps = bytes([INSERTION]) * (len(h) - shorter) + bytes([SUBSTITUTION]) * shorter
        steps += bytes([DELETION]) * (len(r) - shorter)
    else:
        middle = len(h) // 2
        before, after = _distances(r, h[:middle]), _distances(r[::-1], h[: middle - 1 : -1])[::-1]
        edits = list(map(sum, zip(before, after, strict=True)))
        place = edits.index(min(edits))
        steps = _split_if_large(r[:place], h[:middle], before[place])
        steps += _split_if_large(r[place:], h[middle:], after[place])
    return bytes(start) + steps + bytes(end)


def _traced_back(reference: Sequence[str], hypothesis: Sequence[str]) -> bytes:
    """Return the alignment of two texts, by the kernel if it is enabled and the texts are small enough."""
    if kernels_enabled() and 2 * len(reference) * len(hypothesis) // 8 < _LARGE:
        numbers = WordNumbers()
        r = array("i", map(numbers.__getitem__, reference))
        distinct = len(numbers)
        if distinct * (len(r) // 64 + 1) <= _MOST_WORDS:
            h = array("i", map(numbers.__getitem__, hypothesis))
            traced: array[int] = traced_steps(r, h, distinct)
            return traced.tobytes()
    return trace_back(reference, hypothesis)


def trace_back(reference: Sequence[str], hypothesis: Sequence[str]) -> bytes:
    """Return the alignment of two texts, traced back through the whole table of the texts without their common ends."""
    reference, hypothesis, start, end = without_common_ends(reference, hypothesis)
    steps = bytearray()
    place = 1 << len(reference)
    for equal, diagonal, inserted, deleted in Table(reference, hypothesis).backwards():
        while place & deleted:
            steps.append(DELETION)
            place >>= 1
        if place == 1 or place & diagonal & inserted:  # an insertion, even if the units are equal
            steps.append(INSERTION)
        else:
            steps.append(HIT if place & equal else SUBSTITUTION)
            place >>= 1
    steps += bytes([DELETION]) * (place.bit_length() - 1)
    steps.reverse()
    return bytes(start) + steps + bytes(end)


def _distances(a: Sequence[str], b: Sequence[str]) -> list[int]:
    """Return the distance from each prefix of `a`, the empty one first, to `b`."""
    longer, shorter = (f"{bits:0{len(a) + 1}b}"[-2::-1] for bits in last_row(a, b))
    changes = ((more == "1") - (less == "1") for more, less in zip(longer, shorter, strict=True))
    return list(accumulate(changes, initial=len(b)))


def same_direction_steps(reference: Sequence[str], hypothesis: Sequence[str]) -> bytes:
    """Return the alignment with the fewest edits that python-Levenshtein 0.12 returns (``Levenshtein.editops``).

    The table of the texts without their common ends is traced back from the end. After an insertion, another insertion
    is preferred, and after a deletion, another deletion; then a hit, a substitution, an insertion and a deletion.

    >>> list(same_direction_steps("ab", "ba"))
    [1, 1]
    """
    reference, hypothesis, start, end = without_common_ends(reference, hypothesis)
    steps = bytearray()
    place, last = 1 << len(reference), HIT
    for equal, diagonal, inserted, deleted in Table(reference, hypothesis).backwards():
        while True:
            insertion = place == 1 or place & inserted
            if last == INSERTION and insertion:
                break
            if last == DELETION and place & deleted:
                last = DELETION
            elif place & equal or (place > 1 and not place & diagonal):
                last = HIT if place & equal else SUBSTITUTION
                break
            else:
                last = INSERTION if insertion else DELETION
            if last == INSERTION:
                break
            steps.append(DELETION)
            place >>= 1
        steps.append(last)
        if last != INSERTION:
            place >>= 1
    steps += bytes([DELETION]) * (place.bit_length() - 1)
    steps.reverse()
    return bytes(start) + steps + bytes(end)


def most_hits_steps(reference: Sequence[str], hypothesis: Sequence[str]) -> bytes:
    """Return an alignment with the most hits among those with the fewest edits.

    >>> list(most_hits_steps("abc", "bc"))
    [2, 0, 0]
    """
    edit = len(reference) + len(hypothesis) + 1  # more than the hits of any alignment
    preferred = SUBSTITUTION, DELETION, INSERTION
    return cheapest_steps(reference, hypothesis, lambda unit, other: -1 if unit == other else edit, edit, preferred)


def cheapest_steps(
    reference: Sequence[str],
    hypothesis: Sequence[str],
    cost: Callable[[str, str], float],
    gap: float,
    preferred: Sequence[int],
    closest: float = 0,
) -> bytes:
    """Return the alignment with the lowest cost, if a pair costs ``cost(unit, other)``, and any other step costs `gap`.

    `preferred` ranks the three ways to a cell of the table; `SUBSTITUTION` stands for any pair. A later way is chosen
    only if it is cheaper than the earlier ones, by at least `closest`.
    """
    first, second, third = preferred
    row: list[float] = [gap * inserted for inserted in range(len(hypothesis) + 1)]
    table = [bytes([INSERTION]) * len(row)]
    ways: list[float] = [0, 0, 0, 0]  # the cost of each step to a cell; `HIT` is not used
    for deleted, wanted in enumerate(reference, 1):
        above, row, steps = row, [gap * deleted], bytearray([DELETION])
        lowest: float = gap * deleted
        for place, unit in enumerate(hypothesis, 1):
            ways[SUBSTITUTION] = above[place - 1] + cost(wanted, unit)
            ways[DELETION] = above[place] + gap
            ways[INSERTION] = lowest + gap
            chosen, lowest = first, ways[first]
            if (other := ways[second]) < lowest and lowest - other >= closest:
                chosen, lowest = second, other
            if (other := ways[third]) < lowest and lowest - other >= closest:
                chosen, lowest = third, other
            row.append(lowest)
            steps.append(HIT if chosen == SUBSTITUTION and unit == wanted else chosen)
        table.append(bytes(steps))
    return _followed(table, len(reference), len(hypothesis))


def _followed(table: Sequence[bytes], deleted: int, inserted: int) -> bytes:
    """Return the steps that lead to a cell of the table, given a table with the last step to each cell."""
    steps = bytearray()
    while deleted or inserted:
        steps.append(table[deleted][inserted])
        deleted -= steps[-1] != INSERTION
        inserted -= steps[-1] != DELETION
    steps.reverse()
    return bytes(steps)
