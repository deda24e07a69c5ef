"""The classification functions of torchmetrics backed by the native metrics, as of a release.

Each returns a `Scalar`, or a list of them if `average` is None or "none". Inputs are described in
`samescore.compat.torchmetrics.labels`, whose errors the functions raise; they also raise `RuntimeError` without items,
`ValueError` for disallowed arguments, and `NotImplementedError` for `top_k` and for ``multidim_average="samplewise"``.
`validate_args` has no effect.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from samescore.compat.torchmetrics.class_scores import (
    OF_ONE_CLASS,
    ClassScores,
    check_average,
    check_options,
    of_all_classes,
    some,
)
from samescore.compat.torchmetrics.functions import Scalar
from samescore.compat.torchmetrics.labels import binary_labels, multiclass_labels


class Classification(ClassScores):
    """The functions of correct and wrong labels, as of the release of `model`."""

    def binary_accuracy(
        self,
        preds: Any,
        target: Any,
        threshold: float = 0.5,
        multidim_average: str = "global",
        ignore_index: int | None = None,
        validate_args: bool = True,
    ) -> Scalar:
        """Return the share of correct predictions, in 0..1."""
        check_options(1, multidim_average)
        labels = self._binary(preds, target, threshold, ignore_index)
        return self._score("accuracy", "multiclass_accuracy_micro", labels, {})

    def binary_precision(
        self,
        preds: Any,
        target: Any,
        threshold: float = 0.5,
        multidim_average: str = "global",
        ignore_index: int | None = None,
        validate_args: bool = True,
        zero_division: float = 0,
    ) -> Scalar:
        """Return the precision of class 1, in 0..1, and `zero_division` for 0/0."""
        check_options(1, multidim_average)
        labels = self._binary(preds, target, threshold, ignore_index)
        return self._of_class("precision", 1, labels, {"zero_division": zero_division})

    def binary_recall(
        self,
        preds: Any,
        target: Any,
        threshold: float = 0.5,
        multidim_average: str = "global",
        ignore_index: int | None = None,
        validate_args: bool = True,
        zero_division: float = 0,
    ) -> Scalar:
        """Return the recall of class 1, in 0..1, and `zero_division` for 0/0."""
        check_options(1, multidim_average)
        labels = self._binary(preds, target, threshold, ignore_index)
        return self._of_class("recall", 1, labels, {"zero_division": zero_division})

    def binary_f1_score(
        self,
        preds: Any,
        target: Any,
        threshold: float = 0.5,
        multidim_average: str = "global",
        ignore_index: int | None = None,
        validate_args: bool = True,
        zero_division: float = 0,
    ) -> Scalar:
        """Return F1 of class 1, in 0..1, and `zero_division` for 0/0."""
        check_options(1, multidim_average)
        labels = self._binary(preds, target, threshold, ignore_index)
        return self._of_class("f1_score", 1, labels, {"zero_division": zero_division})

    def binary_jaccard_index(
        self,
        preds: Any,
        target: Any,
        threshold: float = 0.5,
        ignore_index: int | None = None,
        validate_args: bool = True,
        zero_division: float = 0.0,
    ) -> Scalar:
        """Return the Jaccard index of class 1, in 0..1, and `zero_division` for 0/0."""
        labels = binary_labels(preds, target, threshold, ignore_index)
        return self._of_class("jaccard_index", 1, labels, {"zero_division": zero_division})

    def binary_cohen_kappa(
        self,
        preds: Any,
        target: Any,
        threshold: float = 0.5,
        weights: str | None = None,
        ignore_index: int | None = None,
        validate_args: bool = True,
    ) -> Scalar:
        """Return Cohen's kappa, at most 1; nan for 0/0."""
        labels = binary_labels(preds, target, threshold, ignore_index)
        return self._score("kappa", "cohen_kappa", labels, {"weights": weights or "none"})

    def binary_matthews_corrcoef(
        self,
        preds: Any,
        target: Any,
        threshold: float = 0.5,
        ignore_index: int | None = None,
        validate_args: bool = True,
    ) -> Scalar:
        """Return Matthews' correlation coefficient, in -1..1, within two units in the last place of a 32-bit float."""
        return self._score("mcc", "matthews_corrcoef", binary_labels(preds, target, threshold, ignore_index), {})

    def multiclass_accuracy(
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
        """Return the recall of each class or its average, in 0..1; the micro average is the accuracy."""
        return self._of_classes(
            "accuracy", preds, target, num_classes, average, top_k, multidim_average, ignore_index, {}
        )

    def multiclass_precision(
        self,
        preds: Any,
        target: Any,
        num_classes: int,
        average: str | None = "macro",
        top_k: int = 1,
        multidim_average: str = "global",
        ignore_index: int | None = None,
        validate_args: bool = True,
        zero_division: float = 0,
    ) -> Any:
        """Return the precision of each class or its average, in 0..1."""
        given = {"zero_division": zero_division}
        return self._of_classes(
            "precision", preds, target, num_classes, average, top_k, multidim_average, ignore_index, given
        )

    def multiclass_recall(
        self,
        preds: Any,
        target: Any,
        num_classes: int,
        average: str | None = "macro",
        top_k: int = 1,
        multidim_average: str = "global",
        ignore_index: int | None = None,
        validate_args: bool = True,
        zero_division: float = 0,
    ) -> Any:
        """Return the recall of each class or its average, in 0..1."""
        given = {"zero_division": zero_division}
        return self._of_classes(
            "recall", preds, target, num_classes, average, top_k, multidim_average, ignore_index, given
        )

    def multiclass_f1_score(
        self,
        preds: Any,
        target: Any,
        num_classes: int,
        average: str | None = "macro",
        top_k: int = 1,
        multidim_average: str = "global",
        ignore_index: int | None = None,
        validate_args: bool = True,
        zero_division: float = 0,
    ) -> Any:
        """Return F1 of each class or its average, in 0..1."""
        given = {"zero_division": zero_division}
        return self._of_classes(
            "f1_score", preds, target, num_classes, average, top_k, multidim_average, ignore_index, given
        )

    def multiclass_jaccard_index(
        self,
        preds: Any,
        target: Any,
        num_classes: int,
        average: str | None = "macro",
        ignore_index: int | None = None,
        validate_args: bool = True,
        zero_division: float = 0.0,
    ) -> Any:
        """Return the Jaccard index of each class or its average, in 0..1.

        Raises `NotImplementedError` if a class is ignored, which the package leaves out of averages.
        """
        if ignore_index is not None and 0 <= ignore_index < num_classes:
            raise NotImplementedError("samescore.compat offers no multiclass_jaccard_index that ignores a class")
        given = {"zero_division": zero_division}
        return self._of_classes("jaccard_index", preds, target, num_classes, average, 1, "global", ignore_index, given)

    def multiclass_cohen_kappa(
        self,
        preds: Any,
        target: Any,
        num_classes: int,
        weights: str | None = None,
        ignore_index: int | None = None,
        validate_args: bool = True,
    ) -> Scalar:
        """Return Cohen's kappa, at most 1; nan for 0/0.

        Raises `NotImplementedError` if one of three or more classes does not occur.
        """
        labels = of_all_classes(multiclass_labels(preds, target, num_classes, ignore_index), num_classes)
        return self._score("kappa", "cohen_kappa", labels, {"weights": weights or "none"})

    def multiclass_matthews_corrcoef(
        self, preds: Any, target: Any, num_classes: int, ignore_index: int | None = None, validate_args: bool = True
    ) -> Scalar:
        """Return Matthews' correlation coefficient, in -1..1, within two units in the last place of a 32-bit float.

        Raises `NotImplementedError` if one of three or more classes does not occur.
        """
        labels = of_all_classes(multiclass_labels(preds, target, num_classes, ignore_index), num_classes)
        return self._score("mcc", "matthews_corrcoef", labels, {})

    def _of_classes(
        self,
        name: str,
        preds: Any,
        target: Any,
        classes: int,
        average: str | None,
        top_k: int,
        multidim_average: str,
        ignored: int | None,
        arguments: Mapping[str, object],
    ) -> Any:
        """Return the scores of all classes, or their average."""
        check_options(top_k, multidim_average)
        check_average(average)
        micro = average == "micro" and name != "jaccard_index"
        labels = multiclass_labels(preds, target, classes, ignored, any_label=micro)
        if name != "jaccard_index":
            some(labels, target)
        if average in ("none", None):
            return [self._of_class(name, place, labels, arguments) for place in range(classes)]
        if name == "accuracy" and average == "micro":
            return self._score("accuracy", "multiclass_accuracy_micro", labels, {})
        metric, _ = OF_ONE_CLASS[name]
        given = {**arguments, "average": average}
        if name == "f1_score" and len(labels):
            del given["zero_division"]  # a class that occurs has a right item or an error
        return self._score(metric, f"multiclass_{name}", labels, given)
