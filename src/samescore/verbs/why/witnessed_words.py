"""Derive search words from an entry's input: symptoms that its sentences need not mention.

For example, an entry whose witness scores a text against itself is found for "identical texts".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

#: The word for a text that scores less than the maximum against itself.
IMPERFECT = "imperfect"

#: The word for a score above the maximum.
EXCESSIVE = "excessive"

_LETTERS = re.compile(r"[\W_]+")
#: Letters that are not Latin, and the words for their scripts.
_SCRIPTS = {
    "chinese": re.compile("[\u4e00-\u9fff]"),
    "japanese": re.compile("[\u3040-\u30ff]"),
    "korean": re.compile("[\uac00-\ud7af]"),
    "thai": re.compile("[\u0e00-\u0e7f]"),
    "arabic": re.compile("[\u0600-\u06ff]"),
    "cyrillic": re.compile("[\u0400-\u04ff]"),
    "nepali": re.compile("[\u0900-\u097f]"),
}


def witnessed_words(given: Mapping[str, Any] | str | None, values: Sequence[str]) -> str:
    """Return the search words for an input and for the scores that it gives, as one text; empty if there are none.

    `given` is the input in its plain form; no words are derived from a text or None. `values` are scores as texts, or
    ``raised`` or ``undefined``.
    """
    words = [*_value_words(values)]
    if isinstance(given, Mapping) and (pairs := list(_pairs(given))):
        words += _pair_words(pairs)
        words += [IMPERFECT] if "identical" in words and not _perfect(values) else []
    return " ".join(dict.fromkeys(words))


def _pairs(given: Mapping[str, Any]) -> Iterator[tuple[str, list[str]]]:
    """Yield the texts of an input, each with the texts that it is compared with."""
    for item in (*given.get("segments", ()), *given.get("questions", ())):
        if not isinstance(item, Mapping):
            continue
        text = item.get("hypothesis", item.get("predicted", item.get("prediction")))
        others = item.get("references", item.get("gold", item.get("answers", ())))
        if isinstance(text, str) and isinstance(others, Sequence):
            yield text, [other for other in ([others] if isinstance(others, str) else others) if isinstance(other, str)]


def _pair_words(pairs: Sequence[tuple[str, list[str]]]) -> Iterator[str]:
    if all(text and [text] == others for text, others in pairs):
        yield "identical"
    elif all(_letters_only(text) and _letters_only(text) in map(_letters_only, others) for text, others in pairs):
        yield "look same"
    if any(not text.strip() or not all(other.strip() for other in others) for text, others in pairs):
        yield "empty"
    if any(len(others) > 1 for _, others in pairs):
        yield "several references"
    everything = "".join(text for text, _ in pairs)
    yield from (script for script, letters in _SCRIPTS.items() if letters.search(everything))


def _value_words(values: Sequence[str]) -> Iterator[str]:
    for value in values:
        try:
            number = float(value)
        except ValueError:
            yield {"raised": "error"}.get(value, value)
            continue
        if number == 0:
            yield "zero"
        elif number < 0:
            yield "negative"


def _letters_only(text: str) -> str:
    """Return a text without case, punctuation, spaces and articles."""
    return _LETTERS.sub("", re.sub(r"\b(a|an|the)\b", "", text.lower()))


def _perfect(values: Sequence[str]) -> bool:
    """Return whether all values are 1 or 100, or words such as ``raised``."""
    return all(re.fullmatch(r"(1|100)(\.0+(4)?)?|[a-z]+", value) for value in values)
