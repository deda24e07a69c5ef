"""Align words and count chunks for METEOR, as `samescore.metrics.meteor` does, and compute its scores."""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:  # without Cython the file runs as it is
    from samescore.kernels import stand_in as cython

if cython.compiled:
    from cython.cimports.libc.math import pow as power
else:
    from math import pow as power

COMPILED = cython.compiled


def alignments(
    ids: cython.int[::1],
    lines: cython.longlong[::1],
    segments: cython.longlong[::1],
    words: cython.Py_ssize_t,
    stems: cython.int[::1],
    stemmed: cython.bint,
) -> array[int]:
    """Return the matches, chunks and two lengths of each hypothesis with each of its references: four numbers per pair.

    `ids` are numbers below `words`, equal for equal words of the whole corpus. ``stems[w]`` is the number, below
    `words`, of the stem of word w; it is only read if `stemmed`.
    """
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    longest: cython.longlong = 0
    for i in range(len(lines) - 1):
        longest = max(longest, lines[i + 1] - lines[i])
    cells = array("q", bytes(32 * (len(lines) - len(segments))))  # one pair for each line except the hypotheses
    out: cython.longlong[::1] = cells
    last: cython.int[::1] = array("i", bytes(4 * (words + 1)))
    before: cython.int[::1] = array("i", bytes(4 * (longest + 1)))
    taken: cython.int[::1] = array("i", bytes(4 * (longest + 1)))
    places: cython.int[::1] = array("i", bytes(4 * (longest + 1)))
    many: cython.Py_ssize_t = len(segments) - 1
    pair: cython.Py_ssize_t = 0
    with cython.nogil:
        for i in range(many):
            for k in range(segments[i] + 1, segments[i + 1]):
                _align(
                    ids, lines[segments[i]], lines[segments[i] + 1], lines[k], lines[k + 1],
                    last, before, taken, places, stems, stemmed, out, pair,
                )  # fmt: skip
                pair += 4
    return cells


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _align(
    ids: cython.int[::1],
    start: cython.Py_ssize_t,
    stop: cython.Py_ssize_t,
    reference: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    last: cython.int[::1],
    before: cython.int[::1],
    taken: cython.int[::1],
    places: cython.int[::1],
    stems: cython.int[::1],
    stemmed: cython.bint,
    out: cython.longlong[::1],
    pair: cython.Py_ssize_t,
) -> cython.void:
    """Count one pair: the hypothesis from `start` to `stop`, the reference from `reference` to `end`.

    ``last[w]`` is the last unused position of word w in the reference, counted from 1; ``before[p]`` the one before
    position p.
    """
    h: cython.Py_ssize_t = stop - start
    r: cython.Py_ssize_t = end - reference
    i: cython.Py_ssize_t
    j: cython.int
    word: cython.int
    for i in range(r):
        word = ids[reference + i]
        before[i + 1] = last[word]
        last[word] = i + 1
        taken[i + 1] = 0
    for i in range(h):
        word = ids[stop - 1 - i]
        j = last[word]
        places[h - 1 - i] = j
        if j > 0:
            last[word] = before[j]
            taken[j] = 1
    for i in range(r):
        last[ids[reference + i]] = 0
    if stemmed:
        for i in range(r):
            if taken[i + 1] == 0:
                word = stems[ids[reference + i]]
                before[i + 1] = last[word]
                last[word] = i + 1
        for i in range(h):
            if places[h - 1 - i] == 0:
                word = stems[ids[stop - 1 - i]]
                j = last[word]
                places[h - 1 - i] = j
                if j > 0:
                    last[word] = before[j]
        for i in range(r):
            last[stems[ids[reference + i]]] = 0
    matches: cython.longlong = 0
    chunks: cython.longlong = 0
    follows: cython.int = 0
    for i in range(h):
        j = places[i]
        if j > 0:
            matches += 1
            if j != follows:
                chunks += 1
            follows = j + 1
        else:
            follows = 0
    out[pair] = matches
    out[pair + 1] = chunks
    out[pair + 2] = h
    out[pair + 3] = r


def scores(
    cells: cython.longlong[::1],
    alpha: cython.double,
    beta: cython.double,
    gamma: cython.double,
    scale: cython.double,
) -> array[float]:
    """Return the scores of rows (m, ch, h, r), computed as in `samescore.metrics.meteor.meteor`, bit for bit."""
    many: cython.Py_ssize_t = len(cells) // 4
    made = array("d", bytes(8 * many))
    out: cython.double[::1] = made
    i: cython.Py_ssize_t
    with cython.nogil:
        for i in range(many):
            m: cython.double = cells[4 * i]
            chunks: cython.double = cells[4 * i + 1]
            h: cython.double = cells[4 * i + 2]
            r: cython.double = cells[4 * i + 3]
            score: cython.double = 0.0
            if m > 0:
                precision: cython.double = m / h
                recall: cython.double = m / r
                f_mean: cython.double = (precision * recall) / (alpha * precision + (1 - alpha) * recall)
                score = (1 - gamma * power(chunks / m, beta)) * f_mean
            out[i] = scale * score
    return made
