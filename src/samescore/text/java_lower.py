r"""Lowercase text as Java's ``toLowerCase(Locale.ENGLISH)``, which differs from `str.lower` only for the sigma.

In both, a capital sigma becomes a final sigma if a cased letter precedes it and none follows. Python looks past
case-ignorable characters for these letters; Java looks only within the word found by java.text.BreakIterator.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_SIGMA, _FINAL = "\u03a3", "\u03c2"
#: The last character that is a single UTF-16 code unit in Java strings.
_PLANE = "\uffff"
#: Cased characters outside the categories of cased letters: modifiers, Roman numerals, letters in circles.
_CASED = re.compile("[\u02b0-\u02b8\u02c0\u02c1\u02e0-\u02e4\u0345\u037a\u1d2c-\u1d61\u2160-\u217f\u24b6-\u24e9]")

#: Classes of characters for Java's word iterator, as used in `_STRETCH`: marks inside or around words and numbers.
_KINDS = {
    **dict.fromkeys("\"'", "q"),
    **dict.fromkeys(",\u066b", ","),
    **dict.fromkeys("\xa2%\u066a\u2030\u2031&", "s"),
    **dict.fromkeys("\u0964\u0965", "d"),
    ".": ".",
    "#": "p",
    "\u2027": "m",
    "\xad": "m",
}
_KINDS_OF_CATEGORIES = {"Mc": "l", "Pd": "m", "Pc": "m", "Sc": "p", "Mn": "i", "Me": "i", "Cf": "f"}
_OTHERS = re.compile("[\u3005\u3041-\u3094\u309b\u309c\u30a1-\u30fa\u4e00-\u9fa5\uf900-\ufa2d]")
#: Patterns of words and numbers in classes: combining marks (i) and format characters (f) may follow any character.
_WORD, _NUMBER = "(?:(?:l[fi]*)+(?:[mq.]f*(?:l[fi]*)+)*(?:df*)?)", "(?:(?:n[fi]*)+(?:[q.,]f*(?:n[fi]*)+)*)"
_REST = f"(?:{_NUMBER}{_WORD})*(?:{_NUMBER}(?:sf*)?)?"
_STRETCH = re.compile(f"(?=[ln]){_WORD}?{_REST}|[p.]f*(?={_NUMBER}){_REST}|.[fi]*")


def java_lower(text: str) -> str:
    """Return a text in lower case, as Java does.

    >>> java_lower("Α-Σ"), "Α-Σ".lower()
    ('α-ς', 'α-σ')
    """
    if _SIGMA not in text[1:]:
        return text.lower()
    return "".join(map(_word_lower, _words(text)))


@lru_cache(maxsize=4096)
def _kind(character: str) -> str:
    if character in _KINDS:
        return _KINDS[character]
    if _OTHERS.match(character):
        return "x"
    category = unicodedata.category(character)
    return _KINDS_OF_CATEGORIES.get(category) or {"L": "l", "N": "n"}.get(category[0], "x")


def _words(text: str) -> list[str]:
    """Split a text into the words, numbers and marks of Java's word iterator; joined, they are the text."""
    kinds = "".join(map(_kind, text))
    return [text[match.start() : match.end()] for match in _STRETCH.finditer(kinds)]


def _is_cased(character: str) -> bool:
    return unicodedata.category(character) in ("Lu", "Ll", "Lt") or _CASED.match(character) is not None


def _word_lower(word: str) -> str:
    """Return a word in lower case, with a final sigma where `_is_final` is true."""
    return "".join(
        _FINAL if character == _SIGMA and _is_final(word, place) else character.lower()
        for place, character in enumerate(word)
    )


def _is_final(word: str, place: int) -> bool:
    """Return whether a cased character precedes a position in a word and none follows.

    The search in each direction stops at a character beyond U+FFFF, as in Java; before the position, such a character
    does not count as cased.
    """
    before = place - 1
    while before >= 0 and word[before] <= _PLANE and not _is_cased(word[before]):
        before -= 1
    after = place + 1
    while after < len(word) and word[after] <= _PLANE and not _is_cased(word[after]):
        after += 1
    begins = before < 0 or word[before] > _PLANE
    return not begins and not (after < len(word) and _is_cased(word[after]))
