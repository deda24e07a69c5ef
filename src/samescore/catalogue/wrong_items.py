"""Wrong orders and wrong selections of the items of a list, and functions that apply them to an input."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Items = list[Any]
#: An input in its JSON form.
Plain = dict[str, Any]
#: A function that returns a misread input.
Misreading = Callable[[Plain], Plain]


#: Functions that return a list with its items in a wrong order, missing or repeated.
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
    """Return a function that applies `change` to the list of paired items of two fields of an input."""

    def changed(data: Plain) -> Plain:
        pairs = change(list(zip(data[first], data[second], strict=True)))
        return {**data, first: [a for a, _ in pairs], second: [b for _, b in pairs]}

    return changed


def changes_in_field(field: str, changes: Mapping[str, Callable[[Items], Items]]) -> dict[str, Misreading]:
    """Return, for each of `changes`, a function of that name that applies it to the list in `field` of an input."""

    def changed(change: Callable[[Items], Items]) -> Callable[[Plain], Plain]:
        return lambda data: {**data, field: change(data[field])}

    return {name: changed(change) for name, change in changes.items()}


def change_both_sides(change: Callable[[Items], Items]) -> Misreading:
    """Return a function that applies `change` to both sides of an input, which are the lists in its fields."""
    return lambda data: {side: change(rows) for side, rows in data.items()}


def exchange_sides(data: Plain) -> Plain:
    """Return an input of two fields, such as gold and predicted, with their contents exchanged."""
    return dict(zip(data, [*data.values()][::-1], strict=True))
