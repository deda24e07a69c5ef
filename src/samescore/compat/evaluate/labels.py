"""evaluate's metrics of labels, which equal scikit-learn's functions.

Each function returns a dictionary with one score. It raises `ValueError` for malformed labels and disallowed arguments.
"""

from __future__ import annotations

from typing import Any

from samescore.base.errors import InputError
from samescore.compat.native import with_native_errors
from samescore.data.labels import Labels
from samescore.verbs.scoring.score import score

_SKLEARN = "sklearn==1.9.1"


def accuracy(
    predictions: list[Any], references: list[Any], normalize: bool = True, sample_weight: Any = None
) -> dict[str, Any]:
    """Return the share of correct predictions, in 0..1, or with ``normalize=False`` their number."""
    knobs: dict[str, object] = {"normalize": "fraction" if normalize else "count"}
    return {"accuracy": _score("accuracy", "accuracy_score", predictions, references, sample_weight, knobs)}


def matthews_correlation(
    predictions: list[Any], references: list[Any], sample_weight: Any = None, average: Any = None
) -> dict[str, Any]:
    """Return Matthews' correlation coefficient, in -1..1; `average` has no effect."""
    del average  # it matters with several labels for each item only
    return {"matthews_correlation": _score("mcc", "matthews_corrcoef", predictions, references, sample_weight, {})}


def f1(
    predictions: list[Any],
    references: list[Any],
    labels: Any = None,
    pos_label: Any = 1,
    average: str | None = "binary",
    sample_weight: Any = None,
) -> dict[str, Any]:
    """Return F1 of the positive class, or an average over classes, in 0..1.

    A score of 0/0 is 0. Raises `NotImplementedError` if `average` is None.
    """
    knobs = _of_classes(labels, pos_label, average, "warn")
    return {"f1": _score("f1", "f1_score", predictions, references, sample_weight, knobs)}


def precision(
    predictions: list[Any],
    references: list[Any],
    labels: Any = None,
    pos_label: Any = 1,
    average: str | None = "binary",
    sample_weight: Any = None,
    zero_division: Any = "warn",
) -> dict[str, Any]:
    """Return precision of the positive class, or an average over classes, in 0..1.

    A score of 0/0 is `zero_division`: 0 (also for "warn"), 1 or nan. Raises `NotImplementedError` if `average` is
    None.
    """
    knobs = _of_classes(labels, pos_label, average, zero_division)
    return {"precision": _score("precision", "precision_score", predictions, references, sample_weight, knobs)}


def recall(
    predictions: list[Any],
    references: list[Any],
    labels: Any = None,
    pos_label: Any = 1,
    average: str | None = "binary",
    sample_weight: Any = None,
    zero_division: Any = "warn",
) -> dict[str, Any]:
    """Return recall of the positive class, or an average over classes, in 0..1.

    A score of 0/0 is `zero_division`: 0 (also for "warn"), 1 or nan. Raises `NotImplementedError` if `average` is
    None.
    """
    knobs = _of_classes(labels, pos_label, average, zero_division)
    return {"recall": _score("recall", "recall_score", predictions, references, sample_weight, knobs)}


def _of_classes(labels: Any, positive: Any, average: str | None, zero_division: Any) -> dict[str, object]:
    if average is None:
        raise NotImplementedError("samescore.compat offers no scores of each class: pass an average")
    knobs: dict[str, object] = {"average": average, "zero_division": "0" if zero_division == "warn" else zero_division}
    if average == "binary":
        knobs["positive"] = str(positive)
    elif labels is not None:
        knobs["labels"] = tuple(map(str, labels))
    return knobs


def _score(
    metric: str,
    entry_point: str,
    predictions: list[Any],
    references: list[Any],
    weights: Any,
    knobs: dict[str, object],
) -> float:
    try:
        items = Labels(references, predictions, weights=None if weights is None else list(weights))
    except InputError as problem:
        raise ValueError(str(problem)) from None
    weighing = {} if weights is None else {"weights": "given"}
    like = f"{_SKLEARN}.{entry_point}"
    return with_native_errors(lambda: score(metric, items, like=like, **knobs, **weighing).value)
