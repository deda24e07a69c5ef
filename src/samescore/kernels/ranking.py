"""Count ranked items: correctly ordered pairs of a positive and a negative item, and the points of the ROC curve.

Items are ranked by `samescore.kernels.sorting`: the lowest bit is the label, 1 for a positive item, and the other bits
are equal for equal scores of the same sign. The nonnegative scores begin at index `nonnegative`.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:  # without Cython the file runs as it is
    from samescore.kernels import stand_in as cython

COMPILED = cython.compiled


def doubles(numbers: cython.const[cython.float][::1]) -> array[float]:
    """Return 32-bit floats converted to doubles."""
    n: cython.Py_ssize_t = len(numbers)
    made = array("d", bytes(8)) * n
    wide: cython.double[::1] = made
    i: cython.Py_ssize_t
    with cython.nogil:
        for i in range(n):
            wide[i] = numbers[i]
    return made


def has_special(words: cython.const[cython.ulonglong][::1]) -> bool:
    """Return whether any of the doubles with these bits is infinite or nan."""
    n: cython.Py_ssize_t = len(words)
    carries: cython.ulonglong = 0
    with cython.nogil:
        carries = _carries(words, n)
    return (carries >> 63) != 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _carries(words: cython.const[cython.ulonglong][::1], n: cython.Py_ssize_t) -> cython.ulonglong:
    """Return the OR of all exponents plus one: the exponent of an infinity or nan overflows into the highest bit."""
    one: cython.ulonglong = 1
    lowest: cython.ulonglong = one << 52
    exponent: cython.ulonglong = (one << 63) - lowest
    carries: cython.ulonglong = 0
    i: cython.Py_ssize_t
    for i in range(n):
        carries |= (words[i] & exponent) + lowest
    return carries


def count_pairs(items: cython.const[cython.ulonglong][::1], nonnegative: cython.Py_ssize_t) -> tuple[int, int, int]:
    """Return the numbers of pairs that rank the positive item higher, of tied pairs, and of positive items.

    There may be up to 2**32 items.
    """
    n: cython.Py_ssize_t = len(items)
    won: cython.longlong = 0
    tied: cython.longlong = 0
    positives: cython.longlong = 0
    with cython.nogil:
        won, tied, positives = _pairs(items, nonnegative, n)
    return won, tied, positives


def count_curve(
    items: cython.const[cython.ulonglong][::1], nonnegative: cython.Py_ssize_t
) -> tuple[memoryview, memoryview]:
    """Return the cumulative negative and positive items after each distinct score, from the highest to the lowest."""
    n: cython.Py_ssize_t = len(items)
    negatives, positives = _numbers(n), _numbers(n)
    fp: cython.longlong[::1] = negatives
    tp: cython.longlong[::1] = positives
    points: cython.Py_ssize_t = 0
    with cython.nogil:
        points = _curve(items, nonnegative, n, fp, tp)
    return negatives[:points], positives[:points]


def count_corners(items: cython.ulonglong[::1], nonnegative: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Overwrite the ranked items (at least one) with the corners of the curve; return the number of corners.

    A corner is the first or last point of the curve (see `count_curve`), or a point with unequal steps to its two
    neighbours on either axis. They are written from the end of `items` backwards, as ``(fp << 32) + tp``: no corner
    overwrites an item that has not been read.
    """
    n: cython.Py_ssize_t = len(items)
    before_last: cython.Py_ssize_t = 0
    with cython.nogil:
        before_last = _corners(items, nonnegative, n)
    return before_last + 1


def _numbers(size: int) -> memoryview:
    """Return `size` zeros, which take no memory until they are written to."""
    return memoryview(bytearray(8 * size)).cast("q") if size else memoryview(array("q"))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _pairs(
    items: cython.const[cython.ulonglong][::1], nonnegative: cython.Py_ssize_t, n: cython.Py_ssize_t
) -> tuple[cython.longlong, cython.longlong, cython.longlong]:
    """Compute `count_pairs` without the GIL; `n` is the number of items."""
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
    items: cython.const[cython.ulonglong][::1],
    nonnegative: cython.Py_ssize_t,
    n: cython.Py_ssize_t,
    fp: cython.longlong[::1],
    tp: cython.longlong[::1],
) -> cython.Py_ssize_t:
    """Write the points of the curve of ranked items; return their number."""
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


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _corners(items: cython.ulonglong[::1], nonnegative: cython.Py_ssize_t, n: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Write the corners over the items; return how many there are before the last one.

    A point is written when the next one is known, over the one before if that was not a corner, without a branch that a
    processor would have to predict.
    """
    corners: cython.Py_ssize_t = 0
    negatives: cython.longlong = 0
    positives: cython.longlong = 0
    before_x: cython.longlong = 0
    before_y: cython.longlong = 0
    x: cython.longlong = 0
    y: cython.longlong = 0
    point: cython.ulonglong = 0
    seen: cython.Py_ssize_t = 0
    far: cython.longlong = 4 * n  # the point before the first one is placed so far away that the first one is a corner
    key: cython.ulonglong = items[n - 1] >> 1
    i: cython.Py_ssize_t = n
    while i > 0:
        i -= 1
        label: cython.longlong = items[i] & 1
        positives += label
        negatives += 1 - label
        lower: cython.ulonglong = items[max(i - 1, 0)] >> 1
        if i == 0 or i == nonnegative or lower != key:
            items[n - 1 - corners] = point
            corners += seen & ((negatives - 2 * x + before_x != 0) | (positives - 2 * y + before_y != 0))
            before_x = x + far
            before_y = y
            x = negatives
            y = positives
            point = x
            point = (point << 32) | y
            far = 0
            seen = 1
            key = lower
    items[n - 1 - corners] = point
    return corners
