"""Captions as pycocoevalcap tokenizes them: Stanford's PTBTokenizer of CoreNLP 3.4.1, then some punctuation is dropped.

pycocoevalcap writes all captions into one file, a line each, runs ``PTBTokenizer -preserveLines -lowerCase`` over it, and
reads the lines that come out. Brackets come out as ``-lrb-``, and stay: the list of what is dropped has them in capitals.
A caption is taken here for a line that another one follows, whatever that is.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from samescore.text.java_lower import java_lower
from samescore.text.longest_match import Lexer
from samescore.text.ptb_rules import PARTS, RULES

_BRACKETS = {"(": "-LRB-", ")": "-RRB-", "{": "-LCB-", "}": "-RCB-", "[": "-LSB-", "]": "-RSB-"}
_ROUND = str.maketrans({"(": "-LRB-", ")": "-RRB-"})
_FRACTIONS = str.maketrans({"\xbc": "1/4", "\xbd": "1/2", "\xbe": "3/4", "\u2153": "1/3", "\u2154": "2/3"})
_CURRENCIES = str.maketrans({"\xa2": "cents", "\xa3": "#", "\x80": "$", "\xa4": "$", "\u20a0": "$", "\u20ac": "$"})
_QUOTES = {
    **dict.fromkeys("\x91\u2018\u201b\u2039", "`"),
    **dict.fromkeys("\x92\u2019\u203a", "'"),
    **dict.fromkeys("\x93\u201c\xab", "``"),
    **dict.fromkeys("\x94\u201d\xbb", "''"),
}
_CLOSING = str.maketrans({**_QUOTES, '"': "''"})
_OPENING = str.maketrans({**_QUOTES, "'": "`", '"': "``"})


def _without_soft_hyphens(text: str) -> str:
    return text.replace("\xad", "") or "-"


def _ampersands(text: str) -> str:
    start = text.lower().find("&amp;")
    return text if start < 0 else text[:start] + "&" + _ampersands(text[start + 5 :])


def _quotes(text: str, table: dict[int, str]) -> str:
    return text.replace("&apos;", "'").replace("&quot;", '"').translate(table)


#: For each kind of match, the token that is written for it.
_WRITTEN: dict[str, Callable[[str], str]] = {
    "as-is": lambda text: text,
    "joined": _without_soft_hyphens,
    "no-break": lambda text: text.replace(" ", "\xa0"),
    "dash": lambda _: "--",
    "hyphens": lambda text: "--" if len(text) in (3, 4) else text,
    "ellipsis": lambda _: "...",
    "ampersand": _ampersands,
    "fraction": lambda text: text.translate(_FRACTIONS),
    "currency": lambda text: text.translate(_CURRENCIES),
    "brackets": lambda text: text.replace(" ", "\xa0").translate(_ROUND),
    "round": lambda text: text.translate(_ROUND),
    "bracket": _BRACKETS.__getitem__,
    "less": lambda _: "<",
    "greater": lambda _: ">",
    "opening": lambda text: _quotes(text, _OPENING),
    "closing": lambda text: _quotes(text, _CLOSING),
}


#: The tokens that pycocoevalcap drops.
_DROPPED = frozenset(
    [".", "...", ",", ";", ":", "!", "?", "-", "--", "'", "''", "`", "``", "-LCB-", "-LRB-", "-RCB-", "-RRB-"]
)


@lru_cache(maxsize=1)
def _lexer() -> Lexer:
    return Lexer(RULES, PARTS)


@lru_cache(maxsize=2**14)
def _token(kind: str, text: str) -> str:
    """The token for a stretch that a rule has taken."""
    return java_lower(_WRITTEN[kind](text))


def ptb_lines(text: str) -> list[list[str]]:
    r"""The tokens of each line of a text, in lower case, punctuation among them.

    >>> ptb_lines("It's $5 (or 4 1/2).")
    [['it', "'s", '$', '5', '-lrb-', 'or', '4\xa01/2', '-rrb-', '.']]
    """
    lines: list[list[str]] = [[]]
    for kind, start, end in _lexer().matches(text):
        if kind == "line-end":
            lines.append([])
        elif kind != "nothing":
            lines[-1].append(_token(kind, text[start:end]))
    return lines


def ptb_caption(text: str) -> str:
    """A caption's tokens, joined by spaces. A token may have other white space in it, and an empty caption has none.

    A line break is a space. Other ends of lines (a carriage return, U+2028) part tokens; in pycocoevalcap they end the
    caption, and each one after it gets the tokens of another.

    >>> ptb_caption("A dog (brown), isn't it?")
    "a dog -lrb- brown -rrb- is n't it"
    """
    kept = []
    for line in ptb_lines(text.replace("\n", " ") + "\n"):
        kept += [token for token in " ".join(line).rstrip().split(" ") if token and token not in _DROPPED]
    return " ".join(kept)


def ptb_words(text: str) -> list[str]:
    """The words of a caption between white space, as pycocoevalcap's BLEU and CIDEr split it.

    >>> ptb_words("About 4 1/2 dogs.")
    ['about', '4', '1/2', 'dogs']
    """
    return ptb_caption(text).split()


def ptb_words_between_spaces(text: str) -> list[str]:
    r"""The words of a caption between spaces, as its ROUGE-L splits it: an empty caption is one empty word.

    >>> ptb_words_between_spaces("About 4 1/2 dogs."), ptb_words_between_spaces("")
    (['about', '4\xa01/2', 'dogs'], [''])
    """
    return ptb_caption(text).split(" ")
