"""torchmetrics' functions of several labels backed by the native metrics, as of a release.

Inputs are lists or arrays with a row of 0 and 1, or of probabilities, for each item. Each label is a problem of two
classes. `of_labels` describes the errors.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from samescore.compat.torchmetrics.class_scores import averaged, check_average, check_options
from samescore.compat.torchmetrics.functions import Scalar
from samescore.compat.torchmetrics.labels import multilabel_columns
from samescore.compat.torchmetrics.negatives import Negatives
from samescore.compat.torchmetrics.of_labels import Classification


class Multilabel(Classification, Negatives):
    """The functions of several labels, and all others, as of the release of the model."""

    def multilabel_accuracy(
        self,
        preds: Any,
        target: Any,
        num_labels: int,
        threshold: float = 0.5,
        average: str | None = "macro",
        multidim_average: str = "global",
        ignore_index: int | None = None,
        validate_args: bool = True,
    ) -> Any:
        """Return the share of correct predictions of each label or its average, in 0..1."""
        check_options(1, multidim_average)
        columns = multilabel_columns(preds, target, num_labels)
        given = {"threshold": threshold, "ignore_index": ignore_index}
        return _over_labels(self.binary_accuracy, columns, average, given)

    def multilabel_precision(
        self,
        preds: Any,
        target: Any,
        num_labels: int,
        threshold: float = 0.5,
        average: str | None = "macro",
        multidim_average: str = "global",
        ignore_index: int | None = None,
        validate_args: bool = True,
        zero_division: float = 0,
    ) -> Any:
        """Return the precision of each label or its average, in 0..1, and `zero_division` for 0/0."""
        check_options(1, multidim_average)
        columns = multilabel_columns(preds, target, num_labels)
        given = {"threshold": threshold, "ignore_index": ignore_index, "zero_division": zero_division}
        return _over_labels(self.binary_precision, columns, average, given)

    def multilabel_recall(
        self,
        preds: Any,
        target: Any,
        num_labels: int,
        threshold: float = 0.5,
        average: str | None = "macro",
        multidim_average: str = "global",
        ignore_index: int | None = None,
        validate_args: bool = True,
        zero_division: float = 0,
    ) -> Any:
        """Return the recall of each label or its average, in 0..1, and `zero_division` for 0/0."""
        check_options(1, multidim_average)
        columns = multilabel_columns(preds, target, num_labels)
        given = {"threshold": threshold, "ignore_index": ignore_index, "zero_division": zero_division}
        return _over_labels(self.binary_recall, columns, average, given)

    def multilabel_f1_score(
        self,
        preds: Any,
        target: Any,
        num_labels: int,
        threshold: float = 0.5,
        average: str | None = "macro",
        multidim_average: str = "global",
        ignore_index: int | None = None,
        validate_args: bool = True,
        zero_division: float = 0,
    ) -> Any:
        """Return F1 of each label or its average, in 0..1, and `zero_division` for 0/0."""
        check_options(1, multidim_average)
        columns = multilabel_columns(preds, target, num_labels)
        given = {"threshold": threshold, "ignore_index": ignore_index, "zero_division": zero_division}
        return _over_labels(self.binary_f1_score, columns, average, given)

    def multilabel_specificity(
        self,
        preds: Any,
        target: Any,
        num_labels: int,
        threshold: float = 0.5,
        average: str | None = "macro",
        multidim_average: str = "global",
        ignore_index: int | None = None,
        validate_args: bool = True,
    ) -> Any:
        """Return the specificity of each label or its average, in 0..1."""
        check_options(1, multidim_average)
        columns = multilabel_columns(preds, target, num_labels)
        given = {"threshold": threshold, "ignore_index": ignore_index}
        return _over_labels(self.binary_specificity, columns, average, given)

    def multilabel_hamming_distance(
        self,
        preds: Any,
        target: Any,
        num_labels: int,
        threshold: float = 0.5,
        average: str | None = "macro",
        multidim_average: str = "global",
        ignore_index: int | None = None,
        validate_args: bool = True,
    ) -> Any:
        """Return the share of wrong predictions of each label or its average, in 0..1."""
        check_options(1, multidim_average)
        columns = multilabel_columns(preds, target, num_labels)
        given = {"threshold": threshold, "ignore_index": ignore_index}
        return _over_labels(self.binary_hamming_distance, columns, average, given)

    def multilabel_jaccard_index(
        self,
        preds: Any,
        target: Any,
        num_labels: int,
        threshold: float = 0.5,
        average: str | None = "macro",
        ignore_index: int | None = None,
        validate_args: bool = True,
        zero_division: float = 0.0,
    ) -> Any:
        """Return the Jaccard index of each label or its average, in 0..1; nan if no label has items to weight it.

        Raises `NotImplementedError` if `ignore_index` is also the place of a label, which the package would leave out.
        """
        if ignore_index is not None and 0 <= ignore_index < num_labels:
            raise NotImplementedError("samescore.compat offers no multilabel_jaccard_index that ignores a label")
        columns = multilabel_columns(preds, target, num_labels)
        given = {"threshold": threshold, "ignore_index": ignore_index, "zero_division": zero_division}
        return _over_labels(self.binary_jaccard_index, columns, average, given, math.nan)

    def multilabel_matthews_corrcoef(
        self,
        preds: Any,
        target: Any,
        num_labels: int,
        threshold: float = 0.5,
        ignore_index: int | None = None,
        validate_args: bool = True,
    ) -> Scalar:
        """Return Matthews' coefficient of all labels together, within two units in the last place of a 32-bit float."""
        given, right = _together(multilabel_columns(preds, target, num_labels))
        return self.binary_matthews_corrcoef(given, right, threshold, ignore_index)


def _over_labels(
    score: Callable[..., Scalar],
    columns: list[tuple[list[Any], list[Any]]],
    average: str | None,
    arguments: Mapping[str, object],
    of_nothing: float = 0.0,
) -> Any:
    """Return a score of each label, given its predictions and targets, or of all labels together, or the average."""
    check_average(average)
    if average == "micro":
        return score(*_together(columns), **arguments)
    scores = [score(*column, **arguments) for column in columns]
    if average in ("none", None):
        return scores
    weights = [target.count(1) if average == "weighted" else 1 for _, target in columns]
    return averaged(scores, weights, of_nothing)


def _together(columns: list[tuple[list[Any], list[Any]]]) -> tuple[list[Any], list[Any]]:
    """Return the predictions and the targets of all labels."""
    return [value for preds, _ in columns for value in preds], [value for _, target in columns for value in target]


#: The names of the functions.
NAMES = tuple(name for name in dir(Multilabel) if name.startswith(("binary_", "multiclass_", "multilabel_")))
