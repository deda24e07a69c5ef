"""The gold label of each item and a classifier's score: the input of metrics such as ROC AUC."""

from __future__ import annotations

import dataclasses
import math
from array import array
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from samescore.base.files import PathLike, at_place
from samescore.data.batches import WHOLE, Bounds, column_types, only_batch, record_batches
from samescore.data.buffers import Buffer
from samescore.data.input_files import InputFiles
from samescore.data.number_types import number_types, with_number_types
from samescore.data.scores import ScoredColumns
from samescore.data.weights import LineWeights, WeighableItems, Weights, columns_of, weight_column


@dataclasses.dataclass(frozen=True, slots=True, repr=False)
class ScoredLabels(WeighableItems):
    """The gold label of each item, 0 or 1, and a classifier's score, which is higher if 1 is likelier.

    Both are lists or tuples, or flat buffers of numbers (an `array.array`, a NumPy array, a `memoryview`). They are
    copied and take nine bytes per item. An infinite score may be written as the string ``inf`` or ``-inf``. Raises
    `InputError` for unequal lengths, a label other than 0 and 1, or a score that is not a number. `weights` is as for
    `Labels`.

    >>> from array import array
    >>> ScoredLabels(array("b", [0, 1]), array("f", [0.25, 0.5]))
    ScoredLabels(gold=(0, 1), scores=(0.25, 0.5))
    """

    columns: ScoredColumns
    weight_column: array[float] | None = None
    number_types: tuple[str, ...] = dataclasses.field(default=(), compare=False, repr=False)

    TAG: ClassVar[str] = "scored_labels"
    FIELDS: ClassVar[tuple[str, ...]] = ("gold", "scores")
    ARGUMENTS: ClassVar[str] = "FILE"

    def __init__(
        self, gold: Sequence[int] | Buffer, scores: Sequence[float | str] | Buffer, weights: Weights = None
    ) -> None:
        object.__setattr__(self, "columns", ScoredColumns.of(gold, scores))
        object.__setattr__(self, "weight_column", weight_column(weights, len(self.columns)))
        object.__setattr__(self, "number_types", number_types(scores, *(() if weights is None else (weights,))))

    @classmethod
    def read(cls, path: PathLike) -> ScoredLabels:
        """Read gold labels and a classifier's scores from JSON Lines: ``{"gold": 1, "score": 0.75}``, perhaps with ``weight``.

        Raises `InputError` for an unreadable file or a malformed line.
        """
        return cls.from_files(InputFiles(path))

    @classmethod
    def from_files(cls, files: InputFiles) -> ScoredLabels:
        """Read the items from a command's file as `read` does. Raises `InputError` if reference files are given."""
        return only_batch(cls.batches(files, WHOLE))

    @classmethod
    def batches(cls, files: InputFiles, bounds: Bounds) -> Iterator[ScoredLabels]:
        """Yield the result of `from_files` in batches, at least one."""
        import msgspec

        class Item(msgspec.Struct):
            gold: int
            score: float | str
            weight: float | None = None

        hint = 'each line is {"gold": 1, "score": 0.75}, and may have a "weight"; an infinite score is "inf"'
        types, weights = column_types(files.only(), ("score", "weight")), LineWeights()
        for records in record_batches(files.only(), Item, hint, bounds, once=files.read_once):
            gold: list[int] = []
            scores: list[float | str] = []
            for place, item in records:
                if item.gold not in (0, 1) or type(item.score) is not float:
                    with at_place(place):
                        cls([item.gold], [item.score])
                gold.append(item.gold)
                scores.append(item.score)
            yield with_number_types(cls(gold, scores, weights.column(records)), types)

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> ScoredLabels:
        """Build the items from the result of `plain`; raises like the constructor."""
        return cls(plain["gold"], plain["scores"], plain.get("weights"))

    @property
    def gold(self) -> tuple[int, ...]:
        """The gold label of every item."""
        return tuple(self.columns.gold)

    @property
    def scores(self) -> tuple[float, ...]:
        """The score of every item."""
        return tuple(self.columns.scores)

    def __repr__(self) -> str:
        return f"ScoredLabels(gold={self.gold!r}, scores={self.scores!r}{self.weights_shown})"

    def __hash__(self) -> int:
        return hash((self.columns, self.weights))

    def __len__(self) -> int:
        return len(self.columns)

    def plain(self) -> dict[str, Any]:
        """Return the labels and scores as JSON-compatible data; an infinite score is the text ``inf`` or ``-inf``."""
        scores = [score if math.isfinite(score) else str(score) for score in self.columns.scores]
        return {"gold": list(self.columns.gold), "scores": scores, **self.plain_weights()}

    def with_weights(self, weights: Weights) -> ScoredLabels:
        return ScoredLabels(self.gold, self.scores, weights)

    def entries(self) -> Sequence[Any]:
        return list(zip(self.gold, self.scores, *([] if self.weights is None else [self.weights]), strict=True))

    def of_entries(self, entries: Sequence[Any]) -> ScoredLabels:
        return ScoredLabels(*columns_of(entries, 2 if self.weight_column is None else 3))

    def common(self) -> Any:
        return self.weight_column is None

    def arguments(self) -> list[Any]:
        """Return the gold labels and the scores; weights are passed by keyword to functions that accept them."""
        plain = self.plain()
        return [plain["gold"], plain["scores"]]
