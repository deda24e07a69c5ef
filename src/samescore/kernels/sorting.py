"""Sort scored items by their scores.

Scores are sorted in two steps. A score's position between the lowest and the highest of a sample determines its cell;
within a cell, its distance from the lowest score gives an approximate position, and insertion sort completes the order.
The steps per item are bounded for every distribution: a cell that would need many insertions is sorted digit by digit
(radix sort).
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:  # without Cython the file runs as it is
    from samescore.kernels import stand_in as cython

COMPILED = cython.compiled

#: Approximate number of items in a cell, maximum number of cells, and number of sampled scores.
_IN_CELL = cython.declare(cython.Py_ssize_t, 1024)
_MOST_CELLS = cython.declare(cython.Py_ssize_t, 2048)
_SAMPLE = cython.declare(cython.Py_ssize_t, 1024)
#: Maximum number of items in a cell that is sorted by insertion alone.
_FEW = cython.declare(cython.Py_ssize_t, 12)
#: Maximum number of bits of an item's position in its cell, and of a digit.
_PLACE_BITS = cython.declare(cython.int, 16)
_DIGIT_BITS = cython.declare(cython.int, 12)
#: Number of moves per item after which insertion gives up.
_MOVES = cython.declare(cython.Py_ssize_t, 8)
_LARGEST = cython.declare(cython.double, 1.7976931348623157e308)


def ranked(scores: array[float], gold: cython.const[cython.uchar][::1]) -> tuple[memoryview, int]:
    """Return the items in order of their scores, and the index where the nonnegative scores begin.

    No score is nan; `gold` is 1 for a positive item and 0 for a negative one. A ranked item is its key without the
    highest bit, followed by its label; see `_key`. The order of items with equal scores is unspecified.
    """
    n: cython.Py_ssize_t = len(gold)
    if n == 0:
        return memoryview(array("Q")), 0
    values: cython.const[cython.double][::1] = scores
    bits: cython.const[cython.ulonglong][::1] = memoryview(scores).cast("B").cast("Q")
    keys = memoryview(bytearray(8 * n)).cast("Q")  # memory is only allocated when it is written to
    items: cython.ulonglong[::1] = keys
    cells: cython.Py_ssize_t = 1
    while cells < _MOST_CELLS and cells * _IN_CELL < n:
        cells *= 2
    low: cython.double = 0.0
    high: cython.double = 0.0
    with cython.nogil:
        low, high = _sampled_range(values, n)
    width: cython.double = high - low
    scale: cython.double = 0.0
    if low >= -_LARGEST and high <= _LARGEST and width <= _LARGEST and width * _LARGEST > cells:
        scale = cells / width
    ends: cython.longlong[::1] = array("q", bytes(8)) * (cells + 2)
    nonnegative: cython.Py_ssize_t = 0
    largest: cython.Py_ssize_t = 0
    with cython.nogil:
        nonnegative = _spread(values, bits, gold, items, ends, low, scale, cells, n)
        largest = _largest_cell(ends, cells + 1)
    spare: cython.ulonglong[::1] = array("Q", bytes(8)) * largest
    width_of_counts: cython.int = _DIGIT_BITS
    while width_of_counts < _PLACE_BITS and (largest >> width_of_counts) != 0:
        width_of_counts += 1
    counts: cython.longlong[::1] = array("q", bytes(8)) * (1 << width_of_counts)
    with cython.nogil:
        _sort_cells(items, ends, spare, counts, cells + 1)
    return keys, nonnegative


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _sampled_range(
    scores: cython.const[cython.double][::1], n: cython.Py_ssize_t
) -> tuple[cython.double, cython.double]:
    """Return the lowest and the highest score of a sample."""
    step: cython.Py_ssize_t = n // _SAMPLE + 1
    low: cython.double = scores[0]
    high: cython.double = scores[0]
    i: cython.Py_ssize_t = 0
    while i < n:
        low = min(low, scores[i])
        high = max(high, scores[i])
        i += step
    return low, high


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _key(bits: cython.ulonglong) -> cython.ulonglong:
    """Return an integer for the bits of a double, in the same order as the doubles; both zeros have the same integer."""
    one: cython.ulonglong = 1
    sign: cython.ulonglong = one << 63
    bits *= bits != sign
    return bits ^ (sign + (bits >> 63) * (sign - 1))


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _cell(score: cython.double, low: cython.double, scale: cython.double, cells: cython.double) -> cython.Py_ssize_t:
    """Return the cell of a score, from 0 to `cells`; higher scores have no lower cell, and no cell has both signs."""
    place: cython.double = (score - low) * scale
    place = place if place > 0.0 else 0.0  # also if it is nan
    place = place if place < cells - 1.0 else cells - 1.0
    cell: cython.Py_ssize_t = int(place)
    return cell + (score >= 0.0)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _spread(
    scores: cython.const[cython.double][::1],
    bits: cython.const[cython.ulonglong][::1],
    gold: cython.const[cython.uchar][::1],
    items: cython.ulonglong[::1],
    ends: cython.longlong[::1],
    low: cython.double,
    scale: cython.double,
    cells: cython.Py_ssize_t,
    n: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """Distribute the items over the cells; return the number of negative scores. Cell k ends before ``ends[k]``."""
    one: cython.ulonglong = 1
    below: cython.ulonglong = (one << 63) - 1
    many: cython.double = cells
    negative: cython.Py_ssize_t = 0
    i: cython.Py_ssize_t
    for i in range(n):
        negative += scores[i] < 0.0
        ends[_cell(scores[i], low, scale, many) + 1] += 1
    for i in range(cells + 1):
        ends[i + 1] += ends[i]
    for i in range(n):
        cell: cython.Py_ssize_t = _cell(scores[i], low, scale, many)
        items[ends[cell]] = ((_key(bits[i]) & below) << 1) | gold[i]
        ends[cell] += 1
    return negative


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _largest_cell(ends: cython.longlong[::1], cells: cython.Py_ssize_t) -> cython.Py_ssize_t:
    largest: cython.longlong = 0
    start: cython.longlong = 0
    cell: cython.Py_ssize_t
    for cell in range(cells):
        largest = max(largest, ends[cell] - start)
        start = ends[cell]
    return largest


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _sort_cells(
    items: cython.ulonglong[::1],
    ends: cython.longlong[::1],
    spare: cython.ulonglong[::1],
    counts: cython.longlong[::1],
    cells: cython.Py_ssize_t,
) -> cython.void:
    cell: cython.Py_ssize_t
    start: cython.Py_ssize_t = 0
    for cell in range(cells):
        end: cython.Py_ssize_t = ends[cell]
        if end - start > 1:
            _sort(items, start, end, spare, counts)
        start = end


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _sort(
    items: cython.ulonglong[::1],
    start: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    spare: cython.ulonglong[::1],
    counts: cython.longlong[::1],
) -> cython.void:
    """Sort the items from `start` to `end`, ignoring their labels."""
    size: cython.Py_ssize_t = end - start
    if size <= _FEW:
        _insert(items, start, items, start, size, size * size)
        return
    lowest: cython.ulonglong = items[start]
    highest: cython.ulonglong = items[start]
    i: cython.Py_ssize_t
    for i in range(start, end):
        lowest = min(lowest, items[i])
        highest = max(highest, items[i])
    span: cython.ulonglong = (highest >> 1) - (lowest >> 1)
    if span == 0:  # all scores are equal
        return
    bits: cython.int = 4
    while bits < _PLACE_BITS and (size >> bits) != 0:
        bits += 1
    low: cython.int = 0
    while (span >> low) >> bits != 0:
        low += 1
    base: cython.ulonglong = (lowest >> 1) << 1
    _by_digit(items, start, spare, 0, size, counts, base, low + 1, bits)
    if low > 0 and _insert(spare, 0, items, start, size, _MOVES * size):
        return
    for i in range(size):
        items[start + i] = spare[i]
    if low > 0:
        low = 1
        while low < 64 and (span >> (low - 1)) != 0:
            _by_digit(items, start, spare, 0, size, counts, base, low, _DIGIT_BITS)
            _by_digit(spare, 0, items, start, size, counts, base, low + _DIGIT_BITS, _DIGIT_BITS)
            low += 2 * _DIGIT_BITS


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _by_digit(
    source: cython.ulonglong[::1],
    first: cython.Py_ssize_t,
    target: cython.ulonglong[::1],
    start: cython.Py_ssize_t,
    size: cython.Py_ssize_t,
    counts: cython.longlong[::1],
    base: cython.ulonglong,
    low: cython.int,
    bits: cython.int,
) -> cython.void:
    """Move items in stable order of one digit of their offset from `base`: `bits` bits, from bit `low` on."""
    one: cython.ulonglong = 1
    mask: cython.ulonglong = (one << bits) - 1
    i: cython.Py_ssize_t
    for i in range(1 << bits):
        counts[i] = 0
    for i in range(first, first + size):
        counts[((source[i] - base) >> low) & mask] += 1
    before: cython.longlong = start
    for i in range(1 << bits):
        here: cython.longlong = counts[i]
        counts[i] = before
        before += here
    for i in range(first, first + size):
        digit: cython.Py_ssize_t = ((source[i] - base) >> low) & mask
        target[counts[digit]] = source[i]
        counts[digit] += 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _insert(
    source: cython.ulonglong[::1],
    first: cython.Py_ssize_t,
    items: cython.ulonglong[::1],
    start: cython.Py_ssize_t,
    size: cython.Py_ssize_t,
    most: cython.Py_ssize_t,
) -> cython.bint:
    """Move items in sorted order (insertion sort, ignoring labels); return False after more than about `most` moves.

    The items from `first` on go to `start`, which may be the same place.
    """
    i: cython.Py_ssize_t
    moves: cython.Py_ssize_t = 0
    for i in range(size):
        item: cython.ulonglong = source[first + i]
        place: cython.Py_ssize_t = start + i
        while place > start and items[place - 1] > (item | 1):
            items[place] = items[place - 1]
            place -= 1
        items[place] = item
        moves += start + i - place
        if moves > most:
            return False
    return True
