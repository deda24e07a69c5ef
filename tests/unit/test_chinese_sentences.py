"""The sentences of rouge-chinese, on texts that are mostly punctuation."""

from __future__ import annotations

import random
import warnings
from collections.abc import Iterator
from importlib import import_module

from conformance.peers import need
from samescore.implementations import installed_package
from samescore.text.chinese_sentences import chinese_sentences
from tests.oracle.rouge_text import chinese_stretches

_CHARACTERS = "ab \n.......\u2026\u2026\u2026?\u3002\uff01\uff1f\uff0c\u201d\u2019"


def _texts(count: int) -> Iterator[str]:
    rng = random.Random(8)
    return ("".join(rng.choices(_CHARACTERS, k=rng.randint(0, 30))) for _ in range(count))


def test_chinese_sentences_equal_those_of_the_oracle() -> None:
    cut = 0
    for text in _texts(5000):
        expected = [sentence for sentence in chinese_stretches(text) if sentence]
        assert chinese_sentences(text) == expected, repr(text)
        cut += len(expected) > len([line for line in text.split("\n") if line])
    assert cut > 2500


def test_chinese_sentences_equal_those_of_rouge_chinese() -> None:
    need(installed_package("rouge_chinese"))
    with warnings.catch_warnings():  # of a \? in a text, where the module is compiled
        warnings.simplefilter("ignore")
        scorer = import_module("rouge_chinese").Rouge()
    for text in _texts(5000):
        assert chinese_sentences(text) == [sentence for sentence in scorer.cut_sent(text) if sentence], repr(text)
