"""Convert tags to entities as runs: an entity continues until ``O``, a ``B``, or a tag of another type.

The first character of a tag is its prefix, and its type is the part after the second character. Inside an entity, only
the prefix ``B`` and the tag ``O`` matter; `reading` decides which prefixes may start an entity.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from samescore.base.errors import MetricError

#: The tags that may start an entity: only B- and I- (checked), or any tag except O (any).
READINGS = ("checked", "any")


class TagRun(msgspec.Struct, frozen=True):
    """An entity: its type, and the positions of its first and its last token."""

    type: str
    start: int
    end: int


def runs(tags: Sequence[str], reading: str) -> list[TagRun]:
    """Return the entities of a sentence, in order and without overlaps.

    Raises `MetricError` if an entity starts with a prefix other than ``B-`` or ``I-`` and `reading` is ``checked``.
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
                    f"the tag {tag!r:.80} begins an entity but starts with neither B- nor I-",
                    hint="use B- or I-, or set reading=any",
                    kind="ValueError",
                )
            start = place
        before = tag
    return found
