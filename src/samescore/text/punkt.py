"""Sentences by Punkt (Kiss and Strunk, "Unsupervised multilingual sentence boundary detection", 2006), untrained.

As in NLTK's `PunktSentenceTokenizer` without learned parameters, since 3.10: no abbreviation is known, so
every full stop at the end of a token ends a sentence, unless the token is an initial or a number and the
next token does not look like the start of a sentence. Ellipses do not end sentences.
"""

from __future__ import annotations

import string
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Any

_QUOTES = "‘’“”«»"
_NOT_IN_WORDS = rf"""[)";}}\]*:@'({{\[{_QUOTES}?!]"""
_SEVERAL = r"(?:-{2,}|\.{2,}|(?:\.\s){2,}\.)"
_PUNCTUATION = (";", ":", ",", ".", "!", "?")


@lru_cache(maxsize=1)
def _patterns() -> tuple[Any, Any, Any, Any, Any]:
    import regex

    ends = rf"\s|$|{_NOT_IN_WORDS}|{_SEVERAL}"
    return (
        # A token: dashes or dots, a word up to where it ends, or any other character.
        regex.compile(rf"""{_SEVERAL}|(?=[^("`{{\[:;&#*@)}}\]\-,])\S+?(?={ends}|,(?={ends}))|\S"""),
        # A possible end of a sentence, and what comes after it.
        regex.compile(rf"[.?!](?=(?P<after>{_NOT_IN_WORDS}|\s+(?P<next>\S+)))"),
        # Closing marks at the beginning of a sentence that belong to the one before.
        regex.compile(rf"""["')\]}}{_QUOTES}]+?(?:\s+|(?=--)|$)""", regex.MULTILINE),
        regex.compile(r"-?[.,]?\d[\d,.-]*\.?$"),
        regex.compile(r"[^\W\d]\.$"),
    )


def _ends_sentence(token: str, following: str) -> bool:
    """Does a sentence end between two tokens?"""
    *_, number, initial = _patterns()
    if not (token in ("?", "!") or token == "." or (token.endswith(".") and not token.endswith(".."))):  # noqa: S105
        return False
    if not token.endswith("."):
        return True
    is_initial = bool(initial.match(token))
    if is_initial or number.match(token.lower()):
        if following in _PUNCTUATION or following[0].islower():
            return False
        return not (is_initial and following[0].isupper())
    return True


def _has_boundary(context: str) -> bool:
    """Does a sentence end in `context`, the text around a possible end, before its last token?"""
    word = _patterns()[0]
    tokens = [token for line in context.split("\n") if line.strip() for token in word.findall(line)]
    return any(_ends_sentence(token, following) for token, following in pairwise(tokens))


def _contexts(text: str) -> Iterator[tuple[Any, str]]:
    """Possible ends of sentences, with the word before and the text after each; only the last of several in a word."""
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


def _spans(text: str) -> list[tuple[int, int]]:
    spans, start = [], 0
    for match, context in _contexts(text):
        if _has_boundary(context):
            spans.append((start, match.end()))
            start = match.start("next") if match["next"] else match.end()
    return [*spans, (start, len(text.rstrip()))]


def punkt_sentences(text: str) -> list[str]:
    """The sentences of a text, without the white space between them.

    >>> punkt_sentences("He said so (in 1999.) J. Doe, e.g. I. What?")
    ['He said so (in 1999.)', 'J. Doe, e.g.', 'I. What?']
    """
    closing = _patterns()[2]
    sentences, moved = [], 0
    spans = _spans(text)
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
