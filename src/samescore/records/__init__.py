"""The results of all verbs, as typed records: one type each for writing, for reading and for the JSON Schema.

A report is a file of JSON Lines, and every record has a ``type``. The report of a run begins with a ``header`` and ends
with a ``footer``; the ``case`` of a vector comes before the first ``result`` on it, and a ``fresh-case`` before its
result. A ``likeness`` follows the results of an implementation that fails. A gate adds a ``vector-gate`` for
each vector and entry point, and its counts (``gate``), before the footer.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from samescore.data.documents import MalformedError, from_json
from samescore.data.files import byte_lines
from samescore.errors import InputError
from samescore.records.answer import (
    Absent,
    Answer,
    Change,
    as_outcome,
    difference,
    differences,
    number,
    outcome,
)
from samescore.records.audit import Audit, AuditFinding, ClaimVerdict, JointFinding, SettingsCount, audits
from samescore.records.comparison import CommonRow, Comparison, KnownDivergence, Row, comparisons
from samescore.records.coverage import Coverage, ExplainedFailures, coverage, coverages, explained_failures
from samescore.records.drift import Behaviour, Drift, Move, ReleasePair, Transition, drifts
from samescore.records.explanation import Explanation, SegmentGap, Side, explanations
from samescore.records.gap import ShareOfGap, WalkStep, carrying, sentence
from samescore.records.gate import Baseline, Gate, GateSummary, GateVerdict, Regression, VectorGate, gates, runs
from samescore.records.identification import DifferentAnswer, Identification, identifications
from samescore.records.likeness import Likeness
from samescore.records.run import (
    AnswerKind,
    Case,
    EntryAnswer,
    Expectation,
    Footer,
    FreshCase,
    Header,
    NamedMistake,
    Participant,
    Result,
    RunReport,
    VectorVerdict,
    by_header,
)
from samescore.records.scores import ClassScores, PrintedLine, ProgramOutput, ScoreLine, SystemScores
from samescore.records.verdicts import AxiomFinding, KnobValue, Mutant, SmokeTest

__all__ = [
    "SCHEMA",
    "Absent",
    "Answer",
    "AnswerKind",
    "Audit",
    "AuditFinding",
    "AxiomFinding",
    "Baseline",
    "Behaviour",
    "Case",
    "Change",
    "ClaimVerdict",
    "ClassScores",
    "CommonRow",
    "Comparison",
    "Coverage",
    "DifferentAnswer",
    "Drift",
    "EntryAnswer",
    "Expectation",
    "ExplainedFailures",
    "Explanation",
    "Footer",
    "FreshCase",
    "Gate",
    "GateSummary",
    "GateVerdict",
    "Header",
    "Identification",
    "JointFinding",
    "KnobValue",
    "KnownDivergence",
    "Likeness",
    "Move",
    "Mutant",
    "NamedMistake",
    "Participant",
    "PrintedLine",
    "ProgramOutput",
    "Record",
    "Regression",
    "ReleasePair",
    "Result",
    "Row",
    "RunReport",
    "ScoreLine",
    "SegmentGap",
    "SettingsCount",
    "ShareOfGap",
    "Side",
    "SmokeTest",
    "SystemScores",
    "Transition",
    "VectorGate",
    "VectorVerdict",
    "WalkStep",
    "as_outcome",
    "audits",
    "by_header",
    "carrying",
    "comparisons",
    "coverage",
    "coverages",
    "decoded",
    "difference",
    "differences",
    "drifts",
    "explained_failures",
    "explanations",
    "gates",
    "identifications",
    "line",
    "number",
    "outcome",
    "read",
    "runs",
    "sentence",
]

SCHEMA = "samescore-report/1"

Record = (
    Header
    | Case
    | FreshCase
    | Result
    | EntryAnswer
    | Likeness
    | Footer
    | ScoreLine
    | Row
    | CommonRow
    | Absent
    | Explanation
    | AuditFinding
    | JointFinding
    | Identification
    | AxiomFinding
    | KnobValue
    | Mutant
    | ClassScores
    | SystemScores
    | ProgramOutput
    | Move
    | Transition
    | Behaviour
    | VectorGate
    | GateSummary
)


def line(record: Record) -> str:
    """One record as one line of JSON, without the line break.

    Unpaired surrogates, and control, format and separator characters, are written as escapes: a terminal may see it.
    """
    try:
        text = msgspec.json.encode(record).decode("utf-8")
    except UnicodeEncodeError:
        return json.dumps(msgspec.to_builtins(record), separators=(",", ":"))
    return text if text.isprintable() else "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in text)


def read(path: Path) -> Iterator[Record]:
    """The records of a file, one a line; `InputError` names an invalid line. An incomplete last line is left out."""
    yield from decoded(byte_lines(path), str(path))


def decoded(lines: Iterable[tuple[int, bytes]], name: str) -> Iterator[Record]:
    """The records of the numbered lines of a file called `name`, as `read` reads them."""
    for place, text in lines:
        if not text.endswith(b"\n"):
            return
        try:
            yield from_json(text, Record)
        except MalformedError as problem:
            hint = "name a file that samescore has written as JSON Lines"
            raise InputError(f"{name}, line {place}: {problem}", hint=hint) from None
