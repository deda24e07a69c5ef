"""The international tokenization rules of mteval-v14.pl, and of sacreBLEU's copies of it."""

from __future__ import annotations

import re
import warnings
from functools import lru_cache
from typing import Any

from samescore.text.tokenizers import split_unicode_whitespace
from samescore.text.western import without_international_markup


@lru_cache(maxsize=1)
def _intl_rules() -> tuple[Any, Any, Any]:
    # The `regex` package, not `re`, because sacreBLEU uses its Unicode tables.
    import regex

    return regex.compile(r"(\P{N})(\p{P})"), regex.compile(r"(\p{P})(\P{N})"), regex.compile(r"(\p{S})")


#: All numbers, punctuation marks and symbols have code points below this.
_ASSIGNED = 0x20000


@lru_cache(maxsize=1)
def intl_categories() -> dict[str, str]:
    """Return the characters of each of the Unicode categories N, P and S, in order, as listed by the package `regex`.

    Characters beyond U+1FFFF are not examined: they are ideographs, tags and private-use characters.
    """
    import regex

    stretches: dict[str, list[str]] = {"N": [], "P": [], "S": []}
    for stretch in regex.finditer(r"(?P<N>\p{N}+)|(?P<P>\p{P}+)|(?P<S>\p{S}+)", "".join(map(chr, range(_ASSIGNED)))):
        stretches[stretch.lastgroup].append(stretch[0])
    return {category: "".join(texts) for category, texts in stretches.items()}


def tokenize_intl(text: str) -> list[str]:
    """Split by the international rules of mteval-v14.pl: separate symbols, and punctuation unless between digits.

    All Unicode punctuation and symbols count. A full stop after a final digit stays attached, as in the original.

    >>> tokenize_intl("a-b 3-4 in 2010.")
    ['a', '-', 'b', '3-4', 'in', '2010.']
    """
    return _space_intl(text).split()


def tokenize_intl_mteval(text: str) -> list[str]:
    r"""Split as mteval-v14.pl itself does: as `tokenize_intl`, after replacing entities, and at Unicode White_Space.

    >>> tokenize_intl_mteval("R&amp;D\x1c<skipped>")
    ['R', '&', 'D\x1c']
    """
    return split_unicode_whitespace(_space_intl(without_international_markup(text)))


def _space_intl(text: str) -> str:
    after_non_digit, before_non_digit, symbol = _intl_rules()
    text = after_non_digit.sub(r"\1 \2 ", text)
    text = before_non_digit.sub(r" \1 \2", text)
    return str(symbol.sub(r" \1 ", text))


#: Code points from here on are ideographs, tags and private-use characters, and neither punctuation nor symbols.
_NO_SYMBOLS_FROM = 0x20000
#: `re` looks up characters below this code point in a table, but compares others with the ranges of a class one by one.
_BEYOND_TABLES = 0x10000


def intl_1_categories(end: int = _NO_SYMBOLS_FROM) -> dict[str, str]:
    """Return the characters below the code point `end` of each of the categories Nd, P and S, in order.

    The categories come from the Python interpreter's version of Unicode.
    """
    import unicodedata

    by_kind: dict[str, list[str]] = {"Nd": [], "P": [], "S": []}
    categories = "".join(map(unicodedata.category, map(chr, range(end))))  # one uppercase and one lowercase letter
    for kind in re.finditer("Nd|[PS]", categories):
        by_kind[kind[0]].append(chr(kind.start() // 2))
    return {kind: "".join(characters) for kind, characters in by_kind.items()}


@lru_cache(maxsize=2)
def _intl_1_rules(end: int) -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    """Return the patterns of punctuation after and before a non-digit, and of symbols, for code points below `end`."""
    # As sacreBLEU 1 builds them: the class of punctuation is not escaped, so it lacks the backslash (the one before ]
    # escapes it), and the Unicode tables are the interpreter's own.
    by_kind = intl_1_categories(end)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)  # '[' inside the class, as in sacreBLEU
        punctuation, symbols = (f"([{by_kind[kind]}])" for kind in ("P", "S"))
        return (
            re.compile(rf"([^\d]){punctuation}"),
            re.compile(rf"{punctuation}([^\d])"),
            re.compile(symbols),
        )


def tokenize_intl_1(text: str) -> list[str]:
    r"""Split as ``intl`` of sacreBLEU 1 does.

    It differs from `tokenize_intl` in that a backslash is not separated, and that punctuation stays attached only
    between decimal digits, not between other numbers.

    >>> tokenize_intl_1("a\\b") == ["a\\b"], tokenize_intl("a\\b") == ["a", "\\", "b"]
    (True, True)
    """
    end = _BEYOND_TABLES if not text or ord(max(text)) < _BEYOND_TABLES else _NO_SYMBOLS_FROM
    after_non_digit, before_non_digit, symbol = _intl_1_rules(end)
    text = after_non_digit.sub(r"\1 \2 ", text)
    text = before_non_digit.sub(r" \1 \2", text)
    return symbol.sub(r" \1 ", text).split()
