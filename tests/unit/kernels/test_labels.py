"""Labels as numbers: the Python code, the kernel as it is imported, and the kernel uncompiled give the same ones."""

from __future__ import annotations

import random
from array import array
from types import ModuleType
from typing import Any

import pytest

from samescore.data import columns
from samescore.data.buffers import buffer_of
from samescore.data.columns import LabelColumns
from samescore.generators.labels import labels
from samescore.kernels import labels as kernel_as_imported
from tests.unit.kernels import uncompiled

#: The same source is compiled on every interpreter: on the oldest and the newest one.
pytestmark = pytest.mark.ends

_KERNELS = pytest.mark.parametrize(
    "kernel", [kernel_as_imported, uncompiled("labels")], ids=["as imported", "uncompiled"]
)


class _Word(str):
    """A string of its own kind."""

    __slots__ = ()


def _pools() -> list[list[Any]]:
    """Labels that a column may have: few and many, strings and integers of any size, equal ones that are not the same."""
    return [
        [0, 1],
        [1, -1],
        [3],
        ["OK", "BAD"],
        ["", "a", "A", "\u00e4", "a\u0308", "\ud800", "1", "01", "x" * 1000],
        list(range(256)),
        list(range(257)),
        list(range(-128, 128)),
        list(range(-1, 128)),
        [10**6, 10**6 + 1, 0],
        [2**63 - 1, -(2**63)],
        list(range(10**6, 10**6 + 3_000)),
        [f"class {k}" for k in range(300)],
    ]


def _drawn(pool: list[Any], size: int, rng: random.Random) -> list[Any]:
    """Labels of a pool, in runs and alternating, some of them copies."""
    drawn: list[Any] = []
    while len(drawn) < size:
        label = rng.choice(pool)
        drawn += [label] * rng.choice([1, 1, 1, 2, 5])
    return [int(str(label)) if isinstance(label, int) else "".join(list(label)) for label in drawn[:size]]


@_KERNELS
@pytest.mark.parametrize("size", [0, 1, 2, 7, 300, 3_000])
def test_lists_are_numbered_and_counted_as_the_plain_route_does(
    kernel: ModuleType, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(columns, "kernel", kernel)
    rng = random.Random(size)
    for pool in _pools():
        gold, predicted = _drawn(pool, size, rng), _drawn(pool, size, rng)
        plain, made = LabelColumns.plain_of_lists(gold, predicted), LabelColumns.compiled_of_lists(gold, predicted)
        assert made is not None
        assert (made.names, made.gold, made.predicted) == (plain.names, plain.gold, plain.predicted)
        assert type(made.gold) is type(plain.gold)
        assert (made.labels(made.gold), made.labels(made.predicted)) == (tuple(gold), tuple(predicted))
        pairs = [(name, count) for name, count in made.compiled_pairs().items()]
        assert pairs == list(plain.plain_pairs().items()), "the order is that of first appearance"
        assert sum(count for _, count in pairs) == size


@_KERNELS
def test_generated_labels_are_numbered_and_counted_alike(kernel: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(columns, "kernel", kernel)
    for data in labels(200, seed=13):
        made = LabelColumns.compiled_of_lists(data.gold, data.predicted)
        assert made is not None
        assert list(made.compiled_pairs().items()) == list(data.columns.plain_pairs().items())


@_KERNELS
@pytest.mark.parametrize(
    "wrong", [True, 1.0, None, b"a", _Word("a"), 2j], ids=["truth", "float", "none", "bytes", "own kind", "complex"]
)
def test_the_kernel_leaves_what_is_not_exactly_a_label(kernel: ModuleType, wrong: object) -> None:
    for place in (0, 1, 9):
        mixed: list[Any] = [1] * 10
        mixed[place] = wrong
        numbers: dict[Any, int] = {}
        assert kernel.number_labels(mixed, numbers, array("i", bytes(40))) == place
        assert all(type(name) is int for name in numbers)


_FORMATS = {code: array(code).itemsize for code in "bBHiqQ"}


def _buffer(code: str, numbers: list[int]) -> memoryview:
    view = buffer_of(array(code, numbers), "gold")
    assert view is not None
    return view


@_KERNELS
def test_buffers_of_every_width_hold_the_same_labels_as_lists(
    kernel: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(columns, "kernel", kernel)
    rng = random.Random(3)
    seen = set()
    for gold_code, gold_size in _FORMATS.items():
        for predicted_code, predicted_size in _FORMATS.items():
            sides = []
            for code, size in ((gold_code, gold_size), (predicted_code, predicted_size)):
                low, high = (0, 256**size - 1) if code.isupper() else (-(256**size) // 2, 256**size // 2 - 1)
                pool = rng.choice([[0, 1], [0, 127], [low, high], [high, 5], [max(low, -1), 1, 127], [low, 0, high]])
                sides.append((code, [rng.choice(pool) for _ in range(50)]))
            made = LabelColumns.compiled_of_buffers(*(_buffer(*side) for side in sides))
            gold, predicted = sides[0][1], sides[1][1]
            if made is None:
                assert any(code.isupper() and max(numbers) >= 2**63 for code, numbers in sides)
            else:
                assert (made.labels(made.gold), made.labels(made.predicted)) == (tuple(gold), tuple(predicted))
                assert list(made.compiled_pairs().items()) == list(
                    LabelColumns.plain_of_lists(gold, predicted).plain_pairs().items()
                )
            seen.add("neither" if made is None else f"{type(made.gold).__name__} of {min(made.names)}")
    assert {"neither", "bytearray of 0", "bytearray of -128"} < seen


@_KERNELS
def test_many_different_numbers_are_numbered_in_order(kernel: ModuleType) -> None:
    numbers = [k * 2**32 - 7 for k in range(5_000)]
    codes = array("i", bytes(4 * 10_000))
    words = memoryview(array("q", [*numbers, *reversed(numbers)])).cast("B").cast("Q")
    known = kernel.number_words(words, 1 << 63, array("q", [numbers[3]]), codes)
    assert list(known) == [numbers[3], *numbers[:3], *numbers[4:]]
    assert [known[code] for code in codes] == [*numbers, *reversed(numbers)]
