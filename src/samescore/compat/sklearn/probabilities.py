"""scikit-learn's log loss and Brier score backed by the native metrics."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

from samescore.compat.sklearn.parameters import check
from samescore.compat.sklearn.scored import ScoredFunctions, class_scores, numbers, one_column, scored_labels
from samescore.compat.sklearn.targets import BINARY, MULTICLASS, ROWS, Array, check_lengths, kind_of


class _ProbabilityFunctions(ScoredFunctions):
    """The shared parts of the functions of all releases."""

    def _loss(self, gold: Any, probabilities: Any, normalize: bool, weights: Any, labels: Any) -> float:
        check(
            "log_loss",
            y_true=("array", gold),
            y_proba=("array", probabilities),
            normalize=("flag", normalize),
            sample_weight=("array or None", weights),
            labels=("array or None", labels),
        )
        shares = numbers(probabilities)
        codes, times = self._of_classes(gold, shares, weights, labels)
        if not normalize and times is not None:
            raise NotImplementedError(
                "samescore does not model log_loss(normalize=False) with weights, whose sum depends on the processor"
            )
        knobs = {"normalize": "mean" if normalize else "sum", "weights": "ignored" if times is None else "given"}
        if shares.ndim == 1 or shares.shape[1] == 1:
            data: Any = scored_labels(codes == 1, shares.reshape(-1), times)
            return float(self._model.score("log-loss", "log_loss", data, {}, one_class="score", **knobs).value)
        data = class_scores(codes, shares, times)
        return float(self._model.score("multiclass-log-loss", "multiclass_log_loss", data, {}, **knobs).value)

    def _of_classes(self, gold: Any, shares: Array, weights: Any, labels: Any) -> tuple[Array, Array | None]:
        """Return the column of each label, and the weights. Raises `ValueError` for inconsistent arguments."""
        if not self._before("1.7"):
            self._need_shares(shares, "lower")
        check_lengths(shares, gold, weights)
        times = self._weights(weights, len(shares))
        kind, array = kind_of(gold)
        if kind == ROWS:
            if (array.sum(axis=1) != 1).any():
                raise NotImplementedError("samescore does not model rows of labels that have no single 1")
            classes, codes = np.arange(array.shape[1]), array.argmax(axis=1)
        elif kind in (BINARY, MULTICLASS):
            classes, codes = self._columns(array.reshape(-1), labels)
        else:
            raise ValueError(f"Unknown label type: {kind}")
        width = 2 if shares.ndim == 1 else max(2, shares.shape[1])
        whole = shares.sum(axis=1) if shares.ndim == 2 and shares.shape[1] > 1 else np.ones(1)
        if not np.isclose(whole, 1, rtol=np.sqrt(np.finfo(_floating(shares)).eps)).all():
            name = "y_pred" if self._before("1.7") else "y_prob"
            warnings.warn(
                f"The {name} values do not sum to one. Make sure to pass probabilities.", UserWarning, stacklevel=5
            )
        if len(classes) != width:
            raise ValueError(
                f"y_true and y_prob contain different number of classes: {len(classes)} vs {width}. Please provide the true "
                f"labels explicitly through the labels argument. Classes found in y_true: {classes}"
                if labels is None
                else f"The number of classes in labels is different from that in y_prob. Classes found in labels: {classes}"
            )
        return codes, times

    def _columns(self, gold: Array, labels: Any) -> tuple[Array, Array]:
        """Return the sorted labels of the columns, and the column of each gold label.

        Raises `ValueError` for fewer than two labels, and for a gold label without a column.
        """
        if labels is None:
            classes = np.unique(gold)
            if len(classes) == 1:
                raise ValueError(
                    f"y_true contains only one label ({classes[0]}). Please provide the list of all expected class labels "
                    "explicitly through the labels argument."
                )
            return classes, np.searchsorted(classes, gold)
        listed = np.asarray(labels)
        classes = np.unique(listed)
        if len(classes) == 1:
            raise ValueError(f"The labels array needs to contain at least two labels, got {classes}.")
        if not self._before("1.7") and not np.array_equal(classes, listed):
            warnings.warn(
                f"Labels passed were {labels}. But this function assumes labels are ordered lexicographically. Pass the "
                f"ordered labels={classes.tolist()} and ensure that the columns of y_prob correspond to this ordering.",
                UserWarning,
                stacklevel=6,
            )
        if (gold.dtype.kind == "U") != (classes.dtype.kind == "U") or not np.isin(gold, classes).all():
            unknown = {*gold.tolist()} - {*classes.tolist()}
            raise ValueError(f"y_true contains values {unknown} not belonging to the passed labels {labels}.")
        return classes, np.searchsorted(classes, gold)

    @staticmethod
    def _need_shares(shares: Array, below: str) -> None:
        if shares.size and shares.max() > 1:
            raise ValueError(f"y_prob contains values greater than 1: {shares.max()}")
        if shares.size and shares.min() < 0:
            raise ValueError(f"y_prob contains values {below} than 0: {shares.min()}")

    def _brier_of_two(self, gold: Any, shares: Array, weights: Any, pos_label: Any, scale: Any = "auto") -> Any:
        """Return the Brier score of probabilities of one label. Raises `ValueError` for inconsistent arguments."""
        check("brier_score_loss", pos_label=("label", pos_label), sample_weight=("array or None", weights))
        found = one_column(shares)
        kind, array = kind_of(gold)
        check_lengths(found, array, weights)
        times = self._weights(weights, len(found))
        if kind != BINARY:
            raise ValueError(
                f"The type of the target inferred from y_true is {kind} but should be binary according to the shape of y_prob."
            )
        self._need_shares(found, "less")
        labels = array.reshape(-1)
        if pos_label is None:
            try:
                pos_label = self._positive(labels)
            except ValueError:
                if labels.dtype.kind == "U":
                    raise
                pos_label = np.unique(labels)[-1]
        data = scored_labels(labels == pos_label, found, times)
        knobs = {"weights": "ignored" if times is None else "given", "classes": "positive" if scale else "both"}
        return self._number(self._model.score("brier", "brier_score_loss", data, {}, **knobs).value, "1.7")


def _floating(shares: Array) -> Any:
    return shares.dtype if shares.dtype.kind == "f" else np.float64


class _BrierFunctions(_ProbabilityFunctions):
    """`brier_score_loss` with the arguments that it has since 1.7."""

    def brier_score_loss(
        self,
        y_true: Any,
        y_proba: Any,
        *,
        sample_weight: Any = None,
        pos_label: Any = None,
        labels: Any = None,
        scale_by_half: bool | str = "auto",
    ) -> Any:
        """Return the mean over items of the squared errors of probabilities, summed over labels, in 0..2.

        `scale_by_half` halves the sums; "auto" halves them for two labels only. Raises `ValueError` for invalid
        arguments. Source: ``sklearn.metrics.brier_score_loss``.
        """
        check(
            "brier_score_loss",
            y_true=("array", y_true),
            y_proba=("array", y_proba),
            labels=("array or None", labels),
            scale_by_half=("flag or auto", scale_by_half),
        )
        shares = numbers(y_proba)
        if shares.ndim == 1 or shares.shape[1] == 1:
            return self._brier_of_two(y_true, shares, sample_weight, pos_label, scale_by_half)
        codes, times = self._of_classes(y_true, shares, sample_weight, labels)
        halved = {"auto": "two-classes", True: "always", False: "never"}[scale_by_half]
        data, weighing = class_scores(codes, shares, times), "ignored" if times is None else "given"
        scored = self._model.score("multiclass-brier", "multiclass_brier", data, {}, weights=weighing, halved=halved)
        return float(scored.value)


class ProbabilityFunctions(_BrierFunctions):
    """The functions of 1.9 and later."""

    def log_loss(
        self,
        y_true: Any,
        y_proba: Any = None,
        *,
        normalize: bool = True,
        sample_weight: Any = None,
        labels: Any = None,
        y_pred: Any = "deprecated",
    ) -> float:
        """Return the mean over items of -ln p, where p is the probability of the item's label; 0 or more.

        With ``normalize=False``, return the sum. Probabilities are 1-D (of the second of two labels), or rows with a
        column for each label. Raises `ValueError` for invalid arguments, and `NotImplementedError` for weights with
        ``normalize=False``. Source: ``sklearn.metrics.log_loss``.
        """
        if not (isinstance(y_pred, str) and y_pred == "deprecated"):
            if y_proba is not None:
                raise ValueError(
                    "Cannot use both `y_pred` and `y_proba`. `y_pred` is deprecated, use `y_proba` instead."
                )
            warnings.warn(
                "`y_pred` was renamed to `y_proba` in version 1.9 and will be removed in 1.11. Use `y_proba` instead.",
                FutureWarning,
                stacklevel=2,
            )
            y_proba = y_pred
        return self._loss(y_true, y_proba, normalize, sample_weight, labels)


class _OlderLogLoss(_ProbabilityFunctions):
    """`log_loss` with the arguments that it had before 1.9."""

    def log_loss(
        self, y_true: Any, y_pred: Any, *, normalize: bool = True, sample_weight: Any = None, labels: Any = None
    ) -> float:
        """Return the log loss; see `ProbabilityFunctions.log_loss`. Source: ``sklearn.metrics.log_loss``."""
        return self._loss(y_true, y_pred, normalize, sample_weight, labels)


class ProbabilityFunctionsOf17(_OlderLogLoss, _BrierFunctions):
    """The functions of 1.7 and 1.8."""


class ProbabilityFunctionsOf15(_OlderLogLoss):
    """The functions of 1.5 and 1.6."""

    def brier_score_loss(
        self,
        y_true: Any,
        y_proba: Any = None,
        *,
        sample_weight: Any = None,
        pos_label: Any = None,
        y_prob: Any = "deprecated",
    ) -> Any:
        """Return the mean squared error of the probability of `pos_label`, in 0..1.

        Raises `ValueError` for invalid arguments. Source: ``sklearn.metrics.brier_score_loss``.
        """
        if y_proba is not None and not isinstance(y_prob, str):
            raise ValueError("`y_prob` and `y_proba` cannot be both specified. Please use `y_proba` only.")
        if y_proba is None:
            warnings.warn(
                "y_prob was deprecated in version 1.5 and will be removed in 1.7.", FutureWarning, stacklevel=2
            )
            y_proba = y_prob
        check("brier_score_loss", y_true=("array", y_true), y_proba=("array", y_proba))
        return self._brier_of_two(y_true, numbers(y_proba), sample_weight, pos_label)
