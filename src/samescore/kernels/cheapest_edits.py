"""Count hits, substitutions, deletions and insertions of alignments that are not shortest scripts, for many segments.

The tables are those of `samescore.metrics.edits.cheapest`, computed row by row along the hypothesis. A cell has the
cost of a path to it and the path's hits, substitutions, deletions and insertions.
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

#: The rules for what is counted: the cheapest alignment, preferring on ties one that ends with a pair of words, or one
#: that does not; the fewest edits in a table without an empty row; or an alignment whose substitution costs depend on
#: how many bytes of the words differ.
PAIRS_FIRST, GAPS_FIRST, NO_EMPTY_ROW, BY_BYTES = range(4)
_PAIRS_FIRST = cython.declare(cython.int, PAIRS_FIRST)
_NO_EMPTY_ROW = cython.declare(cython.int, NO_EMPTY_ROW)
_BY_BYTES = cython.declare(cython.int, BY_BYTES)

#: The numbers of a returned row: hits, substitutions, deletions, insertions, and two lengths.
WIDTH = 6
#: Length in bytes from which words are too long for `BY_BYTES`.
TOO_LONG = 50

_COUNTS = cython.declare(cython.Py_ssize_t, 4)
_HITS = cython.declare(cython.Py_ssize_t, 0)
_SUBSTITUTIONS = cython.declare(cython.Py_ssize_t, 1)
_DELETIONS = cython.declare(cython.Py_ssize_t, 2)
_INSERTIONS = cython.declare(cython.Py_ssize_t, 3)


def cheapest_counts(
    text: Numbered, rule: cython.int, letters: cython.uchar[::1], starts: cython.longlong[::1]
) -> array[int]:
    """Return six numbers per segment: H, S, D, I, and the lengths of the reference and of the longer text.

    The first of the references with the fewest edits is used. For `BY_BYTES`, unit u is the word
    ``letters[starts[u]:starts[u + 1]]``, shorter than `TOO_LONG` bytes; the other rules ignore the words. Each segment
    has at least one reference.
    """
    ids: cython.int[::1] = text.ids
    lines: cython.longlong[::1] = text.lines
    first: cython.longlong[::1] = text.segments
    segments: cython.Py_ssize_t = len(text.segments) - 1
    made = array("q", bytes(8 * WIDTH * segments))
    out: cython.longlong[::1] = made
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    c: cython.Py_ssize_t
    longest: cython.Py_ssize_t = 0
    for i in range(segments):
        longest = max(longest, lines[first[i] + 1] - lines[first[i]])
    costs: cython.double[::1] = array("d", bytes(16 * (longest + 1)))
    cells: cython.longlong[::1] = array("q", bytes(64 * (longest + 1)))
    places: cython.ulonglong[::1] = array("Q", bytes(8 * 256))
    steps: cython.longlong = 0
    with cython.nogil:
        for i in range(segments):
            h: cython.Py_ssize_t = lines[first[i]]
            m: cython.Py_ssize_t = lines[first[i] + 1] - h
            fewest: cython.longlong = -1
            for k in range(first[i] + 1, first[i + 1]):
                r: cython.Py_ssize_t = lines[k]
                n: cython.Py_ssize_t = lines[k + 1] - r
                steps = counted(steps, (m + 1) * (n + 1))
                end: cython.Py_ssize_t
                if rule == _NO_EMPTY_ROW and n and m:
                    end = _without_empty_row(ids, r, n, h, m, costs, cells)
                elif rule == _BY_BYTES:
                    end = _by_bytes(ids, r, n, h, m, costs, cells, letters, starts, places)
                else:
                    end = _cheapest(ids, r, n, h, m, costs, cells, rule == _PAIRS_FIRST)
                end *= _COUNTS
                edits: cython.longlong = (
                    cells[end + _SUBSTITUTIONS] + cells[end + _DELETIONS] + cells[end + _INSERTIONS]
                )
                if fewest < 0 or edits < fewest:
                    fewest = edits
                    for c in range(_COUNTS):
                        out[6 * i + c] = cells[end + c]
                    out[6 * i + 4] = n
                    out[6 * i + 5] = max(n, m)
    return made


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _step(
    costs: cython.double[::1],
    cells: cython.longlong[::1],
    source: cython.Py_ssize_t,
    to: cython.Py_ssize_t,
    cost: cython.double,
    kind: cython.Py_ssize_t,
) -> cython.void:
    """Set the cell `to` to the cell at `source` plus one step of this cost and kind."""
    c: cython.Py_ssize_t
    costs[to] = costs[source] + cost
    for c in range(_COUNTS):
        cells[_COUNTS * to + c] = cells[_COUNTS * source + c]
    cells[_COUNTS * to + kind] += 1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _start(
    costs: cython.double[::1],
    cells: cython.longlong[::1],
    to: cython.Py_ssize_t,
    cost: cython.double,
    kind: cython.Py_ssize_t,
    steps: cython.Py_ssize_t,
) -> cython.void:
    """Set the cell `to` to a path of `steps` steps of one kind with this total cost."""
    c: cython.Py_ssize_t
    costs[to] = cost
    for c in range(_COUNTS):
        cells[_COUNTS * to + c] = 0
    cells[_COUNTS * to + kind] = steps


@cython.cfunc
@cython.nogil
@cython.exceptval(-1, check=False)
def _cheapest(
    ids: cython.int[::1],
    r: cython.Py_ssize_t,
    n: cython.Py_ssize_t,
    h: cython.Py_ssize_t,
    m: cython.Py_ssize_t,
    costs: cython.double[::1],
    cells: cython.longlong[::1],
    pairs_first: cython.bint,
) -> cython.Py_ssize_t:
    """Return the index of the last cell of the table in which a substitution costs 4, and an insertion or a deletion 3."""
    above: cython.Py_ssize_t = m + 1
    row: cython.Py_ssize_t = 0
    steps: cython.longlong = 0
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    for j in range(m + 1):
        _start(costs, cells, j, 3 * j, _INSERTIONS, j)
    for i in range(n):
        steps = counted(steps, m)
        row, above = above, row
        _start(costs, cells, row, 3 * (i + 1), _DELETIONS, i + 1)
        for j in range(1, m + 1):
            same: cython.bint = ids[r + i] == ids[h + j - 1]
            pair: cython.double = costs[above + j - 1] + (0 if same else 4)
            gap: cython.double = min(costs[above + j], costs[row + j - 1]) + 3
            if pair < gap or (pairs_first and pair == gap):
                _step(costs, cells, above + j - 1, row + j, 0 if same else 4, _HITS if same else _SUBSTITUTIONS)
            elif costs[above + j] < costs[row + j - 1]:
                _step(costs, cells, above + j, row + j, 3, _DELETIONS)
            else:
                _step(costs, cells, row + j - 1, row + j, 3, _INSERTIONS)
    return row + m


@cython.cfunc
@cython.nogil
@cython.exceptval(-1, check=False)
def _without_empty_row(
    ids: cython.int[::1],
    r: cython.Py_ssize_t,
    n: cython.Py_ssize_t,
    h: cython.Py_ssize_t,
    m: cython.Py_ssize_t,
    costs: cython.double[::1],
    cells: cython.longlong[::1],
) -> cython.Py_ssize_t:
    """Return the index of the last cell of the table that begins with the pair of the first words; no text is empty."""
    above: cython.Py_ssize_t = m
    row: cython.Py_ssize_t = 0
    steps: cython.longlong = 0
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    for i in range(n):
        steps = counted(steps, m)
        row, above = above, row
        for j in range(m):
            edit: cython.int = 0 if ids[r + i] == ids[h + j] else 1
            if i and j:
                fewest: cython.double = costs[above + j - 1] + edit
                if fewest <= costs[row + j - 1] + 1 and fewest <= costs[above + j] + 1:
                    _step(costs, cells, above + j - 1, row + j, edit, _SUBSTITUTIONS if edit else _HITS)
                elif costs[row + j - 1] <= costs[above + j]:
                    _step(costs, cells, row + j - 1, row + j, 1, _INSERTIONS)
                else:
                    _step(costs, cells, above + j, row + j, 1, _DELETIONS)
            elif i:
                _step(costs, cells, above, row, edit, _DELETIONS if edit else _HITS)
            elif j:
                _step(costs, cells, row + j - 1, row + j, edit, _INSERTIONS if edit else _HITS)
            else:
                _start(costs, cells, row, edit, _SUBSTITUTIONS if edit else _HITS, 1)
    return row + m - 1


@cython.cfunc
@cython.nogil
@cython.exceptval(-1, check=False)
def _by_bytes(
    ids: cython.int[::1],
    r: cython.Py_ssize_t,
    n: cython.Py_ssize_t,
    h: cython.Py_ssize_t,
    m: cython.Py_ssize_t,
    costs: cython.double[::1],
    cells: cython.longlong[::1],
    letters: cython.uchar[::1],
    starts: cython.longlong[::1],
    places: cython.ulonglong[::1],
) -> cython.Py_ssize_t:
    """Return the index of the last cell of the table in which substitutions of words that share more bytes cost less."""
    above: cython.Py_ssize_t = m + 1
    row: cython.Py_ssize_t = 0
    steps: cython.longlong = 0
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    for j in range(m + 1):
        _start(costs, cells, j, j, _INSERTIONS, j)
    for i in range(n):
        steps = counted(steps, m)
        row, above = above, row
        _start(costs, cells, row, i + 1, _DELETIONS, i + 1)
        x: cython.int = ids[r + i]
        for j in range(1, m + 1):
            y: cython.int = ids[h + j - 1]
            cost: cython.double = 0 if x == y else _substitution(letters, starts, x, y, places)
            _step(costs, cells, above + j - 1, row + j, cost, _HITS if x == y else _SUBSTITUTIONS)
            if _cheaper(costs[above + j] + 1, costs[row + j]):
                _step(costs, cells, above + j, row + j, 1, _DELETIONS)
            if _cheaper(costs[row + j - 1] + 1, costs[row + j]):
                _step(costs, cells, row + j - 1, row + j, 1, _INSERTIONS)
    return row + m


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _cheaper(cost: cython.double, other: cython.double) -> cython.bint:
    """Return whether a cost is lower by at least 0.01."""
    return cost < other and other - cost >= 0.01


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _substitution(
    letters: cython.uchar[::1],
    starts: cython.longlong[::1],
    x: cython.int,
    y: cython.int,
    places: cython.ulonglong[::1],
) -> cython.double:
    """Return 1.5 times the Levenshtein distance of two words, divided by the number of bytes of the longer one.

    The differences along a table row are the bits of a machine word, as in `samescore.kernels.edit_distance`.
    """
    a: cython.Py_ssize_t = starts[x]
    b: cython.Py_ssize_t = starts[y]
    n: cython.Py_ssize_t = starts[x + 1] - a
    m: cython.Py_ssize_t = starts[y + 1] - b
    one: cython.ulonglong = 1
    full: cython.ulonglong = (one << n) - 1
    deleted: cython.ulonglong = full
    shorter: cython.ulonglong = 0
    i: cython.Py_ssize_t
    for i in range(n):
        places[letters[a + i]] |= one << i
    distance: cython.double = n
    for i in range(m):
        equal: cython.ulonglong = places[letters[b + i]]
        same: cython.ulonglong = ((((equal & deleted) + deleted) & full) ^ deleted) | equal | shorter
        inserted: cython.ulonglong = shorter | (full & ~(same | deleted))
        kept: cython.ulonglong = same & deleted
        if n == 0 or (inserted >> (n - 1)) & 1:
            distance += 1
        elif (kept >> (n - 1)) & 1:
            distance -= 1
        left: cython.ulonglong = ((inserted << 1) & full) | 1
        deleted = ((kept << 1) & full) | (full & ~(same | left))
        shorter = left & same
    for i in range(n):
        places[letters[a + i]] = 0
    longer: cython.double = max(n, m)
    return distance / longer * 1.5
