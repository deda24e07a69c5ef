"""Compute the rows of TER: each segment's edits against its closest reference, and the references' words."""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:  # without Cython the file runs as it is
    from samescore.kernels import stand_in as cython

from samescore.kernels.numbered import Numbered

COMPILED = cython.compiled


def ter_rows(text: Numbered, edits: cython.longlong[::1], free: cython.bint, closest: cython.bint) -> array[int]:
    """Return four numbers for each segment: edits, shifts, reference words and references, as in `Ter.statistics`.

    `edits` are the `samescore.kernels.ter.pairs` of the text. With `free`, an empty hypothesis has no edits. With
    `closest`, only the words of the closest reference count.
    """
    lines: cython.longlong[::1] = text.lines
    firsts: cython.longlong[::1] = text.segments
    segments: cython.Py_ssize_t = len(text.sizes)
    rows = array("q", bytes(32 * segments))
    out: cython.longlong[::1] = rows
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    with cython.nogil:
        for i in range(segments):
            least: cython.longlong = -1
            for k in range(firsts[i] + 1, firsts[i + 1]):
                length: cython.longlong = lines[k + 1] - lines[k]
                pair: cython.Py_ssize_t = 2 * (k - i - 1)
                total: cython.longlong = edits[pair]
                if free and lines[firsts[i] + 1] == lines[firsts[i]]:
                    total = 0
                if not closest:
                    out[4 * i + 2] += length
                    out[4 * i + 3] += 1
                if least < 0 or total < least:
                    least = total
                    out[4 * i] = total
                    out[4 * i + 1] = edits[pair + 1]
                    if closest:
                        out[4 * i + 2] = length
                        out[4 * i + 3] = 1
    return rows
