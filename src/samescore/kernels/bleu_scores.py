"""Compute BLEU of single segments from their rows of counts, in the order of operations of the pure Python code.

If the Python code raises an error or returns a number that is not finite, the result for all segments is None.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:  # without Cython the file runs as it is
    from samescore.kernels import stand_in as cython

if cython.compiled:
    from cython.cimports.libc.math import exp, fabs, log
    from cython.cimports.libc.math import pow as power
else:
    from math import exp, fabs, log
    from math import pow as power

COMPILED = cython.compiled

#: The ways to add numbers: one after the other, with compensation (Neumaier's sum), or exactly, rounded once.
LEFT_TO_RIGHT, COMPENSATED, EXACT = range(3)
_COMPENSATED = cython.declare(cython.int, COMPENSATED)
_EXACT = cython.declare(cython.int, EXACT)

#: BLEU's smoothing, as in `samescore.metrics.bleu.smoothing`; `LOGARITHM` is method 4 in its form ``halving``.
NONE, FLOOR, ADD, HALVE, TINY, SMALLEST, LOGARITHM = range(7)
_FLOOR = cython.declare(cython.int, FLOOR)
_ADD = cython.declare(cython.int, ADD)
_HALVE = cython.declare(cython.int, HALVE)
_TINY = cython.declare(cython.int, TINY)
_SMALLEST = cython.declare(cython.int, SMALLEST)
_LOGARITHM = cython.declare(cython.int, LOGARITHM)

#: The rules for BLEU's brevity penalty.
STANDARD, BY_RATIO, BY_RATIO_IEEE, BY_TINY_RATIO, NO_PENALTY, ZERO_IF_EMPTY = range(6)
_BY_RATIO = cython.declare(cython.int, BY_RATIO)
_BY_RATIO_IEEE = cython.declare(cython.int, BY_RATIO_IEEE)
_BY_TINY_RATIO = cython.declare(cython.int, BY_TINY_RATIO)
_NO_PENALTY = cython.declare(cython.int, NO_PENALTY)
_ZERO_IF_EMPTY = cython.declare(cython.int, ZERO_IF_EMPTY)

#: The cases in which BLEU returns 0 early: if no order has matches, if any order has none, or never.
NO_MATCH, ANY_ORDER, OFF = range(3)
_NO_MATCH = cython.declare(cython.int, NO_MATCH)
_ANY_ORDER = cython.declare(cython.int, ANY_ORDER)

#: The treatments of a precision of 0: the score is 0; the order is skipped; the Python code computes the score; or the
#: Python code computes it only if the precision of the highest order is not 0.
ZERO, SKIP, REFUSE, LAST_ORDER = range(4)
_SKIP = cython.declare(cython.int, SKIP)
_REFUSE = cython.declare(cython.int, REFUSE)
_LAST_ORDER = cython.declare(cython.int, LAST_ORDER)

#: The ways to combine the terms of BLEU's mean if the weights are uniform: sum divided by their number, each term
#: weighted, or sum multiplied by the weight; or the root of their product, without logarithms.
DIVIDED, WEIGHTED, TIMES_WEIGHT, PRODUCT = range(4)
_WEIGHTED = cython.declare(cython.int, WEIGHTED)
_TIMES_WEIGHT = cython.declare(cython.int, TIMES_WEIGHT)
_PRODUCT = cython.declare(cython.int, PRODUCT)


def bleu_scores(
    cells: cython.longlong[::1],
    width: cython.Py_ssize_t,
    highest: cython.Py_ssize_t,
    smoothing: cython.int,
    number: cython.double,
    first: cython.Py_ssize_t,
    empty: cython.double,
    guard: cython.int,
    zero: cython.int,
    effective: cython.bint,
    reweigh: cython.bint,
    penalty: cython.int,
    arithmetic: cython.bint,
    weights: cython.double[::1],
    smoothed: cython.double[::1],
    logarithms: cython.double[::1],
    adding: cython.int,
    weighting: cython.int,
    unit: cython.double,
    factor: cython.double,
) -> array[float] | None:
    """Return the BLEU score of each row (c, r, matches, totals), as `samescore.metrics.bleu.combine.score` computes it.

    `highest` is the highest order; `number` is the smoothing value (0.1 for `FLOOR`), added from order `first` on;
    `empty` is the precision of an order without n-grams, negative if that is an error. `weights` is empty if they are
    uniform. `smoothed` has the precisions of each row, and `logarithms` the weighted sum of their logarithms (nan where
    a precision of 0 determines the score); both are empty if the kernel computes them. `reweigh` uses the first c
    orders only if c is below 4. `unit` is 100 if precisions are percentages, else 1. The final score is multiplied by
    100 if `factor` is 100, and divided by 100 if it is 0.01. Returns None if the Python code raises an error for a row.
    """
    rows: cython.Py_ssize_t = len(cells) // width
    orders: cython.Py_ssize_t = (width - 2) // 2
    made = array("d", bytes(8 * rows))
    out: cython.double[::1] = made
    precisions: cython.double[::1] = array("d", bytes(8 * (highest + 1)))
    terms: cython.double[::1] = array("d", bytes(8 * (highest + 1)))
    parts: cython.double[::1] = array("d", bytes(8 * (highest + 2)))
    uniform: cython.bint = len(weights) == 0
    given: cython.bint = len(smoothed) > 0
    known: cython.bint = len(logarithms) > 0
    failed: cython.bint = False
    i: cython.Py_ssize_t
    n: cython.Py_ssize_t
    with cython.nogil:
        for i in range(rows):
            at: cython.Py_ssize_t = i * width
            c: cython.longlong = cells[at]
            matched: cython.Py_ssize_t = 0
            filled: cython.Py_ssize_t = 0
            fills: cython.bint = effective and smoothing == _ADD and number > 0
            for n in range(highest):
                if cells[at + 2 + n] != 0:
                    matched += 1
                if cells[at + 2 + orders + n] > 0:
                    filled += 1
                elif n < first - 1:
                    fills = False
            brevity: cython.double = _brevity(c, cells[at + 1], penalty)
            if brevity < 0:
                failed = True
                break
            if (guard == _NO_MATCH and matched == 0) or (guard == _ANY_ORDER and matched < highest):
                continue
            used: cython.Py_ssize_t = highest
            if effective and not fills:
                used = filled
                if used == 0:
                    continue
            if reweigh and c < 4:
                used = c
                if used == 0:
                    failed = True
                    break
            zeros: cython.double = 1.0
            for n in range(highest):
                if given:
                    precisions[n] = unit * smoothed[i * highest + n]
                    continue
                numerator: cython.double = cells[at + 2 + n]
                total: cython.double = cells[at + 2 + orders + n]
                if smoothing == _ADD and n + 1 >= first:
                    numerator = numerator + number
                    total = total + number
                elif smoothing == _TINY:
                    numerator = numerator + 1e-15
                    total = total + 1e-9
                p: cython.double = 0.0
                if total == 0:
                    if empty < 0:
                        failed = True
                        break
                    p = unit * empty
                elif numerator != 0:
                    p = unit * numerator / total
                else:
                    zeros = zeros * 2.0
                    if smoothing == _FLOOR:
                        p = unit * number / total
                    elif smoothing == _HALVE:
                        p = unit / (zeros * total)
                    elif smoothing == _SMALLEST:
                        p = unit * 2.2250738585072014e-308
                    elif smoothing == _LOGARITHM and c > 1:
                        p = unit * (1 / (zeros * number / log(c)) / total)
                precisions[n] = p
            if failed:
                break
            value: cython.double = _mean(
                precisions, used, highest, weights, uniform, zero, arithmetic, adding, weighting, unit, terms, parts
            )
            if value < 0:
                failed = True
                break
            if known and logarithms[i] == logarithms[i]:
                value = exp(logarithms[i]) * unit
            value = brevity * value
            if factor < 1:
                value = value / 100
            elif factor > 1:
                value = value * 100
            if not value < 1e300:  # overflow of a double is an error in the Python code
                failed = True
                break
            out[i] = value
    return None if failed else made


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _brevity(c: cython.longlong, r: cython.longlong, penalty: cython.int) -> cython.double:
    """Return the brevity penalty; negative if the Python code raises an error."""
    ratio: cython.double
    hypothesis: cython.double = c
    reference: cython.double = r
    if penalty == _BY_RATIO:
        if c <= 0 or r <= 0:
            return -1.0
        return 1.0 if c > r else exp(1 - 1.0 / (hypothesis / reference))
    if penalty == _BY_RATIO_IEEE and 0 < c < r:
        return exp(1 - 1.0 / (hypothesis / reference))
    if penalty == _BY_TINY_RATIO:
        ratio = (hypothesis + 1e-15) / ((reference if r > 0 else 0.0) + 1e-9)
        return exp(1 - 1 / ratio) if ratio < 1 else 1.0
    if penalty == _ZERO_IF_EMPTY and c == 0:
        return 0.0
    if penalty == _NO_PENALTY or c >= r:
        return 1.0
    return exp(1 - reference / hypothesis) if c > 0 else 0.0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _mean(
    precisions: cython.double[::1],
    used: cython.Py_ssize_t,
    highest: cython.Py_ssize_t,
    weights: cython.double[::1],
    uniform: cython.bint,
    zero: cython.int,
    arithmetic: cython.bint,
    adding: cython.int,
    weighting: cython.int,
    unit: cython.double,
    terms: cython.double[::1],
    parts: cython.double[::1],
) -> cython.double:
    """Return the weighted mean of the first precisions; negative if the Python code raises an error."""
    even: cython.bint = uniform or used < highest
    weight: cython.double = 1.0 / used
    zeros: cython.Py_ssize_t = 0
    n: cython.Py_ssize_t
    for n in range(used):
        if precisions[n] == 0:
            zeros += 1
    kept: cython.Py_ssize_t = used - zeros if zero == _SKIP else used
    own: cython.double = 1.0 if even and kept == used else unit
    if not arithmetic and kept == used and zeros > 0:
        if zero == _REFUSE or (zero == _LAST_ORDER and precisions[used - 1] != 0):
            return -1.0
        return 0.0
    count: cython.Py_ssize_t = 0
    product: cython.double = 1.0
    term: cython.double
    for n in range(used):
        term = precisions[n]
        if zero == _SKIP and term == 0:
            continue
        if own != 1.0:
            term = term / own
        if not arithmetic:
            if term == 0:
                return -1.0
            if weighting == _PRODUCT:
                product = product * term
            else:
                term = log(term)
        if not even:
            term = weights[n] * term
        elif weighting == _WEIGHTED:
            term = weight * term
        terms[count] = term
        count += 1
    if weighting == _PRODUCT:
        return power(product, weight) * own
    total: cython.double = _added(terms, 0, count, adding, parts)
    if even and weighting == _TIMES_WEIGHT:
        total = total * weight
    elif even and weighting != _WEIGHTED:
        total = total / used
    return total * own if arithmetic else exp(total) * own


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _added(
    terms: cython.double[::1],
    start: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    adding: cython.int,
    parts: cython.double[::1],
) -> cython.double:
    """Return the sum of finite terms, added in the way `adding`.

    `parts` has space for one number more than there are terms.
    """
    total: cython.double = 0.0
    lost: cython.double = 0.0
    x: cython.double
    y: cython.double
    n: cython.Py_ssize_t
    if adding == _EXACT:
        return _rounded_once(terms, start, end, parts)
    for n in range(start, end):
        x = terms[n]
        y = total + x
        if adding == _COMPENSATED:
            if fabs(total) >= fabs(x):
                lost += (total - y) + x
            else:
                lost += (x - y) + total
        total = y
    return total + lost


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _rounded_once(
    terms: cython.double[::1], start: cython.Py_ssize_t, end: cython.Py_ssize_t, parts: cython.double[::1]
) -> cython.double:
    """Return `math.fsum` of the terms: Shewchuk's partial sums, which are exact, rounded once (half to even)."""
    many: cython.Py_ssize_t = 0
    kept: cython.Py_ssize_t
    n: cython.Py_ssize_t
    k: cython.Py_ssize_t
    x: cython.double
    y: cython.double
    high: cython.double
    low: cython.double
    swap: cython.double
    for n in range(start, end):
        x = terms[n]
        kept = 0
        for k in range(many):
            y = parts[k]
            if fabs(x) < fabs(y):
                swap = x
                x = y
                y = swap
            high = x + y
            low = y - (high - x)
            if low != 0.0:
                parts[kept] = low
                kept += 1
            x = high
        many = kept
        if x != 0.0:
            parts[many] = x
            many += 1
    if many == 0:
        return 0.0
    many -= 1
    high = parts[many]
    low = 0.0
    while many > 0:
        x = high
        many -= 1
        y = parts[many]
        high = x + y
        low = y - (high - x)
        if low != 0.0:
            break
    if many > 0 and ((low < 0.0 and parts[many - 1] < 0.0) or (low > 0.0 and parts[many - 1] > 0.0)):
        y = low * 2.0
        x = high + y
        if y == x - high:
            high = x
    return high
