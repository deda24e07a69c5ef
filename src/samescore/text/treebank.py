r"""Penn Treebank words, as NLTK's `NLTKWordTokenizer` splits them since 3.10 (and `word_tokenize` each sentence).

The scheme is Robert MacIntyre's tokenizer.sed: a chain of substitutions that puts spaces around words,
then a split at white space. Double quotes become `` and ''. Only the *last* full stop of the text is a
word, as the text is taken to be one sentence.

The patterns are compiled by the `regex` package, as NLTK does since 3.10: its white space is Unicode's,
without U+001C to U+001F.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

_CLOSING_QUOTES = "»”’"
_ALONE = r" \g<0> "
#: After the last full stop there may be brackets and quotes.
_AFTER_STOP = r"[\])}>\"' " + _CLOSING_QUOTES + "]*"

# (pattern, replacement), in the order in which they are applied.
_OPENING = (
    ("[«“‘„]|`+", _ALONE),
    ('^"', "``"),
    ("``", _ALONE),
    (r"""([ (\[{<])(?:"|'{2})""", r"\1 `` "),
    # An apostrophe before a word, unless it begins a clitic ('re, 's, ...).
    (r"(?i)(?<!\w)'(?!(?:re|ve|ll|m|t|s|d|n)\b)(?=\w)", "' "),
)
_PUNCTUATION = (
    (rf"([^.])\.({_AFTER_STOP})\s*$", r"\1 . \2 "),
    (r"([:,])(\D)", r" \1 \2"),
    ("[:,]$", _ALONE),
    (r"\.{2,}", _ALONE),
    ("[;@#$%&]", _ALONE),
    ("[‒-―]", _ALONE),
    (r"""([^.])\.([\])}>"']*)\s*$""", r"\1 .\2 "),
    ("[?!]", _ALONE),
    ("([^'])' ", r"\1 ' "),
    (r"\*", _ALONE),
    (r"[\][(){}<>]", _ALONE),
    ("--", _ALONE),
)
_CLOSING = (
    (f"[{_CLOSING_QUOTES}]", _ALONE),
    ("''", _ALONE),
    ('"', " '' "),
    (r"\s+", " "),
    ("([^' ])('[sSmMdD]|') ", r"\1 \2 "),
    ("([^' ])('ll|'LL|'re|'RE|'ve|'VE|n't|N'T) ", r"\1 \2 "),
)


@lru_cache(maxsize=1)
def _chains() -> tuple[list[tuple[Any, str]], list[tuple[Any, str]], list[Any]]:
    """The substitutions before and after the text is padded with spaces, and the contractions, compiled."""
    import re

    import regex

    before = [(regex.compile(pattern), replacement) for pattern, replacement in (*_OPENING, *_PUNCTUATION)]
    after = [(regex.compile(pattern), replacement) for pattern, replacement in _CLOSING]
    # Contractions of two words; NLTK compiles these with the standard library.
    pairs = ("can not", "d 'ye", "gim me", "gon na", "got ta", "lem me", "more 'n", "wan na")
    halves = [pair.split() for pair in pairs]
    ends = {"wan": r"(?=\s)"}
    contracted = [rf"(?i)\b({first})({second}){ends.get(first, chr(92) + 'b')}" for first, second in halves]
    contracted += [r"(?i) ('t)(is)\b", r"(?i) ('t)(was)\b"]
    return before, after, [re.compile(pattern) for pattern in contracted]


def treebank_words(sentence: str) -> list[str]:
    """The words of one sentence.

    >>> treebank_words("I cannot say (in 1999) it's 3,50.")
    ['I', 'can', 'not', 'say', '(', 'in', '1999', ')', 'it', "'s", '3,50', '.']
    """
    before, after, contractions = _chains()
    text = sentence
    for pattern, replacement in before:
        text = pattern.sub(replacement, text)
    text = f" {text} "
    for pattern, replacement in after:
        text = pattern.sub(replacement, text)
    for pattern in contractions:
        text = pattern.sub(r" \1 \2 ", text)
    return text.split()
