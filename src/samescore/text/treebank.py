r"""Split a sentence into Penn Treebank tokens, as NLTK's `NLTKWordTokenizer` has done since 3.10.

The scheme is Robert MacIntyre's tokenizer.sed: a chain of substitutions puts spaces around words, and the text is then
split at white space. Double quotes become `` and ''. Only the *last* full stop of the text is a separate token, because
the text is assumed to be one sentence.

As in NLTK since 3.10, the `regex` package compiles the patterns; its white space is Unicode's, without U+001C to
U+001F.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

#: A pattern, its replacement, and characters: if a text contains none of them, the pattern cannot match.
_Step = tuple[Any, str, frozenset[str]]

_CLOSING_QUOTES = "»”’"
_ALONE = r" \g<0> "
#: A pattern of the brackets and quotes that may follow the last full stop.
_AFTER_STOP = r"[\])}>\"' " + _CLOSING_QUOTES + "]*"

#: Unicode's white space except the space.
_OTHER_WHITE_SPACE = "\t\n\v\f\r\x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
#: Contractions with a space where they are split; `_BEHIND_SPACE` has contractions that are split only after a space.
_PAIRS = ("can not", "d 'ye", "gim me", "gon na", "got ta", "lem me", "more 'n", "wan na")
_BEHIND_SPACE = ("'t is", "'t was")
#: The same contractions without the space, and characters beyond ASCII that match ASCII letters if case is ignored.
_CONTRACTIONS = tuple(pair.replace(" ", "") for pair in (*_PAIRS, *_BEHIND_SPACE))
_LIKE_ASCII = frozenset("\u0130\u0131\u017f\u212a")

# Steps as (pattern, replacement, characters), applied in order. Every match contains one of the characters, or the text
# did before an earlier step replaced it (such as a double quote). If a text has none of them, the pattern is skipped.
_OPENING = (
    ("[«“‘„]|`+", _ALONE, "«“‘„`"),
    ('^"', "``", '"'),
    ("``", _ALONE, '`"'),
    (r"""([ (\[{<])(?:"|'{2})""", r"\1 `` ", "\"'"),
    # An apostrophe before a word, unless it begins a clitic ('re, 's, ...).
    (r"(?i)(?<!\w)'(?!(?:re|ve|ll|m|t|s|d|n)\b)(?=\w)", "' ", "'"),
)
_PUNCTUATION = (
    (rf"([^.])\.({_AFTER_STOP})\s*$", r"\1 . \2 ", "."),
    (r"([:,])(\D)", r" \1 \2", ":,"),
    ("[:,]$", _ALONE, ":,"),
    (r"\.{2,}", _ALONE, "."),
    ("[;@#$%&]", _ALONE, ";@#$%&"),
    ("[‒-―]", _ALONE, "‒–—―"),
    (r"""([^.])\.([\])}>"']*)\s*$""", r"\1 .\2 ", "."),
    ("[?!]", _ALONE, "?!"),
    ("([^'])' ", r"\1 ' ", "'"),
    (r"\*", _ALONE, "*"),
    (r"[\][(){}<>]", _ALONE, "[](){}<>"),
    ("--", _ALONE, "-"),
)
_CLOSING = (
    (f"[{_CLOSING_QUOTES}]", _ALONE, _CLOSING_QUOTES),
    ("''", _ALONE, "'"),
    ('"', " '' ", '"'),
    (r"\s+", " ", _OTHER_WHITE_SPACE),
    ("([^' ])('[sSmMdD]|') ", r"\1 \2 ", "'\""),
    ("([^' ])('ll|'LL|'re|'RE|'ve|'VE|n't|N'T) ", r"\1 \2 ", "'\""),
)


@lru_cache(maxsize=1)
def _chains() -> tuple[list[_Step], list[_Step], list[Any]]:
    """Return the compiled steps before and after the text is padded with spaces, and the patterns of contractions."""
    import re

    import regex

    before, after = (
        [(regex.compile(pattern), replacement, frozenset(characters)) for pattern, replacement, characters in steps]
        for steps in ((*_OPENING, *_PUNCTUATION), _CLOSING)
    )
    # Contractions of two words, compiled with the standard library as in NLTK.
    halves = [pair.split() for pair in _PAIRS]
    ends = {"wan": r"(?=\s)"}
    contracted = [rf"\b({first})({second}){ends.get(first, chr(92) + 'b')}" for first, second in halves]
    contracted += [rf" ({first})({second})\b" for first, second in map(str.split, _BEHIND_SPACE)]
    return before, after, [re.compile(pattern, re.IGNORECASE) for pattern in contracted]


def treebank_words(sentence: str) -> list[str]:
    """Return the Penn Treebank tokens of one sentence; none for a text of white space.

    >>> treebank_words("I cannot say (in 1999) it's 3,50.")
    ['I', 'can', 'not', 'say', '(', 'in', '1999', ')', 'it', "'s", '3,50', '.']
    """
    before, after, contractions = _chains()
    text, characters = sentence, {*sentence, " "}
    for pattern, replacement, some in before:
        if not some.isdisjoint(characters):
            text = pattern.sub(replacement, text)
    text = f" {text} "
    for pattern, replacement, some in after:
        if not some.isdisjoint(characters):
            text = pattern.sub(replacement, text)
    small = text.lower()
    if any(contraction in small for contraction in _CONTRACTIONS) or not _LIKE_ASCII.isdisjoint(characters):
        for pattern in contractions:
            text = pattern.sub(r" \1 \2 ", text)
    return text.split()
