"""scikit-learn's classification report backed by the native metrics."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

from samescore.compat.sklearn.averaged import Chosen
from samescore.compat.sklearn.matrices import MatrixFunctions
from samescore.compat.sklearn.parameters import check
from samescore.verbs.scoring.report_table import ReportTable

_FIELDS = ("precision", "recall", "f1-score", "support")


class ReportFunctions(MatrixFunctions):
    """The functions of labels, as of a release, with the classification report."""

    def classification_report(
        self,
        y_true: Any,
        y_pred: Any,
        *,
        labels: Any = None,
        target_names: Any = None,
        sample_weight: Any = None,
        digits: int = 2,
        output_dict: bool = False,
        zero_division: Any = "warn",
    ) -> Any:
        """Return precision, recall, F1 and support of each class, and averages, as text or as dictionaries.

        If the numbers of `target_names` and of classes differ, issues a warning with `labels`, and otherwise raises
        `ValueError`. Also raises `ValueError` for invalid arguments, for more than 100 digits and, since 1.8, for empty
        inputs. Source: ``sklearn.metrics.classification_report``.
        """
        check(
            "classification_report",
            target_names=("array or None", target_names),
            digits=("digits", digits),
            output_dict=("flag", output_dict),
        )
        options = labels, 1, None, zero_division
        items, chosen = self._checked("classification_report", (y_true, y_pred, sample_weight), options)
        listed = items.classes if labels is None else np.asarray(labels)
        names = [f"{label}" for label in listed] if target_names is None else [*target_names]
        _check_names(len(names), len(listed), given=labels is not None)
        codes = tuple(range(len(items.classes))) if chosen.codes is None else chosen.codes
        complete = not items.in_rows and {*codes} >= {*range(len(items.classes))}
        *scores, supports = self._all(items, chosen)
        rows = [*zip(names, *scores, supports, strict=False)]
        averages = []
        for average in ("micro", "macro", "weighted", *(["samples"] if items.in_rows else [])):
            of_all = self._all(items, Chosen(codes, average, zero_division))[:3]
            heading = "accuracy" if average == "micro" and complete else f"{average} avg"
            averages.append((heading, *of_all, np.sum(supports)))
        return _as_dict(rows, averages) if output_dict else _as_text(names, rows, averages, int(digits))


def _check_names(names: int, classes: int, *, given: bool) -> None:
    if names == classes:
        return
    if not given:
        raise ValueError(
            f"Number of classes, {classes}, does not match size of target_names, {names}. "
            "Try specifying the labels parameter"
        )
    warnings.warn(f"labels size, {classes}, does not match size of target_names, {names}", stacklevel=4)


def _as_dict(rows: list[Any], averages: list[Any]) -> dict[str, Any]:
    report: dict[str, Any] = {
        name: dict(zip(_FIELDS, map(float, numbers), strict=True)) for name, *numbers in (*rows, *averages)
    }
    if "accuracy" in report:
        report["accuracy"] = report["accuracy"]["precision"]
    return report


def _as_text(names: list[str], rows: list[Any], averages: list[Any], digits: int) -> str:
    table = ReportTable.of(names, digits)
    lines = [*table.head(), *(table.line(name, numbers, support) for name, *numbers, support in rows), ""]
    for heading, precision, recall, f1, support in averages:
        shown = [None, None, f1] if heading == "accuracy" else [precision, recall, f1]
        lines.append(table.line(heading, shown, support))
    return "\n".join(lines) + "\n"
