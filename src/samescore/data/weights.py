"""Sample weights: how much each item of an input counts."""

from __future__ import annotations

import math
from array import array
from collections.abc import Sequence
from typing import Any, TypeVar

from samescore.base.checks import as_float, check_list, name_of
from samescore.base.errors import InputError
from samescore.base.files import at_place
from samescore.data.buffers import Buffer
from samescore.data.kind import Kind

#: The weights of items as a caller gives them; None where every item counts once.
Weights = Sequence[float] | Buffer | None

_WEIGHT = "a weight is a finite number, at least 0"

Weighable = TypeVar("Weighable", bound="WeighableItems")


class WeighableItems(Kind):
    """An input whose items may have weights: all of them, or none."""

    __slots__ = ()

    weight_column: array[float] | None

    def with_weights(self: Weighable, weights: Weights) -> Weighable:
        """The same items with these weights; None: without weights."""
        raise NotImplementedError

    @property
    def weights(self) -> tuple[float, ...] | None:
        """The weight of every item; None if every item counts once."""
        return None if self.weight_column is None else tuple(self.weight_column)

    @property
    def unused_knobs(self) -> frozenset[str]:
        return frozenset(["weights"] if self.weight_column is None else [])

    def unweighted(self: Weighable) -> Weighable | None:
        return None if self.weight_column is None else self.with_weights(None)

    @property
    def weights_shown(self) -> str:
        """The end of the arguments in a `repr`."""
        return "" if self.weight_column is None else f", weights={self.weights!r}"

    def plain_weights(self) -> dict[str, list[float]]:
        """The field ``weights`` of the JSON form; nothing if there are no weights."""
        return {} if self.weight_column is None else {"weights": list(self.weight_column)}


def weight_column(weights: Weights, items: int) -> array[float] | None:
    """The weights of so many items as doubles; None stays None.

    Raises `InputError` for another number of weights, and for one that is negative or not a finite number.
    """
    if weights is None:
        return None
    listing = getattr(weights, "tolist", None)
    numbers: Any = listing() if callable(listing) else weights
    check_list(numbers, "weights")
    if len(numbers) != items:
        raise InputError(
            f"there are {items} items but {len(numbers)} weights", hint="give every item a weight, or none"
        )
    return array("d", (weight_of(weight, f"weights[{k}]") for k, weight in enumerate(numbers)))


def weight_of(value: Any, name: str) -> float:
    """A weight as a double; `InputError` for one that is negative, or not a finite number."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise InputError(f"{name} is {name_of(value)}, not a number", hint=_WEIGHT)
    weight = as_float(value, name)
    if not math.isfinite(weight) or weight < 0:
        raise InputError(f"{name} is {weight:g}", hint=_WEIGHT)
    return weight


def columns_of(items: Sequence[Sequence[Any]], fields: int) -> list[list[Any]]:
    """The columns of items that have so many fields."""
    return [[item[place] for item in items] for place in range(fields)]


class LineWeights:
    """The weights that the lines of a file give their items, batch by batch: every line has one, or none has."""

    def __init__(self) -> None:
        self._given: bool | None = None

    def column(self, items: Sequence[tuple[str, Any]]) -> list[float] | None:
        """The attribute `weight` of the next items, which come with their places; None if the file has no weights.

        Raises `InputError` for a weight that is negative or not finite, and where only some lines have one.
        """
        for place, item in items:
            with at_place(place):
                if item.weight is not None:
                    weight_of(item.weight, "weight")
                given = item.weight is not None
                if self._given is not None and self._given != given:
                    problem = "has a weight, but the lines before it do not" if given else "lacks a weight"
                    raise InputError(f"the item {problem}", hint="give every item a weight, or none")
                self._given = given
        return [item.weight for _, item in items] if self._given else None
