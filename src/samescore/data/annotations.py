"""The labels that several annotators gave to the same items: what agreement is computed from."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from samescore.data.checks import check_list, is_missing, name_of
from samescore.data.documents import json_lines
from samescore.data.files import InputFiles, PathLike
from samescore.data.lines import read_lines
from samescore.data.memory import Remembering
from samescore.errors import InputError

#: A label, or None where an annotator gave none.
Annotation = str | int | float | None
#: For each annotator the label of each item.
Rows = tuple[tuple[Annotation, ...], ...]

_HINT = "each line of a file is an item, with the label of each annotator: A<TAB>B, or a list in JSON Lines; empty or null where there is none"


@dataclasses.dataclass(frozen=True, slots=True)
class Annotations(Remembering):
    """For each annotator (a row) the label of each item (a column): a text or a finite number, None where there is none.

    Raises `InputError` if rows differ in length, and for anything else in place of a label.

    >>> Annotations([["a", "b", None], ["a", "c", "b"]]).items[1]
    ('b', 'c')
    """

    annotations: Rows

    FIELDS: ClassVar[tuple[str, ...]] = ("annotations",)

    def __init__(self, annotations: Sequence[Sequence[Annotation]]) -> None:
        check_list(annotations, "annotations")
        rows = tuple(_row(row, f"annotations[{i}]") for i, row in enumerate(annotations))
        for i, row in enumerate(rows):
            if len(row) != len(rows[0]):
                raise InputError(
                    f"annotations[{i}] has {len(row)} labels but annotations[0] has {len(rows[0])}",
                    hint="give every annotator a label for each item, None where there is none",
                )
        object.__setattr__(self, "annotations", rows)

    @classmethod
    def read(cls, path: PathLike) -> Annotations:
        """Annotations from a file of tab-separated labels, or of JSON Lines (``.jsonl``): an item a line.

        Each column is an annotator. Labels of a text file are texts; an empty one is missing. Raises `InputError` for an
        unreadable file, and for lines of different numbers of columns.
        """
        suffix = Path(path).suffix.lower() if isinstance(path, (str, Path)) else ""
        items = _json_items(path) if suffix == ".jsonl" else [_fields(line) for line in read_lines(path)]
        for number, item in enumerate(items, 1):
            if len(item) != len(items[0]):
                raise InputError(
                    f"{path}, line {number}: {len(item)} labels, but line 1 has {len(items[0])}", hint=_HINT
                )
        return cls([list(row) for row in zip(*items, strict=True)])

    @classmethod
    def from_files(cls, files: InputFiles) -> Annotations:
        """The annotations in a command's file."""
        return cls.read(files.only())

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> Annotations:
        """The annotations that `plain`, the result of the method `plain`, describes."""
        return cls(plain["annotations"])

    @property
    def items(self) -> list[tuple[Annotation, ...]]:
        """For each item the label of each annotator."""
        return list(zip(*self.annotations, strict=True))

    def __len__(self) -> int:
        """The number of items."""
        return len(self.annotations[0]) if self.annotations else 0

    def plain(self) -> dict[str, Any]:
        """The labels as JSON-compatible data: a row for each annotator, null where missing."""
        return {"annotations": [list(row) for row in self.annotations]}


def _row(values: Any, name: str) -> tuple[Annotation, ...]:
    listing = getattr(values, "tolist", None)
    values = listing() if callable(listing) else values
    check_list(values, name)
    return tuple(_label(value, f"{name}[{k}]") for k, value in enumerate(values))


def _label(value: Any, name: str) -> Annotation:
    if is_missing(value):
        return None
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        raise InputError(f"{name} is {name_of(value)}, not a label", hint="a label is a text or a number")
    if isinstance(value, (int, float)) and not _is_double(value):
        raise InputError(f"{name} is {value!r}, which is no finite double", hint="a label is a text or a number")
    return value


def _is_double(value: float) -> bool:
    try:
        return math.isfinite(float(value))
    except OverflowError:
        return False


def _fields(line: str) -> list[Annotation]:
    return [field or None for field in line.split("\t")]


def _json_items(path: PathLike) -> list[list[Annotation]]:
    return [item for _, item in json_lines(path, list[str | int | float | None], _HINT)]
