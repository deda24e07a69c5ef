"""Wrong readings of segments: reordered, joined, or paired with the references of other segments."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from samescore.catalogue.wrong_items import WRONG_ITEMS, Items, once


def _change_field(items: Items, field: str, change: Callable[[Any], Any]) -> Items:
    """Return the items, with `change` applied to one field of each."""
    return [{**item, field: change(item[field])} for item in items]


def _change_references(change: Callable[[Items], Items]) -> Callable[[Items], Items]:
    """Return a function that applies `change` to the references of each segment."""
    return lambda segments: _change_field(segments, "references", change)


def _drop_first_word(line: Any) -> Any:
    return " ".join(line.split()[1:]) if isinstance(line, str) else line[1:]


def _drop_last_word(line: Any) -> Any:
    return " ".join(line.split()[:-1]) if isinstance(line, str) else line[:-1]


def joined(lines: Sequence[Any]) -> Any:
    """Join lines of text into one text, with spaces between them, or lists of tokens into one list."""
    if all(isinstance(line, str) for line in lines):
        return " ".join(lines)
    return [token for line in lines for token in line]


def _shift_references(segments: Items) -> Items:
    """Pair every hypothesis with the references of the next segment, and the last one with the first references."""
    following = segments[1:] + segments[:1]
    return [{**ours, "references": other["references"]} for ours, other in zip(segments, following, strict=True)]


def _keep_one_per_hypothesis(segments: Items) -> Items:
    """Return one segment for each distinct hypothesis, with the references of its last occurrence."""
    hypotheses = once([segment["hypothesis"] for segment in segments])
    references = [[s["references"] for s in segments if s["hypothesis"] == h][-1] for h in hypotheses]
    return [{"hypothesis": h, "references": r} for h, r in zip(hypotheses, references, strict=True)]


def _accumulate(field: str, join: Callable[[Items], Any]) -> Callable[[Items], Items]:
    """Return a function that prepends `field` of all earlier segments to `field`, like a buffer that is not cleared."""
    return lambda segments: [
        {**segment, field: join([before[field] for before in segments[: place + 1]])}
        for place, segment in enumerate(segments)
    ]


def _exchange_sides(segments: Items) -> Items:
    """Exchange the hypothesis and the first reference of each segment that has references."""
    return [
        {"hypothesis": r[0], "references": [s["hypothesis"], *r[1:]]} if (r := s["references"]) else s for s in segments
    ]


def _transpose_references(segments: Items) -> Items:
    """Read lists of references as streams: ``references[j][i]`` in place of ``references[i][j]``. Unchanged if not square."""
    if any(len(segment["references"]) != len(segments) for segment in segments):
        return segments
    streams = zip(*(segment["references"] for segment in segments), strict=True)
    return [{**segment, "references": list(stream)} for segment, stream in zip(segments, streams, strict=True)]


#: Functions that return misread segments, each a hypothesis with its references.
WRONG_SEGMENTS: dict[str, Callable[[Items], Items]] = {
    **{f"segments-{name}": change for name, change in WRONG_ITEMS.items()},
    **{
        f"references-{name}": _change_references(change)
        for name, change in WRONG_ITEMS.items()
        if name != "first-twice"
    },
    "references-joined": lambda segments: _change_field(
        segments, "references", lambda lines: [joined(lines)][: len(lines)]
    ),
    "references-of-the-next-segment": _shift_references,
    "references-transposed": _transpose_references,
    "segments-by-hypothesis": _keep_one_per_hypothesis,
    "hypotheses-pile-up": _accumulate("hypothesis", joined),
    "references-pile-up": _accumulate("references", lambda lists: [line for lines in lists for line in lines]),
    "sides-exchanged": _exchange_sides,
    "first-word-of-hypothesis-left-out": lambda s: _change_field(s, "hypothesis", _drop_first_word),
    "last-word-of-hypothesis-left-out": lambda s: _change_field(s, "hypothesis", _drop_last_word),
    "last-word-of-references-left-out": _change_references(lambda lines: list(map(_drop_last_word, lines))),
}
