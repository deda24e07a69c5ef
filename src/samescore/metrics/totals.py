"""The statistics of an input, and totals: the data of each part that suffice to score the whole."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any, ClassVar, Protocol, TypeVar

import msgspec

from samescore.base.errors import MetricError
from samescore.metrics.rows import Row, Rows, bytes_of_rows
from samescore.metrics.summation import Series, join_series

Same = TypeVar("Same")

#: Approximate memory of a list of rows.
_LIST_BYTES = 56


class Kept(Protocol):
    """Data that a metric without additive rows keeps in addition to its rows."""

    #: A description of the data that grow with the input, for the error when they need too much memory.
    grows: ClassVar[str]

    @property
    def memory(self) -> int:
        """The approximate size in bytes."""

    def merge(self: Same, other: Same, /) -> Same:
        """Return the kept data of this part and of the following part together."""


class Statistics(msgspec.Struct, frozen=True):
    """Integer statistics: ``rows[i][j]`` is column ``columns[j]`` of segment i.

    Rows of equal width with int64 integers become `Rows`, others tuples. `kept` is other data that the metric keeps;
    None for most metrics.
    """

    columns: tuple[str, ...]
    rows: Sequence[Row]
    kept: Any = None

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "rows", Rows.of(self.rows))  # shared, so it must not change

    @property
    def memory(self) -> int:
        """The approximate size in bytes."""
        rows = bytes_of_rows(self.rows)
        kept: Kept | None = self.kept
        return rows + (kept.memory if kept is not None else 0)


class Total(msgspec.Struct, frozen=True):
    """The information about part of an input that suffices to score the whole.

    `segments` is the number of segments, `sums` are the column sums, and `last` is the last row. `series` are numbers
    of each segment to add up later, `rows` all rows if the metric is not additive, and `kept` is other kept data.
    """

    segments: int = 0
    sums: Row = ()
    last: Row = ()
    series: tuple[Series, ...] = ()
    rows: Sequence[Row] = ()
    kept: Any = None

    @property
    def memory(self) -> int:
        """The approximate size in bytes of the data that grow with the input: series, rows, and kept data."""
        series = sum(values.itemsize * len(values) for values in self.series if isinstance(values, array))
        return series + Statistics((), self.rows, self.kept).memory

    @property
    def grows(self) -> str:
        """The data that grow with the input, described in words; empty if none do."""
        if self.kept is not None:
            kept: Kept = self.kept
            return kept.grows
        if self.rows:
            return "the counts of every segment"
        return "the score of every segment, in order" if any(isinstance(s, array) for s in self.series) else ""

    def merge(self, following: Total) -> Total:
        """Return the total of this part followed by another one.

        The total of no segments is neutral, except that its kept data are merged.
        """
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
            tuple(join_series(a, b) for a, b in zip(self.series, following.series, strict=True)),
            self.rows + following.rows,  # type: ignore[operator]  # tables and tuples add up
            None if self.kept is None else self.kept.merge(following.kept),
        )


def column_sums(rows: Sequence[Row]) -> tuple[int, ...]:
    """Return the sum of every column; empty if there are no rows."""
    if isinstance(rows, Rows):
        return rows.sums()
    return tuple(map(sum, zip(*rows, strict=True)))


def bytes_of_candidates(candidates: Sequence[Sequence[Row]]) -> int:
    """Return the approximate memory, in bytes, of lists of rows, one for each segment."""
    return sum(_LIST_BYTES + bytes_of_rows(rows) for rows in candidates)


def need_segments(total: Total) -> None:
    """Raise `MetricError` for an input without segments, as most implementations raise some error."""
    if not total.segments:
        raise MetricError("the input has no segments", kind="ZeroDivisionError", hint="pass at least one segment")
