"""Tokenizers that need a package of their own."""

from __future__ import annotations

import importlib.util
import sys

import pytest

from samescore import Corpus, SettingsError, score
from samescore.text import tokenizers

TEXT = "\u4ed6\u6765\u5230\u4e86\u7f51\u6613\u676d\u7814\u5927\u53a6"  # an example of jieba's own documentation


@pytest.mark.skipif(importlib.util.find_spec("jieba") is None, reason="jieba is not installed")
def test_jieba_cuts_as_it_says() -> None:
    words = ["\u4ed6", "\u6765\u5230", "\u4e86", "\u7f51\u6613", "\u676d\u7814", "\u5927\u53a6"]
    assert tokenizers.tokenize_jieba(TEXT) == words
    corpus = Corpus.from_segments([TEXT], [[TEXT]])
    assert score("distinct1", corpus, tokenizer="jieba").trace["counts"] == [6, 6, 6]


def test_without_jieba_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    tokenizers._jieba.cache_clear()
    monkeypatch.setitem(sys.modules, "jieba", None)
    with pytest.raises(SettingsError, match="needs jieba") as caught:
        tokenizers.tokenize_jieba(TEXT)
    assert "samescore[jieba]" in caught.value.hint
