"""Segments as they are read wrongly: in another order, joined, with references of other segments."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from samescore.catalogue.wrong_items import WRONG_ITEMS, Items, once


def _in_each(items: Items, field: str, change: Callable[[Any], Any]) -> Items:
    """Return the items, each with one field changed."""
    return [{**item, field: change(item[field])} for item in items]


def _references(change: Callable[[Items], Items]) -> Callable[[Items], Items]:
    """Return a change of the references of each segment."""
    return lambda segments: _in_each(segments, "references", change)


def _first_word_left_out(line: Any) -> Any:
    return " ".join(line.split()[1:]) if isinstance(line, str) else line[1:]


def _last_word_left_out(line: Any) -> Any:
    return " ".join(line.split()[:-1]) if isinstance(line, str) else line[:-1]


def joined(lines: Sequence[Any]) -> Any:
    """Join lines of text, or of tokens."""
    if all(isinstance(line, str) for line in lines):
        return " ".join(lines)
    return [token for line in lines for token in line]


def _paired_with_the_next(segments: Items) -> Items:
    """Every hypothesis with the references of the next segment."""
    following = segments[1:] + segments[:1]
    return [{**ours, "references": other["references"]} for ours, other in zip(segments, following, strict=True)]


def _by_hypothesis(segments: Items) -> Items:
    """One segment for each distinct hypothesis, with the references of its last occurrence."""
    hypotheses = once([segment["hypothesis"] for segment in segments])
    references = [[s["references"] for s in segments if s["hypothesis"] == h][-1] for h in hypotheses]
    return [{"hypothesis": h, "references": r} for h, r in zip(hypotheses, references, strict=True)]


def _growing(field: str, join: Callable[[Items], Any]) -> Callable[[Items], Items]:
    """Return the change made by a buffer that is not cleared between segments: each segment also has the content of those before it."""
    return lambda segments: [
        {**segment, field: join([before[field] for before in segments[: place + 1]])}
        for place, segment in enumerate(segments)
    ]


def _exchanged(segments: Items) -> Items:
    """Return the hypothesis and the first reference of each segment exchanged."""
    return [
        {"hypothesis": r[0], "references": [s["hypothesis"], *r[1:]]} if (r := s["references"]) else s for s in segments
    ]


def _transposed(segments: Items) -> Items:
    """Lists of references read as streams: ``references[i][j]`` in place of ``references[j][i]``."""
    if any(len(segment["references"]) != len(segments) for segment in segments):
        return segments
    streams = zip(*(segment["references"] for segment in segments), strict=True)
    return [{**segment, "references": list(stream)} for segment, stream in zip(segments, streams, strict=True)]


#: The wrong readings of segments, each a hypothesis with its references, as implementers get them wrong.
WRONG_SEGMENTS: dict[str, Callable[[Items], Items]] = {
    **{f"segments-{name}": change for name, change in WRONG_ITEMS.items()},
    **{f"references-{name}": _references(change) for name, change in WRONG_ITEMS.items() if name != "first-twice"},
    "references-joined": lambda segments: _in_each(segments, "references", lambda lines: [joined(lines)][: len(lines)]),
    "references-of-the-next-segment": _paired_with_the_next,
    "references-transposed": _transposed,
    "segments-by-hypothesis": _by_hypothesis,
    "hypotheses-pile-up": _growing("hypothesis", joined),
    "references-pile-up": _growing("references", lambda lists: [line for lines in lists for line in lines]),
    "sides-exchanged": _exchanged,
    "first-word-of-hypothesis-left-out": lambda s: _in_each(s, "hypothesis", _first_word_left_out),
    "last-word-of-hypothesis-left-out": lambda s: _in_each(s, "hypothesis", _last_word_left_out),
    "last-word-of-references-left-out": _references(lambda lines: list(map(_last_word_left_out, lines))),
}
