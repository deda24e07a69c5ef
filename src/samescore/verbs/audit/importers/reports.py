"""A report of classes, which has a row for each class and each average, as a table of one row.

The relations between classes and their averages bind columns. In a report they bind rows, so each of its cells becomes a column.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, Literal

import msgspec

from samescore.data.tables import Cell, Column, Row, Table
from samescore.text.printed import interval
from samescore.verbs.audit.relations.arithmetic import average, mean, overlap
from samescore.verbs.audit.relations.shares import FORMERLY_WEIGHTED, average_named

#: The scores of classes that a report has.
MEASURES = ("precision", "recall", "f1")
#: Names of rows that are about all classes and do not say how.
_OVERALL = {"overall", "total", "all", "average", "avg", "avg.", "mean", "sum"}
_ACCURACY = {"accuracy", "acc", "acc."}


def is_report(names: Iterable[str]) -> bool:
    """Are these the names of the rows of a report: several classes, and an average that says how it is made?"""
    last = [_split(name)[1] for name in names]
    return any(map(average_named, last)) and sum(map(_is_class, last)) > 1


def unfolded(table: Table, *, whole: bool = False) -> list[Table]:
    """The reports in a table, each as a table of one row; the table itself if it has none.

    Rows whose names begin alike, such as those of one system, are a report. `whole` if the table is one report, which shows
    all classes. Otherwise the numbers decide: are the averages those of the classes shown? Where most of them are not, some
    classes are left out.
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
    return [_unfolded(table, group, rows, whole=whole) for group, rows in groups.items()]


def _split(name: str) -> tuple[str, str]:
    """What the name of a row begins with, and its last part."""
    group, _, last = ("", "", name) if _key(name) == FORMERLY_WEIGHTED else name.rpartition(" / ")
    return group, last


def _unfolded(table: Table, group: str, rows: Sequence[Row], *, whole: bool) -> Table:
    known, unit = _classes(table, rows, whole=whole), _unit(table, rows)
    if not any(_key(row.name) in _ACCURACY for row in rows):  # a class may be predicted for items of classes left out
        known["items"] = "more"
    columns: list[Column] = []
    cells: list[Cell] = []
    for row in rows:
        for column, cell in zip(table.columns, row.cells, strict=True):
            if cell.digits and (unfolded := _column(row, column, known)) is not None:
                name = cell.place or f"{row.name}, {column.name}"
                columns.append(msgspec.structs.replace(unfolded, name=name, unit=unfolded.unit or unit))
                cells.append(cell)
    return Table(", ".join(filter(None, [table.name, group])), columns, [Row("", cells)], table.rounded)


def _column(row: Row, column: Column, known: dict[str, Any]) -> Column | None:
    """What a cell of a report holds; None for one that no relation of a report binds."""
    average, label = average_named(row.name), row.name if _is_class(row.name) else ""
    test_set = row.test_set or column.test_set
    if column.quantity == "items":
        return msgspec.structs.replace(column, knobs=known, label=label)
    if column.quantity not in MEASURES or average == "samples":
        return None
    if _key(row.name) in _ACCURACY:
        return Column("", "accuracy", known, test_set, unit=column.unit)
    stated = {knob: value for knob, value in column.knobs.items() if knob != "average"}
    knobs = {**stated, **known, **({"average": average} if average else {})}
    return Column("", column.quantity, knobs, test_set, label, unit=column.unit)


def _key(name: str) -> str:
    return name.strip().lower()


def _is_class(name: str) -> bool:
    return not (average_named(name) or _key(name) in _ACCURACY | _OVERALL)


def _classes(table: Table, rows: Sequence[Row], *, whole: bool) -> dict[str, Any]:
    """How many classes there are, as far as the report shows it: ``more`` than are shown, if its averages are of others."""
    classes = [row for row in rows if _is_class(row.name)]
    agreeing = [] if whole else list(_agreeing(table, rows, classes))
    if whole or (agreeing and (agreeing.count(True) > 1 or all(agreeing))):
        return {"classes": len(classes)}
    return {"classes": "more"} if agreeing.count(False) > 1 else {}


def _agreeing(table: Table, rows: Sequence[Row], classes: Sequence[Row]) -> Iterator[bool]:
    """For each macro or weighted average, and each total of the supports: is it that of the classes shown?"""
    support = next((k for k, column in enumerate(table.columns) if column.quantity == "items"), None)
    weights = [_whole(row.cells[support]) for row in classes] if support is not None else []
    counted = [weight for weight in weights if weight is not None]
    whole = bool(counted) and len(counted) == len(weights) and sum(counted) > 0
    for row in rows:
        how = average_named(row.name)
        if how and whole and support is not None and (total := _whole(row.cells[support])) is not None:
            yield total == sum(counted)
        for k, column in enumerate(table.columns):
            cells = [other.cells[k] for other in classes]
            if column.quantity in MEASURES and row.cells[k].digits and all(cell.digits for cell in cells):
                values = [interval(cell.digits, cut_off=True) for cell in cells]
                own = interval(row.cells[k].digits, cut_off=True)
                if how == "macro":
                    yield overlap(own, mean(values))
                elif how == "weighted" and whole:
                    yield overlap(own, average(values, [Fraction(weight) for weight in counted]))


def _unit(table: Table, rows: Sequence[Row]) -> Literal["", "fraction"]:
    """The unit of scores of which all but one are fractions, so that the one is out of range."""
    scored = [k for k, column in enumerate(table.columns) if column.quantity in MEASURES]
    printed = [row.cells[k] for row in rows for k in scored if row.cells[k].digits]
    small = [cell.digits for cell in printed if Fraction(cell.digits) <= 1 and not cell.percent]
    decimals = min((len(digits.partition(".")[2]) for digits in small), default=0)
    return "fraction" if len(printed) == len(small) + 1 > 4 and decimals > 1 else ""


def _whole(cell: Cell) -> int | None:
    """A number of items; None for a cell that holds none."""
    return int(cell.digits) if re.fullmatch("[0-9]{1,15}", cell.digits) else None
