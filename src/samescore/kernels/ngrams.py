"""Count clipped n-gram matches of many segments, for several orders at once.

An n-gram that occurs once in each text matches n-grams of higher orders as far as the two texts agree after it. This is
compared directly, and the n-gram is not processed further. The other n-grams that both texts have are processed for the
next order, where they get new numbers: the number of an n-gram is looked up by the number of the (n-1)-gram at its
position and by the unit that follows. Numbers are dense, so counts are arrays. No hashing is used, so no input of a
given length is slower than others.

If one of two texts is short, `samescore.kernels.short_ngrams` counts instead.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:  # without Cython the file runs as it is
    from samescore.kernels import stand_in as cython

from samescore.kernels.numbered import Numbered
from samescore.kernels.short_ngrams import count_short_pairs

COMPILED = cython.compiled

#: Limit for numbers times units; above it, pairs are grouped by unit instead of looked up in a table of all pairs.
MOST_PAIRS = 1 << 18
#: Generation numbers stay about below this; a smaller one marks a table entry as left over from earlier pairs.
MOST_USED = 1 << 30
#: The amount that each occurrence adds to a tally.
_ONCE = cython.declare(cython.longlong, 1 << 32)


def matches(text: Numbered, low: cython.int, high: cython.int, pooled: cython.bint, clipped: cython.bint) -> array[int]:
    """Return the n-gram matches of each hypothesis for the orders `low` to `high` (from 1), one row per pair.

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
    pairs = segments if pooled else len(text.lines) - 1 - segments
    made = array("q", [0]) * (pairs * orders)
    out: cython.longlong[::1] = made
    done = count_short_pairs(text, low, high, pooled, clipped, made)
    if 0 not in done:
        return made
    short: cython.uchar[::1] = done
    pair: cython.Py_ssize_t = 0
    longest: cython.longlong = 1
    largest: cython.longlong = 1  # size of the table that a pair may need
    for i in range(segments):
        length = lines[firsts[i + 1]] - lines[firsts[i]]
        longest = max(longest, length)
        largest = max(largest, length * sizes[i])
    most_pairs: cython.longlong = MOST_PAIRS
    capacity: cython.longlong = max(min(largest, most_pairs), longest)
    table: cython.int[::1] = array("i", [0]) * capacity
    room: cython.Py_ssize_t = longest + 2
    grouped: cython.Py_ssize_t = room if largest > capacity else 1
    starts: cython.int[::1] = array("i", [0]) * grouped
    by_unit: cython.int[::1] = array("i", [0]) * grouped
    places: cython.int[::1] = array("i", [0]) * room
    names: cython.int[::1] = array("i", [0]) * room
    stops: cython.int[::1] = array("i", [0]) * room
    own_places: cython.int[::1] = array("i", [0]) * room
    own_names: cython.int[::1] = array("i", [0]) * room
    tallies: cython.longlong[::1] = array("q", [0]) * room
    own_tallies: cython.longlong[::1] = array("q", [0]) * room
    most: cython.int[::1] = array("i", [0]) * room
    here: cython.int[::1] = array("i", [0]) * room
    latest: cython.int[::1] = array("i", [0]) * room
    found: cython.int[::1] = array("i", [0]) * room
    renamed: cython.int[::1] = array("i", [0]) * room
    matched: cython.longlong[::1] = array("q", [0]) * (high + 1)
    longer: cython.longlong[::1] = array("q", [0]) * (high + 1)
    row: cython.Py_ssize_t = 0
    used: cython.int = 1
    most_used: cython.int = MOST_USED
    slot: cython.longlong
    order: cython.int
    with cython.nogil:
        for i in range(segments):
            k = firsts[i] + 1
            while k < firsts[i + 1] or (pooled and k == firsts[i] + 1):
                last: cython.Py_ssize_t = firsts[i + 1] if pooled else k + 1
                if short[pair]:
                    row += orders
                else:
                    used = _pair(
                        ids, lines, firsts[i], k, last, sizes[i], high, clipped, table, capacity, used, starts, by_unit,
                        places, names, stops, own_places, own_names, tallies, own_tallies, most, here, latest, found, renamed,
                        matched, longer
                    )  # fmt: skip
                    more: cython.longlong = 0
                    for order in range(1, high + 1):
                        if order >= low:
                            out[row] = matched[order] + more
                            row += 1
                        more += longer[order]
                pair += 1
                if used > most_used:
                    for slot in range(capacity):
                        table[slot] = 0
                    used = 1
                k = last if last > k else k + 1
    return made


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _pair(
    ids: cython.int[::1],
    lines: cython.longlong[::1],
    hypothesis: cython.Py_ssize_t,
    reference: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    size: cython.int,
    high: cython.int,
    clipped: cython.bint,
    table: cython.int[::1],
    capacity: cython.longlong,
    used: cython.int,
    starts: cython.int[::1],
    by_unit: cython.int[::1],
    places: cython.int[::1],
    names: cython.int[::1],
    stops: cython.int[::1],
    own_places: cython.int[::1],
    own_names: cython.int[::1],
    tallies: cython.longlong[::1],
    own_tallies: cython.longlong[::1],
    most: cython.int[::1],
    here: cython.int[::1],
    latest: cython.int[::1],
    found: cython.int[::1],
    renamed: cython.int[::1],
    matched: cython.longlong[::1],
    longer: cython.longlong[::1],
) -> cython.int:
    """Count one pair: a hypothesis, and the lines from `reference` to `last` (excluded); return the next unused number.

    ``matched[n]`` gets the matches of the n-grams of order n that were processed for it; ``longer[n]`` the number by
    which directly compared matches increase from order n - 1 to order n.

    `places` and `names` are the positions in the references of the n-grams that both texts have, and their numbers;
    `stops` has the line end of each position, needed if there are several lines. `own_places` and `own_names` are the
    hypothesis'. A number in `table` is `used` + the number of an n-gram; anything lower is left over from earlier. The
    tally of an n-gram is 2**32 times its number of occurrences, XORed with its positions: for an n-gram that occurs
    once, its position.
    """
    several: cython.bint = last - reference > 1
    base: cython.longlong = lines[hypothesis]  # positions are counted from here
    end: cython.int = lines[hypothesis + 1] - base
    stop: cython.int = lines[last] - base
    many: cython.int = 0
    own: cython.int = end
    once: cython.longlong = _ONCE
    place: cython.int
    own_place: cython.int
    name: cython.int
    unit: cython.int
    order: cython.int
    k: cython.int
    line: cython.Py_ssize_t
    for order in range(high + 1):
        matched[order] = 0
        longer[order] = 0
    for place in range(end):
        own_places[place] = place
        own_names[place] = ids[base + place]
    for line in range(reference, last):
        for place in range(lines[line] - base, lines[line + 1] - base):
            places[many] = place
            names[many] = ids[base + place]
            stops[place] = lines[line + 1] - base
            many += 1
    before: cython.longlong = 0  # the number of distinct (n-1)-grams still processed
    for order in range(1, high + 1):
        if not many or not own:
            break
        different: cython.int = size
        direct: cython.bint = order > 1 and before * size <= capacity
        if direct:
            different = 0
        elif order > 1:
            different = _name_by_groups(
                ids,
                base + order - 1,
                size,
                places,
                names,
                many,
                own_places,
                own_names,
                own,
                table,
                used,
                starts,
                by_unit,
            )
        room: cython.int = max(different, many)
        for name in range(room + 1):
            tallies[name] = 0
            own_tallies[name] = 0
        shift: cython.longlong = base + order - 1
        for k in range(many):
            name = names[k]
            place = places[k]
            if direct:
                slot: cython.int = name * size + ids[shift + place]
                name = table[slot] - used
                new: cython.int = name < 0
                name += (different - name) * new  # without a branch: whether an n-gram is new cannot be predicted
                different += new
                table[slot] = used + name
                names[k] = name
            tallies[name] = (tallies[name] + once) ^ place
        for k in range(own):
            name = own_names[k]
            place = own_places[k]
            if direct:
                name = table[name * size + ids[shift + place]] - used
            name += (different - name) * (name < 0)
            own_tallies[name] = (own_tallies[name] + once) ^ place
            own_names[k] = name
        if several:
            _highest_counts(names, places, stops, many, different, most, here, latest)
        if order > 1:
            used += different
        singles: cython.int = 0
        kept: cython.int = 0
        total: cython.longlong = 0
        for name in range(different):
            theirs: cython.longlong = tallies[name] >> 32
            ours: cython.longlong = own_tallies[name] >> 32
            both: cython.int = (theirs > 0) & (ours > 0)
            single: cython.int = both & (theirs + ours == 2)
            if several:
                theirs = most[name]
            total += min(ours, theirs) if clipped else ours * both
            found[singles] = name
            singles += single
            renamed[name] = (kept + 1) * (both - single) - 1
            kept += both - single
        matched[order] = total
        if order == high:
            break
        if order == 1 and not several and 4 * size < many:  # few of its units are unique: process all of them further
            before = size
            many -= 1
            own -= 1
            continue
        before = kept
        longer[order] += singles
        for k in range(singles):
            place = tallies[found[k]] & 0x7FFFFFFF
            own_place = own_tallies[found[k]] & 0x7FFFFFFF
            if several:
                stop = stops[place]
            most_agreed: cython.int = min(min(stop - place, end - own_place), high) - order
            agree: cython.int = 1
            agreed: cython.int = 0
            for unit in range(1, most_agreed + 1):
                agree &= ids[shift + place + unit] == ids[shift + own_place + unit]
                agreed += agree
            longer[order + agreed] -= 1
        renamed[different] = -1
        kept = 0
        for k in range(many):
            name = renamed[names[k]]
            place = places[k]
            if several:
                stop = stops[place]
            places[kept] = place
            names[kept] = name
            kept += (name >= 0) & (place + order < stop)
        many = kept
        kept = 0
        for k in range(own):
            name = renamed[own_names[k]]
            place = own_places[k]
            own_places[kept] = place
            own_names[kept] = name
            kept += (name >= 0) & (place + order < end)
        own = kept
    return used


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _highest_counts(
    names: cython.int[::1],
    places: cython.int[::1],
    stops: cython.int[::1],
    many: cython.int,
    different: cython.int,
    most: cython.int[::1],
    here: cython.int[::1],
    latest: cython.int[::1],
) -> cython.void:
    """Set ``most[name]`` to an n-gram's highest count in any one line; lines are distinguished by their ends."""
    k: cython.int
    name: cython.int
    for name in range(different):
        most[name] = 0
        latest[name] = -1
    for k in range(many):
        name = names[k]
        if latest[name] != stops[places[k]]:
            latest[name] = stops[places[k]]
            here[name] = 0
        here[name] += 1
        most[name] = max(most[name], here[name])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _name_by_groups(
    ids: cython.int[::1],
    following: cython.longlong,
    size: cython.int,
    places: cython.int[::1],
    names: cython.int[::1],
    many: cython.int,
    own_places: cython.int[::1],
    own_names: cython.int[::1],
    own: cython.int,
    table: cython.int[::1],
    used: cython.int,
    starts: cython.int[::1],
    by_unit: cython.int[::1],
) -> cython.int:
    """Number the n-grams of both texts, grouped by their last unit; return how many distinct ones there are.

    The last unit of the n-gram at a position is ``ids[following + place]``. A number replaces that of the (n-1)-gram;
    -1 for an n-gram of the hypothesis that the references do not have.
    """
    k: cython.int
    unit: cython.int
    name: cython.int
    for unit in range(size + 1):
        starts[unit] = 0
    for k in range(many):
        starts[ids[following + places[k]] + 1] += 1
    for k in range(own):
        starts[ids[following + own_places[k]] + 1] += 1
    for unit in range(size):
        starts[unit + 1] += starts[unit]
    for k in range(many):
        unit = ids[following + places[k]]
        by_unit[starts[unit]] = k
        starts[unit] += 1
    for k in range(own):
        unit = ids[following + own_places[k]]
        by_unit[starts[unit]] = many + k
        starts[unit] += 1
    different: cython.int = 0
    at: cython.int = 0
    for unit in range(size):
        lowest: cython.int = used + different
        while at < starts[unit]:
            k = by_unit[at]
            if k < many:
                name = table[names[k]]
                if name < lowest:
                    name = used + different
                    table[names[k]] = name
                    different += 1
                names[k] = name - used
            else:
                name = table[own_names[k - many]]
                own_names[k - many] = name - used if name >= lowest else -1
            at += 1
    return different
