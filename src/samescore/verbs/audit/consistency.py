"""Is a published number possible at all, given the numbers printed with it? A claim is a table of one row."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from samescore.verbs.audit.claims import Claim, metric_of
from samescore.verbs.audit.printed_text.tables import Cell, Column, Row, Table
from samescore.verbs.audit.relations import TableCheck, check
from samescore.verbs.audit.stated import missing, stated


def checkable(claim: Claim) -> bool:
    """Is there a relation that binds the number to others printed with it, so that a wrong number might have broken it?"""
    table = _table(claim)
    own = table.place(0, 0)
    return any(own in checked.cells for checked in check(table).checked)


def impossible(claim: Claim) -> Iterator[str]:
    """The reasons why the numbers are impossible; none if they are possible, or if too little is known of the settings."""
    found = check(_table(claim))
    for broken in found.broken:
        yield broken.sentence
    yield from _mistyped(found)


def suspicious(claim: Claim) -> Iterator[str]:
    """What is suspicious about a number that is possible, and, where there are files, what is impossible beside them."""
    if claim.published.endswith("%") and 0 < abs(Fraction(claim.number)) < 1:
        yield f"{claim.published} is a fraction with a percent sign: {float(claim.number) * 100:g} % may be meant"
    if claim.hypotheses:
        yield from impossible(claim)
    for doubt in check(_table(claim)).doubtful:
        yield f"{doubt.sentence}, unless {doubt.unless}"


def remarks(claim: Claim) -> Iterator[str]:
    """What a number that is consistent takes for granted."""
    found = check(_table(claim))
    if found.cut_off:
        yield f"only if digits were cut off instead of rounded: {', '.join(found.cut_off)}"


def _mistyped(found: TableCheck) -> Iterator[str]:
    """What would be possible in place of numbers that are not."""
    sets = [
        " and ".join(f"{cell} were {number}" for cell, number in zip(mending.cells, mending.numbers, strict=True))
        for mending in found.mend
        if mending.numbers
    ]
    if found.broken and sets:
        yield f"it would be possible if {', or '.join(sets)}"


def _table(claim: Claim) -> Table:
    """The numbers of a claim: the published one, and those printed with it."""
    metric, _ = metric_of(claim)
    knobs = _knobs(claim)
    classes = claim.classes or len(claim.class_f1)
    known: dict[str, Any] = {"classes": classes} if classes else {}
    columns = [Column(claim.metric, metric, {**knobs, **known})]
    cells = [Cell(claim.published, "" if claim.is_bound else claim.number, claim.published.endswith("%"))]

    def add(column: Column, printed: str) -> None:
        if printed:
            columns.append(column)
            cells.append(Cell(printed, printed))

    for name in ("precision", "recall"):
        own = {"average": knobs["average"]} if metric == "f1" and "average" in knobs else {}
        beside = Column(name, name, {**own, **known})
        if metric.startswith("rouge-"):
            beside = Column(name, metric, {**knobs, **known, "measure": name})
        if name != claim.metric:
            add(beside, getattr(claim, name))
    add(Column("items", "items"), str(claim.items or ""))
    for number, printed in enumerate(claim.class_f1, 1):
        add(Column(f"F1 of class {number}", "f1", known, label=str(number)), printed)
    return Table(claim.id, columns, [Row("", cells)])


def _knobs(claim: Claim) -> dict[str, Any]:
    """The knobs that the publication states, or that the metric's name implies."""
    own = None if missing(claim) else stated(claim)
    return metric_of(claim)[1] if own is None else own.settings.as_dict()
