"""How implementations are named.

::

    native                      the native metrics, any settings
    native:nltk                 the native metrics under a profile: what NLTK would answer
    sacrebleu                   the package installed here
    nltk==3.10.4.sentence_bleu  a version, an entry point, or both

In full: ``[native:]name[==version][.entry_point]``.
"""

from __future__ import annotations

import dataclasses
import re

from samescore.errors import UnknownNameError

_GRAMMAR = re.compile(
    r"(?P<native>native:)?(?P<name>[A-Za-z][\w-]*)(==(?P<version>[0-9][0-9A-Za-z.!+]*?))?(\.(?P<entry>[A-Za-z][\w-]*))?"
)


@dataclasses.dataclass(frozen=True, slots=True)
class Name:
    """A parsed implementation name. Empty `version` or `entry_point`: not given."""

    name: str
    version: str
    entry_point: str
    native: bool

    def __str__(self) -> str:
        version = f"=={self.version}" if self.version else ""
        entry = f".{self.entry_point}" if self.entry_point else ""
        return f"{'native:' if self.native else ''}{self.name}{version}{entry}"


def parse_name(text: str) -> Name:
    """Parse an implementation's name; `UnknownNameError` when it does not fit the grammar.

    >>> parse_name("nltk==3.9.sentence_bleu").version
    '3.9'
    """
    if not isinstance(text, str):
        raise UnknownNameError(f"an implementation's name is text, not a {type(text).__name__}", hint="'nltk==3.9'")
    found = _GRAMMAR.fullmatch(text)
    if found is None:
        raise UnknownNameError(
            f"{text!r} is not an implementation's name", hint="write name, name==version or name.entry_point"
        )
    return Name(found["name"], found["version"] or "", found["entry"] or "", bool(found["native"]))
