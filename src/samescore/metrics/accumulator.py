"""The score of an input that comes in blocks of segments: each block is counted and forgotten.

::

    count(metric, s, block)        what a block contributes, in any thread or process
    Accumulator.add(counted)       add what the next block contributes, or several blocks together
    Accumulator.total()            the total of all blocks, which another accumulator can add
    Accumulator.finish(metric, s)  the score of all blocks, bit for bit that of one input

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

#: What blocks contribute: their total, or why they have none.
Counted = Total | MetricError


def count(
    metric: AnyMetric, settings: Any, block: Data, total: Callable[[Statistics, Any], Total] | None = None
) -> Counted:
    """What a block contributes under complete settings; `total` makes it of the statistics, by default as the metric does.

    Raises `SettingsError` if the metric does not take this kind of input, or if the settings do not fit it.
    """
    check_input(metric, block)
    try:
        return (total or metric.total)(metric.counted(block, settings), settings)
    except MetricError as problem:
        return problem
    except ArithmeticError as problem:
        return failed_arithmetic(problem)


def keep_rows(statistics: Statistics, _: Any = None) -> Total:
    """The total of a block that forgets nothing: its rows, and what else is kept."""
    return Total(len(statistics.rows), rows=statistics.rows, kept=statistics.kept)


class Accumulator:
    """What must be known of the blocks added so far to score them as one input: their total, or the first error.

    Rows are copied once. The rest is merged in pairs, pairs in pairs and so on, so that what a metric keeps is copied a
    few times only, however many blocks there are. Merging is associative: any grouping gives the same total.
    """

    def __init__(self) -> None:
        #: The error of the first block that has no total; None if all have one.
        self.problem: MetricError | None = None
        self._rows = GatheredRows()
        #: How many blocks each is of, falling powers of two, and what it takes in bytes. They have no rows.
        self._merged: list[tuple[int, Total, int]] = []

    def add(self, counted: Counted) -> None:
        """Add what the next block contributes, or several blocks together; nothing is added after an error."""
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
        """Approximate size in bytes of what grows with the input."""
        return self._rows.memory + sum(memory for _, _, memory in self._merged)

    @property
    def grows(self) -> str:
        """What grows with the input, in words; empty if nothing does."""
        first = self._merged[0][1] if self._merged else Total()
        return msgspec.structs.replace(first, rows=self._rows.rows()).grows

    def total(self) -> Total:
        """The total of all blocks, empty for none; the accumulator is empty afterwards.

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
        """The score of all blocks, from their `total`; raises what `Metric.combine` raises."""
        total = self.total()
        try:
            return metric.combine(total, settings)
        except ArithmeticError as problem:
            raise failed_arithmetic(problem) from None
