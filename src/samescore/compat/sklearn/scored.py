"""Convert the scores and probabilities that scikit-learn's functions take to inputs of native metrics."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from samescore.compat.native import with_native_errors
from samescore.compat.sklearn.base import Functions
from samescore.compat.sklearn.targets import (
    BINARY,
    MULTICLASS,
    ROWS,
    Array,
    as_array,
    as_doubles,
    check_lengths,
    kind_of,
    need_finite,
    weights_of,
)
from samescore.data.class_scores import ClassScores
from samescore.data.scored_labels import ScoredLabels


def scored_labels(positive: Array, scores: Array, weights: Array | None) -> ScoredLabels:
    """Return items as an input of native metrics. Raises `ValueError` for items that native metrics reject."""
    gold = np.ascontiguousarray(positive, dtype=np.uint8)
    return with_native_errors(lambda: ScoredLabels(gold, np.ascontiguousarray(scores), as_doubles(weights)))


def class_scores(codes: Array, rows: Array, weights: Array | None) -> ClassScores:
    """Return items with a score for each class as an input of native metrics. Raises the errors of `scored_labels`."""
    names = [str(column) for column in range(rows.shape[1])]
    gold = [names[code] for code in codes.tolist()]
    return with_native_errors(lambda: ClassScores(names, gold, rows, as_doubles(weights)))


def numbers(values: Any) -> Array:
    """Return scores as an array of numbers. Raises `ValueError` for texts that are not numbers, nan and infinity."""
    array = as_array(values)
    if array.dtype.kind not in "biuf":
        array = array.astype(np.float64)
    need_finite(array, "Input")
    return array


def one_column(array: Array) -> Array:
    """Return an array of one column as 1-D. Raises `ValueError` for other shapes."""
    if array.ndim == 2 and array.shape[1] == 1:
        return array.reshape(-1)
    if array.ndim != 1:
        raise ValueError(f"y should be a 1d array, got an array of shape {array.shape} instead.")
    return array


class ScoredFunctions(Functions):
    """The base class of functions of scores and of probabilities."""

    def _weights(self, weights: Any, items: int) -> Array | None:
        return None if weights is None else weights_of(self._model.release, weights, items)

    def _is_positive(self, gold: Any, positive: Any) -> Array:
        """Return whether each label equals `positive`; None stands for 1.

        Without `positive`, raises `ValueError` unless the labels are 0 and 1, or -1 and 1. Raises `ValueError` for
        rows.
        """
        kind, array = kind_of(gold)
        if not (kind == BINARY or (kind == MULTICLASS and positive is not None)):
            raise ValueError(f"{kind} format is not supported")
        array = array.reshape(-1)
        return array == (self._positive(array) if positive is None else positive)

    @staticmethod
    def _positive(labels: Array) -> int:
        """Return the positive label, 1. Raises `ValueError` unless the labels are 0 and 1, or -1 and 1."""
        classes = np.unique(labels)
        if classes.dtype.kind == "U" or not ({*classes.tolist()} <= {0, 1} or {*classes.tolist()} <= {-1, 1}):
            shown = ", ".join(map(repr, classes.tolist()))
            raise ValueError(
                f"y_true takes value in {{{shown}}} and pos_label is not specified: either make y_true take value in "
                "{0, 1} or {-1, 1} or pass pos_label explicitly."
            )
        return 1

    def _of_columns(
        self,
        score: Callable[[Array, Array, Array | None], float],
        gold: Array,
        scores: Array,
        average: str | None,
        weights: Array | None,
    ) -> Any:
        """Return the average score of the columns (for ``samples``, of the rows).

        If `average` is None, return the score of each column.
        """
        check_lengths(gold, scores, weights)
        if average == "micro":
            repeated: Array = None if weights is None else np.repeat(weights, gold.shape[1])
            return score(gold.reshape(-1), scores.reshape(-1), repeated)
        of_columns = None
        if average == "weighted":
            times = gold if weights is None else gold * weights.reshape(-1, 1)
            of_columns = times.sum(axis=0)
            if np.isclose(of_columns.sum(), 0):
                return 0
        elif average == "samples":
            gold, scores, of_columns, weights = gold.T, scores.T, weights, None
        each = np.array([score(gold[:, k], scores[:, k], weights) for k in range(scores.shape[1])])
        if average is None:
            return each
        if of_columns is not None:
            each[of_columns == 0] = 0
        return self._number(np.average(each, weights=of_columns), "1.7")


def is_rows(kind: str) -> bool:
    """Return whether labels of this kind are rows of 0 and 1. Raises `ValueError` for kinds that cannot be scored."""
    if kind in (BINARY, MULTICLASS, ROWS):
        return kind == ROWS
    raise ValueError(f"{kind} format is not supported")
