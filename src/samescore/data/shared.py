"""Share the references of many systems, so data derived from them is computed once."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

from samescore.base.memory import LIMIT, Remembering

#: The references of each segment: texts, or tuples of tokens.
Lines = tuple[tuple[Any, ...], ...]

#: Number of reference sets that are kept.
_MOST_SIDES = 4


class SharedReferences(Remembering):
    """The references of every segment, with a cache of data derived from them that all systems share.

    `memory_limit` bounds the size of the cache without the texts. Nothing is cached for the first system, which may be
    the only one.
    """

    __slots__ = ("_systems", "lines")

    memory_limit = LIMIT // _MOST_SIDES

    def __init__(self, lines: Lines) -> None:
        self.lines = lines
        self._systems = 0

    def next_system(self) -> SharedReferences | None:
        """Count one more system; return None for the first system, and this object for each later one."""
        self._systems += 1
        return self if self._systems > 1 else None


class LastReferences:
    """A cache of the four sets of references that were used last."""

    def __init__(self) -> None:
        self._sides: OrderedDict[Lines, SharedReferences] = OrderedDict()

    def of(self, lines: Lines) -> SharedReferences:
        """Return the shared object for references with these lines, created at first use."""
        side = self._sides.setdefault(lines, SharedReferences(lines))
        self._sides.move_to_end(lines)
        if len(self._sides) > _MOST_SIDES:
            self._sides.popitem(last=False)
        return side
