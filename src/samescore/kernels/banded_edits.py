"""Count hits, substitutions, deletions and insertions of shortest edit scripts in a band, for short or similar texts.

The counts are those of `samescore.kernels.edit_counts`, but in each row of the table only 64 cells around the diagonal
are computed, which fit in one machine word (Hyyrö, "A bit-vector algorithm for computing Levenshtein and Damerau edit
distances", 2003). Row j has the columns from j - left to j - left + 63, so a bit stays on its diagonal from row to row.
docs/edit-distances.md, "Edits inside a band", explains why the integers are the same.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:  # without Cython the file runs as it is
    from samescore.kernels import stand_in as cython

from samescore.kernels.numbered import Numbered

COMPILED = cython.compiled

#: Maximum length of hypotheses that are counted here: each unit takes four machine words of memory.
MOST_UNITS = 1 << 17


def banded_error_counts(text: Numbered, most_hits: cython.bint) -> array[int]:
    """Return the hits, substitutions, deletions and insertions of each segment, as `edit_counts.error_counts` does.

    The four numbers of a segment are -1 if a shortest script might leave the band. The first of the
    references with the fewest edits is used; each segment has at least one. `most_hits` is as in `error_counts`.
    """
    ids: cython.int[::1] = text.ids
    lines: cython.longlong[::1] = text.lines
    first: cython.longlong[::1] = text.segments
    segments: cython.Py_ssize_t = len(text.sizes)
    units: cython.Py_ssize_t = max(text.sizes, default=0)
    most: cython.Py_ssize_t = MOST_UNITS
    longest: cython.Py_ssize_t = 0
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    for i in range(segments):
        longest = max(longest, lines[first[i] + 1] - lines[first[i]])
    longest = min(longest, most)
    counts = array("q", [-1]) * (4 * segments)
    out: cython.longlong[::1] = counts
    work: cython.ulonglong[::1] = array("Q", [0]) * (2 * units + 5 * longest + 2)
    base: cython.longlong = 64  # the number of the reference's first unit, chosen out of reach of all earlier units
    with cython.nogil:
        for i in range(segments):
            h: cython.Py_ssize_t = lines[first[i]]
            m: cython.Py_ssize_t = lines[first[i] + 1] - h
            fewest: cython.longlong = -1
            for k in range(first[i] + 1, first[i + 1]):
                r: cython.Py_ssize_t = lines[k]
                n: cython.Py_ssize_t = lines[k + 1] - r
                shorter: cython.Py_ssize_t = min(m, n)
                start: cython.Py_ssize_t = 0
                while start < shorter and ids[h + start] == ids[r + start]:
                    start += 1
                end: cython.Py_ssize_t = 0
                shorter -= start
                while end < shorter and ids[h + m - 1 - end] == ids[r + n - 1 - end]:
                    end += 1
                a: cython.Py_ssize_t = m - start - end
                b: cython.Py_ssize_t = n - start - end
                edits: cython.longlong = a + b
                hits: cython.longlong = start + end
                if a and b:
                    edits = -1
                    if a <= most:
                        edits = _forward(ids, h + start, a, r + start, b, work, 2 * units, base)
                        base += b + 64
                    if edits < 0:
                        out[4 * i] = out[4 * i + 1] = out[4 * i + 2] = out[4 * i + 3] = -1
                        break
                    if most_hits:
                        hits += _most_hits(work, 2 * units, a, _diagonal(a, b), 2 * units + 4 * a)
                    else:
                        hits += _deletions_last(work, 2 * units, a, _diagonal(a, b))
                if fewest < 0 or edits < fewest:
                    fewest = edits
                    inserted: cython.longlong = edits - (n - hits)
                    substituted: cython.longlong = m - hits - inserted
                    out[4 * i] = hits
                    out[4 * i + 1] = substituted
                    out[4 * i + 2] = n - hits - substituted
                    out[4 * i + 3] = inserted
    return counts


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _left(m: cython.Py_ssize_t, n: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the number of cells of a row left of the main diagonal; as many lie right of the last cell's diagonal."""
    return ((63 - (n - m)) >> 1) if n > m else ((63 - (m - n)) >> 1) + m - n


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _diagonal(m: cython.Py_ssize_t, n: cython.Py_ssize_t) -> cython.int:
    """Return the index of the bit that stands for the last cell of the table."""
    return n - m + _left(m, n)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _forward(
    ids: cython.int[::1],
    h: cython.Py_ssize_t,
    m: cython.Py_ssize_t,
    r: cython.Py_ssize_t,
    n: cython.Py_ssize_t,
    work: cython.ulonglong[::1],
    table: cython.Py_ssize_t,
    base: cython.longlong,
) -> cython.longlong:
    """Return the minimum number of edits between two nonempty texts; -1 if an equally short path might leave the band.

    ``work[2 * u]`` has a bit for each occurrence of unit u among 64 reference units; the highest bit is the unit at
    index ``work[2 * u + 1]``. From `table` on, each row has four words: where the units are equal; where the distance
    equals that of the cell diagonally before; where it is one more than in the cell without the hypothesis' unit; and
    one more than without the reference's.
    """
    one: cython.ulonglong = 1
    top: cython.ulonglong = one << 63
    full: cython.ulonglong = (top - 1) * 2 + 1
    far: cython.Py_ssize_t = max(n - m, m - n)
    if far > 63:
        return -1
    left: cython.Py_ssize_t = _left(m, n)
    last: cython.int = _diagonal(m, n)
    most: cython.longlong = far + 2 * ((63 - far) >> 1) + 1
    edits: cython.longlong = max(n - m, 0)
    k: cython.Py_ssize_t
    j: cython.Py_ssize_t
    unit: cython.Py_ssize_t
    gap: cython.longlong
    places: cython.ulonglong
    right: cython.Py_ssize_t = 63 - left
    for k in range(min(n, right)):
        unit = 2 * ids[r + k]
        gap = base + k - work[unit + 1]
        places = work[unit] >> (gap & 63)
        work[unit] = (places if gap < 64 else 0) | top
        work[unit + 1] = base + k
    deleted: cython.ulonglong = (full << left) & full
    shorter: cython.ulonglong = 0
    row: cython.Py_ssize_t = table
    for j in range(m):
        k = j + right
        if k < n:
            unit = 2 * ids[r + k]
            gap = base + k - work[unit + 1]
            places = work[unit] >> (gap & 63)
            work[unit] = (places if gap < 64 else 0) | top
            work[unit + 1] = base + k
        unit = 2 * ids[h + j]
        gap = base + k - work[unit + 1]
        places = work[unit] >> (gap & 63)
        equal: cython.ulonglong = places if gap < 64 else 0
        same: cython.ulonglong = ((((equal & deleted) + deleted) & full) ^ deleted) | equal | shorter
        inserted: cython.ulonglong = shorter | (full & ~(same | deleted))
        kept: cython.ulonglong = same & deleted
        edits += 1 - ((same >> last) & 1)
        work[row] = equal
        work[row + 1] = same
        work[row + 2] = inserted
        same >>= 1
        deleted = kept | (full & ~(same | inserted))
        shorter = same & inserted
        work[row + 3] = (deleted << 1) & full
        row += 4
        if edits > most:
            return -1
    return edits


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _deletions_last(
    work: cython.ulonglong[::1], table: cython.Py_ssize_t, m: cython.Py_ssize_t, last: cython.int
) -> cython.longlong:
    """Return the hits on the path that prefers deletions when traced back."""
    place: cython.ulonglong = 1
    place <<= last
    hits: cython.longlong = 0
    row: cython.Py_ssize_t = table + 4 * m
    while row > table:
        row -= 4
        while place & work[row + 3]:
            place >>= 1
        if place & work[row + 1] & work[row + 2]:  # an insertion, even of an equal unit
            place <<= 1
        else:
            hits += (place & work[row]) > 0
    return hits


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _most_hits(
    work: cython.ulonglong[::1],
    table: cython.Py_ssize_t,
    m: cython.Py_ssize_t,
    last: cython.int,
    levels: cython.Py_ssize_t,
) -> cython.longlong:
    """Return the maximum number of hits on a path with the fewest edits, by following all such paths back at once.

    The word ``levels + k`` of `work` has a bit for each cell of a row that such a path with k hits passes through.
    """
    one: cython.ulonglong = 1
    full: cython.ulonglong = ((one << 63) - 1) * 2 + 1
    places: cython.ulonglong = one << last  # the only word, as long as all paths have the same number of hits
    hits: cython.Py_ssize_t = 0  # drop paths with fewer hits where one with more arrives
    most: cython.Py_ssize_t = 0  # some path has this many hits
    k: cython.Py_ssize_t
    row: cython.Py_ssize_t = table + 4 * m
    while row > table:
        row -= 4
        equal: cython.ulonglong = work[row]
        other: cython.ulonglong = full & ~equal
        diagonal: cython.ulonglong = other & ~work[row + 1]
        inserted: cython.ulonglong = other & work[row + 2]
        deleted: cython.ulonglong = other & work[row + 3]
        if hits == most:
            if places & other:
                places = _with_deletions(places, deleted)
            kept: cython.ulonglong = places & equal
            places = (places & diagonal) | (((places & inserted) << 1) & full)
            if places & ~kept == 0:
                places = kept
                hits += 1
                most += 1
            elif kept:
                work[levels + hits] = places
                most += 1
                work[levels + most] = kept
            continue
        before: cython.ulonglong = 0
        for k in range(hits, most + 1):
            places = _with_deletions(work[levels + k], deleted)
            kept = places & equal
            places = (places & diagonal) | (((places & inserted) << 1) & full)
            work[levels + k] = places | before
            before = kept
        if before:
            most += 1
            work[levels + most] = before
        while hits < most and work[levels + hits] & ~work[levels + hits + 1] == 0:
            hits += 1
        places = work[levels + hits]
    return most


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _with_deletions(places: cython.ulonglong, run: cython.ulonglong) -> cython.ulonglong:
    """Return `places` and all positions that deletions reach; a deletion moves from a position in `run` to the next lower one."""
    one: cython.ulonglong = 1
    full: cython.ulonglong = ((one << 63) - 1) * 2 + 1
    step: cython.int = 1
    while places & run:  # from positions in `run`, `step` units can be deleted in succession
        places |= (places & run) >> step
        run &= (run << step) & full
        step += step
    return places
