"""Keep the data of systems for tests and intervals, and score any selection of their segments.

For a metric with rows, the rows are kept, and the selected ones are added up if the metric is additive. For any other
metric the input itself is kept, and the selected segments are scored anew. Numbers are kept unchanged.
"""

from __future__ import annotations

import dataclasses
import math
from array import array
from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any, ClassVar

import msgspec

from samescore.base.errors import InputError, MetricError
from samescore.base.memory import Remembering
from samescore.data.comparison import Comparison, Numbers
from samescore.data.scored import Scored
from samescore.data.selection import join_inputs, select_segments
from samescore.metrics import find, merge_knobs
from samescore.metrics.aggregation import Additive, MeanOfSegments
from samescore.metrics.base import AnyMetric, Row, Statistics, Total, value_of
from samescore.metrics.evaluator import check_input
from samescore.metrics.rows import Rows, bytes_of_rows
from samescore.metrics.significance.numpy_floats import Number
from samescore.metrics.summation import add_up, mean, series
from samescore.settings import Settings

#: A function that scores the segments at given positions; it raises `MetricError` if they have no score.
Scorer = Callable[[Sequence[int]], float]
#: A function like `Scorer` whose result may be a 32-bit float.
ResampleScorer = Callable[[Sequence[int]], Number]

#: The ways in which means of numbers are added up.
ADDITIONS = ("numpy", "left-to-right", "sum", "fsum")

#: Approximate memory of a segment of text, and of a number.
_SEGMENT_BYTES, _NUMBER_BYTES = 400, 8


def average(numbers: Sequence[float], summation: str) -> float:
    """Return the mean of numbers, added up in one of the ways of `ADDITIONS`; nan without numbers."""
    if not numbers:
        return math.nan
    return add_up(numbers, summation) / len(numbers)


class KeptNumbers(msgspec.Struct, frozen=True):
    """The numbers of a system, whose statistic is their mean."""

    numbers: array[float]

    def __len__(self) -> int:
        return len(self.numbers)

    @property
    def memory(self) -> int:
        """The size in bytes."""
        return _NUMBER_BYTES * len(self.numbers)

    def joined(self, other: KeptNumbers) -> KeptNumbers:
        """Return the numbers of this system, followed by the other's."""
        return KeptNumbers(self.numbers + other.numbers)

    def score(self, summation: str) -> float:
        """Return the mean of all numbers, added up by `summation`; nan without numbers."""
        return average(self.numbers, summation)

    def scorer(self, summation: str) -> Scorer:
        """Return a function that computes the mean of the numbers at given positions."""
        number = self.numbers.__getitem__
        return lambda places: average(list(map(number, places)), summation)

    def resample_scorer(self, summation: str, _: str) -> Scorer:
        """Return `scorer`; the arithmetic of the knob ``dtype`` does not apply to numbers."""
        return self.scorer(summation)

    exchange_scorer = resample_scorer


class KeptRows(msgspec.Struct, frozen=True):
    """The rows of a system under a metric and its settings, one for each segment."""

    metric: AnyMetric
    settings: Settings
    rows: Sequence[Row]

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def memory(self) -> int:
        """The approximate size in bytes."""
        return bytes_of_rows(self.rows)

    def joined(self, other: KeptRows) -> KeptRows:
        """Return the rows of this system, followed by the other's."""
        return KeptRows(self.metric, self.settings, self.rows + other.rows)  # type: ignore[operator]  # as in Total

    def score(self, _: str) -> float:
        """Return the score of all rows; raises `MetricError` as the metric does."""
        return value_of(self.metric, Statistics((), self.rows), self.settings)

    def scorer(self, _: str) -> Scorer:
        """Return a function that scores the rows at given positions.

        For an additive metric, it adds up the selected rows and the numbers of `series`; otherwise it scores them anew.
        """
        metric, s, rows = self.metric, self.settings, self.rows
        if not rows or not isinstance(metric, Additive) or not metric.additive(s):
            return lambda places: value_of(metric, Statistics((), list(map(rows.__getitem__, places))), s)
        summands = metric.summands(rows)
        columns = (
            [array("q", summands.cells[j :: summands.width]) for j in range(summands.width)]
            if isinstance(summands, Rows)
            else list(zip(*summands, strict=True))
        )
        carried = metric.series(rows, s)
        exact = metric.carries_exact_sums(s)
        if isinstance(metric, MeanOfSegments) and metric.is_mean(s):
            (scores,), how = carried, metric.mean_summation(s)
            return lambda places: mean(series(map(scores.__getitem__, places), exact=exact), how)

        def score(places: Sequence[int]) -> float:
            sums = tuple(sum(map(column.__getitem__, places)) for column in columns)
            kept = tuple(series(map(numbers.__getitem__, places), exact=exact) for numbers in carried)
            return metric.combine(Total(len(places), sums, rows[places[-1]], kept), s).value

        return score

    def resample_scorer(self, summation: str, dtype: str) -> ResampleScorer:
        """Return `scorer` for bootstrap resamples, in the arithmetic of the knob ``dtype`` if it applies to the metric."""
        from samescore.metrics.significance.sacrebleu_scores import score_in_float32  # it loads several metrics

        in_float32 = score_in_float32(dtype, self.settings)
        if in_float32 is None:
            return self.scorer(summation)
        score, row = in_float32, self.rows.__getitem__
        return lambda places: score(list(map(row, places)))

    def exchange_scorer(self, summation: str, dtype: str) -> Scorer:
        """Return `scorer` for exchanges, in the arithmetic of the knob ``dtype`` if it applies to the metric."""
        from samescore.metrics.significance.sacrebleu_scores import of_whole_numbers

        settings = of_whole_numbers(dtype, self.settings)
        return KeptRows(self.metric, settings, self.rows).scorer(summation)


class KeptData(msgspec.Struct, frozen=True):
    """The input of a system, for a metric whose rows do not suffice."""

    metric: AnyMetric
    settings: Settings
    data: Scored

    def __len__(self) -> int:
        return len(self.data)

    @property
    def memory(self) -> int:
        """The approximate size in bytes."""
        return _SEGMENT_BYTES * len(self.data)

    def joined(self, other: KeptData) -> KeptData:
        """Return the segments of this system, followed by the other's; raises `MetricError` if they cannot be mixed."""
        try:
            return KeptData(self.metric, self.settings, join_inputs(self.data, other.data))
        except InputError as problem:
            raise MetricError(problem.message, kind="ValueError", hint=problem.hint) from None

    def score(self, _: str) -> float:
        """Return the score of all segments; raises `MetricError` as the metric does."""
        return value_of(self.metric, self.metric.counted(self.data, self.settings), self.settings)

    def scorer(self, _: str) -> Scorer:
        """Return a function that scores the segments at given positions, which are counted anew."""
        metric, s = self.metric, self.settings
        return lambda places: value_of(metric, metric.counted(select_segments(self.data, places), s), s)

    def resample_scorer(self, summation: str, _: str) -> Scorer:
        """Return `scorer`; the arithmetic of the knob ``dtype`` does not apply to kept inputs."""
        return self.scorer(summation)

    exchange_scorer = resample_scorer


KeptSystem = KeptNumbers | KeptRows | KeptData


@dataclasses.dataclass(frozen=True, slots=True)
class KeptSystems(Remembering):
    """The kept data of each system in a comparison, with a cache of the scores of resamples, which many settings share."""

    grows: ClassVar[str] = "the segments of every system"

    systems: tuple[KeptSystem, ...]

    memory_limit: ClassVar[int] = 8 * 2**20

    @classmethod
    def of(cls, data: Comparison) -> KeptSystems:
        """Return the kept data of the systems of a comparison.

        Raises `UnknownNameError` or `SettingsError` for an unknown statistic or knob, or if the statistic needs another
        kind of input, and `MetricError` if a segment cannot be counted.
        """
        return cls(tuple(_kept_system(system, data) for system in data.systems))

    @property
    def segments(self) -> int:
        """The number of segments of each system."""
        return len(self.systems[0])

    @property
    def memory(self) -> int:
        """The approximate size in bytes."""
        return sum(system.memory for system in self.systems)

    def merge(self, following: KeptSystems) -> KeptSystems:
        """Return the systems with the segments of this part, followed by the segments of the next part."""
        return KeptSystems(tuple(map(_join, self.systems, following.systems)))

    @property
    def pool(self) -> KeptSystem:
        """The segments of all systems together: segment i of system k is at position ``k * segments + i``."""
        return reduce(_join, self.systems)

    @property
    def higher_is_better(self) -> bool:
        """Whether higher values of the statistic are better; also true for plain numbers and metrics without a direction."""
        first = self.systems[0]
        return isinstance(first, KeptNumbers) or first.metric.facts.higher_is_better is not False


def _join(first: Any, second: Any) -> KeptSystem:
    """Return the segments of both systems together; an empty part may be of another type."""
    joint: KeptSystem = first.joined(second) if len(first) and len(second) else first if len(first) else second
    return joint


def statistic_of(data: Comparison) -> tuple[AnyMetric, Settings]:
    """Return the metric by which systems are compared unless they are numbers, and its settings.

    Raises `UnknownNameError` or `SettingsError` for an unknown metric or knob.
    """
    metric, implied = find(data.statistic)
    return metric, metric.settings.from_mapping(merge_knobs(metric, implied, data.settings))


def _kept_system(system: Scored | Numbers, data: Comparison) -> KeptSystem:
    if isinstance(system, Numbers):
        return KeptNumbers(array("d", system.scores))
    metric, settings = statistic_of(data)
    check_input(metric, system)
    counted = metric.counted(system, settings)
    if counted.kept is None and len(counted.rows) == len(system):
        return KeptRows(metric, settings, counted.rows)
    return KeptData(metric, settings, system)
