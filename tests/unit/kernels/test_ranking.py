"""Ranked items: the Python code, the kernel as it is imported, and the kernel uncompiled count the same pairs and curve."""

from __future__ import annotations

import math
import random
import struct
from array import array
from collections.abc import Callable, Iterator
from fractions import Fraction
from types import ModuleType

import pytest

from samescore.generators.scored_labels import scored_labels
from samescore.kernels import ranking, sorting
from samescore.metrics.labels import ranking as plain
from samescore.metrics.labels.ranking import Point, RankedPairCounts, plain_curve, plain_pairs
from samescore.metrics.labels.scored import ScoredItems
from tests.unit.kernels import uncompiled

#: The same source is compiled on every interpreter: on the oldest and the newest one.
pytestmark = pytest.mark.ends

_SUBNORMAL, _LARGEST = 5e-324, 1.7976931348623157e308

_SCORES: dict[str, Callable[[random.Random], float]] = {
    "normal": lambda rng: rng.gauss(0, 1),
    "ties": lambda rng: round(rng.gauss(0, 1), 1),
    "one score": lambda rng: rng.choice([0.5]),
    "both zeros": lambda rng: rng.choice([0.0, -0.0]),
    "infinities": lambda rng: rng.choice([math.inf, -math.inf, 0.0, _LARGEST, -_LARGEST]),
    "smallest": lambda rng: rng.choice([-1, 1]) * rng.randrange(40) * _SUBNORMAL,
    "close": lambda rng: 1 + rng.randrange(50) * 2.0**-52,
    "close, and one far away": lambda rng: 1e300 if rng.random() < 0.001 else 1 + rng.randrange(10**4) * 2.0**-52,
    # equal in the bits that are sorted by first, then too far apart for insertion
    "three scales": lambda rng: (
        1 + rng.randrange(2) / 2 + rng.randrange(2) * 2.0**-25 + rng.randrange(2**10) * 2.0**-52
    ),
    "any bits": lambda rng: _of_bits(rng.getrandbits(64)),
    "single precision": lambda rng: struct.unpack("f", struct.pack("f", rng.random()))[0],
    # -2 and the largest double below 2 are neighbours whose numbers in order differ in the highest bit only
    "sign alone": lambda rng: rng.choice([-2.0, math.nextafter(2.0, 0.0)]),
}


def _of_bits(bits: int) -> float:
    number: float = struct.unpack("d", struct.pack("Q", bits))[0]
    return 0.25 if math.isnan(number) else number


def _items(sizes: tuple[int, ...], seed: int) -> Iterator[ScoredItems]:
    rng = random.Random(seed)
    for draw in _SCORES.values():
        for size in sizes:
            share = rng.choice([0.5, 0.5, 0.1, 0.0, 1.0])
            yield ScoredItems(
                array("d", [draw(rng) for _ in range(size)]), bytes(rng.random() < share for _ in range(size))
            )
    for data in scored_labels(60, seed=seed):
        yield ScoredItems(data.columns.scores, data.columns.gold)


def _counted(kernel: ModuleType, sorter: ModuleType, items: ScoredItems) -> tuple[RankedPairCounts, list[Point]]:
    ranked = sorter.ranked(items.scores, items.gold)
    higher, tied, positives = kernel.count_pairs(*ranked)
    fp, tp = kernel.count_curve(*ranked)
    return RankedPairCounts(higher, tied, positives, items.segments - positives), list(zip(fp, tp, strict=True))


@pytest.mark.parametrize(
    ("kernel", "sorter", "sizes"),
    [
        (ranking, sorting, (0, 1, 2, 3, 12, 13, 200, 256, 257, 3_000, 10_000)),
        (uncompiled("ranking"), uncompiled("sorting"), (0, 1, 2, 3, 13, 60, 400)),
    ],
    ids=["as imported", "uncompiled"],
)
def test_the_kernel_counts_what_the_plain_route_counts(
    kernel: ModuleType, sorter: ModuleType, sizes: tuple[int, ...]
) -> None:
    for items in _items(sizes, seed=sum(sizes)):
        assert _counted(kernel, sorter, items) == (plain_pairs(items), plain_curve(items)), items.scores[:20]


@pytest.mark.parametrize("origin", [True, False])
@pytest.mark.parametrize("route", ["as imported", "uncompiled"])
def test_the_kernel_adds_trapezoids_up_to_the_same_bits(
    route: str, origin: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if route == "uncompiled":
        monkeypatch.setattr(plain, "trapezoid_kernel", uncompiled("trapezoids"))
        monkeypatch.setattr(plain, "kernel", uncompiled("ranking"))
    compared = 0
    for items in _items((1, 2, 3, 8, 40, 300, 1_500), seed=4):
        if {*items.gold} == {0, 1}:
            area = plain.plain_trapezoids(items, origin)
            assert plain.compiled_trapezoids(items, origin).hex() == area.hex(), items.scores[:20]
            compared += 1
    assert compared > 50


def test_pairs_and_curve_are_what_they_are_called() -> None:
    for items in _items((1, 2, 3, 40), seed=1):
        labelled = list(zip(items.scores, items.gold, strict=True))
        positives, negatives = ([score for score, label in labelled if label == wanted] for wanted in (1, 0))
        pairs = [(positive > negative) - (positive < negative) for positive in positives for negative in negatives]
        counts = plain_pairs(items)
        assert counts == (pairs.count(1), pairs.count(0), len(positives), len(negatives))
        assert plain_curve(items) == [
            (sum(score >= least for score in negatives), sum(score >= least for score in positives))
            for least in sorted(set(items.scores), reverse=True)
        ]
        area, before = Fraction(0), (0, 0)
        for point in plain_curve(items):
            area += Fraction(point[0] - before[0]) * (point[1] + before[1]) / 2
            before = point
        assert area == counts.higher + Fraction(counts.tied, 2)


@pytest.mark.parametrize("kernel", [ranking, uncompiled("ranking")], ids=["as imported", "uncompiled"])
def test_numbers_become_doubles_and_special_ones_are_found(kernel: ModuleType) -> None:
    single = array("f", [0.1, -2.5, math.inf, 1e-45])
    assert kernel.doubles(single) == array("d", single.tolist())
    ordinary = [0.5, -_LARGEST, _LARGEST, 0.0, -0.0, _SUBNORMAL] * 25
    assert not kernel.has_special(_bits(ordinary))
    for special in (math.inf, -math.inf, math.nan, -math.nan):
        for place in (0, 70, 149):
            assert kernel.has_special(_bits([*ordinary[:place], special, *ordinary[place:]]))


def _bits(numbers: list[float]) -> memoryview:
    return memoryview(array("d", numbers)).cast("B").cast("Q")
