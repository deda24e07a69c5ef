"""Count clipped n-gram matches of two texts, of at most 64 units on one side, whose occurrences are stored as bits."""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:  # without Cython the file runs as it is
    from samescore.kernels import stand_in as cython

from samescore.kernels.numbered import Numbered

COMPILED = cython.compiled


def count_short_pairs(
    text: Numbered,
    low: cython.int,
    high: cython.int,
    pooled: cython.bint,
    clipped: cython.bint,
    out: cython.longlong[::1],
) -> bytearray:
    """Write the rows of `samescore.kernels.ngrams.matches` that this module can count; return which rows it wrote.

    A row is counted if it has a single reference of at most 64 units. If matches are `clipped`, it is also counted if
    instead the hypothesis has at most 64 units.
    """
    segments: cython.Py_ssize_t = len(text.sizes)
    ids: cython.int[::1] = text.ids
    lines: cython.longlong[::1] = text.lines
    firsts: cython.longlong[::1] = text.segments
    orders: cython.Py_ssize_t = high - low + 1
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    begin: cython.Py_ssize_t
    end: cython.Py_ssize_t
    longest: cython.longlong = 0
    for k in range(len(lines) - 1):
        longest = max(longest, lines[k + 1] - lines[k])
    masks: cython.ulonglong[::1] = array("Q", [0]) * (max(text.sizes, default=0) + 1)
    shared: cython.ulonglong[::1] = array("Q", [0]) * (longest + 1)
    done = bytearray(segments if pooled else len(text.lines) - 1 - segments)
    counted: cython.uchar[::1] = done
    row: cython.Py_ssize_t = 0
    with cython.nogil:
        for i in range(segments):
            begin = lines[firsts[i]]
            end = lines[firsts[i] + 1]
            k = firsts[i] + 1
            while k < firsts[i + 1] or (pooled and k == firsts[i] + 1):
                last: cython.Py_ssize_t = firsts[i + 1] if pooled else k + 1
                if last == k + 1 and lines[last] - lines[k] <= 64:
                    _count(ids, begin, end, lines[k], lines[last], low, high, clipped, masks, shared, out, row * orders)
                    counted[row] = 1
                elif last == k + 1 and clipped and end - begin <= 64:
                    _count(ids, lines[k], lines[last], begin, end, low, high, True, masks, shared, out, row * orders)
                    counted[row] = 1
                row += 1
                k = last if last > k else k + 1
    return done


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _count(
    ids: cython.int[::1],
    begin: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    start: cython.Py_ssize_t,
    stop: cython.Py_ssize_t,
    low: cython.int,
    high: cython.int,
    clipped: cython.bint,
    masks: cython.ulonglong[::1],
    places: cython.ulonglong[::1],
    out: cython.longlong[::1],
    row: cython.Py_ssize_t,
) -> cython.void:
    """Count the n-grams of a text in another text of at most 64 units.

    Bit j of ``places[p]`` is 1 if the n-gram at index p of the first text occurs at index j of the other text: the
    first n - 1 units occur at index j, and the last unit at index j + n - 1. Equal n-grams have the same bits, and
    different n-grams have none in common, so each n-gram that takes a free bit is a clipped match. All `masks` are 0
    before and after the call.
    """
    one: cython.ulonglong = 1
    taking: cython.ulonglong = (one << 63) - 1 + (one << 63) if clipped else 0
    units: cython.Py_ssize_t = end - begin
    p: cython.Py_ssize_t
    order: cython.Py_ssize_t
    shared: cython.ulonglong
    for p in range(start, stop):
        masks[ids[p]] |= one << (p - start)
    for p in range(units):
        places[p] = masks[ids[begin + p]]
    for order in range(1, min(high, units, stop - start) + 1):
        taken: cython.ulonglong = 0
        matched: cython.longlong = 0
        for p in range(units - order + 1):
            shared = places[p] & (masks[ids[begin + p + order - 1]] >> (order - 1))
            places[p] = shared
            shared &= ~taken
            matched += shared != 0
            taken |= shared & (~shared + 1) & taking
        if order >= low:
            out[row + order - low] = matched
        if matched == 0:
            break
    for p in range(start, stop):
        masks[ids[p]] = 0
