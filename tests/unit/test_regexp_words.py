"""NLTK's tokenizers by regular expressions: worked by hand, and against NLTK's own, on every character of the first plane."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from samescore.text.regexp_words import word_characters, wordpunct
from tests.unit.test_treebank import nltk

__all__ = ["nltk"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", []),
        (" \t\n", []),
        ("It's 3.50!?", ["It", "'", "s", "3", ".", "50", "!?"]),
        ("a_b--c", ["a_b", "--", "c"]),
        ("x.\ny", ["x", ".", "y"]),
    ],
)
def test_words_and_punctuation_are_runs(text: str, words: list[str]) -> None:
    letters = [word for word in words if re.match(r"\w", word)]
    for engine in ("re", "regex"):
        assert wordpunct(text, engine) == words
        assert word_characters(text, engine) == letters


@pytest.mark.parametrize(
    ("text", "regex", "standard"),
    [
        ("cafe\u0301", ["cafe\u0301"], ["cafe", "\u0301"]),
        ("हिन्दी", ["हिन्दी"], ["ह", "ि", "न", "्", "द", "ी"]),
        ("m²", ["m", "²"], ["m²"]),
        ("a\x1cb", ["a", "\x1c", "b"], ["a", "b"]),
    ],
)
def test_the_engines_differ_in_words(text: str, regex: list[str], standard: list[str]) -> None:
    assert wordpunct(text) == regex
    assert wordpunct(text, "re") == standard


def test_words_equal_nltk(nltk: Any) -> None:
    from nltk.tokenize import RegexpTokenizer, wordpunct_tokenize

    release = tuple(map(int, nltk.__version__.split(".")[:3]))
    engine = "regex" if release >= (3, 10, 3) else "re"
    words, rng = RegexpTokenizer(r"\w+"), random.Random(7)
    characters = [chr(code) for code in range(0xD800)]
    texts = ["".join(rng.choices(characters, k=12)) + " ".join("a.b_3" for _ in range(2)) for _ in range(500)]
    for text in ("".join(characters), *texts):
        assert wordpunct(text, engine) == wordpunct_tokenize(text)
        assert word_characters(text, engine) == words.tokenize(text)
