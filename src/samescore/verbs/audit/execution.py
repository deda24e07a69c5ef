"""Run a whole audit: findings on single claims, on all claims of a source, and on tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from samescore.records import Audit, AuditFinding, ClaimVerdict, JointFinding, TableFinding
from samescore.verbs.audit.batch import Elsewhere, audit_all, findings_of
from samescore.verbs.audit.claims import files_of
from samescore.verbs.audit.command import from_here
from samescore.verbs.audit.importers.formats import ClaimSource
from samescore.verbs.audit.joint import joint
from samescore.verbs.audit.recorded import RecordedScores
from samescore.verbs.audit.request import Request
from samescore.verbs.audit.sources import source_of
from samescore.verbs.audit.tables import TableChecks
from samescore.verbs.inputs.columns import Columns

Finding = AuditFinding | JointFinding | TableFinding


def execute(request: Request, on_progress: Callable[[str], None] = lambda _: None) -> Iterator[Finding]:
    """Yield a finding on each claim, then on all claims of each source together, then on each table.

    Commands in findings are to be run in the folder of the claims; findings on columns of texts have none. An error in
    a single claim becomes its finding. Raises the errors of `samescore.verbs.audit.sources.source_of`.
    """
    with source_of(request) as source:
        of_columns = request.number is not None and isinstance(request.number.input, Columns)
        for record in Execution(request, source).findings(on_progress):
            without_command = of_columns and isinstance(record, AuditFinding)
            yield msgspec.structs.replace(record, command="") if without_command else record


class Execution:
    """An audit of the claims in a request. `found` holds the findings so far.

    `elsewhere` computes the findings on single claims in a different way, such as on a cluster.
    """

    def __init__(self, request: Request, source: ClaimSource, elsewhere: Elsewhere | None = None) -> None:
        self.source = source
        self.found = Audit([], [], [])
        self._request = request
        self._elsewhere = elsewhere
        self._telling = False

    @property
    def files(self) -> list[Path]:
        """The files that the audit reads: the file of claims or tables, and the files that the claims name."""
        named = (name for claim in self.source.claims for name in files_of(claim))
        return [*self.source.read, *(self.source.base / name for name in named)]

    def resume(self, report: bytes, name: str) -> Sequence[AuditFinding]:
        """Load the findings of an interrupted audit from `report`, the content of the file `name`, and return them.

        Raises `InputError` for a file that is not an audit report.
        """
        self.found.findings.extend(findings_of(report, self.source.claims, name))
        return self.found.findings

    def findings(self, on_progress: Callable[[str], None] = lambda _: None) -> Iterator[Finding]:
        """Yield the findings as they arrive: on claims, then sources, then tables.

        Claims with a finding loaded by `resume` are skipped.
        """
        claims, base = self.source.claims, self.source.base
        computed = audit_all(
            claims,
            base,
            jobs=self._request.jobs,
            thorough=self._request.thorough,
            rounding_only=self._request.rounding_only,
            elsewhere=self._elsewhere,
            earlier=tuple(self.found.findings),
        )
        on_progress("running consistency checks on tables")
        tables = TableChecks(self.source.tables)
        self._telling = tables.telling
        recorded = RecordedScores(claims, base)
        for number, finding in enumerate(map(recorded.beside, map(tables.beside, computed)), 1):
            self.found.findings.append(finding)
            on_progress(f"{number:,} of {len(claims):,} claims: {finding.claim}")
            yield finding
        on_progress("searching for settings that explain all claims of a source")
        self.found.groups.extend(joint(claims, base, self.found.findings))
        yield from self.found.groups
        self.found.tables.extend(tables.findings)
        yield from self.found.tables

    def from_here(self) -> Audit:
        """Return the findings so far, with commands for the working directory instead of the folder of the claims."""

        def moved(record: Any) -> Any:
            return msgspec.structs.replace(record, command=from_here(record.command, self.source.base))

        groups = [
            msgspec.structs.replace(group, revisions=list(map(moved, group.revisions))) for group in self.found.groups
        ]
        return Audit(list(map(moved, self.found.findings)), groups, self.found.tables)

    @property
    def exit_code(self) -> int:
        """The exit code for the findings so far.

        It is 1 for a failed claim or a broken relation, else 2 for an unreadable claim, else 6 for a doubtful claim or
        table, else 4 if nothing could be checked, and 0 otherwise.
        """
        findings, tables = self.found.concluded(), self.found.tables
        if any(finding.failed for finding in findings) or any(table.broken for table in tables):
            return 1
        if any(finding.verdict is ClaimVerdict.UNREADABLE for finding in findings):
            return 2
        if any(finding.doubtful for finding in findings) or any(table.doubtful for table in tables):
            return 6
        return 0 if any(finding.checked for finding in findings) or self._telling else 4
