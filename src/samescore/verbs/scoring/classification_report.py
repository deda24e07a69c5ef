"""Format scikit-learn's classification report: precision, recall, F1 and support of every class, and their averages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from samescore.base.checks import check_list
from samescore.base.errors import InputError
from samescore.data.columns import Label
from samescore.data.labels import Confusion, Labels
from samescore.metrics import evaluate, metric
from samescore.verbs.scoring.report_table import ReportTable

_MEASURES = ("precision", "recall", "f1")
_AVERAGES = ("micro", "macro", "weighted")


def classification_report(
    data: Labels | Confusion,
    *,
    labels: Sequence[Label] | None = None,
    names: Sequence[str] | None = None,
    digits: int = 2,
    zero_division: str = "0",
) -> str:
    """Return the report of ``sklearn.metrics.classification_report`` (1.5 to 1.9) as text, character for character.

    `labels` are the classes to list, in order (by default the classes that occur, sorted), `names` their display names,
    `digits` the number of decimals, and `zero_division` the value of 0/0: "0", "1" or "nan". The line ``accuracy``
    replaces ``micro avg`` if all classes are listed. Supports have decimals if no prediction is correct, as in
    scikit-learn.

    Raises `MetricError` if there are no labels; `InputError` if there are not as many names as classes, and for digits
    outside 0 to 100; `SettingsError` for an invalid value of `labels` or `zero_division`.

    >>> print(classification_report(Labels(["a", "b"], ["a", "a"])).splitlines()[2])
               a       0.50      1.00      0.67         1
    """
    matrix = data.confusion()
    if labels is not None:
        check_list(labels, "labels")
    listed = [str(label) for label in (matrix.classes if labels is None else labels)]
    called = listed if names is None else [str(name) for name in names]
    if len(called) != len(listed):
        raise InputError(f"{len(called)} names for {len(listed)} classes", hint="give every class exactly one name")
    table = ReportTable.of(called, digits)

    def scores(average: str) -> list[Any]:
        knobs = {"average": average, "zero_division": zero_division, "labels": tuple(listed) or "present"}
        return [evaluate(metric(name), matrix, metric(name).settings.from_mapping(knobs)) for name in _MEASURES]

    averages = {average: scores(average) for average in _AVERAGES}
    stages = [trace.stages for trace in averages["macro"]]
    right = any(row[k] for k, row in enumerate(matrix.matrix))
    supports = {name: count if right else float(count) for name, count in stages[0]["support"].items()}
    lines = table.head()
    for name, heading in zip(listed, called, strict=True):
        lines.append(table.line(heading, [each["per_class"][name] for each in stages], supports[name]))
    lines.append("")
    everything = sum(supports.values())
    for average, traces in averages.items():
        values: list[float | None] = [trace.value for trace in traces]
        if average == "micro" and {str(name) for name in matrix.classes}.issubset(listed):
            lines.append(table.line("accuracy", [None, None, values[2]], everything))
        else:
            lines.append(table.line(f"{average} avg", values, everything))
    return "\n".join(lines) + "\n"
