"""Add up columns of integer rows, and compute the rows of metrics that are based on lengths and matches."""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:  # without Cython the file runs as it is
    from samescore.kernels import stand_in as cython

from samescore.kernels.numbered import Numbered

COMPILED = cython.compiled

#: The rules for the effective reference length of a segment: see the knob ``reference_length`` of BLEU.
CLOSEST, CLOSEST_FIRST, SHORTEST, LONGEST, AVERAGE = range(5)
_CLOSEST = cython.declare(cython.int, 0)
_CLOSEST_FIRST = cython.declare(cython.int, 1)
_SHORTEST = cython.declare(cython.int, 2)
_LONGEST = cython.declare(cython.int, 3)


def column_sums(cells: cython.longlong[::1], width: cython.Py_ssize_t) -> array[int]:
    """Return the sum of every column of a table given row by row; the sums must be below 2**63."""
    made = array("q", [0]) * width
    sums: cython.longlong[::1] = made
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    rows: cython.Py_ssize_t = len(cells) // width
    with cython.nogil:
        for i in range(rows):
            for j in range(width):
                sums[j] += cells[i * width + j]
    return made


def side_by_side(
    left: cython.longlong[::1],
    left_width: cython.Py_ssize_t,
    right: cython.longlong[::1],
    right_width: cython.Py_ssize_t,
) -> array[int]:
    """Return two tables with equally many rows joined into one, the columns of `right` after the columns of `left`."""
    made = array("q", [0]) * (len(left) + len(right))
    out: cython.longlong[::1] = made
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    at: cython.Py_ssize_t = 0
    rows: cython.Py_ssize_t = len(left) // left_width
    with cython.nogil:
        for i in range(rows):
            for j in range(left_width):
                out[at] = left[i * left_width + j]
                at += 1
            for j in range(right_width):
                out[at] = right[i * right_width + j]
                at += 1
    return made


def triples(
    text: Numbered, matched: cython.longlong[::1], low: cython.int, high: cython.int, one_sided: cython.bint
) -> array[int]:
    """Return for each pair and order: the hypothesis' n-grams, the reference's, and their matches.

    `matched` are the `samescore.kernels.ngrams.matches` of these orders, not pooled. Unless `one_sided`, the n-grams of
    a hypothesis count as 0 where the reference has none of that order.
    """
    lines: cython.longlong[::1] = text.lines
    firsts: cython.longlong[::1] = text.segments
    made = array("q", [0]) * (3 * len(matched))
    out: cython.longlong[::1] = made
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    n: cython.longlong
    at: cython.Py_ssize_t = 0
    segments: cython.Py_ssize_t = len(text.sizes)
    with cython.nogil:
        for i in range(segments):
            own: cython.longlong = lines[firsts[i] + 1] - lines[firsts[i]]
            for k in range(firsts[i] + 1, firsts[i + 1]):
                length: cython.longlong = lines[k + 1] - lines[k]
                for n in range(low, high + 1):
                    counted: cython.longlong = max(length - n + 1, 0)
                    out[3 * at] = max(own - n + 1, 0) if counted or one_sided else 0
                    out[3 * at + 1] = counted
                    out[3 * at + 2] = matched[at]
                    at += 1
    return made


def highest_rows(
    cells: cython.longlong[::1],
    width: cython.Py_ssize_t,
    scores: cython.double[::1],
    references: cython.longlong[::1],
    above_zero: cython.bint,
) -> array[int] | None:
    """Return for each segment the row with the highest score, the first on ties.

    `cells` has a row for each hypothesis with each of its references, in order; segment i has ``references[i]``
    references (at least one). With `above_zero`, returns None if the highest score of some segment is not above 0.
    """
    segments: cython.Py_ssize_t = len(references)
    made = array("q", [0]) * (segments * width)
    out: cython.longlong[::1] = made
    failed: cython.bint = False
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    place: cython.Py_ssize_t
    start: cython.Py_ssize_t = 0
    with cython.nogil:
        for i in range(segments):
            best: cython.Py_ssize_t = start
            for place in range(start + 1, start + references[i]):
                if scores[place] > scores[best]:
                    best = place
            if above_zero and not scores[best] > 0:
                failed = True
                break
            for j in range(width):
                out[i * width + j] = cells[best * width + j]
            start += references[i]
    return None if failed else made


def bleu_rows(
    text: Numbered, matches: cython.longlong[::1], orders: cython.int, chosen: cython.int, at_least: cython.longlong
) -> array[int]:
    """Return BLEU's rows: c, r, the pooled `matches` of each order, and the hypothesis' n-grams of each order.

    `chosen` is the rule for r, given the lengths of the references; the number of n-grams of an order is at least
    `at_least`.
    """
    lines: cython.longlong[::1] = text.lines
    firsts: cython.longlong[::1] = text.segments
    segments: cython.Py_ssize_t = len(text.sizes)
    width: cython.Py_ssize_t = 2 + 2 * orders
    made = array("q", [0]) * (segments * width)
    out: cython.longlong[::1] = made
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    n: cython.Py_ssize_t
    with cython.nogil:
        for i in range(segments):
            c: cython.longlong = lines[firsts[i] + 1] - lines[firsts[i]]
            r: cython.longlong = 0
            gap: cython.longlong = -1
            total: cython.longlong = 0
            for k in range(firsts[i] + 1, firsts[i + 1]):
                length: cython.longlong = lines[k + 1] - lines[k]
                distance: cython.longlong = length - c if length > c else c - length
                total += length
                if (
                    gap < 0
                    or (chosen == _SHORTEST and length < r)
                    or (chosen == _LONGEST and length > r)
                    or (chosen <= _CLOSEST_FIRST and distance < gap)
                    or (chosen == _CLOSEST and distance == gap and length < r)
                ):
                    r = length
                    gap = distance
            if chosen > _LONGEST:
                r = total // (firsts[i + 1] - firsts[i] - 1)
            out[i * width] = c
            out[i * width + 1] = r
            for n in range(orders):
                out[i * width + 2 + n] = matches[i * orders + n]
                out[i * width + 2 + orders + n] = max(c - n, at_least)
    return made
