"""A metric with a wrong method: what a mistake in one function of it gives."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from samescore.metrics.base import Metric, Statistics, Total
from samescore.metrics.mistakes.contract import Mistake


def variant(metric: Metric, **methods: Any) -> Any:
    """The metric with these methods in place of its own, counted by the plain route."""
    plain = {"covers": lambda self, s: False, **methods}
    return type(f"Wrong{type(metric).__name__}", (type(metric),), plain)()


def counting(name: str, meaning: str, metric: Metric, **methods: Any) -> Mistake:
    """A mistake in what is counted: the statistics of the metric with other methods."""
    wrong = variant(metric, **methods)

    def statistics(data: Any, s: Any) -> Statistics:
        made: Statistics = wrong.statistics(data, s)
        return made

    return Mistake(name, meaning, "counts", statistics)


def kept_score(metric: Metric, **methods: Any) -> Callable[[Any, Any], float]:
    """The score of what a metric without rows keeps, by the metric with other methods."""
    wrong = variant(metric, **methods)

    def score(kept: Any, s: Any) -> float:
        value: float = wrong.combine(Total(kept.segments, kept=kept), s).value
        return value

    return score
