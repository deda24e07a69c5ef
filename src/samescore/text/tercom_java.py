"""Tokenize as the Java program Tercom does (Normalizer.java, 0.10.0), whose white space is ASCII only."""

from __future__ import annotations

import re
from functools import cache

from samescore.text.tercom import ASIAN_PUNCTUATION_RANGES, CJK_RANGES, PUNCTUATION, one_of
from samescore.text.western import resolve_entities, space_stops, space_symbols

#: Hiragana, katakana and the phonetic extensions of katakana: first and last code points.
_KANA = ((0x3040, 0x309F), (0x30A0, 0x30FF), (0x31F0, 0x31FF))
_WHITE_SPACE = re.compile(r"\s+", re.ASCII)


@cache
def _runs(low: int, high: int) -> re.Pattern[str]:
    return re.compile(f"[{chr(low)}-{chr(high)}]+")


def words_of_java(text: str, normalize: bool, remove_punctuation: bool, asian: bool) -> list[str]:
    """Return the words of a text; none for the empty text.

    `normalize` replaces entities, and separates punctuation and ``'s``; with `asian` it also separates CJK characters,
    runs of kana and CJK punctuation. `remove_punctuation` removes ASCII punctuation; with `asian` it also removes CJK
    punctuation. `asian` alone has no effect. As in Java, the first word is empty if white space remains at the start of
    the text, or if no text remains.

    >>> words_of_java("(It's) 1,000.50.", normalize=True, remove_punctuation=True, asian=False)
    ['', 'It', "'s", '100050']
    """
    if not text:
        return []
    if normalize:
        text = _normalize(text, asian)
    if remove_punctuation:
        text = PUNCTUATION.sub("", text)
        if asian:
            text = one_of(ASIAN_PUNCTUATION_RANGES).sub("", text)
    if not text:
        return [""]
    pieces = _WHITE_SPACE.split(text)
    while pieces and not pieces[-1]:
        pieces.pop()
    return pieces


def _normalize(text: str, asian: bool) -> str:
    text = text.replace("<skipped>", "").replace("-\n", "").replace("\n", " ")
    text = space_stops(space_symbols(f" {resolve_entities(text)} ").replace("'s ", " 's "))
    if asian:
        text = one_of(CJK_RANGES).sub(r" \1 ", text)
        for low, high in _KANA:
            text = _runs(low, high).sub(r" \g<0> ", text)
        text = one_of(ASIAN_PUNCTUATION_RANGES).sub(r" \1 ", text)
    return text.strip("\t\n\v\f\r ")
