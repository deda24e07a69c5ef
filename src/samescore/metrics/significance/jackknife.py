"""Score a system without each single segment (jackknife), from total sums if these are exact, else by recounting."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, repeat

from samescore.base.errors import MetricError
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from samescore.metrics.aggregation import Additive, MeanOfSegments
from samescore.metrics.base import Total
from samescore.metrics.significance.systems import KeptData, KeptNumbers, KeptRows, KeptSystem
from samescore.metrics.summation import ExactSum, Series
from samescore.settings import Settings

#: Maximum number of segments if all others are rescored for each, which takes about a minute; and the maximum for
#: texts, whose n-grams are recounted.
MOST_SEGMENTS, MOST_TEXTS = 10_000, 2_500
#: Limit below which sums of integers are exact in doubles.
_EXACT = 2.0**53


def scores_without_each(system: KeptSystem, summation: str) -> list[float]:
    """Return the score of the system without each of its segments in turn.

    Raises `MetricError` for a single segment, for more than `MOST_SEGMENTS` (or `MOST_TEXTS` for a corpus that is
    counted anew) if sums are rounded or do not suffice, and if the statistic raises.
    """
    size = len(system)
    if size == 1:
        raise MetricError("method=bca needs at least two segments", kind="ValueError")
    scores = None
    if isinstance(system, KeptNumbers):
        scores = _means(system.numbers, exact=summation == "fsum")
    elif isinstance(system, KeptRows) and isinstance(system.metric, Additive):
        scores = _scores_without_each_row(system.metric, system)
    if scores is not None:
        return list(scores)
    most = MOST_TEXTS if isinstance(system, KeptData) and isinstance(system.data, Corpus) else MOST_SEGMENTS
    if size > most:
        raise MetricError(
            f"{size:,} segments are too many for the jackknife (method=bca)",
            kind="ValueError",
            hint=f"use at most {most:,}, integer scores, an exact sum (summation=fsum) or a different method",
        )
    score = system.scorer(summation)
    return [score([*range(left_out), *range(left_out + 1, size)]) for left_out in range(size)]


def _means(numbers: Sequence[float], *, exact: bool) -> Iterator[float] | None:
    """Return an iterator over the mean without each number; None if the order of additions may matter.

    With `exact`, finite numbers are added exactly.
    """
    rest, largest = len(numbers) - 1, sum(map(abs, numbers))
    if largest < _EXACT and all(float(number).is_integer() for number in numbers):
        total = sum(numbers)
        return ((total - number) / rest for number in numbers)
    if exact and math.isfinite(largest):
        return (part.rounded / rest for part in _rests(numbers))
    return None


def _scores_without_each_row(metric: Additive[Data, Settings], system: KeptRows) -> Iterator[float] | None:
    """Return the scores without each row; None if sums of integers and exact sums do not suffice for them."""
    s, rows = system.settings, system.rows
    if not metric.additive(s):
        return None
    carried = metric.series(rows, s)
    exact = metric.carries_exact_sums(s)
    if isinstance(metric, MeanOfSegments) and metric.is_mean(s):
        return _means(carried[0], exact=exact)
    if carried and not (exact and all(map(math.isfinite, chain.from_iterable(carried)))):
        return None
    rows = metric.summands(rows)
    sums = [sum(column) for column in zip(*rows, strict=True)]
    if not all(isinstance(number, int) for number in sums):
        return None
    parts: Iterable[tuple[Series, ...]] = zip(*map(_rests, carried), strict=True) if carried else repeat((), len(rows))
    return (
        metric.combine(
            Total(
                len(rows) - 1,
                tuple(total - cell for total, cell in zip(sums, row, strict=True)),
                rows[-1 if place < len(rows) - 1 else -2],
                series,
            ),
            s,
        ).value
        for place, (row, series) in enumerate(zip(rows, parts, strict=True))
    )


def _rests(numbers: Sequence[float]) -> Iterator[ExactSum]:
    """Yield for each number the exact sum of all others; the numbers have to be finite."""
    total = ExactSum.of(numbers)
    for number in numbers:
        yield ExactSum(total.count - 1, total.units - ExactSum.of((number,)).units)
