"""The union of all record types, and functions that read records from a JSON Lines file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from samescore.base.documents import MalformedError, from_json
from samescore.base.errors import InputError
from samescore.base.files import byte_lines
from samescore.records.account import Account
from samescore.records.answer import Absent
from samescore.records.audit import AuditFinding, JointFinding, TableFinding
from samescore.records.baseline import BaselineHeader, RecordedScore
from samescore.records.benchmark import Benchmark
from samescore.records.compare import SystemComparison
from samescore.records.comparison import CommonRow, DiffRow
from samescore.records.crossing import Crossing
from samescore.records.drift import Behaviour, Move, Transition
from samescore.records.explanation import Explanation
from samescore.records.fuzz import Find, FuzzSummary
from samescore.records.gate import GateSummary, VectorGate
from samescore.records.identification import Identification
from samescore.records.left_files import LeftFiles
from samescore.records.likeness import Likeness
from samescore.records.repeated import Repeated
from samescore.records.run import Case, EntryAnswer, FailedInput, Footer, FreshCase, Header, OwnCase, Result
from samescore.records.scores import PerClassScores, ProgramOutput, RecordedAgreement, ScoreLine, SystemScores
from samescore.records.tokens import PreparedLine
from samescore.records.verdicts import AxiomFinding, KnobValue, Mutant
from samescore.records.why import KnownReasons
from samescore.records.wrong_layouts import Readings

SCHEMA = "samescore-report/1"

Record = (
    Header
    | Case
    | FreshCase
    | OwnCase
    | Result
    | EntryAnswer
    | Likeness
    | FailedInput
    | Repeated
    | LeftFiles
    | Footer
    | ScoreLine
    | DiffRow
    | CommonRow
    | PreparedLine
    | Absent
    | Explanation
    | Account
    | Readings
    | Crossing
    | AuditFinding
    | JointFinding
    | TableFinding
    | Identification
    | AxiomFinding
    | KnobValue
    | Mutant
    | PerClassScores
    | RecordedAgreement
    | SystemScores
    | ProgramOutput
    | Move
    | Transition
    | Behaviour
    | VectorGate
    | GateSummary
    | BaselineHeader
    | RecordedScore
    | Find
    | FuzzSummary
    | KnownReasons
    | Benchmark
    | SystemComparison
)


def read(path: Path) -> Iterator[Record]:
    """Yield the records of a file, one for each line; ignore a last line without a line end, which is incomplete.

    Raises `InputError` for a file that cannot be read, or a line that is not a record.
    """
    yield from decode_records(byte_lines(path), str(path))


def decode_records(lines: Iterable[tuple[int, bytes]], name: str) -> Iterator[Record]:
    """Yield the records in numbered lines of a file called `name`; stop at a line without a line end.

    Raises `InputError` for a line that is not a record.
    """
    for place, text in lines:
        if not text.endswith(b"\n"):
            return
        try:
            yield from_json(text, Record)
        except MalformedError as problem:
            hint = "pass a JSON Lines file written by samescore"
            raise InputError(f"{name}, line {place}: {problem}", hint=hint) from None
