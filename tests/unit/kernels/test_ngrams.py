"""N-gram matches by kernels are what counters of n-grams give."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from functools import reduce
from operator import or_
from types import ModuleType

import pytest

from samescore.kernels import ngrams
from samescore.metrics.numbering import numbered
from tests.unit.kernels import uncompiled

_ROUTES = pytest.mark.parametrize("kernel", [ngrams, uncompiled("ngrams")], ids=["as installed", "uncompiled"])
Segments = list[list[list[int]]]


def _counts(units: Sequence[int], n: int) -> Counter[tuple[int, ...]]:
    return Counter(tuple(units[i : i + n]) for i in range(len(units) - n + 1))


def _matches(hypothesis: Sequence[int], references: list[list[int]], n: int, *, clipped: bool) -> int:
    """Count_clip of the paper, for the highest count in any one reference."""
    most: Counter[tuple[int, ...]] = reduce(or_, [_counts(reference, n) for reference in references], Counter())
    own = _counts(hypothesis, n)
    return sum(min(count, most[gram]) if clipped else count for gram, count in own.items() if gram in most)


def _check(kernel: ModuleType, segments: Segments, low: int = 1, high: int = 4) -> None:
    text = numbered(segments)
    orders = range(low, high + 1)
    for clipped in (True, False):
        pooled = kernel.matches(text, low, high, True, clipped)
        assert list(pooled) == [_matches(h, r, n, clipped=clipped) for h, *r in segments for n in orders]
        single = kernel.matches(text, low, high, False, clipped)
        assert list(single) == [_matches(h, [r], n, clipped=clipped) for h, *rs in segments for r in rs for n in orders]
    triples = [
        (
            sum(_counts(h, n).values()) if _counts(r, n) else 0,
            sum(_counts(r, n).values()),
            _matches(h, [r], n, clipped=True),
        )
        for h, *rs in segments
        for r in rs
        for n in orders
    ]
    matched = kernel.matches(text, low, high, False, True)
    assert list(kernel.triples(text, matched, low, high, False)) == [number for row in triples for number in row]
    one_sided = kernel.triples(text, matched, low, high, True)
    assert list(one_sided[::3]) == [sum(_counts(h, n).values()) for h, *rs in segments for _ in rs for n in orders]


@_ROUTES
@pytest.mark.parametrize("units", [1, 2, 5, 40])
def test_random_segments(kernel: ModuleType, units: int) -> None:
    rng = random.Random(units)

    def line() -> list[int]:
        return [rng.randrange(units) for _ in range(rng.randrange(15))]

    segments = [[line() for _ in range(rng.randrange(2, 5))] for _ in range(300)]
    _check(kernel, segments)
    _check(kernel, segments[:50], 3, 6)
    _check(kernel, segments[:50], 2, 2)


@_ROUTES
@pytest.mark.parametrize("units", [2, 3000])
def test_long_texts(kernel: ModuleType, units: int) -> None:
    """A large vocabulary in a long text needs the table that is not looked up directly."""
    rng = random.Random(units)
    length = 10_000 if kernel is ngrams else 700
    hypothesis = [rng.randrange(units) for _ in range(length)]
    reference = [unit if rng.random() < 0.8 else rng.randrange(units) for unit in hypothesis]
    _check(kernel, [[hypothesis, reference], [[1, 2], [2, 1]], [reference, hypothesis, hypothesis[::-1]]])


@_ROUTES
def test_texts_without_units(kernel: ModuleType) -> None:
    _check(kernel, [[[], []], [[], [1]], [[1], []], [[1], [1], []]])
    _check(kernel, [])
