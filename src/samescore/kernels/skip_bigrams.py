"""Count skip-bigrams, ordered pairs of words, that two texts have in common."""

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

#: Maximum number of entries of a table that counts all pairs of words.
_MOST = 1 << 16


def matches(text: Numbered, skip: cython.longlong) -> array[int]:
    """Return the number of common skip-bigrams of each hypothesis and each reference, clipped to the lower count.

    At most `skip` words are between the two words of a skip-bigram; any number if `skip` is negative. If a segment has
    many different words, pairs are counted for one first word after the other, so memory grows only with the number of
    words.
    """
    segments: cython.Py_ssize_t = len(text.sizes)
    ids: cython.int[::1] = text.ids
    lines: cython.longlong[::1] = text.lines
    firsts: cython.longlong[::1] = text.segments
    sizes: cython.int[::1] = text.sizes
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    p: cython.Py_ssize_t
    place: cython.longlong
    word: cython.int
    largest: cython.Py_ssize_t = max(text.sizes, default=0)
    longest: cython.longlong = 0
    for k in range(len(lines) - 1):
        longest = max(longest, lines[k + 1] - lines[k])
    reach: cython.longlong = longest if skip < 0 or skip >= longest else skip + 1
    own: cython.longlong[::1] = array("q", (-1,)) * (largest + 1)  # first and next positions of each word
    other: cython.longlong[::1] = array("q", (-1,)) * (largest + 1)
    own_next: cython.longlong[::1] = array("q", bytes(8)) * (longest + 1)
    other_next: cython.longlong[::1] = array("q", bytes(8)) * (longest + 1)
    counts: cython.longlong[::1] = array("q", bytes(8)) * (largest + 1)
    most: cython.longlong = _MOST
    room: cython.longlong = 1
    for i in range(segments):
        size: cython.longlong = sizes[i]
        if size * size <= most:
            room = max(room, size * size)
    table: cython.int[::1] = array("i", bytes(4)) * room
    made = array("q", bytes(8)) * (len(text.lines) - 1 - segments)
    out: cython.longlong[::1] = made
    pair: cython.Py_ssize_t = 0
    steps: cython.longlong = 0
    with cython.nogil:
        for i in range(segments):
            begin: cython.Py_ssize_t = lines[firsts[i]]
            end: cython.Py_ssize_t = lines[firsts[i] + 1]
            size = sizes[i]
            if size * size <= most:
                for k in range(firsts[i] + 1, firsts[i + 1]):
                    steps = counted(steps, (end - begin + lines[k + 1] - lines[k]) * reach)
                    out[pair] = _by_table(ids, begin, end, lines[k], lines[k + 1], reach, size, table)
                    pair += 1
                continue
            _places(ids, begin, end, own, own_next)
            for k in range(firsts[i] + 1, firsts[i + 1]):
                start: cython.Py_ssize_t = lines[k]
                stop: cython.Py_ssize_t = lines[k + 1]
                _places(ids, start, stop, other, other_next)
                matched: cython.longlong = 0
                for word in range(sizes[i]):
                    if own[word] < 0 or other[word] < 0:
                        continue
                    place = own[word]
                    while place >= 0:
                        steps = counted(steps, min(reach, end - begin))
                        for p in range(begin + place + 1, min(begin + place + 1 + reach, end)):
                            counts[ids[p]] += 1
                        place = own_next[place]
                    place = other[word]
                    while place >= 0:
                        steps = counted(steps, min(reach, stop - start))
                        for p in range(start + place + 1, min(start + place + 1 + reach, stop)):
                            taken: cython.longlong = counts[ids[p]] > 0
                            counts[ids[p]] -= taken
                            matched += taken
                        place = other_next[place]
                    place = own[word]
                    while place >= 0:
                        steps = counted(steps, min(reach, end - begin))
                        for p in range(begin + place + 1, min(begin + place + 1 + reach, end)):
                            counts[ids[p]] = 0
                        place = own_next[place]
                for p in range(start, stop):
                    other[ids[p]] = -1
                out[pair] = matched
                pair += 1
            for p in range(begin, end):
                own[ids[p]] = -1
    return made


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _places(
    ids: cython.int[::1],
    begin: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    heads: cython.longlong[::1],
    following: cython.longlong[::1],
) -> cython.int:
    """Find the first position of each word in a text, and for each position the word's next one (-1 if none)."""
    k: cython.Py_ssize_t
    place: cython.Py_ssize_t
    for k in range(end - begin):
        place = end - begin - 1 - k
        following[place] = heads[ids[begin + place]]
        heads[ids[begin + place]] = place
    return 0


@cython.cfunc
@cython.nogil
@cython.exceptval(-1, check=False)
def _by_table(
    ids: cython.int[::1],
    begin: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    start: cython.Py_ssize_t,
    stop: cython.Py_ssize_t,
    reach: cython.longlong,
    size: cython.longlong,
    table: cython.int[::1],
) -> cython.longlong:
    """Return the number of common skip-bigrams of two texts with `size` distinct words; `table` is 0 before and after."""
    matched: cython.longlong = 0
    p: cython.Py_ssize_t
    q: cython.Py_ssize_t
    row: cython.longlong
    steps: cython.longlong = 0
    for p in range(begin, end):
        steps = counted(steps, reach)
        row = ids[p] * size
        for q in range(p + 1, min(p + 1 + reach, end)):
            table[row + ids[q]] += 1
    for p in range(start, stop):
        steps = counted(steps, reach)
        row = ids[p] * size
        for q in range(p + 1, min(p + 1 + reach, stop)):
            taken: cython.int = table[row + ids[q]] > 0
            table[row + ids[q]] -= taken
            matched += taken
    for p in range(begin, end):
        steps = counted(steps, reach)
        row = ids[p] * size
        for q in range(p + 1, min(p + 1 + reach, end)):
            table[row + ids[q]] = 0
    return matched


def totals(text: Numbered, skip: cython.longlong) -> array[int]:
    """Return the number of skip-bigrams of each line."""
    lines: cython.longlong[::1] = text.lines
    made = array("q", bytes(8)) * (len(text.lines) - 1)
    out: cython.longlong[::1] = made
    k: cython.Py_ssize_t
    for k in range(len(made)):
        others: cython.longlong = lines[k + 1] - lines[k] - 1  # the words after the first
        reach: cython.longlong = others if skip < 0 or skip >= others else skip + 1
        if others > 0:
            out[k] = reach * (reach + 1) // 2 + (others - reach) * reach
    return made
