"""The words of ROUGE that the kernel numbers are those of the plain tokenizer and the plain stemmer."""

from __future__ import annotations

import random
from array import array
from collections.abc import Callable
from itertools import accumulate, pairwise, product
from types import ModuleType
from typing import Any

import pytest

from samescore import Corpus
from samescore.kernels import rouge_words
from samescore.metrics.numbering import number_units
from samescore.metrics.rouge.units import sentences, tokens
from samescore.text.porter import porter_stem
from tests.routes import compiled_metric
from tests.unit.kernels import uncompiled

#: The same source is compiled on every interpreter: on the oldest and the newest one.
pytestmark = pytest.mark.ends

BOTH = pytest.mark.parametrize("kernel", [rouge_words, uncompiled("rouge_words")], ids=["imported", "uncompiled"])
CASES = ("lower", "ascii", "keep")

Texts = list[str]


def _settings(**knobs: object) -> Any:
    return compiled_metric("rouge-n").settings.from_mapping(knobs)


def _numbering(stem: Callable[[str], str]) -> Callable[[array[int], array[int]], array[int]]:
    """What numbers the stems of words that are given by their letters and lengths."""

    def stem_numbers(letters: array[int], lengths: array[int]) -> array[int]:
        text, numbers = "".join(map(chr, letters)), dict[str, int]()
        words = [text[end - length : end] for length, end in zip(lengths, accumulate(lengths), strict=True)]
        assert sum(lengths) == len(letters)
        return array("i", [numbers.setdefault(stem(word), len(numbers)) for word in words])

    return stem_numbers


def _check(kernel: ModuleType, hypotheses: Texts, references: list[Texts], case: str, stemmer: str = "none") -> None:
    s = _settings(case=case, stemmer=stemmer)
    stems = None if stemmer == "none" else _numbering(lambda word: porter_stem(word) if len(word) >= 4 else word)
    words, sentence_ends, starts = kernel.number_words(hypotheses, references, case, stems)
    texts = [[hypothesis, *lines] for hypothesis, lines in zip(hypotheses, references, strict=True)]
    assert words == number_units([[tokens(text, s) for text in lines] for lines in texts])
    by_sentence: Any = compiled_metric("rouge-lsum").settings.from_mapping({"case": case, "stemmer": stemmer})
    expected = [[len(sentence) for sentence in sentences(text, by_sentence)] for lines in texts for text in lines]
    lengths = [end - start for start, end in pairwise(starts)]
    assert [lengths[first:last] for first, last in pairwise(sentence_ends)] == expected


@BOTH
@pytest.mark.parametrize("case", CASES)
def test_all_short_strings(kernel: ModuleType, case: str) -> None:
    """Every string of one character of each kind: letters, a digit, separators, and what lower-cases to ASCII."""
    longest = 4 if kernel.COMPILED else 3
    strings = ["".join(text) for n in range(longest + 1) for text in product("aB7 \n\u0130\u212a\u00e9", repeat=n)]
    _check(kernel, strings, [[text[::-1]] for text in strings], case)


@BOTH
@pytest.mark.parametrize("case", CASES)
def test_every_character(kernel: ModuleType, case: str) -> None:
    """Each code point that lower-cases to something else, or is below 1024, between two letters."""
    points = (chr(point) for point in range(0x110000))
    texts = [f"x{c}y {c}" for c in points if ord(c) < 1024 or c.lower() != c]
    _check(kernel, texts, [["xy x y i k"]] * len(texts), case)


@BOTH
def test_words_of_every_length(kernel: ModuleType) -> None:
    """Words are read in pieces of ten characters; some are the beginnings of others, or differ in one character."""
    words = [character * n for n in range(1, 45) for character in "a9"]
    words += [f"{'a' * n}b{'a' * (31 - n)}" for n in range(32)]
    rng = random.Random(0)
    texts = [" ".join(rng.sample(words, len(words))) for _ in range(3)]
    _check(kernel, texts, [[texts[0], " ".join(reversed(words))]] * 3, "lower")


@BOTH
def test_words_with_equal_later_pieces(kernel: ModuleType) -> None:
    """Short segments have small hash tables, in which these pieces meet."""
    ends = ("t", "s7", "tail", "aaaaaaaaaab")
    _check(kernel, ["a" * 10 + end for end in ends], [["b" * 10 + end, "c" * 10 + end] for end in ends], "lower")


@BOTH
@pytest.mark.parametrize("stemmer", ["none", "porter-nltk"])
def test_many_parts(kernel: ModuleType, stemmer: str) -> None:
    """Texts are read in parts, whose buffers grow with the longest text."""
    rng = random.Random(1)
    words = [
        f"{stem}{end}" for stem in ("relat", "hop", "skies", "w1") for end in ("", "s", "ing", "ed", "ational", "é")
    ]
    lengths = [0, 1, 5, 70, 12000, 3, 0, 30000, 8, 9] if kernel.COMPILED else [0, 3, 700, 12, 1500, 4]
    hypotheses = [" ".join(rng.choices(words, k=length)) for length in lengths]
    references = [
        [" ".join(rng.choices(words, k=rng.randrange(40))) for _ in range(n % 4)] for n in range(len(lengths))
    ]
    _check(kernel, hypotheses, references, "lower", stemmer)


@BOTH
def test_no_segments(kernel: ModuleType) -> None:
    words, sentence_ends, starts = kernel.number_words([], [], "lower", None)
    assert words == number_units([])
    assert sentence_ends == starts == array("q", [0])


@BOTH
def test_stems_are_made_once_for_each_word(kernel: ModuleType) -> None:
    asked = []

    def stem(word: str) -> str:
        asked.append(word)
        return word[:1]

    words, _, _ = kernel.number_words(["ab Ac b", "AB b"], [["a"], ["c aB"]], "lower", _numbering(stem))
    assert sorted(asked) == ["a", "ab", "ac", "b", "c"]
    assert words == number_units([[["a", "a", "b"], ["a"]], [["a", "b"], ["c", "a"]]])


def test_a_corpus_of_tokens_is_left_to_the_plain_route() -> None:
    corpus = Corpus.from_tokens([["a", "B c"]], [[["a"], ["B c"]]])
    s = _settings(tokenizer="given", case="keep")
    assert compiled_metric("rouge-n").compiled_statistics(corpus, s) == compiled_metric("rouge-n").statistics(corpus, s)
