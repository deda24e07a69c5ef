"""Class labels, and how much each item counts: what scores with sample weights are computed from."""

from __future__ import annotations

import dataclasses
import math
from array import array
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from samescore.base.checks import as_float, check_list, check_strings, name_of
from samescore.base.documents import json_lines
from samescore.base.errors import InputError
from samescore.base.files import PathLike, at_place
from samescore.data.buffers import Buffer
from samescore.data.input_files import InputFiles
from samescore.data.kind import Kind
from samescore.data.number_types import number_types

_WEIGHT = "a weight is a finite number, at least 0"
_ITEM = 'each line is an item: {"gold": "cat", "predicted": "dog", "weight": 0.5}'


@dataclasses.dataclass(frozen=True, slots=True, repr=False)
class WeightedLabels(Kind):
    """The gold class, the predicted class, and the weight of every item.

    Classes are texts. A weight is a finite number of at least 0: an item of weight 2 counts as much as two of weight 1, and
    one of weight 0 as none. Weights may be any sequence of numbers, or a flat array of NumPy and the like; they are kept as
    doubles. Raises `InputError` for unequal lengths, a class that is not a text, and a weight that is negative or not finite.

    >>> WeightedLabels(["cat", "dog"], ["cat", "cat"], [1, 0.5])
    WeightedLabels(gold_labels=('cat', 'dog'), predicted_labels=('cat', 'cat'), weights=(1.0, 0.5))
    """

    gold_labels: tuple[str, ...]
    predicted_labels: tuple[str, ...]
    column: array[float]
    number_types: tuple[str, ...] = dataclasses.field(default=(), compare=False, repr=False)

    TAG: ClassVar[str] = "weighted_labels"
    FIELDS: ClassVar[tuple[str, ...]] = ("gold_labels", "predicted_labels", "weights")
    ARGUMENTS: ClassVar[str] = "FILE"

    def __init__(
        self, gold_labels: Sequence[str], predicted_labels: Sequence[str], weights: Sequence[float] | Buffer
    ) -> None:
        check_strings(gold_labels, "gold_labels")
        check_strings(predicted_labels, "predicted_labels")
        column = weights_of(weights)
        for name, side in (("predicted_labels", predicted_labels), ("weights", column)):
            if len(side) != len(gold_labels):
                raise InputError(
                    f"gold_labels has {len(gold_labels)} items but {name} has {len(side)}",
                    hint="give every item a gold class, a predicted class and a weight",
                )
        object.__setattr__(self, "gold_labels", tuple(gold_labels))
        object.__setattr__(self, "predicted_labels", tuple(predicted_labels))
        object.__setattr__(self, "column", column)
        object.__setattr__(self, "number_types", number_types(weights))

    @classmethod
    def read(cls, path: PathLike) -> WeightedLabels:
        """The items in a file of JSON Lines, one a line; `InputError` for an unreadable file or a malformed line."""
        import msgspec

        class Item(msgspec.Struct):
            gold: str
            predicted: str
            weight: float

        gold, predicted, weights = [], [], []
        for place, item in json_lines(path, Item, _ITEM):
            with at_place(place):
                weights.append(weight_of(item.weight, "weight"))
            gold.append(item.gold)
            predicted.append(item.predicted)
        return cls(gold, predicted, weights)

    @classmethod
    def from_files(cls, files: InputFiles) -> WeightedLabels:
        """The items in a command's file."""
        return cls.read(files.only())

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> WeightedLabels:
        """The items that `plain`, the result of the method `plain`, describes."""
        return cls(plain["gold_labels"], plain["predicted_labels"], plain["weights"])

    @property
    def weights(self) -> tuple[float, ...]:
        """The weight of every item."""
        return tuple(self.column)

    def __repr__(self) -> str:
        sides = f"gold_labels={self.gold_labels!r}, predicted_labels={self.predicted_labels!r}"
        return f"WeightedLabels({sides}, weights={self.weights!r})"

    def __len__(self) -> int:
        """The number of items."""
        return len(self.column)

    def __hash__(self) -> int:
        return hash((self.gold_labels, self.predicted_labels, self.weights))

    def plain(self) -> dict[str, Any]:
        """The items as JSON-compatible data."""
        return {
            "gold_labels": list(self.gold_labels),
            "predicted_labels": list(self.predicted_labels),
            "weights": list(self.weights),
        }

    def exchanged(self) -> WeightedLabels:
        return WeightedLabels(self.predicted_labels, self.gold_labels, self.weights)

    def unweighted(self) -> WeightedLabels:
        return WeightedLabels(self.gold_labels, self.predicted_labels, [1] * len(self))


def weights_of(weights: Any) -> array[float]:
    """Weights, a list or a flat array, as doubles; `InputError` for one that is negative, or not a finite number."""
    listing = getattr(weights, "tolist", None)
    numbers: Any = listing() if callable(listing) else weights
    check_list(numbers, "weights")
    return array("d", (weight_of(weight, f"weights[{k}]") for k, weight in enumerate(numbers)))


def weight_of(value: Any, name: str) -> float:
    """A weight as a double; `InputError` for one that is negative, or not a finite number."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise InputError(f"{name} is {name_of(value)}, not a number", hint=_WEIGHT)
    weight = as_float(value, name)
    if not math.isfinite(weight) or weight < 0:
        raise InputError(f"{name} is {weight:g}", hint=_WEIGHT)
    return weight
