"""Check relations between the cells of imported tables: return findings on tables, and add notes to their claims."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import msgspec

from samescore.records import AuditFinding, ClaimVerdict, TableFinding
from samescore.verbs.audit.printed_text.tables import PrintedTable
from samescore.verbs.audit.relations import Mending, check

#: Maximum number of numeric cells in a table to be checked, and of relations listed as not checked.
_MOST_CELLS, _MOST_SHOWN = 1_000, 20
#: The relation that most wrong numbers would satisfy, too: it does not make a number "consistent".
_OF_MARKS = "bold is the best"


class TableChecks:
    """The checked relations between cells of tables; the place of each cell is the id of its claim.

    `findings` has a finding for each table with a checked relation, or with too many numbers. `telling` means that some
    relation was checked that wrong numbers would probably break.
    """

    def __init__(self, tables: Sequence[PrintedTable]) -> None:
        self.findings: list[TableFinding] = []
        self.telling = False
        self._checked: set[str] = set()
        self._excluded: dict[str, list[str]] = defaultdict(list)
        self._doubted: dict[str, list[str]] = defaultdict(list)
        self._bound: dict[str, list[str]] = defaultdict(list)
        for table in tables:
            self._check(table)

    def beside(self, finding: AuditFinding) -> AuditFinding:
        """Return the finding on a claim with the results of the table's relations added.

        The results are added to the notes, unless a note already says the same without the row's name. A number whose files cannot be read is impossible if the other numbers
        exclude it. For a number without files, the results replace the notes and the verdict: impossible if the other
        numbers exclude it, doubtful if they exclude it unless an unstated condition holds, underspecified if it is
        involved in such a fault of a different cell, and consistent if it was checked and no fault was found. Faults of
        other cells are not mentioned for a number that its files reproduce.
        """
        stands = finding.hypotheses and finding.checked and not finding.failed and not finding.doubtful
        own = [*self._excluded[finding.claim], *self._doubted[finding.claim]]
        reasons = [*own, *([] if stands else self._bound[finding.claim])]
        if finding.verdict is ClaimVerdict.UNREADABLE and self._excluded[finding.claim]:
            notes = [*reasons, *finding.notes]
            return msgspec.structs.replace(finding, verdict=ClaimVerdict.IMPOSSIBLE, notes=notes)
        if finding.hypotheses or finding.verdict not in (ClaimVerdict.UNDERSPECIFIED, ClaimVerdict.CONSISTENT):
            new = [reason for reason in reasons if not any(reason.endswith(f": {note}") for note in finding.notes)]
            return msgspec.structs.replace(finding, notes=[*finding.notes, *new]) if new else finding
        if self._excluded[finding.claim]:
            return msgspec.structs.replace(finding, verdict=ClaimVerdict.IMPOSSIBLE, notes=reasons)
        if self._doubted[finding.claim]:
            return msgspec.structs.replace(finding, verdict=ClaimVerdict.DOUBTFUL, notes=reasons)
        if self._bound[finding.claim]:
            return msgspec.structs.replace(finding, verdict=ClaimVerdict.UNDERSPECIFIED, notes=reasons)
        if finding.claim in self._checked:
            return msgspec.structs.replace(finding, verdict=ClaimVerdict.CONSISTENT, notes=[])
        return finding

    def _check(self, table: PrintedTable) -> None:
        if sum(1 for _ in table.cells()) > _MOST_CELLS:
            why = f"the table has more than {_MOST_CELLS:,} numbers: its consistency is not checked"
            self.findings.append(TableFinding(table.name, 0, unchecked=[why]))
            return
        found = check(table)
        telling = [held for held in found.checked if held.relation != _OF_MARKS]
        self.telling = self.telling or bool(telling)
        self._checked.update(cell for held in telling for cell in held.cells)
        for broken in found.broken:
            subject, *others = broken.cells
            self._excluded[subject].append(broken.sentence)
            for cell in others:
                self._bound[cell].append(f"the numbers beside it cannot all be true: {broken.sentence}")
        for doubt in found.doubtful:
            subject, *others = doubt.cells
            said = f"{doubt.sentence}, unless {doubt.unless}"
            self._doubted[subject].append(said)
            for cell in others if doubt.relation != _OF_MARKS else ():
                self._bound[cell].append(f"the numbers beside it are doubtful: {said}")
        if found.checked or found.broken or found.doubtful:
            self.findings.append(
                TableFinding(
                    table.name,
                    len(found.checked),
                    broken=[broken.sentence for broken in found.broken],
                    doubtful=[f"{doubt.sentence}, unless {doubt.unless}" for doubt in found.doubtful],
                    mend=[_mended(mending) for mending in found.mend],
                    cut_off=found.cut_off,
                    unchecked=list(dict.fromkeys(f"{u.relation}: {u.missing}" for u in found.unchecked))[:_MOST_SHOWN],
                )
            )


def _mended(mending: Mending) -> str:
    """Describe a mending in words: the numbers that would be possible in place of printed ones, or the suspected cells."""
    if not mending.numbers:
        return f"consistent if these were mistyped: {', '.join(mending.cells)}"
    pairs = zip(mending.cells, mending.numbers, strict=False)
    return f"possible if {' and '.join(f'{cell} were {number}' for cell, number in pairs)}"
