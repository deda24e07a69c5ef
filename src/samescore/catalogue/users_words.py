"""Users' descriptions of catalogue entries: ``conformance/users_words.toml``.

An entry describes exactly what happens, but users search for "forgot to tokenize" or "1.5, is that a bug". These words
are searched by `samescore.verbs.why.symptom_search`, and never shown. They belong to one entry, by its id, or to every
divergence in a knob::

    [knobs]
    one_class = "only one class present, single class"

    [entries]
    ter-above-100 = "more than hundred percent, greater than 1"
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import msgspec

from samescore.catalogue.paths import data_document, data_folder


class UsersWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Users' words, separated by commas, by knob and by the id of an entry."""

    knobs: dict[str, str]
    entries: dict[str, str]

    def of_entry(self, identifier: str) -> str:
        """Return users' words for an entry; empty if there are none."""
        return self.entries.get(identifier, "")

    def of_knobs(self, knobs: Iterable[str]) -> str:
        """Return users' words for some knobs, joined by commas; empty if there are none."""
        return ", ".join(self.knobs[knob] for knob in knobs if knob in self.knobs)


@lru_cache(maxsize=1)
def users_words() -> UsersWords:
    """Return all users' words.

    Raises `DataError` if the file is malformed. A test checks that every id and knob exists.
    """
    path = data_folder("conformance") / "users_words.toml"
    words: UsersWords = data_document(path, UsersWords)
    return words
