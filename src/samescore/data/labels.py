"""Class labels: item by item, as a confusion matrix, or with a classifier's scores."""

from __future__ import annotations

import dataclasses
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from samescore.data.checks import as_float, check_list, name_of
from samescore.data.documents import json_lines
from samescore.data.files import InputFiles, PathLike, at_place, text_lines
from samescore.data.memory import Remembering
from samescore.errors import InputError

Label = str | int

#: Which tags of a line are scored. A target line of WMT18 alternates gap, word, gap, ..., word, gap; since WMT19 a line
#: may end with a tag for the end of the sentence.
TAGS = {
    "all": slice(None),
    "words": slice(1, None, 2),
    "gaps": slice(0, None, 2),
    "source": slice(None),
    "without-end": slice(0, -1),
}


@dataclasses.dataclass(frozen=True, slots=True)
class Labels(Remembering):
    """Gold and predicted class labels, item by item; all strings or all integers.

    Raises `InputError` for unequal lengths, mixed types, or a single string instead of a list.

    >>> Labels(gold=["OK", "BAD"], predicted=["OK", "OK"]).classes
    ('BAD', 'OK')
    """

    gold: tuple[Label, ...]
    predicted: tuple[Label, ...]

    FIELDS: ClassVar[tuple[str, ...]] = ("gold", "predicted")

    def __init__(self, gold: Sequence[Label], predicted: Sequence[Label]) -> None:
        _check_labels(gold, "gold")
        _check_labels(predicted, "predicted")
        if len(gold) != len(predicted):
            raise InputError(
                f"there are {len(gold)} gold labels but {len(predicted)} predicted ones",
                hint="give one predicted label for every gold label",
            )
        if len({isinstance(label, str) for label in (*gold, *predicted)}) > 1:
            raise InputError("the labels mix strings and integers", hint="convert them all to strings")
        object.__setattr__(self, "gold", tuple(gold))
        object.__setattr__(self, "predicted", tuple(predicted))

    @classmethod
    def read(cls, gold: PathLike, predicted: PathLike, tags: str = "all") -> Labels:
        """Labels from two tag files: whitespace-separated tags, the same number on each line of both.

        `tags` selects the tags of each line that are scored: ``all``, ``words``, ``gaps``, ``source`` or ``without-end``.
        Raises `InputError` for unreadable files and unequal numbers of lines or tags.
        """
        gold_lines, predicted_lines = text_lines(gold), text_lines(predicted)
        if len(gold_lines) != len(predicted_lines):
            raise InputError(
                f"{predicted} has {len(predicted_lines)} lines but {gold} has {len(gold_lines)}",
                hint="both files hold the tags of the same sentences, one sentence a line",
            )
        gold_tags: list[str] = []
        predicted_tags: list[str] = []
        for number, (gold_line, predicted_line) in enumerate(zip(gold_lines, predicted_lines, strict=True), 1):
            gold_row, predicted_row = gold_line.split(), predicted_line.split()
            if len(gold_row) != len(predicted_row):
                raise InputError(
                    f"line {number}: {gold} has {len(gold_row)} tags but {predicted} has {len(predicted_row)}",
                    hint="one tag for every word; check for an extra end-of-sentence tag",
                )
            gold_tags += gold_row[TAGS[tags]]
            predicted_tags += predicted_row[TAGS[tags]]
        return cls(gold_tags, predicted_tags)

    @classmethod
    def from_files(cls, files: InputFiles) -> Labels:
        """The labels in a command's files: the scored file is predicted, the reference file gold."""
        if len(files.references) != 1:
            raise InputError(
                f"predicted labels need one file of gold labels, but {len(files.references)} were given",
                hint="samescore score -m mcc -r GOLD PREDICTED; or name one file of confusion counts (.csv, .tsv, .json)",
            )
        return cls.read(files.references[0], files.scored, files.tags)

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> Labels:
        """The labels that `plain`, the result of the method `plain`, describes."""
        return cls(plain["gold"], plain["predicted"])

    def __len__(self) -> int:
        return len(self.gold)

    @property
    def total(self) -> int:
        """The number of items."""
        return len(self.gold)

    @property
    def classes(self) -> tuple[Label, ...]:
        """Every class that occurs, sorted: integers by value, strings by code point."""
        return tuple(sorted({*self.gold, *self.predicted}))

    def confusion(self) -> Confusion:
        """How often each gold class was predicted as each class."""
        counts = Counter(zip(self.gold, self.predicted, strict=True))
        rows = tuple(tuple(counts[gold, predicted] for predicted in self.classes) for gold in self.classes)
        return Confusion(self.classes, rows)

    def plain(self) -> dict[str, Any]:
        """The labels as JSON-compatible data."""
        return {"gold": list(self.gold), "predicted": list(self.predicted)}


@dataclasses.dataclass(frozen=True, slots=True)
class Confusion(Remembering):
    """A confusion matrix: ``matrix[i][j]`` items of class ``classes[i]`` were predicted as ``classes[j]``.

    Classes are sorted, and those without items are dropped, so that it equals `Labels.confusion` of the same
    items. Counts are integers of any size; a metric that computes in floating point raises if they do not fit.
    Raises `InputError` for a wrong shape, a negative count, mixed label types or a class that is named twice.

    >>> Confusion(["OK", "BAD"], [[3, 1], [0, 2]]).matrix
    ((2, 0), (1, 3))
    """

    classes: tuple[Label, ...]
    matrix: tuple[tuple[int, ...], ...]

    FIELDS: ClassVar[tuple[str, ...]] = ("classes", "confusion")

    def __init__(self, classes: Sequence[Label], matrix: Sequence[Sequence[int]]) -> None:
        _check_labels(classes, "classes")
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


@dataclasses.dataclass(frozen=True, slots=True)
class ScoredLabels(Remembering):
    """Gold labels, 0 or 1, and a classifier's score for each item: higher means more likely 1.

    An infinite score may be written as the string ``inf`` or ``-inf``. Raises `InputError` for unequal lengths, a
    label other than 0 and 1, or a score that is not a number.
    """

    gold: tuple[int, ...]
    scores: tuple[float, ...]

    FIELDS: ClassVar[tuple[str, ...]] = ("gold", "scores")

    def __init__(self, gold: Sequence[int], scores: Sequence[float | str]) -> None:
        check_list(gold, "gold")
        check_list(scores, "scores")
        if len(gold) != len(scores):
            raise InputError(
                f"there are {len(gold)} gold labels but {len(scores)} scores", hint="give one score for every label"
            )
        for i, label in enumerate(gold):
            if not isinstance(label, (int, float)) or label not in (0, 1):
                raise InputError(f"gold[{i}] is {name_of(label)}, not 0 or 1", hint="write 1 for the positive class")
        numbers = [_score(value, f"scores[{i}]") for i, value in enumerate(scores)]
        object.__setattr__(self, "gold", tuple(map(int, gold)))
        object.__setattr__(self, "scores", tuple(numbers))

    @classmethod
    def read(cls, path: PathLike) -> ScoredLabels:
        """Gold labels and a classifier's scores from JSON Lines, one object for each item.

        Raises `InputError` for an unreadable file or a malformed line.
        """
        import msgspec

        class Item(msgspec.Struct):
            gold: int
            score: float | str

        items = []
        hint = 'each line is {"gold": 1, "score": 0.75}; an infinite score is "inf"'
        for place, item in json_lines(path, Item, hint):
            with at_place(place):
                cls([item.gold], [item.score])
            items.append(item)
        return cls([item.gold for item in items], [item.score for item in items])

    @classmethod
    def from_files(cls, files: InputFiles) -> ScoredLabels:
        """The items in a command's file."""
        return cls.read(files.only())

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> ScoredLabels:
        """The items that `plain`, the result of the method `plain`, describes."""
        return cls(plain["gold"], plain["scores"])

    def __len__(self) -> int:
        return len(self.gold)

    def plain(self) -> dict[str, Any]:
        """The labels and scores as JSON-compatible data; an infinite score is the text ``inf`` or ``-inf``."""
        scores = [score if math.isfinite(score) else str(score) for score in self.scores]
        return {"gold": list(self.gold), "scores": scores}


def _check_labels(labels: Sequence[Label], name: str) -> None:
    check_list(labels, name)
    for i, label in enumerate(labels):
        if isinstance(label, bool) or not isinstance(label, (str, int)):
            raise InputError(f"{name}[{i}] is {name_of(label)}, not a label", hint="labels are strings or integers")


def _score(value: float | str, name: str) -> float:
    if value in ("inf", "-inf"):
        return float(value)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise InputError(f"{name} is {name_of(value)}, not a number", hint="'inf' and '-inf' stand for infinite scores")
    number = as_float(value, name)
    if math.isnan(number):
        raise InputError(f"{name} is not a number (nan)", hint="items cannot be ranked by nan: leave the item out")
    return number
