"""Compute longest common subsequences of many pairs of texts: their lengths, and sums of lengths over sentences.

A row of the length table is stored as bits: bit j is 0 if the row's entry j + 1 is larger than its entry j (Hyyrö,
"Bit-parallel LCS-length computation revisited", 2004), in words of 62 bits.
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


def lengths(text: Numbered) -> array[int]:
    """Return the length of the longest common subsequence of each hypothesis and each of its references, in order."""
    places = array("q", bytes(8)) * len(text.lines)
    lines: cython.longlong[::1] = places
    k: cython.Py_ssize_t
    for k in range(len(lines)):
        lines[k] = k
    return total_lengths(text, places, text.lines)


def total_lengths(text: Numbered, sentences: cython.longlong[::1], starts: cython.longlong[::1]) -> array[int]:
    """Return, for each hypothesis and each of its references, the sum of `lengths` over all pairs of their sentences.

    Line i has the sentences from ``sentences[i]`` to ``sentences[i + 1] - 1``, and sentence k the units from
    ``starts[k]`` on.
    """
    segments: cython.Py_ssize_t = len(text.sizes)
    ids: cython.int[::1] = text.ids
    lines: cython.longlong[::1] = text.lines
    firsts: cython.longlong[::1] = text.segments
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    r: cython.Py_ssize_t
    h: cython.Py_ssize_t
    largest: cython.Py_ssize_t = max(text.sizes, default=0)
    longest: cython.longlong = 0
    for i in range(segments):
        longest = max(longest, lines[firsts[i] + 1] - lines[firsts[i]])
    masks: cython.longlong[::1] = array("q", bytes(8)) * (largest + 1)
    heads: cython.longlong[::1] = array("q", (-1,)) * (largest + 1)
    following: cython.longlong[::1] = array("q", bytes(8)) * (longest + 1)
    row: cython.longlong[::1] = array("q", bytes(8)) * (longest // 62 + 1)
    common: cython.longlong[::1] = array("q", bytes(8)) * (longest // 62 + 1)
    made = array("q", bytes(8)) * (len(text.lines) - 1 - segments)
    out: cython.longlong[::1] = made
    pair: cython.Py_ssize_t = 0
    steps: cython.longlong = 0
    with cython.nogil:
        for i in range(segments):
            for k in range(firsts[i] + 1, firsts[i + 1]):
                for r in range(sentences[k], sentences[k + 1]):
                    own: cython.longlong = lines[firsts[i] + 1] - lines[firsts[i]]
                    steps = counted(steps, own + (starts[r + 1] - starts[r]) * (own // 62 + 1))
                    for h in range(sentences[firsts[i]], sentences[firsts[i] + 1]):
                        begin: cython.Py_ssize_t = starts[h]
                        end: cython.Py_ssize_t = starts[h + 1]
                        start: cython.Py_ssize_t = starts[r]
                        stop: cython.Py_ssize_t = starts[r + 1]
                        alike: cython.longlong = 0
                        while begin < end and start < stop and ids[begin] == ids[start]:
                            begin += 1
                            start += 1
                            alike += 1
                        while begin < end and start < stop and ids[end - 1] == ids[stop - 1]:
                            end -= 1
                            stop -= 1
                            alike += 1
                        if end - begin <= 62:
                            alike += _short(ids, begin, end, start, stop, masks)
                        elif stop - start <= 62:
                            alike += _short(ids, start, stop, begin, end, masks)
                        else:
                            alike += _long(ids, begin, end, start, stop, heads, following, row, common)
                        out[pair] += alike
                pair += 1
    return made


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _ones(bits: cython.longlong) -> cython.longlong:
    """Return the number of bits that are 1."""
    one: cython.ulonglong = 1
    full: cython.ulonglong = (one << 63) - 1 + (one << 63)
    counts: cython.ulonglong = bits
    counts -= (counts >> 1) & (full // 3)
    counts = (counts & (full // 5)) + ((counts >> 2) & (full // 5))
    counts = (counts + (counts >> 4)) & (full // 17)
    return ((counts * (full // 255)) & full) >> 56


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _short(
    ids: cython.int[::1],
    begin: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    start: cython.Py_ssize_t,
    stop: cython.Py_ssize_t,
    masks: cython.longlong[::1],
) -> cython.longlong:
    """Return the length of one pair of texts, the first with at most 62 units; `masks` are 0 before and after."""
    one: cython.longlong = 1
    full: cython.longlong = (one << 62) - 1
    row: cython.longlong = full
    p: cython.Py_ssize_t
    for p in range(begin, end):
        masks[ids[p]] |= one << (p - begin)
    for p in range(start, stop):
        common: cython.longlong = row & masks[ids[p]]
        row = ((row + common) & full) | (row - common)
    for p in range(begin, end):
        masks[ids[p]] = 0
    return _ones(full ^ row)


@cython.cfunc
@cython.nogil
@cython.exceptval(-1, check=False)
def _long(
    ids: cython.int[::1],
    begin: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    start: cython.Py_ssize_t,
    stop: cython.Py_ssize_t,
    heads: cython.longlong[::1],
    following: cython.longlong[::1],
    row: cython.longlong[::1],
    common: cython.longlong[::1],
) -> cython.longlong:
    """Return the length of one pair of texts of any size.

    `heads` has the first index of each unit in the first text, and `following` the next index of the same unit (-1:
    none). Before and after, `heads` is -1 and `common` is 0 everywhere.
    """
    one: cython.longlong = 1
    full: cython.longlong = (one << 62) - 1
    words: cython.Py_ssize_t = (end - begin + 61) // 62
    w: cython.Py_ssize_t
    last: cython.Py_ssize_t
    p: cython.Py_ssize_t
    place: cython.longlong
    bits: cython.longlong
    added: cython.longlong
    steps: cython.longlong = 0
    for w in range(words):
        row[w] = full
    for p in range(end - begin):
        place = end - begin - 1 - p
        following[place] = heads[ids[begin + place]]
        heads[ids[begin + place]] = place
    for p in range(start, stop):
        place = heads[ids[p]]
        if place < 0:
            continue
        steps = counted(steps, words)
        w = place // 62
        last = w
        while place >= 0:
            last = place // 62
            common[last] |= one << (place - 62 * last)
            place = following[place]
        carry: cython.longlong = 0
        while w < words and (w <= last or carry):
            bits = row[w] & common[w]
            common[w] = 0
            added = row[w] + bits + carry
            carry = added >> 62
            row[w] = (added & full) | (row[w] - bits)
            w += 1
    for p in range(begin, end):
        heads[ids[p]] = -1
    length: cython.longlong = 0
    for w in range(words):
        length += _ones(full ^ row[w])
    return length
