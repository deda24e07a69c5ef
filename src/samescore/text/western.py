"""The tokenization rules of mteval for Western languages, shared by 13a, sacreBLEU's Chinese tokenizer and Tercom."""

from __future__ import annotations

import re
from functools import cache

# Applied one after another, so that "&amp;lt;" becomes "<".
_ENTITIES = (("&quot;", '"'), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"))
#: The entity that only the international rules also replace.
_APOSTROPHE = "&apos;"

#: ASCII symbols that are always separated.
SYMBOLS = '!"#$%&()*+/:;<=>?@[\\]^_`{|}~'


@cache
def _stops() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    """Compile patterns: a full stop or comma after a non-digit, or before a non-digit, and a dash after a digit."""
    return re.compile(r"([^0-9])([.,])"), re.compile(r"([.,])([^0-9])"), re.compile(r"([0-9])(-)")


def resolve_entities(text: str) -> str:
    """Replace the four entities of mteval by their characters, one entity after the other.

    >>> resolve_entities("&AMP; &amp;lt;")
    '&AMP; <'
    """
    for entity, character in _ENTITIES:
        text = text.replace(entity, character)
    return text


def without_markup(text: str) -> str:
    """Return a text as mteval reads it: joined to one line by `on_one_line`, and with its entities replaced."""
    return resolve_entities(on_one_line(text))


def without_international_markup(text: str) -> str:
    r"""Return a text as mteval's international rules read it: without ``<skipped>``, and with five entities replaced.

    >>> without_international_markup("<skipped>&amp;apos; -\n")
    "' -\n"
    """
    return resolve_entities(text.replace("<skipped>", "")).replace(_APOSTROPHE, "'")


def with_quotes(text: str) -> str:
    """Return a text as one line in which each entity of mteval is a quotation mark, a fault of sacreBLEU up to 1.1.6."""
    text = on_one_line(text)
    for entity, _ in _ENTITIES:
        text = text.replace(entity, '"')
    return text


def on_one_line(text: str) -> str:
    """Join a text to one line: delete ``<skipped>`` and hyphens at line ends, and replace other line ends by spaces."""
    return text.replace("<skipped>", "").replace("-\n", "").replace("\n", " ")


def space_symbols(text: str) -> str:
    """Put spaces around every ASCII punctuation mark and symbol except apostrophe, comma, dash and full stop."""
    for symbol in SYMBOLS:
        text = text.replace(symbol, f" {symbol} ")
    return text


def space_stops(text: str) -> str:
    """Put spaces around full stops and commas next to a non-digit, and around dashes after digits.

    The start and the end of the text do not count as non-digits.

    >>> space_stops("1,000.50 a.b 3-4.").split()
    ['1,000.50', 'a', '.', 'b', '3', '-', '4.']
    """
    after_non_digit, before_non_digit, dash_after_digit = _stops()
    text = _join_with_spaces(after_non_digit.split(text), 2)
    text = _join_with_spaces(before_non_digit.split(text), 1)
    return _join_with_spaces(dash_after_digit.split(text), 2)


def _join_with_spaces(pieces: list[str], group: int) -> str:
    """Join the pieces of a text that `split` by a pattern with two groups, with spaces around each match of `group`.

    This replaces `re.sub` with a template, which takes several times as long up to Python 3.12.
    """
    pieces[group::3] = [f" {mark} " for mark in pieces[group::3]]
    return "".join(pieces)
