"""The contract of a metric: `statistics` of an input, `merge`, and `combine` into a score.

::

    statistics(data, settings)  what is counted: a row of integers for each segment, with named columns
    total(statistics, settings) what these rows contribute to the score of the whole input
    Total.merge                 the total of two parts; associative
    combine(total, settings)    the score, and what every stage on the way produced

However an input is partitioned, the totals of its parts merge into the total of the whole, and give its score bit for
bit. An `additive` metric carries only the sums of its rows. Any other carries the rows themselves, or whatever else it
keeps of the data (`Kept`). A mean of floats depends on the order of the additions, so its terms are carried in order,
eight bytes a segment, unless the settings ask for an exact sum.
"""

from __future__ import annotations

import abc
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

import msgspec

from samescore.base.errors import MetricError
from samescore.base.outcome import Trace
from samescore.kernels import serving
from samescore.metrics.facts import BrokenAxiom as BrokenAxiom
from samescore.metrics.facts import Convention as Convention
from samescore.metrics.facts import MetricFacts as MetricFacts
from samescore.metrics.facts import Pool as Pool
from samescore.metrics.facts import broken_axioms as broken_axioms
from samescore.metrics.facts import only_the_first as only_the_first
from samescore.metrics.jobs import counted_in_parts
from samescore.metrics.least import pays
from samescore.metrics.names import PRESETS, Presets
from samescore.metrics.rows import Row as Row
from samescore.metrics.rows import Rows
from samescore.metrics.summation import Series, joined, mean, series
from samescore.settings import Settings, Stage

if TYPE_CHECKING:
    from samescore.data.batches import Bounds
    from samescore.data.input_files import InputFiles
    from samescore.data.kinds import Data


class Kept(Protocol):
    """What a metric that is not additive keeps of the data in addition to its rows."""

    @property
    def memory(self) -> int:
        """Approximate size in bytes."""

    def merge(self, other: Any, /) -> Any:
        """What is kept of this part and the next one together."""


class Statistics(msgspec.Struct, frozen=True):
    """Integer statistics: ``rows[i][j]`` is column ``columns[j]`` of segment i.

    Rows of one width whose numbers are int64 integers become `Rows`, others tuples. `kept` is whatever else the metric
    keeps of the data; None for most metrics.
    """

    columns: tuple[str, ...]
    rows: Sequence[Row]
    kept: Any = None

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "rows", Rows.of(self.rows))  # shared, so it must not change


class Total(msgspec.Struct, frozen=True):
    """What must be known of a part of an input to score the whole.

    `segments` is the number of rows; `sums` are the columns' sums and `last` is the last row. `series` are the numbers
    of each segment that will be added up, `rows` all rows if the metric is not additive, `kept` whatever else it keeps.
    """

    segments: int = 0
    sums: Row = ()
    last: Row = ()
    series: tuple[Series, ...] = ()
    rows: Sequence[Row] = ()
    kept: Any = None

    @property
    def memory(self) -> int:
        """Approximate size in bytes of what grows with the input: the series, the rows, and what else is kept."""
        series = sum(values.itemsize * len(values) for values in self.series if isinstance(values, array))
        return series + _bytes_of(Statistics((), self.rows, self.kept))

    def merge(self, following: Total) -> Total:
        """The total of this part and the one that follows it."""
        if not self.segments or not following.segments:
            counted = self if self.segments else following
            kept = following.kept if self.kept is None else self.kept
            if self.kept is not None and following.kept is not None:
                kept = self.kept.merge(following.kept)
            return msgspec.structs.replace(counted, kept=kept)
        return Total(
            self.segments + following.segments,
            tuple(a + b for a, b in zip(self.sums, following.sums, strict=True)),
            following.last,
            tuple(joined(a, b) for a, b in zip(self.series, following.series, strict=True)),
            self.rows + following.rows,  # type: ignore[operator]  # tables and tuples add up
            None if self.kept is None else self.kept.merge(following.kept),
        )


def column_sums(rows: Sequence[Row]) -> tuple[int, ...]:
    """The sum of every column; empty if there are no rows."""
    if isinstance(rows, Rows):
        return rows.sums()
    return tuple(map(sum, zip(*rows, strict=True)))


class Metric(abc.ABC):
    """A metric: its names, its settings, its facts, and the functions of the contract.

    A metric with ``needs_references = False`` looks at hypotheses alone.
    """

    name: str
    title: str
    settings: type[Settings]
    takes: tuple[type[Data], ...]
    facts: MetricFacts
    needs_references: bool = True

    #: Does each row depend on its own segment alone? Then a segment can be scored without counting it again.
    by_segment: ClassVar[bool] = True

    @property
    def presets(self) -> Presets:
        """Other established names (``rouge1``), and the knob values that they imply."""
        return PRESETS.get(self.name, ())

    def read(self, files: InputFiles) -> Data:
        """The input in a command's files; raises `InputError` as the reader of its kind does."""
        return self.takes[0].from_files(files)

    def batches(self, files: InputFiles, bounds: Bounds) -> Iterator[Data]:
        """What `read` gives in parts, in order, at least one; in one part where a kind of input is only read whole."""
        batched = getattr(self.takes[0], "batches", None)
        if batched is None:
            return iter((self.read(msgspec.structs.replace(files, read_once=False)),))
        made: Iterator[Data] = batched(files, bounds)
        return made

    def counting(self, s: Any) -> Any:
        """The settings that the statistics depend on; statistics are remembered under them."""
        return s.up_to(Stage.STATISTICS)

    @abc.abstractmethod
    def statistics(self, data: Any, s: Any) -> Statistics:
        """The counts under `s`, settings as returned by `counting`.

        Raises `MetricError` if a segment cannot be counted. An input without segments has no rows.
        """

    def additive(self, s: Any) -> bool:
        """Is the score a function of the sums of the rows (and of the last row and the series)?"""
        return True

    def commutes(self, s: Any) -> bool:
        """Is the score independent of the order of the segments?"""
        return self.additive(s) and (self.adds_exactly(s) if self.averages(s) else True)

    def averages(self, s: Any) -> bool:
        """Is the score a mean of the segments' scores?"""
        return averages(s)

    def is_mean(self, s: Any) -> bool:
        """Is the score the only series' sum, added up as `mean_summation` says, divided by the number of segments?"""
        return self.averages(s)

    def series(self, rows: Sequence[Row], s: Any) -> tuple[Sequence[float], ...]:
        """The numbers of each segment that add up to the score: the segment's score, if scores are averaged."""
        return (self.segment_scores(rows, s),) if self.averages(s) else ()

    def segment_score(self, row: Row, s: Any) -> float:
        """The score of one segment, from its row, on the scale of the settings."""
        raise NotImplementedError(f"{self.name} cannot score a single row")

    def segment_scores(self, rows: Sequence[Row], s: Any) -> Sequence[float]:
        """The score of each segment, from its row: `segment_score` of every row, by kernels if they serve and cover it."""
        made = self.compiled_segment_scores(rows, s) if serving() else None
        return [self.segment_score(row, s) for row in rows] if made is None else made

    def compiled_segment_scores(self, rows: Sequence[Row], s: Any) -> Sequence[float] | None:
        """`segment_score` of every row by kernels, bit for bit; None where they do not cover it, or one has none."""
        return None

    def scores_alone(self, s: Any) -> bool:
        """Is `segment_score` to the last bit the score of a segment that is an input of its own?"""
        return False

    def total(self, statistics: Statistics, s: Any) -> Total:
        """What these statistics contribute to the score of the whole input."""
        if not self.additive(s):
            return Total(len(statistics.rows), rows=statistics.rows, kept=statistics.kept)
        return self.summed(statistics.rows, s, statistics.kept)

    def summed(self, rows: Sequence[Row], s: Any, kept: Any = None) -> Total:
        """The total of rows whose sums are enough."""
        return Total(len(rows), column_sums(rows), rows[-1] if rows else (), self.carried(rows, s), kept=kept)

    def carried(self, rows: Sequence[Row], s: Any) -> tuple[Series, ...]:
        """The numbers of `series` as they are carried: in order, or as exact sums."""
        exact = self.averages(s) and self.adds_exactly(s)
        return tuple(series(values, exact=exact) for values in self.series(rows, s))

    def adds_exactly(self, s: Any) -> bool:
        """Is a mean over segments computed from an exact sum, so that single scores need not be carried?"""
        return self.mean_summation(s) in ("exact", "fsum")

    def mean_summation(self, s: Any) -> str:
        """How the segments' scores are added up for their mean."""
        return str(s.mean_summation)

    def mean(self, total: Total, s: Any) -> float:
        """The mean of the first series, the segments' scores."""
        return mean(total.series[0], self.mean_summation(s))

    def mean_of(self, scores: Sequence[float], s: Any) -> float:
        """The mean of a complete list of scores."""
        return mean(series(scores, exact=self.adds_exactly(s)), self.mean_summation(s))

    @abc.abstractmethod
    def combine(self, total: Total, s: Any) -> Trace:
        """The score of a total, on the scale of the settings, with the product of every stage; nan means undefined.

        Raises `MetricError` where the settings make the metric raise, such as for an input without segments.
        """

    def shows_sentences(self, s: Any) -> bool:
        """Does a trace have the stage ``sentences``, the score of each segment?"""
        return self.averages(s)

    def sentence_scores(self, statistics: Statistics, s: Any) -> list[float]:
        """The score of each segment."""
        return list(self.segment_scores(statistics.rows, s))

    def tokens(self, data: Any, s: Any) -> list[Any]:
        """The units that are compared: for each segment those of the hypothesis, then those of each reference."""
        return []

    def segment_stages(self, statistics: Statistics, s: Any) -> dict[str, Callable[[], Any]]:
        """The stages with an entry for each segment; computed when they are read."""
        if not self.shows_sentences(s):
            return {}
        return {"sentences": lambda: self.sentence_scores(statistics, s)}

    def evaluate(self, data: Any, s: Any) -> Trace:
        """The trace of an input; raises `MetricError` as `statistics` and `combine` do."""
        trace = self.trace(self.counted(data, s), s)

        def tokens() -> list[Any]:
            from copy import deepcopy

            return deepcopy(self.tokens(data, s))

        return Trace(trace.value, trace.stages, tokens)

    def value(self, table: Statistics, s: Any) -> float:
        """The score of statistics: that of `trace`, without the stages."""
        return self.combine(self.total(table, s), s).value

    def trace(self, table: Statistics, s: Any) -> Trace:
        """The trace of statistics, without tokens."""
        total = self.total(table, s)
        trace = self.combine(total, s)
        made = {"rows": table, **trace.stages} if table.columns else trace.stages
        lazy = self.segment_stages(table, s) if total.segments else {}
        memory = _bytes_of(table) + _FLOAT_BYTES * total.segments if lazy else 0
        return Trace(trace.value, LazyStages(made, lazy, memory))

    def counted(self, data: Data, s: Any) -> Statistics:
        """The statistics under `s`, remembered with the input."""
        counting = self.counting(s)
        return data.remembered((self.name, counting), lambda: self.statistics_by_route(data, counting), _bytes_of)

    def covers(self, s: Any) -> bool:
        """Do the kernels count under `s`, settings as returned by `counting`?"""
        return False

    def compiled_statistics(self, data: Any, s: Any) -> Statistics | None:
        """The same as `statistics`, counted by kernels, for settings that they cover.

        None for an input that they do not cover, and wherever `statistics` raises `MetricError`.
        """
        return None

    def statistics_by_route(self, data: Any, s: Any) -> Statistics:
        """The statistics under `s`: by kernels if they serve, pay and cover it, else by the plain route."""
        made = self.statistics_by_kernels(data, s) if serving() and pays(self.name, data) else None
        return self.statistics(data, s) if made is None else made

    def statistics_by_kernels(self, data: Any, s: Any) -> Statistics | None:
        """`compiled_statistics`, in parts where a row depends on its own segment alone; None if they do not cover `s`."""
        if not self.covers(s):
            return None
        count = partial(self.compiled_statistics, s=s)
        return counted_in_parts(data, count) if self.by_segment else count(data)


def averages(s: Any) -> bool:
    """Does the knob ``average`` ask for the mean of the segments' scores?"""
    return getattr(s, "average", "corpus") == "sentences"


class LazyStages(Mapping[str, Any]):
    """Stage products, some of which are computed only when they are read: what they are made of takes `memory` bytes.

    What is lazy in `made` stays so.
    """

    __slots__ = ("_made", "_makers", "memory")
    _made: dict[str, Any]
    _makers: dict[str, Callable[[], Any]]

    def __init__(self, made: Mapping[str, Any], makers: Mapping[str, Callable[[], Any]], memory: int = 0) -> None:
        self.memory = memory
        if isinstance(made, LazyStages):
            self._made, self._makers = dict(made._made), {**made._makers, **makers}
        else:
            self._made, self._makers = dict(made), dict(makers)

    def __getitem__(self, name: str) -> Any:
        if name in self._makers and name not in self._made:
            self._made[name] = self._makers[name]()
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys((*self._made, *self._makers)))

    def __len__(self) -> int:
        return len({*self._made, *self._makers})

    def plain(self) -> LazyStages:
        """The stages as plain lists and numbers, without the rows; those not computed yet stay lazy."""
        made = {name: _plain(stage) for name, stage in self._made.items() if name != "rows"}
        makers = {name: partial(_made_plain, make) for name, make in self._makers.items()}
        return LazyStages(made, makers, self.memory)

    def __repr__(self) -> str:
        return f"LazyStages({dict(self)!r})"


def _plain(stage: Any) -> Any:
    """A stage, whose table is rows."""
    return tuple(stage.rows) if isinstance(stage, Statistics) else stage


def _made_plain(make: Callable[[], Any]) -> Any:
    return _plain(make())


#: Approximate memory of a row of small integers, of each of its numbers, and of a float in a list.
_ROW_BYTES, _NUMBER_BYTES, _FLOAT_BYTES = 56, 8, 32


def bytes_of_candidates(candidates: Sequence[Sequence[Row]]) -> int:
    """Approximate memory of several rows for each segment."""
    return sum(_ROW_BYTES + sum(_ROW_BYTES + _NUMBER_BYTES * len(row) for row in rows) for rows in candidates)


def _bytes_of(statistics: Statistics) -> int:
    if isinstance(statistics.rows, Rows):
        rows = statistics.rows.memory
    else:
        rows = sum(_ROW_BYTES + _NUMBER_BYTES * len(row) for row in statistics.rows)
    kept: Kept | None = statistics.kept
    return rows + (kept.memory if kept is not None else 0)


def need_segments(total: Total) -> None:
    """Raise `MetricError` for an input without segments: most implementations do, one way or another."""
    if not total.segments:
        raise MetricError("the corpus has no segments", kind="ZeroDivisionError")
