"""Check that columns with row labels, such as a pandas Series, have the same rows in the same order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from samescore.base.checks import is_missing
from samescore.base.errors import InputError


def check_same_rows(columns: Mapping[str, object]) -> None:
    """Raise `InputError` unless all columns with row labels have the same ones, in the same order.

    `columns` is keyed by the names to use in the error. A column without row labels (a list, an array) matches any
    other. Columns of different lengths are ignored here, because the check of lengths reports them.
    """
    labelled = {name: labels for name, column in columns.items() if (labels := _row_labels(column)) is not None}
    if len(labelled) < 2:
        return
    (first, labels), *others = labelled.items()
    for name, other_labels in others:
        if len(other_labels) == len(labels) and other_labels != labels:
            raise _row_label_error(first, labels, name, other_labels)


def _row_labels(column: object) -> list[Any] | None:
    """Return the row labels of a column, with None for every missing label; None if the column has no labels."""
    listing = getattr(getattr(column, "index", None), "tolist", None)
    if not callable(listing):
        return None
    labels: list[Any] = listing()
    return labels if set(map(type, labels)) <= {int, str} else list(map(_comparable, labels))


def _comparable(label: Any) -> Any:
    if isinstance(label, tuple):
        return tuple(map(_comparable, label))
    return None if is_missing(label) else label


def _row_label_error(first: str, labels: list[Any], second: str, others: list[Any]) -> InputError:
    """Return the error for two columns of the same length with different row labels."""
    as_they_are = f"if row i of {first} does belong to row i of {second}, pass both with .tolist()"
    counts = Counter(map(repr, labels))
    if counts == Counter(map(repr, others)):
        repeated = max(counts.values()) > 1
        remedy = (
            "make the row labels unique (reset_index)"
            if repeated
            else f"sort one like the other ({second}.loc[{first}.index])"
        )
        return InputError(
            f"{first} and {second} have the same row labels in a different order", hint=f"{remedy}; {as_they_are}"
        )
    row = next(row for row, pair in enumerate(zip(labels, others, strict=True)) if pair[0] != pair[1])
    return InputError(
        f"{first} and {second} have different row labels: row {row} is {labels[row]!r} in {first}"
        f" but {others[row]!r} in {second}",
        hint=f"use the same rows of both; {as_they_are}",
    )
