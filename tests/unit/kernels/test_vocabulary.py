"""Numbers of words: equal words are equal whatever their lengths, and no text makes the search for a word long."""

from __future__ import annotations

import random
from array import array
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

import pytest

from samescore.kernels import vocabulary
from tests.unit.kernels import uncompiled

#: The same source is compiled on every interpreter: on the oldest and the newest one.
pytestmark = pytest.mark.ends

_ROUTES = pytest.mark.parametrize("kernel", [vocabulary, uncompiled("vocabulary")], ids=["as installed", "uncompiled"])

#: Odd numbers of 64 bits as a process may draw them.
_MULTIPLIERS = [random.Random(seed).getrandbits(64) | 1 for seed in range(5)]


def _numbers(kernel: ModuleType, segments: Sequence[Sequence[str]], small: bool = False) -> list[list[int]]:
    """The numbers of the words of each segment; checks the other results against them."""
    text, begins, ends, stops = bytearray(), array("i"), array("i"), array("q")
    for words in segments:
        for word in words:
            begins.append(len(text))
            text += word.encode("utf-8", "surrogatepass")
            ends.append(len(text))
        stops.append(len(begins))
    text += bytes(16 - len(text) % 8)
    ids, sizes, places = array("i", bytes(4 * len(begins))), array("i", bytes(4 * len(stops))), array("i", begins)
    kernel.number(text, begins, ends, stops, small, ids, sizes, places)
    made, start, different = [], 0, 0
    for stop, size in zip(stops, sizes, strict=True):
        numbers = list(ids[start:stop])
        assert size == len(set(numbers))
        assert [numbers[place - start] for place in places[different : different + size]] == list(range(size))
        made.append(numbers)
        start, different = stop, different + size
    corpus = kernel.Vocabulary()
    corpus.renumber(text, begins, ends, places, sizes, stops, ids)
    known = corpus.words()
    assert [known[number] for number in ids] == [word for words in segments for word in words]
    assert len(set(known)) == len(known)
    return made


def _expected(words: Sequence[str]) -> list[int]:
    numbers: dict[str, int] = {}
    return [numbers.setdefault(word, len(numbers)) for word in words]


@_ROUTES
def test_words_of_every_length(kernel: ModuleType) -> None:
    """Words that are the beginning of others, or differ in one character, or end with NUL, at every place of a text."""
    words = [character * n for n in range(1, 40) for character in ("a", "b", "\0", "é", "中", "\U0010ffff")]
    words += [f"{'a' * n}{character}{'a' * (25 - n)}" for n in range(26) for character in "b\0"]
    rng = random.Random(0)
    segments = [rng.choices(words, k=size) for size in (1, 2, 300, 9, 5, 700, 3)]
    assert _numbers(kernel, segments) == [_expected(segment) for segment in segments]


@_ROUTES
def test_small_letters(kernel: ModuleType) -> None:
    """Capital letters count as small ones in words of any length."""
    words = ["Ab1", "aB1", "ab1", "ABCDEFGH", "abcdefgh", "AbcdefghiJ", "abcdefghij", "A" * 30, "a" * 30, "Z9", "z9"]
    text, begins, ends = bytearray(), array("i"), array("i")
    for word in words:
        begins.append(len(text))
        text += word.encode()
        ends.append(len(text))
    text += bytes(16 - len(text) % 8)
    ids, sizes, places = array("i", bytes(4 * len(words))), array("i", [0]), array("i", begins)
    kernel.number(text, begins, ends, array("q", [len(words)]), True, ids, sizes, places)
    assert list(ids) == _expected([word.lower() for word in words])


@_ROUTES
def test_numbers_do_not_depend_on_the_multiplier(kernel: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are given in order of first appearance."""
    rng = random.Random(3)
    words = ["".join(rng.choices("ab", k=rng.randrange(1, 20))) for _ in range(500)]
    if not kernel.COMPILED:  # a compiled module has the number of its process
        monkeypatch.setattr(kernel, "_MULTIPLIER", _MULTIPLIERS[0])
    assert _numbers(kernel, [words]) == [_expected(words)]


class _Counted(array):  # type: ignore[type-arg]
    """An array that counts how often one is read."""

    reads = 0

    def __getitem__(self, place: Any) -> Any:
        _Counted.reads += 1
        return super().__getitem__(place)


def _reads(module: str, count: Callable[[ModuleType], object], monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How often tables are read that a kernel makes, for each of several multipliers."""
    kernel = uncompiled(module)
    monkeypatch.setattr(kernel, "array", _Counted)
    reads = []
    for multiplier in _MULTIPLIERS:
        monkeypatch.setattr(kernel, "_MULTIPLIER", multiplier)
        _Counted.reads = 0
        count(kernel)
        reads.append(_Counted.reads)
    return reads


#: Sums of characters, weighted by their places in steps of 757: once the hash of a word. All these have the same.
_SAME_SUM = [chr(300 + 758 * k) + chr(20_000 - k) for k in range(1000) if not 0xD800 <= 300 + 758 * k < 0xE000]
#: Words that differ in one of the eight bytes that are compared first, and long words that differ in one place only.
_ALIKE = [
    f"{'a' * k}{chr(97 + n)}{'a' * (7 - k)}{'b' * extra}" for k in range(8) for n in range(26) for extra in (0, 9)
]


@pytest.mark.parametrize("words", [_SAME_SUM, _ALIKE], ids=["equal sums", "alike"])
def test_no_text_makes_words_meet(words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Each word reads a few entries of the tables, and not one for each word before it."""
    words = list(dict.fromkeys(words))
    for reads in _reads("vocabulary", lambda kernel: _numbers(kernel, [words]), monkeypatch):
        assert reads < 20 * len(words)


def test_no_pairs_meet(monkeypatch: pytest.MonkeyPatch) -> None:
    """These pairs once had one hash, 1000003 times the first number plus the second."""
    first = array("i", range(1, 1001))
    second = array("i", (1000003 * (1001 - a) for a in first))
    for reads in _reads("kinds", lambda kernel: kernel.kinds(first, second), monkeypatch):
        assert reads < 20 * len(first)
