"""Wrong orders and selections of the items of any list, and of the items of an input."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Items = list[Any]
#: An input in its JSON form.
Plain = dict[str, Any]
#: An input as it is read wrongly.
Misreading = Callable[[Plain], Plain]


#: A function that reorders or selects the items of a list wrongly.
WRONG_ITEMS: dict[str, Callable[[Items], Items]] = {
    "first-left-out": lambda items: items[1:],
    "last-left-out": lambda items: items[:-1],
    "repeated-once": lambda items: once(items),
    "reversed": lambda items: items[::-1],
    "first-twice": lambda items: items[:1] + items,
}


def once(items: Items) -> Items:
    """Return the items without repetitions, in order of first appearance."""
    return [item for place, item in enumerate(items) if item not in items[:place]]


def pairs(first: str, second: str, change: Callable[[Items], Items]) -> Callable[[Plain], Plain]:
    """Return a change applied to two corresponding lists together."""

    def changed(data: Plain) -> Plain:
        pairs = change(list(zip(data[first], data[second], strict=True)))
        return {**data, first: [a for a, _ in pairs], second: [b for _, b in pairs]}

    return changed


def in_field(field: str, changes: Mapping[str, Callable[[Items], Items]]) -> dict[str, Misreading]:
    """Changes of the list in one field of an input."""

    def changed(change: Callable[[Items], Items]) -> Callable[[Plain], Plain]:
        return lambda data: {**data, field: change(data[field])}

    return {name: changed(change) for name, change in changes.items()}


def of_both(change: Callable[[Items], Items]) -> Misreading:
    """Return a change of the sentences, or items, of both sides, the only fields."""
    return lambda data: {side: change(rows) for side, rows in data.items()}


def sides_exchanged(data: Plain) -> Plain:
    """Gold and predicted, the only fields, exchanged."""
    return dict(zip(data, [*data.values()][::-1], strict=True))
