"""Compute the area under the ROC curve in doubles, added in NumPy's order."""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:  # without Cython the file runs as it is
    from samescore.kernels import stand_in as cython

COMPILED = cython.compiled

#: Maximum number of areas that are added without halving the range.
_FEW = cython.declare(cython.Py_ssize_t, 128)


def trapezoids(items: cython.const[cython.ulonglong][::1], corners: cython.Py_ssize_t, origin: cython.bint) -> float:
    """Return the area under a curve by the trapezoidal rule, summed pairwise.

    `items` end with the corners, as `samescore.kernels.ranking.count_corners` leaves them. The curve begins at the
    origin if `origin`, or if its first corner has false positives.
    """
    from_origin: cython.Py_ssize_t = 1 if origin or (items[len(items) - 1] >> 32) > 0 else 0
    areas: cython.double[::1] = array("d", bytes(8)) * _FEW
    return _sum_pairwise(items, corners, 1 - from_origin, corners - 1 + from_origin, areas)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _sum_pairwise(
    items: cython.const[cython.ulonglong][::1],
    corners: cython.Py_ssize_t,
    first: cython.Py_ssize_t,
    size: cython.Py_ssize_t,
    areas: cython.double[::1],
) -> cython.double:
    """Return the sum of `size` areas, starting with the one before corner `first`, added in the same order as NumPy."""
    if size > _FEW:
        half: cython.Py_ssize_t = size // 2
        half -= half % 8
        lower: cython.double = _sum_pairwise(items, corners, first, half, areas)
        return lower + _sum_pairwise(items, corners, first + half, size - half, areas)
    _trapezoids(items, corners, first, size, areas)
    i: cython.Py_ssize_t
    total: cython.double = 0
    if size < 8:
        for i in range(size):
            total += areas[i]
        return total
    a: cython.double = areas[0]
    b: cython.double = areas[1]
    c: cython.double = areas[2]
    d: cython.double = areas[3]
    e: cython.double = areas[4]
    f: cython.double = areas[5]
    g: cython.double = areas[6]
    h: cython.double = areas[7]
    whole: cython.Py_ssize_t = size - size % 8
    i = 8
    while i < whole:
        a += areas[i]
        b += areas[i + 1]
        c += areas[i + 2]
        d += areas[i + 3]
        e += areas[i + 4]
        f += areas[i + 5]
        g += areas[i + 6]
        h += areas[i + 7]
        i += 8
    total = ((a + b) + (c + d)) + ((e + f) + (g + h))
    for i in range(whole, size):
        total += areas[i]
    return total


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _trapezoids(
    items: cython.const[cython.ulonglong][::1],
    corners: cython.Py_ssize_t,
    first: cython.Py_ssize_t,
    size: cython.Py_ssize_t,
    areas: cython.double[::1],
) -> cython.void:
    """Compute `size` areas, starting with the one before corner `first`; the origin precedes corner 0."""
    one: cython.ulonglong = 1
    low: cython.ulonglong = (one << 32) - 1
    top: cython.Py_ssize_t = len(items) - 1
    fp: cython.longlong = items[top - corners + 1] >> 32
    tp: cython.longlong = items[top - corners + 1] & low
    negatives: cython.double = fp
    positives: cython.double = tp
    last_x: cython.double = 0
    last_y: cython.double = 0
    if first > 0:
        fp = items[top - first + 1] >> 32
        tp = items[top - first + 1] & low
        last_x = fp / negatives
        last_y = tp / positives
    i: cython.Py_ssize_t
    for i in range(size):
        fp = items[top - first - i] >> 32
        tp = items[top - first - i] & low
        x: cython.double = fp / negatives
        y: cython.double = tp / positives
        areas[i] = (x - last_x) * (y + last_y) / 2.0
        last_x = x
        last_y = y
