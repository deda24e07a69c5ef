"""Words by kernels are the words of the plain tokenizers."""

from __future__ import annotations

import itertools
import random
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from types import ModuleType
from typing import Any

import pytest

from samescore import Corpus
from samescore.kernels import words
from samescore.kernels.numbered import Numbered
from samescore.metrics.chrf.statistics import words as chrf_words
from samescore.metrics.numbering import number_units
from samescore.text.classes import WITH_RULES, word_rules
from samescore.text.tokenizers import RULES
from tests.routes import compiled_metric
from tests.unit.kernels import uncompiled

#: The same source is compiled on every interpreter: on the oldest and the newest one.
pytestmark = pytest.mark.ends

#: A character of every class that a tokenizer knows. Full stop and comma are of one class; both are in one list.
_CHARACTERS = {
    "none": "a \x1c\u3000",
    "char": "a \x1c\u3000",
    "none-ascii": "a \x1c\u3000",
    "none-unicode": "a \x1c\u3000",
    "13a": "a5.,- !",
    "13a-unicode": "a5.- !\x1c",
    "13a-quotes": "a5.,- !",
    "13a-unpadded": "a5.- !\x1c",
    "zh": "a5.- !中",
    "intl": "a5.+ ½¿",
    "intl-1": "a5.+ ½\\",
    "intl-mteval": "a5.+ ½\x1c",
    "chrf": "a.! ",
}
_ROUTES = pytest.mark.parametrize("kernel", [words, uncompiled("words")], ids=["as installed", "uncompiled"])
_TOKENIZERS = pytest.mark.parametrize("tokenizer", WITH_RULES)


def _plain(tokenizer: str) -> Callable[[str], Sequence[str]]:
    return chrf_words if tokenizer == "chrf" else RULES[tokenizer]


def _numbered(kernel: ModuleType, tokenizer: str, segments: Sequence[Sequence[str]]) -> Numbered:
    rules = word_rules(tokenizer)
    lines = [[rules.prepare(line) if rules.prepare else line for line in segment] for segment in segments]
    made: Any = kernel.number_words(
        [segment[0] for segment in lines],
        [segment[1:] for segment in lines],
        rules.classes,
        rules.padded,
        rules.clean,
    )
    return Numbered(*made)


def _expected(tokenizer: str, segments: Iterable[Sequence[str]]) -> Numbered:
    tokens = _plain(tokenizer)
    return number_units([list(map(tokens, segment)) for segment in segments])


def _strings(characters: str, longest: int) -> Iterator[str]:
    for length in range(longest + 1):
        yield from map("".join, itertools.product(characters, repeat=length))


def _check(kernel: ModuleType, tokenizer: str, segments: list[list[str]]) -> None:
    assert _numbered(kernel, tokenizer, segments) == _expected(tokenizer, segments)


@_ROUTES
@_TOKENIZERS
def test_all_short_strings(kernel: ModuleType, tokenizer: str) -> None:
    _check(kernel, tokenizer, [[text] for text in _strings(_CHARACTERS[tokenizer], 4)])


@pytest.mark.slow
@pytest.mark.once
@_TOKENIZERS
def test_all_strings_of_six_characters(tokenizer: str) -> None:
    """Up to 137,257 strings of up to 6 characters of all classes."""
    strings = _strings(_CHARACTERS[tokenizer], 6)
    while part := list(itertools.islice(strings, 10_000)):
        _check(words, tokenizer, [[text] for text in part])


def _hostile() -> list[list[str]]:
    """Markup, every kind of white space, marks, lone surrogates; several references, empty texts."""
    rng = random.Random(7)
    pieces = [
        *"aZß5.,-!&<\n\r\t \x1c\x1f\x85\xa0\u2003\u2028\u3000\ufeff\ud800'\"_½²٣中。！İſ😀",
        *("&quot;", "&QUOT;", "&amp;lt;", "<skipped>", "-\n", "1,000.50", "...", "the", "thé"),
    ]
    return [["".join(rng.choices(pieces, k=rng.randrange(12))) for _ in range(rng.randrange(1, 4))] for _ in range(600)]


@_ROUTES
@_TOKENIZERS
def test_hostile_texts(kernel: ModuleType, tokenizer: str) -> None:
    _check(kernel, tokenizer, _hostile())


@_ROUTES
@pytest.mark.parametrize("lines", [1, 2000])
def test_texts_whose_characters_begin_with_other_bytes_later(kernel: ModuleType, lines: int) -> None:
    """The text is read in parts; in each, other characters beyond ASCII end words: C2, E3, F0."""
    segments = [[f"word{mark}word"] * 2 for mark in ("", "\xa0", "é", "。", "\U0001f600") for _ in range(lines)]
    _check(kernel, "intl", segments)
    _check(kernel, "13a", segments)


@pytest.mark.parametrize("case", ["keep", "lower", "ascii-tokens"])
@pytest.mark.parametrize("tokenizer", [name for name in WITH_RULES if name not in ("chrf", "none-unicode")])
def test_texts_without_the_white_space_at_their_end(tokenizer: str, case: str) -> None:
    """One reference each, or several: BLEU's rows are the plain ones where texts are stripped first."""
    bleu = compiled_metric("bleu")
    s: Any = bleu.counting(bleu.settings.from_mapping({"tokenizer": tokenizer, "case": case, "strip": "right"}))
    segments = [lines for lines in _hostile() if len(lines) > 1]
    for references in (1, 2):
        corpus = Corpus.from_segments([h for h, *_ in segments], [lines[1 : references + 1] for lines in segments])
        assert bleu.compiled_statistics(corpus, s) == bleu.statistics(corpus, s)


@pytest.mark.once
@_TOKENIZERS
def test_every_character_alone_and_between_letters(tokenizer: str) -> None:
    codes = range(0, sys.maxunicode + 1, 1)
    _check(words, tokenizer, [[chr(code), f"a{chr(code)}b"] for code in codes if code < 0x3100 or code % 97 == 0])


@_ROUTES
def test_long_texts_and_words(kernel: ModuleType) -> None:
    rng = random.Random(9)
    for length in (1, 100, 10_000 if kernel is words else 500):
        text = " ".join(
            rng.choices(["a", "bb", "c" * length, "c" * (length - 1) + "d", *map(str, range(length))], k=length)
        )
        _check(kernel, "none", [[text, text[::-1]], ["c" * length, "d" * length]])


@_ROUTES
def test_no_segments(kernel: ModuleType) -> None:
    _check(kernel, "13a", [])
