"""Tags to entities as runs: an entity goes on until ``O``, a ``B``, or a tag of another type.

The first character of a tag is its prefix, and its type is what follows the second one. Only the prefix ``B`` and the tag
``O`` mean anything inside an entity; whether another prefix may begin one is a choice.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from samescore.base.errors import MetricError

#: What may begin an entity: only B- and I-, or any tag but O.
READINGS = ("checked", "any")


class TagRun(msgspec.Struct, frozen=True):
    """An entity: its type, and its first and last token."""

    type: str
    start: int
    end: int


def runs(tags: Sequence[str], reading: str) -> list[TagRun]:
    """The entities of a sentence, in order; no two of them overlap.

    Raises `MetricError` if an entity begins with another prefix than ``B-`` or ``I-`` and the reading is ``checked``.
    """
    found: list[TagRun] = []
    before, start = "O", 0
    for place, tag in enumerate((*tags, "O")):
        begins = tag != "O" and (before == "O" or tag[0] == "B" or tag[2:] != before[2:])
        if before != "O" and (begins or tag == "O"):
            found.append(TagRun(before[2:], start, place - 1))
        if begins:
            if reading == "checked" and tag[:2] not in ("B-", "I-"):
                raise MetricError(
                    f"the tag {tag!r:.80} begins an entity",
                    hint="write B- or I-, or set reading=any",
                    kind="ValueError",
                )
            start = place
        before = tag
    return found
