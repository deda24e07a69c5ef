"""mteval's rules for Western languages, shared by 13a, sacreBLEU's Chinese tokenizer and Tercom."""

from __future__ import annotations

import re
from functools import cache

# Applied one after another, so that "&amp;lt;" becomes "<".
_ENTITIES = (("&quot;", '"'), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"))

#: ASCII symbols that are always separated.
SYMBOLS = '!"#$%&()*+/:;<=>?@[\\]^_`{|}~'


@cache
def _stops() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    """Patterns: a stop or comma not after a digit, one not before a digit, and a dash after a digit."""
    return re.compile(r"([^0-9])([.,])"), re.compile(r"([.,])([^0-9])"), re.compile(r"([0-9])(-)")


def resolve_entities(text: str) -> str:
    """Replace the four entities of mteval by their characters.

    >>> resolve_entities("&AMP; &amp;lt;")
    '&AMP; <'
    """
    for entity, character in _ENTITIES:
        text = text.replace(entity, character)
    return text


def without_markup(text: str) -> str:
    """A text on one line as mteval reads it: without hyphenation and ``<skipped>``, and with its entities replaced."""
    return resolve_entities(on_one_line(text))


def with_quotes(text: str) -> str:
    """A text on one line, with each of the four entities replaced by a quotation mark, as in sacreBLEU up to 1.1.6."""
    text = on_one_line(text)
    for entity, _ in _ENTITIES:
        text = text.replace(entity, '"')
    return text


def on_one_line(text: str) -> str:
    """Remove line ends, hyphenation and ``<skipped>``."""
    return text.replace("<skipped>", "").replace("-\n", "").replace("\n", " ")


def space_symbols(text: str) -> str:
    """Put spaces around every ASCII symbol except apostrophe, comma, dash and full stop."""
    for symbol in SYMBOLS:
        text = text.replace(symbol, f" {symbol} ")
    return text


def space_stops(text: str) -> str:
    """Put spaces around full stops and commas that are not between digits, and around dashes after digits.

    >>> space_stops("1,000.50 a.b 3-4.").split()
    ['1,000.50', 'a', '.', 'b', '3', '-', '4.']
    """
    after_non_digit, before_non_digit, dash_after_digit = _stops()
    text = _with_spaces(after_non_digit.split(text), 2)
    text = _with_spaces(before_non_digit.split(text), 1)
    return _with_spaces(dash_after_digit.split(text), 2)


def _with_spaces(pieces: list[str], group: int) -> str:
    """Join a text that was split by a pattern with two one-character groups, with spaces around matches of `group`.

    Up to Python 3.12, `re.sub` with a template takes several times as long.
    """
    pieces[group::3] = [f" {mark} " for mark in pieces[group::3]]
    return "".join(pieces)
