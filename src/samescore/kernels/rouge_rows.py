"""Compute rows of ROUGE (matches, units of the hypothesis, units of the reference), and their scores.

Quotients and F are computed with the operations of `samescore.metrics.rouge.f_measure` in the same order, so results
are bitwise identical.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:  # without Cython the file runs as it is
    from samescore.kernels import stand_in as cython

from samescore.kernels.numbered import Numbered

COMPILED = cython.compiled

#: The ways to use several references.
HIGHEST_F, HIGHEST_RECALL, ALL = range(3)
#: The scores that can be returned.
F, PRECISION, RECALL = range(3)
#: The forms of F.
BETA, ALPHA, EPSILON = range(3)


def ngram_totals(text: Numbered, order: cython.longlong, negative: cython.bint) -> array[int]:
    """Return the number of n-grams of each line; with `negative`, length - n + 1 even if that is below 0."""
    lines: cython.longlong[::1] = text.lines
    made = array("q", bytes(8)) * (len(text.lines) - 1)
    out: cython.longlong[::1] = made
    k: cython.Py_ssize_t
    for k in range(len(made)):
        count: cython.longlong = lines[k + 1] - lines[k] - order + 1
        out[k] = count if negative or count > 0 else 0
    return made


def distinct_totals(text: Numbered) -> array[int]:
    """Return the number of distinct words of each line."""
    ids: cython.int[::1] = text.ids
    lines: cython.longlong[::1] = text.lines
    latest: cython.longlong[::1] = array("q", (-1,)) * (max(text.sizes, default=0) + 1)  # last line with each word
    made = array("q", bytes(8)) * (len(text.lines) - 1)
    out: cython.longlong[::1] = made
    k: cython.Py_ssize_t
    p: cython.Py_ssize_t
    with cython.nogil:
        for k in range(len(lines) - 1):
            for p in range(lines[k], lines[k + 1]):
                out[k] += latest[ids[p]] != k
                latest[ids[p]] = k
    return made


def triples(text: Numbered, matches: cython.longlong[::1], totals: cython.longlong[::1]) -> array[int]:
    """Return the row of each hypothesis and each of its references, from each pair's matches and each line's units."""
    segments: cython.Py_ssize_t = len(text.sizes)
    firsts: cython.longlong[::1] = text.segments
    made = array("q", bytes(8)) * (3 * len(matches))
    out: cython.longlong[::1] = made
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    pair: cython.Py_ssize_t = 0
    for i in range(segments):
        for k in range(firsts[i] + 1, firsts[i + 1]):
            out[3 * pair] = matches[pair]
            out[3 * pair + 1] = totals[firsts[i]]
            out[3 * pair + 2] = totals[k]
            pair += 1
    return made


def chosen(text: Numbered, cells: cython.longlong[::1], how: cython.int) -> array[int]:
    """Return one row for each segment, from the first reference with the highest F1 or recall, or summed over references."""
    segments: cython.Py_ssize_t = len(text.sizes)
    firsts: cython.longlong[::1] = text.segments
    made = array("q", bytes(8)) * (3 * segments)
    out: cython.longlong[::1] = made
    i: cython.Py_ssize_t
    c: cython.Py_ssize_t
    pair: cython.Py_ssize_t = 0
    with cython.nogil:
        for i in range(segments):
            last: cython.Py_ssize_t = pair + firsts[i + 1] - firsts[i] - 1
            best: cython.Py_ssize_t = pair
            most: cython.double = -1.0
            while pair < last:
                m: cython.double = cells[3 * pair]
                h: cython.double = cells[3 * pair + 1]
                r: cython.double = cells[3 * pair + 2]
                if how == 2:
                    for c in range(3):
                        out[3 * i + c] += cells[3 * pair + c]
                else:
                    value: cython.double = _f1(m, h, r) if how == 0 else _quotient(m, r)
                    if pair == best or value > most:
                        best = pair
                        most = value
                pair += 1
            if how != 2:
                for c in range(3):
                    out[3 * i + c] = cells[3 * best + c]
    return made


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _quotient(count: cython.double, total: cython.double) -> cython.double:
    return count / total if total != 0 else 0.0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _f1(m: cython.double, h: cython.double, r: cython.double) -> cython.double:
    precision: cython.double = _quotient(m, h)
    recall: cython.double = _quotient(m, r)
    return 2 * precision * recall / (precision + recall) if precision + recall > 0 else 0.0


def doubles(cells: cython.longlong[::1]) -> array[float]:
    """Return the counts as doubles."""
    made = array("d", bytes(8)) * len(cells)
    out: cython.double[::1] = made
    i: cython.Py_ssize_t
    for i in range(len(cells)):
        out[i] = cells[i]
    return made


def scores(
    cells: cython.double[::1],
    width: cython.int,
    root: cython.double,
    measure: cython.int,
    form: cython.int,
    weight: cython.double,
    scale: cython.double,
) -> array[float] | None:
    """Return the score of each row of 3 cells, or of 4 (see `samescore.metrics.rouge.f_measure.precision_recall`).

    P and R are raised to the power 1 / `root`. `weight` is beta squared, or alpha. Returns None if a denominator of F
    is 0.
    """
    rows: cython.Py_ssize_t = len(cells) // width
    made = array("d", bytes(8)) * rows
    out: cython.double[::1] = made
    recalled: cython.Py_ssize_t = 2 if width == 4 else 0
    nan: cython.double = float("nan")
    power: cython.double = 1 / root
    value: cython.double
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    undefined: cython.bint = False
    with cython.nogil:
        for i in range(rows):
            k = i * width
            precision: cython.double = _quotient(cells[k], cells[k + 1])
            recall: cython.double = _quotient(cells[k + recalled], cells[k + width - 1])
            if root != 1:
                precision = _power(precision, power)
                recall = _power(recall, power)
            if measure == 1:
                value = precision
            elif measure == 2:
                value = recall
            elif precision == 0 or recall == 0:
                value = 0.0
            else:
                value = _f(precision, recall, form, weight, nan)
                if value != value:
                    undefined = True
            out[i] = scale * value
    return None if undefined else made


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.cpow(True)
def _power(base: cython.double, exponent: cython.double) -> cython.double:
    return base**exponent


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _f(
    precision: cython.double, recall: cython.double, form: cython.int, weight: cython.double, nan: cython.double
) -> cython.double:
    """Return F of nonzero P and R; nan if its denominator is 0."""
    denominator: cython.double
    if form == 1:
        denominator = (1 - weight) * precision + weight * recall
        return precision * recall / denominator if denominator != 0 else nan
    denominator = recall + weight * precision
    if form == 2:
        denominator = denominator + 1e-8
        return (1 + weight) * (precision * recall / denominator) if denominator != 0 else nan
    return (1 + weight) * precision * recall / denominator if denominator != 0 else nan
