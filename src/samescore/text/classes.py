"""Tables of character classes, by which `samescore.kernels.words` splits texts into tokens.

A tokenizer can be expressed as a table if its tokens are substrings whose boundaries depend on the classes of adjacent
characters. `samescore.text.tokenizers` defines the tokens.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Iterable
from functools import cache
from operator import itemgetter

import msgspec

from samescore.kernels.words import ALONE, DASH, DIGIT, EDGE, OTHER, SPACE, STOP
from samescore.text.international import intl_1_categories, intl_categories
from samescore.text.tokenizers import ZH_RANGES
from samescore.text.western import SYMBOLS, with_quotes, without_international_markup, without_markup

#: The characters at which `str.split` splits.
WHITE_SPACE = (
    "\t\n\x0b\x0c\r\x1c\x1d\x1e\x1f \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029"
    "\u202f\u205f\u3000"
)
#: The characters at which `str.split` splits, but which are not White_Space in Unicode.
INFORMATION_SEPARATORS = "\x1c\x1d\x1e\x1f"
#: The characters at which `str.split` splits, but which are not white space for C's ``isspace``.
_NOT_OF_ASCII = WHITE_SPACE[WHITE_SPACE.index("\x1c") :].replace(" ", "")
#: The punctuation marks that chrF++ separates from words.
CHRF_MARKS = frozenset(SYMBOLS + "'-,.")


#: The tokenizers that have a table.
WITH_RULES = (
    *("none", "none-ascii", "none-unicode", "char", "chrf", "zh", "intl", "intl-1", "intl-mteval"),
    *("13a", "13a-unicode", "13a-quotes", "13a-unpadded"),
)


class WordRules(msgspec.Struct, frozen=True):
    """A tokenizer as a table of character classes.

    `classes` has the class of every code point. If `padded`, a text is treated as if white space preceded and followed
    it. `prepare` is applied first, to every text; `clean` is then applied to texts with a line feed, ``&`` or ``<``.
    """

    classes: array[int]
    padded: bool = True
    prepare: Callable[[str], str] | None = None
    clean: Callable[[str], str] | None = None


def _table(default: int, *classes: tuple[int, Iterable[str]], no_space: str = "") -> array[int]:
    """Return the class of every code point: `default`, unless `classes` assigns the character to another class.

    Later pairs of `classes` override earlier pairs. White space overrides both, except the characters in `no_space`,
    which have the class `OTHER`.
    """
    table = array("B", [default]) * (sys.maxunicode + 1)
    for number, characters in (*classes, (SPACE, WHITE_SPACE), (OTHER, no_space)):
        for character in characters:
            table[ord(character)] = number
    return table


@cache
def dropped_characters(whitespace: str) -> array[int]:
    """Return, for each code point, 1 if chrF drops the character and 0 otherwise.

    `whitespace` is the value of chrF's knob ``whitespace``.
    """
    match whitespace:
        case "remove":
            characters = WHITE_SPACE
        case "remove-unicode":
            characters = "".join(set(WHITE_SPACE) - set(INFORMATION_SEPARATORS))
        case "remove-spaces":
            characters = " "
        case _:
            characters = ""
    dropped = array("B", [0]) * (sys.maxunicode + 1)
    for character in characters:
        dropped[ord(character)] = 1
    return dropped


@cache
def word_rules(tokenizer: str) -> WordRules:
    """Return the table of a tokenizer in `WITH_RULES`; ``chrf`` stands for the words of chrF++.

    Raises `AssertionError` for any other name.
    """
    if tokenizer == "zh" or tokenizer.startswith("13a"):
        return _western_rules(tokenizer)
    match tokenizer:
        case "none":
            return WordRules(_table(OTHER))
        case "none-ascii":
            return WordRules(_table(OTHER, no_space=_NOT_OF_ASCII))
        case "none-unicode":
            return WordRules(_table(OTHER, no_space=INFORMATION_SEPARATORS))
        case "char":
            return WordRules(_table(ALONE))
        case "chrf":
            return WordRules(_table(OTHER, (EDGE, CHRF_MARKS)))
        case "intl" | "intl-mteval":
            digits, punctuation, symbols = itemgetter("N", "P", "S")(intl_categories())
        case "intl-1":
            digits, punctuation, symbols = itemgetter("Nd", "P", "S")(intl_1_categories())
            punctuation = punctuation.replace("\\", "")
        case _:
            raise AssertionError(tokenizer)
    international = ((DIGIT, digits), (STOP, punctuation), (ALONE, symbols))
    if tokenizer == "intl-mteval":
        table = _table(OTHER, *international, no_space=INFORMATION_SEPARATORS)
        return WordRules(table, padded=False, clean=without_international_markup)
    return WordRules(_table(OTHER, *international), padded=False)


@cache
def ignores_white_ends(tokenizer: str) -> bool:
    """Return whether stripping white space never changes the tokens of a text that the rules do not clean."""
    rules = word_rules(tokenizer)
    return rules.padded and all(rules.classes[ord(character)] == SPACE for character in WHITE_SPACE)


def _western_rules(tokenizer: str) -> WordRules:
    """Return mteval's rules for Western languages, in the variant of a tokenizer (``zh`` or ``13a...``)."""
    western = ((ALONE, SYMBOLS), (DIGIT, "0123456789"), (STOP, ".,"), (DASH, "-"))
    match tokenizer:
        case "13a-unicode":
            return WordRules(_table(OTHER, *western, no_space=INFORMATION_SEPARATORS), clean=without_markup)
        case "13a-quotes":
            return WordRules(_table(OTHER, *western), clean=with_quotes)
        case "13a-unpadded":
            return WordRules(_table(OTHER, *western, no_space=_NOT_OF_ASCII), padded=False, clean=without_markup)
        case "zh":
            chinese = (chr(code) for low, high in ZH_RANGES for code in range(low, high + 1))
            return WordRules(_table(OTHER, *western, (ALONE, chinese)), padded=False, prepare=str.strip)
    return WordRules(_table(OTHER, *western), clean=without_markup)
