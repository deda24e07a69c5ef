"""The contract of a metric: `statistics` of an input, `merge`, and `combine` into a score.

::

    statistics(data, settings)  what is counted: a row of integers for each segment, with named columns
    total(statistics, settings) what must be known of these rows to score the input that they are a part of
    Total.merge                 the total of two parts; associative
    combine(total, settings)    the score, and what every stage on the way produced

Whatever the partition of an input, its parts' totals merge into the total of the whole, and so give its score bit for
bit. A metric that is `additive` carries the sums of its rows. One that is not carries the rows, or what it keeps of
the data besides (`Kept`). Means of floats depend on the order of additions, so their terms are carried in order, eight
bytes a segment, unless the settings ask for an exact sum.
"""

from __future__ import annotations

import abc
import dataclasses
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Literal, Protocol

from samescore.data.kinds import Data
from samescore.errors import MetricError
from samescore.metrics.summation import Series, joined, mean, series
from samescore.outcome import Trace
from samescore.settings import Settings, Stage

Row = Sequence[int]


class Kept(Protocol):
    """What a metric that is not additive keeps of the data besides its rows."""

    @property
    def memory(self) -> int:
        """The bytes that it takes, about."""

    def merge(self, other: Any, /) -> Any:
        """The same of this part and the next one together."""


@dataclasses.dataclass(frozen=True, slots=True)
class Statistics:
    """Integer statistics: ``rows[i][j]`` is column ``columns[j]`` of segment i.

    `kept` is what the metric keeps of the data besides; None for most.
    """

    columns: tuple[str, ...]
    rows: Sequence[Row]
    kept: Any = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "rows", tuple(map(tuple, self.rows)))  # shared, so it must not change

    def total(self) -> list[int]:
        """The sum of all rows."""
        return list(column_sums(self.rows))


@dataclasses.dataclass(frozen=True, slots=True)
class Total:
    """What must be known of a part of an input to score the whole.

    `segments` is the number of rows; `sums` are the columns' sums and `last` is the last row. `series` are the numbers
    of each segment that will be added up, `rows` all rows where the metric is not additive, `kept` what it keeps besides.
    """

    segments: int = 0
    sums: Row = ()
    last: Row = ()
    series: tuple[Series, ...] = ()
    rows: tuple[Row, ...] = ()
    kept: Any = None

    def merge(self, following: Total) -> Total:
        """The total of this part and the one that follows it."""
        if not self.segments or not following.segments:
            counted = self if self.segments else following
            kept = following.kept if self.kept is None else self.kept
            if self.kept is not None and following.kept is not None:
                kept = self.kept.merge(following.kept)
            return dataclasses.replace(counted, kept=kept)
        return Total(
            self.segments + following.segments,
            tuple(a + b for a, b in zip(self.sums, following.sums, strict=True)),
            following.last,
            tuple(joined(a, b) for a, b in zip(self.series, following.series, strict=True)),
            self.rows + following.rows,
            None if self.kept is None else self.kept.merge(following.kept),
        )


def column_sums(rows: Sequence[Row]) -> tuple[int, ...]:
    """The sum of every column; nothing where there are no rows."""
    return tuple(map(sum, zip(*rows, strict=True)))


#: Which pool of generated inputs brings out a metric's edge cases: see `samescore.generators`.
Pool = Literal["texts", "rouge", "translation", "long-translation", "edits", "answers", "by-kind"]


@dataclasses.dataclass(frozen=True, slots=True)
class MetricFacts:
    """What is known of a metric besides how it is computed.

    `lowest` and `highest` bound its scores, highest being that of a perfect input on the scale of 1 (None: no bound).
    `higher_is_better` is None where a score is not good or bad in itself. `counted` says that the score is a number of
    right items over all items. `stages` are the products of its traces in the order of the pipeline. `plausible` are
    the values of knobs that publications leave unsaid, the usual one first; `rounding` those of knobs that only round.
    """

    lowest: float | None
    highest: float | None
    higher_is_better: bool | None
    stages: tuple[str, ...]
    inputs: Pool
    counted: bool = False
    axioms: bool = False  # are `samescore axioms` stated for it?
    plausible: Mapping[str, Sequence[Any]] = dataclasses.field(default_factory=dict)
    rounding: Mapping[str, Sequence[Any]] = dataclasses.field(default_factory=dict)


Presets = tuple[tuple[str, tuple[tuple[str, object], ...]], ...]


class Metric(abc.ABC):
    """A metric: its names, its settings, its facts, and the functions of the contract.

    `presets` maps other established names (``rouge1``) to knob values. A metric that does not `needs_references` looks
    at hypotheses alone.
    """

    name: str
    title: str
    settings: type[Settings]
    takes: tuple[type[Data], ...]
    facts: MetricFacts
    presets: Presets = ()
    needs_references: bool = True

    #: Does a row depend on its own segment alone, so that a segment's score needs no second count?
    by_segment: ClassVar[bool] = True

    def counting(self, s: Any) -> Any:
        """The settings that the statistics depend on: those with which they are remembered."""
        return s.up_to(Stage.STATISTICS)

    @abc.abstractmethod
    def statistics(self, data: Any, s: Any) -> Statistics:
        """What is counted under `s`, which are settings as `counting` makes them.

        Raises `MetricError` where a segment has no statistics. An input without segments has no rows.
        """

    def additive(self, s: Any) -> bool:
        """Is the score a function of the sums of the rows (and of the last row and the series)?"""
        return True

    def commutes(self, s: Any) -> bool:
        """Is the score the same for the segments in any order?"""
        return self.additive(s) and (self.adds_exactly(s) if self.averages(s) else True)

    def averages(self, s: Any) -> bool:
        """Is the score a mean of the segments' scores?"""
        return averages(s)

    def series(self, rows: Sequence[Row], s: Any) -> tuple[Sequence[float], ...]:
        """The numbers of each segment that are added up to the score: its own score, where these are averaged."""
        return ([self.segment_score(row, s) for row in rows],) if self.averages(s) else ()

    def segment_score(self, row: Row, s: Any) -> float:
        """The score of one segment, from its row, in the settings' scale."""
        raise NotImplementedError(f"{self.name} has no score of a row")

    def total(self, statistics: Statistics, s: Any) -> Total:
        """What these statistics contribute to the score of the input that they are a part of."""
        rows = tuple(statistics.rows)
        if not self.additive(s):
            return Total(len(rows), rows=rows, kept=statistics.kept)
        return self.summed(rows, s, statistics.kept)

    def summed(self, rows: Sequence[Row], s: Any, kept: Any = None) -> Total:
        """The total of rows that need not be carried themselves."""
        return Total(len(rows), column_sums(rows), rows[-1] if rows else (), self.carried(rows, s), kept=kept)

    def carried(self, rows: Sequence[Row], s: Any) -> tuple[Series, ...]:
        """The numbers of `series` as they are carried: in order, or as exact sums."""
        exact = self.averages(s) and self.adds_exactly(s)
        return tuple(series(values, exact=exact) for values in self.series(rows, s))

    def adds_exactly(self, s: Any) -> bool:
        """Is a mean over segments made from an exact sum, so that no score need be carried?"""
        return self.mean_summation(s) in ("exact", "fsum")

    def mean_summation(self, s: Any) -> str:
        """How the segments' scores are added up for their mean."""
        return str(s.mean_summation)

    def mean(self, total: Total, s: Any) -> float:
        """The mean of the first series, the segments' scores."""
        return mean(total.series[0], self.mean_summation(s))

    def mean_of(self, scores: Sequence[float], s: Any) -> float:
        """The mean of scores that are all at hand."""
        return mean(series(scores, exact=self.adds_exactly(s)), self.mean_summation(s))

    @abc.abstractmethod
    def combine(self, total: Total, s: Any) -> Trace:
        """The score of a total, in its settings' scale, and the product of every stage; nan is undefined.

        Raises `MetricError` where these settings raise, for an input without segments among others.
        """

    def shows_sentences(self, s: Any) -> bool:
        """Has a trace the stage ``sentences``, the scores of the segments one by one?"""
        return self.averages(s)

    def sentence_scores(self, statistics: Statistics, s: Any) -> list[float]:
        """The scores of the segments one by one."""
        return [self.segment_score(row, s) for row in statistics.rows]

    def tokens(self, data: Any, s: Any) -> list[Any]:
        """The units that are compared: for each segment those of the hypothesis, then those of each reference."""
        return []

    def segment_stages(self, statistics: Statistics, s: Any) -> dict[str, Callable[[], Any]]:
        """The stages that say something of every segment; made when they are read."""
        if not self.shows_sentences(s):
            return {}
        return {"sentences": lambda: self.sentence_scores(statistics, s)}

    def evaluate(self, data: Any, s: Any) -> Trace:
        """The trace of an input; raises `MetricError` as `statistics` and `combine` do."""
        trace = self.trace(self.counted(data, s), s)
        return dataclasses.replace(trace, tokens=lambda: self.tokens(data, s))

    def trace(self, table: Statistics, s: Any) -> Trace:
        """The trace of statistics, without tokens."""
        total = self.total(table, s)
        trace = self.combine(total, s)
        made = {"rows": table, **trace.stages} if table.columns else trace.stages
        lazy = self.segment_stages(table, s) if total.segments else {}
        return Trace(trace.value, LazyStages(made, lazy))

    def counted(self, data: Data, s: Any) -> Statistics:
        """The statistics under `s`, remembered with the input."""
        counting = self.counting(s)
        return data.remembered((self.name, counting), lambda: self.statistics(data, counting), _bytes_of)


def averages(s: Any) -> bool:
    """Does the knob ``average`` ask for the mean of the segments' scores?"""
    return getattr(s, "average", "corpus") == "sentences"


class LazyStages(Mapping[str, Any]):
    """Stage products, some of which are made when they are read."""

    __slots__ = ("_made", "_makers")

    def __init__(self, made: Mapping[str, Any], makers: Mapping[str, Callable[[], Any]]) -> None:
        self._made = dict(made)
        self._makers = dict(makers)

    def __getitem__(self, name: str) -> Any:
        if name in self._makers and name not in self._made:
            self._made[name] = self._makers[name]()
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys((*self._made, *self._makers)))

    def __len__(self) -> int:
        return len({*self._made, *self._makers})

    def plain(self) -> LazyStages:
        """The stages as plain lists and numbers, without the rows; what is not made yet stays so."""
        made = {
            name: stage.rows if isinstance(stage, Statistics) else stage
            for name, stage in self._made.items()
            if name != "rows"
        }
        return LazyStages(made, self._makers)

    def __repr__(self) -> str:
        return f"LazyStages({dict(self)!r})"


#: What a row of small integers takes in memory, and each of its numbers.
_ROW_BYTES, _NUMBER_BYTES = 56, 8


def bytes_of_candidates(candidates: Sequence[Sequence[Row]]) -> int:
    """The memory that several rows for each segment take."""
    return sum(_ROW_BYTES + sum(_ROW_BYTES + _NUMBER_BYTES * len(row) for row in rows) for rows in candidates)


def _bytes_of(statistics: Statistics) -> int:
    rows = sum(_ROW_BYTES + _NUMBER_BYTES * len(row) for row in statistics.rows)
    kept: Kept | None = statistics.kept
    return rows + (kept.memory if kept is not None else 0)


def need_segments(total: Total) -> None:
    """Raise `MetricError` for an input without segments: every known implementation does, one way or another."""
    if not total.segments:
        raise MetricError("the corpus has no segments", kind="ZeroDivisionError")
