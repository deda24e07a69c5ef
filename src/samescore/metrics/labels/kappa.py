"""Cohen's kappa (Cohen 1960; weighted, Cohen 1968): agreement of two annotators beyond chance.

With O the confusion matrix over n items, E[i][j] = row_i * column_j / n and w the weights of
disagreement: kappa = 1 - sum(w O) / sum(w E); unweighted this is (A_o - A_e) / (1 - A_e).
"""

from __future__ import annotations

import dataclasses
import math
from typing import Any, ClassVar

from samescore.data.labels import Confusion, Label, Labels
from samescore.errors import MetricError
from samescore.metrics.base import Metric, Statistics, numpy_sum
from samescore.outcome import Trace
from samescore.settings import Choice, Settings, Stage, knob


@dataclasses.dataclass(frozen=True, slots=True)
class KappaSettings(Settings):
    """The knobs of kappa. The defaults are scikit-learn's ``cohen_kappa_score``."""

    metric: ClassVar[str] = "kappa"

    empty_input: str = knob(
        Stage.STATISTICS, Choice(("raise", "nan")), "raise", "no items at all: an error, or no number"
    )
    weighting: str = knob(
        Stage.COMBINATION,
        Choice(("none", "linear", "quadratic")),
        "none",
        "how bad a disagreement is: always 1, or by the distance of the classes in sorted order, or its square",
    )
    one_class: str = knob(
        Stage.COMBINATION,
        Choice(("nan", "1", "raise")),
        "nan",
        "both annotators use the same single class: 0/0 is no number, perfect agreement, or an error",
    )
    form: str = knob(
        Stage.COMBINATION,
        Choice(("disagreement", "agreement")),
        "disagreement",
        "1 - sum(w O)/sum(w E) as numpy adds it up, or (A_o - A_e)/(1 - A_e) from proportions, class by class in "
        "order of first appearance (unweighted only)",
        rounding=True,
    )


def _in_order_of_appearance(labels: Labels | Confusion) -> list[Label]:
    if isinstance(labels, Confusion):
        return list(labels.classes)
    return list(dict.fromkeys((*labels.gold, *labels.predicted)))


def _by_agreement(labels: Labels | Confusion, confusion: Confusion) -> float:
    n = float(confusion.total)
    position = {name: k for k, name in enumerate(confusion.classes)}
    expected = 0.0
    for name in _in_order_of_appearance(labels):
        k = position[name]
        expected += (sum(confusion.matrix[k]) / n) * (sum(row[k] for row in confusion.matrix) / n)
    observed = float(sum(row[k] for k, row in enumerate(confusion.matrix))) / confusion.total
    return (observed - expected) / (1.0 - expected)


def _by_disagreement(confusion: Confusion, weighting: str) -> float:
    size = range(len(confusion.classes))
    n = float(confusion.total)
    rows = [sum(row) for row in confusion.matrix]
    columns = [sum(row[k] for row in confusion.matrix) for k in size]
    observed, expected = [], []
    for i in size:
        for j in size:
            weight = float({"none": i != j, "linear": abs(i - j), "quadratic": (i - j) ** 2}[weighting])
            observed.append(weight * confusion.matrix[i][j])
            expected.append(weight * (float(columns[i] * rows[j]) / n))
    return 1 - numpy_sum(observed) / numpy_sum(expected)


def evaluate(labels: Labels | Confusion, s: KappaSettings) -> Trace:
    """Kappa, at most 1; 0 is chance. Raises `MetricError` on no items (see ``empty_input``).

    One class on both sides: see ``one_class``.
    """
    confusion = labels.confusion()
    table = Statistics(tuple(map(str, confusion.classes)), [list(row) for row in confusion.matrix])
    stages: dict[str, Any] = {"confusion": table}
    if not confusion.total:
        if s.empty_input == "raise":
            raise MetricError("there are no labels")
        return Trace(math.nan, stages)
    if len(confusion.classes) == 1:
        if s.one_class == "raise":
            raise MetricError("both annotators use one class only", kind="ZeroDivisionError")
        return Trace(float(s.one_class), stages)
    if s.form == "agreement" and s.weighting == "none":
        return Trace(_by_agreement(labels, confusion), stages)
    return Trace(_by_disagreement(confusion, s.weighting), stages)


KAPPA = Metric("kappa", "Cohen's kappa", KappaSettings, (Labels, Confusion), evaluate, presets=(("cohen-kappa", ()),))
