"""Count edits of TER with Tercom's greedy search for shifts, as `samescore.metrics.edits.ter_shifts` does, in bits.

docs/edit-distances.md, "Translation edit rate in bits", explains why the integers are the same. ``h`` is the text whose
phrases are moved and ``r`` the other one; n and m are their lengths. ``table`` has four machine words for every 62
columns of each row of the edit distance table: where the number of edits rises from column to column, where it falls,
where it equals that of the cell diagonally before, and where it is one more than in the row above. ``edge[i]`` is the
last cell of row i inside the beam.
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
    from cython.cimports.samescore.kernels.ter_candidates import list_candidates
else:
    from samescore.kernels.signals import counted
    from samescore.kernels.ter_candidates import list_candidates

COMPILED = cython.compiled


def pairs(
    text: Numbered, max_shift_size: cython.int, max_shift_distance: cython.int, max_candidates: cython.int,
    beam_width: cython.int, shifts_reference: cython.bint, counts: array[int],
) -> array[int] | None:  # fmt: skip
    """Fill in the edits, and the shifts among them, of each pair that has -1 in `counts`; return `counts`.

    A pair is a hypothesis and one of its references. Phrases of the hypothesis are moved, or with `shifts_reference`
    phrases of the reference. Returns None if this would take more than 256 MB, as for a text of 50,000 different words,
    or one of 25,000 words with a beam as wide.
    """
    out: cython.longlong[::1] = counts
    segments: cython.Py_ssize_t = len(text.sizes)
    ids: cython.int[::1] = text.ids
    lines: cython.longlong[::1] = text.lines
    firsts: cython.longlong[::1] = text.segments
    sizes: cython.int[::1] = text.sizes
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    size: cython.longlong = 1
    longest: cython.longlong = -1
    for i in range(segments):
        for k in range(firsts[i] + 1, firsts[i + 1]):
            if out[2 * (k - i - 1)] < 0:
                size = max(size, sizes[i])
                longest = max(longest, lines[k + 1] - lines[k], lines[firsts[i] + 1] - lines[firsts[i]])
    if longest < 0:
        return counts
    columns: cython.longlong = (longest + 61) // 62
    # The beam is only widened for short texts: their tables take at most three times 62 columns per row of the
    # longest.
    cells: cython.longlong = (longest + 1) * max(3, min(columns, (2 * min(beam_width, longest) + 61) // 62 + 1))
    if 32 * cells + 8 * size * columns > 1 << 28:
        return None
    phrases: cython.longlong = min(1 << 20, longest * min(longest, max_shift_size))
    table: cython.ulonglong[::1] = array("Q", bytes(32 * cells))
    state: cython.ulonglong[::1] = array("Q", bytes(16 * columns))
    matches: cython.ulonglong[::1] = array("Q", bytes(8 * size * columns))
    latest: cython.int[::1] = array("i", bytes(4 * size))
    candidates: cython.int[::1] = array("i", bytes(24 * min(max_candidates, 2 * phrases * phrases) + 24))
    a_line = bytes(4 * longest + 4)
    words: cython.int[::1] = array("i", a_line)
    moved: cython.int[::1] = array("i", a_line)
    others: cython.int[::1] = array("i", a_line)
    before: cython.int[::1] = array("i", a_line)
    position: cython.int[::1] = array("i", a_line)
    h_wrong: cython.int[::1] = array("i", a_line)
    r_wrong: cython.int[::1] = array("i", a_line)
    by_size: cython.int[::1] = array("i", a_line)
    low: cython.int[::1] = array("i", a_line)
    high: cython.int[::1] = array("i", a_line)
    edge: cython.int[::1] = array("i", a_line)
    steps: cython.longlong = 0
    with cython.nogil:
        for i in range(segments):
            for k in range(firsts[i] + 1, firsts[i + 1]):
                h: cython.Py_ssize_t = k if shifts_reference else firsts[i]
                r: cython.Py_ssize_t = firsts[i] if shifts_reference else k
                n: cython.Py_ssize_t = lines[h + 1] - lines[h]
                m: cython.Py_ssize_t = lines[r + 1] - lines[r]
                pair: cython.Py_ssize_t = k - i - 1
                if out[2 * pair] >= 0:
                    continue
                out[2 * pair], out[2 * pair + 1] = n + m, 0
                if n > 0 and m > 0:
                    steps = counted(steps, (n + 1) * (m + 64))
                    _copy(ids, lines[h], n, words, 0)
                    _copy(ids, lines[h], n, moved, 0)
                    _copy(ids, lines[r], m, others, 0)
                    out[2 * pair + 1] = _search(
                        words, moved, others, n, m, sizes[i], max_shift_size, max_shift_distance, max_candidates, beam_width,
                        matches, table, state, low, high, edge, position, h_wrong, r_wrong, latest, before, candidates,
                        by_size,
                    )  # fmt: skip
                    out[2 * pair] = out[2 * pair + 1] + edge[n]
    return counts


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _copy(
    source: cython.int[::1], begin: cython.Py_ssize_t, count: cython.Py_ssize_t,
    target: cython.int[::1], place: cython.Py_ssize_t,
) -> cython.void:  # fmt: skip
    """Copy `count` numbers from `source` to `target`."""
    i: cython.Py_ssize_t
    for i in range(count):
        target[place + i] = source[begin + i]


@cython.cfunc
@cython.nogil
@cython.exceptval(-1, check=False)
def _search(
    words: cython.int[::1], moved: cython.int[::1], others: cython.int[::1], n: cython.Py_ssize_t, m: cython.Py_ssize_t,
    size: cython.Py_ssize_t, max_shift_size: cython.Py_ssize_t, max_shift_distance: cython.Py_ssize_t,
    max_candidates: cython.Py_ssize_t, beam_width: cython.Py_ssize_t, matches: cython.ulonglong[::1],
    table: cython.ulonglong[::1], state: cython.ulonglong[::1], low: cython.int[::1], high: cython.int[::1],
    edge: cython.int[::1], position: cython.int[::1], h_wrong: cython.int[::1], r_wrong: cython.int[::1],
    latest: cython.int[::1], before: cython.int[::1], candidates: cython.int[::1], by_size: cython.int[::1],
) -> cython.Py_ssize_t:  # fmt: skip
    """Return the number of shifts.

    ``edge[n]`` is the distance after them. Neither text is empty; `moved` equals `words`.
    """
    i: cython.Py_ssize_t
    one: cython.ulonglong = 1
    for i in range(size):
        latest[i] = 0
    for i in range(m):
        latest[others[i]] += 1
    least: cython.Py_ssize_t = max(n, m)  # no order of the words has a smaller distance
    for i in range(n):
        if latest[words[i]] > 0:
            latest[words[i]] -= 1
            least -= 1
    columns: cython.Py_ssize_t = (m + 61) // 62
    for i in range(size * columns):
        matches[i] = 0
    for i in range(m):
        matches[others[i] * columns + i // 62] |= one << (i % 62)

    slope: cython.double = m
    slope = slope / n
    width: cython.Py_ssize_t = min(beam_width, n + m)  # a wider beam makes no difference
    wider: cython.double = slope / 2 + beam_width
    if beam_width < slope / 2:  # adjacent rows would not overlap
        while width < wider:
            width += 1
    stride: cython.Py_ssize_t = 4 * min(columns, (2 * width + 61) // 62 + 1)
    is_small: cython.bint = False
    while True:
        middle: cython.Py_ssize_t = 0
        low[0], high[0] = 0, m + 1
        for i in range(1, n + 1):
            place: cython.double = i * slope
            while middle + 1 <= place:
                middle += 1
            low[i], high[i] = max(0, middle - width), min(m + 1, middle + width)
        high[n] = m + 1
        _extend(moved, n, m, 0, n, matches, table, state, low, high, edge, stride, True)
        small: cython.Py_ssize_t = (edge[n] + max(n, m) - min(n, m)) // 2
        is_small = small < width
        if small + 1 >= width or columns == 1:
            break
        width = small + 1  # such a narrow beam makes no difference either

    shifts: cython.Py_ssize_t = 0
    checked: cython.Py_ssize_t = 0
    while edge[n] > least:
        _align(words, others, n, m, table, low, high, stride, position, h_wrong, r_wrong)
        checked = list_candidates(
            words, others, n, m, size, max_shift_size, max_shift_distance, max_candidates, checked, position, h_wrong,
            r_wrong, latest, before, candidates, by_size,
        )  # fmt: skip
        if checked >= max_candidates:  # then not even the best shift of this round is made
            break
        i = _choose(
            words, n, m, min(max_shift_size, n, m), least, is_small, moved, matches, table, state, low, high, edge,
            stride, candidates, by_size,
        )  # fmt: skip
        if i < 0:
            break
        _copy(moved, 0, n, words, 0)
        _extend(moved, n, m, i, n, matches, table, state, low, high, edge, stride, True)
        shifts += 1
    return shifts


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _extend(
    words: cython.int[::1], n: cython.Py_ssize_t, m: cython.Py_ssize_t, known: cython.Py_ssize_t, last: cython.Py_ssize_t,
    matches: cython.ulonglong[::1], table: cython.ulonglong[::1], state: cython.ulonglong[::1], low: cython.int[::1],
    high: cython.int[::1], edge: cython.int[::1], stride: cython.Py_ssize_t, keep: cython.bint,
) -> cython.Py_ssize_t:  # fmt: skip
    """Return the distance of `words` within the beam.

    The rows of the first `known` words are in the table; the words from `last` on equal the table's. With `keep`, the
    other rows of these words are written to the table.
    """
    one: cython.ulonglong = 1
    full: cython.ulonglong = (one << 62) - 1
    columns: cython.Py_ssize_t = (m + 61) // 62
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    at: cython.Py_ssize_t = known * stride
    begin: cython.Py_ssize_t = max(low[known] - 1, 0) // 62
    for k in range(begin, (high[known] + 60) // 62):
        state[2 * k] = table[at] if known else full
        state[2 * k + 1] = table[at + 1] if known else 0
        at += 4
    edge[0] = m
    distance: cython.Py_ssize_t = edge[known]
    for i in range(known + 1, n + 1):
        begin = max(low[i] - 1, 0) // 62
        end: cython.Py_ssize_t = (high[i] + 60) // 62
        first: cython.ulonglong = one << (max(low[i] - 1, 0) % 62)  # the first column inside the beam except column 0
        fresh: cython.Py_ssize_t = (high[i - 1] - 1) // 62  # the machine word of the first column that was outside
        inside: cython.ulonglong = (one << ((high[i - 1] - 1) % 62)) - 1
        up: cython.ulonglong = 1
        down: cython.ulonglong = 0
        same: cython.bint = not keep and i > last
        at = i * stride
        for k in range(begin, end):
            match: cython.ulonglong = matches[words[i - 1] * columns + k]
            p: cython.ulonglong = state[2 * k]
            q: cython.ulonglong = state[2 * k + 1]
            if k >= fresh:  # cells outside the beam above are assumed to rise, which makes no path shorter
                match = match & ((inside << 1) | 1) if k == fresh else 0
                p = (p & inside) | (full ^ inside) if k == fresh else full
                q = q & inside if k == fresh else 0
            if k == begin:
                match &= full ^ (first - 1)
                p &= full ^ (first - 1)
                q &= full ^ (first - 1)
                if low[i] > 0 and low[i] == low[i - 1]:  # this cell is only reachable from above
                    p &= full ^ first
                    q |= first
            from_up: cython.ulonglong = up & 1
            from_down: cython.ulonglong = down & 1
            match |= from_down
            equal: cython.ulonglong = ((((match & p) + p) ^ p) | match | q) & full
            up = q | (full ^ (equal | p))
            down = equal & p
            p = ((up << 1) | from_up) & full
            q = p & equal
            p = ((down << 1) & full) | from_down | (full ^ (equal | p))
            if keep:
                table[at], table[at + 1], table[at + 2], table[at + 3] = p, q, equal, up
            same = same and p == table[at] and q == table[at + 1]
            state[2 * k], state[2 * k + 1] = p, q
            if k < end - 1:
                up, down = up >> 61, down >> 61
            at += 4
        distance += high[i] - high[i - 1]
        if high[i] > 1:
            up, down = up >> ((high[i] - 2) % 62), down >> ((high[i] - 2) % 62)
        distance += up & 1
        distance -= down & 1
        if keep:
            edge[i] = distance
        elif same and distance == edge[i]:
            return edge[n]
    return distance


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _align(
    words: cython.int[::1], others: cython.int[::1], n: cython.Py_ssize_t, m: cython.Py_ssize_t,
    table: cython.ulonglong[::1], low: cython.int[::1], high: cython.int[::1], stride: cython.Py_ssize_t,
    position: cython.int[::1], h_wrong: cython.int[::1], r_wrong: cython.int[::1],
) -> cython.void:  # fmt: skip
    """Trace a cheapest path back, as `ter_shifts` does.

    ``h_wrong[i]`` and ``r_wrong[j]`` are the next word in error, from word i of h or word j of r on.
    """
    i: cython.Py_ssize_t = n
    j: cython.Py_ssize_t = m
    h_wrong[n], r_wrong[m] = n, m
    while i > 0 or j > 0:
        wrong: cython.bint = True
        diagonal: cython.bint = False
        deleted: cython.bint = j == 0
        if i > 0 and j > 0:
            at: cython.Py_ssize_t = i * stride + 4 * ((j - 1) // 62 - max(low[i] - 1, 0) // 62)
            wrong = words[i - 1] != others[j - 1]
            diagonal = low[i - 1] < j <= high[i - 1] and not (wrong and (table[at + 2] >> ((j - 1) % 62)) & 1)
            deleted = (table[at + 3] >> ((j - 1) % 62)) & 1
        if diagonal:
            i, j = i - 1, j - 1
            position[j] = i
            h_wrong[i] = i if wrong else h_wrong[i + 1]
            r_wrong[j] = j if wrong else r_wrong[j + 1]
        elif i > 0 and deleted:
            i -= 1
            h_wrong[i] = i
        else:
            j -= 1
            position[j], r_wrong[j] = i - 1, j


@cython.cfunc
@cython.nogil
@cython.exceptval(-2, check=False)
def _choose(
    words: cython.int[::1], n: cython.Py_ssize_t, m: cython.Py_ssize_t, size: cython.Py_ssize_t, least: cython.Py_ssize_t,
    is_small: cython.bint, moved: cython.int[::1], matches: cython.ulonglong[::1], table: cython.ulonglong[::1],
    state: cython.ulonglong[::1], low: cython.int[::1], high: cython.int[::1], edge: cython.int[::1],
    stride: cython.Py_ssize_t, candidates: cython.int[::1], by_size: cython.int[::1],
) -> cython.Py_ssize_t:  # fmt: skip
    """Make the best shift in `moved` and return the first position that it changes; -1 if none reduces the distance."""
    k: cython.Py_ssize_t
    lowest: cython.Py_ssize_t = edge[n] - 1  # better than the best so far
    best: cython.Py_ssize_t = -1
    best_size: cython.Py_ssize_t = -1
    steps: cython.longlong = 0
    while size > 0:
        k = by_size[size]
        while k >= 0:
            first: cython.Py_ssize_t = candidates[k + 2]
            last: cython.Py_ssize_t = candidates[k + 3]
            middle: cython.Py_ssize_t = candidates[k + 4]
            most: cython.Py_ssize_t = lowest
            if size == best_size and candidates[k] == candidates[best] and candidates[k + 1] < candidates[best + 1]:
                most += 1  # equally good counts as better, as it comes first
            if most >= least and not (is_small and edge[n] - 2 * min(middle - first, last - middle) > most):
                steps = counted(steps, n * stride)
                _copy(words, middle, last - middle, moved, first)
                _copy(words, first, middle - first, moved, first + last - middle)
                distance: cython.Py_ssize_t = _extend(
                    moved, n, m, first, last, matches, table, state, low, high, edge, stride, False
                )
                _copy(words, first, last - first, moved, first)
                if distance <= most:
                    lowest, best, best_size = distance - 1, k, size
            k = candidates[k + 5]
        size -= 1
    if best < 0:
        return -1
    first, last, middle = candidates[best + 2], candidates[best + 3], candidates[best + 4]
    _copy(words, middle, last - middle, moved, first)
    _copy(words, first, middle - first, moved, first + last - middle)
    return first
