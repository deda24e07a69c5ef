"""evaluate's metrics of tags, which call seqeval and scikit-learn; see `samescore.compat.seqeval` and `sklearn`.

Each function takes lists of the tags of each sentence. It raises the errors and issues the warnings of these packages.
"""

from __future__ import annotations

from typing import Any

#: The names of an entity type's scores in seqeval's report and in the result, in order.
_SCORES = {"precision": "precision", "recall": "recall", "f1-score": "f1", "support": "number"}


def seqeval(
    predictions: list[Any],
    references: list[Any],
    suffix: bool = False,
    scheme: str | None = None,
    mode: str | None = None,
    sample_weight: Any = None,
    zero_division: Any = "warn",
) -> dict[str, Any]:
    """Return precision, recall, F1 and number of each type of entity and of all, and the accuracy of the tags.

    `scheme` is the name of a scheme, such as ``IOB2``. Raises `ValueError` for an unknown name.
    """
    from samescore.compat.seqeval import of_release

    package = of_release("1.2.2")
    chosen = None if scheme is None else getattr(package.scheme, scheme, None)
    if scheme is not None and chosen is None:
        raise ValueError(f"{scheme!r:.80} is not a scheme: use IOB1, IOB2, IOE1, IOE2, IOBES or BILOU")
    report = package.metrics.classification_report(
        y_true=references,
        y_pred=predictions,
        suffix=suffix,
        output_dict=True,
        scheme=chosen,
        mode=mode,
        sample_weight=sample_weight,
        zero_division=zero_division,
    )
    entities = {name: scores for name, scores in report.items() if name not in ("macro avg", "weighted avg")}
    overall = entities.pop("micro avg")
    return {
        **{name: {new: scores[old] for old, new in _SCORES.items()} for name, scores in entities.items()},
        "overall_precision": overall["precision"],
        "overall_recall": overall["recall"],
        "overall_f1": overall["f1-score"],
        "overall_accuracy": package.metrics.accuracy_score(y_true=references, y_pred=predictions),
    }


def poseval(predictions: list[Any], references: list[Any], zero_division: Any = "warn") -> dict[str, Any]:
    """Return scikit-learn's report on all tags of all sentences as classes."""
    from samescore.compat.sklearn import of_release

    report: dict[str, Any] = of_release("1.9.1").metrics.classification_report(
        [tag for sentence in references for tag in sentence],
        [tag for sentence in predictions for tag in sentence],
        output_dict=True,
        zero_division=zero_division,
    )
    return report
