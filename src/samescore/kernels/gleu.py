"""Compute the rows of GLEU from the n-gram matches of each pair of texts."""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:  # without Cython the file runs as it is
    from samescore.kernels import stand_in as cython

from samescore.kernels.numbered import Numbered

COMPILED = cython.compiled


def gleu_rows(text: Numbered, matched: cython.longlong[::1], low: cython.int, high: cython.int) -> array[int]:
    """Return m and max(h, r) of each segment, over all orders, against the reference with the highest GLEU.

    `matched` are the matches of the orders `low` to `high` with each reference, as `samescore.kernels.ngrams.matches`
    returns them. References for which max(h, r) is 0 are skipped; if all are skipped, both numbers are 0.
    """
    lines: cython.longlong[::1] = text.lines
    firsts: cython.longlong[::1] = text.segments
    segments: cython.Py_ssize_t = len(text.sizes)
    cells = array("q", bytes(16 * segments))
    out: cython.longlong[::1] = cells
    pair: cython.Py_ssize_t = 0
    segment: cython.Py_ssize_t
    line: cython.Py_ssize_t
    n: cython.int
    with cython.nogil:
        for segment in range(segments):
            best: cython.double = -1.0
            own: cython.longlong = _ngrams(lines[firsts[segment] + 1] - lines[firsts[segment]], low, high)
            for line in range(firsts[segment] + 1, firsts[segment + 1]):
                matches: cython.longlong = 0
                for n in range(high - low + 1):
                    matches += matched[pair + n]
                pair += high - low + 1
                most: cython.longlong = max(own, _ngrams(lines[line + 1] - lines[line], low, high))
                if most > 0:
                    whole: cython.double = most
                    ratio: cython.double = matches / whole
                    if ratio > best:
                        best = ratio
                        out[2 * segment] = matches
                        out[2 * segment + 1] = most
    return cells


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _ngrams(words: cython.longlong, low: cython.int, high: cython.int) -> cython.longlong:
    """Return the number of n-grams of the orders `low` to `high` in a text."""
    total: cython.longlong = 0
    n: cython.int
    for n in range(low, high + 1):
        if words >= n:
            total += words - n + 1
    return total
