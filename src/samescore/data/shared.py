"""References that many systems share: what is made of them is made once."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

from samescore.base.memory import LIMIT, Remembering

#: The references of each segment: texts, or tuples of tokens.
Lines = tuple[tuple[Any, ...], ...]

#: The references of so many sides are kept.
_MOST_SIDES = 4


class SharedReferences(Remembering):
    """The references of every segment, with a cache of data derived from them that all systems share.

    `memory_limit` bounds the cache, not counting the texts. Nothing is cached for the first system, as it may be the
    only one.
    """

    __slots__ = ("_systems", "lines")

    memory_limit = LIMIT // _MOST_SIDES

    def __init__(self, lines: Lines) -> None:
        self.lines = lines
        self._systems = 0

    def next_system(self) -> SharedReferences | None:
        """The references themselves, for every system but the first."""
        self._systems += 1
        return self if self._systems > 1 else None


class LastReferences:
    """The references that were met last, a few sides of them."""

    def __init__(self) -> None:
        self._sides: OrderedDict[Lines, SharedReferences] = OrderedDict()

    def of(self, lines: Lines) -> SharedReferences:
        """The references with these lines."""
        side = self._sides.setdefault(lines, SharedReferences(lines))
        self._sides.move_to_end(lines)
        if len(self._sides) > _MOST_SIDES:
            self._sides.popitem(last=False)
        return side
