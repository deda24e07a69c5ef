"""Smooth the precisions of many segments by NLTK's methods 5 and 7.

The results are bit-identical to `samescore.metrics.bleu.smoothing`, which computes with fractions. Here all precisions
of a segment are integers over a common denominator, until a float occurs.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterator

from samescore.metrics.bleu.combine import NEIGHBOUR_ORDER
from samescore.metrics.bleu.settings import BleuSettings
from samescore.metrics.bleu.smoothing import SmoothingInput, empty_order, method_4
from samescore.metrics.rows import Row, Rows

#: A precision as matches and total, or as a number that is not such a fraction.
_Term = tuple[int, int] | float


def neighbour_precisions(rows: Rows, settings: BleuSettings) -> array[float]:
    """Return the smoothed precisions of all segments one after the other, `max_order` for each segment.

    The last precision of a segment depends on the precision of order `NEIGHBOUR_ORDER`, which is 0 if the rows have no
    counts of that order. Raises `MetricError` as `smooth` does.
    """
    smoothed = array("d")
    orders = (rows.width - 2) // 2
    counted = orders >= NEIGHBOUR_ORDER
    for row in rows:
        matches, totals = row[2 : 2 + settings.max_order], row[2 + orders : 2 + orders + settings.max_order]
        if all(totals) and (settings.smoothing == "nltk-5" or all(matches)):
            terms: list[_Term] = list(zip(matches, totals, strict=True))
        else:
            terms = list(_terms(row, matches, totals, settings))
        fifth = (row[1 + NEIGHBOUR_ORDER], row[1 + orders + NEIGHBOUR_ORDER]) if counted else (0, 1)
        terms.append(fifth if fifth[1] else 0.0)
        smoothed.extend(_smoothed(terms))
    return smoothed


def _terms(row: Row, matches: Row, totals: Row, settings: BleuSettings) -> Iterator[_Term]:
    """Yield the precisions of a row before they are averaged with their neighbours."""
    evidence = SmoothingInput(list(matches), list(totals), row[0], 0, row[0], (0, 1))
    zeros = 0
    for n, (matched, counted) in enumerate(zip(matches, totals, strict=True), 1):
        if counted == 0:
            yield empty_order(settings)
        elif matched == 0 and settings.smoothing == "nltk-7":
            zeros += 1
            yield method_4(counted, n, zeros, evidence, settings)
        else:
            yield matched, counted


def _smoothed(terms: list[_Term]) -> Iterator[float]:
    """Yield m_n = (m_{n-1} + p_n + p_{n+1}) / 3 with m_0 = p_1 + 1, for all given precisions except the last.

    m_{n-1} is ``above / below`` until a float occurs, and then the float `previous`.
    """
    common = math.prod(term[1] for term in terms if isinstance(term, tuple))
    over_common = [term[0] * (common // term[1]) if isinstance(term, tuple) else None for term in terms]
    numbers = [term[0] / term[1] if isinstance(term, tuple) else term for term in terms]
    above, below, power = (over_common[0] or 0) + common, common, 1
    exact, previous = over_common[0] is not None, numbers[0] + 1
    for n in range(len(terms) - 1):
        here, after = over_common[n], over_common[n + 1]
        if not exact or here is None:
            previous = (previous + numbers[n] + numbers[n + 1]) / 3
            exact = False
        elif after is None:
            previous = ((above + power * here) / below + numbers[n + 1]) / 3
            exact = False
        else:
            above += power * (here + after)
            power, below = 3 * power, 3 * below
            previous = above / below
        yield previous
