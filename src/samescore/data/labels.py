"""Class labels to be scored: item by item, as a confusion matrix, or with a classifier's scores."""

from __future__ import annotations

import dataclasses
import math
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from samescore.data.corpus import as_float, check_list, name_of
from samescore.errors import InputError

Label = str | int


@dataclasses.dataclass(frozen=True, slots=True)
class Labels:
    """Gold and predicted class labels, item by item; all strings or all integers.

    Raises `InputError` for unequal lengths, mixed types, or a string where a list belongs.

    >>> Labels(gold=["OK", "BAD"], predicted=["OK", "OK"]).classes
    ('BAD', 'OK')
    """

    gold: tuple[Label, ...]
    predicted: tuple[Label, ...]

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
    def read(cls, gold: str | Path, predicted: str | Path, tags: str = "all") -> Labels:
        """Labels from two tag files: see `samescore.data.files.read_labels`."""
        from samescore.data.files import read_labels

        return read_labels(gold, predicted, tags)

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
class Confusion:
    """A confusion matrix: ``matrix[i][j]`` items of class ``classes[i]`` were predicted as ``classes[j]``.

    Classes are sorted, and those without any item are dropped, so that it equals `Labels.confusion` of the
    same items. Counts are whole numbers without a limit; a metric whose settings compute in floating point says
    so when they do not fit. Raises `InputError` for a wrong shape, a negative count, mixed
    label types or a class named twice.

    >>> Confusion(["OK", "BAD"], [[3, 1], [0, 2]]).matrix
    ((2, 0), (1, 3))
    """

    classes: tuple[Label, ...]
    matrix: tuple[tuple[int, ...], ...]

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
        """The number of items; any size, unlike `len`."""
        return sum(map(sum, self.matrix))

    def confusion(self) -> Confusion:
        """The matrix itself."""
        return self

    def labels(self) -> Labels:
        """The items one by one."""
        gold: list[Label] = []
        predicted: list[Label] = []
        for row_class, row in zip(self.classes, self.matrix, strict=True):
            for column_class, count in zip(self.classes, row, strict=True):
                gold += [row_class] * count
                predicted += [column_class] * count
        return Labels(gold, predicted)

    def plain(self) -> dict[str, Any]:
        """The matrix as JSON-compatible data."""
        return {"classes": list(self.classes), "confusion": [list(row) for row in self.matrix]}


@dataclasses.dataclass(frozen=True, slots=True)
class ScoredLabels:
    """Gold labels, 0 or 1, and a classifier's score for each item: higher means more likely 1.

    An infinite score may be given as the text ``inf`` or ``-inf``. Raises `InputError` for unequal
    lengths, another label, or a score that is not a number.
    """

    gold: tuple[int, ...]
    scores: tuple[float, ...]

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
