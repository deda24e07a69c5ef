"""Labels that several annotators gave to the same items: the input of agreement metrics."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, ClassVar, TypeGuard

from samescore.base.checks import check_list, is_missing, is_nan, name_of
from samescore.base.documents import json_lines
from samescore.base.errors import InputError
from samescore.base.files import PathLike
from samescore.base.lines import read_lines
from samescore.data.input_files import InputFiles
from samescore.data.kind import Kind

#: A set-valued label: its members, sorted, without duplicates.
LabelSet = tuple[str | int | float, ...]
#: A label; None if the annotator gave none.
Annotation = str | int | float | LabelSet | None
#: For each annotator, the label of each item.
Rows = tuple[tuple[Annotation, ...], ...]

_HINT = "write one item per line with the label of each annotator: A<TAB>B, or a list in JSON Lines; empty or null if missing; in JSON Lines a list for a label that is a set"
_LABELS = "a label is a text, a number, or a list (a set) of these"


@dataclasses.dataclass(frozen=True, slots=True)
class Annotations(Kind):
    """The labels that several annotators gave to the same items: a row for each annotator, a column for each item.

    A label is a text, a finite number, or a set of texts and numbers, given as a set or as a list in any order. A
    missing label is None, nan, or a missing-value marker of pandas or NumPy; `nan_given` says whether any was nan.
    Raises `InputError` if rows differ in length, and for any other label.

    >>> Annotations([["a", "b", None], ["a", "c", "b"]]).items[1]
    ('b', 'c')
    >>> Annotations([[["b", "a"]], [["a", "b", "a"]]]).items
    [(('a', 'b'), ('a', 'b'))]
    """

    annotations: Rows
    nan_given: bool = dataclasses.field(default=False, compare=False, repr=False)

    TAG: ClassVar[str] = "annotations"
    FIELDS: ClassVar[tuple[str, ...]] = ("annotations",)

    def __init__(self, annotations: Sequence[Sequence[Annotation | Collection[str | int | float]]]) -> None:
        check_list(annotations, "annotations")
        rows = tuple(_row(row, f"annotations[{i}]") for i, row in enumerate(annotations))
        for i, row in enumerate(rows):
            if len(row) != len(rows[0]):
                raise InputError(
                    f"annotations[{i}] has {len(row)} labels but annotations[0] has {len(rows[0])}",
                    hint="give every annotator a label for each item (None if missing)",
                )
        object.__setattr__(self, "annotations", rows)
        object.__setattr__(self, "nan_given", any(is_nan(label) for row in annotations for label in _as_list(row)))

    @classmethod
    def read(cls, path: PathLike) -> Annotations:
        """Read annotations from a file of tab-separated labels, or of JSON Lines (``.jsonl``), one item per line.

        Each column is an annotator. In a text file labels are texts, and an empty field is missing. In JSON Lines, a
        list within a line is a set-valued label. Raises `InputError` for an unreadable file, and for lines with
        different numbers of columns.
        """
        suffix = Path(path).suffix.lower() if isinstance(path, (str, Path)) else ""
        lines = _json_lines(path) if suffix == ".jsonl" else _tsv_lines(path)
        items: list[list[Any]] = []
        for place, item in lines:
            items.append(item)
            if len(item) != len(items[0]):
                raise InputError(
                    f"{place}: the line has {len(item)} labels, but the first has {len(items[0])}", hint=_HINT
                )
        return cls([list(row) for row in zip(*items, strict=True)])

    @classmethod
    def from_files(cls, files: InputFiles) -> Annotations:
        """Read the annotations from a command's file as `read` does.

        Raises `InputError` if reference files are given.
        """
        return cls.read(files.only())

    @property
    def items(self) -> list[tuple[Annotation, ...]]:
        """The labels of each item, by annotator."""
        return list(zip(*self.annotations, strict=True))

    def __len__(self) -> int:
        """Return the number of items."""
        return len(self.annotations[0]) if self.annotations else 0

    def plain(self) -> dict[str, Any]:
        """Return the labels as JSON-compatible data: a row for each annotator, None for missing labels, lists for sets."""
        rows = self.annotations
        return {"annotations": [[list(label) if is_set(label) else label for label in row] for row in rows]}

    def entries(self) -> list[tuple[Annotation, ...]]:
        return self.items

    def of_entries(self, entries: Sequence[Any]) -> Annotations:
        return Annotations([*zip(*entries, strict=True)] or [[] for _ in self.annotations])


def is_set(label: Annotation) -> TypeGuard[LabelSet]:
    """Return whether a label is a set."""
    return isinstance(label, tuple)


def in_order(labels: Iterable[Any]) -> list[Any]:
    """Return labels in order: numbers by value, then texts by code point, then sets by their sorted members."""
    return sorted(labels, key=_place)


def _place(label: Any) -> tuple[int, Any]:
    return (2, [_place(member) for member in label]) if is_set(label) else (int(isinstance(label, str)), label)


def _as_list(values: Any) -> Any:
    """Convert an array to a list; return other values unchanged."""
    listing = getattr(values, "tolist", None)
    return listing() if callable(listing) else values


def _row(values: Any, name: str) -> tuple[Annotation, ...]:
    values = _as_list(values)
    check_list(values, name)
    return tuple(_label(value, f"{name}[{k}]") for k, value in enumerate(values))


def _label(value: Any, name: str) -> Annotation:
    if is_missing(value):
        return None
    if isinstance(value, (list, tuple, set, frozenset)):
        return tuple(in_order({_simple(member, f"a member of {name}") for member in value}))
    return _simple(value, name)


def _simple(value: Any, name: str) -> str | int | float:
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        raise InputError(f"{name} is {name_of(value)}, not a label", hint=_LABELS)
    if isinstance(value, (int, float)) and not _is_double(value):
        raise InputError(f"{name} is {value!r}, which is not a finite double", hint=_LABELS)
    return value


def _is_double(value: float) -> bool:
    try:
        return math.isfinite(float(value))
    except OverflowError:
        return False


def _tsv_lines(path: PathLike) -> Iterator[tuple[str, list[Any]]]:
    """Yield the place and the labels of each line of tab-separated labels; an empty field is a missing label."""
    for number, line in enumerate(read_lines(path), 1):
        yield f"{path}, line {number}", [field or None for field in line.split("\t")]


def _json_lines(path: PathLike) -> Iterator[tuple[str, list[Any]]]:
    """Yield the place and the labels of each line of JSON Lines that is not blank."""
    return json_lines(path, list[str | int | float | list[str | int | float] | None], _HINT)
