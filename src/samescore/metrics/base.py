"""The contract of a metric: count the `statistics` of an input, `merge` totals, and `combine` a total into a score.

::

    statistics(data, settings)  the counts: a row of integers for each segment, with named columns
    total(statistics, settings) the contribution of these rows to the score of the whole input
    Total.merge                 the total of two adjacent parts; merging is associative
    combine(total, settings)    the score, with its intermediate results

However an input is partitioned, the totals of its parts merge into the total of the whole, and give its score bit for
bit. Mix-ins have the functions that only some metrics need: `ComparesTexts` has tokens and `AlignsTexts` alignments,
`samescore.metrics.aggregation` reduces rows to totals (`Additive`, `MeanOfSegments`, `KeepsRows`),
`samescore.metrics.compiled` counts with kernels (`CompiledCounting`), and `samescore.metrics.kept` has the metrics
without rows.
"""

from __future__ import annotations

import abc
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

import msgspec

from samescore.base.outcome import Trace
from samescore.metrics.facts import BrokenAxiom as BrokenAxiom
from samescore.metrics.facts import Convention as Convention
from samescore.metrics.facts import MetricFacts as MetricFacts
from samescore.metrics.facts import Pool as Pool
from samescore.metrics.facts import broken_axioms as broken_axioms
from samescore.metrics.facts import only_the_first as only_the_first
from samescore.metrics.preparation import Seen, Units, unseen
from samescore.metrics.rows import Row as Row
from samescore.metrics.stages import LateStages as LateStages
from samescore.metrics.stages import LazyStages as LazyStages
from samescore.metrics.stages import Tokens as Tokens
from samescore.metrics.totals import Kept as Kept
from samescore.metrics.totals import Statistics as Statistics
from samescore.metrics.totals import Total as Total
from samescore.metrics.totals import bytes_of_candidates as bytes_of_candidates
from samescore.metrics.totals import column_sums as column_sums
from samescore.metrics.totals import need_segments as need_segments
from samescore.settings import Settings, Stage

if TYPE_CHECKING:
    from samescore.data.batches import Bounds
    from samescore.data.corpus import Line
    from samescore.data.input_files import InputFiles
    from samescore.data.kinds import Data

#: The kinds of input that a metric accepts, and its settings class.
DataT = TypeVar("DataT", bound="Data")
SettingsT = TypeVar("SettingsT", bound=Settings)

#: Approximate memory of a float in a list.
_FLOAT_BYTES = 32


class Metric(abc.ABC, Generic[DataT, SettingsT]):
    """A metric: its names, its settings, its facts, and the functions of the contract.

    A metric with ``needs_references = False`` uses only hypotheses. Settings passed to its methods are always complete.
    """

    name: str
    title: str
    settings: type[SettingsT]
    takes: tuple[type[DataT], ...]
    facts: MetricFacts
    needs_references: bool = True

    #: Whether each row depends only on its own segment: a segment can then be scored without counting again.
    by_segment: ClassVar[bool] = True
    #: Whether the metric counts n-grams of its tokens, of the orders that the knob ``order`` or ``max_order`` names.
    counts_ngrams: ClassVar[bool] = False

    def read(self, files: InputFiles) -> DataT:
        """Return the input read from a command's files; raises `InputError` as the reader of this input kind does."""
        kind: Any = self.takes[0]
        data: DataT = kind.from_files(files)
        return data

    def batches(self, files: InputFiles, bounds: Bounds) -> Iterator[DataT]:
        """Yield the input that `read` returns in consecutive parts, at least one.

        Yields one part if this kind of input can only be read whole.
        """
        batched = getattr(self.takes[0], "batches", None)
        if batched is None:
            return iter((self.read(msgspec.structs.replace(files, read_once=False)),))
        made: Iterator[DataT] = batched(files, bounds)
        return made

    def counting(self, settings: SettingsT) -> SettingsT:
        """Return the settings with the knobs that do not affect the statistics reset to their defaults."""
        return settings.up_to(Stage.STATISTICS)

    @abc.abstractmethod
    def statistics(self, data: DataT, settings: SettingsT) -> Statistics:
        """Return the counts of an input: a row of integers for each segment, or kept data, or both.

        `settings` are settings returned by `counting`.

        An input without segments has no rows. Raises `MetricError` if a segment cannot be counted, such as one without
        references, and `SettingsError` if the settings do not fit the input.
        """

    @abc.abstractmethod
    def total(self, statistics: Statistics, settings: SettingsT) -> Total:
        """Return the contribution of these statistics to the score of the whole input.

        ``total(a).merge(total(b))`` is the total of the input with the segments of a, followed by the segments of b.
        Merging with the total of no segments changes nothing, except in kept data.
        """

    @abc.abstractmethod
    def combine(self, total: Total, settings: SettingsT) -> Trace:
        """Return the score of a total, on the scale of the settings, with its intermediate results.

        The score is within ``lowest`` and ``highest`` of `facts`, times the scale; it is nan if undefined. Raises
        `MetricError` if the settings make the metric raise, such as for an input without segments, and an
        `ArithmeticError`, such as an overflow, if the computation fails otherwise.
        """

    def commutes(self, settings: SettingsT) -> bool:
        """Return whether the score is independent, to the last bit, of the order of the segments."""
        return False

    def segment_stages(self, statistics: Statistics, settings: SettingsT) -> LateStages:
        """Return functions by name that compute the stages with an entry for each segment; empty by default."""
        return {}

    def counted(self, data: DataT, settings: SettingsT) -> Statistics:
        """Return `statistics` under any complete settings, cached on the input. Raises the errors of `statistics`."""
        counting = self.counting(settings)
        return data.remembered((self.name, counting), lambda: self.counter(counting)(data), lambda made: made.memory)

    def counter(self, settings: SettingsT) -> Callable[[DataT], Statistics]:
        """Return a function that computes the `statistics` of an input by the fastest applicable route."""
        return partial(self.statistics, settings=settings)


class ComparesTexts(Metric[DataT, SettingsT]):
    """A mix-in for metrics that compare texts, which turn each line into units: tokens, or characters."""

    @abc.abstractmethod
    def tokens(self, data: DataT, settings: SettingsT) -> Tokens:
        """Return the compared units of each segment: first the hypothesis' units, then the units of each reference.

        Raises `SettingsError` if the settings do not fit the input.
        """

    @abc.abstractmethod
    def prepare(self, line: Line, settings: SettingsT, seen: Seen = unseen, *, reference: bool = False) -> Units:
        """Return the units of one line, a hypothesis or a reference; `seen` is called with the result of each step.

        Raises `SettingsError` if the settings need other input.
        """


class AlignsTexts(ComparesTexts[DataT, SettingsT]):
    """A mix-in for metrics that align each hypothesis with its reference."""

    @abc.abstractmethod
    def alignments(self, data: DataT, settings: SettingsT) -> list[Any]:
        """Return the alignment of each segment, as operations by position.

        Raises `SettingsError` for settings under which the metric counts without an alignment.
        """


def tokens_of(metric: Metric[DataT, SettingsT], data: DataT, settings: SettingsT) -> Tokens:
    """Return the units that the metric compares; empty for a metric that does not compare texts.

    Raises the errors of `ComparesTexts.tokens`.
    """
    return metric.tokens(data, settings) if isinstance(metric, ComparesTexts) else []


def evaluated(metric: Metric[DataT, SettingsT], data: DataT, settings: SettingsT) -> Trace:
    """Return the score of an input, with its intermediate results.

    Raises the errors of `Metric.statistics` and `Metric.combine`.
    """
    made = trace_of(metric, metric.counted(data, settings), settings)

    def tokens() -> Tokens:
        from copy import deepcopy

        return deepcopy(tokens_of(metric, data, settings))

    def alignments() -> list[Any]:
        return metric.alignments(data, settings) if isinstance(metric, AlignsTexts) else []

    return Trace(made.value, made.stages, tokens, alignments)


def trace_of(metric: Metric[DataT, SettingsT], statistics: Statistics, settings: SettingsT) -> Trace:
    """Return the score of statistics with its stages, but without tokens. Raises the errors of `Metric.combine`."""
    total = metric.total(statistics, settings)
    trace = metric.combine(total, settings)
    made = {"rows": statistics, **trace.stages} if statistics.columns else trace.stages
    lazy = metric.segment_stages(statistics, settings) if total.segments else {}
    memory = statistics.memory + _FLOAT_BYTES * total.segments if lazy else 0
    return Trace(trace.value, LazyStages(made, lazy, memory))


def value_of(metric: Metric[DataT, SettingsT], statistics: Statistics, settings: SettingsT) -> float:
    """Return the value of `trace_of` without its stages. Raises the errors of `Metric.combine`."""
    return metric.combine(metric.total(statistics, settings), settings).value


#: A metric looked up by name, with any data and settings; `samescore.metrics.evaluator.check_input` checks the data.
AnyMetric = Metric["Data", Settings]
