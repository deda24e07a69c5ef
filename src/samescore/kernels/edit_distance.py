"""Compute edit distances for many segments: Levenshtein and optimal string alignment.

Table rows are stored as differences in words of 64 bits, as in `samescore.metrics.edits.levenshtein`.
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


def distances(text: Numbered, transpositions: cython.bint) -> array[int]:
    """Return two numbers per segment: the distance, and the maximum distance of texts of these lengths.

    Substitutions cost 1, as do transpositions of neighbours that are not edited again, if `transpositions` allows them.
    The first of the references with the smallest distance is used. Each segment has at least one reference.
    """
    ids: cython.int[::1] = text.ids
    lines: cython.longlong[::1] = text.lines
    first: cython.longlong[::1] = text.segments
    segments: cython.Py_ssize_t = len(text.segments) - 1
    units: cython.Py_ssize_t = max(text.sizes, default=0)
    rows = array("q", bytes(16 * segments))
    out: cython.longlong[::1] = rows
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    longest: cython.Py_ssize_t = 0
    for i in range(segments):
        longest = max(longest, lines[first[i] + 1] - lines[first[i]])
    work: cython.ulonglong[::1] = array("Q", [0]) * (units + longest)
    steps: cython.longlong = 0
    with cython.nogil:
        for i in range(segments):
            h: cython.Py_ssize_t = lines[first[i]]
            m: cython.Py_ssize_t = lines[first[i] + 1] - h
            smallest: cython.longlong = -1
            for k in range(first[i] + 1, first[i + 1]):
                r: cython.Py_ssize_t = lines[k]
                n: cython.Py_ssize_t = lines[k + 1] - r
                steps = counted(steps, (m + 1) * (n + 1))
                shorter: cython.Py_ssize_t = min(m, n)
                start: cython.Py_ssize_t = 0
                while start < shorter and ids[h + start] == ids[r + start]:
                    start += 1
                end: cython.Py_ssize_t = 0
                shorter -= start
                while end < shorter and ids[h + m - 1 - end] == ids[r + n - 1 - end]:
                    end += 1
                distance: cython.longlong = _distance(
                    ids, h + start, m - start - end, r + start, n - start - end, work, units, transpositions
                )
                if smallest < 0 or distance < smallest:
                    smallest = distance
                    out[2 * i] = distance
                    out[2 * i + 1] = max(m, n)
    return rows


@cython.cfunc
@cython.nogil
@cython.exceptval(-1, check=False)
def _distance(
    ids: cython.int[::1],
    h: cython.Py_ssize_t,
    m: cython.Py_ssize_t,
    r: cython.Py_ssize_t,
    n: cython.Py_ssize_t,
    work: cython.ulonglong[::1],
    units: cython.Py_ssize_t,
    transpositions: cython.bint,
) -> cython.longlong:
    """Return the distance between two texts.

    The whole hypothesis is compared with 64 reference units at a time. `work` holds the occurrences of each unit in
    these 64, and from `units` on what each row passes to the next 64: three bits, whether the difference to the row
    above is 1, whether it is -1, and whether a transposition may end with the next unit.
    """
    if n == 0:
        return m
    one: cython.ulonglong = 1
    full: cython.ulonglong = ((one << 63) - 1) * 2 + 1
    grown: cython.longlong = n
    begin: cython.Py_ssize_t = 0
    steps: cython.longlong = 0
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    while begin < n:
        steps = counted(steps, m)
        end: cython.Py_ssize_t = min(begin + 64, n)
        for i in range(begin, end):
            work[ids[r + i]] |= one << (i & 63)
        deleted: cython.ulonglong = full
        shorter: cython.ulonglong = 0
        same: cython.ulonglong = 0
        equal: cython.ulonglong = 0
        for j in range(m):
            passed: cython.ulonglong = work[units + j] if begin else 1
            less: cython.ulonglong = (passed >> 1) & 1
            places: cython.ulonglong = work[ids[h + j]]
            open_places: cython.ulonglong = places & (full & ~same)
            swapped: cython.ulonglong = 0
            if transpositions:
                swapped = (((open_places << 1) & full) | (passed >> 2)) & equal
            equal = places
            places |= less
            same = ((((places & deleted) + deleted) & full) ^ deleted) | places | shorter | swapped
            inserted: cython.ulonglong = shorter | (full & ~(same | deleted))
            kept: cython.ulonglong = same & deleted
            left: cython.ulonglong = ((inserted << 1) & full) | (passed & 1)
            deleted = ((kept << 1) & full) | less | (full & ~(same | left))
            shorter = left & same
            if end == n:
                grown += (inserted >> ((n - 1) & 63)) & 1
                grown -= (kept >> ((n - 1) & 63)) & 1
            else:
                work[units + j] = (inserted >> 63) | ((kept >> 63) << 1) | ((open_places >> 63) << 2)
        for i in range(begin, end):
            work[ids[r + i]] = 0
        begin = end
    return grown
