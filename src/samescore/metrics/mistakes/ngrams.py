"""Wrong n-grams of a text, and wrong comparisons of the n-grams of two texts, for every metric that counts n-grams."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

#: A function that returns the n-grams of one order of a text.
Grams = Callable[[Sequence[Any], int], list[Any]]
#: The numbers of n-grams in the hypothesis, of n-grams in the reference, and of matches.
Compared = tuple[int, int, int]
Counts = Counter[Any]
Compare = Callable[[Counts, Counts], Compared]


def grams(units: Sequence[Any], n: int) -> list[Any]:
    """Return all n-grams of order n, in order."""
    return [units[i : i + n] for i in range(len(units) - n + 1)]


def clipped(h: Counts, r: Counts) -> Compared:
    """Return the correct counts: all n-grams of both texts, and clipped matches."""
    return sum(h.values()), sum(r.values()), sum((h & r).values())


def _unclipped(h: Counts, r: Counts) -> Compared:
    return sum(h.values()), sum(r.values()), sum(count for gram, count in h.items() if gram in r)


def _unclipped_in_reference(h: Counts, r: Counts) -> Compared:
    return sum(h.values()), sum(r.values()), sum(count for gram, count in r.items() if gram in h)


def _sets(h: Counts, r: Counts) -> Compared:
    return len(h), len(r), len(h.keys() & r.keys())


def _set_matches(h: Counts, r: Counts) -> Compared:
    return sum(h.values()), sum(r.values()), len(h.keys() & r.keys())


def _over_distinct(h: Counts, r: Counts) -> Compared:
    return len(h), len(r), sum((h & r).values())


def _pairs(h: Counts, r: Counts) -> Compared:
    return sum(h.values()), sum(r.values()), sum(count * r[gram] for gram, count in h.items())


def _exchanged(h: Counts, r: Counts) -> Compared:
    return sum(r.values()), sum(h.values()), sum((h & r).values())


def _hypothesis_twice(h: Counts, r: Counts) -> Compared:
    return sum(h.values()), sum(h.values()), sum((h & r).values())


def _reference_twice(h: Counts, r: Counts) -> Compared:
    return sum(r.values()), sum(r.values()), sum((h & r).values())


#: Wrong comparisons: for each, the name, the meaning, and the function.
COMPARISONS: tuple[tuple[str, str, Compare], ...] = (
    ("unclipped", "matches are not clipped to the number of occurrences in a reference", _unclipped),
    (
        "unclipped-in-reference",
        "every n-gram of the reference that the hypothesis has matches, however often",
        _unclipped_in_reference,
    ),
    ("distinct-ngrams", "n-grams are counted once, however often they occur", _sets),
    ("distinct-matches", "each matching n-gram counts once, while all n-grams are divided by", _set_matches),
    ("divided-by-distinct-ngrams", "matches are divided by the number of distinct n-grams", _over_distinct),
    ("matches-multiplied", "the counts of a matching n-gram are multiplied", _pairs),
    ("totals-exchanged", "precision divides by the reference and recall by the hypothesis", _exchanged),
    ("hypothesis-total-twice", "recall divides by the hypothesis' n-grams too", _hypothesis_twice),
    ("reference-total-twice", "precision divides by the reference's n-grams too", _reference_twice),
)

#: Wrong n-grams: for each, the name, the meaning, and the function.
CUTS: tuple[tuple[str, str, Grams], ...] = (
    (
        "last-ngram-missing",
        "the last n-gram of a text is missing: off by one, range(len - n)",
        lambda units, n: [units[i : i + n] for i in range(len(units) - n)],
    ),
    (
        "first-ngram-missing",
        "the first n-gram of a text is missing",
        lambda units, n: [units[i : i + n] for i in range(1, len(units) - n + 1)],
    ),
    (
        "shorter-ngrams-at-the-end",
        "the shorter ends of a text count as n-grams: range(len)",
        lambda units, n: [units[i : i + n] for i in range(len(units))],
    ),
    (
        "one-shorter-ngram",
        "one shorter n-gram at the end counts: off by one, range(len - n + 2)",
        lambda units, n: [units[i : i + n] for i in range(min(len(units) + 1, len(units) - n + 2))],
    ),
    (
        "ngrams-side-by-side",
        "n-grams do not overlap: the step is n instead of 1",
        lambda units, n: [units[i : i + n] for i in range(0, len(units) - n + 1, n)],
    ),
    (
        "sorted-ngrams",
        "the order inside an n-gram does not count",
        lambda units, n: [tuple(sorted(units[i : i + n])) for i in range(len(units) - n + 1)],
    ),
    (
        "lower-orders-counted",
        "n-grams of the lower orders are counted as well",
        lambda units, n: [units[i : i + m] for m in range(1, n + 1) for i in range(len(units) - m + 1)],
    ),
    (
        "one-order-more",
        "n-grams are one unit too long: n + 1 for n",
        lambda units, n: [units[i : i + n + 1] for i in range(len(units) - n)],
    ),
)
