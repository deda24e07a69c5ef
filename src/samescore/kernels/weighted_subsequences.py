"""Compute weighted longest common subsequences of many pairs of texts, by ROUGE-W's dynamic program, in doubles."""

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

#: Maximum size of a table of two sentences whose steps are kept, one byte each.
_MOST = 1 << 24


def weights(text: Numbered, powers: cython.double[::1]) -> array[float]:
    """Return ROUGE-W's weighted LCS (WLCS) of each hypothesis with each of its references, in order.

    It is the last entry of the paper's dynamic program, which takes every match; the k-th match of a run adds
    ``powers[k] - powers[k - 1]``. It can therefore be below the maximum weight of a common subsequence, as for ``a b c``
    and ``a b c c``. `powers` has one more entry than the shorter text has units.
    """
    segments: cython.Py_ssize_t = len(text.sizes)
    ids: cython.int[::1] = text.ids
    lines: cython.longlong[::1] = text.lines
    firsts: cython.longlong[::1] = text.segments
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    longest: cython.longlong = 0
    for i in range(segments):
        longest = max(longest, lines[firsts[i] + 1] - lines[firsts[i]])
    steps: cython.uchar[::1] = bytearray(1)
    present: cython.uchar[::1] = bytearray(max(text.sizes, default=0) + 1)
    row: cython.double[::1] = array("d", bytes(8)) * (longest + 1)
    runs: cython.int[::1] = array("i", bytes(4)) * (longest + 1)
    made = array("d", bytes(8)) * (len(text.lines) - 1 - segments)
    out: cython.double[::1] = made
    pair: cython.Py_ssize_t = 0
    waited: cython.longlong = 0
    with cython.nogil:
        for i in range(segments):
            for k in range(firsts[i] + 1, firsts[i + 1]):
                waited = counted(waited, (lines[firsts[i] + 1] - lines[firsts[i]]) * (lines[k + 1] - lines[k]))
                out[pair] = _weight(
                    ids,
                    lines[firsts[i]],
                    lines[firsts[i] + 1],
                    lines[k],
                    lines[k + 1],
                    powers,
                    row,
                    runs,
                    present,
                    False,
                    steps,
                )
                pair += 1
    return made


@cython.cfunc
@cython.nogil
@cython.exceptval(-1, check=False)
def _weight(
    ids: cython.int[::1],
    begin: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    start: cython.Py_ssize_t,
    stop: cython.Py_ssize_t,
    powers: cython.double[::1],
    row: cython.double[::1],
    runs: cython.int[::1],
    present: cython.uchar[::1],
    read_back: cython.bint,
    steps: cython.uchar[::1],
) -> cython.double:
    """Return the last entry of the table. Only one row is in memory: ``row[j]`` is entry j + 1.

    A unit of the second text that the first does not have changes nothing in a row. `present`, which is 1 for each unit
    of the first text, is 0 before and after. With `read_back`, `steps` records which entry each one comes from: above
    (1) or left (0).
    """
    rises: cython.bint = True
    ended: cython.bint = True  # whether all runs are 0
    at: cython.Py_ssize_t = 0
    j: cython.Py_ssize_t
    p: cython.Py_ssize_t
    k: cython.int
    waited: cython.longlong = 0
    for j in range(end - begin):
        row[j] = 0.0
        runs[j] = 0
        present[ids[begin + j]] = 1
    left: cython.double = 0.0
    for p in range(start, stop):
        unit: cython.int = ids[p]
        if rises and not present[unit] and not read_back:
            if not ended:
                for j in range(end - begin):
                    runs[j] = 0
                ended = True
            continue
        waited = counted(waited, end - begin)
        ended = False
        rises = True
        left = 0.0
        corner: cython.double = 0.0  # the entry above and to the left, and its run
        run: cython.int = 0
        for j in range(end - begin):
            above: cython.double = row[j]
            k = run
            run = runs[j]
            previous: cython.double = left
            if ids[begin + j] == unit:
                left = corner + powers[k + 1] - powers[k]
                runs[j] = k + 1
            else:
                if read_back:
                    steps[at + j] = above >= left
                left = above if above >= left else left
                runs[j] = 0
            rises &= left >= previous
            row[j] = left
            corner = above
        at += end - begin
    for j in range(end - begin):
        present[ids[begin + j]] = 0
    return left


def weights_of_runs(
    text: Numbered,
    sentences: cython.longlong[::1],
    starts: cython.longlong[::1],
    powers: cython.double[::1],
    single: cython.bint,
) -> array[float] | None:
    """Return the weight of the runs in unions of common subsequences, for each hypothesis with each of its references.

    The subsequences are found by ROUGE-W's dynamic program, as in `weights`. Line i has the sentences from
    ``sentences[i]`` to ``sentences[i + 1] - 1``, and sentence k the units from ``starts[k]`` on. There is one weight
    for each hypothesis and each of its references, in order; a run of k units weighs ``powers[k]``, and no unit counts
    more often than it occurs in the hypothesis. With `single`, every unit is a run of its own. Returns None if
    sentences are too long.
    """
    segments: cython.Py_ssize_t = len(text.sizes)
    ids: cython.int[::1] = text.ids
    lines: cython.longlong[::1] = text.lines
    firsts: cython.longlong[::1] = text.segments
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    k: cython.Py_ssize_t
    p: cython.Py_ssize_t
    s: cython.Py_ssize_t
    r: cython.Py_ssize_t
    longest: cython.longlong = 0
    line: cython.longlong = 0
    cells: cython.longlong = 0
    for i in range(segments):
        own: cython.longlong = 0
        other: cython.longlong = 0
        for k in range(firsts[i], firsts[i + 1]):
            line = max(line, lines[k + 1] - lines[k])
            for s in range(sentences[k], sentences[k + 1]):
                if k == firsts[i]:
                    own = max(own, starts[s + 1] - starts[s])
                else:
                    other = max(other, starts[s + 1] - starts[s])
        longest = max(longest, own)
        cells = max(cells, own * other)
    if cells > _MOST:
        return None
    row: cython.double[::1] = array("d", bytes(8)) * (longest + 1)
    runs: cython.int[::1] = array("i", bytes(4)) * (longest + 1)
    steps: cython.uchar[::1] = bytearray(cells + 1)
    present: cython.uchar[::1] = bytearray(max(text.sizes, default=0) + 1)
    marked: cython.uchar[::1] = bytearray(line + 1)
    left: cython.longlong[::1] = array("q", bytes(8)) * (max(text.sizes, default=0) + 1)
    made = array("d", bytes(8)) * (len(text.lines) - 1 - segments)
    out: cython.double[::1] = made
    pair: cython.Py_ssize_t = 0
    waited: cython.longlong = 0
    with cython.nogil:
        for i in range(segments):
            for k in range(firsts[i] + 1, firsts[i + 1]):
                for p in range(lines[firsts[i]], lines[firsts[i] + 1]):
                    left[ids[p]] += 1
                hits: cython.double = 0.0
                for r in range(sentences[k], sentences[k + 1]):
                    start: cython.Py_ssize_t = starts[r]
                    stop: cython.Py_ssize_t = starts[r + 1]
                    waited = counted(waited, (lines[firsts[i] + 1] - lines[firsts[i]]) * (stop - start + 1))
                    for s in range(sentences[firsts[i]], sentences[firsts[i] + 1]):
                        begin: cython.Py_ssize_t = starts[s]
                        end: cython.Py_ssize_t = starts[s + 1]
                        _weight(ids, begin, end, start, stop, powers, row, runs, present, True, steps)
                        p = stop - start
                        j = end - begin
                        while p > 0 and j > 0:
                            if ids[start + p - 1] == ids[begin + j - 1]:
                                p -= 1
                                j -= 1
                                marked[p] = 1
                            elif steps[(p - 1) * (end - begin) + j - 1]:
                                p -= 1
                            else:
                                j -= 1
                    run: cython.int = 0
                    marked[stop - start] = 0
                    for p in range(stop - start):
                        if marked[p]:
                            marked[p] = 0
                            if left[ids[start + p]]:
                                left[ids[start + p]] -= 1
                                run += 1
                                if single or not marked[p + 1]:
                                    hits += powers[run]
                                    run = 0
                for p in range(lines[firsts[i]], lines[firsts[i] + 1]):
                    left[ids[p]] = 0
                out[pair] = hits
                pair += 1
    return made


def weighted_triples(
    text: Numbered,
    sentences: cython.longlong[::1],
    starts: cython.longlong[::1],
    powers: cython.double[::1],
    hits: cython.double[::1],
) -> array[float]:
    """Return `hits` and the weighted lengths of both texts, for each hypothesis with each of its references.

    The weighted length of a reference is the sum over its sentences, as in `weights_of_runs`.
    """
    segments: cython.Py_ssize_t = len(text.sizes)
    lines: cython.longlong[::1] = text.lines
    firsts: cython.longlong[::1] = text.segments
    made = array("d", bytes(8)) * (3 * len(hits))
    out: cython.double[::1] = made
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    s: cython.Py_ssize_t
    pair: cython.Py_ssize_t = 0
    with cython.nogil:
        for i in range(segments):
            for k in range(firsts[i] + 1, firsts[i + 1]):
                out[3 * pair] = hits[pair]
                out[3 * pair + 1] = powers[lines[firsts[i] + 1] - lines[firsts[i]]]
                for s in range(sentences[k], sentences[k + 1]):
                    out[3 * pair + 2] += powers[starts[s + 1] - starts[s]]
                pair += 1
    return made
