"""Sets of labels for each item: the input of multilabel classification metrics."""

from __future__ import annotations

import dataclasses
from array import array
from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar

from samescore.base.checks import check_list, check_strings, name_of
from samescore.base.documents import json_lines
from samescore.base.errors import InputError
from samescore.base.files import PathLike
from samescore.base.lines import read_lines
from samescore.data.input_files import InputFiles
from samescore.data.number_types import number_types
from samescore.data.weights import LineWeights, WeighableItems, Weights, columns_of, weight_column

#: For each item, the names of its labels, sorted, without duplicates.
Sets = tuple[tuple[str, ...], ...]

_HINT = 'each line is an item: {"gold": ["a", "b"], "predicted": ["a"]}, and may have a "weight"'
_ROWS = "a row is a list of 0 and 1, one for each label"


@dataclasses.dataclass(frozen=True, slots=True, repr=False)
class LabelSets(WeighableItems):
    """For each item, the set of gold labels and the set of predicted labels: texts in any order, possibly empty.

    Raises `InputError` for sides of unequal length, and for a label that is not a text. `weights` is as for
    `Labels`.

    >>> LabelSets([["b", "a"], []], [{"a"}, ["a", "a"]])
    LabelSets(gold_sets=(('a', 'b'), ()), predicted_sets=(('a',), ('a',)))
    >>> LabelSets([["a"]], [[]], weights=[2])
    LabelSets(gold_sets=(('a',),), predicted_sets=((),), weights=(2.0,))
    """

    gold_sets: Sets
    predicted_sets: Sets
    weight_column: array[float] | None = None
    number_types: tuple[str, ...] = dataclasses.field(default=(), compare=False, repr=False)

    TAG: ClassVar[str] = "label_sets"
    FIELDS: ClassVar[tuple[str, ...]] = ("gold_sets", "predicted_sets")
    ARGUMENTS: ClassVar[str] = "PREDICTED -r GOLD"

    def __init__(
        self,
        gold_sets: Sequence[Collection[str]],
        predicted_sets: Sequence[Collection[str]],
        weights: Weights = None,
    ) -> None:
        gold, predicted = _sets(gold_sets, "gold_sets"), _sets(predicted_sets, "predicted_sets")
        if len(gold) != len(predicted):
            raise InputError(
                f"gold_sets has {len(gold)} items but predicted_sets has {len(predicted)}",
                hint="give both sides a set for every item (empty if it has no label)",
            )
        object.__setattr__(self, "gold_sets", gold)
        object.__setattr__(self, "predicted_sets", predicted)
        object.__setattr__(self, "weight_column", weight_column(weights, len(gold)))
        object.__setattr__(self, "number_types", () if weights is None else number_types(weights))

    @classmethod
    def from_indicators(
        cls,
        gold: Sequence[Sequence[int]],
        predicted: Sequence[Sequence[int]],
        labels: Sequence[str],
        weights: Weights = None,
    ) -> LabelSets:
        """Build the sets from rows of 0 and 1, with a column for each of `labels`.

        A label that no row has does not occur in the sets: to score it, name it in the setting `labels`. Raises
        `InputError` for a row of the wrong length, and for values other than 0 and 1.

        >>> LabelSets.from_indicators([[1, 1], [0, 0]], [[1, 0], [1, 0]], ["a", "b"]).gold_sets
        (('a', 'b'), ())
        """
        check_strings(labels, "labels")
        return cls(_label_names(gold, labels, "gold"), _label_names(predicted, labels, "predicted"), weights)

    @classmethod
    def read(cls, path: PathLike) -> LabelSets:
        """Read the sets from a JSON Lines file, one item per line; either all lines have a ``weight`` or none has.

        Raises `InputError` for an unreadable file or a malformed line.
        """
        import msgspec

        class Item(msgspec.Struct):
            gold: list[str]
            predicted: list[str]
            weight: float | None = None

        items = [*json_lines(path, Item, _HINT)]
        weights = LineWeights().column(items)
        return cls([item.gold for _, item in items], [item.predicted for _, item in items], weights)

    @classmethod
    def read_sides(cls, gold: PathLike, predicted: PathLike) -> LabelSets:
        """Read the sets from two files: one item per line, labels separated by spaces; an empty line is an empty set.

        Raises `InputError` for an unreadable file, and for files of different numbers of lines.
        """
        right, said = ([line.split() for line in read_lines(path)] for path in (gold, predicted))
        if len(right) != len(said):
            raise InputError(
                f"{predicted} has {len(said)} lines, but {gold} has {len(right)}",
                hint="give both files a line for every item (empty if it has no label)",
            )
        return cls(right, said)

    @classmethod
    def from_files(cls, files: InputFiles) -> LabelSets:
        """Read the sets from a command's JSON Lines file, or from two files: predicted sets, and gold sets as the reference file.

        Raises `InputError` as `read` and `read_sides` do.
        """
        if len(files.references) == 1:
            return cls.read_sides(files.references[0], files.scored)
        return cls.read(files.only("give one file of JSON Lines with both sides, or one -r with gold"))

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> LabelSets:
        """Build the sets from the result of `plain`; raises like the constructor."""
        return cls(plain["gold_sets"], plain["predicted_sets"], plain.get("weights"))

    def __repr__(self) -> str:
        sides = f"gold_sets={self.gold_sets!r}, predicted_sets={self.predicted_sets!r}"
        return f"LabelSets({sides}{self.weights_shown})"

    def __hash__(self) -> int:
        return hash((self.gold_sets, self.predicted_sets, self.weights))

    def __len__(self) -> int:
        """Return the number of items."""
        return len(self.gold_sets)

    def plain(self) -> dict[str, Any]:
        """Return the sets as JSON-compatible data: on each side, a sorted list of labels for each item."""
        return {
            "gold_sets": [list(names) for names in self.gold_sets],
            "predicted_sets": [list(names) for names in self.predicted_sets],
            **self.plain_weights(),
        }

    def with_weights(self, weights: Weights) -> LabelSets:
        return LabelSets(self.gold_sets, self.predicted_sets, weights)

    def entries(self) -> Sequence[Any]:
        weights = [] if self.weights is None else [self.weights]
        return list(zip(self.gold_sets, self.predicted_sets, *weights, strict=True))

    def of_entries(self, entries: Sequence[Any]) -> LabelSets:
        return LabelSets(*columns_of(entries, 2 if self.weight_column is None else 3))

    def common(self) -> Any:
        return self.weight_column is None

    def arguments(self) -> list[Any]:
        """Return the gold and the predicted sets; weights are passed by name."""
        plain = self.plain()
        return [plain["gold_sets"], plain["predicted_sets"]]


def _sets(values: Any, name: str) -> Sets:
    check_list(values, name)
    made = []
    for k, value in enumerate(values):
        names = list(value) if isinstance(value, (set, frozenset)) else value
        check_strings(names, f"{name}[{k}]")
        made.append(tuple(sorted(set(names))))
    return tuple(made)


def _label_names(rows: Any, labels: Sequence[str], name: str) -> list[list[str]]:
    listing = getattr(rows, "tolist", None)
    rows = listing() if callable(listing) else rows
    check_list(rows, name)
    made = []
    for k, row in enumerate(rows):
        check_list(row, f"{name}[{k}]")
        if len(row) != len(labels):
            raise InputError(f"{name}[{k}] has {len(row)} columns for {len(labels)} labels", hint=_ROWS)
        for column, value in enumerate(row):
            if value not in (0, 1):
                raise InputError(f"{name}[{k}][{column}] is {name_of(value)}", hint=_ROWS)
        made.append([label for label, value in zip(labels, row, strict=True) if value])
    return made
