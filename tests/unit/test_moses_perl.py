"""Words of Moses's tokenizer.perl, held against what the script itself answered."""

from __future__ import annotations

import importlib.util
import json
import string
import time
import types
from pathlib import Path

import pytest

from samescore.text.moses_perl import Prefixes, moses_perl_words
from samescore.text.resources import segmenters

#: The first line says which script, and how it was asked.
_RECORDED = Path(__file__).parent.parent / "data" / "tokenizer-perl.jsonl"
#: Those of Moses's abbreviations that occur there.
_PREFIXES = Prefixes({*string.ascii_uppercase, "Mr", "i.e", "e.g"}, {"No", "pp", "Art"})


def _recorded() -> list[tuple[str, list[str]]]:
    lines = _RECORDED.read_text(encoding="utf-8").split("\n")[1:-1]
    return [(answer["text"], answer["words"]) for answer in map(json.loads, lines)]


def test_words_are_those_of_the_script() -> None:
    assert len(_recorded()) == 260
    for text, words in _recorded():
        assert moses_perl_words(text, _PREFIXES) == words, text


@pytest.mark.skipif(importlib.util.find_spec("sacremoses") is None, reason="sacremoses is not installed")
def test_sacremoses_has_the_abbreviations_of_the_script() -> None:
    segmenters._moses_prefixes.cache_clear()
    for text, words in _recorded():
        assert segmenters.tokenize_moses_perl(text) == words, text
    assert segmenters.tokenize_moses("B.") == ["B."]  # the divergence: the script parts the last full stop


def test_abbreviations_before_numbers_are_told_from_others(monkeypatch: pytest.MonkeyPatch) -> None:
    entries = ["Mr", "No #NUMERIC_ONLY#"]
    module = types.SimpleNamespace(MosesTokenizer=lambda _: types.SimpleNamespace(NONBREAKING_PREFIXES=entries))
    monkeypatch.setattr(segmenters, "import_module", lambda _: module)
    segmenters._moses_prefixes.cache_clear()
    words = segmenters.tokenize_moses_perl("Mr. No. No. 5 ran.")
    segmenters._moses_prefixes.cache_clear()
    assert words == ["Mr.", "No", ".", "No.", "5", "ran", "."]


@pytest.mark.parametrize(
    "text",
    ["." * 200_000, "DOTMULTI" + "." * 100_000, "DOT" * 100_000, "DOTMULTI." * 30_000, "a'" * 100_000, ", " * 100_000],
    ids=["dots", "mark", "letters", "marks", "apostrophes", "commas"],
)
def test_long_texts_take_seconds_at_most(text: str) -> None:
    before = time.process_time()
    moses_perl_words(text, _PREFIXES)
    assert time.process_time() - before < 10  # a step for each dot takes minutes
