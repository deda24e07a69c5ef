"""Score BLEU, chrF and TER from sums in 32-bit floats, as `samescore.metrics.significance.sacrebleu_scores` does.

With `weak` (numpy 2 and later), a Python number is rounded to 32 bits before an operation with a 32-bit float, and the
result is a 32-bit float. Otherwise (numpy before 2) such a result is a double, and only an operation on two 32-bit
floats has a 32-bit result. Scores of chrF and TER come with flags: 1 for a 32-bit float.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:  # without Cython the file runs as it is
    from samescore.kernels import stand_in as cython

if cython.compiled:
    from cython.cimports.libc.math import exp, fabs, log
else:
    from math import exp, fabs, log

COMPILED = cython.compiled

#: The treatments of an order without matches.
NONE, FLOOR, ADD_K, EXP = range(4)
_FLOOR = cython.declare(cython.int, FLOOR)
_ADD_K = cython.declare(cython.int, ADD_K)
_EXP = cython.declare(cython.int, EXP)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _single(number: cython.double, narrow: cython.float[::1]) -> cython.double:
    """Return the number rounded to 32 bits via `narrow`, an array of one 32-bit float."""
    narrow[0] = number
    return narrow[0]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _if(short: cython.bint, number: cython.double, narrow: cython.float[::1]) -> cython.double:
    """Return the number, rounded to 32 bits if `short`."""
    return _single(number, narrow) if short else number


def bleu(
    sums: cython.double[::1],
    width: cython.Py_ssize_t,
    orders: cython.Py_ssize_t,
    smoothing: cython.int,
    value: cython.double,
    effective: cython.bint,
    compensated: cython.bint,
    weak: cython.bint,
) -> array[float] | None:
    """Return BLEU in percent for each row of sums: lengths, matches and n-grams; every score is a double.

    `value` is the number that floor or add-k smoothing adds. Logarithms are added from left to right, or with
    Neumaier's sum if `compensated`. Returns None if a score is out of range.
    """
    rows: cython.Py_ssize_t = len(sums) // width
    made = array("d", [0.0]) * rows
    out: cython.double[::1] = made
    narrow: cython.float[::1] = array("f", bytes(4))
    precisions: cython.double[::1] = array("d", [0.0]) * (orders + 1)
    failed: cython.bint = False
    i: cython.Py_ssize_t
    n: cython.Py_ssize_t
    with cython.nogil:
        for i in range(rows):
            at: cython.Py_ssize_t = i * width
            c: cython.double = sums[at]
            r: cython.double = sums[at + 1]
            most: cython.double = 0.0
            for n in range(orders):
                most = max(most, sums[at + 2 + n])
                precisions[n] = 0.0
            if most == 0:
                continue
            penalty: cython.double = 1.0 if c >= r else exp(1 - r / c) if c > 0 else 0.0
            halved: cython.double = 1.0
            used: cython.Py_ssize_t = orders
            for n in range(orders):
                correct: cython.double = sums[at + 2 + n]
                total: cython.double = sums[at + width - orders + n]
                if smoothing == _ADD_K and n > 0:
                    correct = _single(correct + _if(weak, value, narrow), narrow)
                    total = _single(total + _if(weak, value, narrow), narrow)
                if total == 0:
                    break
                if effective:
                    used = n + 1
                if correct != 0:
                    precisions[n] = _if(weak, _if(weak, 100.0 * correct, narrow) / total, narrow)
                elif smoothing == _EXP:
                    halved *= 2
                    precisions[n] = _if(weak, 100.0 / _if(weak, halved * total, narrow), narrow)
                elif smoothing == _FLOOR:
                    precisions[n] = _if(weak, _if(weak, 100.0 * value, narrow) / total, narrow)
            added: cython.double = 0.0
            lost: cython.double = 0.0
            for n in range(used):
                x: cython.double = precisions[n]
                if x < 0:
                    failed = True
                    break
                x = log(x) if x != 0 else -9999999999.0
                y: cython.double = added + x
                if compensated:
                    if fabs(added) >= fabs(x):
                        lost += (added - y) + x
                    else:
                        lost += (x - y) + added
                added = y
            if failed:
                break
            out[i] = penalty * exp((added + lost) / used)
            if not fabs(out[i]) < 1e30:
                failed = True
                break
    return None if failed else made


def chrf(
    sums: cython.double[::1],
    width: cython.Py_ssize_t,
    square: cython.double,
    epsilons: cython.bint,
    weak: cython.bint,
) -> tuple[array[float], bytes] | None:
    """Return chrF in percent for each row of sums (h, r, m of every order), and the flags; `square` is beta squared.

    With `epsilons`, the score is the mean F of the orders, where 1e-16 replaces missing values; otherwise it is F of
    the mean precision and recall of the orders that both sides have. Returns None if a score is out of range.
    """
    rows: cython.Py_ssize_t = len(sums) // width
    made = array("d", [0.0]) * rows
    out: cython.double[::1] = made
    kinds = bytearray(rows)
    short: cython.uchar[::1] = kinds
    narrow: cython.float[::1] = array("f", bytes(4))
    failed: cython.bint = False
    i: cython.Py_ssize_t
    at: cython.Py_ssize_t
    with cython.nogil:
        for i in range(rows):
            precision: cython.double = 0.0
            recall: cython.double = 0.0
            total: cython.double = 0.0
            is_short: cython.bint = False
            orders: cython.Py_ssize_t = 0
            for at in range(i * width, (i + 1) * width, 3):
                h: cython.double = sums[at]
                r: cython.double = sums[at + 1]
                m: cython.double = sums[at + 2]
                if epsilons:
                    of_h: cython.bint = weak and h > 0
                    of_r: cython.bint = weak and r > 0
                    either: cython.bint = of_h or of_r
                    precision = _single(m / h, narrow) if h > 0 else 1e-16
                    recall = _single(m / r, narrow) if r > 0 else 1e-16
                    value: cython.double = _f(precision, recall, square, of_h, either, narrow)
                    if value < 0:
                        value = 1e-16
                        either = False
                    is_short = is_short or either
                    total = _if(is_short, _if(is_short, total, narrow) + _if(is_short, value, narrow), narrow)
                    orders += 1
                elif h > 0 and r > 0:
                    precision = _if(weak, precision + _single(m / h, narrow), narrow)
                    recall = _if(weak, recall + _single(m / r, narrow), narrow)
                    orders += 1
            if epsilons:
                out[i] = _if(is_short, _if(is_short, 100 * total, narrow) / orders, narrow)
                short[i] = is_short
            elif orders > 0:
                precision = _if(weak, precision / orders, narrow)
                recall = _if(weak, recall / orders, narrow)
                if _if(weak, precision + recall, narrow) != 0:
                    value = _f(precision, recall, square, weak, weak, narrow)
                    if value < 0:
                        failed = True
                        break
                    out[i] = _if(weak, 100 * value, narrow)
                    short[i] = weak
            if not fabs(out[i]) < 1e30:
                failed = True
                break
    return None if failed else (made, bytes(kinds))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _f(
    precision: cython.double,
    recall: cython.double,
    square: cython.double,
    of_precision: cython.bint,
    either: cython.bint,
    narrow: cython.float[::1],
) -> cython.double:
    """Return F; -1 if its denominator is 0.

    `of_precision` tells whether the precision is a 32-bit float, to which Python numbers are converted, and `either`
    whether the precision or the recall is a 32-bit float.
    """
    weighted: cython.double = _if(of_precision, _if(of_precision, square, narrow) * precision, narrow)
    denominator: cython.double = _if(either, _if(either, weighted, narrow) + _if(either, recall, narrow), narrow)
    if not denominator > 0:
        return -1.0
    product: cython.double = _if(of_precision, _if(of_precision, 1 + square, narrow) * precision, narrow)
    product = _if(either, _if(either, product, narrow) * _if(either, recall, narrow), narrow)
    return _if(either, product / denominator, narrow)


def ter(sums: cython.double[::1], weak: cython.bint) -> tuple[array[float], bytes]:
    """Return TER in percent for each pair of sums (edits and length), and the flags."""
    rows: cython.Py_ssize_t = len(sums) // 2
    made = array("d", [0.0]) * rows
    out: cython.double[::1] = made
    kinds = bytearray(rows)
    short: cython.uchar[::1] = kinds
    narrow: cython.float[::1] = array("f", bytes(4))
    i: cython.Py_ssize_t
    with cython.nogil:
        for i in range(rows):
            if sums[2 * i + 1] > 0:
                out[i] = _if(weak, 100 * _single(sums[2 * i] / sums[2 * i + 1], narrow), narrow)
                short[i] = weak
            elif sums[2 * i] > 0:
                out[i] = 100.0
    return made, bytes(kinds)
