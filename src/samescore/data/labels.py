"""Class labels: item by item, as a confusion matrix, or with a classifier's scores."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from samescore.base.checks import check_list, name_of
from samescore.base.errors import InputError
from samescore.base.files import PathLike, at_place
from samescore.base.line_reading import Reading
from samescore.data.batches import WHOLE, Bounds, column_types, line_batches, record_batches, whole
from samescore.data.buffers import Buffer
from samescore.data.columns import Label, LabelColumns, check_labels
from samescore.data.input_files import InputFiles
from samescore.data.kind import Kind
from samescore.data.number_types import number_types, with_number_types
from samescore.data.scores import ScoredColumns

#: Which tags of a line are scored. A target line of WMT18 alternates gap, word, gap, ..., word, gap; since WMT19 a line
#: may end with a tag for the end of the sentence.
TAGS = {
    "all": slice(None),
    "words": slice(1, None, 2),
    "gaps": slice(0, None, 2),
    "source": slice(None),
    "without-end": slice(0, -1),
}


@dataclasses.dataclass(frozen=True, slots=True, repr=False)
class Labels(Kind):
    """Gold and predicted class labels, item by item; all strings or all integers.

    Both sides are lists or tuples, or flat buffers of integers or truth values (an `array.array`, a NumPy array, a
    `memoryview`), which stand for the same integers; they are copied, a byte or four a label. Raises `InputError` for
    unequal lengths, mixed types, a single string instead of a list, or a buffer of anything else.

    >>> Labels(gold=["OK", "BAD"], predicted=["OK", "OK"]).classes
    ('BAD', 'OK')
    >>> from array import array
    >>> Labels(gold=array("b", [1, -1]), predicted=array("q", [1, 1])) == Labels([1, -1], [1, 1])
    True
    """

    columns: LabelColumns

    TAG: ClassVar[str] = "labels"
    FIELDS: ClassVar[tuple[str, ...]] = ("gold", "predicted")
    ARGUMENTS: ClassVar[str] = "PREDICTED -r GOLD"

    def __init__(self, gold: Sequence[Label] | Buffer, predicted: Sequence[Label] | Buffer) -> None:
        object.__setattr__(self, "columns", LabelColumns.of(gold, predicted))

    @classmethod
    def read(cls, gold: PathLike, predicted: PathLike, tags: str = "all") -> Labels:
        """Labels from two tag files: whitespace-separated tags, the same number on each line of both.

        `tags` selects the tags of each line that are scored: ``all``, ``words``, ``gaps``, ``source`` or ``without-end``.
        Raises `InputError` for unreadable files and unequal numbers of lines or tags.
        """
        return whole(cls._read(InputFiles(predicted, (gold,), tags), WHOLE))

    @classmethod
    def from_files(cls, files: InputFiles) -> Labels:
        """The labels in a command's files: the scored file is predicted, the reference file gold."""
        return whole(cls.batches(files, WHOLE))

    @classmethod
    def batches(cls, files: InputFiles, bounds: Bounds) -> Iterator[Labels]:
        """`from_files` in batches of lines, at least one."""
        if len(files.references) != 1:
            raise InputError(
                f"predicted labels need one file of gold labels, but {len(files.references)} were given",
                hint="samescore score -m mcc -r GOLD PREDICTED; or name one file of confusion counts (.csv, .tsv, .json)",
            )
        return cls._read(files, bounds)

    @classmethod
    def _read(cls, files: InputFiles, bounds: Bounds) -> Iterator[Labels]:
        gold, predicted = files.references[0], files.scored
        part, number = TAGS[files.tags], 0
        for batch in line_batches((gold, predicted), Reading.USUAL, bounds, once=files.read_once):
            gold_tags: list[str] = []
            predicted_tags: list[str] = []
            for gold_row, predicted_row in zip(*(map(str.split, lines) for lines in batch), strict=True):
                number += 1
                if len(gold_row) != len(predicted_row):
                    raise InputError(
                        f"line {number}: {gold} has {len(gold_row)} tags but {predicted} has {len(predicted_row)}",
                        hint="one tag for every word; check for an extra end-of-sentence tag",
                    )
                gold_tags += gold_row[part]
                predicted_tags += predicted_row[part]
            yield cls(gold_tags, predicted_tags)

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> Labels:
        """The labels that `plain`, the result of the method `plain`, describes."""
        return cls(plain["gold"], plain["predicted"])

    @property
    def gold(self) -> tuple[Label, ...]:
        """The gold label of every item."""
        return self.columns.labels(self.columns.gold)

    @property
    def predicted(self) -> tuple[Label, ...]:
        """The predicted label of every item."""
        return self.columns.labels(self.columns.predicted)

    def __repr__(self) -> str:
        return f"Labels(gold={self.gold!r}, predicted={self.predicted!r})"

    def __len__(self) -> int:
        return len(self.columns)

    @property
    def total(self) -> int:
        """The number of items."""
        return len(self.columns)

    @property
    def classes(self) -> tuple[Label, ...]:
        """Every class that occurs, sorted: integers by value, strings by code point."""
        return tuple(sorted({label for pair in self.columns.pairs() for label in pair}))

    def confusion(self) -> Confusion:
        """How often each gold class was predicted as each class."""
        counts = self.columns.pairs()
        classes = sorted({label for pair in counts for label in pair})
        return Confusion(classes, [[counts.get((gold, predicted), 0) for predicted in classes] for gold in classes])

    def plain(self) -> dict[str, Any]:
        """The labels as JSON-compatible data."""
        return {"gold": list(self.gold), "predicted": list(self.predicted)}

    def exchanged(self) -> Labels:
        return Labels(self.predicted, self.gold)


@dataclasses.dataclass(frozen=True, slots=True)
class Confusion(Kind):
    """A confusion matrix: ``matrix[i][j]`` items of class ``classes[i]`` were predicted as ``classes[j]``.

    Classes are sorted, and those without items are dropped, so that it equals `Labels.confusion` of the same
    items. Counts are integers of any size; a metric that computes in floating point raises if they do not fit.
    Raises `InputError` for a wrong shape, a negative count, mixed label types or a class that is named twice.

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
        if len(matrix) != len(classes) or any(len(row) != len(classes) for row in matrix):
            raise InputError(
                f"matrix has rows of {', '.join(str(len(row)) for row in matrix) or 'no'} counts for {len(classes)} classes",
                hint="give a row for each gold class, with a count for each predicted class",
            )
        if len(set(classes)) != len(classes) or len({isinstance(name, str) for name in classes}) > 1:
            raise InputError("class names must be different and of one type", hint="all strings or all integers")
        for i, row in enumerate(matrix):
            for j, count in enumerate(row):
                if not isinstance(count, int) or isinstance(count, bool) or count < 0:
                    raise InputError(
                        f"matrix[{i}][{j}] is {name_of(count)}, not a count", hint="counts are whole numbers from 0"
                    )
        size = range(len(classes))
        kept = [k for k in size if sum(matrix[k]) + sum(row[k] for row in matrix)]
        kept.sort(key=lambda k: classes[k])
        object.__setattr__(self, "classes", tuple(classes[k] for k in kept))
        object.__setattr__(self, "matrix", tuple(tuple(matrix[i][j] for j in kept) for i in kept))

    @property
    def total(self) -> int:
        """The number of items, of any size (unlike `len`)."""
        return sum(map(sum, self.matrix))

    def confusion(self) -> Confusion:
        """The matrix itself."""
        return self

    def labels(self) -> Labels:
        """The labels of each item."""
        gold: list[Label] = []
        predicted: list[Label] = []
        for row_class, row in zip(self.classes, self.matrix, strict=True):
            for column_class, count in zip(self.classes, row, strict=True):
                gold += [row_class] * count
                predicted += [column_class] * count
        return Labels(gold, predicted)

    @classmethod
    def from_files(cls, files: InputFiles) -> Confusion:
        """The matrix of the labels in a command's files: see `Labels.from_files`."""
        return Labels.from_files(files).confusion()

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> Confusion:
        """The matrix that `plain`, the result of the method `plain`, describes."""
        return cls(plain["classes"], plain["confusion"])

    def plain(self) -> dict[str, Any]:
        """The matrix as JSON-compatible data."""
        return {"classes": list(self.classes), "confusion": [list(row) for row in self.matrix]}

    def arguments(self) -> list[Any]:
        """The labels of each item."""
        return self.labels().arguments()

    def entries(self) -> Sequence[Any]:
        return self.labels().entries()

    def of_entries(self, entries: Sequence[Any]) -> Confusion:
        return self.labels().of_entries(entries).confusion()


@dataclasses.dataclass(frozen=True, slots=True, repr=False)
class ScoredLabels(Kind):
    """Gold labels, 0 or 1, and a classifier's score for each item: higher means more likely 1.

    Both are lists or tuples, or flat buffers of numbers (an `array.array`, a NumPy array, a `memoryview`); they are
    copied, nine bytes an item. An infinite score may be written as the string ``inf`` or ``-inf``. Raises `InputError`
    for unequal lengths, a label other than 0 and 1, or a score that is not a number.

    >>> from array import array
    >>> ScoredLabels(array("b", [0, 1]), array("f", [0.25, 0.5]))
    ScoredLabels(gold=(0, 1), scores=(0.25, 0.5))
    """

    columns: ScoredColumns
    number_types: tuple[str, ...] = dataclasses.field(default=(), compare=False, repr=False)

    TAG: ClassVar[str] = "scored_labels"
    FIELDS: ClassVar[tuple[str, ...]] = ("gold", "scores")
    ARGUMENTS: ClassVar[str] = "FILE"

    def __init__(self, gold: Sequence[int] | Buffer, scores: Sequence[float | str] | Buffer) -> None:
        object.__setattr__(self, "columns", ScoredColumns.of(gold, scores))
        object.__setattr__(self, "number_types", number_types(scores))

    @classmethod
    def read(cls, path: PathLike) -> ScoredLabels:
        """Gold labels and a classifier's scores from JSON Lines, one object for each item.

        Raises `InputError` for an unreadable file or a malformed line.
        """
        return cls.from_files(InputFiles(path))

    @classmethod
    def from_files(cls, files: InputFiles) -> ScoredLabels:
        """The items in a command's file."""
        return whole(cls.batches(files, WHOLE))

    @classmethod
    def batches(cls, files: InputFiles, bounds: Bounds) -> Iterator[ScoredLabels]:
        """`from_files` in batches, at least one."""
        import msgspec

        class Item(msgspec.Struct):
            gold: int
            score: float | str

        hint = 'each line is {"gold": 1, "score": 0.75}; an infinite score is "inf"'
        types = column_types(files.only(), ("score",))
        for records in record_batches(files.only(), Item, hint, bounds, once=files.read_once):
            gold: list[int] = []
            scores: list[float | str] = []
            for place, item in records:
                if item.gold not in (0, 1) or type(item.score) is not float:
                    with at_place(place):
                        cls([item.gold], [item.score])
                gold.append(item.gold)
                scores.append(item.score)
            yield with_number_types(cls(gold, scores), types)

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> ScoredLabels:
        """The items that `plain`, the result of the method `plain`, describes."""
        return cls(plain["gold"], plain["scores"])

    @property
    def gold(self) -> tuple[int, ...]:
        """The gold label of every item."""
        return tuple(self.columns.gold)

    @property
    def scores(self) -> tuple[float, ...]:
        """The score of every item."""
        return tuple(self.columns.scores)

    def __repr__(self) -> str:
        return f"ScoredLabels(gold={self.gold!r}, scores={self.scores!r})"

    def __len__(self) -> int:
        return len(self.columns)

    def plain(self) -> dict[str, Any]:
        """The labels and scores as JSON-compatible data; an infinite score is the text ``inf`` or ``-inf``."""
        scores = [score if math.isfinite(score) else str(score) for score in self.columns.scores]
        return {"gold": list(self.columns.gold), "scores": scores}
