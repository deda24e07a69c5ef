"""Count n-grams of words numbered across a whole corpus: in the corpus, in one text, and in two texts.

Every function takes ``ids``, the words of all lines; line k is ``ids[lines[k]:lines[k + 1]]``; segment i has the lines
from ``segments[i]`` to ``segments[i + 1] - 1``: its hypothesis, then its references. An n-gram is identified by the
index in `ids` of its first occurrence and is looked up by its words, so only that index is stored.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:  # without Cython the file runs as it is
    from samescore.kernels import stand_in as cython

from samescore.kernels.numbered import MULTIPLIER

COMPILED = cython.compiled

_MULTIPLIER = cython.declare(cython.ulonglong, MULTIPLIER)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _find(
    ids: cython.int[::1],
    i: cython.Py_ssize_t,
    order: cython.Py_ssize_t,
    slots: cython.int[::1],
    capacity: cython.Py_ssize_t,
    oldest: cython.Py_ssize_t,
    insert: cython.bint,
) -> cython.Py_ssize_t:
    """Return the first occurrence, not before `oldest`, of the n-gram at index i; -1 if it is new and not inserted.

    A slot holds an index plus one, or 0. `capacity` is a power of 2. Entries before `oldest` count as empty slots,
    provided that indices are inserted in ascending order.
    """
    one: cython.ulonglong = 1
    mixed: cython.ulonglong = oldest
    k: cython.Py_ssize_t
    for k in range(order):
        mixed ^= ids[i + k] + 1
        mixed = (mixed * _MULTIPLIER) & ((one << 63) - 1 + (one << 63))
        mixed ^= mixed >> 32
    slot: cython.Py_ssize_t = mixed & (capacity - 1)
    place: cython.Py_ssize_t
    while slots[slot] > oldest:
        place = slots[slot] - 1
        k = 0
        while k < order and ids[place + k] == ids[i + k]:
            k += 1
        if k == order:
            return place
        slot = (slot + 1) & (capacity - 1)
    if insert:
        slots[slot] = i + 1
        return i
    return -1


def _slots(entries: cython.Py_ssize_t) -> array[int]:
    """Return an array of empty slots for `entries` n-grams."""
    capacity: cython.Py_ssize_t = 64
    while 2 * capacity < 3 * entries:
        capacity *= 2
    return array("i", [0]) * capacity


def _longest(lines: cython.longlong[::1]) -> int:
    """Return the length of the longest line."""
    longest: cython.Py_ssize_t = 0
    k: cython.Py_ssize_t
    for k in range(len(lines) - 1):
        if lines[k + 1] - lines[k] > longest:
            longest = lines[k + 1] - lines[k]
    return longest


def frequencies(
    ids: cython.int[::1],
    lines: cython.longlong[::1],
    segments: cython.longlong[::1],
    order: cython.Py_ssize_t,
    shorter: cython.int[::1],
    in_segments: cython.bint,
    alone: cython.bint,
    wanted: cython.uchar[::1],
) -> array[int]:
    """Return, for each index of the texts, how often the n-gram that begins there occurs in the references.

    With `in_segments`, it is the number of segments with the n-gram in a reference. With `alone`, each segment is a
    corpus of its own. `shorter` has the frequencies of the n-grams that are one word shorter; it is not read for order
    1. If such a frequency is below 2, the n-gram gets the frequency 1, though it may not occur at all. Otherwise, the
    frequency is 0 at indices of a hypothesis where `wanted` is 0. It is 0 also where no n-gram begins.
    """
    many: cython.Py_ssize_t = len(segments) - 1
    segment: cython.Py_ssize_t = 0
    line: cython.Py_ssize_t
    i: cython.Py_ssize_t
    place: cython.Py_ssize_t
    oldest: cython.Py_ssize_t = 0
    entries: cython.Py_ssize_t = 0
    capacity: cython.Py_ssize_t = 1024
    slots: cython.int[::1] = array("i", [0]) * capacity
    counts = array("i", [0]) * len(ids)
    found: cython.int[::1] = counts
    latest: cython.int[::1] = array("i", [0]) * (len(ids) if in_segments else 1)
    while segment < many:
        room: cython.Py_ssize_t = lines[segments[segment + 1]] - lines[segments[segment]]
        if 3 * (entries + room) > 2 * capacity:
            while 3 * (entries + room) > 2 * capacity:
                capacity *= 2
            grown = array("i", [0]) * capacity
            _move(ids, order, slots, grown)
            slots = grown
        with cython.nogil:
            while segment < many:
                if 3 * (entries + lines[segments[segment + 1]] - lines[segments[segment]]) > 2 * capacity:
                    break
                if alone:
                    oldest = lines[segments[segment]]
                    entries = 0
                for line in range(segments[segment] + 1, segments[segment + 1]):
                    for i in range(lines[line], lines[line + 1] - order + 1):
                        if order == 1 or shorter[i] > 1:
                            place = _find(ids, i, order, slots, capacity, oldest, True)
                            if place == i:
                                entries += 1
                            else:
                                found[i] = -place - 1
                            if in_segments:
                                if latest[place] != segment + 1:
                                    latest[place] = segment + 1
                                    found[place] += 1
                            else:
                                found[place] += 1
                if alone:
                    _read_back(ids, lines, segments, segment, order, shorter, slots, capacity, oldest, wanted, found)
                segment += 1
    if not alone:
        with cython.nogil:
            for segment in range(many):
                _read_back(ids, lines, segments, segment, order, shorter, slots, capacity, 0, wanted, found)
    return counts


def _move(ids: cython.int[::1], order: cython.Py_ssize_t, slots: cython.int[::1], grown: cython.int[::1]) -> None:
    """Move the n-grams of some slots into a larger set of empty slots."""
    k: cython.Py_ssize_t
    with cython.nogil:
        for k in range(len(slots)):
            if slots[k] > 0:
                _find(ids, slots[k] - 1, order, grown, len(grown), 0, True)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _read_back(
    ids: cython.int[::1],
    lines: cython.longlong[::1],
    segments: cython.longlong[::1],
    segment: cython.Py_ssize_t,
    order: cython.Py_ssize_t,
    shorter: cython.int[::1],
    slots: cython.int[::1],
    capacity: cython.Py_ssize_t,
    oldest: cython.Py_ssize_t,
    wanted: cython.uchar[::1],
    found: cython.int[::1],
) -> cython.void:
    """Write to every index of a segment the frequency that was counted at the first occurrence of its n-gram."""
    line: cython.Py_ssize_t
    i: cython.Py_ssize_t
    place: cython.Py_ssize_t
    for line in range(segments[segment], segments[segment + 1]):
        for i in range(lines[line], lines[line + 1] - order + 1):
            if order > 1 and shorter[i] < 2:
                found[i] = 1
            elif line > segments[segment]:
                if found[i] < 0:
                    found[i] = found[-found[i] - 1]
            elif wanted[i]:
                place = _find(ids, i, order, slots, capacity, oldest, False)
                found[i] = found[place] if place >= 0 else 0


def different(ids: cython.int[::1], lines: cython.longlong[::1], order: cython.Py_ssize_t) -> int:
    """Return the number of distinct n-grams in all lines."""
    many: cython.Py_ssize_t = len(lines) - 1
    line: cython.Py_ssize_t
    i: cython.Py_ssize_t
    entries: cython.Py_ssize_t = 0
    for line in range(many):
        if lines[line + 1] - lines[line] >= order:
            entries += lines[line + 1] - lines[line] - order + 1
    table = _slots(entries)
    slots: cython.int[::1] = table
    capacity: cython.Py_ssize_t = len(table)
    total: cython.longlong = 0
    with cython.nogil:
        for line in range(many):
            for i in range(lines[line], lines[line + 1] - order + 1):
                if _find(ids, i, order, slots, capacity, 0, True) == i:
                    total += 1
    return total


def counts(ids: cython.int[::1], lines: cython.longlong[::1], order: cython.Py_ssize_t) -> array[int]:
    """Return how often each n-gram occurs in its line, at the index of its first occurrence there; elsewhere 0."""
    many: cython.Py_ssize_t = len(lines) - 1
    line: cython.Py_ssize_t
    i: cython.Py_ssize_t
    table = _slots(_longest(lines))
    slots: cython.int[::1] = table
    capacity: cython.Py_ssize_t = len(table)
    counted = array("i", [0]) * len(ids)
    found: cython.int[::1] = counted
    with cython.nogil:
        for line in range(many):
            for i in range(lines[line], lines[line + 1] - order + 1):
                found[_find(ids, i, order, slots, capacity, lines[line], True)] += 1
    return counted


def matches(
    ids: cython.int[::1],
    lines: cython.longlong[::1],
    segments: cython.longlong[::1],
    order: cython.Py_ssize_t,
    merged: cython.bint,
    alive: cython.uchar[::1],
) -> tuple[array[int], array[int], array[int]]:
    """Return the n-grams that hypotheses have in common with their references.

    Returns the first occurrences of these n-grams in the hypothesis, in order; how often each matches; and the ends of
    each reference's matches in these two arrays. With `merged` there is one such end per segment: an n-gram matches as
    often as in the single reference with the most matches.

    `alive` has 1 or 0 for each index: whether the n-gram that is one word shorter is in both texts; it is updated. For
    order 1 it is 1 everywhere.
    """
    many: cython.Py_ssize_t = len(segments) - 1
    segment: cython.Py_ssize_t
    line: cython.Py_ssize_t
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    start: cython.Py_ssize_t
    stop: cython.Py_ssize_t
    place: cython.Py_ssize_t
    longest: cython.Py_ssize_t = _longest(lines)
    room: cython.Py_ssize_t = 0
    candidates: cython.Py_ssize_t = 0
    for segment in range(many):
        k = 1 if merged else segments[segment + 1] - segments[segment] - 1
        candidates += k
        room += k * (lines[segments[segment] + 1] - lines[segments[segment]])
    table = _slots(longest)
    slots: cython.int[::1] = table
    capacity: cython.Py_ssize_t = len(table)
    matched = array("i", [0]) * room
    numbers = array("i", [0]) * room
    stops = array("q", [0]) * candidates
    places: cython.int[::1] = matched
    counted: cython.int[::1] = numbers
    ends: cython.longlong[::1] = stops
    first: cython.int[::1] = array("i", [0]) * (longest + 1)
    here: cython.int[::1] = array("i", [0]) * (longest + 1)
    there: cython.int[::1] = array("i", [0]) * (longest + 1)
    most: cython.int[::1] = array("i", [0]) * (longest + 1)
    known: cython.int[::1] = array("i", [0]) * (longest + 1)
    n: cython.Py_ssize_t = 0
    candidate: cython.Py_ssize_t = 0
    with cython.nogil:
        for segment in range(many):
            start = lines[segments[segment]]
            stop = lines[segments[segment] + 1] - order + 1
            for i in range(start, stop):
                k = i - start
                here[k] = 0
                there[k] = 0
                most[k] = 0
                known[k] = 0
                if alive[i]:
                    first[k] = _find(ids, i, order, slots, capacity, start, True) - start
                    here[first[k]] += 1
            for line in range(segments[segment] + 1, segments[segment + 1]):
                for i in range(lines[line], lines[line + 1] - order + 1):
                    if alive[i]:
                        place = _find(ids, i, order, slots, capacity, start, False)
                        alive[i] = place >= 0
                        if place >= 0:
                            k = place - start
                            known[k] = 1
                            there[k] += 1
                            most[k] = max(most[k], there[k])
                for i in range(start, stop):
                    there[i - start] = 0
                if not merged or line == segments[segment + 1] - 1:
                    for i in range(start, stop):
                        k = i - start
                        if most[k] > 0:
                            places[n] = i
                            counted[n] = min(here[k], most[k])
                            n += 1
                            most[k] = 0
                    ends[candidate] = n
                    candidate += 1
            for i in range(start, stop):
                if alive[i]:
                    alive[i] = known[first[i - start]]
    return matched[:n], numbers[:n], stops


def similarities(
    ids: cython.int[::1],
    lines: cython.longlong[::1],
    segments: cython.longlong[::1],
    order: cython.Py_ssize_t,
    kinds: cython.int[::1],
    weights: cython.double[::1],
    norms: cython.double[::1],
    penalties: cython.double[::1],
    clipped: cython.bint,
) -> array[float]:
    """Return for each segment the sum over its references of CIDEr-D's similarity (equation 5) for one order.

    `kinds` is as for `samescore.kernels.kinds.sums`; `weights` are the weights of the kinds, `norms` the norms of the
    lines, and ``penalties[i]`` is the factor for the lengths of the hypothesis and the reference in line i.
    """
    many: cython.Py_ssize_t = len(segments) - 1
    segment: cython.Py_ssize_t
    line: cython.Py_ssize_t
    hypothesis: cython.Py_ssize_t
    i: cython.Py_ssize_t
    start: cython.Py_ssize_t
    stop: cython.Py_ssize_t
    place: cython.Py_ssize_t
    weight: cython.double
    other: cython.double
    product: cython.double
    total: cython.double
    longest: cython.Py_ssize_t = _longest(lines)
    table = _slots(longest)
    slots: cython.int[::1] = table
    capacity: cython.Py_ssize_t = len(table)
    theirs: cython.int[::1] = array("i", [0]) * (longest + 1)
    totals = array("d", [0.0]) * many
    out: cython.double[::1] = totals
    with cython.nogil:
        for segment in range(many):
            hypothesis = segments[segment]
            start = lines[hypothesis]
            stop = lines[hypothesis + 1]
            for i in range(start, stop):
                if kinds[i] >= 0:
                    _find(ids, i, order, slots, capacity, start, True)
            total = 0.0
            for line in range(hypothesis + 1, segments[segment + 1]):
                for i in range(start, stop):
                    theirs[i - start] = -1
                for i in range(lines[line], lines[line + 1]):
                    if kinds[i] >= 0:
                        place = _find(ids, i, order, slots, capacity, start, False)
                        if place >= 0:
                            theirs[place - start] = kinds[i]
                product = 0.0
                for i in range(start, stop):
                    if theirs[i - start] >= 0:
                        weight = weights[kinds[i]]
                        other = weights[theirs[i - start]]
                        if clipped and other < weight:
                            weight = other
                        product += weight * other
                if norms[hypothesis] != 0.0 and norms[line] != 0.0:
                    product /= norms[hypothesis] * norms[line]
                total += product * penalties[line]
            out[segment] = total
    return totals
