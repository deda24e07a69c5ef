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

#: A pattern, what is put in its place, and characters one of which a text has where it matches.
_Step = tuple[Any, str, frozenset[str]]

_CLOSING_QUOTES = "»”’"
_ALONE = r" \g<0> "
#: After the last full stop there may be brackets and quotes.
_AFTER_STOP = r"[\])}>\"' " + _CLOSING_QUOTES + "]*"

# (pattern, replacement, characters), in the order in which they are applied. A match has one of the characters, or is made
# of one: of a double quote come others. Where a text has none of them, the pattern is not tried.
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
    (r"\s+", " ", " "),
    ("([^' ])('[sSmMdD]|') ", r"\1 \2 ", "'\""),
    ("([^' ])('ll|'LL|'re|'RE|'ve|'VE|n't|N'T) ", r"\1 \2 ", "'\""),
)


@lru_cache(maxsize=1)
def _chains() -> tuple[list[_Step], list[_Step], list[Any], Any]:
    """The substitutions before and after the text is padded with spaces, and the contractions, each and any, compiled."""
    import re

    import regex

    before, after = (
        [(regex.compile(pattern), replacement, frozenset(characters)) for pattern, replacement, characters in steps]
        for steps in ((*_OPENING, *_PUNCTUATION), _CLOSING)
    )
    # Contractions of two words; NLTK compiles these with the standard library.
    pairs = ("can not", "d 'ye", "gim me", "gon na", "got ta", "lem me", "more 'n", "wan na")
    halves = [pair.split() for pair in pairs]
    ends = {"wan": r"(?=\s)"}
    contracted = [rf"\b({first})({second}){ends.get(first, chr(92) + 'b')}" for first, second in halves]
    contracted += [r" ('t)(is)\b", r" ('t)(was)\b"]
    any_of_them = re.compile("|".join(contracted), re.IGNORECASE)
    return before, after, [re.compile(pattern, re.IGNORECASE) for pattern in contracted], any_of_them


def treebank_words(sentence: str) -> list[str]:
    """The words of one sentence.

    >>> treebank_words("I cannot say (in 1999) it's 3,50.")
    ['I', 'can', 'not', 'say', '(', 'in', '1999', ')', 'it', "'s", '3,50', '.']
    """
    before, after, contractions, any_contraction = _chains()
    text, characters = sentence, {*sentence, " "}
    for pattern, replacement, some in before:
        if not some.isdisjoint(characters):
            text = pattern.sub(replacement, text)
    text = f" {text} "
    for pattern, replacement, some in after:
        if not some.isdisjoint(characters):
            text = pattern.sub(replacement, text)
    if any_contraction.search(text):
        for pattern in contractions:
            text = pattern.sub(r" \1 \2 ", text)
    return text.split()
