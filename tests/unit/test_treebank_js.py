"""js-rouge's Treebank words: a table written by hand, and the oracle's, text by text."""

from __future__ import annotations

import itertools
import random
import unicodedata

import pytest

from samescore.text.treebank_js import treebank_js_words
from tests.oracle.cases.npm import WORDS, WORDS_IN_ANY_ORDER
from tests.oracle.treebank_js import tokens_treebank_js
from tests.unit.treebank_pieces import PIECES

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_MORE = (
    "...",
    "....",
    "٣",
    "½",
    "²",
    "ʰ",
    "ª",
    "ˢ",
    "\ufeff",
    "\u200c",
    "😀",
    "\U00010100",
    '"A."1ʰ"',
    "x ''y''",
    "€",
    "ͺ",
    "・",
)


@pytest.mark.parametrize(("given", "words"), [row[2:] for row in WORDS], ids=[row[0] for row in WORDS])
def test_the_words_of_a_text(given: str, words: str) -> None:
    assert treebank_js_words(given) == words.split(" ")


@pytest.mark.parametrize(
    ("given", "words"), [row[2:] for row in WORDS_IN_ANY_ORDER], ids=[row[0] for row in WORDS_IN_ANY_ORDER]
)
def test_the_words_of_a_text_in_any_order(given: str, words: str) -> None:
    assert sorted(treebank_js_words(given)) == sorted(words.split(" "))


@pytest.mark.parametrize(
    "text", ["", " ", "\t\n\x0b\x0c\r", "\x85\xa0\u1680\u2000\u2028\u2029\u202f\u205f\u3000\ufeff"]
)
def test_white_space_has_no_words(text: str) -> None:
    assert treebank_js_words(text) == []


@pytest.mark.slow
def test_the_words_are_the_oracles() -> None:
    rng, pieces = random.Random(0), (*PIECES, *_MORE)
    texts = ["".join(pair) for pair in itertools.islice(itertools.product(pieces, repeat=2), 0, None, 3)]
    texts += ["".join(rng.choices(pieces, k=rng.randint(3, 12))) for _ in range(2_000)]
    texts += [" ".join(rng.choices(pieces, k=rng.randint(2, 8))) for _ in range(600)]
    assert [text for text in texts if treebank_js_words(text) != tokens_treebank_js(text)] == []


@pytest.mark.parametrize(
    "around", ['{}"a"', 'a{}"b', "x ''{}y'' z", '"A."{}"b', "a,{}", "a.{}", "can{}not", "{}cannot"]
)
def test_classes_of_characters_are_the_oracles(around: str) -> None:
    """One of some four hundred characters that this interpreter knows, and those that end or begin something in any class."""
    known = (chr(code) for code in range(0x21, 0x20000, 397) if not 0xD800 <= code < 0xE000)
    characters = [character for character in known if unicodedata.category(character) not in ("Cn", "Co")]
    texts = [around.format(character) for character in characters]
    assert [text for text in texts if treebank_js_words(text) != tokens_treebank_js(text)] == []
