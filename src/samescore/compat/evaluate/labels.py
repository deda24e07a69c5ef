"""evaluate's metrics of labels, which call scikit-learn's functions; see `samescore.compat.sklearn`.

Labels are converted to integers, as evaluate does. Each function returns a dictionary with one score, or, if `average`
is None, with the array of the scores of the classes. It raises `ValueError` for labels that are no integers and for
disallowed arguments, and issues scikit-learn's warnings.
"""

from __future__ import annotations

from functools import cache
from typing import Any


def accuracy(
    predictions: list[Any], references: list[Any], normalize: bool = True, sample_weight: Any = None
) -> dict[str, Any]:
    """Return the share of correct predictions, in 0..1, or with ``normalize=False`` their number."""
    return {
        "accuracy": _score("accuracy_score", predictions, references, normalize=normalize, sample_weight=sample_weight)
    }


def matthews_correlation(
    predictions: list[Any], references: list[Any], sample_weight: Any = None, average: Any = None
) -> dict[str, Any]:
    """Return Matthews' correlation coefficient, in -1..1; `average` has no effect."""
    del average  # it matters with several labels for each item only
    score = _score("matthews_corrcoef", predictions, references, sample_weight=sample_weight)
    return {"matthews_correlation": score}


def f1(
    predictions: list[Any],
    references: list[Any],
    labels: Any = None,
    pos_label: Any = 1,
    average: str | None = "binary",
    sample_weight: Any = None,
) -> dict[str, Any]:
    """Return F1 of the positive class, an average over classes, or the scores of the classes, in 0..1.

    A score of 0/0 is 0, with a warning.
    """
    return {"f1": _of_classes("f1_score", predictions, references, labels, pos_label, average, sample_weight, "warn")}


def precision(
    predictions: list[Any],
    references: list[Any],
    labels: Any = None,
    pos_label: Any = 1,
    average: str | None = "binary",
    sample_weight: Any = None,
    zero_division: Any = "warn",
) -> dict[str, Any]:
    """Return precision of the positive class, an average over classes, or the scores of the classes, in 0..1.

    A score of 0/0 is `zero_division`: 0, 1 or nan; "warn" is 0 with a warning.
    """
    name = "precision_score"
    score = _of_classes(name, predictions, references, labels, pos_label, average, sample_weight, zero_division)
    return {"precision": score}


def recall(
    predictions: list[Any],
    references: list[Any],
    labels: Any = None,
    pos_label: Any = 1,
    average: str | None = "binary",
    sample_weight: Any = None,
    zero_division: Any = "warn",
) -> dict[str, Any]:
    """Return recall of the positive class, an average over classes, or the scores of the classes, in 0..1.

    A score of 0/0 is `zero_division`: 0, 1 or nan; "warn" is 0 with a warning.
    """
    name = "recall_score"
    score = _of_classes(name, predictions, references, labels, pos_label, average, sample_weight, zero_division)
    return {"recall": score}


def _of_classes(
    name: str,
    predictions: list[Any],
    references: list[Any],
    labels: Any,
    positive: Any,
    average: str | None,
    weights: Any,
    zero_division: Any,
) -> Any:
    return _score(
        name,
        predictions,
        references,
        labels=labels,
        pos_label=positive,
        average=average,
        sample_weight=weights,
        zero_division=zero_division,
    )


def _score(name: str, predictions: list[Any], references: list[Any], **arguments: Any) -> Any:
    """Return the score as a float, or as an array if there are several."""
    score = getattr(_functions(), name)([*map(int, references)], [*map(int, predictions)], **arguments)
    return float(score) if getattr(score, "size", 1) == 1 else score


@cache
def _functions() -> Any:
    """The functions of the release of scikit-learn that the scripts call."""
    from samescore.compat.sklearn import of_release

    return of_release("1.9.1").metrics
