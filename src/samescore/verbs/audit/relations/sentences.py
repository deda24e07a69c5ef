"""Describe a broken relation in one sentence."""

from __future__ import annotations

from samescore.verbs.audit.printed_text.intervals import Interval
from samescore.verbs.audit.relations.judge import Judgement
from samescore.verbs.audit.relations.kinds import CellPlace, Relation
from samescore.verbs.audit.relations.sheet import ANYTHING, Sheet

#: Maximum number of cells that a sentence lists; if there are more, the rest are counted.
_NAMED = 6


def sentence(sheet: Sheet, relation: Relation, judgement: Judgement) -> str:
    """Return a sentence about a broken relation: the possible range of its first number, and the printed number.

    The usual value of the number is included if it is known.
    """
    first, *others = relation.places
    named = [f"{_cell_name(sheet, place, first)} {_printed_text(sheet, place)}" for place in others]
    if len(named) > _NAMED:
        named = [*named[: _NAMED - 1], f"{len(named) - _NAMED + 1} more"]
    told = f"with {', '.join(named[:-1])} and {named[-1]}" if len(named) > 1 else f"with {named[0]}" if named else ""
    where = " or ".join(dict.fromkeys(map(_range_text, judgement.possible)))
    row = sheet.table.rows[first.row].name
    why = relation.name
    if relation.usual is not None and judgement.usual is not None:
        decimals = len(sheet.digits(first).partition(".")[2])
        why += f"; {relation.usual.name} is {float(judgement.usual):.{decimals}f}"
    said = f"{sheet.column(first.column).name} lies {where}, not at {_printed_text(sheet, first)} ({why})"
    return ": ".join(filter(None, [row, ", ".join(filter(None, [told, said]))]))


def out_of_range(sheet: Sheet, place: CellPlace) -> str:
    """Return a sentence about a number that is outside the range of its column."""
    low, high = sheet.ranges[place.column]
    name = sheet.column(place.column).name
    if high == ANYTHING[1]:
        said = f"{name} is never below {low}"
    elif low == 0:
        said = f"{name} lies between 0 and {high}, or between 0 and {high * 100} %"
    else:
        said = f"{name} lies between {low} and {high}"
    row = sheet.table.rows[place.row].name
    return (
        f"{row}: {said}, not at {_printed_text(sheet, place)}"
        if row
        else f"{said}, not at {_printed_text(sheet, place)}"
    )


def _cell_name(sheet: Sheet, place: CellPlace, first: CellPlace) -> str:
    name = sheet.column(place.column).name
    row = sheet.table.rows[place.row].name
    return name if place.row == first.row or not row else f"{name} of {row}"


def _printed_text(sheet: Sheet, place: CellPlace) -> str:
    return sheet.table.rows[place.row].cells[place.column].text or sheet.digits(place)


def _range_text(bounds: Interval) -> str:
    low, high = bounds
    if f"{float(low):.6g}" == f"{float(high):.6g}":
        return f"at {float(low):.6g}"
    if high >= ANYTHING[1] / 100:
        return f"at or above {float(low):.6g}"
    if low <= ANYTHING[0] / 100:
        return f"at or below {float(high):.6g}"
    return f"between {float(low):.6g} and {float(high):.6g}"
