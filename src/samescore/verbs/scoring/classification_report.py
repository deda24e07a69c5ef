"""Format scikit-learn's classification report: precision, recall, F1 and support of every class, and their averages."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from samescore.base.checks import check_list
from samescore.base.errors import InputError
from samescore.data.columns import Label
from samescore.data.labels import Confusion, Labels
from samescore.verbs.scoring.report_table import ReportTable
from samescore.verbs.scoring.score import score

_MEASURES = {"precision": "precision_score", "recall": "recall_score", "f1": "f1_score"}
_AVERAGES = ("micro", "macro", "weighted")
_OLDEST, _NEWEST = (0, 20), (1, 9)


def classification_report(
    data: Labels | Confusion,
    *,
    labels: Sequence[Label] | None = None,
    names: Sequence[str] | None = None,
    digits: int = 2,
    zero_division: str = "0",
    like: str = "sklearn",
) -> str:
    """Return the report of ``sklearn.metrics.classification_report`` (0.20 to 1.9) as text, character for character.

    `labels` are the classes to list, in order (by default the classes that occur, sorted), `names` their display names,
    `digits` the number of decimals, and `zero_division` the value of 0/0: "0", "1" or "nan". `like` is the release:
    ``sklearn`` is the newest, ``sklearn==1.2.2`` an older one. The line ``accuracy`` replaces ``micro avg`` if all
    classes that occur are listed; from 0.21 to 1.4, only if no other class is listed; in 0.20, never. Supports have
    decimals if no prediction is correct, as in scikit-learn since 0.21.

    Raises `MetricError` if there are no labels; `InputError` if there are not as many names as classes, for digits
    outside 0 to 100, and if `like` is not a release of scikit-learn since 0.20; `SettingsError` for an invalid value of
    `labels` or `zero_division`.

    >>> print(classification_report(Labels(["a", "b"], ["a", "a"])).splitlines()[2])
               a       0.50      1.00      0.67         1
    """
    release = _release(like)
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
        return [score(name, matrix, like=f"{like}.{entry}", **knobs).trace for name, entry in _MEASURES.items()]

    averages = {average: scores(average) for average in _AVERAGES}
    stages = [trace.stages for trace in averages["macro"]]
    right = any(row[k] for k, row in enumerate(matrix.matrix)) or release < (0, 21)
    supports = {name: count if right else float(count) for name, count in stages[0]["support"].items()}
    lines = table.head()
    for name, heading in zip(listed, called, strict=True):
        lines.append(table.line(heading, [each["per_class"][name] for each in stages], supports[name]))
    lines.append("")
    everything = sum(supports.values())
    for average, traces in averages.items():
        values: list[float | None] = [trace.value for trace in traces]
        if average == "micro" and _has_accuracy(listed, {str(name) for name in matrix.classes}, release):
            lines.append(table.line("accuracy", [None, None, values[2]], everything))
        else:
            lines.append(table.line(f"{average} avg", values, everything))
    return "\n".join(lines) + "\n"


def _release(like: str) -> tuple[int, int]:
    """Return the major and minor version that `like` names, such as (1, 2) for ``sklearn==1.2.2``.

    Without a version, the newest modelled release counts. Raises `InputError` for another implementation, for a
    malformed version, and for a release before 0.20.
    """
    name, _, version = like.partition("==")
    numbers = re.match(r"(\d+)\.(\d+)", version)
    release = (int(numbers[1]), int(numbers[2])) if numbers else _NEWEST
    if name != "sklearn" or (version and not numbers) or release < _OLDEST:
        raise InputError(f"like is {like!r}", hint="name scikit-learn or a release since 0.20, such as sklearn==1.2.2")
    return release


def _has_accuracy(listed: Sequence[str], occurring: set[str], release: tuple[int, int]) -> bool:
    """Return whether the line ``accuracy`` replaces ``micro avg`` in a release."""
    if release < (0, 21):
        return False
    return occurring == set(listed) if release < (1, 5) else occurring.issubset(listed)
