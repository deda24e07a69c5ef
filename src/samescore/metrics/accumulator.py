"""Score an input that comes in blocks of segments: each block is counted, then discarded.

::

    count(metric, s, block)        the contribution of a block, in any thread or process
    Accumulator.add(counted)       add the contribution of the next block, or of several blocks
    Accumulator.total()            the total of all blocks, which another accumulator can add
    Accumulator.finish(metric, s)  the score of all blocks, bit for bit the score of one input

Streams of batches, the systems of a comparison and the shards of a cluster are accumulated in this way.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from samescore.base.errors import MetricError
from samescore.base.outcome import Trace
from samescore.metrics import failed_arithmetic
from samescore.metrics.base import AnyMetric, Statistics, Total
from samescore.metrics.evaluator import check_input
from samescore.metrics.rows import GatheredRows

if TYPE_CHECKING:
    from samescore.data.kinds import Data

#: The contribution of a block: its total, or the error that it raised.
Counted = Total | MetricError


def count(
    metric: AnyMetric, settings: Any, block: Data, total: Callable[[Statistics, Any], Total] | None = None
) -> Counted:
    """Return the contribution of a block under complete settings: its total, or the `MetricError` that counting raised.

    `total` makes the total from the statistics; by default the metric does. Raises `SettingsError` if the metric does
    not accept this kind of input, or if the settings do not fit it.
    """
    check_input(metric, block)
    try:
        return (total or metric.total)(metric.counted(block, settings), settings)
    except MetricError as problem:
        return problem
    except ArithmeticError as problem:
        return failed_arithmetic(problem)


def keep_rows(statistics: Statistics, _: Any = None) -> Total:
    """Return a total that keeps a whole block: its rows, and any other kept data."""
    return Total(len(statistics.rows), rows=statistics.rows, kept=statistics.kept)


class Accumulator:
    """The data needed to score the blocks added so far as one input: their total, or the first error.

    Rows are copied once. The rest is merged in pairs, pairs of pairs and so on, so data that a metric keeps are copied
    only a few times, however many blocks there are. Merging is associative: any grouping gives the same total.
    """

    def __init__(self) -> None:
        #: The error of the first block that has no total; None if all have one.
        self.problem: MetricError | None = None
        self._rows = GatheredRows()
        #: For each merged total: its number of blocks (falling powers of two), the total without rows, its size in
        #: bytes.
        self._merged: list[tuple[int, Total, int]] = []

    def add(self, counted: Counted) -> None:
        """Add the contribution of the next block, or of several blocks together; after an error nothing more is added."""
        if self.problem is not None:
            return
        if isinstance(counted, MetricError):
            self.problem, self._rows, self._merged = counted, GatheredRows(), []
            return
        self._rows.add(counted.rows)
        total, blocks = msgspec.structs.replace(counted, rows=()), 1
        while self._merged and self._merged[-1][0] == blocks:
            total = self._merged.pop()[1].merge(total)
            blocks *= 2
        self._merged.append((blocks, total, total.memory))

    @property
    def memory(self) -> int:
        """The approximate size in bytes of the data that grow with the input."""
        return self._rows.memory + sum(memory for _, _, memory in self._merged)

    @property
    def grows(self) -> str:
        """The data that grow with the input, described in words; empty if none do."""
        first = self._merged[0][1] if self._merged else Total()
        return msgspec.structs.replace(first, rows=self._rows.rows()).grows

    def total(self) -> Total:
        """Return the total of all blocks (an empty total if there are none), and clear the accumulator.

        Raises the `MetricError` of the first block that has no total.
        """
        if self.problem is not None:
            raise self.problem
        total = self._merged.pop()[1] if self._merged else Total()
        while self._merged:
            total = self._merged.pop()[1].merge(total)
        rows, self._rows = self._rows.rows(), GatheredRows()
        return msgspec.structs.replace(total, rows=rows)

    def finish(self, metric: AnyMetric, settings: Any) -> Trace:
        """Return the score of all blocks, and clear the accumulator.

        Raises the error of the first block that has no total. Otherwise raises the errors of `Metric.combine`; an
        `ArithmeticError`, such as an overflow, becomes a `MetricError`.
        """
        total = self.total()
        try:
            return metric.combine(total, settings)
        except ArithmeticError as problem:
            raise failed_arithmetic(problem) from None
