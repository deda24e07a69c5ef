"""The Treebank tokenizer against NLTK's, text by text."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest

from samescore.generators.texts import corpora
from samescore.text.punkt import punkt_sentences
from samescore.text.treebank import treebank_words
from tests.unit.treebank_pieces import PIECES

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


@pytest.fixture
def nltk() -> Any:
    """NLTK, which takes seconds to import; only the tests that compare with it need it."""
    return pytest.importorskip("nltk")


def _texts() -> list[str]:
    rng = random.Random(0)
    texts = ["".join(pair) for pair in itertools.product(PIECES, repeat=2)]
    texts += ["".join(rng.choices(PIECES, k=rng.randint(3, 12))) for _ in range(25_000)]
    texts += [" ".join(rng.choices(PIECES, k=rng.randint(2, 8))) for _ in range(8_000)]
    for corpus in corpora(1500, seed=5):
        texts += [str(line) for segment in corpus for line in (segment.hypothesis, *segment.references)]
    return texts


@pytest.mark.slow
def test_words_equal_nltk(nltk: Any) -> None:
    from nltk.tokenize import NLTKWordTokenizer

    if tuple(map(int, nltk.__version__.split(".")[:2])) < (3, 10):
        pytest.skip(
            "NLTK before 3.10 uses the module re, whose \\w and \\s are others; the rules held here are those since 3.10"
        )
    nltk_words = NLTKWordTokenizer()
    texts = _texts()
    assert len(texts) > 40_000
    for text in texts:
        assert treebank_words(text) == nltk_words.tokenize(text), repr(text)


def test_only_the_last_full_stop_is_a_word() -> None:
    assert treebank_words("Hello world. Bye.") == ["Hello", "world.", "Bye", "."]
    assert treebank_words("") == []


@pytest.mark.slow
def test_sentences_equal_untrained_punkt(nltk: Any) -> None:
    from nltk.tokenize.punkt import PunktSentenceTokenizer

    if tuple(map(int, nltk.__version__.split(".")[:2])) < (3, 10):
        pytest.skip(
            "NLTK before 3.10 uses the module re, whose \\w and \\s are others; the rules held here are those since 3.10"
        )
    nltk_words = PunktSentenceTokenizer()
    cut = 0
    for text in _texts():
        expected = nltk_words.tokenize(text)
        assert punkt_sentences(text) == expected, repr(text)
        cut += len(expected) > 1
    assert cut > 2_000


def test_wanna_is_split_only_before_white_space() -> None:
    """NLTK's pattern of this contraction ends with white space, those of the others with the end of a word."""
    assert treebank_words("I wanna-be wanna gonna-be") == ["I", "wanna-be", "wan", "na", "gon", "na", "-be"]
