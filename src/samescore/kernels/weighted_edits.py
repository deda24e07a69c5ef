"""Compute edit distances with any whole substitution cost, and with transpositions that may have edits in between.

The tables are those of `samescore.metrics.edits.distance`, computed cell by cell: rows along the hypothesis, one column
for each unit of the reference.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:  # without Cython the file runs as it is
    from samescore.kernels import stand_in as cython

from samescore.kernels.numbered import Numbered

if cython.compiled:
    from cython.cimports.samescore.kernels.signals import counted
else:
    from samescore.kernels.signals import counted

COMPILED = cython.compiled

#: No transpositions.
NONE = 0
#: Transpositions of neighbours that are not edited again.
NEIGHBOURS = 1
#: Transpositions that may have edits in between.
ANY = 2
#: Transpositions that may have edits in between, including a transposition of a unit with itself.
ANY_AT_ONCE = 3

_NONE = cython.declare(cython.int, NONE)
_NEIGHBOURS = cython.declare(cython.int, NEIGHBOURS)
_ANY_AT_ONCE = cython.declare(cython.int, ANY_AT_ONCE)


def weighted_distances(
    text: Numbered,
    transpositions: cython.int,
    cost: cython.int,
    common: cython.longlong[::1],
    most_cells: cython.longlong,
) -> array[int] | None:
    """Return two numbers per segment: the distance, and the maximum distance of texts of these lengths.

    Insertions, deletions and transpositions cost 1, substitutions `cost`. The first of the references with the smallest
    distance is used. Each segment has at least one reference. Without transpositions, `cost` is not 1, and `common` has
    the length of the longest common subsequence of each pair, in order. Returns None if the rows would take more than
    `most_cells` cells of four bytes.
    """
    ids: cython.int[::1] = text.ids
    lines: cython.longlong[::1] = text.lines
    first: cython.longlong[::1] = text.segments
    sizes: cython.int[::1] = text.sizes
    segments: cython.Py_ssize_t = len(text.sizes)
    cells: cython.longlong = 0
    units: cython.Py_ssize_t = 1
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    h: cython.longlong
    r: cython.longlong
    m: cython.longlong
    n: cython.longlong
    if transpositions != _NONE:
        for i in range(segments):
            units = max(units, sizes[i])
            n = lines[first[i] + 1] - lines[first[i]]
            for k in range(first[i] + 1, first[i + 1]):
                m = lines[k + 1] - lines[k]
                kept: cython.longlong = 1 if transpositions == _NEIGHBOURS else min(sizes[i], m, n)
                cells = max(cells, (kept + 2) * (n + 1))
    if cells > most_cells:
        return None
    rows: cython.int[::1] = array("i", [0]) * (cells + 1)
    slot: cython.int[::1] = array("i", bytes(4 * units))
    last: cython.int[::1] = array("i", bytes(4 * units))
    made = array("q", bytes(16 * segments))
    out: cython.longlong[::1] = made
    steps: cython.longlong = 0
    with cython.nogil:
        for i in range(segments):
            h = lines[first[i]]
            n = lines[first[i] + 1] - h
            smallest: cython.longlong = -1
            for k in range(first[i] + 1, first[i + 1]):
                r = lines[k]
                m = lines[k + 1] - r
                steps = counted(steps, (m + 1) * (n + 1))
                distance: cython.longlong = abs(m - n)
                if transpositions == _NONE and cost > 0:
                    distance = m + n - 2 * common[k - i - 1]
                elif transpositions == _NEIGHBOURS:
                    distance = _neighbours(ids, r, m, h, n, cost, rows)
                elif transpositions != _NONE:
                    distance = _any(ids, r, m, h, n, cost, transpositions == _ANY_AT_ONCE, rows, slot, last)
                if smallest < 0 or distance < smallest:
                    smallest = distance
                    out[2 * i] = distance
                    out[2 * i + 1] = min(m + n, min(m, n) * cost + abs(m - n))
    return made


@cython.cfunc
@cython.nogil
@cython.exceptval(-1, check=False)
def _neighbours(
    ids: cython.int[::1],
    r: cython.Py_ssize_t,
    m: cython.Py_ssize_t,
    h: cython.Py_ssize_t,
    n: cython.Py_ssize_t,
    cost: cython.int,
    rows: cython.int[::1],
) -> cython.int:
    """Return the distance of the reference ``ids[r:r + m]`` to the hypothesis ``ids[h:h + n]``, with transpositions.

    Only neighbours are transposed. `rows` is working space for three rows of n + 1 cells.
    """
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    row: cython.Py_ssize_t = 0
    above: cython.Py_ssize_t = n + 1
    before: cython.Py_ssize_t = 2 * (n + 1)
    steps: cython.longlong = 0
    for j in range(n + 1):
        rows[j] = j
    for i in range(1, m + 1):
        steps = counted(steps, n)
        spare: cython.Py_ssize_t = before
        before = above
        above = row
        row = spare
        x: cython.int = ids[r + i - 1]
        x_before: cython.int = ids[r + i - 2] if i > 1 else -1
        y_before: cython.int = -1
        left: cython.int = i
        rows[row] = i
        for j in range(1, n + 1):
            y: cython.int = ids[h + j - 1]
            best: cython.int = rows[above + j - 1] + (cost if x != y else 0)
            best = min(best, rows[above + j] + 1)
            left = min(best, left + 1)
            if x == y_before and y == x_before:
                left = min(left, rows[before + j - 2] + 1)
            rows[row + j] = left
            y_before = y
    return rows[row + n]


@cython.cfunc
@cython.nogil
@cython.exceptval(-1, check=False)
def _any(
    ids: cython.int[::1],
    r: cython.Py_ssize_t,
    m: cython.Py_ssize_t,
    h: cython.Py_ssize_t,
    n: cython.Py_ssize_t,
    cost: cython.int,
    at_once: cython.bint,
    rows: cython.int[::1],
    slot: cython.int[::1],
    last: cython.int[::1],
) -> cython.int:
    """Return the distance with transpositions that may have edits in between.

    ``last[u]`` is the last row, counted from 1, in which unit u occurred, and the row above it starts at ``slot[u]`` in
    `rows`. A unit that occurs in one text only is not recorded, and its slot is -1. With `at_once`, a unit may be
    transposed with itself, because it is recorded before its row is computed.
    """
    width: cython.Py_ssize_t = n + 1
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    for j in range(n):
        slot[ids[h + j]] = -1
        last[ids[h + j]] = 0
    for i in range(m):
        slot[ids[r + i]] = 0
        last[ids[r + i]] = 0
    free: cython.Py_ssize_t = 2
    for j in range(n):
        if slot[ids[h + j]] == 0:
            slot[ids[h + j]] = free * width
            free += 1
    for i in range(m):
        if slot[ids[r + i]] == 0:
            slot[ids[r + i]] = -1
    row: cython.Py_ssize_t = 0
    free = width
    steps: cython.longlong = 0
    for j in range(n + 1):
        rows[j] = j
    for i in range(1, m + 1):
        steps = counted(steps, n)
        x: cython.int = ids[r + i - 1]
        above: cython.Py_ssize_t = row
        row = free
        free = slot[x] if slot[x] >= 0 else above
        if at_once and slot[x] >= 0:
            slot[x] = above
            last[x] = i
        left: cython.int = i
        rows[row] = i
        column: cython.Py_ssize_t = 0  # the last position of x in the hypothesis
        for j in range(1, n + 1):
            y: cython.int = ids[h + j - 1]
            best: cython.int = rows[above + j - 1] + (cost if x != y else 0)
            best = min(best, rows[above + j] + 1)
            left = min(best, left + 1)
            if column and last[y]:
                best = rows[slot[y] + column - 1] + (i - last[y]) + (j - column - 1)
                left = min(left, best)
            if x == y:
                column = j
            rows[row + j] = left
        if not at_once and slot[x] >= 0:
            slot[x] = above
            last[x] = i
    return rows[row + n]
