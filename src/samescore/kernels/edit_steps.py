"""Find an alignment of two texts with the fewest edits, the one that RapidFuzz returns.

Table rows are stored as differences in words of 64 bits, as in `samescore.metrics.edits.levenshtein`.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:  # without Cython the file runs as it is
    from samescore.kernels import stand_in as cython

COMPILED = cython.compiled


def traced_steps(reference: array[int], hypothesis: array[int], distinct: cython.Py_ssize_t) -> array[int]:
    """Return the steps of the alignment: 0 for a hit, 1 for a substitution, 2 for a deletion, 3 for an insertion.

    Units are numbers; units of the reference are below `distinct`. The table takes two bits for each pair of units.
    """
    r: cython.int[::1] = reference
    h: cython.int[::1] = hypothesis
    n: cython.Py_ssize_t = len(reference)
    m: cython.Py_ssize_t = len(hypothesis)
    made = array("B", bytes(n + m))
    out: cython.uchar[::1] = made
    start: cython.Py_ssize_t = 0
    while start < n and start < m and r[start] == h[start]:
        start += 1
    end: cython.Py_ssize_t = 0
    while end < n - start and end < m - start and r[n - 1 - end] == h[m - 1 - end]:
        end += 1
    columns: cython.Py_ssize_t = n - start - end
    rows: cython.Py_ssize_t = m - start - end
    words: cython.Py_ssize_t = (columns + 63) >> 6
    place: cython.Py_ssize_t = n + m - end  # the steps of the common end are hits, which are zeros
    if columns and rows:
        work: cython.ulonglong[::1] = array("Q", bytes(8 * words * (distinct + 2 * (rows + 1))))
        with cython.nogil:
            _fill(r, h, start, columns, rows, words, work, distinct)
            place = _trace(r, h, start, columns, rows, words, work, words * distinct, out, place)
    elif columns or rows:
        for _ in range(columns + rows):
            place -= 1
            out[place] = 2 if columns else 3
    return made[place - start :]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _fill(
    r: cython.int[::1],
    h: cython.int[::1],
    start: cython.Py_ssize_t,
    columns: cython.Py_ssize_t,
    rows: cython.Py_ssize_t,
    words: cython.Py_ssize_t,
    work: cython.ulonglong[::1],
    distinct: cython.Py_ssize_t,
) -> cython.void:
    """Fill `work` with bits: the positions of each reference unit, then the differences along each row of the table.

    A row has a bit for each difference of 1, and one for each difference of -1.
    """
    one: cython.ulonglong = 1
    full: cython.ulonglong = ((one << 63) - 1) * 2 + 1
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    w: cython.Py_ssize_t
    for i in range(columns):
        work[words * r[start + i] + (i >> 6)] |= one << (i & 63)
    above: cython.Py_ssize_t = words * distinct
    for w in range(words):
        work[above + 2 * w] = full
    for j in range(rows):
        unit: cython.int = h[start + j]
        more: cython.ulonglong = 1  # carries: whether the last column of the word before grows, or shrinks
        less: cython.ulonglong = 0
        for w in range(words):
            grows: cython.ulonglong = work[above + 2 * w]
            shrinks: cython.ulonglong = work[above + 2 * w + 1]
            equal: cython.ulonglong = work[words * unit + w] if unit < distinct else 0
            known: cython.ulonglong = equal | less
            diagonal: cython.ulonglong = ((((known & grows) + grows) & full) ^ grows) | known | shrinks
            inserted: cython.ulonglong = shrinks | ((diagonal | grows) ^ full)
            matched: cython.ulonglong = diagonal & grows
            shifted: cython.ulonglong = ((inserted << 1) & full) | more
            lowered: cython.ulonglong = ((matched << 1) & full) | less
            more = inserted >> 63
            less = matched >> 63
            work[above + 2 * words + 2 * w] = lowered | ((diagonal | shifted) ^ full)
            work[above + 2 * words + 2 * w + 1] = shifted & diagonal
        above += 2 * words


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _trace(
    r: cython.int[::1],
    h: cython.int[::1],
    start: cython.Py_ssize_t,
    columns: cython.Py_ssize_t,
    rows: cython.Py_ssize_t,
    words: cython.Py_ssize_t,
    work: cython.ulonglong[::1],
    table: cython.Py_ssize_t,
    out: cython.uchar[::1],
    place: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """Write the steps into `out` before `place`, from the last to the first; return the place of the first step."""
    column: cython.Py_ssize_t = columns
    row: cython.Py_ssize_t = rows
    while column or row:
        place -= 1
        word: cython.Py_ssize_t = table + 2 * ((column - 1) >> 6)
        bit: cython.Py_ssize_t = (column - 1) & 63
        if not row or (column and (work[word + 2 * words * row] >> bit) & 1):
            column -= 1
            out[place] = 2
        elif not column or (row > 1 and (work[word + 2 * words * (row - 1) + 1] >> bit) & 1):
            row -= 1
            out[place] = 3
        else:
            column -= 1
            row -= 1
            out[place] = 0 if r[start + column] == h[start + row] else 1
    return place
