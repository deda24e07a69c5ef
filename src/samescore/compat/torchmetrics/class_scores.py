"""Scores of labels by torchmetrics' models, and their averages in 32-bit floats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from samescore.base.errors import MetricError
from samescore.compat.native import Model
from samescore.compat.torchmetrics.functions import Scalar
from samescore.compat.torchmetrics.labels import binary_labels, has_items
from samescore.data.labels import Labels
from samescore.metrics.float32 import single, torch_sum

#: The metrics of one class: the native metric and its entry point for the class.
OF_ONE_CLASS = {
    "accuracy": ("recall", "binary_recall"),
    "precision": ("precision", "binary_precision"),
    "recall": ("recall", "binary_recall"),
    "f1_score": ("f1", "binary_f1_score"),
    "fbeta_score": ("f1", "binary_fbeta_score"),
    "jaccard_index": ("jaccard", "binary_jaccard_index"),
}
_AVERAGES = ("micro", "macro", "weighted", "none", None)


class ClassScores:
    """Scores of labels as of the release of `model`. `of_labels` describes the errors."""

    def __init__(self, model: Model) -> None:
        self._model = model

    def _binary(self, preds: Any, target: Any, threshold: float, ignored: int | None) -> Labels:
        return some(binary_labels(preds, target, threshold, ignored), target)

    def _of_class(self, name: str, place: int, labels: Labels, arguments: Mapping[str, object]) -> Scalar:
        """Return the score of one class, whose label is `place`."""
        metric, entry_point = OF_ONE_CLASS[name]
        return self._score(metric, entry_point, labels, arguments, positive=str(place))

    def _score(
        self, metric: str, entry_point: str, labels: Labels, arguments: Mapping[str, object], **knobs: str
    ) -> Scalar:
        """Return a score; without items, since all are ignored, it is the package's 0/0, which averages take for 0."""
        averaged_classes = arguments.get("average") in ("macro", "weighted")
        if not len(labels) and metric in ("accuracy", "precision", "recall", "f1"):
            of_nothing: Any = 0 if averaged_classes else arguments.get("zero_division", 0)
            return Scalar(of_nothing)
        if not len(labels) and metric == "hamming":
            return Scalar(not averaged_classes)
        try:
            return Scalar(self._model.score(metric, entry_point, labels, arguments, **knobs).value)
        except MetricError as problem:
            raise RuntimeError(str(problem)) from None


def averaged(scores: Sequence[Scalar], weights: Sequence[int], of_nothing: float = 0.0) -> Scalar:
    """Return the weighted mean of scores, which is `of_nothing` if the weights sum to 0.

    Each product and each quotient is rounded to a 32-bit float, and quotients are added up in PyTorch's order.
    """
    whole = sum(weights)
    if not whole:
        return Scalar(of_nothing)
    parts = [single(single(weight * score) / single(whole)) for weight, score in zip(weights, scores, strict=True)]
    return Scalar(torch_sum(parts))


def check_average(average: str | None) -> None:
    """Raise `ValueError` for an average that does not exist."""
    if average not in _AVERAGES:
        raise ValueError(f"average is {average!r:.80}, not one of {', '.join(map(str, _AVERAGES))}")


def check_options(top_k: int, multidim_average: str) -> None:
    """Raise `NotImplementedError` for options that are not offered."""
    if top_k != 1:
        raise NotImplementedError("samescore.compat offers top_k=1 only")
    if multidim_average != "global":
        raise NotImplementedError("samescore.compat offers multidim_average='global' only")


def of_all_classes(labels: Labels, classes: int) -> Labels:
    """Return labels among which every class occurs, unless there are two."""
    if len(labels.classes) < classes and classes > 2:
        raise NotImplementedError("samescore.compat offers this score only if every class occurs")
    return labels


def some(labels: Labels, target: Any) -> Labels:
    """Return the labels of `target`, of which all may be ignored. Raises `RuntimeError` if there is no target."""
    if not len(labels) and not has_items(target):
        raise RuntimeError("there are no items")
    return labels
