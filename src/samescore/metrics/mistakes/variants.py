"""Define mistakes by replacing methods of a metric."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from samescore.metrics.base import DataT, Metric, SettingsT, Statistics, Total
from samescore.metrics.mistakes.contract import Mistake


def variant(metric: Metric[DataT, SettingsT], **methods: object) -> Any:
    """Return a metric like this one with some methods replaced, whose statistics are counted without kernels."""
    plain = {"covers": lambda self, settings: False, **methods}
    return type(f"Wrong{type(metric).__name__}", (type(metric),), plain)()


def counting(name: str, meaning: str, metric: Metric[DataT, SettingsT], **methods: object) -> Mistake:
    """Return a mistake in counting: the statistics of the metric with some methods replaced."""
    wrong = variant(metric, **methods)

    def statistics(data: DataT, settings: SettingsT) -> Statistics:
        made: Statistics = wrong.statistics(data, settings)
        return made

    return Mistake(name, meaning, "counts", statistics)


def kept_score(metric: Metric[DataT, SettingsT], **methods: object) -> Callable[[Any, SettingsT], float]:
    """Return a function that scores kept data by a metric without rows, with some of its methods replaced."""
    wrong = variant(metric, **methods)

    def score(kept: Any, settings: SettingsT) -> float:
        value: float = wrong.combine(Total(kept.segments, kept=kept), settings).value
        return value

    return score
