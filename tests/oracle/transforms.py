"""Jiwer's transforms of texts, implemented character by character.

Matches are found by checking each position of a text; `re` is only used for regular expressions that a setting contains.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

from tests.oracle.text import SEPARATORS, strip_right
from tests.oracle.whisper import normalized

#: string.whitespace and string.punctuation, spelt out.
ASCII_SPACES = " \t\n\r\v\f"
ASCII_PUNCTUATION = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
CONTRACTIONS = (
    "won't=will not|can't=can not|let's=let us|n't= not|'re= are|'s= is|'d= would|'ll= will|'t= not|'ve= have|'m= am"
)


def transformed(text: str, steps: str | list[str]) -> str:
    """Return a text after every step of a chain."""
    for step in [] if steps == "none" else steps:
        name, _, taken = step.partition(":")
        text = normalized(text, name) if name.startswith("whisper-") else STEPS[name](text, taken)
    return text


def _plain(part: str) -> str:
    return part.replace("%2C", ",").replace("%2F", "/").replace("%3D", "=").replace("%25", "%")


def _list(taken: str) -> list[str]:
    return [_plain(part) for part in taken.split("/")]


def _table(taken: str) -> dict[str, str]:
    return {_plain(key): _plain(value) for key, _, value in (part.partition("=") for part in taken.split("/"))}


def _multiple_spaces(text: str, _: str) -> str:
    result, at = "", 0
    while at < len(text):
        end = at
        while end < len(text) and text[end] in SEPARATORS:
            end += 1
        result, at = (result + " ", end) if end > at + 1 else (result + text[at], at + 1)
    return result


def _kaldi(text: str, _: str) -> str:
    """Return the text without the parts from an opening bracket of either kind to the next closing one."""
    result, at = "", 0
    while at < len(text):
        end = at + 1
        while text[at] in "<[" and end < len(text) and text[end] not in ">]":
            end += 1
        closed = text[at] in "<[" and end < len(text)
        result, at = (result, end + 1) if closed else (result + text[at], at + 1)
    return result


def _pasted(text: str, old: str, new: str) -> str:
    """Return the text with every occurrence of a string replaced, from left to right."""
    if not old:
        return new + "".join(character + new for character in text)
    result, at = "", 0
    while at < len(text):
        found = text[at : at + len(old)] == old
        result, at = (result + new, at + len(old)) if found else (result + text[at], at + 1)
    return result


def _contractions(text: str, _: str) -> str:
    for pair in CONTRACTIONS.split("|"):
        text = _pasted(text, *pair.split("="))
    return text


def _is_boundary(text: str, at: int) -> bool:
    def word(place: int) -> bool:
        return 0 <= place < len(text) and (text[place].isalnum() or text[place] == "_")

    return word(at - 1) != word(at)


def _whole(text: str, word: str, instead: str) -> str:
    """Return the text with every occurrence between two word boundaries replaced; a backslash has its meaning in `re`."""
    made, at = "", 0
    template = re.compile(re.escape(word))
    while at < len(text):
        match = template.match(text, at)
        if match and _is_boundary(text, at) and _is_boundary(text, at + len(word)) and word:
            made, at = made + match.expand(instead), at + len(word)
        else:
            made, at = made + text[at], at + 1
    return made


def _substitute_words(text: str, taken: str) -> str:
    for word, instead in _table(taken).items():
        text = _whole(text, word, instead)
    return text


def _specific_words(text: str, taken: str) -> str:
    for word in _list(taken):
        text = _whole(text, word, " ")
    return text


def _substrings(text: str, taken: str) -> str:
    for substring in _list(taken):
        text = _pasted(text, substring, "")
    return text


def _substitute_regexes(text: str, taken: str) -> str:
    for expression, instead in _table(taken).items():
        made, end = "", 0
        for match in re.finditer(expression, text):
            made, end = made + text[end : match.start()] + match.expand(instead), match.end()
        text = made + text[end:]
    return text


def _kept(text: str, drop: Callable[[str], bool]) -> str:
    return "".join(character for character in text if not drop(character))


STEPS: dict[str, Callable[[str, str], str]] = {
    "to-lower-case": lambda text, _: text.lower(),
    "to-upper-case": lambda text, _: text.upper(),
    "strip": lambda text, _: strip_right(strip_right(text)[::-1])[::-1],
    "remove-multiple-spaces": _multiple_spaces,
    "remove-white-space": lambda text, _: _kept(text, lambda c: c in ASCII_SPACES),
    "replace-white-space": lambda text, _: "".join(" " if c in ASCII_SPACES else c for c in text),
    "remove-punctuation": lambda text, _: _kept(text, lambda c: unicodedata.category(c).startswith("P")),
    "remove-ascii-punctuation": lambda text, _: _kept(text, lambda c: c in ASCII_PUNCTUATION),
    "remove-kaldi-non-words": _kaldi,
    "expand-contractions": _contractions,
    "substitute-words": _substitute_words,
    "substitute-regexes": _substitute_regexes,
    "remove-specific-words": _specific_words,
    "remove-substrings": _substrings,
}
