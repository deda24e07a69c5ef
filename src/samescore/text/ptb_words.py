"""Tokenize captions as pycocoevalcap does: apply Stanford's PTBTokenizer of CoreNLP 3.4.1, and drop some punctuation.

pycocoevalcap writes each caption to a line of one file, runs ``PTBTokenizer -preserveLines -lowerCase`` on it, and
reads the output lines. Brackets become ``-lrb-`` and the like; they are not dropped, because the list of dropped tokens
has them in capitals. Here each caption is tokenized as if another line followed it.
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


#: The output token for each kind of match.
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
    """Return the output token, in lower case, for the text that a rule of this kind matched."""
    return java_lower(_WRITTEN[kind](text))


def ptb_lines(text: str) -> list[list[str]]:
    r"""Return the tokens of each line of a text, in lower case, including punctuation.

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
    """Return a caption's tokens, joined by spaces; empty for an empty caption. A token may contain other white space.

    A line break counts as a space. Other line ends (a carriage return, U+2028) separate tokens. In pycocoevalcap they
    end the caption, and as a result every later caption gets the tokens of a different caption.

    >>> ptb_caption("A dog (brown), isn't it?")
    "a dog -lrb- brown -rrb- is n't it"
    """
    kept = []
    for line in ptb_lines(text.replace("\n", " ") + "\n"):
        kept += [token for token in " ".join(line).rstrip().split(" ") if token and token not in _DROPPED]
    return " ".join(kept)


def ptb_words(text: str) -> list[str]:
    """Return the words of a caption, split at white space as in pycocoevalcap's BLEU and CIDEr.

    >>> ptb_words("About 4 1/2 dogs.")
    ['about', '4', '1/2', 'dogs']
    """
    return ptb_caption(text).split()


def ptb_words_between_spaces(text: str) -> list[str]:
    r"""Return the words of a caption, split at spaces as in pycocoevalcap's ROUGE-L.

    An empty caption has one empty word.

    >>> ptb_words_between_spaces("About 4 1/2 dogs."), ptb_words_between_spaces("")
    (['about', '4\xa01/2', 'dogs'], [''])
    """
    return ptb_caption(text).split(" ")
