"""Count unions of longest common subsequences over sentences, as ROUGE-Lsum does.

Each row of the length table is stored as bits, as in `samescore.kernels.subsequences`. To trace a subsequence back from
the end of the table, all rows of two sentences are kept. If a step back is possible in both texts, it is made in the
text of the bits; in the text of the rows only where a bit shows that the length grows.
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

#: Maximum number of 62-bit words stored for one table.
MOST = 1 << 22


def union_matches(
    text: Numbered, sentences: cython.longlong[::1], starts: cython.longlong[::1], tie: str, distinct: cython.bint
) -> array[int] | None:
    """Return the matches of each hypothesis with each of its references, in order.

    Returns None if sentences are too long.

    Line i has the sentences from ``sentences[i]`` to ``sentences[i + 1] - 1``, and sentence k the units from
    ``starts[k]`` on. For each sentence of the reference, its longest common subsequences with the sentences of the
    hypothesis are united. Matches are the units of these unions, none counted more often than it occurs in the
    hypothesis; with `distinct`, each different unit counts once. `tie` is the text, ``reference`` or ``hypothesis``,
    in which ties step back.
    """
    segments: cython.Py_ssize_t = len(text.sizes)
    ids: cython.int[::1] = text.ids
    lines: cython.longlong[::1] = text.lines
    firsts: cython.longlong[::1] = text.segments
    by_reference: cython.bint = tie == "reference"
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    s: cython.Py_ssize_t
    p: cython.Py_ssize_t
    largest: cython.Py_ssize_t = max(text.sizes, default=0)
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
        rows: cython.longlong = own if by_reference else other
        bits: cython.longlong = other if by_reference else own
        longest = max(longest, bits)
        cells = max(cells, (rows + 1) * ((bits + 61) // 62))
    if cells > MOST:
        return None
    masks: cython.longlong[::1] = array("q", bytes(8)) * (largest + 1)
    left: cython.longlong[::1] = array("q", bytes(8)) * (largest + 1)
    heads: cython.longlong[::1] = array("q", (-1,)) * (largest + 1)
    following: cython.longlong[::1] = array("q", bytes(8)) * (longest + 1)
    common: cython.longlong[::1] = array("q", bytes(8)) * (longest // 62 + 1)
    table: cython.longlong[::1] = array("q", bytes(8)) * (cells + 1)
    marked: cython.uchar[::1] = bytearray(line + 1)
    made = array("q", bytes(8)) * (len(text.lines) - 1 - segments)
    out: cython.longlong[::1] = made
    pair: cython.Py_ssize_t = 0
    steps: cython.longlong = 0
    with cython.nogil:
        for i in range(segments):
            for k in range(firsts[i] + 1, firsts[i + 1]):
                steps = counted(steps, (lines[firsts[i] + 1] - lines[firsts[i]]) * (lines[k + 1] - lines[k]) // 62)
                if by_reference:
                    _mark(
                        ids, starts, sentences[k], sentences[k + 1], sentences[firsts[i]], sentences[firsts[i] + 1],
                        lines[k], True, masks, heads, following, common, table, marked
                    )  # fmt: skip
                else:
                    _mark(
                        ids, starts, sentences[firsts[i]], sentences[firsts[i] + 1], sentences[k], sentences[k + 1],
                        lines[k], False, masks, heads, following, common, table, marked
                    )  # fmt: skip
                for p in range(lines[firsts[i]], lines[firsts[i] + 1]):
                    left[ids[p]] += 1
                matched: cython.longlong = 0
                for p in range(lines[k], lines[k + 1]):
                    if marked[p - lines[k]]:
                        marked[p - lines[k]] = 0
                        if left[ids[p]]:
                            matched += 1
                            left[ids[p]] = 0 if distinct else left[ids[p]] - 1
                for p in range(lines[firsts[i]], lines[firsts[i] + 1]):
                    left[ids[p]] = 0
                out[pair] = matched
                pair += 1
    return made


@cython.cfunc
@cython.nogil
@cython.exceptval(-1, check=False)
def _mark(
    ids: cython.int[::1],
    starts: cython.longlong[::1],
    first_of_bits: cython.Py_ssize_t,
    last_of_bits: cython.Py_ssize_t,
    first_of_rows: cython.Py_ssize_t,
    last_of_rows: cython.Py_ssize_t,
    line: cython.Py_ssize_t,
    mark_bits: cython.bint,
    masks: cython.longlong[::1],
    heads: cython.longlong[::1],
    following: cython.longlong[::1],
    common: cython.longlong[::1],
    table: cython.longlong[::1],
    marked: cython.uchar[::1],
) -> cython.int:
    """Mark a longest common subsequence of every two sentences, in the text of the bits if `mark_bits`, else the rows.

    `marked` has an entry for each unit of the reference, whose first unit is at index `line`.
    """
    one: cython.longlong = 1
    full: cython.longlong = (one << 62) - 1
    b: cython.Py_ssize_t
    r: cython.Py_ssize_t
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    p: cython.Py_ssize_t
    row: cython.longlong
    bits: cython.longlong
    steps: cython.longlong = 0
    for b in range(first_of_bits, last_of_bits):
        begin: cython.Py_ssize_t = starts[b]
        end: cython.Py_ssize_t = starts[b + 1]
        words: cython.Py_ssize_t = (end - begin + 61) // 62
        steps = counted(
            steps, 8 * (last_of_rows - first_of_rows) + (starts[last_of_rows] - starts[first_of_rows]) * words
        )
        if words == 1:
            for p in range(begin, end):
                masks[ids[p]] |= one << (p - begin)
        else:
            for p in range(end - begin):
                j = end - begin - 1 - p
                following[j] = heads[ids[begin + j]]
                heads[ids[begin + j]] = j
        for r in range(first_of_rows, last_of_rows):
            start: cython.Py_ssize_t = starts[r]
            stop: cython.Py_ssize_t = starts[r + 1]
            if words == 1:
                row = full
                table[0] = full
                for i in range(stop - start):
                    bits = row & masks[ids[start + i]]
                    row = ((row + bits) & full) | (row - bits)
                    table[i + 1] = row
                if row == full:
                    continue
            else:
                _fill(ids, start, stop, words, heads, following, common, table)
            i = stop - start
            j = end - begin
            while i > 0 and j > 0:
                if ids[start + i - 1] == ids[begin + j - 1]:
                    i -= 1
                    j -= 1
                    marked[begin + j - line if mark_bits else start + i - line] = 1
                elif table[i * words + (j - 1) // 62] >> (j - 1) % 62 & 1:
                    j -= 1
                else:
                    i -= 1
        for p in range(begin, end):
            masks[ids[p]] = 0
            heads[ids[p]] = -1
    return 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _fill(
    ids: cython.int[::1],
    start: cython.Py_ssize_t,
    stop: cython.Py_ssize_t,
    words: cython.Py_ssize_t,
    heads: cython.longlong[::1],
    following: cython.longlong[::1],
    common: cython.longlong[::1],
    table: cython.longlong[::1],
) -> cython.int:
    """Compute all rows of the table, which have several words each; `common` is 0 before and after."""
    one: cython.longlong = 1
    full: cython.longlong = (one << 62) - 1
    p: cython.Py_ssize_t
    w: cython.Py_ssize_t
    place: cython.longlong
    at: cython.Py_ssize_t = words
    for w in range(words):
        table[w] = full
    for p in range(start, stop):
        place = heads[ids[p]]
        while place >= 0:
            common[place // 62] |= one << place % 62
            place = following[place]
        carry: cython.longlong = 0
        for w in range(words):
            row: cython.longlong = table[at - words]
            bits: cython.longlong = row & common[w]
            common[w] = 0
            added: cython.longlong = row + bits + carry
            carry = added >> 62
            table[at] = (added & full) | (row - bits)
            at += 1
    return 0
