"""Count a system's files for a comparison: one row of integers for each segment, without keeping the texts.

The files are read in batches, as for `samescore score`; each batch is discarded after counting.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from samescore.base.errors import InputError, MetricError
from samescore.data.batches import batch_of
from samescore.data.corpus import Corpus
from samescore.data.input_files import InputFiles
from samescore.metrics import metric as find_metric
from samescore.metrics.accumulator import Accumulator, count, keep_rows
from samescore.metrics.base import Total
from samescore.metrics.significance.systems import KeptRows
from samescore.settings import Settings

#: Number of segments in a batch.
_SEGMENTS = 10_000


class CountedSystem:
    """The counts of a system's segments for a metric, or the error that prevented counting.

    A digest of its texts is kept: two instances are equal if their texts are equal.
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
        """The approximate size of the rows in bytes."""
        return 0 if isinstance(self._rows, MetricError) else self._rows.memory

    @property
    def rows(self) -> KeptRows:
        """The rows of counts, one for each segment; raises `MetricError` if a segment could not be counted."""
        if isinstance(self._rows, MetricError):
            raise self._rows
        return self._rows


def counted_files(
    questions: Sequence[Settings], files: InputFiles, most: int, say: Callable[[int], object] = lambda _: None
) -> list[CountedSystem | None]:
    """Count a system's texts with each of the settings, and return the counts in the same order.

    The metrics must read the same kind of input. An entry is None if its metric needs the texts themselves. `say`
    is called with the number of segments so far after each batch. Raises `InputError` for files that cannot be read,
    and if the rows exceed `most` bytes.
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
                f"{files.scored}: the counts of {segments:,} segments need {kept / 2**20:,.0f} MiB; the limit is "
                f"{most / 2**20:,.0f}",
                hint="compare fewer systems or metrics at a time, or raise the limit: --memory GIB",
            )
        say(segments)
    whole = digest.digest()
    return [None if each.needs_texts else CountedSystem(segments, each.rows(), whole) for each in counting]


def _batches(files: InputFiles, reader: Any, most: int) -> Iterator[Corpus]:
    batches: Iterator[Corpus] = reader.batches(files, batch_of(_SEGMENTS, most))
    return batches


class _Counting:
    """A collector of the rows of counts under some settings, batch by batch.

    `needs_texts` becomes true if the metric has no such rows and needs the texts; nothing is then kept.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.needs_texts = False
        self._metric = find_metric(settings.metric)
        self._whole = Accumulator()

    @property
    def memory(self) -> int:
        """The approximate size of the kept counts in bytes."""
        return self._whole.memory

    def add(self, batch: Corpus) -> None:
        """Count the next batch, unless an earlier batch had an error or the metric needs the texts."""
        if self.needs_texts or self._whole.problem is not None:
            return
        counted = count(self._metric, self.settings, batch, keep_rows)
        if isinstance(counted, Total) and not self._rows_are_all(counted, len(batch)):
            self.needs_texts, self._whole = True, Accumulator()
        else:
            self._whole.add(counted)

    def _rows_are_all(self, counted: Total, segments: int) -> bool:
        """Return whether the counts consist of nothing but one row for each segment."""
        return self._metric.by_segment and counted.kept is None and counted.segments == segments

    def rows(self) -> KeptRows | MetricError:
        """Return the rows of all batches, or the error that prevented counting."""
        return self._whole.problem or KeptRows(self._metric, self.settings, self._whole.total().rows)
