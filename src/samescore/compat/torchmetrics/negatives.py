"""torchmetrics' specificity and Hamming distance backed by the native recall and Hamming loss, as of a release.

`of_labels` describes the inputs and errors.
"""

from __future__ import annotations

from typing import Any

from samescore.compat.torchmetrics.class_scores import ClassScores, averaged, check_average, check_options, some
from samescore.compat.torchmetrics.functions import Scalar
from samescore.compat.torchmetrics.labels import multiclass_labels
from samescore.data.labels import Labels
from samescore.metrics.float32 import single


class Negatives(ClassScores):
    """The functions of negatives and of errors, as of the release of the model."""

    def binary_specificity(
        self,
        preds: Any,
        target: Any,
        threshold: float = 0.5,
        multidim_average: str = "global",
        ignore_index: int | None = None,
        validate_args: bool = True,
    ) -> Scalar:
        """Return the recall of class 0, in 0..1; 0 for 0/0."""
        check_options(1, multidim_average)
        return self._of_class("recall", 0, self._binary(preds, target, threshold, ignore_index), {})

    def binary_hamming_distance(
        self,
        preds: Any,
        target: Any,
        threshold: float = 0.5,
        multidim_average: str = "global",
        ignore_index: int | None = None,
        validate_args: bool = True,
    ) -> Scalar:
        """Return the share of wrong predictions, in 0..1."""
        check_options(1, multidim_average)
        labels = self._binary(preds, target, threshold, ignore_index)
        return self._score("hamming", "multiclass_hamming_distance", labels, {"average": "micro"})

    def multiclass_specificity(
        self,
        preds: Any,
        target: Any,
        num_classes: int,
        average: str | None = "macro",
        top_k: int = 1,
        multidim_average: str = "global",
        ignore_index: int | None = None,
        validate_args: bool = True,
    ) -> Any:
        """Return the specificity of each class, the recall of all others, or its average, in 0..1; 0 for 0/0."""
        labels = _of_items(preds, target, num_classes, average, top_k, multidim_average, ignore_index)
        if average == "micro":
            return self._of_class("recall", 0, _all_negatives(labels, num_classes), {})
        scores = [self._of_class("recall", 0, _one_against_others(labels, place), {}) for place in range(num_classes)]
        return _over_classes(scores, labels, average)

    def multiclass_hamming_distance(
        self,
        preds: Any,
        target: Any,
        num_classes: int,
        average: str | None = "macro",
        top_k: int = 1,
        multidim_average: str = "global",
        ignore_index: int | None = None,
        validate_args: bool = True,
    ) -> Any:
        """Return the share of wrong items of each class or its average, in 0..1."""
        labels = _of_items(preds, target, num_classes, average, top_k, multidim_average, ignore_index)
        if average in ("micro", "macro"):
            return self._score("hamming", "multiclass_hamming_distance", labels, {"average": average})
        recalls = [self._of_class("recall", place, labels, {}) for place in range(num_classes)]
        return _over_classes([Scalar(single(1 - recall)) for recall in recalls], labels, average)


def _of_items(
    preds: Any,
    target: Any,
    classes: int,
    average: str | None,
    top_k: int,
    multidim_average: str,
    ignored: int | None,
) -> Labels:
    """Return the labels of at least one item, for options that are offered."""
    check_options(top_k, multidim_average)
    check_average(average)
    return some(multiclass_labels(preds, target, classes, ignored, any_label=average == "micro"), target)


def _over_classes(scores: list[Scalar], labels: Labels, average: str | None) -> Any:
    """Return the scores of all classes, or their mean: over the classes that occur, or weighted by their items."""
    if average in ("none", None):
        return scores
    if average == "weighted":
        return averaged(scores, [labels.gold.count(place) for place in range(len(scores))])
    return averaged(scores, [int(place in labels.classes) for place in range(len(scores))])


def _one_against_others(labels: Labels, place: int) -> Labels:
    """Return labels of 1 for the class `place`, and of 0 for all others."""
    return Labels([int(label == place) for label in labels.gold], [int(label == place) for label in labels.predicted])


def _all_negatives(labels: Labels, classes: int) -> Labels:
    """Return the negatives of all classes: an item is one for each class but its own, and its error predicts a 1."""
    errors = sum(right != given for right, given in zip(labels.gold, labels.predicted, strict=True))
    negatives = (classes - 1) * len(labels)
    return Labels([0] * negatives, [1] * errors + [0] * (negatives - errors))
