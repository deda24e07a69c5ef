"""Clipped n-gram matches of many segments, for all orders at once.

The n-grams of order n are numbered by renaming: the number of the n-gram at a place comes from a table by the number of
the (n-1)-gram there and the unit that follows. Numbers are dense, so that counts are arrays; nothing is compared by hash
alone. Only places go on to order n whose (n-1)-gram both texts have. If one of two texts is short, the places where it has
an n-gram are bits: see `_by_bits`.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:  # without Cython the file runs as it is
    from samescore.kernels import stand_in as cython

from samescore.kernels.numbered import MULTIPLIER, Numbered

COMPILED = cython.compiled

#: Tables up to this size are looked up directly, larger ones by open addressing.
_DIRECT = cython.declare(cython.longlong, 1 << 18)
_MULTIPLIER = cython.declare(cython.ulonglong, MULTIPLIER)
#: No number in a table gets larger.
_HIGHEST = cython.declare(cython.int, 1 << 30)


def matches(text: Numbered, low: cython.int, high: cython.int, pooled: cython.bint, clipped: cython.bint) -> array[int]:
    """The matches of the n-grams of orders `low` to `high` (from 1) of each hypothesis: a row of counts for every pair.

    A pair is a hypothesis and one of its references, in order; or, with `pooled`, a hypothesis and all its references,
    where the highest count of an n-gram in any one of them counts. An n-gram matches at most as often as the reference
    has it if `clipped`, else as often as the hypothesis has it, if the reference has it at all.
    """
    segments: cython.Py_ssize_t = len(text.sizes)
    ids: cython.int[::1] = text.ids
    lines: cython.longlong[::1] = text.lines
    firsts: cython.longlong[::1] = text.segments
    sizes: cython.int[::1] = text.sizes
    orders: cython.Py_ssize_t = high - low + 1
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    length: cython.longlong
    longest: cython.longlong = 1
    largest: cython.longlong = 1  # table that a pair may need
    for i in range(segments):
        length = lines[firsts[i + 1]] - lines[firsts[i]]
        longest = max(longest, length)
        largest = max(largest, (length + 1) * sizes[i])
    capacity: cython.longlong = 64
    while (capacity < largest and capacity < _DIRECT) or capacity < 2 * longest:
        capacity *= 2
    shift: cython.int = 64
    while capacity >> (64 - shift) > 1:
        shift -= 1
    table: cython.int[::1] = array("i", bytes(4 * capacity))
    keys: cython.longlong[::1] = array("q", bytes(8 * capacity if largest > capacity else 8))
    room = 4 * (longest + 1)
    places: cython.int[::1] = array("i", bytes(room))
    names: cython.int[::1] = array("i", bytes(room))
    owners: cython.int[::1] = array("i", bytes(room))
    own_places: cython.int[::1] = array("i", bytes(room))
    own_names: cython.int[::1] = array("i", bytes(room))
    most: cython.int[::1] = array("i", bytes(room))
    taken: cython.int[::1] = array("i", bytes(room))
    latest: cython.int[::1] = array("i", bytes(room))
    counts: cython.int[::1] = array("i", bytes(room))
    masks: cython.ulonglong[::1] = array("Q", bytes(8 * (max(text.sizes, default=0) + 1)))
    shared: cython.ulonglong[::1] = array("Q", bytes(2 * room))
    pairs = segments if pooled else len(text.lines) - 1 - segments
    made = array("q", bytes(8 * pairs * orders))
    out: cython.longlong[::1] = made
    row: cython.Py_ssize_t = 0
    used: cython.int = 1
    with cython.nogil:
        for i in range(segments):
            k = firsts[i] + 1
            while k < firsts[i + 1] or (pooled and k == firsts[i] + 1):
                last: cython.Py_ssize_t = firsts[i + 1] if pooled else k + 1
                begin: cython.Py_ssize_t = lines[firsts[i]]
                end: cython.Py_ssize_t = lines[firsts[i] + 1]
                if last == k + 1 and lines[last] - lines[k] <= 64:
                    _by_bits(ids, begin, end, lines[k], lines[last], low, high, clipped, masks, shared, out, row)
                elif last == k + 1 and clipped and end - begin <= 64:
                    _by_bits(ids, lines[k], lines[last], begin, end, low, high, True, masks, shared, out, row)
                else:
                    used = _pair(
                        ids, lines, firsts[i], k, last, sizes[i], low, high, clipped, table, capacity, shift, keys, used,
                        places, names, owners, own_places, own_names, most, taken, latest, counts, out, row
                    )  # fmt: skip
                if used > _HIGHEST:
                    table[:] = 0
                    used = 1
                row += orders
                k = last if last > k else k + 1
    return made


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _by_bits(
    ids: cython.int[::1],
    begin: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    start: cython.Py_ssize_t,
    stop: cython.Py_ssize_t,
    low: cython.int,
    high: cython.int,
    clipped: cython.bint,
    masks: cython.ulonglong[::1],
    places: cython.ulonglong[::1],
    out: cython.longlong[::1],
    row: cython.Py_ssize_t,
) -> cython.void:
    """Count the n-grams of a text in another of at most 64 units.

    Bit j of ``places[p]`` says whether the other text has at place j the n-gram that the first has at place p: it does if it
    has the (n-1)-gram there and, n - 1 places later, the last unit. Equal n-grams have the same places, others none of
    them; so each that takes a place which is still free is a clipped match. `masks` are 0 before and after.
    """
    one: cython.ulonglong = 1
    taking: cython.ulonglong = (one << 63) - 1 + (one << 63) if clipped else 0
    units: cython.Py_ssize_t = end - begin
    p: cython.Py_ssize_t
    order: cython.Py_ssize_t
    shared: cython.ulonglong
    for p in range(start, stop):
        masks[ids[p]] |= one << (p - start)
    for p in range(units):
        places[p] = masks[ids[begin + p]]
    for order in range(1, min(high, units, stop - start) + 1):
        taken: cython.ulonglong = 0
        matched: cython.longlong = 0
        for p in range(units - order + 1):
            shared = places[p] & (masks[ids[begin + p + order - 1]] >> (order - 1))
            places[p] = shared
            shared &= ~taken
            matched += shared != 0
            taken |= shared & (~shared + 1) & taking
        if order >= low:
            out[row + order - low] = matched
        if matched == 0:
            break
    for p in range(start, stop):
        masks[ids[p]] = 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _pair(
    ids: cython.int[::1],
    lines: cython.longlong[::1],
    hypothesis: cython.Py_ssize_t,
    reference: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    size: cython.longlong,
    low: cython.int,
    high: cython.int,
    clipped: cython.bint,
    table: cython.int[::1],
    capacity: cython.longlong,
    shift: cython.int,
    keys: cython.longlong[::1],
    used: cython.int,
    places: cython.int[::1],
    names: cython.int[::1],
    owners: cython.int[::1],
    own_places: cython.int[::1],
    own_names: cython.int[::1],
    most: cython.int[::1],
    taken: cython.int[::1],
    latest: cython.int[::1],
    counts: cython.int[::1],
    out: cython.longlong[::1],
    row: cython.Py_ssize_t,
) -> cython.int:
    """Count one pair: a hypothesis, and the lines from `reference` to `last` (excluded); the next unused number.

    `places` and `names` are where the n-grams of the references begin that both texts have, and their numbers; `owners`
    is the line of each, needed if there are several. `own_places` and `own_names` are the hypothesis'.
    """
    several: cython.bint = last - reference > 1
    start: cython.longlong = lines[reference]
    many: cython.Py_ssize_t = 0
    own: cython.Py_ssize_t = 0
    p: cython.Py_ssize_t
    k: cython.Py_ssize_t
    order: cython.int
    for k in range(reference, last):
        for p in range(lines[k], lines[k + 1]):
            places[many] = p - start
            names[many] = 0
            owners[many] = k - reference
            many += 1
    begin: cython.longlong = lines[hypothesis]
    end: cython.longlong = lines[hypothesis + 1]
    for p in range(end - begin):
        own_places[p] = p
        own_names[p] = 0
    own = end - begin
    before: cython.longlong = 1  # the number of different (n-1)-grams
    for order in range(1, high + 1):
        if not many or not own:
            break
        direct: cython.bint = before * size <= capacity
        kept: cython.Py_ssize_t = 0
        name: cython.int = 0
        different: cython.int = 0
        key: cython.longlong
        slot: cython.longlong
        place: cython.longlong
        for k in range(many):
            place = start + places[k]
            if place + order > lines[reference + owners[k] + 1]:
                continue
            key = names[k] * size + ids[place + order - 1]
            slot = key if direct else _slot(key, table, keys, shift, used)
            name = table[slot] - used
            if name < 0:
                name = different
                table[slot] = used + name
                if not direct:
                    keys[slot] = key
                most[name] = 0
                taken[name] = 0
                latest[name] = -1
                different += 1
            if several:
                if latest[name] != owners[k]:
                    latest[name] = owners[k]
                    counts[name] = 0
                counts[name] += 1
                most[name] = max(most[name], counts[name])
            else:
                most[name] += 1
            places[kept] = places[k]
            names[kept] = name
            owners[kept] = owners[k]
            kept += 1
        many = kept
        kept = 0
        matched: cython.longlong = 0
        for k in range(own):
            place = begin + own_places[k]
            if place + order > end:
                continue
            key = own_names[k] * size + ids[place + order - 1]
            slot = key if direct else _slot(key, table, keys, shift, used)
            name = table[slot] - used
            if name < 0:
                continue
            if not clipped or taken[name] < most[name]:
                matched += 1
            taken[name] += 1
            own_places[kept] = own_places[k]
            own_names[kept] = name
            kept += 1
        own = kept
        if order >= low:
            out[row + order - low] = matched
        kept = 0
        for k in range(many):
            if taken[names[k]]:
                places[kept] = places[k]
                names[kept] = names[k]
                owners[kept] = owners[k]
                kept += 1
        many = kept
        before = different
        used += different
    return used


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _slot(
    key: cython.ulonglong, table: cython.int[::1], keys: cython.longlong[::1], shift: cython.int, used: cython.int
) -> cython.longlong:
    """Where a key is in a table of 2 to the power 64 - `shift` slots, or the empty slot where it belongs."""
    one: cython.ulonglong = 1
    slot: cython.ulonglong = ((key * _MULTIPLIER) & ((one << 63) - 1 + (one << 63))) >> shift
    while table[slot] >= used and keys[slot] != key:
        slot = (slot + 1) & ((one << (64 - shift)) - 1)
    return slot


def triples(
    text: Numbered, matched: cython.longlong[::1], low: cython.int, high: cython.int, one_sided: cython.bint
) -> array[int]:
    """For each pair, and each order: the n-grams of the hypothesis, those of the reference, and their matches.

    `matched` are the `matches` of these orders, not pooled. Unless `one_sided`, the n-grams of a hypothesis count as 0
    where the reference has none of that order.
    """
    lines: cython.longlong[::1] = text.lines
    firsts: cython.longlong[::1] = text.segments
    made = array("q", bytes(24 * len(matched)))
    out: cython.longlong[::1] = made
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    n: cython.longlong
    at: cython.Py_ssize_t = 0
    segments: cython.Py_ssize_t = len(text.sizes)
    with cython.nogil:
        for i in range(segments):
            own: cython.longlong = lines[firsts[i] + 1] - lines[firsts[i]]
            for k in range(firsts[i] + 1, firsts[i + 1]):
                length: cython.longlong = lines[k + 1] - lines[k]
                for n in range(low, high + 1):
                    counted: cython.longlong = max(length - n + 1, 0)
                    out[3 * at] = max(own - n + 1, 0) if counted or one_sided else 0
                    out[3 * at + 1] = counted
                    out[3 * at + 2] = matched[at]
                    at += 1
    return made
