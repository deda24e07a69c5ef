"""Sample weights, which say how much each item of an input counts."""

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

#: The weights of items as the caller gives them; None if the items are unweighted.
Weights = Sequence[float] | Buffer | None

_WEIGHT = "a weight is a finite number, at least 0"

Weighable = TypeVar("Weighable", bound="WeighableItems")


class WeighableItems(Kind):
    """The base class of inputs with optional weights: either every item has a weight or none has."""

    __slots__ = ()

    weight_column: array[float] | None

    def with_weights(self: Weighable, weights: Weights) -> Weighable:
        """Return the same items with these weights, or unweighted for None."""
        raise NotImplementedError

    @property
    def weights(self) -> tuple[float, ...] | None:
        """The weight of every item; None if the items are unweighted."""
        return None if self.weight_column is None else tuple(self.weight_column)

    @property
    def unused_knobs(self) -> frozenset[str]:
        return frozenset(["weights"] if self.weight_column is None else [])

    def unweighted(self: Weighable) -> Weighable | None:
        return None if self.weight_column is None else self.with_weights(None)

    @property
    def weights_shown(self) -> str:
        """The weights as the last argument of a `repr`, with a leading comma; empty for unweighted items."""
        return "" if self.weight_column is None else f", weights={self.weights!r}"

    def plain_weights(self) -> dict[str, list[float]]:
        """Return the field ``weights`` of the JSON form as a dictionary; empty for unweighted items."""
        return {} if self.weight_column is None else {"weights": list(self.weight_column)}


def weight_column(weights: Weights, items: int) -> array[float] | None:
    """Convert the weights of `items` items to doubles; return None for None.

    Raises `InputError` for a wrong number of weights, and for a weight that is negative or not a finite number.
    """
    if weights is None:
        return None
    listing = getattr(weights, "tolist", None)
    numbers: Any = listing() if callable(listing) else weights
    check_list(numbers, "weights")
    if len(numbers) != items:
        raise InputError(f"{items} items but {len(numbers)} weights", hint="give a weight to every item or to none")
    return array("d", (weight_of(weight, f"weights[{k}]") for k, weight in enumerate(numbers)))


def weight_of(value: Any, name: str) -> float:
    """Convert a weight to a double. Raises `InputError` if it is negative or not a finite number."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise InputError(f"{name} is {name_of(value)}, not a number", hint=_WEIGHT)
    weight = as_float(value, name)
    if not math.isfinite(weight) or weight < 0:
        raise InputError(f"{name} is {weight:g}", hint=_WEIGHT)
    return weight


def columns_of(items: Sequence[Sequence[Any]], fields: int) -> list[list[Any]]:
    """Return the first `fields` fields of the items as columns; without items, the columns are empty."""
    return [[item[place] for item in items] for place in range(fields)]


class LineWeights:
    """A collector of the weights on the lines of a file, over several batches: either every line has one or none has."""

    def __init__(self) -> None:
        self._given: bool | None = None

    def column(self, items: Sequence[tuple[str, Any]]) -> list[float] | None:
        """Return the weights of the next batch, given as pairs of a place and an item; None if the items have no weights.

        Raises `InputError` for a weight that is negative or not finite, and if only some lines so far have one.
        """
        for place, item in items:
            with at_place(place):
                if item.weight is not None:
                    weight_of(item.weight, "weight")
                given = item.weight is not None
                if self._given is not None and self._given != given:
                    problem = "has a weight, but the lines before it do not" if given else "lacks a weight"
                    raise InputError(f"the item {problem}", hint="give a weight to every item or to none")
                self._given = given
        return [item.weight for _, item in items] if self._given else None
