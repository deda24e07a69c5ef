"""The record of an alignment of a hypothesis with its reference."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec


class AlignedUnits(msgspec.Struct, frozen=True):
    """Consecutive words or characters that an alignment treats alike.

    `kind` is ``equal``, ``substitute``, ``delete`` (`hypothesis` is empty) or ``insert`` (`reference` is empty).
    """

    kind: str
    reference: list[str]
    hypothesis: list[str]


def word_diff(alignment: Iterable[AlignedUnits], *, characters: bool = False) -> str:
    """Return an alignment as one line, in the notation of ``wdiff``: ``the [-cat-]{+dog+} sat``.

    Words of the reference alone stand in ``[-`` and ``-]``, words of the hypothesis alone in ``{+`` and ``+}``. With
    `characters`, units are joined without spaces.

    >>> word_diff([AlignedUnits("equal", ["a"], ["a"]), AlignedUnits("insert", [], ["b", "c"])])
    'a {+b c+}'
    """
    between = "" if characters else " "
    return between.join(_pieces(alignment, between))


def _pieces(alignment: Iterable[AlignedUnits], between: str) -> Iterator[str]:
    def joined(units: Sequence[str]) -> str:
        return between.join(units)

    for units in alignment:
        if units.kind == "equal":
            yield joined(units.reference)
        else:
            deleted = f"[-{joined(units.reference)}-]" if units.reference else ""
            yield deleted + (f"{{+{joined(units.hypothesis)}+}}" if units.hypothesis else "")
