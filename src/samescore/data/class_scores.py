"""The gold class of each item, and a classifier's score of every class: the input of multiclass metrics."""

from __future__ import annotations

import dataclasses
import math
from array import array
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from samescore.base.checks import check_list, check_strings
from samescore.base.documents import json_lines
from samescore.base.errors import InputError
from samescore.base.files import PathLike, at_place
from samescore.data.input_files import InputFiles
from samescore.data.number_types import number_types
from samescore.data.scores import score_of
from samescore.data.weights import LineWeights, WeighableItems, Weights, columns_of, weight_column

_ITEM = (
    'write one item per line: {"gold": "cat", "scores": {"cat": 0.75, "dog": 0.25}}, with an optional "weight"; an '
    'infinite score is "inf"'
)


@dataclasses.dataclass(frozen=True, slots=True, repr=False)
class ClassScores(WeighableItems):
    """The gold class of each item, and a score of every class: a probability, or a number that is higher if likelier.

    `gold` names one of `classes` for each item. `class_scores` has a row for each item, with a column for each of
    `classes`, in their order: lists of numbers, or an array of NumPy and the like. An infinite score may be written as
    the string ``inf`` or ``-inf``. `weights` is as for `Labels`. Scores take eight bytes each. Raises `InputError` for a
    duplicate class, an unknown gold class, a row of the wrong length, and a score that is not a number.

    >>> ClassScores(["cat", "dog"], ["dog"], [[0.25, 0.75]])
    ClassScores(classes=('cat', 'dog'), gold=('dog',), class_scores=((0.25, 0.75),))
    """

    classes: tuple[str, ...]
    gold_columns: array[int]
    columns: array[float]
    weight_column: array[float] | None = None
    number_types: tuple[str, ...] = dataclasses.field(default=(), compare=False, repr=False)

    TAG: ClassVar[str] = "class_scores"
    FIELDS: ClassVar[tuple[str, ...]] = ("classes", "gold", "class_scores")
    LAYOUT: ClassVar[str] = "rows"
    ARGUMENTS: ClassVar[str] = "FILE"

    def __init__(
        self,
        classes: Sequence[str],
        gold: Sequence[str],
        class_scores: Sequence[Sequence[float | str]],
        weights: Weights = None,
    ) -> None:
        check_strings(classes, "classes")
        check_strings(gold, "gold")
        listing = getattr(class_scores, "tolist", None)
        rows = listing() if callable(listing) else class_scores
        check_list(rows, "class_scores")
        if len(gold) != len(rows):
            raise InputError(
                f"gold has {len(gold)} items but class_scores has {len(rows)} rows", hint="give every item a row"
            )
        places = {name: place for place, name in enumerate(classes)}
        if len(places) < len(classes):
            twice = next(name for place, name in enumerate(classes) if places[name] != place)
            raise InputError(f"classes contains {twice!r} twice", hint="class names must be distinct")
        for k, name in enumerate(gold):
            if name not in places:
                raise InputError(f"gold[{k}] is {name!r}, which has no column", hint="list every class in classes")
        flat = array("d")
        for k, row in enumerate(rows):
            check_list(row, f"class_scores[{k}]")
            if len(row) != len(classes):
                raise InputError(
                    f"class_scores[{k}] has {len(row)} scores for {len(classes)} classes",
                    hint="give one score per class",
                )
            flat.extend(_score(value, f"class_scores[{k}][{column}]") for column, value in enumerate(row))
        object.__setattr__(self, "classes", tuple(classes))
        object.__setattr__(self, "gold_columns", array("i", map(places.__getitem__, gold)))
        object.__setattr__(self, "columns", flat)
        object.__setattr__(self, "weight_column", weight_column(weights, len(gold)))
        object.__setattr__(self, "number_types", number_types(class_scores, *(() if weights is None else (weights,))))

    @classmethod
    def read(cls, path: PathLike) -> ClassScores:
        """Read items from a JSON Lines file, one per line; the first line determines the order of the classes.

        Raises `InputError` for an unreadable file, a malformed line, and a line with other classes than the first.
        """
        import msgspec

        class Item(msgspec.Struct):
            gold: str
            scores: dict[str, float | str]
            weight: float | None = None

        classes: list[str] = []
        gold, rows = [], []
        items = [*json_lines(path, Item, _ITEM)]
        for place, item in items:
            classes = classes or list(item.scores)
            with at_place(place):
                if list(item.scores) != classes:
                    _check_columns(item.scores, classes)
                if item.gold not in item.scores:
                    raise InputError(f"gold is {item.gold!r}, but that class has no score", hint=_ITEM)
                row = [_score(item.scores[name], f"the score of {name!r}") for name in classes]
            gold.append(item.gold)
            rows.append(row)
        return cls(classes, gold, rows, LineWeights().column(items))

    @classmethod
    def from_files(cls, files: InputFiles) -> ClassScores:
        """Read the items from a command's file as `read` does. Raises `InputError` if reference files are given."""
        return cls.read(files.only())

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> ClassScores:
        """Build the items from the result of `plain`; raises like the constructor."""
        return cls(plain["classes"], plain["gold"], plain["class_scores"], plain.get("weights"))

    @property
    def gold(self) -> tuple[str, ...]:
        """The gold class of every item."""
        return tuple(map(self.classes.__getitem__, self.gold_columns))

    @property
    def class_scores(self) -> tuple[tuple[float, ...], ...]:
        """The scores of every item, in the order of the classes."""
        width = len(self.classes)
        return tuple(tuple(self.columns[width * k : width * (k + 1)]) for k in range(len(self)))

    def __repr__(self) -> str:
        items = f"gold={self.gold!r}, class_scores={self.class_scores!r}{self.weights_shown}"
        return f"ClassScores(classes={self.classes!r}, {items})"

    def __len__(self) -> int:
        """Return the number of items."""
        return len(self.gold_columns)

    def __hash__(self) -> int:
        return hash((self.classes, tuple(self.gold_columns), tuple(self.columns), self.weights))

    def plain(self) -> dict[str, Any]:
        """Return the items as JSON-compatible data; an infinite score is the text ``inf`` or ``-inf``."""
        rows = [[score if math.isfinite(score) else str(score) for score in row] for row in self.class_scores]
        return {
            "classes": list(self.classes),
            "gold": list(self.gold),
            "class_scores": rows,
            **self.plain_weights(),
        }

    def with_weights(self, weights: Weights) -> ClassScores:
        return ClassScores(self.classes, self.gold, self.class_scores, weights)

    def entries(self) -> Sequence[Any]:
        weights = [] if self.weights is None else [self.weights]
        return list(zip(self.gold, self.class_scores, *weights, strict=True))

    def of_entries(self, entries: Sequence[Any]) -> ClassScores:
        return ClassScores(self.classes, *columns_of(entries, 2 if self.weight_column is None else 3))

    def arguments(self) -> list[Any]:
        """Return the gold classes and the rows of scores; weights are passed by name."""
        return [list(self.gold), [list(row) for row in self.class_scores]]

    def common(self) -> Any:
        return self.classes, self.weight_column is None


def _check_columns(scores: Mapping[str, Any], classes: Sequence[str]) -> None:
    """Raise `InputError` unless `scores` has exactly the classes of the first line."""
    for name in classes:
        if name not in scores:
            raise InputError(f"class {name!r} has a score in the first line but none here", hint=_ITEM)
    if new := scores.keys() - set(classes):
        raise InputError(f"class {min(new)!r} has a score here but none in the first line", hint=_ITEM)


def _score(value: Any, name: str) -> float:
    """Convert a score to a double. Raises `InputError` for nan, or as `score_of` raises it."""
    score = score_of(value, name)
    if math.isnan(score):
        raise InputError(f"{name} is nan", hint="remove the item, or give the class a score")
    return score
