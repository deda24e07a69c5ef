"""Describe the sizes of inputs, such as their numbers of segments and words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

#: The names of the sizes (see `sizes`), each with its singular.
_SINGULAR = {"segments": "segment", "words": "word", "references": "reference", "items": "item", "classes": "class"}


def largest(inputs: Iterable[Mapping[str, Any]]) -> str:
    """Return a phrase with the maximum of each size (see `sizes`) of inputs in JSON form; empty if all are 0."""
    return largest_of(map(sizes, inputs))


def largest_of(counted: Iterable[Mapping[str, int]]) -> str:
    """Return a phrase with the maximum of each size, given the `sizes` of each input; empty if all are 0."""
    most: dict[str, int] = {}
    for counts_of_one in counted:
        for name, count in counts_of_one.items():
            most[name] = max(count, most.get(name, 0))
    counts = [f"{count:,} {name if count != 1 else _SINGULAR[name]}" for name, count in most.items() if count]
    return f"up to {', '.join(counts)}" if counts else ""


def sizes(plain: Mapping[str, Any]) -> dict[str, int]:
    """Return the size of an input in JSON form, as counts by name.

    The counts of a corpus are the number of segments, the maximum number of words (or tokens) of a text, and the
    maximum number of references of a segment. For other inputs, they are the number of items and, if the gold labels
    are strings or integers, the number of gold classes.
    """
    segments = plain.get("segments")
    if isinstance(segments, list):
        texts = [text for s in segments for text in (s.get("hypothesis", ""), *s.get("references", ()))]
        return {
            "segments": len(segments),
            "words": max(map(_words, texts), default=0),
            "references": max((len(s.get("references", ())) for s in segments), default=0),
        }
    columns = [column for column in plain.values() if isinstance(column, list)]
    sizes = {"items": max(map(len, columns), default=0)}
    gold = plain.get("gold")
    if isinstance(gold, list) and all(isinstance(label, (str, int)) for label in gold):
        sizes["classes"] = len(set(gold))
    return sizes


def _words(text: str | list[Any]) -> int:
    return len(text.split() if isinstance(text, str) else text)
