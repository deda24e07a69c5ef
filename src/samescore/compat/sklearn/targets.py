"""Convert the labels, rows of labels and sample weights of scikit-learn's functions to inputs of native metrics."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from functools import cached_property
from numbers import Number
from typing import Any

import numpy as np

from samescore.compat.native import before, with_native_errors
from samescore.data.label_sets import LabelSets
from samescore.data.labels import Labels

Array = Any
"""A NumPy array."""

#: The kinds of labels: at most two different labels, more labels, or a row of 0 and 1 for each item with a column for
#: each label.
BINARY, MULTICLASS, ROWS = "binary", "multiclass", "multilabel-indicator"

#: Integers in a range below this size are counted instead of sorted.
_NARROW = 1 << 16


@dataclasses.dataclass(frozen=True, eq=False)
class Targets:
    """Gold and predicted labels of items, as codes or as rows of 0 and 1, and the weights of the items, if any.

    `classes` has the labels that occur, sorted, and a code is an index into it. For rows, `classes` has the numbers of
    the columns.
    """

    kind: str
    classes: Array
    gold: Array
    predicted: Array
    weights: Array | None

    @property
    def in_rows(self) -> bool:
        """Whether each item has a row of 0 and 1."""
        return self.kind == ROWS

    @cached_property
    def data(self) -> Labels | LabelSets:
        """The labels as an input of native metrics. Raises `ValueError` for weights that native metrics reject."""
        weights = as_doubles(self.weights)
        if self.in_rows:
            sides = sets_of(self.gold), sets_of(self.predicted)
            return with_native_errors(lambda: LabelSets(*sides, weights))
        return with_native_errors(lambda: Labels(self.gold, self.predicted, weights))

    @property
    def weighing(self) -> str:
        """The value of the native knob ``weights``."""
        return "ignored" if self.weights is None else "given"

    def with_wrong_rows(self) -> Targets:
        """Return the rows as items with one label.

        The gold label is 0. The predicted label is 0 if the whole row is correct, otherwise 1.
        """
        wrong = (self.gold != self.predicted).any(axis=1).astype(np.int64)
        return Targets(BINARY, np.arange(2), np.zeros_like(wrong), wrong, self.weights)

    def codes(self, labels: Iterable[Any]) -> tuple[int, ...]:
        """Return the codes of labels; each label that does not occur gets a new code."""
        numbers = {label: code for code, label in enumerate(self.classes.tolist())}
        return tuple(numbers.setdefault(label, len(numbers)) for label in labels)


def as_doubles(weights: Array | None) -> Array | None:
    """Return weights as a contiguous array, and None for None; integers of at most 2**53 become doubles."""
    if weights is None:
        return None
    exact = weights.dtype.kind in "iu" and (not weights.size or weights.max() <= 2**53)
    return np.ascontiguousarray(weights, dtype=np.float64 if exact else None)


def sets_of(rows: Array) -> list[list[str]]:
    """Return, for each row of 0 and 1, the names (numbers as text) of the columns that are 1."""
    names = [str(column) for column in range(rows.shape[1])]
    columns = [names[column] for column in np.nonzero(rows)[1]]
    ends: Array = np.cumsum(rows.astype(bool).sum(axis=1))
    return [columns[start:end] for start, end in zip([0, *ends], ends, strict=False)]


def targets(release: str, gold: Any, predicted: Any, weights: Any = None) -> Targets:
    """Check labels and weights as a release does, and return them.

    Raises `ValueError` for different lengths, for labels of different kinds, for numbers that are not whole and, since
    1.8, for empty inputs; and `TypeError` for labels that are bytes.
    """
    check_lengths(gold, predicted, weights)
    kinds, sides = zip(*(_kind_and_array(side) for side in (gold, predicted)), strict=True)
    if not len(sides[0]) and not before(release, "1.8"):
        raise ValueError(
            "Found empty input array (e.g., `y_true` or `y_pred`) while a minimum of 1 sample is required."
        )
    weighed = None if weights is None else weights_of(release, weights, len(sides[0]))
    together = {*kinds}
    if together == {BINARY, MULTICLASS}:
        together = {MULTICLASS}
    if len(together) > 1:
        raise ValueError("Classification metrics can't handle a mix of {} and {} targets".format(*kinds))
    kind = together.pop()
    if kind == ROWS:
        return _rows(sides, weighed)
    if kind not in (BINARY, MULTICLASS):
        raise ValueError(f"{kind} is not supported")
    classes, codes = encoded(*(side.reshape(-1) for side in sides))
    return Targets(MULTICLASS if len(classes) > 2 else kind, classes, codes[0], codes[1], weighed)


def encoded(*columns: Array) -> tuple[Array, list[Array]]:
    """Return the sorted labels that occur in columns, and each column as indices into them.

    Raises `ValueError` if texts and numbers are mixed.
    """
    if len({column.dtype.kind == "U" for column in columns if column.size}) > 1:
        raise ValueError(f"Mix of label input types (string and number): {' and '.join(map(_shown, columns))}")
    together = np.concatenate(columns)
    classes = distinct(together)
    if _is_narrow(together):
        places: Array = np.zeros(int(together.max()) - int(together.min()) + 1, dtype=np.int64)
        places[classes.astype(np.int64) - int(together.min())] = np.arange(len(classes))
        codes = places[together.astype(np.int64) - int(together.min())]
    else:
        codes = np.searchsorted(classes, together)
    return classes, np.split(codes, np.cumsum([len(column) for column in columns])[:-1])


def distinct(column: Array) -> Array:
    """Return the distinct values of a column, sorted."""
    if not _is_narrow(column):
        return np.unique(column)
    least = int(column.min())
    return (np.flatnonzero(np.bincount(column.reshape(-1).astype(np.int64) - least)) + least).astype(column.dtype)


def _is_narrow(column: Array) -> bool:
    """Return whether the values are integers in a range that is small enough to count them instead of sorting."""
    return column.dtype.kind == "i" and column.size > 0 and int(column.max()) - int(column.min()) < _NARROW


def _shown(column: Array) -> str:
    return f"{np.unique(column)!s:.200}"


def _rows(sides: Sequence[Array], weights: Array | None) -> Targets:
    if sides[0].shape != sides[1].shape:
        raise ValueError("Multi-label binary indicator input with different numbers of labels")
    if any(not np.isin(side, (0, 1)).all() for side in sides):
        raise ValueError("samescore takes rows of 0 and 1 only; convert them to one column for each label")
    gold, predicted = (side.astype(np.int64) for side in sides)
    return Targets(ROWS, np.arange(gold.shape[1]), gold, predicted, weights)


def check_lengths(*columns: Any) -> None:
    """Raise `ValueError` unless the columns have the same number of items; None and Python's numbers are skipped.

    Raises `TypeError` for an array without dimensions.
    """
    lengths = [_length(column) for column in columns if column is not None and not isinstance(column, Number)]
    if len({*lengths}) > 1:
        raise ValueError(f"Found input variables with inconsistent numbers of samples: {lengths}")


def _length(column: Any) -> int:
    shape = getattr(column, "shape", None)
    if shape is None:
        return len(column)
    if not len(shape):
        raise TypeError(f"Input should have at least 1 dimension, got the scalar {column!r:.80}")
    return int(shape[0])


def weights_of(release: str, weights: Any, items: int) -> Array:
    """Return sample weights as an array; a single number is the weight of every item.

    Raises `ValueError` for arrays that are not 1-D, for nan and infinity and, since 1.9, if all weights are 0.
    """
    column: Array = np.full(items, weights) if isinstance(weights, Number) else as_array(weights)
    if column.ndim != 1:
        raise ValueError(
            f"Sample weights must be 1D array or scalar, got {column.ndim}D array. Pass one number for each item."
        )
    if column.dtype.kind not in "iuf":
        column = column.astype(np.int64 if column.dtype.kind == "b" else np.float64)
    need_finite(column, "Input sample_weight")
    if not before(release, "1.9") and not column.any():
        raise ValueError("Sample weights must contain at least one non-zero number.")
    return column


def need_exact(weights: Array | None, function: str) -> None:
    """Raise `NotImplementedError` if the sum of the weights may depend on the order of the additions.

    Inner products add numbers in an order that depends on the processor.
    """
    if weights is None:
        return
    scaled = weights * 1024.0
    if not (scaled == np.floor(scaled)).all() or scaled.sum() >= 2.0**50:
        raise NotImplementedError(
            f"samescore does not model {function} with these weights, whose sum depends on the processor: "
            "pass weights that are multiples of 1/1024"
        )


def need_finite(column: Array, name: str) -> None:
    """Raise `ValueError` if a column of numbers has nan or infinity."""
    if column.dtype.kind == "f" and not np.isfinite(column).all():
        raise ValueError(f"{name} contains {'NaN' if np.isnan(column).any() else 'infinity'}.")


def as_array(values: Any) -> Array:
    """Return values as a dense array; an array of objects that are all texts or all numbers is converted to these.

    Raises `ValueError` for lists of different lengths and for texts mixed with numbers, and `TypeError` for bytes.
    """
    dense = getattr(values, "toarray", None)
    if callable(dense):
        return dense()
    try:
        array = np.asarray(values)
    except ValueError:
        raise ValueError(_NOT_ROWS) from None
    if array.dtype.kind == "U" and isinstance(values, (list, tuple)):
        flat = [value for row in values for value in (row if array.ndim > 1 else [row])]
        if not all(isinstance(value, str) for value in flat):
            raise ValueError("Mix of label input types (string and number)")
    if array.dtype.kind == "O" and array.size:
        plain = array.tolist()
        kinds = {str if isinstance(value, str) else type(value) for value in array.reshape(-1).tolist()}
        if kinds <= {str} or kinds <= {bool, int, float}:
            array = np.asarray(plain)
        elif any(isinstance(value, (list, tuple)) for value in plain):
            raise ValueError(_NOT_ROWS)
        elif bytes in kinds:
            raise TypeError(_BYTES)
    if array.dtype.kind == "S" and array.size:
        raise TypeError(_BYTES)
    return array


_NOT_ROWS = "You appear to be using a legacy multi-label data representation: pass rows of 0 and 1, with a column for each label"
_BYTES = "Support for labels represented as bytes is not supported. Convert the labels to a string or integer format."


def _kind_and_array(side: Any) -> tuple[str, Array]:
    """Return the kind of labels (`BINARY`, `MULTICLASS`, `ROWS`, or the name of another kind), and them as an array."""
    sparse = hasattr(side, "toarray")
    array = as_array(side)
    if array.ndim not in (1, 2) or array.dtype.kind not in "biufU":
        return ("unknown", array) if array.size else (BINARY, array.reshape(-1)[:0].astype(np.int64))
    if array.ndim == 2 and not min(array.shape):
        return "unknown", array
    need_finite(array, "Input")
    whole = array.dtype.kind != "f" or bool((array == np.floor(array)).all())
    wide = array.ndim == 2 and array.shape[1] > 1
    labels = len(distinct(array))
    if wide and whole and array.dtype.kind != "U" and labels < 3:
        return ROWS, array
    if sparse:
        raise TypeError("Sparse input is only supported when targets are of multilabel type")
    suffix = "-multioutput" if wide else ""
    if not whole:
        return f"continuous{suffix}", array
    return (MULTICLASS if labels > 2 or wide else BINARY) + suffix, array


def kind_of(labels: Any) -> tuple[str, Array]:
    """Return the kind of labels, such as ``binary``, and the labels as an array.

    Raises `ValueError` for malformed labels, nan and infinity, and `TypeError` for bytes and for sparse single labels.
    """
    return _kind_and_array(labels)
