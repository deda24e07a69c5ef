"""scikit-learn's accuracy, losses, MCC and Cohen's kappa backed by the native metrics."""

from __future__ import annotations

import math
import warnings
from typing import Any

import numpy as np

from samescore.compat.sklearn.base import Functions
from samescore.compat.sklearn.matrices import SINGLE_LABEL, table_codes
from samescore.compat.sklearn.parameters import check
from samescore.compat.sklearn.targets import Targets, need_exact
from samescore.compat.undefined import warn_undefined


class SingleFunctions(Functions):
    """The functions of accuracy, losses, MCC and Cohen's kappa, as of a release."""

    def accuracy_score(self, y_true: Any, y_pred: Any, *, normalize: bool = True, sample_weight: Any = None) -> float:
        """Return the share of items whose labels are all correct, in 0..1.

        With ``normalize=False``, return their number or weight. Labels are 1-D, or rows of 0 and 1. Raises `ValueError`
        for invalid arguments and, since 1.8, for empty inputs; and `NotImplementedError` with ``normalize=False`` for
        weights whose sum depends on the processor. Source: ``sklearn.metrics.accuracy_score``.
        """
        return float(self._share("accuracy", "accuracy_score", (y_true, y_pred, sample_weight), normalize))

    def zero_one_loss(self, y_true: Any, y_pred: Any, *, normalize: bool = True, sample_weight: Any = None) -> Any:
        """Return the share of items with a wrong label, in 0..1, with the arguments and errors of `accuracy_score`.

        Source: ``sklearn.metrics.zero_one_loss``.
        """
        value = self._share("zero-one", "zero_one_loss", (y_true, y_pred, sample_weight), normalize)
        return float(value) if normalize or sample_weight is None else np.float64(value)

    def _share(self, metric: str, entry_point: str, columns: tuple[Any, Any, Any], normalize: bool) -> float:
        """Return the share or the weight of the correct items, or of the wrong items for ``zero_one_loss``."""
        items = self._checked(entry_point, *columns, normalize)
        if not normalize:
            need_exact(items.weights, f"{entry_point}(normalize=False)")
        if items.in_rows:
            items = items.with_wrong_rows()
        return self._score(metric, entry_point, items, normalize="fraction" if normalize else "count").value

    def hamming_loss(self, y_true: Any, y_pred: Any, *, sample_weight: Any = None) -> Any:
        """Return the share of wrong labels, in 0..1; in rows, each column counts as a label.

        Raises `ValueError` for invalid arguments and, since 1.8, for empty inputs; and `NotImplementedError` for rows
        with weights whose sum depends on the processor. Source: ``sklearn.metrics.hamming_loss``.
        """
        items = self._checked("hamming_loss", y_true, y_pred, sample_weight)
        if not items.in_rows:
            return float(self._score("hamming", "hamming_loss", items).value)
        need_exact(items.weights, "hamming_loss of rows of labels")
        names = tuple(map(str, items.classes))
        value = self._score("multilabel-loss", "multilabel_hamming", items, labels=names).value
        return float(value) if items.weights is None else np.float64(value)

    def balanced_accuracy_score(
        self, y_true: Any, y_pred: Any, *, sample_weight: Any = None, adjusted: bool = False
    ) -> Any:
        """Return the mean recall of the labels in `y_true`, in 0..1.

        With `adjusted`, it is rescaled: chance scores 0, and lower recall is negative. Raises `ValueError` for rows,
        for invalid arguments and, since 1.8, for empty inputs. Source: ``sklearn.metrics.balanced_accuracy_score``.
        """
        check("balanced_accuracy_score", adjusted=("flag", adjusted))
        items = self._checked_codes("balanced_accuracy_score", y_true, y_pred, sample_weight)
        _warn_of_single_label(len(items.classes))
        scored = self._score("balanced-accuracy", "balanced_accuracy_score", items, adjusted=bool(adjusted))
        counted = items.gold if items.weights is None else items.gold[items.weights != 0]
        if len(np.unique(counted)) < len(items.classes):
            warnings.warn("y_pred contains classes not in y_true", stacklevel=2)
        if adjusted and not math.isfinite(scored.value):
            by_zero = "invalid value" if math.isnan(scored.value) else "divide by zero"
            warnings.warn(f"{by_zero} encountered in scalar divide", RuntimeWarning, stacklevel=2)
        return self._number(scored.value, "1.7")

    def matthews_corrcoef(self, y_true: Any, y_pred: Any, *, sample_weight: Any = None) -> Any:
        """Return the Matthews correlation coefficient, in -1..1; 0 if all gold or all predicted labels are equal.

        Raises the errors of `balanced_accuracy_score`. Source: ``sklearn.metrics.matthews_corrcoef``.
        """
        items = self._checked_codes("matthews_corrcoef", y_true, y_pred, sample_weight)
        _warn_of_single_label(len(items.classes))
        scored = self._score("mcc", "matthews_corrcoef", items)
        counted = slice(None) if items.weights is None else items.weights != 0
        constant = any(len(np.unique(side[counted])) < 2 for side in (items.gold, items.predicted))
        return 0.0 if constant and not scored.value else self._number(scored.value, "1.7")

    def _kappa(self, y1: Any, y2: Any, labels: Any, weights: str | None, sample_weight: Any, otherwise: float) -> Any:
        """Return Cohen's kappa, or `otherwise` with a warning if it is 0/0."""
        check(
            "cohen_kappa_score",
            labels=("array or None", labels),
            weights=("weighting", weights),
            replace_undefined_by=("coefficient", otherwise),
        )
        items = self._checked_codes("cohen_kappa_score", y1, y2, sample_weight)
        codes = table_codes(items, labels, self._unknown_label())
        _warn_of_single_label(len(codes))
        scored = self._score(
            "kappa",
            "cohen_kappa_score",
            items,
            labels="present" if labels is None else tuple(map(str, codes)),
            weighting=weights or "none",
        )
        if not math.isnan(scored.value):
            return self._number(scored.value, "1.7")
        listed = np.isin(items.gold, codes) & np.isin(items.predicted, codes)
        if self._before("1.9"):
            division = "scalar divide" if listed.any() else "divide"
            warnings.warn(f"invalid value encountered in {division}", RuntimeWarning, stacklevel=3)
            return self._number(math.nan, "1.7")
        both = "`y1`, `y2` and `labels` have only one label in common."
        neither = "`y2` contains no labels that are present in both `y1` and `labels`."
        warn_undefined(
            f"{both if listed.any() else neither} `cohen_kappa_score` is undefined and set to the value defined by the "
            f"`replace_undefined_by` param, which is set to {otherwise}."
        )
        return otherwise

    def _unknown_label(self) -> str:
        if self._before("1.9"):
            return "At least one label specified must be in y_true"
        return "At least one label in `labels` must be present in `y1`"

    def _checked(self, function: str, gold: Any, predicted: Any, weights: Any, normalize: bool = True) -> Targets:
        check(
            function,
            y_true=("array", gold),
            y_pred=("array", predicted),
            sample_weight=("array or None", weights),
            normalize=("flag", normalize),
        )
        return self._targets(gold, predicted, weights)

    def _checked_codes(self, function: str, gold: Any, predicted: Any, weights: Any) -> Targets:
        """Return the checked labels. Raises `ValueError` for rows, and for invalid arguments."""
        items = self._checked(function, gold, predicted, weights)
        if items.in_rows:
            raise ValueError(f"{items.kind} is not supported")
        return items


class KappaFunctions(SingleFunctions):
    """`cohen_kappa_score` with the arguments that it has since 1.9."""

    def cohen_kappa_score(
        self,
        y1: Any,
        y2: Any,
        *,
        labels: Any = None,
        weights: str | None = None,
        sample_weight: Any = None,
        replace_undefined_by: float = math.nan,
    ) -> Any:
        """Return Cohen's kappa, in -1..1; if it is 0/0, issue a warning and return `replace_undefined_by`.

        Raises the errors of `balanced_accuracy_score`. Source: ``sklearn.metrics.cohen_kappa_score``.
        """
        return self._kappa(y1, y2, labels, weights, sample_weight, replace_undefined_by)


class OlderKappaFunctions(SingleFunctions):
    """`cohen_kappa_score` with the arguments that it had before 1.9."""

    def cohen_kappa_score(
        self, y1: Any, y2: Any, *, labels: Any = None, weights: str | None = None, sample_weight: Any = None
    ) -> Any:
        """Return Cohen's kappa, in -1..1; if it is 0/0, issue a warning and return nan.

        Raises the errors of `balanced_accuracy_score`. Source: ``sklearn.metrics.cohen_kappa_score``.
        """
        return self._kappa(y1, y2, labels, weights, sample_weight, math.nan)


def _warn_of_single_label(labels: int) -> None:
    if labels == 1:
        warnings.warn(SINGLE_LABEL, UserWarning, stacklevel=4)
