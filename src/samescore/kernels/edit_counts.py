"""Count hits, substitutions, deletions and insertions of shortest edit scripts, for many segments.

The distance table is that of `samescore.metrics.edits.levenshtein`: each row is stored as differences, in words of 64
bits along the reference (Myers, J. ACM 1999; Hyyrö 2003). Three bits of each cell allow tracing back: whether its
distance equals that of the cell before both units, is one more than without the hypothesis' unit, or one more than
without the reference's.
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

#: Maximum number of table words in memory at a time, unless the square root of the number of rows needs more.
MOST_WORDS = 1 << 18


def error_counts(text: Numbered, most_hits: cython.bint, counts: array[int]) -> array[int]:
    """Fill in hits, substitutions, deletions and insertions of each segment that has -1 in `counts`; return `counts`.

    With several references, the first one with the fewest edits is used. With `most_hits`, the script is one with the
    most hits among the shortest, else the one that RapidFuzz traces back. Each segment has at least one reference.
    """
    ids: cython.int[::1] = text.ids
    lines: cython.longlong[::1] = text.lines
    first: cython.longlong[::1] = text.segments
    segments: cython.Py_ssize_t = len(text.segments) - 1
    units: cython.Py_ssize_t = max(text.sizes, default=0)
    most: cython.Py_ssize_t = MOST_WORDS
    out: cython.longlong[::1] = counts
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    room: cython.Py_ssize_t = 0
    for i in range(segments):
        m: cython.Py_ssize_t = lines[first[i] + 1] - lines[first[i]]
        if out[4 * i] < 0:
            for k in range(first[i] + 1, first[i + 1]):
                room = max(room, _room(lines[k + 1] - lines[k], m, most))
    if not room:
        return counts
    work: cython.ulonglong[::1] = array("Q", [0]) * (2 * units + room)
    steps: cython.longlong = 0
    with cython.nogil:
        for i in range(segments):
            if out[4 * i] >= 0:
                continue
            h: cython.Py_ssize_t = lines[first[i]]
            m = lines[first[i] + 1] - h
            fewest: cython.longlong = -1
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
                a: cython.Py_ssize_t = m - start - end
                b: cython.Py_ssize_t = n - start - end
                edits: cython.longlong = a + b
                hits: cython.longlong = start + end
                if a and b:
                    both: cython.longlong = _align(ids, h + start, a, r + start, b, work, 2 * units, most, most_hits)
                    edits = both >> 32
                    hits += both & 0x7FFFFFFF
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
def _rows_kept(words: cython.Py_ssize_t, m: cython.Py_ssize_t, most: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the number of table rows to keep in memory at once: all, or at least about the square root of all."""
    if m * words <= most:
        return m
    rows: cython.Py_ssize_t = most // words + 1
    while rows * rows < m:
        rows += 1
    return rows


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _room(n: cython.Py_ssize_t, m: cython.Py_ssize_t, most: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the number of memory words that `_align` uses for a reference and a hypothesis, without the masks."""
    words: cython.Py_ssize_t = 2 * ((n + 127) >> 7)
    rows: cython.Py_ssize_t = _rows_kept(words, m, most) + 1
    return 2 * words + rows + 3 * rows * words + 2 * words * ((m + rows) // rows + 1) + n + 8


@cython.cfunc
@cython.nogil
@cython.exceptval(-1, check=False)
def _align(
    ids: cython.int[::1],
    h: cython.Py_ssize_t,
    m: cython.Py_ssize_t,
    r: cython.Py_ssize_t,
    n: cython.Py_ssize_t,
    work: cython.ulonglong[::1],
    ends: cython.Py_ssize_t,
    most: cython.Py_ssize_t,
    most_hits: cython.bint,
) -> cython.longlong:
    """Return 2**32 times the minimum number of edits, plus the hits, of two nonempty texts that differ at both ends.

    `work` holds: the occurrences of each unit in 128 units of the reference; from `ends` on, the differences along the
    last row (where they are 1, where -1); what each row passes to the next group of words; three tables of the rows in
    memory; the differences along the row above each block; and the state of the tracing back, see `_follow_all`.
    """
    words: cython.Py_ssize_t = 2 * ((n + 127) >> 7)
    rows: cython.Py_ssize_t = _rows_kept(words, m, most)
    blocks: cython.Py_ssize_t = (m + rows - 1) // rows
    passed: cython.Py_ssize_t = ends + 2 * words
    table: cython.Py_ssize_t = passed + rows
    starts: cython.Py_ssize_t = table + 3 * rows * words
    state: cython.Py_ssize_t = starts + 2 * words * blocks
    w: cython.Py_ssize_t
    block: cython.Py_ssize_t
    one: cython.ulonglong = 1
    for w in range(words):
        work[ends + w] = ((one << 63) - 1) * 2 + 1
        work[ends + words + w] = 0
    edits: cython.longlong = n
    steps: cython.longlong = 0
    for block in range(blocks):
        steps = counted(steps, rows * words)
        if blocks > 1:
            for w in range(2 * words):
                work[starts + 2 * words * block + w] = work[ends + w]
        edits += _forward(
            ids, h + block * rows, min(rows, m - block * rows), r, n, work, ends, passed, table, words
        )  # fmt: skip
    work[state] = work[state + 1] = n
    work[state + 2] = 0
    for block in range(blocks - 1, -1, -1):
        steps = counted(steps, rows * words)
        here: cython.Py_ssize_t = min(rows, m - block * rows)
        if block < blocks - 1:
            for w in range(2 * words):
                work[ends + w] = work[starts + 2 * words * block + w]
            _forward(ids, h + block * rows, here, r, n, work, ends, passed, table, words)
        if most_hits:
            _follow_all(ids, h + block * rows, here, r, work, words, table, state)
        else:
            _follow_one(ids, h + block * rows, here, r, work, words, table, state)
    place: cython.Py_ssize_t
    best: cython.ulonglong = 1
    if work[state] < work[state + 1]:
        for place in range(work[state], work[state + 1] + 1):
            best = max(best, work[state + 3 + place])
    hits: cython.longlong = work[state + 2] + best - 1
    return (edits << 32) + hits


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
    ends: cython.Py_ssize_t,
    passed: cython.Py_ssize_t,
    table: cython.Py_ssize_t,
    words: cython.Py_ssize_t,
) -> cython.longlong:
    """Compute `m` rows of the table; return by how much the distance grows in its last column."""
    one: cython.ulonglong = 1
    full: cython.ulonglong = ((one << 63) - 1) * 2 + 1
    last: cython.int = (n - 1) & 63
    grown: cython.longlong = 0
    shrunk: cython.longlong = 0
    w: cython.Py_ssize_t = 0
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    while w < words:
        begin: cython.Py_ssize_t = w << 6
        end: cython.Py_ssize_t = min(begin + 128, n)
        wide: cython.bint = end > begin + 64
        for i in range(begin, end):
            work[2 * ids[r + i] + ((i - begin) >> 6)] |= one << (i & 63)
        deleted: cython.ulonglong = work[ends + w]
        shorter: cython.ulonglong = work[ends + words + w]
        deleted_2: cython.ulonglong = work[ends + w + 1]
        shorter_2: cython.ulonglong = work[ends + words + w + 1]
        for j in range(m):
            masks: cython.Py_ssize_t = 2 * ids[h + j]
            row: cython.Py_ssize_t = table + 3 * j * words + w
            more: cython.ulonglong = 1  # input from the left: whether the difference to the row above is 1, or -1
            less: cython.ulonglong = 0
            if w:
                more = work[passed + j] & 1
                less = work[passed + j] >> 1
            equal: cython.ulonglong = work[masks] | less
            same: cython.ulonglong = ((((equal & deleted) + deleted) & full) ^ deleted) | equal | shorter
            inserted: cython.ulonglong = shorter | (full & ~(same | deleted))
            kept: cython.ulonglong = same & deleted
            left: cython.ulonglong = ((inserted << 1) & full) | more
            deleted = ((kept << 1) & full) | less | (full & ~(same | left))
            shorter = left & same
            work[row] = same
            work[row + words] = inserted
            work[row + 2 * words] = deleted
            if wide:
                more = inserted >> 63
                less = kept >> 63
                equal = work[masks + 1] | less
                same = ((((equal & deleted_2) + deleted_2) & full) ^ deleted_2) | equal | shorter_2
                inserted = shorter_2 | (full & ~(same | deleted_2))
                kept = same & deleted_2
                left = ((inserted << 1) & full) | more
                deleted_2 = ((kept << 1) & full) | less | (full & ~(same | left))
                shorter_2 = left & same
                work[row + 1] = same
                work[row + words + 1] = inserted
                work[row + 2 * words + 1] = deleted_2
            if end == n:
                grown += (inserted >> last) & 1
                shrunk += (kept >> last) & 1
            else:
                work[passed + j] = (inserted >> 63) | ((kept >> 63) << 1)
        work[ends + w] = deleted
        work[ends + words + w] = shorter
        work[ends + w + 1] = deleted_2
        work[ends + words + w + 1] = shorter_2
        for i in range(begin, end):
            work[2 * ids[r + i] + ((i - begin) >> 6)] = 0
        w += 2
    return grown - shrunk


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _follow_one(
    ids: cython.int[::1],
    h: cython.Py_ssize_t,
    m: cython.Py_ssize_t,
    r: cython.Py_ssize_t,
    work: cython.ulonglong[::1],
    words: cython.Py_ssize_t,
    table: cython.Py_ssize_t,
    state: cython.Py_ssize_t,
) -> cython.void:
    """Follow the path that prefers deletions back through `m` rows; position and hits are in `work` at `state`."""
    place: cython.Py_ssize_t = work[state + 1]
    hits: cython.ulonglong = work[state + 2]
    j: cython.Py_ssize_t = m
    while j > 0:
        j -= 1
        row: cython.Py_ssize_t = table + 3 * j * words
        while place > 0 and (work[row + 2 * words + ((place - 1) >> 6)] >> ((place - 1) & 63)) & 1:
            place -= 1
        if place == 0:
            break
        w: cython.Py_ssize_t = row + ((place - 1) >> 6)
        if ((work[w] & work[w + words]) >> ((place - 1) & 63)) & 1 == 0:  # else an insertion, even of an equal unit
            hits += ids[r + place - 1] == ids[h + j]
            place -= 1
    work[state] = work[state + 1] = place
    work[state + 2] = hits


@cython.cfunc
@cython.nogil
@cython.exceptval(-1, check=False)
def _follow_all(
    ids: cython.int[::1],
    h: cython.Py_ssize_t,
    m: cython.Py_ssize_t,
    r: cython.Py_ssize_t,
    work: cython.ulonglong[::1],
    words: cython.Py_ssize_t,
    table: cython.Py_ssize_t,
    state: cython.Py_ssize_t,
) -> cython.int:
    """Follow all paths with the fewest edits back through `m` rows.

    In `work` at `state`: the lowest and the highest position on any path; the hits; and, if there are several
    positions, for each one 1 plus the maximum number of further hits on a path from there, or 0 if there is no path.
    """
    lowest: cython.Py_ssize_t = work[state]
    highest: cython.Py_ssize_t = work[state + 1]
    hits: cython.ulonglong = work[state + 2]
    ways: cython.Py_ssize_t = state + 3
    place: cython.Py_ssize_t = highest
    w: cython.Py_ssize_t
    bit: cython.int
    same: cython.ulonglong
    inserted: cython.ulonglong
    deleted: cython.ulonglong
    equal: cython.ulonglong
    steps: cython.longlong = 0
    j: cython.Py_ssize_t = m
    while j > 0 and highest > 0:
        steps = counted(steps, highest - lowest)
        if lowest == highest:  # arithmetic instead of unpredictable branches, which would be slower
            several: cython.bint = False
            while j > 0 and place > 0:
                w = table + 3 * (j - 1) * words + ((place - 1) >> 6)
                bit = (place - 1) & 63
                equal = ids[r + place - 1] == ids[h + j - 1]
                same = (work[w] >> bit) & 1
                inserted = (work[w + words] >> bit) & 1
                deleted = (work[w + 2 * words] >> bit) & 1
                if (deleted + inserted + (same ^ 1)) * (equal ^ 1) > 1:
                    several = True
                    break
                hits += equal
                place -= equal | (inserted ^ 1)
                j -= equal | (deleted ^ 1)
            lowest = highest = place
            if not several:
                break
            work[ways + place] = 1
        j -= 1
        unit: cython.int = ids[h + j]
        row: cython.Py_ssize_t = table + 3 * j * words
        across: cython.ulonglong = 0  # input from the position to the right: for the row above, and for this row
        along: cython.ulonglong = 0
        place = highest
        while place > 0 and (place >= lowest or across or along):
            way: cython.ulonglong = along
            if place >= lowest:
                way = max(way, work[ways + place])
            w = row + ((place - 1) >> 6)
            bit = (place - 1) & 63
            equal = ids[r + place - 1] == unit
            same = (work[w] >> bit) & 1
            inserted = (work[w + words] >> bit) & 1
            deleted = (work[w + 2 * words] >> bit) & 1
            work[ways + place] = max(across, way * (inserted & (equal ^ 1)))
            along = way * (deleted & (equal ^ 1))
            across = way * ((same ^ 1) | equal) + (equal & (way > 0))
            place -= 1
        if place == 0:
            along = max(along, across)
            work[ways] = max(along, work[ways]) if lowest == 0 else along
            place = -1
        lowest = place + 1
        while work[ways + lowest] == 0:
            lowest += 1
        while work[ways + highest] == 0:
            highest -= 1
        place = highest
        if lowest == highest:
            hits += work[ways + lowest] - 1
    work[state] = lowest
    work[state + 1] = highest
    work[state + 2] = hits
    return 0
