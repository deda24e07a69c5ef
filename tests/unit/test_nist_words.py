"""Words of NLTK's NISTTokenizer, held against NLTK's own code."""

from __future__ import annotations

import hashlib
import importlib
import random
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from samescore.text import nist_words
from samescore.text.tokenizers import RULES
from tests.oracle.text import tokenize

#: How many characters Number.txt, Punctuation.txt and Symbol.txt of NLTK's data perluniprops have, and the SHA-256 of their
#: text in the order of code points. The file packages/misc/perluniprops.zip of nltk/nltk_data has the SHA-256 57d54f59...2050ef.
_DATA = {
    "Number": (14709, "834bb36ae5e7ebea3c5cc7af5a591b6b7034500822a560bb7bba36e600ff0593"),
    "Punctuation": (593, "c716b2291464c7ca2173d8299f8f6be641fdde05bd380afac90dd142f41f0695"),
    "Symbol": (3299, "86747f5ee74bc835dcd41679e2dd3f22fa1971375d6885aa04f547d7313ec699"),
}
_PIECES = [
    *("&lt;", "&amp;", "&amp;lt;", "&APOS;", "&apos;", "&#91;", "&#93;", "&#124;", "&quot;", "<skipped>", "<SKIPPED>"),
    *("1,000.50", "3-4", "2010", ".", ",", ";", "-", "--", '"', "'", "`", "a", "B", "Mr", "U.S.", "caf\xe9", "\u0130"),
    *(
        "\u0391\u03a3",
        "\u03a3",
        "\u212a",
        "\u4f60\u597d",
        "\uc548\ub155",
        "\u06f1",
        "\u066b",
        "\u201c",
        "\u201d",
        "\u2026",
    ),
    *(
        "\u2013",
        "\u20ac",
        "\xbd",
        "\xb2",
        "\U0001f600",
        "\u200d",
        "\u0301",
        "\ufffd",
        "\u3005",
        "\u3002",
        "\u306e",
        "\u060c",
    ),
    *(
        "\u0964",
        "\U00020000",
        "\u0f3a",
        "\u166d",
        "\u2308",
        "\u20bd",
        "\uff04",
        "\uff11",
        "\uff08",
        "-\n",
        "\n",
        "\u2028",
    ),
    *("\u2029", "\x85", "\x1c", "\x00", "\x7f", "\xa0", " ", "  ", "\t", "\r"),
]


def _texts() -> Iterator[str]:
    """Entities, numbers and marks of many scripts, and any characters between letters."""
    rng = random.Random(8)
    for _ in range(1200):
        yield "".join(rng.choices(_PIECES, k=rng.randint(0, 9)))
    for _ in range(800):
        yield "".join(
            chr(rng.randrange(1, 0x3100)) if rng.random() < 0.7 else rng.choice("a1.,- $(") for _ in range(12)
        )


@pytest.mark.parametrize(("category", "expected"), _DATA.items())
def test_the_tables_are_those_of_nltk_s_data(category: str, expected: tuple[int, str]) -> None:
    characters = nist_words.characters(category)
    assert (len(characters), hashlib.sha256(characters.encode()).hexdigest()) == expected


@pytest.fixture
def theirs(monkeypatch: pytest.MonkeyPatch) -> Any:
    """NLTK's class, which reads its data when it is imported: here from our tables, which are the same."""
    nltk_corpus = pytest.importorskip("nltk.corpus")

    class Data:
        @staticmethod
        def chars(category: str) -> list[str]:
            return list(nist_words.characters(category))

    monkeypatch.setattr(nltk_corpus, "perluniprops", Data)
    monkeypatch.delitem(sys.modules, "nltk.tokenize.nist", raising=False)
    tokenizer = importlib.import_module("nltk.tokenize.nist").NISTTokenizer()
    monkeypatch.delitem(sys.modules, "nltk.tokenize.nist")
    return tokenizer


@pytest.mark.slow
def test_words_are_those_of_nltk(theirs: Any) -> None:
    for text in _texts():
        for lower, name in ((False, ""), (True, "-lower")):
            assert RULES[f"nltk-nist{name}"](text) == theirs.tokenize(text, lowercase=lower), (text, lower)
            international = theirs.international_tokenize(text, lowercase=lower)
            assert RULES[f"nltk-nist-intl{name}"](text) == international, (text, lower)


@pytest.mark.parametrize("name", ["nltk-nist", "nltk-nist-lower", "nltk-nist-intl", "nltk-nist-intl-lower"])
def test_words_are_those_of_the_oracle(name: str) -> None:
    """Where the oracle answers: it asks the categories that characters have today."""
    for text in _texts():
        if not any(character in "\u166d\u2308\u20bd" or ord(character) in range(0x250, 0x3100) for character in text):
            assert RULES[name](text) == tokenize(text, name), text
