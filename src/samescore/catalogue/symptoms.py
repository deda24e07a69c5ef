"""Symptoms in users' words, each with the ids of the entries that explain it: ``conformance/symptoms.toml``.

`samescore.verbs.why.symptom_search` finds an entry by its own words and by the words of its symptoms::

    [[symptom]]
    words = "my word error rate is 120 %"
    answers = ["wer-above-one"]
    source = "https://..."
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from samescore.catalogue.paths import data_document, data_folder


class Symptom(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A symptom, the ids of the entries that explain it, and the page where users described it (empty if none did)."""

    words: str
    answers: list[str]
    source: str = ""


class _Document(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    symptom: list[Symptom]


@lru_cache(maxsize=1)
def symptoms() -> tuple[Symptom, ...]:
    """Return all symptoms in file order.

    Raises `DataError` if the file is malformed. A test checks that every answer exists.
    """
    path = data_folder("conformance") / "symptoms.toml"
    document: _Document = data_document(path, _Document)
    return tuple(document.symptom)
