"""Split text into sentences with Punkt.

Source: Kiss and Strunk, "Unsupervised multilingual sentence boundary detection", Computational Linguistics 32(4), 2006.

The rules follow `PunktSentenceTokenizer` in NLTK 3.10 and later. Without learned parameters no abbreviations are known.
Then every full stop at the end of a token ends a sentence, unless the token is an ellipsis, or it is an initial or a
number and the next token does not look like the start of a sentence.
"""

from __future__ import annotations

import string
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Any

import msgspec

_QUOTES = "‘’“”«»"
_NOT_IN_WORDS = rf"""[)";}}\]*:@'({{\[{_QUOTES}?!]"""
_SEVERAL = r"(?:-{2,}|\.{2,}|(?:\.\s){2,}\.)"
_PUNCTUATION = (";", ":", ",", ".", "!", "?")


@lru_cache(maxsize=1)
def _patterns() -> tuple[Any, Any, Any, Any, Any]:
    import regex

    ends = rf"\s|$|{_NOT_IN_WORDS}|{_SEVERAL}"
    return (
        # A token: dashes or dots, a word up to its end, or any other character.
        regex.compile(rf"""{_SEVERAL}|(?=[^("`{{\[:;&#*@)}}\]\-,])\S+?(?={ends}|,(?={ends}))|\S"""),
        # A possible end of a sentence, and the text after it.
        regex.compile(rf"[.?!](?=(?P<after>{_NOT_IN_WORDS}|\s+(?P<next>\S+)))"),
        # Closing marks at the start of a sentence that belong to the previous one.
        regex.compile(rf"""["')\]}}{_QUOTES}]+?(?:\s+|(?=--)|$)""", regex.MULTILINE),
        regex.compile(r"-?[.,]?\d[\d,.-]*\.?$"),
        regex.compile(r"[^\W\d]\.$"),
    )


class PunktParameters(msgspec.Struct, frozen=True):
    """The parameters that Punkt learned from the texts of a language; empty by default.

    `abbreviations` are without their full stop. `collocations` are pairs of a word before a full stop and the next
    word. `starters` are words that often begin sentences. `contexts` maps each word to the bits `_CAPITAL_WITHIN` and
    so on.
    """

    abbreviations: frozenset[str] = frozenset()
    collocations: frozenset[tuple[str, str]] = frozenset()
    starters: frozenset[str] = frozenset()
    contexts: dict[str, int] = {}


#: Bits that say where a word was seen: capitalized within a sentence, capitalized anywhere; in lower case at a
#: sentence's start, in lower case anywhere.
_CAPITAL_WITHIN, _CAPITAL, _LOWER_FIRST, _LOWER = 4, 2 + 4 + 8, 16, 16 + 32 + 64
_UNTRAINED = PunktParameters()


def _word_type(token: str) -> str:
    return "##number##" if _patterns()[3].match(token.lower()) else token.lower()


def _without_stop(word: str) -> str:
    return word[:-1] if len(word) > 1 and word.endswith(".") else word


def _breaks_alone(token: str, parameters: PunktParameters) -> bool:
    """Return whether a token ends a sentence if the next token is ignored.

    A full stop, a question mark and an exclamation mark end a sentence. A word with a final full stop ends one unless
    it is an abbreviation. An ellipsis does not end a sentence.
    """
    if token in ("?", "!", "."):
        return True
    return token.endswith(".") and not token.endswith("..") and not _is_abbreviation(token, parameters)


def _is_abbreviation(token: str, parameters: PunktParameters) -> bool:
    """Return whether a token with one final full stop, or its part after the last hyphen, is an abbreviation."""
    word = token[:-1].lower()
    return word in parameters.abbreviations or word.split("-")[-1] in parameters.abbreviations


def _starts_sentence(token: str, context: int) -> bool | None:
    """Return whether a token looks like the first of a sentence, judging by the `context` bits of its word.

    Return None if they are inconclusive.
    """
    if token in _PUNCTUATION:
        return False
    if token[0].isupper() and context & _LOWER and not context & _CAPITAL_WITHIN:
        return True
    if token[0].islower() and (context & _CAPITAL or not context & _LOWER_FIRST):
        return False
    return None


def _ends_sentence(token: str, following: str, parameters: PunktParameters) -> bool:
    """Return whether a sentence ends between the token and the following token."""
    breaks = _breaks_alone(token, parameters)
    if not token.endswith("."):
        return breaks
    word, next_word = _without_stop(_word_type(token)), _word_type(following)
    if _breaks_alone(following, parameters):
        next_word = _without_stop(next_word)
    if (word, next_word) in parameters.collocations:
        return False
    context = parameters.contexts.get(next_word, 0)
    starts = _starts_sentence(following, context)
    is_initial = bool(_patterns()[4].match(token))
    is_ellipsis = len(token) > 1 and not token.strip(".")
    is_abbreviation = len(token) > 1 and not token.endswith("..") and _is_abbreviation(token, parameters)
    if (is_abbreviation or is_ellipsis) and not is_initial:
        if starts:
            return True
        if following[0].isupper() and next_word in parameters.starters:
            return True
    if is_initial or word == "##number##":
        if starts is False:
            return False
        if starts is None and is_initial and following[0].isupper() and not context & _LOWER:
            return False
    return breaks


def _has_boundary(context: str, parameters: PunktParameters) -> bool:
    """Return whether a sentence ends between any two tokens of `context`, the text around a possible end."""
    word = _patterns()[0]
    tokens = [token for line in context.split("\n") if line.strip() for token in word.findall(line)]
    return any(_ends_sentence(token, following, parameters) for token, following in pairwise(tokens))


def _contexts(text: str) -> Iterator[tuple[Any, str]]:
    """Yield the match of each possible sentence end, with the text around it: the word before and the text after.

    Of several possible ends in one word, only the last is yielded.
    """
    previous: Any = None
    start, stop = 0, 0
    for match in _patterns()[1].finditer(text):
        between = text[stop : match.start()]
        space = max((i for i, character in enumerate(between) if character in string.whitespace), default=0)
        begins = stop + space + 1 if space else start
        if previous is not None and stop <= begins:
            yield previous, text[start:stop] + previous.group() + previous["after"]
        previous, start, stop = match, begins, match.start()
    if previous is not None:
        yield previous, text[start:stop] + previous.group() + previous["after"]


def _spans(text: str, parameters: PunktParameters) -> list[tuple[int, int]]:
    spans, start = [], 0
    for match, context in _contexts(text):
        if _has_boundary(context, parameters):
            spans.append((start, match.end()))
            start = match.start("next") if match["next"] else match.end()
    return [*spans, (start, len(text.rstrip()))]


def punkt_sentences(text: str, parameters: PunktParameters = _UNTRAINED) -> list[str]:
    """Split a text into sentences, without the white space between them; an empty text has none.

    >>> punkt_sentences("He said so (in 1999.) J. Doe, e.g. I. What?")
    ['He said so (in 1999.)', 'J. Doe, e.g.', 'I. What?']
    """
    closing = _patterns()[2]
    sentences, moved = [], 0
    spans = _spans(text, parameters)
    for (start, stop), following in zip(spans, [*spans[1:], None], strict=True):
        start += moved
        moved = 0
        match = closing.match(text[slice(*following)]) if following else None
        if match and following:
            sentences.append(text[start : following[0] + len(match.group().rstrip())])
            moved = match.end()
        elif text[start:stop]:
            sentences.append(text[start:stop])
    return sentences
