"""Prepare a table for relations: resolve the meaning of its columns, and treat its cells as intervals."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Mapping
from enum import Enum
from fractions import Fraction
from functools import cached_property

from samescore.base.errors import UnknownNameError
from samescore.metrics import find
from samescore.metrics.base import AnyMetric
from samescore.verbs.audit.printed_text.intervals import Interval, interval, truncated_values
from samescore.verbs.audit.printed_text.tables import ROLES, PrintedColumn, PrintedTable
from samescore.verbs.audit.relations.arithmetic import ONE, ZERO, intersection, overlap
from samescore.verbs.audit.relations.kinds import CellPlace

_COUNTS = {"tp", "fp", "fn", "tn", "items", "hyp_len", "ref_len", "rank"}
_COUNTS |= {f"bleu-{what}-{order}" for what in ("matches", "ngrams") for order in range(1, 10)}
_SHARES = re.compile("bleu-precision-[1-9]|p-value|bp|stderr")
#: Scores that are hardly ever below 1 %.
_OF_CLASSES = {"precision", "recall", "f1", "accuracy", "balanced-accuracy"}
#: Quantities printed in points or percent even if scores are fractions.
_DIFFERENCES = {"delta", "relative"}
_ENDS = {"interval-low", "interval-high"}
#: The interval of an unbounded number.
ANYTHING = (Fraction(-(10**40)), Fraction(10**40))


class Printing(Enum):
    """How the numbers of a table were shortened to their printed digits."""

    ROUNDED = "rounded"
    CUT_OFF = "cut off"
    EITHER = "some rounded, others truncated"

    def interval(self, digits: str) -> Interval:
        """Return the interval of the values that would be printed as these digits, shortened in this way."""
        return truncated_values(digits) if self is Printing.CUT_OFF else interval(digits, self is Printing.EITHER)


@dataclasses.dataclass(frozen=True)
class Sheet:
    """A table with the resolved meaning of its columns."""

    table: PrintedTable

    @cached_property
    def metrics(self) -> list[AnyMetric | None]:
        """The metric of each column; None if the column has another role or is unknown."""
        return [_metric(column.quantity) for column in self.table.columns]

    @cached_property
    def names(self) -> list[str]:
        """The name of each column's metric; for other columns, the role (empty if unknown)."""
        return [
            column.quantity.lower() if metric is None else metric.name
            for column, metric in zip(self.table.columns, self.metrics, strict=True)
        ]

    def knobs(self, column: int) -> Mapping[str, object]:
        """Return the known settings and facts of a column: implied by its metric's name, or stated."""
        stated = self.table.columns[column]
        metric = self.metrics[column]
        if metric is None:
            return stated.knobs
        return {**find(stated.quantity)[1], **metric.settings.by_present_name(stated.knobs)}

    def of(self, name: str, *, like: int | None = None, label: str | None = None) -> list[int]:
        """Return the columns whose metric or role is `name`.

        With `like`, only columns with the test set and the class of this column are returned. `label` selects a class
        instead (empty: all classes together).
        """
        same = self.table.columns[like] if like is not None else None
        return [
            number
            for number, column in enumerate(self.table.columns)
            if self.names[number] == name
            and (same is None or column.test_set == same.test_set)
            and (label is None or column.label == label)
            and (same is None or label is not None or column.label == same.label)
        ]

    def column(self, number: int) -> PrintedColumn:
        """Return the description of a column."""
        return self.table.columns[number]

    def rows(self, *columns: int) -> Iterator[tuple[CellPlace, ...]]:
        """Yield the cells in these columns for each row that has a number in all of them; rows of means are skipped."""
        for number, row in enumerate(self.table.rows):
            if not row.quantity and all(row.cells[column].digits for column in columns):
                yield tuple(CellPlace(number, column) for column in columns)

    def digits(self, place: CellPlace) -> str:
        """Return the digits of the number in a cell; empty if it has none."""
        return self.table.rows[place.row].cells[place.column].digits

    def is_mean_of_runs(self, place: CellPlace) -> bool:
        """Return whether a cell is known to be a mean over several runs, from its ± or a stated number of runs."""
        runs = self.table.columns[place.column].knobs.get("runs")
        return bool(self.table.rows[place.row].cells[place.column].spread) or (isinstance(runs, int) and runs > 1)

    def test_set(self, place: CellPlace) -> str:
        """Return the name of the items that a cell was scored on; empty if unknown."""
        return self.table.rows[place.row].test_set or self.table.columns[place.column].test_set

    def range(self, column: int) -> Interval:
        """Return the least and the greatest possible value of a column, on the scale where a perfect score is 1."""
        name = self.names[column]
        if name == "mean" and self.table.columns[column].of:
            others = [self.table.index(other) for other in self.table.columns[column].of]
            ranges = [ANYTHING if self.names[other] == "mean" else self.range(other) for other in others]
            return min(low for low, _ in ranges), max(high for _, high in ranges)
        if name in _COUNTS:
            return ZERO, ANYTHING[1]
        if _SHARES.fullmatch(name):
            return ZERO, ONE
        if name == "ratio":
            return ZERO, ANYTHING[1]
        metric = self.metrics[column]
        if metric is None or metric.facts.may_exceed_bounds(self.knobs(column)):
            return ANYTHING
        lowest, highest = metric.facts.lowest, metric.facts.highest
        return (
            ANYTHING[0] if lowest is None else Fraction(lowest),
            ANYTHING[1] if highest is None else Fraction(highest),
        )

    def counts(self, column: int) -> bool:
        """Return whether a column holds counts, which are usually printed exactly."""
        return self.names[column] in _COUNTS

    @cached_property
    def ranges(self) -> list[Interval]:
        """The possible range of each column: see `range`."""
        return [self.range(column) for column in range(len(self.table.columns))]

    @cached_property
    def scales(self) -> list[tuple[int, ...]]:
        """The possible scales of each column: 1 (unchanged), 100 (points or percent), or both, 1 first.

        A number with a percent sign, or above the range, implies 100. If both are possible for a column, the scale is 1
        unless some column of the table must have 100; differences may be in points in either case.
        """
        if any(scales == (100,) for scales in self.possible_scales):
            return self.possible_scales
        return [
            scales if name in _DIFFERENCES else scales[:1]
            for name, scales in zip(self.names, self.possible_scales, strict=True)
        ]

    @cached_property
    def plain(self) -> bool:
        """Whether no column must be read as percentages."""
        return (100,) not in self.possible_scales

    def scales_of(self, place: CellPlace) -> tuple[int, ...]:
        """Return the possible scales of a cell: 100 if it has a percent sign, else those of its column."""
        if self.table.rows[place.row].cells[place.column].percent:
            return (100,)
        return self.scales[place.column]

    def scales_below_1(self, place: CellPlace) -> tuple[int, ...]:
        """Return the possible scales of a cell if all scores with the maximum 1 are percentages."""
        possible = self.possible_scales[place.column]
        return (100,) if possible == (1, 100) and self.ranges[place.column][1] == ONE else possible

    @cached_property
    def possible_scales(self) -> list[tuple[int, ...]]:
        """The possible scales of each column, judged only by its own unit and numbers."""
        return [self._possible_scales(column) for column in range(len(self.table.columns))]

    def _possible_scales(self, column: int) -> tuple[int, ...]:
        if self.counts(column) or self.names[column] in ("bp", "ratio", "p-value"):
            return (1,)
        if unit := self.table.columns[column].unit:
            return (100,) if unit == "percent" else (1,)
        if self.names[column] in _ENDS and self.table.columns[column].of:
            about = self.table.index(self.table.columns[column].of[0])
            return (1, 100) if self.names[about] in _ENDS else self._possible_scales(about)
        outside = {1: 0, 100: 0}
        for row in self.table.rows:
            cell = row.cells[column]
            if cell.digits and not cell.percent:
                low, high = interval(cell.digits, cut_off=True)
                for scale in outside:
                    outside[scale] += not overlap((low / scale, high / scale), self.ranges[column])
        if outside[1] > outside[100]:
            return (1,) if self._has_lone_outlier(column) else (100,)
        if any(row.cells[column].percent for row in self.table.rows):
            return (100,)
        return (1, 100)

    def _has_lone_outlier(self, column: int) -> bool:
        """Return whether a column's numbers are fractions, except for a single number above 1, which is out of range.

        Percentages below 1 look like fractions, so the numbers must be typical. Such percentages are rare as scores of
        classes. Scores of texts may be low: they must have three decimals, and the one above 1 must be at least ten
        times as great as the others. Coefficients, which can be negative, may be near 0 by chance, so the result for
        them is False. It is also False if the row of the outlier is above 1 in other columns, which shows that the row
        is in percent, and if a different column has several numbers above 1, which shows that the table is in percent.
        """
        above, others_above = self._above_1(column), [self._above_1(k) for k in self._bounded if k != column]
        if len(above) != 1 or above in others_above or any(len(rows) > 1 for rows in others_above):
            return False
        if self.ranges[column][0] < 0:
            return False
        (outlier,) = above
        numbers = {place.row: self.digits(place) for (place,) in self.rows(column)}
        others = [digits for row, digits in numbers.items() if row != outlier]
        telling = [digits for digits in others if Fraction(digits) not in (0, 1)]
        decimals = min((len(digits.partition(".")[2]) for digits in telling), default=0)
        if self.names[column] in _OF_CLASSES:
            return len(telling) > 1 and decimals > 1
        apart = abs(Fraction(numbers[outlier])) >= 10 * max((abs(Fraction(digits)) for digits in others), default=ONE)
        return len(telling) > 1 and decimals > 2 and apart

    @cached_property
    def _bounded(self) -> list[int]:
        """The columns whose greatest possible value is 1."""
        return [column for column, (_, highest) in enumerate(self.ranges) if highest == ONE]

    def _above_1(self, column: int) -> list[int]:
        """Return the numbers of the rows that have, in this column, a number above 1 without a percent sign."""
        return [
            place.row
            for (place,) in self.rows(column)
            if interval(self.digits(place), cut_off=True)[0] > 1
            and not self.table.rows[place.row].cells[column].percent
        ]

    def value(self, place: CellPlace, printing: Printing, scale: int) -> Interval | None:
        """Return the values that a cell may stand for, within the range of its column; None if there are none.

        The printed number is divided by `scale`.
        """
        digits = self.digits(place)
        if self.counts(place.column):
            low, high = _count_interval(digits, printing)
        else:
            low, high = printing.interval(digits)
        return intersection((low / scale, high / scale), self.ranges[place.column])


def _count_interval(digits: str, printing: Printing) -> Interval:
    """Return the interval of a count, which is exact unless it is printed as a decimal or a power of ten."""
    return (Fraction(digits), Fraction(digits)) if digits.isdecimal() else printing.interval(digits)


def _metric(quantity: str) -> AnyMetric | None:
    """Return the metric with this name; None for a role, such as a p-value shown next to a score, and if unknown."""
    try:
        return find(quantity)[0] if quantity and quantity not in ROLES else None
    except UnknownNameError:
        return None
