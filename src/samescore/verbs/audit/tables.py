"""Relations between the cells of imported tables: a finding for each table, and what it says of the claims in it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import msgspec

from samescore.records import AuditFinding, ClaimVerdict, TableFinding
from samescore.verbs.audit.printed_text.tables import Table
from samescore.verbs.audit.relations import Mending, check

#: The most cells with numbers of a table whose relations are checked, and the most relations that are listed as not checked.
_MOST_CELLS, _MOST_SHOWN = 1_000, 20
#: A relation that most wrong numbers satisfy, too: no number is called consistent for its sake.
_OF_MARKS = "bold is the best"


class TableChecks:
    """What binds the cells of tables, whose places are the ids of the claims that they make.

    `telling` if a relation holds that wrong numbers would hardly satisfy.
    """

    def __init__(self, tables: Sequence[Table]) -> None:
        self.findings: list[TableFinding] = []
        self.telling = False
        self._checked: set[str] = set()
        self._excluded: dict[str, list[str]] = defaultdict(list)
        self._doubted: dict[str, list[str]] = defaultdict(list)
        self._bound: dict[str, list[str]] = defaultdict(list)
        for table in tables:
            self._check(table)

    def beside(self, finding: AuditFinding) -> AuditFinding:
        """A finding with what the cells beside the claim say of it.

        A number without files is impossible if the others exclude it, doubtful if they exclude it unless something holds that
        the table does not state, and consistent if it was checked with them and no such relation binds it. A number that
        its files give is not told of the faults of others.
        """
        stands = finding.hypotheses and finding.checked and not finding.failed and not finding.doubtful
        own = [*self._excluded[finding.claim], *self._doubted[finding.claim]]
        reasons = [*own, *([] if stands else self._bound[finding.claim])]
        if finding.hypotheses or finding.verdict not in (ClaimVerdict.UNDERSPECIFIED, ClaimVerdict.CONSISTENT):
            return msgspec.structs.replace(finding, notes=[*finding.notes, *reasons]) if reasons else finding
        if self._excluded[finding.claim]:
            return msgspec.structs.replace(finding, verdict=ClaimVerdict.IMPOSSIBLE, notes=reasons)
        if self._doubted[finding.claim]:
            return msgspec.structs.replace(finding, verdict=ClaimVerdict.DOUBTFUL, notes=reasons)
        if self._bound[finding.claim]:
            return msgspec.structs.replace(finding, verdict=ClaimVerdict.UNDERSPECIFIED, notes=reasons)
        if finding.claim in self._checked:
            return msgspec.structs.replace(finding, verdict=ClaimVerdict.CONSISTENT, notes=[])
        return finding

    def _check(self, table: Table) -> None:
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
    """What would be possible in place of what is printed."""
    if not mending.numbers:
        return f"consistent if these were mistyped: {', '.join(mending.cells)}"
    pairs = zip(mending.cells, mending.numbers, strict=False)
    return f"it would be possible if {' and '.join(f'{cell} were {number}' for cell, number in pairs)}"
