"""scikit-learn's confusion matrices, built from the counts of the native metrics."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

from samescore.compat.sklearn.averaged import AveragedFunctions
from samescore.compat.sklearn.base import column
from samescore.compat.sklearn.parameters import check
from samescore.compat.sklearn.targets import Array, Targets

SINGLE_LABEL = (
    "A single label was found in 'y_true' and 'y_pred'. For the confusion matrix to have the correct shape, use the "
    "'labels' parameter to pass all known labels."
)


def table_codes(items: Targets, labels: Any, unknown: str) -> tuple[int, ...]:
    """Return the codes of the labels of a confusion matrix; without `labels`, of all labels that occur.

    Raises `ValueError` for an empty list, and with the message `unknown` if no label in the list is a gold label.
    """
    if labels is None:
        return tuple(range(len(items.classes)))
    listed = np.asarray(labels).tolist()
    if not listed:
        raise ValueError("'labels' should contain at least one label.")
    codes = items.codes(listed)
    if len(items.gold) and not np.isin(items.gold, codes).any():
        raise ValueError(unknown)
    return codes


class MatrixFunctions(AveragedFunctions):
    """The functions of confusion matrices, as of a release."""

    def confusion_matrix(
        self, y_true: Any, y_pred: Any, *, labels: Any = None, sample_weight: Any = None, normalize: str | None = None
    ) -> Array:
        """Return the number or weight of items by gold label (rows) and predicted label, as an array [labels, labels].

        `normalize` ("true", "pred" or "all") divides by the sums of rows, of columns or of the whole array; 0/0 is 0.
        Raises `ValueError` for invalid arguments and, since 1.8, for empty inputs. Source:
        ``sklearn.metrics.confusion_matrix``.
        """
        check(
            "confusion_matrix",
            y_true=("array", y_true),
            y_pred=("array", y_pred),
            labels=("array or None", labels),
            sample_weight=("array or None", sample_weight),
            normalize=("shares", normalize),
        )
        items = self._targets(y_true, y_pred, sample_weight)
        if items.in_rows:
            raise ValueError(f"{items.kind} is not supported")
        codes = table_codes(items, labels, "At least one label specified must be in y_true")
        if not len(items.gold):
            return np.zeros((len(codes), len(codes)), dtype=int)
        matrix = self._matrix(items, codes)
        with np.errstate(all="ignore"):
            if normalize == "true":
                matrix = matrix / matrix.sum(axis=1, keepdims=True)
            elif normalize == "pred":
                matrix = matrix / matrix.sum(axis=0, keepdims=True)
            elif normalize == "all":
                matrix = matrix / matrix.sum()
            matrix = np.nan_to_num(matrix)
        if matrix.shape == (1, 1):
            warnings.warn(SINGLE_LABEL, UserWarning, stacklevel=2)
        return matrix

    def _matrix(self, items: Targets, codes: tuple[int, ...]) -> Array:
        whole = items.weights is None or items.weights.dtype.kind in "biu"
        trace = self._score("balanced-accuracy", "balanced_accuracy_score", items)
        table = trace.trace.stages["confusion"]
        places = {int(name): place for place, name in enumerate(table.columns)}
        known = [place for place, code in enumerate(codes) if code in places]
        matrix: Array = np.zeros((len(codes), len(codes)), dtype=np.int64 if whole else np.float64)
        if known:
            chosen = [places[codes[place]] for place in known]
            matrix[np.ix_(known, known)] = np.array(table.rows)[np.ix_(chosen, chosen)]
        return matrix

    def multilabel_confusion_matrix(
        self, y_true: Any, y_pred: Any, *, sample_weight: Any = None, labels: Any = None, samplewise: bool = False
    ) -> Array:
        """Return the matrix ((tn, fp), (fn, tp)) of each label, as an array [labels, 2, 2].

        With `samplewise`, return the matrix of each item, as an array [items, 2, 2]. Raises `ValueError` for invalid
        arguments and, since 1.8, for empty inputs. Source: ``sklearn.metrics.multilabel_confusion_matrix``.
        """
        check(
            "multilabel_confusion_matrix",
            y_true=("array", y_true),
            y_pred=("array", y_pred),
            labels=("array or None", labels),
            sample_weight=("array or None", sample_weight),
            samplewise=("flag", samplewise),
        )
        items = self._targets(y_true, y_pred, sample_weight)
        codes = self._codes(items, labels, samplewise=samplewise)
        if codes is None:
            codes = tuple(range(len(items.classes)))
        if samplewise:
            return _of_each_row(items, list(codes))
        tp, fp, fn = self._counts(items, codes)
        whole = len(items.gold) if items.weights is None else self._whole(items.weights)
        return np.stack([whole - tp - fp - fn, fp, fn, tp], axis=1).reshape(-1, 2, 2)

    def _whole(self, weights: Array) -> float:
        """Return the sum of the weights: from left to right before 1.6, later in NumPy's order."""
        whole: float = np.cumsum(weights)[-1] if self._before("1.6") else weights.sum()
        return whole

    def _counts(self, items: Targets, codes: tuple[int, ...]) -> tuple[Array, Array, Array]:
        """Return the true positives, false positives and false negatives of each class."""
        names = tuple(map(str, codes))
        metric, entry_point = ("multilabel", "multilabel") if items.in_rows else ("recall", "recall_score")
        listed = names or "present"
        stages = self._score(metric, entry_point, items, average="macro", labels=listed).trace.stages
        if items.weights is not None:
            sides = ("tp", "false_positives", "false_negatives")
            tp, fp, fn = (column(stages[side], names, np.float64) for side in sides)
            return tp, fp, fn
        dtype = np.int64 if items.in_rows or (items.gold == items.predicted).any() else np.float64
        tp, predicted, support = (column(stages[side], names, dtype) for side in ("tp", "predicted", "support"))
        return tp, predicted - tp, support - tp


def _of_each_row(items: Targets, columns: list[int]) -> Array:
    """Return ((tn, fp), (fn, tp)) for each row of 0 and 1, multiplied by the weight of the row."""
    gold, predicted = items.gold[:, columns], items.predicted[:, columns]
    times = 1 if items.weights is None else items.weights
    tp, said, there = ((side.sum(axis=1) * times) for side in (gold * predicted, predicted, gold))
    fp, fn = said - tp, there - tp
    return np.stack([times * len(columns) - tp - fp - fn, fp, fn, tp], axis=1).reshape(-1, 2, 2)
