"""scikit-learn's areas under curves, curves and top-k accuracy backed by the native metrics."""

from __future__ import annotations

import math
import warnings
from itertools import combinations
from typing import Any

import numpy as np

from samescore.compat.sklearn.parameters import check
from samescore.compat.sklearn.scored import (
    ScoredFunctions,
    class_scores,
    is_rows,
    numbers,
    one_column,
    scored_labels,
)
from samescore.compat.sklearn.targets import (
    BINARY,
    MULTICLASS,
    ROWS,
    Array,
    as_doubles,
    check_lengths,
    encoded,
    kind_of,
    need_exact,
)
from samescore.compat.undefined import warn_undefined
from samescore.data.labels import Labels

_WIDE = "`y_score` needs to be of shape `(n_samples, n_classes)`, since `y_true` contains multiple classes."

_MISMATCHES_OF_AREAS = (
    "Number of classes in y_true not equal to the number of columns in 'y_score'",
    "Number of given labels, {classes}, not equal to the number of columns in 'y_score', {columns}",
)
_MISMATCHES_OF_RANKS = (
    "Number of classes in 'y_true' ({classes}) not equal to the number of classes in 'y_score' ({columns})."
    "You can provide a list of all known classes by assigning it to the `labels` parameter.",
    "Number of given labels ({classes}) not equal to the number of classes in 'y_score' ({columns}).",
)


class RankingFunctions(ScoredFunctions):
    """The functions of areas under curves, curves and top-k accuracy, as of a release."""

    def auc(self, x: Any, y: Any) -> Any:
        """Return the area under the points (x, y) by the trapezoidal rule; `x` must be monotonic.

        Raises `ValueError` for fewer than two points, and if `x` both rises and falls. Source: ``sklearn.metrics.auc``.
        """
        check("auc", x=("array", x), y=("array", y))
        check_lengths(x, y)
        across, up = (one_column(np.asarray(side)) for side in (x, y))
        if len(across) < 2:
            raise ValueError(f"At least 2 points are needed to compute area under curve, but x.shape = {across.shape}")
        steps = np.diff(across)
        if (steps < 0).any() and not (steps <= 0).all():
            raise ValueError(f"x is neither increasing nor decreasing : {across}.")
        area = (steps * (up[1:] + up[:-1]) / 2.0).sum()
        return self._number(-area if (steps < 0).any() else area, "1.7")

    def roc_auc_score(
        self,
        y_true: Any,
        y_score: Any,
        *,
        average: str | None = "macro",
        sample_weight: Any = None,
        max_fpr: float | None = None,
        multi_class: str = "raise",
        labels: Any = None,
    ) -> Any:
        """Return the area under the ROC curve, in 0..1; with ``average=None``, an array with the area of each class.

        There are two labels, several labels (with `multi_class`), or rows of 0 and 1. If only one label occurs, return
        nan with a warning; before 1.6, raise `ValueError`. Raises `ValueError` for invalid arguments, and
        `NotImplementedError` for ``average=None`` with ``multi_class="ovo"``. Source:
        ``sklearn.metrics.roc_auc_score``.
        """
        check(
            "roc_auc_score",
            y_true=("array", y_true),
            y_score=("array", y_score),
            average=("average of columns", average),
            sample_weight=("array or None", sample_weight),
            max_fpr=("share or None", max_fpr),
            multi_class=("comparison", multi_class),
            labels=("array or None", labels),
        )
        kind, gold = kind_of(y_true)
        scores = numbers(y_score)
        if kind == MULTICLASS or (kind == BINARY and scores.ndim == 2 and scores.shape[1] > 2):
            if max_fpr not in (None, 1):
                raise ValueError(
                    "Partial AUC computation not available in multiclass setting, 'max_fpr' must be set to `None`, "
                    f"received `max_fpr={max_fpr}` instead"
                )
            return self._of_classes(gold.reshape(-1), scores, labels, multi_class, average, sample_weight)
        weights = self._weights(sample_weight, len(gold))

        def area(positive: Array, of_one: Array, times: Array | None) -> Any:
            return self._area(positive, of_one, times, 1.0 if max_fpr is None else float(max_fpr))

        if is_rows(kind):
            return self._of_columns(area, gold, scores, average, weights)
        check_lengths(gold, scores, weights)
        classes, [codes] = encoded(gold.reshape(-1))
        if len(classes) < 2:
            return self._area(codes, codes, weights)
        return area(codes == 1, one_column(scores), weights)

    def _area(self, positive: Array, scores: Array, weights: Array | None, max_fpr: float = 1.0) -> Any:
        """Return the area under the ROC curve of one class."""
        if len(np.unique(positive)) < 2:
            message = "Only one class is present in y_true. ROC AUC score is not defined in that case."
            if self._before("1.6"):
                raise ValueError(message)
            warn_undefined(message)
            return math.nan
        if weights is not None:
            _warn_of_weightless(weights[positive.astype(bool)], "positive", "true positive")
            _warn_of_weightless(weights[~positive.astype(bool)], "negative", "false positive")
        data = scored_labels(positive, scores, weights)
        knobs = {"weights": "ignored" if weights is None else "given", "max_fpr": max_fpr}
        return self._number(self._model.score("roc-auc", "roc_auc_score", data, {}, **knobs).value, "1.7")

    def _of_classes(
        self, gold: Array, scores: Array, labels: Any, multi_class: str, average: str | None, sample_weight: Any
    ) -> Any:
        """Return the area of several classes. Raises `ValueError` for inconsistent arguments."""
        if multi_class == "raise":
            raise ValueError("multi_class must be in ('ovo', 'ovr')")
        if scores.ndim != 2:
            raise ValueError(f"{_WIDE} Got `y_score.shape={scores.shape}`.")
        if not np.allclose(1, scores.sum(axis=1)):
            raise ValueError(
                "Target scores need to be probabilities for multiclass roc_auc, i.e. they should sum up to 1.0 over classes"
            )
        averages = ("macro", "weighted", None) if multi_class == "ovo" else ("micro", "macro", "weighted", None)
        if average not in averages:
            raise ValueError(f"average must be one of {averages} for multiclass problems")
        if average is None and multi_class == "ovo":
            raise NotImplementedError("average=None is not implemented for multi_class='ovo'.")
        codes = _codes_of_columns(gold, scores.shape[1], labels, _MISMATCHES_OF_AREAS)
        if multi_class == "ovr":
            weights = self._weights(sample_weight, len(gold))
            return self._of_columns(self._area, codes[:, None] == np.arange(scores.shape[1]), scores, average, weights)
        if sample_weight is not None:
            raise ValueError(
                "sample_weight is not supported for multiclass one-vs-one ROC AUC, 'sample_weight' must be None in this case."
            )
        check_lengths(gold, scores)
        return self._of_pairs(codes, scores, average)

    def _of_pairs(self, codes: Array, scores: Array, average: str | None) -> Any:
        """Return the mean over pairs of classes of the area that separates the pair, plain or weighted by its items."""
        areas, shares = [], []
        for first, second in combinations(np.unique(codes), 2):
            pair = (codes == first) | (codes == second)
            sides = (self._area(codes[pair] == side, scores[pair, side], None) for side in (first, second))
            areas.append(sum(sides) / 2)
            shares.append(np.average(pair))
        return np.average(areas, weights=shares if average == "weighted" else None)

    def average_precision_score(
        self,
        y_true: Any,
        y_score: Any,
        *,
        average: str | None = "macro",
        pos_label: Any = 1,
        sample_weight: Any = None,
    ) -> Any:
        """Return average precision, in 0..1; with ``average=None``, an array with a score for each class.

        Without positive items, return 0 with a warning. Raises `ValueError` for invalid arguments. Source:
        ``sklearn.metrics.average_precision_score``.
        """
        check(
            "average_precision_score",
            y_true=("array", y_true),
            y_score=("array", y_score),
            average=("average of columns", average),
            pos_label=("label", pos_label),
            sample_weight=("array or None", sample_weight),
        )
        kind, gold = kind_of(y_true)
        scores = numbers(y_score)
        weights = self._weights(sample_weight, len(gold))
        if kind in (MULTICLASS, ROWS) and pos_label != 1:
            raise ValueError(
                f"Parameter pos_label is fixed to 1 for {kind} y_true. Do not set pos_label or set pos_label to 1."
            )
        if kind == MULTICLASS:
            classes, [codes] = encoded(gold.reshape(-1))
            if scores.shape != (len(gold), len(classes)):
                raise ValueError(f"{_WIDE} Got `y_score.shape={scores.shape}`.")
            gold, kind = (codes[:, None] == np.arange(len(classes))).astype(np.int64), ROWS
        if is_rows(kind):
            return self._of_columns(self._average_precision, gold, scores, average, weights)
        check_lengths(gold, scores, weights)
        gold = gold.reshape(-1)
        present = np.unique(gold)
        if len(present) == 2 and pos_label not in present.tolist():
            shown = present.tolist() if self._before("1.8") else present
            raise ValueError(f"pos_label={pos_label} is not a valid label. It should be one of {shown}")
        return self._average_precision(gold == pos_label, one_column(scores), weights)

    def _average_precision(self, positive: Array, scores: Array, weights: Array | None) -> Any:
        if not (positive if weights is None else positive * weights).any():
            _warn_of_no_positives()
        data = scored_labels(positive, scores, weights)
        weighing = "ignored" if weights is None else "given"
        scored = self._model.score("average-precision", "average_precision_score", data, {}, weights=weighing)
        return self._number(scored.value or (-0.0 if self._before("1.6") else 0.0), "1.7")

    def roc_curve(
        self,
        y_true: Any,
        y_score: Any,
        *,
        pos_label: Any = None,
        sample_weight: Any = None,
        drop_intermediate: bool = True,
    ) -> tuple[Array, Array, Array]:
        """Return the false-positive rates, the true-positive rates and the thresholds of the ROC curve, as arrays.

        Thresholds decrease, starting at infinity. The rates of a class without items are nan, with a warning. Raises
        `ValueError` for invalid arguments. Source: ``sklearn.metrics.roc_curve``.
        """
        fp, tp, thresholds = self._curve(y_true, y_score, pos_label, sample_weight, drop_intermediate)
        if drop_intermediate and len(fp) > 2:
            bends = np.r_[True, np.logical_or(np.diff(fp, 2), np.diff(tp, 2)), True]
            fp, tp, thresholds = fp[bends], tp[bends], thresholds[bends]
        rates = []
        for passed, absent, rate in ((fp, "negative", "false positive"), (tp, "positive", "true positive")):
            _warn_of_weightless(passed, absent, rate)
            if passed[-1] <= 0:
                rates.append(np.full(len(passed) + 1, math.nan))
            else:
                rates.append(np.r_[0.0, passed] / passed[-1])
        return rates[0], rates[1], np.r_[math.inf, thresholds.astype(np.float64)]

    def precision_recall_curve(
        self,
        y_true: Any,
        y_score: Any,
        *,
        pos_label: Any = None,
        sample_weight: Any = None,
        drop_intermediate: bool = False,
    ) -> tuple[Array, Array, Array]:
        """Return precision, recall and thresholds, as arrays; the thresholds increase.

        Precision and recall have a last value without a threshold, 1 and 0. Recall without positive items is 1, with a
        warning. Raises `ValueError` for invalid arguments. Source: ``sklearn.metrics.precision_recall_curve``.
        """
        fp, tp, thresholds = self._curve(y_true, y_score, pos_label, sample_weight, drop_intermediate)
        if drop_intermediate and len(fp) > 2:
            steps = np.r_[True, np.logical_or(np.diff(tp[:-1]), np.diff(tp[1:])), True]
            fp, tp, thresholds = fp[steps], tp[steps], thresholds[steps]
        passed = tp + fp
        precision = np.divide(tp, passed, out=np.zeros(len(tp)), where=passed != 0)
        if tp[-1] == 0:
            _warn_of_no_positives()
        recall = np.ones(len(tp)) if tp[-1] == 0 else tp / tp[-1]
        return np.r_[precision[::-1], 1.0], np.r_[recall[::-1], 0.0], thresholds[::-1]

    def _curve(self, gold: Any, scores: Any, positive: Any, weights: Any, drop: bool) -> tuple[Array, Array, Array]:
        """Return the weights of negative and positive items that score at least each threshold, and the thresholds."""
        check(
            "the curve",
            y_true=("array", gold),
            y_score=("array", scores),
            pos_label=("label", positive),
            sample_weight=("array or None", weights),
            drop_intermediate=("flag", drop),
        )
        is_positive = self._is_positive(gold, positive)
        check_lengths(gold, scores, weights)
        found, times = one_column(numbers(scores)), self._weights(weights, len(is_positive))
        weighing = "ignored" if times is None else "given"
        data = scored_labels(is_positive, found, times)
        both = times is None and 0 < is_positive.sum() < len(is_positive)
        metric = ("roc-auc", "roc_auc_score") if both else ("average-precision", "average_precision_score")
        scored = self._model.score(*metric, data, {}, weights=weighing)
        points = np.array(scored.trace.stages["curve"], dtype=np.float64)
        thresholds = np.unique(found if times is None else found[times != 0])[::-1]
        return points[:, 0], points[:, 1], thresholds

    def top_k_accuracy_score(
        self,
        y_true: Any,
        y_score: Any,
        *,
        k: int = 2,
        normalize: bool = True,
        sample_weight: Any = None,
        labels: Any = None,
    ) -> Any:
        """Return the share of items whose label has one of the k highest scores, in 0..1.

        With ``normalize=False``, return the number of such items. Scores are rows with a column for each label; for two
        labels, one score for each item. Raises `ValueError` for invalid arguments. Source:
        ``sklearn.metrics.top_k_accuracy_score``.
        """
        check(
            "top_k_accuracy_score",
            y_true=("array", y_true),
            y_score=("array", y_score),
            k=("rank", k),
            normalize=("flag", normalize),
            sample_weight=("array or None", sample_weight),
            labels=("array or None", labels),
        )
        kind, gold = kind_of(y_true)
        if kind == BINARY and labels is not None and len(labels) > 2:
            kind = MULTICLASS
        if kind not in (BINARY, MULTICLASS):
            raise ValueError(f"y type must be 'binary' or 'multiclass', got '{kind}' instead.")
        gold, scores = gold.reshape(-1), numbers(y_score)
        if kind == BINARY and scores.ndim == 2 and scores.shape[1] != 1:
            raise ValueError(
                f"`y_true` is binary while y_score is 2d with {scores.shape[1]} classes. If `y_true` does not contain all "
                "the labels, `labels` must be provided."
            )
        if kind == MULTICLASS and scores.ndim != 2:
            raise ValueError(f"{_WIDE} Got `y_score.shape={scores.shape}`.")
        check_lengths(gold, scores, sample_weight)
        weights = self._weights(sample_weight, len(gold))
        columns = scores.shape[1] if kind == MULTICLASS else 2
        codes = _codes_of_columns(gold, columns, labels, _MISMATCHES_OF_RANKS)
        if k >= columns:
            warn_undefined(
                f"'k' ({k}) greater than or equal to 'n_classes' ({columns}) will result in a perfect score and is "
                "therefore meaningless."
            )
        if not normalize:
            need_exact(weights, "top_k_accuracy_score(normalize=False)")
        unit, weighing = "fraction" if normalize else "count", "ignored" if weights is None else "given"
        if kind == BINARY:
            found = one_column(scores)
            threshold = 0.5 if found.min() >= 0 and found.max() <= 1 else 0
            predicted = (found > threshold).astype(np.int64) if k == 1 else codes
            data: Any = Labels(codes, predicted, as_doubles(weights))
            scored = self._model.score("accuracy", "accuracy_score", data, {}, weights=weighing, normalize=unit)
        else:
            data = class_scores(codes, scores, weights)
            knobs = {"k": int(min(k, columns)), "normalize": unit, "weights": weighing}
            scored = self._model.score("top-k-accuracy", "top_k_accuracy", data, {}, **knobs)
        if not normalize and weights is None and self._before("1.7"):
            return np.int64(scored.value)
        return self._number(scored.value, "1.7")


def _codes_of_columns(gold: Array, columns: int, labels: Any, mismatches: tuple[str, str]) -> Array:
    """Return the column of each gold label. Raises `ValueError` if the labels do not match the columns.

    `mismatches` has the messages for a number of columns that differs from the number of classes in gold, and from the
    number of `labels`.
    """
    if labels is None:
        classes, [codes] = encoded(gold)
        if len(classes) != columns:
            raise ValueError(mismatches[0].format(classes=len(classes), columns=columns))
        return codes
    listed = one_column(np.asarray(labels))
    classes = np.unique(listed)
    if len(classes) != len(listed):
        raise ValueError("Parameter 'labels' must be unique.")
    if not np.array_equal(classes, listed):
        raise ValueError("Parameter 'labels' must be ordered.")
    if len(classes) != columns:
        raise ValueError(mismatches[1].format(classes=len(classes), columns=columns))
    if not np.isin(gold, classes).all():
        raise ValueError("'y_true' contains labels not in parameter 'labels'.")
    return np.searchsorted(classes, gold)


def _warn_of_weightless(weights: Array, absent: str, rate: str) -> None:
    if not weights.any():
        warn_undefined(f"No {absent} samples in y_true, {rate} value should be meaningless")


def _warn_of_no_positives() -> None:
    warnings.warn(
        "No positive class found in y_true, recall is set to one for all thresholds.", UserWarning, stacklevel=4
    )
