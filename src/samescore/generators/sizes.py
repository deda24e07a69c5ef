"""Which inputs of an entry point are large, and how large those of items are."""

from __future__ import annotations

#: Of the inputs of an entry point, the last of so many is a large one.
EVERY = 7
#: Items of what takes quadratic time, or is added up without being exact.
_ITEMS = (1025, 257, 65, 129, 33)
_CLASSES = (17, 300, 3)


def is_large(turn: int) -> bool:
    """Is the input of an entry point with this number, from 0, a large one?"""
    return turn % EVERY == EVERY - 1


def item_count(number: int) -> int:
    """The items of the large input with this number."""
    return _ITEMS[number % len(_ITEMS)]


def class_names(number: int) -> list[str]:
    """The classes, types or labels of the large input with this number."""
    return [f"c{k:03}" for k in range(_CLASSES[number % len(_CLASSES)])]
