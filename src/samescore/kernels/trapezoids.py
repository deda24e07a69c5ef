"""The area under the ROC curve in doubles, added up as NumPy adds."""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:  # without Cython the file runs as it is
    from samescore.kernels import stand_in as cython

COMPILED = cython.compiled


def trapezoids(
    fp: cython.const[cython.longlong][::1], tp: cython.const[cython.longlong][::1], origin: cython.bint
) -> float:
    """The area under the corners of a curve, whose last point has all items: trapezoids, added up pairwise.

    A point whose neighbours are equally far on both axes is no corner. The curve begins at the origin if `origin`, or if
    its first corner has false positives.
    """
    n: cython.Py_ssize_t = len(fp)
    areas: cython.double[::1] = array("d", bytes(8)) * n
    with cython.nogil:
        n = _trapezoids(fp, tp, origin or fp[0] > 0, areas, n)
    return _sum_pairwise(areas, 0, n)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _trapezoids(
    fp: cython.const[cython.longlong][::1],
    tp: cython.const[cython.longlong][::1],
    origin: cython.bint,
    areas: cython.double[::1],
    n: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """The area of each trapezoid; their number."""
    count: cython.Py_ssize_t = 0
    negatives: cython.double = fp[n - 1]
    positives: cython.double = tp[n - 1]
    last_x: cython.double = 0
    last_y: cython.double = 0
    k: cython.Py_ssize_t
    for k in range(n):
        if k > 0 and k < n - 1:
            if fp[k + 1] - 2 * fp[k] + fp[k - 1] == 0 and tp[k + 1] - 2 * tp[k] + tp[k - 1] == 0:
                continue
        x: cython.double = fp[k] / negatives
        y: cython.double = tp[k] / positives
        if k > 0 or origin:
            areas[count] = (x - last_x) * (y + last_y) / 2.0
            count += 1
        last_x = x
        last_y = y
    return count


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _sum_pairwise(values: cython.double[::1], start: cython.Py_ssize_t, size: cython.Py_ssize_t) -> cython.double:
    """The sum of an array as NumPy adds it up."""
    if size > 128:
        half: cython.Py_ssize_t = size // 2
        half -= half % 8
        return _sum_pairwise(values, start, half) + _sum_pairwise(values, start + half, size - half)
    i: cython.Py_ssize_t
    total: cython.double = 0
    if size < 8:
        for i in range(start, start + size):
            total += values[i]
        return total
    a: cython.double = values[start]
    b: cython.double = values[start + 1]
    c: cython.double = values[start + 2]
    d: cython.double = values[start + 3]
    e: cython.double = values[start + 4]
    f: cython.double = values[start + 5]
    g: cython.double = values[start + 6]
    h: cython.double = values[start + 7]
    whole: cython.Py_ssize_t = start + size - size % 8
    i = start + 8
    while i < whole:
        a += values[i]
        b += values[i + 1]
        c += values[i + 2]
        d += values[i + 3]
        e += values[i + 4]
        f += values[i + 5]
        g += values[i + 6]
        h += values[i + 7]
        i += 8
    total = ((a + b) + (c + d)) + ((e + f) + (g + h))
    for i in range(whole, start + size):
        total += values[i]
    return total
