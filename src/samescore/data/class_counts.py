"""Count the classes of labels in plain form, as vectors store them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any


def confusion_rows(plain: Mapping[str, Any]) -> list[list[int]]:
    """Return the confusion matrix of plain labels: a row for each gold class, a column for each predicted one.

    The classes are in the order of their names as strings; a matrix that the input states keeps its order.
    """
    if "confusion" in plain:
        return [list(row) for row in plain["confusion"]]
    names = sorted({*map(str, plain["gold"]), *map(str, plain["predicted"])})
    pairs = Counter(zip(map(str, plain["gold"]), map(str, plain["predicted"]), strict=True))
    return [[pairs[gold, predicted] for predicted in names] for gold in names]


def class_totals(plain: Mapping[str, Any]) -> tuple[list[int], list[int]]:
    """Return the number of items of each class in gold, and in the predictions, in the same order of classes."""
    rows = confusion_rows(plain)
    return [sum(row) for row in rows], [sum(column) for column in zip(*rows, strict=True)]
