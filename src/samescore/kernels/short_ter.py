"""Count edits of TER for texts of up to 62 words.

The beam is not modelled. docs/edit-distances.md, "Translation edit rate in bits", explains where it makes no
difference; `samescore.kernels.ter` counts the other pairs.

`work` has lines of 64 numbers. At 0: the words of ``h`` after the shifts so far; 64: after the shift being tried; 128:
the words of ``r``; 192: the position in ``h`` of each word of ``r``; 256: the next word in error from each word of
``h`` on; 320: the same for ``r``; 384: for each word of ``r``, the previous occurrence of the word; 448: for each
phrase size, its leftmost candidate; 512: the distance in the last column of each row; and from 576 on, for each
distinct word, its last position in ``r``.

`bits` has four words for each row: where the number of edits rises from column to column, where it falls, where it
equals that of the diagonally preceding cell, and where it is one more than in the row above; and from 256 on, the
positions of each distinct word in ``r``.
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

#: Maximum number of words of a text; longer texts would need more bits.
LONGEST = 62


def short_pairs(
    text: Numbered, max_shift_size: cython.int, max_shift_distance: cython.int, max_candidates: cython.int,
    beam_width: cython.int, shifts_reference: cython.bint,
) -> array[int]:  # fmt: skip
    """Return edits, and the shifts among them, of each hypothesis and each of its references: two numbers per pair.

    Phrases of the hypothesis are moved, or with `shifts_reference` phrases of the reference. Both numbers are -1 for
    pairs with a longer text, and if the beam might make a difference.
    """
    segments: cython.Py_ssize_t = len(text.sizes)
    ids: cython.int[::1] = text.ids
    lines: cython.longlong[::1] = text.lines
    firsts: cython.longlong[::1] = text.segments
    longest: cython.Py_ssize_t = LONGEST
    size: cython.Py_ssize_t = max(text.sizes, default=0)
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    j: cython.Py_ssize_t
    work: cython.int[::1] = array("i", [0]) * (576 + size)
    bits: cython.ulonglong[::1] = array("Q", [0]) * (256 + size)
    # A word of h and one of r begin at most 62 phrases, each with at most one more target than it has words.
    candidates: cython.int[::1] = array("i", [0]) * (6 * min(max_candidates, 62 * 62 * 62 * 63) + 6)
    counts = array("q", [-1]) * (2 * (len(text.lines) - 1 - segments))
    out: cython.longlong[::1] = counts
    steps: cython.longlong = 0
    with cython.nogil:
        for i in range(segments):
            for k in range(firsts[i] + 1, firsts[i + 1]):
                steps = counted(steps, 1 << 14)
                h: cython.Py_ssize_t = k if shifts_reference else firsts[i]
                r: cython.Py_ssize_t = firsts[i] if shifts_reference else k
                n: cython.Py_ssize_t = lines[h + 1] - lines[h]
                m: cython.Py_ssize_t = lines[r + 1] - lines[r]
                pair: cython.Py_ssize_t = k - i - 1
                if n > longest or m > longest:
                    continue
                for j in range(n):
                    work[j] = work[64 + j] = ids[lines[h] + j]
                for j in range(m):
                    work[128 + j] = ids[lines[r] + j]
                work[512 + n] = n + m
                shifts: cython.Py_ssize_t = 0
                if n > 0 and m > 0:
                    shifts = _search(
                        work, bits, candidates, n, m, max_shift_size, max_shift_distance, max_candidates, beam_width
                    )  # fmt: skip
                if shifts >= 0:
                    out[2 * pair] = shifts + work[512 + n]
                    out[2 * pair + 1] = shifts
    return counts


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _search(
    work: cython.int[::1], bits: cython.ulonglong[::1], candidates: cython.int[::1], n: cython.Py_ssize_t,
    m: cython.Py_ssize_t, max_shift_size: cython.Py_ssize_t, max_shift_distance: cython.Py_ssize_t,
    max_candidates: cython.Py_ssize_t, beam_width: cython.Py_ssize_t,
) -> cython.Py_ssize_t:  # fmt: skip
    """Return the number of shifts, and set the distance after them in row n; -1 if the beam might make a difference."""
    one: cython.ulonglong = 1
    i: cython.Py_ssize_t
    for i in range(m):
        bits[256 + work[128 + i]] = 0
        work[576 + work[128 + i]] = 0
    for i in range(n):
        bits[256 + work[i]] = 0
        work[576 + work[i]] = 0
    for i in range(m):
        bits[256 + work[128 + i]] |= one << i
        work[576 + work[128 + i]] += 1
    least: cython.Py_ssize_t = max(n, m)  # no order of the words has a smaller distance
    for i in range(n):
        if work[576 + work[i]] > 0:
            work[576 + work[i]] -= 1
            least -= 1
    work[512] = m
    _extend(work, bits, n, m, 0, n, True)
    small: cython.Py_ssize_t = (work[512 + n] + max(n, m) - min(n, m)) // 2
    if small >= beam_width:
        return -1
    shifts: cython.Py_ssize_t = 0
    checked: cython.Py_ssize_t = 0
    while work[512 + n] > least:
        _align(work, bits, n, m)
        checked = _list(work, candidates, n, m, max_shift_size, max_shift_distance, max_candidates, checked)
        if checked >= max_candidates:  # then not even the best shift of this round is made
            break
        i = _choose(work, bits, candidates, n, m, min(max_shift_size, n, m), least)
        if i < 0:
            break
        shifts += 1
        _extend(work, bits, n, m, i, n, True)
        for i in range(n):
            work[i] = work[64 + i]
    return shifts


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _extend(
    work: cython.int[::1], bits: cython.ulonglong[::1], n: cython.Py_ssize_t, m: cython.Py_ssize_t,
    known: cython.Py_ssize_t, last: cython.Py_ssize_t, keep: cython.bint,
) -> cython.Py_ssize_t:  # fmt: skip
    """Return the distance of the tried words; the first `known` words, and those from `last` on, equal the table's.

    With `keep`, the other rows of these words are written to the table.
    """
    one: cython.ulonglong = 1
    full: cython.ulonglong = (one << 62) - 1
    p: cython.ulonglong = bits[4 * known] if known else full
    q: cython.ulonglong = bits[4 * known + 1] if known else 0
    distance: cython.Py_ssize_t = work[512 + known]
    end: cython.int = m - 1
    at: cython.Py_ssize_t
    i: cython.Py_ssize_t
    for i in range(known + 1, n + 1):
        match: cython.ulonglong = bits[256 + work[63 + i]]
        equal: cython.ulonglong = ((((match & p) + p) ^ p) | match | q) & full
        up: cython.ulonglong = q | (full ^ (equal | p))
        down: cython.ulonglong = equal & p
        distance += (up >> end) & 1
        distance -= (down >> end) & 1
        p = ((up << 1) | 1) & full
        q = p & equal
        p = ((down << 1) & full) | (full ^ (equal | p))
        at = 4 * i
        if keep:
            bits[at], bits[at + 1], bits[at + 2], bits[at + 3] = p, q, equal, up
            work[512 + i] = distance
        elif i > last and p == bits[at] and q == bits[at + 1] and distance == work[512 + i]:
            return work[512 + n]
    return distance


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _align(
    work: cython.int[::1], bits: cython.ulonglong[::1], n: cython.Py_ssize_t, m: cython.Py_ssize_t
) -> cython.void:  # fmt: skip
    """Trace a cheapest path back, as `ter_shifts` does; write the positions and the words in error into `work`."""
    i: cython.Py_ssize_t = n
    j: cython.Py_ssize_t = m
    work[256 + n], work[320 + m] = n, m
    while i > 0 or j > 0:
        wrong: cython.bint = True
        diagonal: cython.bint = False
        deleted: cython.bint = j == 0
        if i > 0 and j > 0:
            wrong = work[i - 1] != work[127 + j]
            diagonal = not (wrong and (bits[4 * i + 2] >> (j - 1)) & 1)
            deleted = (bits[4 * i + 3] >> (j - 1)) & 1
        if diagonal:
            i, j = i - 1, j - 1
            work[192 + j] = i
            work[256 + i] = i if wrong else work[257 + i]
            work[320 + j] = j if wrong else work[321 + j]
        elif i > 0 and deleted:
            i -= 1
            work[256 + i] = i
        else:
            j -= 1
            work[192 + j], work[320 + j] = i - 1, j


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _list(
    work: cython.int[::1], candidates: cython.int[::1], n: cython.Py_ssize_t, m: cython.Py_ssize_t,
    max_shift_size: cython.Py_ssize_t, max_shift_distance: cython.Py_ssize_t, max_candidates: cython.Py_ssize_t,
    checked: cython.Py_ssize_t,
) -> cython.Py_ssize_t:  # fmt: skip
    """List the candidates of a round; return `checked` plus their number, up to `max_candidates`.

    Each candidate has its start; its target; the first, last and middle position of the two stretches that it swaps;
    and the next candidate of its size.
    """
    start: cython.Py_ssize_t
    j: cython.Py_ssize_t
    listed: cython.Py_ssize_t = 0
    for j in range(n):
        work[576 + work[j]] = -1
    for j in range(m):
        work[576 + work[128 + j]] = -1
    for j in range(m):
        work[384 + j], work[576 + work[128 + j]] = work[576 + work[128 + j]], j
    for j in range(min(max_shift_size, n, m) + 1):
        work[448 + j] = -1
    for start in range(n - 1, -1, -1):
        if work[256 + start] - start >= max_shift_size:
            continue
        last: cython.Py_ssize_t = 576 + work[start]
        while work[last] > start + max_shift_distance:  # and therefore too far from all earlier words
            work[last] = work[384 + work[last]]
        at: cython.Py_ssize_t = work[last]
        while at >= 0 and start - at <= max_shift_distance:
            most: cython.Py_ssize_t = min(max_shift_size, n - start, m - at)
            if work[192 + at] >= start:  # the word aligned to its first word must not be part of the phrase
                most = min(most, work[192 + at] - start)
            phrase: cython.Py_ssize_t = 1
            while phrase <= most and work[start + phrase - 1] == work[127 + at + phrase]:
                if work[256 + start] < start + phrase and work[320 + at] < at + phrase:
                    previous: cython.Py_ssize_t = -1
                    for j in range(at - 1, at + phrase):
                        target: cython.Py_ssize_t = work[192 + j] + 1 if j >= 0 else 0
                        if target != previous:
                            checked += 1
                            if checked >= max_candidates:
                                return checked
                            # A target inside the phrase moves it to the right, by its distance from the start.
                            place: cython.Py_ssize_t = min(target, n - phrase)
                            if target > start + phrase:
                                place = target - phrase
                            candidates[listed], candidates[listed + 1] = start, target
                            candidates[listed + 2] = min(start, place)
                            candidates[listed + 3] = max(start, place) + phrase
                            candidates[listed + 4] = start if place < start else start + phrase
                            candidates[listed + 5], work[448 + phrase] = work[448 + phrase], listed
                            listed += 6
                        previous = target
                phrase += 1
            at = work[384 + at]
    return checked


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _choose(
    work: cython.int[::1], bits: cython.ulonglong[::1], candidates: cython.int[::1], n: cython.Py_ssize_t,
    m: cython.Py_ssize_t, size: cython.Py_ssize_t, least: cython.Py_ssize_t,
) -> cython.Py_ssize_t:  # fmt: skip
    """Make the best shift and return the first position that it changes; -1 if none reduces the distance."""
    k: cython.Py_ssize_t
    j: cython.Py_ssize_t
    unshifted: cython.Py_ssize_t = work[512 + n]
    lowest: cython.Py_ssize_t = unshifted - 1  # better than the best so far
    best: cython.Py_ssize_t = -1
    best_size: cython.Py_ssize_t = -1
    while size > 0:
        k = work[448 + size]
        while k >= 0:
            first: cython.Py_ssize_t = candidates[k + 2]
            last: cython.Py_ssize_t = candidates[k + 3]
            shorter: cython.Py_ssize_t = min(candidates[k + 4] - first, last - candidates[k + 4])
            most: cython.Py_ssize_t = lowest
            if size == best_size and candidates[k] == candidates[best] and candidates[k + 1] < candidates[best + 1]:
                most += 1  # equally good counts as better, as it comes first
            if most >= least and unshifted - 2 * shorter <= most:
                _shift(work, first, candidates[k + 4], last)
                distance: cython.Py_ssize_t = _extend(work, bits, n, m, first, last, False)
                for j in range(first, last):
                    work[64 + j] = work[j]
                if distance <= most:
                    lowest, best, best_size = distance - 1, k, size
            k = candidates[k + 5]
        size -= 1
    if best < 0:
        return -1
    _shift(work, candidates[best + 2], candidates[best + 4], candidates[best + 3])
    return candidates[best + 2]


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _shift(
    work: cython.int[::1], first: cython.Py_ssize_t, middle: cython.Py_ssize_t, last: cython.Py_ssize_t
) -> cython.void:  # fmt: skip
    """Swap two adjacent stretches in the words being tried."""
    place: cython.Py_ssize_t = 64 + first
    i: cython.Py_ssize_t
    for i in range(middle, last):
        work[place] = work[i]
        place += 1
    for i in range(first, middle):
        work[place] = work[i]
        place += 1
