"""Count the words that two texts have in common."""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:  # without Cython the file runs as it is
    from samescore.kernels import stand_in as cython

from samescore.kernels.numbered import Numbered

COMPILED = cython.compiled


def matches(text: Numbered, but_last: cython.bint, distinct: cython.bint) -> array[int]:
    """Return the number of common words of each hypothesis and each of its references, clipped to the lower count.

    With `but_last`, the last word of each text is ignored; with `distinct`, each word counts once.
    """
    segments: cython.Py_ssize_t = len(text.sizes)
    ids: cython.int[::1] = text.ids
    lines: cython.longlong[::1] = text.lines
    firsts: cython.longlong[::1] = text.segments
    counts: cython.int[::1] = array("i", bytes(4)) * (max(text.sizes, default=0) + 1)
    made = array("q", bytes(8)) * (len(text.lines) - 1 - segments)
    out: cython.longlong[::1] = made
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    p: cython.Py_ssize_t
    pair: cython.Py_ssize_t = 0
    with cython.nogil:
        for i in range(segments):
            begin: cython.Py_ssize_t = lines[firsts[i]]
            end: cython.Py_ssize_t = lines[firsts[i] + 1] - but_last
            for k in range(firsts[i] + 1, firsts[i + 1]):
                matched: cython.longlong = 0
                for p in range(begin, end):
                    counts[ids[p]] = 1 if distinct else counts[ids[p]] + 1
                for p in range(lines[k], lines[k + 1] - but_last):
                    taken: cython.int = counts[ids[p]] > 0
                    counts[ids[p]] -= taken
                    matched += taken
                for p in range(begin, end):
                    counts[ids[p]] = 0
                out[pair] = matched
                pair += 1
    return made
