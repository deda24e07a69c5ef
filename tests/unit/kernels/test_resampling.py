"""Sums of resamples by the kernel, compiled and not: those of the plain draws, to the last bit."""

from __future__ import annotations

import random
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from types import ModuleType

import pytest

from samescore.kernels import resampling as installed
from samescore.metrics.float32 import single
from samescore.metrics.significance.streams import Pcg64, bits
from samescore.metrics.summation import numpy_sum
from tests.unit.kernels import uncompiled

#: The same source is compiled on every interpreter: on the oldest and the newest one.
pytestmark = pytest.mark.ends


@pytest.fixture(name="kernel", params=["as installed", "uncompiled"])
def _kernel(request: pytest.FixtureRequest) -> ModuleType:
    return uncompiled("resampling") if request.param == "uncompiled" else installed


def _left_to_right(values: Iterable[float]) -> float:
    total = 0.0
    for value in values:
        total += value
    return total


def _single(values: Iterable[float]) -> float:
    total = 0.0
    for value in values:
        total = single(total + value)
    return total


#: How doubles are added up, by what the kernel calls it.
_WAYS: dict[int, Callable[[list[float]], float]] = {
    installed.LEFT_TO_RIGHT: _left_to_right,
    installed.SINGLE: _single,
    installed.PAIRWISE: numpy_sum,
}


@pytest.mark.parametrize("size", [1, 2, 10, 3000, 2**31 - 1, 1_431_655_766])
def test_draws_are_those_of_the_generator(kernel: ModuleType, size: int) -> None:
    """Calls of odd and even lengths, so that half a word is left over; the last size redraws a third of the words."""
    generator = Pcg64(size)
    state = generator.state
    for count in (5, 4, 1, 0, 37):
        assert list(kernel.draw(state, size, count)) == generator.indices(size, count)
    assert state == generator.state


def _columns(rows: Sequence[Sequence[float]], chosen: Sequence[int]) -> Iterator[list[float]]:
    return (list(column) for column in zip(*[rows[place] for place in chosen], strict=True))


@pytest.mark.parametrize(("size", "drawn"), [(1, 1), (7, 3), (40, 40), (2, 70_000)])
def test_sums_of_whole_numbers(kernel: ModuleType, size: int, drawn: int) -> None:
    """The last case draws a row more often than a weight of 16 bits can say."""
    rng, resamples = random.Random(3), 3 if drawn < 100 else 1
    rows = [[rng.randint(-100, 100) for _ in range(3)] for _ in range(size)]
    columns = array("h", [number for column in zip(*rows, strict=True) for number in column])
    generator = Pcg64(9)
    sums = kernel.drawn_sums(generator.state, resamples, drawn, columns, 3)
    drawings = (generator.indices(size, drawn) for _ in range(resamples))
    assert list(sums) == [sum(column) for places in drawings for column in _columns(rows, places)]


def _numbers(rng: random.Random, size: int, how: int) -> list[float]:
    numbers = [rng.choice([0.1, 1e-8, 3e7, -0.3]) * rng.random() for _ in range(size)]
    return list(map(single, numbers)) if how == installed.SINGLE else numbers


@pytest.mark.parametrize("how", _WAYS)
@pytest.mark.parametrize("size", [1, 7, 8, 100, 300])
def test_sums_in_order(kernel: ModuleType, how: int, size: int) -> None:
    rng = random.Random(size)
    rows = [_numbers(rng, 2, how) for _ in range(size)]
    generator = Pcg64(9)
    cells = array("d", [number for row in rows for number in row])
    sums = kernel.drawn_sums_in_order(generator.state, 4, size, cells, 2, how)
    drawings = [generator.indices(size, size) for _ in range(4)]
    assert list(sums) == [_WAYS[how](column) for places in drawings for column in _columns(rows, places)]


@pytest.mark.parametrize("size", [1, 7, 8, 31, 32, 33, 100])
def test_exchanges(kernel: ModuleType, size: int) -> None:
    """Of whole numbers, and of doubles in every way of adding them up."""
    rng = random.Random(size)
    firsts, seconds = ([[rng.randint(0, 90) for _ in range(2)] for _ in range(size)] for _ in range(2))
    differences = [a[j] - b[j] for j in range(2) for a, b in zip(firsts, seconds, strict=True)]
    totals = [array("q", map(sum, zip(*rows, strict=True))) for rows in (firsts, seconds)]
    sums = kernel.exchanged_sums(Pcg64(4).state, 5, array("h", differences), *totals)
    assert list(sums) == [sum(column) for rows in _exchanged(firsts, seconds, 5) for column in zip(*rows, strict=True)]
    for how, add in _WAYS.items():
        doubles = [[_numbers(rng, 2, how) for _ in range(size)] for _ in range(2)]
        cells = [array("d", [number for row in rows for number in row]) for rows in doubles]
        sums = kernel.exchanged_sums_in_order(Pcg64(4).state, 5, *cells, 2, how)
        expected = [
            add(list(column)) for rows in _exchanged(doubles[0], doubles[1], 5) for column in zip(*rows, strict=True)
        ]
        assert list(sums) == expected


def _exchanged(
    firsts: Sequence[Sequence[float]], seconds: Sequence[Sequence[float]], resamples: int
) -> Iterator[list[Sequence[float]]]:
    """The rows of the first system, and of the second, in each resample."""
    drawn = bits(Pcg64(4))
    for _ in range(resamples):
        kept = list(islice(drawn, len(firsts)))
        yield [a if keep else b for keep, a, b in zip(kept, firsts, seconds, strict=True)]
        yield [b if keep else a for keep, a, b in zip(kept, firsts, seconds, strict=True)]
