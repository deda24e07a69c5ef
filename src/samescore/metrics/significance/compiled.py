"""Score resamples with the kernels, bit for bit as in pure Python.

The kernels draw segments and add up the rows of each resample; its score follows from the sums. Only the rows, one
resample and the sums are in memory. A result of None means that the kernels do not support the case, or that a score
raises an error; then the Python code is used.
"""

from __future__ import annotations

import math
import sys
from array import array
from collections.abc import Sequence
from functools import reduce
from itertools import chain
from operator import add, sub
from typing import Any, TypeAlias

import msgspec

from samescore.base.errors import MetricError
from samescore.kernels import resampled_scores, resampling, splitmix
from samescore.metrics.aggregation import Additive, MeanOfSegments
from samescore.metrics.base import DataT, Metric, Row, SettingsT, Total
from samescore.metrics.edits.ter import rate_of
from samescore.metrics.edits.ter_settings import TerSettings
from samescore.metrics.float32 import single
from samescore.metrics.rows import Rows
from samescore.metrics.significance.interval_settings import IntervalSettings
from samescore.metrics.significance.numpy_floats import Number, WeakFloat32
from samescore.metrics.significance.sacrebleu_scores import formula, of_whole_numbers
from samescore.metrics.significance.settings import PValueSettings
from samescore.metrics.significance.streams import Pcg64, SplitMix64
from samescore.metrics.significance.systems import KeptNumbers, KeptRows, KeptSystem
from samescore.metrics.summation import COMPENSATED

_SMOOTHING = {
    "none": resampled_scores.NONE,
    "floor": resampled_scores.FLOOR,
    "add-k": resampled_scores.ADD_K,
    "exp": resampled_scores.EXP,
}
_ADDITIONS = {"numpy": resampling.PAIRWISE, "left-to-right": resampling.LEFT_TO_RIGHT}
#: Limits below which sums of integers are exact: in 32-bit floats, in the kernel, and in doubles.
_IN_SINGLE, _IN_KERNEL, _IN_DOUBLE = 2**24, 2**31, 2**53
#: Minimum number of segments for which the possible exchanges outnumber the resamples.
_MANY = 20
#: Maximum size of numbers whose differences fit in 16 bits.
_LARGEST = 2**14 - 1


#: An array of integers or of doubles.
Cells: TypeAlias = "array[Any]"


class _Table(msgspec.Struct, frozen=True):
    """The data of some systems to add up, row by row: integers, or doubles that are added up in the order `how`.

    `cells` holds one array for each system, in rows of `width` numbers. `how` is None if the kernels cannot add doubles
    in the required order.
    """

    width: int
    cells: tuple[Cells, ...]
    how: int | None

    def columns(self, drawn: int) -> list[array[int]] | None:
        """Return the columns of each system, one after the other.

        Returns None unless the numbers are small enough for exact sums.

        `drawn` is the number of rows in a resample.
        """
        bound = _IN_SINGLE if self.how == resampling.SINGLE else _IN_KERNEL
        largest = min(_LARGEST, (bound - 1) // drawn)
        if not all(map(_is_whole, self.cells)):
            return None
        whole = [cells if cells.typecode == "q" else array("q", map(int, cells)) for cells in self.cells]
        columns = [resampling.short_columns(cells, self.width, largest) for cells in whole]
        return None if None in columns else columns

    def doubles(self, drawn: int) -> list[array[float]] | None:
        """Return the numbers of each system as doubles; None if the kernels cannot add them up as required.

        `drawn` is the number of rows in a resample.
        """
        if self.how is None:
            return None
        if self.how == resampling.SINGLE:
            return [array("d", map(single, cells)) for cells in self.cells]
        if all(cells.typecode == "d" for cells in self.cells):
            return list(self.cells)
        largest = max(max(map(abs, cells)) for cells in self.cells)
        return [array("d", cells) for cells in self.cells] if largest * drawn < _IN_DOUBLE else None


def _is_whole(cells: Cells) -> bool:
    """Return whether all numbers are integers; doubles must also be small, and not negative zero.

    A sum may keep the sign of a negative zero.
    """
    if cells.typecode == "q":
        return True
    return all(
        number.is_integer() and abs(number) <= _LARGEST and (number or math.copysign(1, number) > 0) for number in cells
    )


def drawn_scores(
    systems: Sequence[KeptSystem], settings: PValueSettings | IntervalSettings, resamples: int
) -> list[list[Number]] | None:
    """Return the scores of each bootstrap resample, one list for each system; None if the kernels cannot compute them.

    All systems use the same segments.
    """
    if settings.sample == "apart":
        return None
    size = len(systems[0])
    drawn = size // 2 if settings.sample == "half" else size
    table = _table(systems, settings.summation, settings.dtype)
    sums = _drawn_sums(table, resamples, drawn, settings) if table and drawn else None
    if table is None or sums is None:
        return None
    return _split_by_system(_scores(systems[0], sums, table.width, drawn, settings.dtype), len(systems))


def _drawn_sums(table: _Table, resamples: int, drawn: int, settings: PValueSettings | IntervalSettings) -> Cells | None:
    """Return the sums of all systems side by side, resample by resample; None if the kernels cannot compute them."""
    columns, width = table.columns(drawn), table.width * len(table.cells)
    sums: Cells | None
    if settings.generator == "splitmix64" and columns is not None and sys.byteorder == "little":
        sums = splitmix.drawn_sums(SplitMix64(settings.seed).state, resamples, drawn, reduce(add, columns), width)
        return sums
    if settings.generator != "pcg64":
        return None
    state = Pcg64(settings.seed).state
    if columns is not None:
        sums = resampling.drawn_sums(state, resamples, drawn, reduce(add, columns), width)
        return sums
    doubles = table.doubles(drawn)
    if doubles is None or table.how is None:
        return None
    cells = array("d", bytes(8 * sum(map(len, doubles))))
    for k, values in enumerate(doubles):
        for column in range(table.width):
            cells[k * table.width + column :: width] = values[column :: table.width]
    sums = resampling.drawn_sums_in_order(state, resamples, drawn, cells, width, table.how)
    return sums


def exchanged_scores(systems: Sequence[KeptSystem], settings: PValueSettings) -> list[list[Number]] | None:
    """Return the scores after random exchanges of segments between two systems, one list for each system.

    Returns None if the kernels cannot compute them.
    """
    size = len(systems[0])
    if (
        settings.generator != "pcg64"
        or settings.exchange != "pairs"
        or (settings.enumeration != "none" and size < _MANY)
    ):
        return None
    systems = [
        KeptRows(system.metric, of_whole_numbers(settings.dtype, system.settings), system.rows)
        if isinstance(system, KeptRows)
        else system
        for system in systems
    ]
    table = _table(systems, settings.summation, "exact")
    if table is None:
        return None
    state, columns = Pcg64(settings.seed).state, table.columns(size)
    if columns is not None:
        totals = [array("q", (sum(side[j : j + size]) for j in range(0, len(side), size))) for side in columns]
        differences = array("h", map(sub, *columns))
        sums: Cells = resampling.exchanged_sums(state, settings.resamples, differences, *totals)
    else:
        doubles = table.doubles(size)
        if doubles is None or table.how is None:
            return None
        sums = resampling.exchanged_sums_in_order(state, settings.resamples, *doubles, table.width, table.how)
    return _split_by_system(_scores(systems[0], sums, table.width, size, "exact"), 2)


def _split_by_system(scores: Sequence[Number] | None, systems: int) -> list[list[Number]] | None:
    return None if scores is None else [list(scores[k::systems]) for k in range(systems)]


def _table(systems: Sequence[KeptSystem], summation: str, dtype: str) -> _Table | None:
    """Return the table of numbers to add up for these systems; None if the kernels cannot score their sums."""
    first = systems[0]
    if isinstance(first, KeptNumbers):
        numbers = [system.numbers for system in systems if isinstance(system, KeptNumbers)]
        if not all(math.isfinite(number) for column in numbers for number in column):
            return None
        return _Table(1, tuple(numbers), _ADDITIONS.get(summation))
    rows = [system.rows for system in systems if isinstance(system, KeptRows)]
    tables = [table for table in rows if isinstance(table, Rows)]
    if not isinstance(first, KeptRows) or len(tables) < len(systems) or len({table.width for table in tables}) > 1:
        return None
    metric, s = first.metric, first.settings
    if isinstance(metric, MeanOfSegments) and _is_mean(metric, s):
        return _table_of_means(tables, metric, s)
    in_float32 = formula(dtype, s)
    if isinstance(s, TerSettings) and s.average == "corpus" and (in_float32 or s.dtype == "float64"):
        if any(0 in table.cells[3::4] for table in tables):
            return None
        how = resampling.SINGLE if in_float32 else resampling.LEFT_TO_RIGHT
        return _Table(2, tuple(_edits_and_lengths(table) for table in tables), how)
    if not in_float32 and not _depends_on_sums(metric, first.rows[:1], s):
        return None
    how = resampling.SINGLE if in_float32 else resampling.LEFT_TO_RIGHT
    return _Table(tables[0].width, tuple(table.cells for table in tables), how)


def _depends_on_sums(metric: Metric[DataT, SettingsT], row: Sequence[Row], settings: SettingsT) -> bool:
    """Return whether the score is a function of the sums of the rows alone."""
    if not isinstance(metric, Additive) or not metric.additive(settings):
        return False
    return metric.commutes(settings) and not metric.carried(row, settings)


def _is_mean(metric: MeanOfSegments[DataT, SettingsT], settings: SettingsT) -> bool:
    """Return whether the score is a mean of segment scores that the kernels can add up in the required order."""
    return metric.additive(settings) and metric.is_mean(settings) and _order_of_additions(metric, settings) is not None


def _order_of_additions(metric: MeanOfSegments[DataT, SettingsT], settings: SettingsT) -> int | None:
    """Return the kernels' code for the order in which a mean is added up; None if they do not support it."""
    how = metric.mean_summation(settings)
    in_order = how == "left-to-right" or (how == "sum" and not COMPENSATED)
    return resampling.LEFT_TO_RIGHT if in_order else None


def _table_of_means(
    tables: Sequence[Rows], metric: MeanOfSegments[DataT, SettingsT], settings: SettingsT
) -> _Table | None:
    """Return the table of the segments' scores; None if a score is undefined or infinite, or raises an error."""
    try:
        scores = [array("d", numbers) for table in tables for numbers in metric.series(table, settings)]
    except (MetricError, ArithmeticError):
        return None
    if len(scores) != len(tables) or not all(math.isfinite(score) for column in scores for score in column):
        return None
    return _Table(1, tuple(scores), resampling.LEFT_TO_RIGHT)


def _edits_and_lengths(rows: Rows) -> array[float]:
    """Return TER's edits and average reference length of each segment, alternating."""
    return array("d", chain.from_iterable((edits, length / count) for edits, _, length, count in rows))


def _scores(system: KeptSystem, sums: Cells, width: int, drawn: int, dtype: str) -> Sequence[Number] | None:
    """Return the scores of rows of sums; None if the Python code may raise an error."""
    if isinstance(system, KeptNumbers):
        return [total / drawn for total in sums]
    if not isinstance(system, KeptRows):
        return None
    metric, s = system.metric, system.settings
    if isinstance(metric, MeanOfSegments) and _is_mean(metric, s):
        return [total / drawn for total in sums]
    if formula(dtype, s):
        return _scores_in_float32(s, array("d", sums), width, dtype)
    if isinstance(s, TerSettings):
        return [rate_of(edits, length, s) for edits, length in zip(sums[0::2], sums[1::2], strict=True)]
    rows = Rows(width, sums if sums.typecode == "q" else array("q", map(int, sums)))
    if isinstance(metric, MeanOfSegments) and metric.scores_alone(s):
        made = metric.compiled_segment_scores(rows, s)
        if made is not None:
            return made
    try:
        return [metric.combine(Total(drawn, row, row), s).value for row in rows]
    except MetricError:
        return None


def _scores_in_float32(settings: Any, sums: array[float], width: int, dtype: str) -> Sequence[Number] | None:
    """Return the scores of rows of sums, in the number types that numpy gives them; None if a score may be an error."""
    weak, metric = dtype == "float32-numpy2", formula(dtype, settings)
    if metric == "bleu":
        added = settings.add_k if settings.smoothing == "add-k" else settings.floor_value
        smoothing = _SMOOTHING[settings.smoothing]
        rules = (settings.max_order, smoothing, added, settings.effective_order, COMPENSATED, weak)
        scores: Sequence[float] | None = resampled_scores.bleu(sums, width, *rules)
        return scores
    if metric == "ter":
        scored = resampled_scores.ter(sums, weak) if settings.empty_reference == "edits" or all(sums[1::2]) else None
    else:
        scored = resampled_scores.chrf(sums, width, settings.beta**2, metric == "chrf-epsilon", weak)
    if scored is None:
        return None
    return [WeakFloat32(score) if short else score for score, short in zip(*scored, strict=True)]
