"""Convert a report, which has a row for each class and average, to a table of one row.

The relations between classes and averages are defined between columns. In a report they apply to rows, so each cell
becomes a column.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, Literal, NamedTuple

import msgspec

from samescore.verbs.audit.printed_text.intervals import interval
from samescore.verbs.audit.printed_text.tables import Cell, PrintedColumn, PrintedTable, Row
from samescore.verbs.audit.relations.arithmetic import average, overlap
from samescore.verbs.audit.relations.shares import FORMERLY_WEIGHTED, average_named

#: All classes are shown if the probability that the averages match the shown ones by chance is below this.
_SURE = 1 / 100
#: Number of matching averages required for each one that does not match.
_FITTING = 2
#: The scores of classes in a report.
MEASURES = ("precision", "recall", "f1")
#: Names of rows about all classes that do not name a kind of average.
_OVERALL = {"overall", "total", "all", "average", "avg", "avg.", "mean", "sum"}
_ACCURACY = {"accuracy", "acc", "acc."}


def is_report(names: Iterable[str]) -> bool:
    """Return whether these are the row names of a report: several classes, and an average whose name states its kind."""
    last = [_split(name)[1] for name in names]
    return any(map(average_named, last)) and sum(map(_is_class, last)) > 1


def unfold_reports(table: PrintedTable, *, whole: bool = False) -> list[PrintedTable]:
    """Convert each report in a table to a table of one row, and return these tables.

    A table is returned unchanged, in a list, if it does not consist of reports. Rows whose names have the same prefix,
    such as the rows of one system, form a report. `whole` means that the table is one report that shows all classes;
    otherwise the numbers decide whether classes are missing.
    """
    groups: dict[str, list[Row]] = {}
    for row in table.rows:
        group, last = ("", row.name) if whole else _split(row.name)
        groups.setdefault(group, []).append(msgspec.structs.replace(row, name=last))
    repeated = any(times > 1 for times in Counter(row.name for row in table.rows).values())
    scored = any(column.quantity in MEASURES for column in table.columns)
    reports = [whole or is_report(row.name for row in rows) for rows in groups.values()]
    if repeated or not scored or not all(reports):
        return [table]
    return [_unfold(table, group, rows, whole=whole) for group, rows in groups.items()]


def _split(name: str) -> tuple[str, str]:
    """Return the prefix of a row's name (empty for none), and its last part."""
    group, _, last = ("", "", name) if _key(name) == FORMERLY_WEIGHTED else name.rpartition(" / ")
    return group, last


def _unfold(table: PrintedTable, group: str, rows: Sequence[Row], *, whole: bool) -> PrintedTable:
    known, unit = _classes(table, rows, whole=whole), _unit(table, rows)
    if not any(_key(row.name) in _ACCURACY for row in rows):  # an omitted class may also be predicted for items
        known["items"] = "more"
    columns: list[PrintedColumn] = []
    cells: list[Cell] = []
    for row in rows:
        for column, cell in zip(table.columns, row.cells, strict=True):
            if cell.digits and (unfolded := _column(row, column, known)) is not None:
                name = cell.place or f"{row.name}, {column.name}"
                columns.append(msgspec.structs.replace(unfolded, name=name, unit=unfolded.unit or unit))
                cells.append(cell)
    return PrintedTable(", ".join(filter(None, [table.name, group])), columns, [Row("", cells)], table.rounded)


def _column(row: Row, column: PrintedColumn, known: dict[str, Any]) -> PrintedColumn | None:
    """Return the column that a cell of a report becomes; None if no relation applies to it.

    `known` are facts about the report's classes.
    """
    average, label = average_named(row.name), row.name if _is_class(row.name) else ""
    test_set = row.test_set or column.test_set
    if column.quantity == "items":
        return msgspec.structs.replace(column, knobs=known, label=label)
    if column.quantity not in MEASURES or average == "samples":
        return None
    if _key(row.name) in _ACCURACY:
        return PrintedColumn("", "accuracy", known, test_set, unit=column.unit)
    stated = {knob: value for knob, value in column.knobs.items() if knob != "average"}
    knobs = {**stated, **known, **({"average": average} if average else {})}
    return PrintedColumn("", column.quantity, knobs, test_set, label, unit=column.unit)


def _key(name: str) -> str:
    return name.strip().lower()


def _is_class(name: str) -> bool:
    return not (average_named(name) or _key(name) in _ACCURACY | _OVERALL)


class _Average(NamedTuple):
    """How an average in a report matches the shown classes: `chance` is the probability of a match by chance."""

    fits: bool
    chance: float
    weighted: bool


def _classes(table: PrintedTable, rows: Sequence[Row], *, whole: bool) -> dict[str, Any]:
    """Return the fact ``classes`` about a report: the number of classes, ``more`` than shown, or None if unknown.

    There are more if none of several macro averages matches the shown classes. All are shown if their supports add up to
    a total, or if enough averages match. Otherwise, there are more if a macro average (without totals, two of them) does
    not match, or if there are totals and no macro average could have shown a missing class.
    """
    classes = [row for row in rows if _is_class(row.name)]
    supports = _supports(table, classes)
    totals = [total == sum(supports) for total in _totals(table, rows)] if supports else []
    averages = list(_averages(table, rows, classes, supports))
    macro = [average for average in averages if not average.weighted]
    if len(macro) > 1 and not whole and not any(average.fits for average in macro):
        return {"classes": "more"}
    fitting = [average for average in averages if average.fits]
    sure = len(fitting) > _FITTING * (len(averages) - len(fitting))
    if whole or any(totals) or (sure and math.prod({average.chance for average in fitting}) <= _SURE):
        return {"classes": len(classes)}
    told = any(average.chance < 1 for average in macro)
    others = sum(not average.fits for average in macro)
    return {"classes": "more" if others > (0 if totals else 1) or (totals and not told) else None}


def _supports(table: PrintedTable, classes: Sequence[Row]) -> list[int]:
    """Return the number of items of each class; empty if one is not printed as a whole number, or if all are 0."""
    support = next((k for k, column in enumerate(table.columns) if column.quantity == "items"), None)
    counts = [_item_count(row.cells[support]) for row in classes] if support is not None else []
    counted = [count for count in counts if count is not None]
    return counted if len(counted) == len(counts) and sum(counted) > 0 else []


def _totals(table: PrintedTable, rows: Sequence[Row]) -> Iterator[int]:
    """Yield the numbers of items in the rows about all classes, such as averages."""
    for k, column in enumerate(table.columns):
        if column.quantity == "items":
            yield from (
                count for row in rows if not _is_class(row.name) if (count := _item_count(row.cells[k])) is not None
            )


def _averages(
    table: PrintedTable, rows: Sequence[Row], classes: Sequence[Row], supports: Sequence[int]
) -> Iterator[_Average]:
    """Yield how each macro and weighted average matches the shown classes; weighted ones only if supports are known."""
    weights: dict[str, list[int]] = {"macro": [1] * len(classes), "weighted": list(supports)}
    for row in rows:
        for k, column in enumerate(table.columns):
            own, shown = row.cells[k].digits, tuple(other.cells[k].digits for other in classes)
            weight = [Fraction(many) for many in weights.get(average_named(row.name), ())]
            if column.quantity in MEASURES and own and all(shown) and weight:
                values, bounds = [interval(digits) for digits in shown], interval(own)
                expected = average(values, weight)
                width = expected[1] - expected[0] + bounds[1] - bounds[0]
                spread = max(high for _, high in values) - min(low for low, _ in values)
                chance = min(width * (len(shown) + 1) / spread, Fraction(1)) if spread > 2 * width else Fraction(1)
                loose = average([interval(digits, cut_off=True) for digits in shown], weight)
                fits = overlap(loose, interval(own, cut_off=True))
                yield _Average(fits, float(chance), average_named(row.name) == "weighted")


def _unit(table: PrintedTable, rows: Sequence[Row]) -> Literal["", "fraction"]:
    """Return the unit ``fraction`` if all scores except a single one are fractions; otherwise empty.

    The exception is then out of range. At least four fractions are required, each with two or more decimals.
    """
    scored = [k for k, column in enumerate(table.columns) if column.quantity in MEASURES]
    printed = [row.cells[k] for row in rows for k in scored if row.cells[k].digits]
    small = [cell.digits for cell in printed if Fraction(cell.digits) <= 1 and not cell.percent]
    decimals = min((len(digits.partition(".")[2]) for digits in small), default=0)
    return "fraction" if len(printed) == len(small) + 1 > 4 and decimals > 1 else ""


def _item_count(cell: Cell) -> int | None:
    """Return the number of items in a cell; None if it is not a whole number."""
    return int(cell.digits) if re.fullmatch("[0-9]{1,15}", cell.digits) else None
