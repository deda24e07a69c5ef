"""mteval's rules for Western languages, which 13a, sacreBLEU's Chinese tokenizer and Tercom share."""

from __future__ import annotations

import re
from functools import cache

# Applied one after another, so that "&amp;lt;" becomes "<".
_ENTITIES = (("&quot;", '"'), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"))

#: ASCII symbols that are always separated.
SYMBOLS = '!"#$%&()*+/:;<=>?@[\\]^_`{|}~'


@cache
def _stops() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    """A stop after no digit, a stop before no digit, and a dash after a digit."""
    return re.compile(r"([^0-9])([.,])"), re.compile(r"([.,])([^0-9])"), re.compile(r"([0-9])(-)")


def resolve_entities(text: str) -> str:
    """The four entities of mteval as characters.

    >>> resolve_entities("&AMP; &amp;lt;")
    '&AMP; <'
    """
    for entity, character in _ENTITIES:
        text = text.replace(entity, character)
    return text


def without_markup(text: str) -> str:
    """A text of one line as mteval reads it: without hyphenation and ``<skipped>``, and with its entities resolved."""
    return resolve_entities(on_one_line(text))


def with_quotes(text: str) -> str:
    """A text on one line, with a quotation mark for each of the four entities, as until sacreBLEU 1.1.6."""
    text = on_one_line(text)
    for entity, _ in _ENTITIES:
        text = text.replace(entity, '"')
    return text


def on_one_line(text: str) -> str:
    """A text without line ends, hyphenation and ``<skipped>``."""
    return text.replace("<skipped>", "").replace("-\n", "").replace("\n", " ")


def space_symbols(text: str) -> str:
    """Spaces around every ASCII symbol but apostrophe, comma, dash and full stop."""
    for symbol in SYMBOLS:
        text = text.replace(symbol, f" {symbol} ")
    return text


def space_stops(text: str) -> str:
    """Spaces around full stops and commas that are not between digits, and around dashes after digits.

    >>> space_stops("1,000.50 a.b 3-4.").split()
    ['1,000.50', 'a', '.', 'b', '3', '-', '4.']
    """
    after_non_digit, before_non_digit, dash_after_digit = _stops()
    text = _with_spaces(after_non_digit.split(text), 2)
    text = _with_spaces(before_non_digit.split(text), 1)
    return _with_spaces(dash_after_digit.split(text), 2)


def _with_spaces(pieces: list[str], group: int) -> str:
    """A text that was split at the matches of two groups of one character, with spaces around those of one `group`.

    Until Python 3.12, `re.sub` with a template takes several times as long.
    """
    pieces[group::3] = [f" {mark} " for mark in pieces[group::3]]
    return "".join(pieces)
