"""Check whether a published number is possible, given the numbers printed with it.

A claim is treated as a table of one row.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from samescore.verbs.audit.printed_text.tables import Cell, PrintedColumn, PrintedTable, Row
from samescore.verbs.audit.question import Question
from samescore.verbs.audit.relations import TableCheck, check


class Consistency:
    """A claim checked against the numbers printed with it."""

    def __init__(self, question: Question) -> None:
        self._question = question
        self._table = _table_of(question)
        self._checked = check(self._table)

    @property
    def is_checked(self) -> bool:
        """Whether a relation was checked that involves the number, and could therefore have revealed an error."""
        own = self._table.place(0, 0)
        return any(own in relation.cells for relation in self._checked.checked)

    def impossible(self) -> Iterator[str]:
        """Yield the reasons why the numbers are impossible, and numbers that would be possible in their place.

        Yields nothing if they are possible, or if too little is known about the settings.
        """
        for broken in self._checked.broken:
            yield broken.sentence
        yield from _mistyped(self._checked)

    def suspicious(self) -> Iterator[str]:
        """Yield suspicious facts about the number; for a claim with files, also the reasons of `impossible`."""
        claim, value = self._question.claim, self._question.printed.value
        if claim.published.endswith("%") and 0 < abs(value) < 1:
            yield f"{claim.published} is a fraction with a percent sign; perhaps {float(value) * 100:g} % is meant"
        if claim.hypotheses:
            yield from self.impossible()
        for doubt in self._checked.doubtful:
            yield f"{doubt.sentence}, unless {doubt.unless}"

    def remarks(self) -> Iterator[str]:
        """Yield the assumption, if any, under which the number is consistent: that some numbers are truncated."""
        if self._checked.cut_off:
            yield f"only if truncated instead of rounded: {', '.join(self._checked.cut_off)}"


def _mistyped(found: TableCheck) -> Iterator[str]:
    """Yield a sentence with numbers that would be possible if some are mistyped; nothing if no number is impossible."""
    sets = [
        " and ".join(f"{cell} were {number}" for cell, number in zip(mending.cells, mending.numbers, strict=True))
        for mending in found.mend
        if mending.numbers
    ]
    if found.broken and sets:
        yield f"possible if {', or '.join(sets)}"


def _table_of(question: Question) -> PrintedTable:
    """Return a table of one row: the published number, and the numbers printed with it."""
    claim, metric = question.claim, question.metric.name
    knobs = question.implied if question.own is None else question.own.settings.as_dict()
    classes = claim.classes or len(claim.class_f1)
    known: dict[str, Any] = {"classes": classes} if classes else {}
    columns = [PrintedColumn(claim.metric, metric, {**knobs, **known})]
    cells = [
        Cell(claim.published, "" if question.printed.relation else question.printed.text, claim.published.endswith("%"))
    ]

    def add(column: PrintedColumn, printed: str) -> None:
        if printed:
            columns.append(column)
            cells.append(Cell(printed, printed))

    for name in ("precision", "recall"):
        own = {"average": knobs["average"]} if metric == "f1" and "average" in knobs else {}
        beside = PrintedColumn(name, name, {**own, **known})
        if metric.startswith("rouge-"):
            beside = PrintedColumn(name, metric, {**knobs, **known, "measure": name})
        if name != claim.metric:
            add(beside, getattr(claim, name))
    add(PrintedColumn("items", "items"), str(claim.items or ""))
    for number, printed in enumerate(claim.class_f1, 1):
        add(PrintedColumn(f"F1 of class {number}", "f1", known, label=str(number)), printed)
    return PrintedTable(claim.id, columns, [Row("", cells)])
