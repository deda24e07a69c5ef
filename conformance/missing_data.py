"""Values of knobs that need data, of NLTK, WordNet or ROUGE-1.5.5, which may not be installed here."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cache

from samescore.data.segmenters import english_sentences
from samescore.data.wordnet import exceptions
from samescore.data.wordnet_dictionary import wordnet
from samescore.errors import SettingsError
from samescore.settings import Settings

_LOADS: dict[str, Callable[[], object]] = {
    **dict.fromkeys(("word-tokenize", "word-tokenize-or-nist", "punkt"), lambda: english_sentences("a")),
    "rouge155": exceptions,
    "wordnet-stems": wordnet,
}


@cache
def missing_data() -> frozenset[str]:
    """The values whose data are not installed."""
    missing = set(_LOADS)
    for value, load in _LOADS.items():
        with suppress(SettingsError):
            load()
            missing.remove(value)
    return frozenset(missing)


def computable(settings: Settings) -> bool:
    """Whether the data that these settings need are installed."""
    return missing_data().isdisjoint(str(value) for value in settings.as_dict().values())
