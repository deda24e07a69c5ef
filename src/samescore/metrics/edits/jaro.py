"""The similarities of Jaro (1989) and Winkler (1990), who adds a bonus for common prefixes."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import NamedTuple

#: Winkler's bonus for each unit of the common prefix, and the maximum number of units that count.
_BONUS, PREFIX = 0.1, 4

#: The similarity above which Winkler's bonus applies, unless it always does.
_ALIKE = 0.7


class JaroCounts(NamedTuple):
    """The numbers of matching units and transpositions, the lengths of both texts, and their common prefix's length.

    The length of the prefix is at most 4. `exchanged` counts pairs of matching units out of order, rounded down,
    or under ``transpositions=half-pairs`` the units themselves.
    """

    matches: int
    exchanged: int
    first: int
    second: int
    prefix: int


def jaro_counts(a: Sequence[Hashable], b: Sequence[Hashable], *, half_pairs: bool) -> JaroCounts:
    """Return the counts from which Jaro's and Winkler's similarities are computed.

    A unit of `a` matches the first free equal unit of `b` at a distance of at most half of the longer length (rounded
    down) minus 1. With `half_pairs`, `exchanged` is the number of matching units out of order; otherwise half of it,
    rounded down.

    >>> jaro_counts("MARTHA", "MARHTA", half_pairs=False)
    JaroCounts(matches=6, exchanged=1, first=6, second=6, prefix=3)
    """
    reach = max(max(len(a), len(b)) // 2 - 1, 0)
    free = [True] * len(b)
    matched = []
    for place, unit in enumerate(a):
        for other in range(max(0, place - reach), min(place + reach + 1, len(b))):
            if free[other] and b[other] == unit:
                free[other] = False
                matched.append(unit)
                break
    in_b = (unit for unit, is_free in zip(b, free, strict=True) if not is_free)
    displaced = sum(x != y for x, y in zip(matched, in_b, strict=True))
    prefix = 0
    for x, y in zip(a[:PREFIX], b[:PREFIX], strict=False):
        if x != y:
            break
        prefix += 1
    return JaroCounts(len(matched), displaced if half_pairs else displaced // 2, len(a), len(b), prefix)


def jaro(counts: JaroCounts, *, half_pairs: bool, times_a_third: bool) -> float:
    """Return Jaro's similarity: the mean of three shares, of matching units in either text, and of matches in order.

    The result is 0 without a match. `half_pairs` tells whether `JaroCounts.exchanged` counts units instead of pairs.
    With `times_a_third`, the sum is multiplied by 1/3 instead of divided by 3.
    """
    matches = counts.matches
    if not matches:
        return 0.0
    exchanged = counts.exchanged / 2 if half_pairs else counts.exchanged
    shares = matches / counts.first + matches / counts.second + (matches - exchanged) / matches
    return 1 / 3 * shares if times_a_third else shares / 3


def winkler(similarity: float, prefix: int, *, always: bool) -> float:
    """Return the similarity plus Winkler's bonus for a common prefix, which applies above 0.7, or `always`."""
    return similarity + prefix * _BONUS * (1 - similarity) if always or similarity > _ALIKE else similarity
