"""Align words and count concordant pairs for RIBES, as `samescore.metrics.ribes` does, and compute its scores."""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:  # without Cython the file runs as it is
    from samescore.kernels import stand_in as cython

if cython.compiled:
    from cython.cimports.libc.math import exp
    from cython.cimports.libc.math import pow as power
    from cython.cimports.samescore.kernels.signals import counted
else:
    from math import exp
    from math import pow as power

    from samescore.kernels.signals import counted

COMPILED = cython.compiled


def alignments(
    ids: cython.int[::1],
    lines: cython.longlong[::1],
    segments: cython.longlong[::1],
    words: cython.Py_ssize_t,
    short_of_start: cython.bint,
    runs: cython.bint,
) -> array[int]:
    """Return concordant pairs, aligned words and two lengths for each hypothesis with each of its references.

    These are four numbers for each pair. `ids` are numbers below `words`, equal for equal words of a segment.
    `short_of_start` and `runs` are values of the knobs ``contexts`` and ``concordance``.
    """
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    longest: cython.longlong = 0
    for i in range(len(lines) - 1):
        longest = max(longest, lines[i + 1] - lines[i])
    cells = array("q", bytes(32 * (len(lines) - len(segments))))  # one pair for each line except the hypotheses
    out: cython.longlong[::1] = cells
    here: cython.int[::1] = array("i", bytes(4 * (words + 1)))
    there: cython.int[::1] = array("i", bytes(4 * (words + 1)))
    before_here: cython.int[::1] = array("i", bytes(4 * (longest + 1)))
    before_there: cython.int[::1] = array("i", bytes(4 * (longest + 1)))
    lengths: cython.int[::1] = array("i", bytes(4 * (longest + 1)))
    found: cython.int[::1] = array("i", bytes(12))
    order: cython.int[::1] = array("i", bytes(4 * (longest + 1)))
    many: cython.Py_ssize_t = len(segments) - 1
    pair: cython.Py_ssize_t = 0
    steps: cython.longlong = 0
    with cython.nogil:
        for i in range(many):
            h: cython.longlong = lines[segments[i] + 1] - lines[segments[i]]
            for k in range(segments[i] + 1, segments[i + 1]):
                steps = counted(steps, (h + 1) * (h + lines[k + 1] - lines[k]))
                _align(
                    ids, lines[segments[i]], lines[segments[i] + 1], lines[k], lines[k + 1], here, there, before_here,
                    before_there, lengths, found, order, short_of_start, runs, out, pair,
                )  # fmt: skip
                pair += 4
    return cells


@cython.cfunc
@cython.nogil
@cython.exceptval(-1, check=False)
def _align(
    ids: cython.int[::1],
    start: cython.Py_ssize_t,
    stop: cython.Py_ssize_t,
    reference: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    here: cython.int[::1],
    there: cython.int[::1],
    before_here: cython.int[::1],
    before_there: cython.int[::1],
    lengths: cython.int[::1],
    found: cython.int[::1],
    order: cython.int[::1],
    short_of_start: cython.bint,
    runs: cython.bint,
    out: cython.longlong[::1],
    pair: cython.Py_ssize_t,
) -> cython.int:
    """Count one pair: the hypothesis from `start` to `stop`, the reference from `reference` to `end`.

    ``here[w]`` is the last position of word w in the hypothesis, counted from 1, and ``before_here[p]`` the one before
    position p; `there` and `before_there` are the same for the reference. `order` gets the reference positions in the
    order of the hypothesis, counted from 1.
    """
    h: cython.Py_ssize_t = stop - start
    r: cython.Py_ssize_t = end - reference
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    word: cython.int
    place: cython.int
    for i in range(h):
        word = ids[start + i]
        before_here[i + 1] = here[word]
        here[word] = i + 1
    for i in range(r):
        word = ids[reference + i]
        before_there[i + 1] = there[word]
        there[word] = i + 1
    aligned: cython.Py_ssize_t = 0
    steps: cython.longlong = 0
    for i in range(h):
        word = ids[start + i]
        place = there[word]
        if place > 0:
            if before_there[place] > 0 or before_here[here[word]] > 0:
                steps = counted(steps, 4 * (h + r))
                place = _by_context(
                    ids, start, h, reference, r, i, lengths, found, i - 1 if short_of_start and 2 * i > h else i,
                )  # fmt: skip
            if place > 0:
                order[aligned] = place
                aligned += 1
    for i in range(h):
        here[ids[start + i]] = 0
    for i in range(r):
        there[ids[reference + i]] = 0
    concordant: cython.longlong = 0
    run: cython.longlong = 0
    if runs:
        for i in range(1, aligned):
            run = run + 1 if order[i] == order[i - 1] + 1 else 0
            concordant += run
    else:
        for i in range(1, aligned):
            steps = counted(steps, i)
            for j in range(i):
                if order[j] < order[i]:
                    concordant += 1
    out[pair] = concordant
    out[pair + 1] = aligned
    out[pair + 2] = h
    out[pair + 3] = r if h > 0 else 0
    return 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _by_context(
    ids: cython.int[::1],
    start: cython.Py_ssize_t,
    h: cython.Py_ssize_t,
    reference: cython.Py_ssize_t,
    r: cython.Py_ssize_t,
    i: cython.Py_ssize_t,
    lengths: cython.int[::1],
    longest: cython.int[::1],
    left: cython.Py_ssize_t,
) -> cython.int:
    """Return the reference position, from 1, of word i, by the shortest context that identifies it; 0 if none does.

    Contexts to the right come before those of the same length to the left, which have at most `left` further words.
    """
    right: cython.Py_ssize_t = _context(ids, start + i, 1, h - i, start, h, i, reference, r, lengths, longest)
    place: cython.int = longest[2]
    before: cython.Py_ssize_t = _context(
        ids, start + i, -1, left + 1, start + h - 1, h, h - 1 - i, reference + r - 1, r, lengths, longest
    )
    if right > 0 and (before == 0 or right <= before):
        return place + 1
    return 0 if before == 0 else r - longest[2]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _context(
    ids: cython.int[::1],
    word: cython.Py_ssize_t,
    step: cython.Py_ssize_t,
    size: cython.Py_ssize_t,
    hypothesis: cython.Py_ssize_t,
    h: cython.Py_ssize_t,
    own: cython.Py_ssize_t,
    reference: cython.Py_ssize_t,
    r: cython.Py_ssize_t,
    lengths: cython.int[::1],
    longest: cython.int[::1],
) -> cython.Py_ssize_t:
    """Return the length of the shortest stretch from `word` on that occurs once in both texts; 0 if there is none.

    Stretches have up to `size` words. Texts are read in steps of `step`, from `hypothesis` and `reference` on; `own` is
    the stretch's position in the hypothesis. ``longest[2]`` is set to its position in the reference.
    """
    place: cython.Py_ssize_t
    length: cython.Py_ssize_t
    left: cython.Py_ssize_t = 0
    end: cython.Py_ssize_t = 0
    lengths[0] = size
    for place in range(1, size):
        length = 0
        if place < end:
            length = min(end - place, lengths[place - left])
        while place + length < size and ids[word + step * length] == ids[word + step * (place + length)]:
            length += 1
        if place + length > end:
            left = place
            end = place + length
        lengths[place] = length
    _longest(ids, word, step, size, hypothesis, h, own, lengths, longest)
    shortest: cython.Py_ssize_t = max(2, longest[0] + 1)
    _longest(ids, word, step, size, reference, r, -1, lengths, longest)
    if longest[1] + 1 > shortest:
        shortest = longest[1] + 1
    return shortest if shortest <= longest[0] else 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _longest(
    ids: cython.int[::1],
    word: cython.Py_ssize_t,
    step: cython.Py_ssize_t,
    size: cython.Py_ssize_t,
    text: cython.Py_ssize_t,
    many: cython.Py_ssize_t,
    own: cython.Py_ssize_t,
    lengths: cython.int[::1],
    longest: cython.int[::1],
) -> cython.void:
    """Find the two longest stretches of a text that match the words from `word` on; locate the longest (Z algorithm).

    The position `own` does not count. ``lengths[k]`` is the number of words from the k-th word of the stretch on that
    repeat its beginning.
    """
    place: cython.Py_ssize_t
    length: cython.Py_ssize_t
    left: cython.Py_ssize_t = 0
    end: cython.Py_ssize_t = 0
    longest[0] = longest[1] = longest[2] = 0
    for place in range(many):
        length = 0
        if place < end:
            length = min(end - place, lengths[place - left])
        while (
            length < size and place + length < many and ids[word + step * length] == ids[text + step * (place + length)]
        ):
            length += 1
        if place + length > end:
            left = place
            end = place + length
        if place != own:
            if length > longest[0]:
                longest[1] = longest[0]
                longest[0] = length
                longest[2] = place
            elif length > longest[1]:
                longest[1] = length


def scores(
    cells: cython.longlong[::1],
    alpha: cython.double,
    beta: cython.double,
    without_references: cython.double,
    scale: cython.double,
) -> array[float]:
    """Return the scores of rows, with the operations of `samescore.metrics.ribes.ribes` in the same order.

    A row has the concordant pairs, the aligned words, h and r; r is negative if there are no references.
    """
    many: cython.Py_ssize_t = len(cells) // 4
    made = array("d", bytes(8 * many))
    out: cython.double[::1] = made
    i: cython.Py_ssize_t
    with cython.nogil:
        for i in range(many):
            concordant: cython.double = cells[4 * i]
            aligned: cython.longlong = cells[4 * i + 1]
            h: cython.double = cells[4 * i + 2]
            r: cython.double = cells[4 * i + 3]
            score: cython.double = 0.0
            if r < 0:
                score = without_references
            elif h > 0:
                tau: cython.double = -1.0
                if aligned > 1:
                    pairs: cython.double = aligned * (aligned - 1) // 2
                    tau = 2 * concordant / pairs - 1
                bp: cython.double = exp(1.0 - r / h)
                if bp > 1.0:
                    bp = 1.0
                share: cython.double = aligned
                score = (tau + 1) / 2 * power(share / h, alpha) * power(bp, beta)
            out[i] = scale * score
    return made
