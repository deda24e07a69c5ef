"""scikit-learn's precision, recall, F and Jaccard index backed by the native metrics."""

from __future__ import annotations

import math
import warnings
from collections.abc import Collection, Iterable
from typing import Any

import msgspec
import numpy as np

from samescore.compat.sklearn.base import Functions, column
from samescore.compat.sklearn.parameters import check
from samescore.compat.sklearn.targets import MULTICLASS, ROWS, Array, Targets
from samescore.compat.undefined import warn_ill_defined

_AVERAGES = (None, "micro", "macro", "weighted", "samples")
#: For each score: the native metric of single labels, its entry point, and the measure of the native ``multilabel``.
_METRICS = {
    "precision": ("precision", "precision_score", "precision"),
    "recall": ("recall", "recall_score", "recall"),
    "f-score": ("f1", "fbeta_score", "f"),
    "jaccard": ("jaccard", "jaccard_score", "jaccard"),
}
#: For each score: the counts in its denominator, and the words in scikit-learn's warning if their sum is 0.
_DENOMINATORS = {
    "precision": (("predicted",), "predicted"),
    "recall": (("support",), "true"),
    "f-score": (("predicted", "support"), "true nor predicted"),
    "jaccard": (("predicted", "support"), "true or predicted"),
}


class Chosen(msgspec.Struct, frozen=True):
    """The classes to score by their codes (None: all that occur), and the settings of the scores."""

    codes: tuple[int, ...] | None
    average: str | None
    zero_division: Any
    beta: float = 1.0


class Scores(msgspec.Struct, frozen=True):
    """A score of each class or one average, and the counts of the classes: tp, predicted and support."""

    value: Any
    counts: dict[str, Array]


class AveragedFunctions(Functions):
    """The functions of precision, recall, F and the Jaccard index, as of a release."""

    def precision_score(
        self,
        y_true: Any,
        y_pred: Any,
        *,
        labels: Any = None,
        pos_label: Any = 1,
        average: str | None = "binary",
        sample_weight: Any = None,
        zero_division: Any = "warn",
    ) -> Any:
        """Return precision, tp / predicted, in 0..1; with ``average=None``, an array with the precision of each class.

        Labels are 1-D, or rows of 0 and 1. A score of 0/0 is `zero_division`, by default 0 with a warning. Raises
        `ValueError` for invalid arguments and, since 1.8, for empty inputs. Source:
        ``sklearn.metrics.precision_score``.
        """
        return self._one(
            "precision_score",
            "precision",
            (y_true, y_pred, sample_weight),
            (labels, pos_label, average, zero_division),
        )

    def recall_score(
        self,
        y_true: Any,
        y_pred: Any,
        *,
        labels: Any = None,
        pos_label: Any = 1,
        average: str | None = "binary",
        sample_weight: Any = None,
        zero_division: Any = "warn",
    ) -> Any:
        """Return recall, tp / support, in 0..1, with the arguments and errors of `precision_score`.

        Source: ``sklearn.metrics.recall_score``.
        """
        return self._one(
            "recall_score", "recall", (y_true, y_pred, sample_weight), (labels, pos_label, average, zero_division)
        )

    def f1_score(
        self,
        y_true: Any,
        y_pred: Any,
        *,
        labels: Any = None,
        pos_label: Any = 1,
        average: str | None = "binary",
        sample_weight: Any = None,
        zero_division: Any = "warn",
    ) -> Any:
        """Return F1, in 0..1; equal to `fbeta_score` with ``beta=1``. Source: ``sklearn.metrics.f1_score``."""
        return self._one(
            "f1_score", "f-score", (y_true, y_pred, sample_weight), (labels, pos_label, average, zero_division)
        )

    def fbeta_score(
        self,
        y_true: Any,
        y_pred: Any,
        *,
        beta: float,
        labels: Any = None,
        pos_label: Any = 1,
        average: str | None = "binary",
        sample_weight: Any = None,
        zero_division: Any = "warn",
    ) -> Any:
        """Return F, (1 + beta^2) tp / (beta^2 support + predicted), in 0..1; see `precision_score`.

        `beta` is at most a million, or infinite. Source: ``sklearn.metrics.fbeta_score``.
        """
        return self._one(
            "fbeta_score",
            "f-score",
            (y_true, y_pred, sample_weight),
            (labels, pos_label, average, zero_division),
            beta,
        )

    def jaccard_score(
        self,
        y_true: Any,
        y_pred: Any,
        *,
        labels: Any = None,
        pos_label: Any = 1,
        average: str | None = "binary",
        sample_weight: Any = None,
        zero_division: Any = "warn",
    ) -> Any:
        """Return the Jaccard index, tp / (support + predicted - tp), in 0..1; see `precision_score`.

        `zero_division` cannot be nan. Source: ``sklearn.metrics.jaccard_score``.
        """
        check("jaccard_score", zero_division=("warn or 0 or 1", zero_division))
        items, chosen = self._checked(
            "jaccard_score", (y_true, y_pred, sample_weight), (labels, pos_label, average, zero_division)
        )
        return self._averaged(items, chosen, ("jaccard",), ("jaccard",), "1.7")[0].value

    def precision_recall_fscore_support(
        self,
        y_true: Any,
        y_pred: Any,
        *,
        beta: float = 1.0,
        labels: Any = None,
        pos_label: Any = 1,
        average: str | None = None,
        warn_for: Collection[str] = ("precision", "recall", "f-score"),
        sample_weight: Any = None,
        zero_division: Any = "warn",
    ) -> tuple[Any, Any, Any, Any]:
        """Return precision, recall, F and support, as arrays over classes; see `precision_score`.

        With an average, the scores are numbers and support is None. Source:
        ``sklearn.metrics.precision_recall_fscore_support``.
        """
        check("precision_recall_fscore_support", warn_for=("names", warn_for))
        items, chosen = self._checked(
            "precision_recall_fscore_support",
            (y_true, y_pred, sample_weight),
            (labels, pos_label, average, zero_division),
            beta,
        )
        return self._all(items, chosen, warn_for)

    def _one(self, function: str, score: str, columns: Any, options: Any, beta: float = 1.0) -> Any:
        items, chosen = self._checked(function, columns, options, beta)
        return self._averaged(items, chosen, (score,), (score,), "1.6")[0].value

    def _all(
        self, items: Targets, chosen: Chosen, warn_for: Collection[str] = ("precision", "recall", "f-score")
    ) -> tuple[Any, Any, Any, Any]:
        """Return precision, recall, F and the support of each class; with an average, support is None."""
        p, r, f = self._averaged(items, chosen, ("precision", "recall", "f-score"), warn_for, "1.6")
        return p.value, r.value, f.value, p.counts["support"] if chosen.average is None else None

    def _checked(self, function: str, columns: Any, options: Any, beta: float = 1.0) -> tuple[Targets, Chosen]:
        """Return the labels and the classes to score. Raises `ValueError` for invalid arguments."""
        gold, predicted, weights = columns
        labels, positive, average, zero_division = options
        check(
            function,
            y_true=("array", gold),
            y_pred=("array", predicted),
            beta=("beta", beta),
            labels=("array or None", labels),
            pos_label=("label", positive),
            average=("average", average),
            sample_weight=("array or None", weights),
            zero_division=("zero_division", zero_division),
        )
        items = self._targets(gold, predicted, weights)
        if average == "binary":
            codes: tuple[int, ...] | None = self._of_positive(items, positive)
        else:
            if positive not in (None, 1):
                _warn_of_positive(positive, average)
            codes = self._codes(items, labels, samplewise=average == "samples")
        return items, Chosen(codes, average, zero_division, float(beta))

    def _of_positive(self, items: Targets, positive: Any) -> tuple[int, ...]:
        """Return the code of the positive label.

        Raises `ValueError` for more than two labels, or for two other labels.
        """
        if items.kind in (MULTICLASS, ROWS):
            averages = [average for average in _AVERAGES if average != "samples" or items.in_rows]
            raise ValueError(
                f"Target is {items.kind} but average='binary'. Please choose another average setting, one of {averages}."
            )
        if len(items.classes) >= 2 and positive not in items.classes.tolist():
            raise ValueError(f"pos_label={positive} is not a valid label. It should be one of {self._listed(items)}")
        return items.codes([positive])

    def _codes(self, items: Targets, labels: Any, *, samplewise: bool) -> tuple[int, ...] | None:
        """Return the codes of `labels`; without `labels`, all columns of rows, or None for other targets.

        Raises `ValueError` for columns that rows do not have, and for `samplewise` scores of targets that are not rows.
        """
        if samplewise and not items.in_rows:
            raise ValueError("Samplewise metrics are not available outside of multilabel classification.")
        if labels is None:
            return tuple(range(len(items.classes))) if items.in_rows else None
        listed = np.asarray(labels).tolist()
        if not items.in_rows:
            return items.codes(listed)
        last = len(items.classes) - 1
        if any(label > last for label in listed):
            raise ValueError(f"All labels must be in [0, n labels) for multilabel targets. Got {max(listed)} > {last}")
        if any(label < 0 for label in listed):
            raise ValueError(f"All labels must be in [0, n labels) for multilabel targets. Got {min(listed)} < 0")
        return tuple(listed)

    def _averaged(
        self, items: Targets, chosen: Chosen, scores: Iterable[str], warn_for: Collection[str], since: str
    ) -> list[Scores]:
        """Return each of `scores`, as an average or for each class; issue a warning for scores of 0/0 in `warn_for`."""
        found = []
        for score in scores:
            made = self._of_rows(items, chosen, score) if items.in_rows else self._of_labels(items, chosen, score)
            if chosen.zero_division == "warn" and score in warn_for:
                self._warn(items, chosen, score, made.counts)
            value = made.value if chosen.average is None else self._number(made.value, since)
            found.append(Scores(value, made.counts))
        return found

    def _of_labels(self, items: Targets, chosen: Chosen, score: str) -> Scores:
        metric, entry_point, _ = _METRICS[score]
        codes = tuple(range(len(items.classes))) if chosen.codes is None else chosen.codes
        names = tuple(map(str, codes))
        of_each = chosen.average in (None, "binary")
        if score == "f-score" and math.isinf(chosen.beta):
            return self._of_labels(items, chosen, "recall")
        knobs: dict[str, Any] = {"beta": chosen.beta} if score == "f-score" else {}
        trace = self._score(
            metric,
            entry_point,
            items,
            average="macro" if of_each else chosen.average,
            labels=names if chosen.codes is not None and names else "present",
            zero_division=_undefined(chosen.zero_division),
            **knobs,
        )
        hits = items.weights is None and (items.gold == items.predicted).any()
        counts = {
            side: column(trace.trace.stages[side], names, np.int64 if hits else np.float64)
            for side in ("tp", "predicted", "support")
        }
        per_class = trace.trace.stages["per_class"]
        if chosen.average is None:
            return Scores(np.array([per_class[name] for name in names], dtype=np.float64), counts)
        return Scores(per_class[names[0]] if chosen.average == "binary" else trace.value, counts)

    def _of_rows(self, items: Targets, chosen: Chosen, score: str) -> Scores:
        if score == "f-score" and math.isinf(chosen.beta):
            return self._of_rows(items, chosen, "recall")
        names = tuple(map(str, chosen.codes or ()))
        knobs: dict[str, Any] = {"beta": chosen.beta} if score == "f-score" else {}
        trace = self._score(
            "multilabel",
            "multilabel_jaccard" if score == "jaccard" else "multilabel",
            items,
            measure=_METRICS[score][2],
            average=chosen.average or "macro",
            labels=names,
            zero_division=_undefined(chosen.zero_division),
            **knobs,
        )
        dtype = np.int64 if items.weights is None else np.float64
        counts = {side: column(trace.trace.stages[side], names, dtype) for side in ("tp", "predicted", "support")}
        if chosen.average is None:
            per_label = trace.trace.stages["per_label"]
            return Scores(np.array([per_label[name] for name in names], dtype=np.float64), counts)
        return Scores(trace.value, counts)

    def _warn(self, items: Targets, chosen: Chosen, score: str, counts: dict[str, Array]) -> None:
        if score == "f-score" and (math.isinf(chosen.beta) or not chosen.beta):
            return
        sides, lacking = _DENOMINATORS[score]
        if chosen.average == "samples":
            columns = list(chosen.codes or ())
            times = 1 if items.weights is None else items.weights
            sides_of_rows = {"predicted": items.predicted, "support": items.gold}
            counts = {side: rows[:, columns].sum(axis=1) * times for side, rows in sides_of_rows.items()}
        denominators = sum(counts[side] for side in sides)
        if chosen.average == "micro":
            denominators = [denominators.sum()]
        warn_ill_defined(f"{score.capitalize()} is", lacking, chosen.average, denominators)


def _undefined(zero_division: Any) -> str:
    """Return the value of the native knob ``zero_division`` for scikit-learn's argument of that name."""
    return "0" if zero_division == "warn" else "nan" if math.isnan(zero_division) else str(int(zero_division))


def _warn_of_positive(positive: Any, average: str | None) -> None:
    warnings.warn(
        f"Note that pos_label (set to {positive!r}) is ignored when average != 'binary' (got {average!r}). You may use "
        "labels=[pos_label] to specify a single positive class.",
        UserWarning,
        stacklevel=4,
    )
