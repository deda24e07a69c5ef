"""Check every relation that applies to cells of a table."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from samescore.verbs.audit.printed_text.tables import PrintedTable
from samescore.verbs.audit.relations import (
    bleu,
    chrf,
    classes,
    columns,
    counts,
    granularity,
    shares,
    standard_errors,
    uncertainty,
)
from samescore.verbs.audit.relations.judge import Judgement, RelationOutcome, SheetNumbers
from samescore.verbs.audit.relations.kinds import CellPlace, Missing, Relation
from samescore.verbs.audit.relations.mend import Mended, mendings
from samescore.verbs.audit.relations.result import BrokenRelation, Checked, Mending, TableCheck, Unchecked
from samescore.verbs.audit.relations.sentences import out_of_range, sentence
from samescore.verbs.audit.relations.sheet import Printing, Sheet

_FAMILIES: tuple[Callable[[Sheet], Iterator[Relation | Missing]], ...] = (
    shares.relations,
    counts.relations,
    granularity.relations,
    classes.relations,
    bleu.relations,
    chrf.relations,
    columns.relations,
    uncertainty.relations,
    standard_errors.relations,
)
_UNLESS_MIXED = "some numbers are rounded and others truncated"


def check(table: PrintedTable) -> TableCheck:
    """Find the relations that apply to a table's numbers, and check whether all numbers can be true.

    Numbers are assumed to be rounded, or to be truncated if that breaks fewer relations, or leaves fewer cells that must
    be mistyped. A relation that is broken under both assumptions, but would hold for a mixture of rounding and
    truncation, is reported as doubtful, unless the program that printed the table is known to round. The result for an
    empty table is empty.
    """
    sheet = Sheet(table)
    every = [_unless_runs(sheet, relation) for family in _FAMILIES for relation in family(sheet)]
    outside = [CellPlace(row, column) for row, column, _ in table.cells() if _is_outside(sheet, CellPlace(row, column))]
    unusable = set(outside)
    relations = {relation.key: relation for relation in every if isinstance(relation, Relation)}
    usable = [relation for relation in relations.values() if unusable.isdisjoint(relation.places)]
    loose = SheetNumbers(sheet, Printing.ROUNDED if table.rounded else Printing.EITHER)
    rounded = _judge(usable, SheetNumbers(sheet, Printing.ROUNDED))
    cut_off = rounded if table.rounded else _judge(usable, SheetNumbers(sheet, Printing.CUT_OFF))
    chosen = min((rounded, cut_off), key=lambda judged: (len(judged.strict), len(judged.excused)))
    impossible = [relation for relation in chosen.strict if loose.judge(relation).answer is RelationOutcome.BROKEN]
    mend = _corrections(chosen, impossible, usable)
    if impossible and not table.rounded:
        # One mistyped cell may make truncated numbers look rounded, or the other way round.
        other = cut_off if chosen is rounded else rounded
        mend_there = _corrections(other, impossible, usable)
        if mend_there.cells < mend.cells:
            chosen, mend = other, mend_there
    keys = {relation.key for relation in impossible}
    mixed = [relation for relation in chosen.strict if relation.key not in keys]
    certain = {frozenset(relation.places) for relation in chosen.strict}
    excused = [relation for relation in chosen.excused if frozenset(relation.places) not in certain]
    faults = 1 + max((mending.fault for mending in mend.sets), default=0)
    return TableCheck(
        checked=[Checked(relation.name, _cells(sheet, relation.places)) for relation in chosen.holding],
        unchecked=_unchecked(sheet, every, chosen),
        broken=[
            *(BrokenRelation("range", [table.place(*place)], out_of_range(sheet, place)) for place in outside),
            *(chosen.broken(relation, relation.unless) for relation in impossible),
        ],
        doubtful=[
            *(chosen.broken(relation, _UNLESS_MIXED) for relation in mixed),
            *(chosen.broken(relation, _excuse(relation, loose)) for relation in excused),
        ],
        mend=[
            *mend.sets,
            *(Mending([table.place(*place)], [], number) for number, place in enumerate(outside, faults)),
        ],
        mend_bounded=not mend.complete,
        printing=(Printing.EITHER if mixed else chosen.numbers.printing).value,
        cut_off=_truncated_cells(rounded, chosen),
    )


def _unless_runs(sheet: Sheet, relation: Relation | Missing) -> Relation | Missing:
    """Return a relation unchanged, or as `Missing` if it holds only for single runs and a cell is a mean over runs."""
    if isinstance(relation, Relation) and not relation.of_means and any(map(sheet.is_mean_of_runs, relation.places)):
        return Missing(relation.name, relation.places, "the numbers of the individual runs")
    return relation


def _corrections(judged: _Judged, impossible: Sequence[Relation], usable: Sequence[Relation]) -> Mended:
    """Return corrections of the impossible relations or, if there are none, of those broken without an excuse."""
    needed = [relation for relation in usable if not relation.unless]
    return mendings(impossible or judged.strict, needed, judged.numbers)


def _excuse(relation: Relation, loose: SheetNumbers) -> str:
    """Return the condition that would excuse a broken relation; mixed printing is included if it is an excuse, too."""
    mixed = loose.judge(relation).answer is RelationOutcome.HOLDS
    return f"{relation.unless}, or {_UNLESS_MIXED}" if mixed else relation.unless


@dataclasses.dataclass(frozen=True)
class _Judged:
    """The relations of a sheet, judged under one assumption about printing (rounded or truncated).

    `holding` are the relations that hold, `strict` are broken without an excuse, `excused` are broken with an excuse,
    and `vacuous` are all others. `judgements` are by the relations' keys.
    """

    numbers: SheetNumbers
    holding: list[Relation]
    strict: list[Relation]
    excused: list[Relation]
    vacuous: list[Relation]
    judgements: dict[object, Judgement]

    def broken(self, relation: Relation, unless: str) -> BrokenRelation:
        """Return the record of a broken relation, with the excuse `unless` (empty for none)."""
        sheet = self.numbers.sheet
        said = sentence(sheet, relation, self.judgements[relation.key])
        return BrokenRelation(relation.name, _cells(sheet, relation.places), said, unless)


def _judge(relations: Sequence[Relation], numbers: SheetNumbers) -> _Judged:
    judged = _Judged(numbers, [], [], [], [], {})
    for relation in relations:
        judgement = numbers.judge(relation)
        judged.judgements[relation.key] = judgement
        if judgement.answer is RelationOutcome.HOLDS:
            judged.holding.append(relation)
        elif judgement.answer is RelationOutcome.BROKEN:
            (judged.excused if relation.unless else judged.strict).append(relation)
        else:
            judged.vacuous.append(relation)
    return judged


def _is_outside(sheet: Sheet, place: CellPlace) -> bool:
    """Return whether a number, rounded or truncated, is outside the range of its column on every possible scale."""
    scales = {*sheet.scales_of(place), *sheet.possible_scales[place.column]}
    return all(sheet.value(place, Printing.EITHER, scale) is None for scale in scales)


def _truncated_cells(rounded: _Judged, chosen: _Judged) -> list[str]:
    """Return the names of the cells that are possible only if truncated; empty if `chosen` assumes rounding."""
    if chosen is rounded:
        return []
    still = {relation.key for relation in (*chosen.strict, *chosen.excused)}
    needing = [relation for relation in (*rounded.strict, *rounded.excused) if relation.key not in still]
    sheet = chosen.numbers.sheet
    return list(dict.fromkeys(cell for relation in needing for cell in _cells(sheet, relation.places)))


def _cells(sheet: Sheet, places: Iterable[CellPlace]) -> list[str]:
    return [sheet.table.place(*place) for place in places]


class _Reason(NamedTuple):
    relation: str
    missing: str


def _unchecked(sheet: Sheet, every: Sequence[Relation | Missing], judged: _Judged) -> list[Unchecked]:
    """Return the relations that could not be checked, each with its cells and the missing fact.

    Columns to which no relation applies come last.
    """
    reasons: dict[_Reason, list[CellPlace]] = {}
    for relation in every:
        if isinstance(relation, Missing):
            reasons.setdefault(_Reason(relation.name, relation.missing), []).extend(relation.places)
    for relation in judged.vacuous:
        reason = _Reason(relation.name, "more decimals: any value satisfies it")
        reasons.setdefault(reason, []).extend(relation.places)
    bound = {place.column for relation in every for place in relation.places}
    for column, stated in enumerate(sheet.table.columns):
        places = [place for (place,) in sheet.rows(column)]
        if column not in bound and places:
            reason = _Reason("any relation", f"numbers that bind {stated.quantity or stated.name}")
            reasons.setdefault(reason, []).extend(places)
    return [
        Unchecked(reason.relation, list(dict.fromkeys(_cells(sheet, places))), reason.missing)
        for reason, places in reasons.items()
        if places
    ]
