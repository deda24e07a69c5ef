"""Gold labels, a classifier's scores, and how much each item counts."""

from __future__ import annotations

import dataclasses
import math
from array import array
from collections.abc import Sequence
from typing import ClassVar

from samescore.base.documents import json_lines
from samescore.base.errors import InputError
from samescore.base.files import PathLike, at_place
from samescore.data.buffers import Buffer
from samescore.data.input_files import InputFiles
from samescore.data.kind import Kind
from samescore.data.number_types import number_types
from samescore.data.scores import ScoredColumns
from samescore.data.weighted_labels import weight_of, weights_of

_ITEM = 'each line is an item: {"gold": 1, "score": 0.75, "weight": 0.5}'


@dataclasses.dataclass(frozen=True, slots=True, repr=False)
class WeightedScores(Kind):
    """The gold label, 0 or 1, the score, and the weight of every item; a higher score means more likely 1.

    A score is a finite number. A weight is a finite number of at least 0: an item of weight 2 counts as much as two of weight
    1, and one of weight 0 as none. All three are lists or tuples, or flat buffers of numbers (an `array.array`, a NumPy
    array); they are copied, 17 bytes an item. Raises `InputError` for unequal lengths, a label other than 0 and 1, a score
    that is not finite, and a weight that is negative or not finite.

    >>> WeightedScores([0, 1], [0.25, 0.5], [1, 0.5])
    WeightedScores(binary_labels=(0, 1), item_scores=(0.25, 0.5), weights=(1.0, 0.5))
    """

    columns: ScoredColumns
    weight_column: array[float]
    number_types: tuple[str, ...] = dataclasses.field(default=(), compare=False, repr=False)

    TAG: ClassVar[str] = "weighted_scores"
    FIELDS: ClassVar[tuple[str, ...]] = ("binary_labels", "item_scores", "weights")
    ARGUMENTS: ClassVar[str] = "FILE"

    def __init__(
        self,
        binary_labels: Sequence[int] | Buffer,
        item_scores: Sequence[float] | Buffer,
        weights: Sequence[float] | Buffer,
    ) -> None:
        columns = ScoredColumns.of(binary_labels, item_scores, ("binary_labels", "item_scores"))
        for place, score in enumerate(columns.scores):
            if math.isinf(score):
                raise InputError(f"item_scores[{place}] is {score}", hint="a score with a weight is a finite number")
        column = weights_of(weights)
        if len(column) != len(columns):
            raise InputError(
                f"there are {len(columns)} gold labels but {len(column)} weights",
                hint="give one weight for every label",
            )
        object.__setattr__(self, "columns", columns)
        object.__setattr__(self, "weight_column", column)
        object.__setattr__(self, "number_types", number_types(item_scores, weights))

    @classmethod
    def read(cls, path: PathLike) -> WeightedScores:
        """The items in a file of JSON Lines, one a line; `InputError` for an unreadable file or a malformed line."""
        import msgspec

        class Item(msgspec.Struct):
            gold: int
            score: float
            weight: float

        gold, scores, weights = [], [], []
        for place, item in json_lines(path, Item, _ITEM):
            with at_place(place):
                weights.append(weight_of(item.weight, "weight"))
                if item.gold not in (0, 1):
                    raise InputError(f"gold is {item.gold}, not 0 or 1", hint="write 1 for the positive class")
            gold.append(item.gold)
            scores.append(item.score)
        return cls(gold, scores, weights)

    @classmethod
    def from_files(cls, files: InputFiles) -> WeightedScores:
        """The items in a command's file."""
        return cls.read(files.only())

    @property
    def binary_labels(self) -> tuple[int, ...]:
        """The gold label of every item."""
        return tuple(self.columns.gold)

    @property
    def item_scores(self) -> tuple[float, ...]:
        """The score of every item."""
        return tuple(self.columns.scores)

    @property
    def weights(self) -> tuple[float, ...]:
        """The weight of every item."""
        return tuple(self.weight_column)

    def __repr__(self) -> str:
        return f"WeightedScores({', '.join(f'{field}={getattr(self, field)!r}' for field in self.FIELDS)})"

    def __len__(self) -> int:
        """The number of items."""
        return len(self.columns)

    def __hash__(self) -> int:
        return hash((self.columns, self.weights))

    def unweighted(self) -> WeightedScores:
        return WeightedScores(self.binary_labels, self.item_scores, [1] * len(self))
