"""Count a system's files for a comparison: one row of integers for each segment, without keeping the texts.

The files are read in batches, as for `samescore score`; each batch is discarded after counting.
"""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from samescore.base.errors import InputError, MetricError
from samescore.data.batches import batch_of
from samescore.data.corpus import Corpus
from samescore.data.input_files import InputFiles
from samescore.metrics import failed_arithmetic
from samescore.metrics import metric as find_metric
from samescore.metrics.base import Row, Statistics
from samescore.metrics.evaluator import check_input
from samescore.metrics.rows import Rows
from samescore.metrics.significance.systems import KeptRows
from samescore.settings import Settings

#: Number of segments in a batch.
_SEGMENTS = 10_000
#: Approximate memory of a row stored as a tuple, without its numbers.
_ROW_BYTES = 56


class CountedSystem:
    """The counts of a system's segments for a metric, or the error that prevented counting; and a digest of its texts.

    Two instances are equal if their texts are.
    """

    __slots__ = ("_digest", "_rows", "segments")

    def __init__(self, segments: int, rows: KeptRows | MetricError, digest: bytes) -> None:
        self.segments = segments
        self._rows = rows
        self._digest = digest

    def __len__(self) -> int:
        return self.segments

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CountedSystem) and self._digest == other._digest

    def __hash__(self) -> int:
        return hash(self._digest)

    @property
    def memory(self) -> int:
        """Approximate size in bytes."""
        return 0 if isinstance(self._rows, MetricError) else self._rows.memory

    @property
    def rows(self) -> KeptRows:
        """The rows; raises the `MetricError` of a segment that could not be counted."""
        if isinstance(self._rows, MetricError):
            raise self._rows
        return self._rows


def counted_files(
    questions: Sequence[Settings], files: InputFiles, most: int, say: Callable[[int], object] = lambda _: None
) -> list[CountedSystem | None]:
    """Count a system's texts with each of the settings, whose metrics must read the same kind of input.

    The result is None for a metric that needs the texts themselves. `say` is called with the number of segments after
    each batch. Raises `InputError` for files that cannot be read, and if the rows exceed `most` bytes.
    """
    counting = [_Counting(settings) for settings in questions]
    segments, digest = 0, hashlib.sha256()
    encode = msgspec.msgpack.Encoder().encode
    for batch in _batches(files, find_metric(questions[0].metric), most):
        segments += len(batch)
        for each in counting:
            each.add(batch)
        if all(each.needs_texts for each in counting):
            return [None] * len(counting)
        digest.update(b"".join(map(encode, zip(batch.hypothesis_lines, batch.reference_lines, strict=True))))
        if (kept := sum(each.memory for each in counting)) > most:
            raise InputError(
                f"{files.scored}: the counts of {segments:,} segments take {kept / 2**20:,.0f} MiB, and may take "
                f"{most / 2**20:,.0f}",
                hint="compare fewer systems or metrics at a time, or let it keep more: --memory GIB",
            )
        say(segments)
    whole = digest.digest()
    return [None if each.needs_texts else CountedSystem(segments, each.rows(), whole) for each in counting]


def _batches(files: InputFiles, reader: Any, most: int) -> Iterator[Corpus]:
    batches: Iterator[Corpus] = reader.batches(files, batch_of(_SEGMENTS, most))
    return batches


class _Counting:
    """Collects the rows for some settings, batch by batch."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.needs_texts = False
        self._metric = find_metric(settings.metric)
        self._problem: MetricError | None = None
        self._width = 0
        self._cells = array("q")
        self._others: list[Row] = []  # all rows, once some differ in width or are not a table

    @property
    def memory(self) -> int:
        """Approximate size in bytes of the collected rows."""
        others = len(self._others) * (_ROW_BYTES + 8 * len(self._others[0])) if self._others else 0
        return 8 * len(self._cells) + others

    def add(self, batch: Corpus) -> None:
        """Count the next batch; does nothing after an error, or for a metric that needs the texts."""
        if self.needs_texts or self._problem is not None:
            return
        check_input(self._metric, batch)
        try:
            counted = self._metric.counted(batch, self.settings)
        except MetricError as problem:
            self._problem = problem
            self._forget()
        except ArithmeticError as problem:
            self._problem = failed_arithmetic(problem)
            self._forget()
        else:
            self._add(counted, len(batch))

    def _add(self, counted: Statistics, segments: int) -> None:
        if not self._metric.by_segment or counted.kept is not None or len(counted.rows) != segments:
            self.needs_texts = True
            self._forget()
            return
        rows = counted.rows
        if isinstance(rows, Rows) and not self._others and self._width in (0, rows.width):
            self._width = rows.width
            self._cells.extend(rows.cells)
        elif rows:
            others = self._others or list(self._table())
            others.extend(rows)
            self._forget()
            self._others = others

    def rows(self) -> KeptRows | MetricError:
        """Return the rows of all batches."""
        if self._problem is not None:
            return self._problem
        return KeptRows(self._metric, self.settings, tuple(self._others) or self._table())

    def _table(self) -> Sequence[Row]:
        return Rows(self._width, self._cells) if self._width else ()

    def _forget(self) -> None:
        self._cells, self._others = array("q"), []
