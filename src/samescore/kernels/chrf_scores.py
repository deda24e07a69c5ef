"""Compute chrF of single segments from their rows of counts, in the order of operations of the pure Python code.

If the Python code raises an error or returns a number that is not finite, the result for all segments is None.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:  # without Cython the file runs as it is
    from samescore.kernels import stand_in as cython

if cython.compiled:
    from cython.cimports.libc.math import fabs
else:
    from math import fabs

COMPILED = cython.compiled

#: The treatments of an order for which a text has no n-grams; `EPSILONS` also replaces P and R.
EFFECTIVE, ZEROS, EPSILON_COUNTS, EPSILONS, RAISE = range(5)
_EFFECTIVE = cython.declare(cython.int, EFFECTIVE)
_EPSILON_COUNTS = cython.declare(cython.int, EPSILON_COUNTS)
_EPSILONS = cython.declare(cython.int, EPSILONS)
_RAISE = cython.declare(cython.int, RAISE)


def chrf_scores(
    cells: cython.longlong[::1],
    width: cython.Py_ssize_t,
    kinds: cython.Py_ssize_t,
    square: cython.double,
    missing: cython.int,
    mean: cython.bint,
    pooled: cython.bint,
    grouped: cython.bint,
    matched: cython.bint,
    compensated: cython.bint,
    scale: cython.double,
    single: cython.bint,
) -> array[float] | None:
    """Return the chrF score of each row (h, r, m by order), as `samescore.metrics.chrf.combine.score` computes it.

    With `matched`, the result is that of `matched_score` instead. `square` is beta squared. With `mean`, the F of each
    order is averaged, else P and R are averaged; with `pooled`, the counts of all orders are added up first. Orders are
    added up from left to right, or `compensated` (Neumaier's sum). `kinds` is the number of character orders if these
    are added up apart from the word orders, else 0. With `single`, every result is rounded to a 32-bit float, and
    orders are added up from left to right. Returns None if the Python code raises an error for a row.
    """
    rows: cython.Py_ssize_t = len(cells) // width
    orders: cython.Py_ssize_t = 1 if pooled else width // 3
    made = array("d", [0.0]) * rows
    out: cython.double[::1] = made
    ps: cython.double[::1] = array("d", [0.0]) * (orders + 1)
    rs: cython.double[::1] = array("d", [0.0]) * (orders + 1)
    fs: cython.double[::1] = array("d", [0.0]) * (orders + 1)
    absent: cython.double = 1e-16 if missing >= _EPSILON_COUNTS or missing == _EFFECTIVE else 0.0
    undefined: cython.double = 1e-16 if missing == _EPSILON_COUNTS or missing == _EPSILONS else 0.0
    narrow: cython.float[::1] = array("f", bytes(4) if single else b"")
    factor: cython.double = _rounded(square, narrow)
    plus: cython.double = _rounded(1 + square, narrow)
    failed: cython.bint = False
    i: cython.Py_ssize_t
    n: cython.Py_ssize_t
    k: cython.Py_ssize_t
    with cython.nogil:
        for i in range(rows):
            count: cython.Py_ssize_t = 0
            for n in range(orders):
                at: cython.Py_ssize_t = i * width + 3 * n
                h: cython.longlong = cells[at]
                r: cython.longlong = cells[at + 1]
                m: cython.longlong = cells[at + 2]
                if pooled:
                    for k in range(1, width // 3):
                        h += cells[at + 3 * k]
                        r += cells[at + 3 * k + 1]
                        m += cells[at + 3 * k + 2]
                if missing == _RAISE and (h == 0 or r == 0 or m == 0):
                    failed = True
                    break
                if missing == _EFFECTIVE and (h == 0 or r == 0):
                    continue
                matches: cython.double = m
                own: cython.double = h
                other: cython.double = r
                precision: cython.double = _rounded(matches / own, narrow) if h else absent
                recall: cython.double = _rounded(matches / other, narrow) if r else absent
                denominator: cython.double = _rounded(_rounded(factor * precision, narrow) + recall, narrow)
                f: cython.double = undefined
                if denominator != 0:
                    f = _rounded(_f(precision, recall, plus, grouped, narrow) / denominator, narrow)
                if missing == _EPSILONS and (h == 0 or r == 0 or denominator == 0):
                    precision = 1e-16
                    recall = 1e-16
                    f = 1e-16
                if matched and precision <= 1e-16:
                    f = 0.0
                ps[count] = precision
                rs[count] = recall
                fs[count] = f
                count += 1
            if failed:
                break
            value: cython.double = 0.0
            if matched:
                value = _of_orders(fs, count, kinds, compensated, narrow) / (count if count > 0 else 1)
            elif count == 0:
                value = 0.0
            elif mean or pooled:
                value = _rounded(scale * _of_orders(fs, count, kinds, compensated, narrow) / count, narrow)
            else:
                precision = _rounded(_of_orders(ps, count, kinds, compensated, narrow) / count, narrow)
                recall = _rounded(_of_orders(rs, count, kinds, compensated, narrow) / count, narrow)
                denominator = _rounded(_rounded(factor * precision, narrow) + recall, narrow)
                if denominator == 0:
                    value = _rounded(scale * undefined, narrow)
                else:
                    value = _rounded(scale * (_f(precision, recall, plus, grouped, narrow) / denominator), narrow)
            if not value < 1e300:
                failed = True
                break
            out[i] = value
    return None if failed else made


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _rounded(number: cython.double, narrow: cython.float[::1]) -> cython.double:
    """Return the number rounded to 32 bits via `narrow`, an array of one 32-bit float; unchanged if the array is empty."""
    if len(narrow) == 0:
        return number
    narrow[0] = number
    return narrow[0]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _f(
    precision: cython.double,
    recall: cython.double,
    plus: cython.double,
    grouped: cython.bint,
    narrow: cython.float[::1],
) -> cython.double:
    """Return the numerator of F; `plus` is 1 + beta squared."""
    if grouped:
        return _rounded(plus * _rounded(precision * recall, narrow), narrow)
    return _rounded(_rounded(plus * precision, narrow) * recall, narrow)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _of_orders(
    values: cython.double[::1],
    count: cython.Py_ssize_t,
    kinds: cython.Py_ssize_t,
    compensated: cython.bint,
    narrow: cython.float[::1],
) -> cython.double:
    """Return the sum over orders; with `kinds`, character orders and word orders are summed separately, then added."""
    if kinds == 0:
        return _added(values, 0, count, compensated, narrow)
    middle: cython.Py_ssize_t = min(kinds, count)
    characters: cython.double = _added(values, 0, middle, compensated, narrow)
    return _rounded(characters + _added(values, middle, count, compensated, narrow), narrow)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _added(
    terms: cython.double[::1],
    start: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    compensated: cython.bint,
    narrow: cython.float[::1],
) -> cython.double:
    """Return the sum of finite terms, by Neumaier's algorithm if `compensated`."""
    total: cython.double = 0.0
    lost: cython.double = 0.0
    n: cython.Py_ssize_t
    for n in range(start, end):
        x: cython.double = terms[n]
        y: cython.double = _rounded(total + x, narrow)
        if compensated:
            if fabs(total) >= fabs(x):
                lost += (total - y) + x
            else:
                lost += (x - y) + total
        total = y
    return total + lost
