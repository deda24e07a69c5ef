"""Ranking scored items: how many pairs of a positive and a negative item are in the right order, and the ROC curve.

Scores are sorted as 64-bit numbers in the order of the doubles: first into cells by the digit at the highest bit where
any two of them differ, then each cell by radix, a few bits more than its items need, and by insertion.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:  # without Cython the file runs as it is
    from samescore.kernels import stand_in as cython

COMPILED = cython.compiled

#: The most bits of the digit that says which cell an item is in.
_CELL_BITS = cython.declare(cython.int, 16)
#: The most bits of a digit within a cell.
_DIGIT_BITS = cython.declare(cython.int, 12)
#: Cells of at most this many items are sorted by insertion alone.
_FEW = cython.declare(cython.Py_ssize_t, 24)
#: Insertion gives up after this many moves an item.
_MOVES = cython.declare(cython.Py_ssize_t, 8)


def doubles(numbers: cython.const[cython.float][::1]) -> array[float]:
    """The same numbers as doubles."""
    n: cython.Py_ssize_t = len(numbers)
    made = array("d", bytes(8)) * n
    wide: cython.double[::1] = made
    i: cython.Py_ssize_t
    with cython.nogil:
        for i in range(n):
            wide[i] = numbers[i]
    return made


def has_nan(scores: cython.const[cython.double][::1]) -> bool:
    """Is any of the numbers nan?"""
    n: cython.Py_ssize_t = len(scores)
    nan: cython.int = 0
    with cython.nogil:
        nan = _has_nan(scores, n)
    return nan != 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _has_nan(scores: cython.const[cython.double][::1], n: cython.Py_ssize_t) -> cython.int:
    i: cython.Py_ssize_t
    nan: cython.int = 0
    for i in range(n):
        nan |= scores[i] != scores[i]
    return nan


def count_pairs(
    scores: cython.const[cython.ulonglong][::1], gold: cython.const[cython.uchar][::1]
) -> tuple[int, int, int]:
    """How many pairs of a positive and a negative item have the positive one ahead, how many tie, and the positive items.

    `scores` are the bits of doubles, none of them nan; `gold` is 1 for a positive item and 0 for a negative one. There
    may be up to 2**32 items.
    """
    n: cython.Py_ssize_t = len(scores)
    keys, nonnegative = _ranked(scores, gold)
    ranked: cython.ulonglong[::1] = keys
    first: cython.Py_ssize_t = nonnegative
    won: cython.longlong = 0
    tied: cython.longlong = 0
    positives: cython.longlong = 0
    with cython.nogil:
        won, tied, positives = _pairs(ranked, first, n)
    return won, tied, positives


def count_curve(
    scores: cython.const[cython.ulonglong][::1], gold: cython.const[cython.uchar][::1]
) -> tuple[array[int], array[int]]:
    """The negative and the positive items after each distinct score, from the highest down; arguments as `count_pairs`."""
    n: cython.Py_ssize_t = len(scores)
    keys, nonnegative = _ranked(scores, gold)
    ranked: cython.ulonglong[::1] = keys
    first: cython.Py_ssize_t = nonnegative
    negatives, positives = array("q", bytes(8)) * n, array("q", bytes(8)) * n
    fp: cython.longlong[::1] = negatives
    tp: cython.longlong[::1] = positives
    points: cython.Py_ssize_t = 0
    with cython.nogil:
        points = _curve(ranked, first, n, fp, tp)
    return negatives[:points], positives[:points]


def _ranked(
    scores: cython.const[cython.ulonglong][::1], gold: cython.const[cython.uchar][::1]
) -> tuple[array[int], int]:
    """The items in order of their scores, and where the scores begin that are not negative.

    An item is the bits of its key but the highest, and then its label; see `_key`. Items of equal score are in any order.
    """
    n: cython.Py_ssize_t = len(scores)
    keys = array("Q", bytes(8)) * n
    items: cython.ulonglong[::1] = keys
    varying: cython.ulonglong = 0
    nonnegative: cython.Py_ssize_t = 0
    with cython.nogil:
        varying, nonnegative = _survey(scores, n)
    top: cython.int = 0
    while top < 64 and (varying >> top) != 0:
        top += 1
    width: cython.int = 1
    while width < _CELL_BITS and (n >> width) != 0:
        width += 1
    width = min(width, max(top, 1))
    low: cython.int = max(top - width, 0)
    ends: cython.longlong[::1] = array("q", bytes(8)) * ((1 << width) + 1)
    largest: cython.Py_ssize_t = 0
    with cython.nogil:
        largest = _spread(scores, gold, items, ends, low, width, n)
    spare: cython.ulonglong[::1] = array("Q", bytes(8)) * largest
    counts: cython.longlong[::1] = array("q", bytes(8)) * (1 << _DIGIT_BITS)
    with cython.nogil:
        _sort_cells(items, ends, spare, counts, 1 << width)
    return keys, nonnegative


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _key(bits: cython.ulonglong) -> cython.ulonglong:
    """A number in the order of the doubles, of the bits of a double; both zeros have one."""
    one: cython.ulonglong = 1
    sign: cython.ulonglong = one << 63
    bits *= bits != sign
    return bits ^ (sign + (bits >> 63) * (sign - 1))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _survey(
    scores: cython.const[cython.ulonglong][::1], n: cython.Py_ssize_t
) -> tuple[cython.ulonglong, cython.Py_ssize_t]:
    """The bits in which any two keys differ, and the number of negative scores."""
    i: cython.Py_ssize_t
    varying: cython.ulonglong = 0
    nonnegative: cython.Py_ssize_t = 0
    if n > 0:
        first: cython.ulonglong = _key(scores[0])
        for i in range(n):
            key: cython.ulonglong = _key(scores[i])
            varying |= key ^ first
            nonnegative += key >> 63
    return varying, n - nonnegative


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _spread(
    scores: cython.const[cython.ulonglong][::1],
    gold: cython.const[cython.uchar][::1],
    items: cython.ulonglong[::1],
    ends: cython.longlong[::1],
    low: cython.int,
    width: cython.int,
    n: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """Put every item into its cell; the size of the largest cell. Cell k ends before ``ends[k]``."""
    one: cython.ulonglong = 1
    below: cython.ulonglong = (one << 63) - 1
    mask: cython.ulonglong = (one << width) - 1
    i: cython.Py_ssize_t
    key: cython.ulonglong
    for i in range(n):
        ends[((_key(scores[i]) >> low) & mask) + 1] += 1
    largest: cython.longlong = 0
    for i in range(1 << width):
        largest = max(largest, ends[i + 1])
        ends[i + 1] += ends[i]
    for i in range(n):
        key = _key(scores[i])
        cell: cython.Py_ssize_t = (key >> low) & mask
        items[ends[cell]] = ((key & below) << 1) | gold[i]
        ends[cell] += 1
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
    """Sort the items from `start` to `end`."""
    size: cython.Py_ssize_t = end - start
    if size <= _FEW:
        _insert(items, start, end, size * size)
        return
    varying: cython.ulonglong = 0
    i: cython.Py_ssize_t
    for i in range(start, end):
        varying |= items[i] ^ items[start]
    if varying <= 1:  # all scores are equal
        return
    top: cython.int = 0
    while top < 64 and (varying >> top) != 0:
        top += 1
    width: cython.int = 4
    while width < _DIGIT_BITS and (size >> (2 * width - 2)) != 0:
        width += 1
    low: cython.int = max(top - 2 * width, 0)
    _by_two_digits(items, start, end, spare, counts, low, width)
    if low > 0 and not _insert(items, start, end, _MOVES * size):
        low = 0
        while low < top:
            _by_two_digits(items, start, end, spare, counts, low, _DIGIT_BITS)
            low += 2 * _DIGIT_BITS


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _by_two_digits(
    items: cython.ulonglong[::1],
    start: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    spare: cython.ulonglong[::1],
    counts: cython.longlong[::1],
    low: cython.int,
    width: cython.int,
) -> cython.void:
    """Sort by the digit of `width` bits from bit `low` on and the one above it; items with both equal keep their order."""
    size: cython.Py_ssize_t = end - start
    i: cython.Py_ssize_t
    _count_digit(items, start, end, counts, low, width)
    one: cython.ulonglong = 1
    mask: cython.ulonglong = (one << width) - 1
    digit: cython.Py_ssize_t
    for i in range(start, end):
        digit = (items[i] >> low) & mask
        spare[counts[digit]] = items[i]
        counts[digit] += 1
    if low + width > 63:  # there is no digit above it
        for i in range(size):
            items[start + i] = spare[i]
        return
    _count_digit(spare, 0, size, counts, low + width, width)
    for i in range(size):
        digit = (spare[i] >> (low + width)) & mask
        items[start + counts[digit]] = spare[i]
        counts[digit] += 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _count_digit(
    items: cython.ulonglong[::1],
    start: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    counts: cython.longlong[::1],
    low: cython.int,
    width: cython.int,
) -> cython.void:
    """How many items have a smaller digit, for every digit."""
    one: cython.ulonglong = 1
    mask: cython.ulonglong = (one << width) - 1
    i: cython.Py_ssize_t
    for i in range(1 << width):
        counts[i] = 0
    for i in range(start, end):
        counts[(items[i] >> low) & mask] += 1
    before: cython.longlong = 0
    for i in range(1 << width):
        here: cython.longlong = counts[i]
        counts[i] = before
        before += here


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _insert(
    items: cython.ulonglong[::1], start: cython.Py_ssize_t, end: cython.Py_ssize_t, most: cython.Py_ssize_t
) -> cython.bint:
    """Sort by insertion, whatever the labels; False, with the items in some order, if that would take more than about `most` moves."""
    i: cython.Py_ssize_t
    moves: cython.Py_ssize_t = 0
    for i in range(start + 1, end):
        item: cython.ulonglong = items[i]
        place: cython.Py_ssize_t = i
        while place > start and items[place - 1] > (item | 1):
            items[place] = items[place - 1]
            place -= 1
        items[place] = item
        moves += i - place
        if moves > most:
            return False
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _pairs(
    items: cython.ulonglong[::1], nonnegative: cython.Py_ssize_t, n: cython.Py_ssize_t
) -> tuple[cython.longlong, cython.longlong, cython.longlong]:
    """What `count_pairs` returns, of ranked items."""
    i: cython.Py_ssize_t
    won: cython.longlong = 0
    tied: cython.longlong = 0
    negatives: cython.longlong = 0
    positives: cython.longlong = 0
    lower_negatives: cython.longlong = 0
    lower_positives: cython.longlong = 0
    last: cython.ulonglong = 0
    for i in range(n):
        key: cython.ulonglong = items[i] >> 1
        label: cython.longlong = items[i] & 1
        higher: cython.bint = (key != last) | (i == nonnegative)
        lower_negatives = negatives if higher else lower_negatives
        lower_positives = positives if higher else lower_positives
        last = key
        won += lower_negatives * label
        tied += (negatives - lower_negatives) * label + (positives - lower_positives) * (1 - label)
        positives += label
        negatives += 1 - label
    return won, tied, positives


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _curve(
    items: cython.ulonglong[::1],
    nonnegative: cython.Py_ssize_t,
    n: cython.Py_ssize_t,
    fp: cython.longlong[::1],
    tp: cython.longlong[::1],
) -> cython.Py_ssize_t:
    """The points of the curve of ranked items; their number."""
    points: cython.Py_ssize_t = 0
    negatives: cython.longlong = 0
    positives: cython.longlong = 0
    i: cython.Py_ssize_t = n
    while i > 0:
        i -= 1
        positives += items[i] & 1
        negatives += 1 - (items[i] & 1)
        if i == 0 or i == nonnegative or (items[i - 1] >> 1) != (items[i] >> 1):
            fp[points] = negatives
            tp[points] = positives
            points += 1
    return points
