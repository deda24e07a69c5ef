"""Wrong orders and choices of the items of any list."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Plain = dict[str, Any]
Items = list[Any]

#: A wrong order of the items of a list, or a choice of them.
WRONG_ITEMS: dict[str, Callable[[Items], Items]] = {
    "first-left-out": lambda items: items[1:],
    "last-left-out": lambda items: items[:-1],
    "repeated-once": lambda items: once(items),
    "reversed": lambda items: items[::-1],
    "first-twice": lambda items: items[:1] + items,
}


def once(items: Items) -> Items:
    """The items without repetitions, in order of first appearance."""
    return [item for place, item in enumerate(items) if item not in items[:place]]


def pairs(first: str, second: str, change: Callable[[Items], Items]) -> Callable[[Plain], Plain]:
    """A change of the items of two lists that belong together."""

    def changed(data: Plain) -> Plain:
        pairs = change(list(zip(data[first], data[second], strict=True)))
        return {**data, first: [a for a, _ in pairs], second: [b for _, b in pairs]}

    return changed
