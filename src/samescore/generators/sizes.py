"""Decide which fresh inputs of an entry point are large, and how large."""

from __future__ import annotations

#: In each cycle of this many inputs of an entry point, the last is large.
EVERY = 7
#: The numbers of items of large inputs, in turn; small enough for metrics that take quadratic time.
_ITEMS = (1025, 257, 65, 129, 33)
#: The numbers of classes of large inputs, in turn.
_CLASSES = (17, 300, 3)


def is_large(turn: int) -> bool:
    """Return whether an entry point's fresh input with this index (from 0) is large."""
    return turn % EVERY == EVERY - 1


def item_count(number: int) -> int:
    """Return the number of items of the large input with this index."""
    return _ITEMS[number % len(_ITEMS)]


def class_names(number: int) -> list[str]:
    """Return the classes, types or labels of the large input with this index."""
    return [f"c{k:03}" for k in range(_CLASSES[number % len(_CLASSES)])]
