"""Values of knobs that need data, of NLTK, WordNet or ROUGE-1.5.5, which may not be installed here."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from samescore.base.errors import SettingsError
from samescore.settings import Settings
from samescore.text.resources.segmenters import english_sentences
from samescore.text.resources.wordnet import exceptions
from samescore.text.resources.wordnet_dictionary import wordnet

_LOADS: dict[str, Callable[[], object]] = {
    **dict.fromkeys(("word-tokenize", "word-tokenize-or-nist", "punkt"), lambda: english_sentences("a")),
    "rouge155": exceptions,
    "wordnet-stems": wordnet,
}


@cache
def missing_data() -> dict[str, str]:
    """The values whose data are not installed, and what to do about it."""
    return {value: problem for value, load in _LOADS.items() if (problem := _problem(load))}


def _problem(load: Callable[[], object]) -> str:
    try:
        load()
    except SettingsError as problem:
        return f"{problem.message}: {problem.hint}"
    return ""


def lacks(settings: Settings) -> str:
    """What these settings need and is not installed, and what to do about it; empty if nothing."""
    values = map(str, settings.as_dict().values())
    return next((missing_data()[value] for value in values if value in missing_data()), "")
