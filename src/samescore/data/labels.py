"""Class labels item by item, or as a confusion matrix."""

from __future__ import annotations

import dataclasses
from array import array
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from samescore.base.checks import check_list, name_of
from samescore.base.errors import InputError
from samescore.base.files import PathLike
from samescore.base.line_reading import LineReading
from samescore.base.packed import suffix_of
from samescore.data.batches import WHOLE, Bounds, line_batches, only_batch, record_batches
from samescore.data.buffers import Buffer
from samescore.data.columns import Label, LabelColumns, check_labels
from samescore.data.input_files import InputFiles
from samescore.data.kind import Kind
from samescore.data.number_types import number_types
from samescore.data.weights import LineWeights, WeighableItems, Weights, columns_of, weight_column

#: The tags of a line that each selection scores. A target line of WMT18 alternates gap, word, gap, ..., word, gap; since
#: WMT19 a line may end with a tag for the end of the sentence.
TAGS = {
    "all": slice(None),
    "words": slice(1, None, 2),
    "gaps": slice(0, None, 2),
    "source": slice(None),
    "without-end": slice(0, -1),
}
_ITEM = 'each line is an item: {"gold": "cat", "predicted": "dog"}, and may have a "weight"'


@dataclasses.dataclass(frozen=True, slots=True, repr=False)
class Labels(WeighableItems):
    """Gold and predicted class labels, item by item; use all strings or all integers.

    Both sides are lists or tuples, or flat buffers of integers or booleans (an `array.array`, a NumPy array, a
    `memoryview`), which equal the same integers in a list. They are copied, at one or four bytes a label. Raises
    `InputError` for unequal lengths, mixed types, a single string instead of a list, or a buffer of any other type.

    `weights`, if given, has a finite non-negative number for each item: an item of weight 2 counts as two items of
    weight 1, and one of weight 0 is ignored. They are stored as doubles.

    >>> Labels(gold=["OK", "BAD"], predicted=["OK", "OK"]).classes
    ('BAD', 'OK')
    >>> from array import array
    >>> Labels(gold=array("b", [1, -1]), predicted=array("q", [1, 1])) == Labels([1, -1], [1, 1])
    True
    >>> Labels(["OK", "BAD"], ["OK", "OK"], weights=[1, 0.5])
    Labels(gold=('OK', 'BAD'), predicted=('OK', 'OK'), weights=(1.0, 0.5))
    """

    columns: LabelColumns
    weight_column: array[float] | None = None
    number_types: tuple[str, ...] = dataclasses.field(default=(), compare=False, repr=False)

    TAG: ClassVar[str] = "labels"
    FIELDS: ClassVar[tuple[str, ...]] = ("gold", "predicted")
    ARGUMENTS: ClassVar[str] = "PREDICTED -r GOLD"

    def __init__(
        self, gold: Sequence[Label] | Buffer, predicted: Sequence[Label] | Buffer, weights: Weights = None
    ) -> None:
        object.__setattr__(self, "columns", LabelColumns.of(gold, predicted))
        object.__setattr__(self, "weight_column", weight_column(weights, len(self.columns)))
        object.__setattr__(self, "number_types", () if weights is None else number_types(weights))

    @classmethod
    def read(cls, gold: PathLike, predicted: PathLike, tags: str = "all") -> Labels:
        """Read labels from two tag files: whitespace-separated tags, the same number on each line of both.

        `tags` selects the tags of each line that are scored: ``all``, ``words``, ``gaps``, ``source`` or
        ``without-end``. Raises `InputError` for unreadable files and different numbers of lines or tags.
        """
        return only_batch(cls._read(InputFiles(predicted, (gold,), tags), WHOLE))

    @classmethod
    def from_files(cls, files: InputFiles) -> Labels:
        """Read labels from a command's files: predicted labels from the scored file, gold labels from the reference file.

        A single JSON Lines file (``.jsonl``) has one item per line: ``{"gold": "cat", "predicted": "dog", "weight":
        0.5}``. Either all lines have a weight or none has. Raises `InputError` as `read` does, and for malformed lines.
        """
        return only_batch(cls.batches(files, WHOLE))

    @classmethod
    def batches(cls, files: InputFiles, bounds: Bounds) -> Iterator[Labels]:
        """Yield the result of `from_files` in batches of lines, at least one."""
        if not files.references and suffix_of(files.scored) == ".jsonl":
            return cls._read_items(files, bounds)
        if len(files.references) != 1:
            raise InputError(
                f"predicted labels need exactly one file of gold labels, but {len(files.references)} were given",
                hint="pass -r GOLD PREDICTED, or a single file of confusion counts (.csv, .tsv, .json)",
            )
        return cls._read(files, bounds)

    @classmethod
    def _read(cls, files: InputFiles, bounds: Bounds) -> Iterator[Labels]:
        gold, predicted = files.references[0], files.scored
        part, number = TAGS[files.tags], 0
        for batch in line_batches((gold, predicted), LineReading.USUAL, bounds, once=files.read_once):
            gold_tags: list[str] = []
            predicted_tags: list[str] = []
            for gold_row, predicted_row in zip(*(map(str.split, lines) for lines in batch), strict=True):
                number += 1
                if len(gold_row) != len(predicted_row):
                    raise InputError(
                        f"line {number}: {gold} has {len(gold_row)} tags but {predicted} has {len(predicted_row)}",
                        hint="give one tag for every word; check for an extra end-of-sentence tag",
                    )
                gold_tags += gold_row[part]
                predicted_tags += predicted_row[part]
            yield cls(gold_tags, predicted_tags)

    @classmethod
    def _read_items(cls, files: InputFiles, bounds: Bounds) -> Iterator[Labels]:
        import msgspec

        class Item(msgspec.Struct):
            gold: Label
            predicted: Label
            weight: float | None = None

        if files.tags != "all":
            raise InputError(f"{files.scored} has one item per line and no tags", hint="remove --tags")
        weights = LineWeights()
        for items in record_batches(files.scored, Item, _ITEM, bounds, once=files.read_once):
            column = weights.column(items)
            yield cls([item.gold for _, item in items], [item.predicted for _, item in items], column)

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> Labels:
        """Build the labels from the result of `plain`; raises like the constructor."""
        return cls(plain["gold"], plain["predicted"], plain.get("weights"))

    @property
    def gold(self) -> tuple[Label, ...]:
        """The gold label of every item."""
        return self.columns.labels(self.columns.gold)

    @property
    def predicted(self) -> tuple[Label, ...]:
        """The predicted label of every item."""
        return self.columns.labels(self.columns.predicted)

    def __repr__(self) -> str:
        return f"Labels(gold={self.gold!r}, predicted={self.predicted!r}{self.weights_shown})"

    def __hash__(self) -> int:
        return hash((self.columns, self.weights))

    def __len__(self) -> int:
        return len(self.columns)

    @property
    def classes(self) -> tuple[Label, ...]:
        """Every class that occurs. Integers are sorted by value, strings by code point."""
        return tuple(sorted({label for pair in self.columns.pairs() for label in pair}))

    def confusion(self) -> Confusion:
        """Return the confusion matrix of the labels, ignoring weights."""
        counts = self.columns.pairs()
        classes = sorted({label for pair in counts for label in pair})
        return Confusion(classes, [[counts.get((gold, predicted), 0) for predicted in classes] for gold in classes])

    def plain(self) -> dict[str, Any]:
        """Return the labels as JSON-compatible data."""
        return {"gold": list(self.gold), "predicted": list(self.predicted), **self.plain_weights()}

    def exchanged(self) -> Labels:
        return Labels(self.predicted, self.gold, self.weights)

    def with_weights(self, weights: Weights) -> Labels:
        return Labels(self.gold, self.predicted, weights)

    def entries(self) -> Sequence[Any]:
        return list(zip(self.gold, self.predicted, *([] if self.weights is None else [self.weights]), strict=True))

    def of_entries(self, entries: Sequence[Any]) -> Labels:
        return Labels(*columns_of(entries, 2 if self.weight_column is None else 3))

    def common(self) -> Any:
        return self.weight_column is None

    def arguments(self) -> list[Any]:
        """Return the gold and the predicted labels; weights are passed by keyword to functions that accept them."""
        return [list(self.gold), list(self.predicted)]


@dataclasses.dataclass(frozen=True, slots=True)
class Confusion(Kind):
    """A confusion matrix: ``matrix[i][j]`` items of class ``classes[i]`` were predicted as ``classes[j]``.

    Classes are sorted, and classes without items are dropped, so the matrix equals `Labels.confusion` of the same items.
    Counts are integers of any size; a metric that computes in floating point raises an error if they do not fit. Raises
    `InputError` for a wrong shape, a negative count, mixed label types or a duplicate class.

    >>> Confusion(["OK", "BAD"], [[3, 1], [0, 2]]).matrix
    ((2, 0), (1, 3))
    """

    classes: tuple[Label, ...]
    matrix: tuple[tuple[int, ...], ...]

    TAG: ClassVar[str] = "confusion"
    FIELDS: ClassVar[tuple[str, ...]] = ("classes", "confusion")
    ARGUMENTS: ClassVar[str] = "HYPOTHESES -r REFERENCES"

    def __init__(self, classes: Sequence[Label], matrix: Sequence[Sequence[int]]) -> None:
        check_list(classes, "classes")
        check_labels(classes, "classes")
        check_list(matrix, "matrix")
        for i, row in enumerate(matrix):
            check_list(row, f"matrix[{i}]")
        lengths = ", ".join(str(len(row)) for row in matrix)
        if len(matrix) != len(classes) or any(len(row) != len(classes) for row in matrix):
            raise InputError(
                f"matrix must have {len(classes)} rows of {len(classes)} counts, but it has rows of {lengths or 'no'} counts",
                hint="give a row for each gold class, with a count for each predicted class",
            )
        if len(set(classes)) != len(classes) or len({isinstance(name, str) for name in classes}) > 1:
            raise InputError("class names must be distinct and of one type", hint="use all strings or all integers")
        for i, row in enumerate(matrix):
            for j, count in enumerate(row):
                if not isinstance(count, int) or isinstance(count, bool) or count < 0:
                    raise InputError(
                        f"matrix[{i}][{j}] is {name_of(count)}, not a count",
                        hint="counts must be non-negative integers",
                    )
        size = range(len(classes))
        kept = [k for k in size if sum(matrix[k]) + sum(row[k] for row in matrix)]
        kept.sort(key=lambda k: classes[k])
        object.__setattr__(self, "classes", tuple(classes[k] for k in kept))
        object.__setattr__(self, "matrix", tuple(tuple(matrix[i][j] for j in kept) for i in kept))

    @property
    def total(self) -> int:
        """The number of items, which may exceed the range of `len`."""
        return sum(map(sum, self.matrix))

    def confusion(self) -> Confusion:
        """Return the matrix itself."""
        return self

    def labels(self) -> Labels:
        """Return the labels of each item that the matrix counts."""
        gold: list[Label] = []
        predicted: list[Label] = []
        for row_class, row in zip(self.classes, self.matrix, strict=True):
            for column_class, count in zip(self.classes, row, strict=True):
                gold += [row_class] * count
                predicted += [column_class] * count
        return Labels(gold, predicted)

    @classmethod
    def from_files(cls, files: InputFiles) -> Confusion:
        """Return the confusion matrix of the labels in a command's files; raises like `Labels.from_files`."""
        return Labels.from_files(files).confusion()

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> Confusion:
        """Build the matrix from the result of `plain`; raises like the constructor."""
        return cls(plain["classes"], plain["confusion"])

    def plain(self) -> dict[str, Any]:
        """Return the matrix as JSON-compatible data."""
        return {"classes": list(self.classes), "confusion": [list(row) for row in self.matrix]}

    @property
    def unused_knobs(self) -> frozenset[str]:
        return frozenset(["weights"])

    def arguments(self) -> list[Any]:
        """Return the gold and the predicted label of each item, as two lists."""
        return self.labels().arguments()

    def entries(self) -> Sequence[Any]:
        return self.labels().entries()

    def of_entries(self, entries: Sequence[Any]) -> Confusion:
        return self.labels().of_entries(entries).confusion()
