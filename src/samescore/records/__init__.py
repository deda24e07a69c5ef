"""The results of all verbs, as typed records: one type each for writing, for reading and for the JSON Schema.

A report is a file of JSON Lines, and every record has a ``type``. The report of a run begins with a ``header`` and ends
with a ``footer``; the ``case`` of a vector comes before the first ``result`` on it, and a ``fresh-case`` before its
result. The ``find`` records of a search come before its ``fuzz``. A ``likeness`` follows the results of an implementation that fails. A gate adds a ``vector-gate`` for
each vector and entry point, and its counts (``gate``), before the footer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from samescore.on_demand import on_demand

if TYPE_CHECKING:
    from samescore.records.account import Account, Alternative, Contribution, Remark, StageProduct, accounts
    from samescore.records.answer import Absent, Answer, Change, as_outcome, difference, differences, number, outcome
    from samescore.records.audit import (
        LIKELY,
        WEAK,
        Audit,
        AuditFinding,
        AuditFit,
        Chance,
        ClaimVerdict,
        JointFinding,
        JointSettings,
        Revision,
        TableFinding,
        Tier,
        audits,
    )
    from samescore.records.comparison import CommonRow, Comparison, KnownDivergence, Row, comparisons
    from samescore.records.coverage import Coverage, ExplainedFailures, coverage_of, coverages, explained_failures
    from samescore.records.crossing import CrossedBridge, Crossing, CrossingStep, crossings
    from samescore.records.drift import Behaviour, Drift, Move, ReleasePair, Transition, drifts
    from samescore.records.explanation import Explanation, SegmentGap, Side, explanations
    from samescore.records.fuzz import Find, FuzzReport, FuzzSide, FuzzSummary, KnownCount, fuzz_reports
    from samescore.records.gap import ShareOfGap, WalkStep, carrying, sentence, shown_shares, shown_steps
    from samescore.records.gate import Baseline, Gate, GateSummary, GateVerdict, Regression, VectorGate, gates, runs
    from samescore.records.identification import (
        AnswerDigits,
        DifferentAnswer,
        Identification,
        KnownRegion,
        RepeatedError,
        identifications,
    )
    from samescore.records.layouts import Fit, Reading, Readings, all_readings
    from samescore.records.likeness import Likeness
    from samescore.records.reading import SCHEMA, Record, decoded, read
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
    from samescore.records.why import KnownReason, KnownReasons, known_reasons
    from samescore.records.writing import line

#: The names by module, which is imported when one of them is first used.
_HOMES = {
    "account": ("Account", "Alternative", "Contribution", "Remark", "StageProduct", "accounts"),
    "answer": ("Absent", "Answer", "Change", "as_outcome", "difference", "differences", "number", "outcome"),
    "audit": (
        "LIKELY",
        "WEAK",
        "Audit",
        "AuditFinding",
        "AuditFit",
        "Chance",
        "ClaimVerdict",
        "JointFinding",
        "JointSettings",
        "Revision",
        "TableFinding",
        "Tier",
        "audits",
    ),
    "comparison": ("CommonRow", "Comparison", "KnownDivergence", "Row", "comparisons"),
    "coverage": ("Coverage", "ExplainedFailures", "coverage_of", "coverages", "explained_failures"),
    "crossing": ("CrossedBridge", "Crossing", "CrossingStep", "crossings"),
    "drift": ("Behaviour", "Drift", "Move", "ReleasePair", "Transition", "drifts"),
    "explanation": ("Explanation", "SegmentGap", "Side", "explanations"),
    "fuzz": ("Find", "FuzzReport", "FuzzSide", "FuzzSummary", "KnownCount", "fuzz_reports"),
    "gap": ("ShareOfGap", "WalkStep", "carrying", "sentence", "shown_shares", "shown_steps"),
    "gate": ("Baseline", "Gate", "GateSummary", "GateVerdict", "Regression", "VectorGate", "gates", "runs"),
    "identification": (
        "AnswerDigits",
        "DifferentAnswer",
        "Identification",
        "KnownRegion",
        "RepeatedError",
        "identifications",
    ),
    "layouts": ("Fit", "Reading", "Readings", "all_readings"),
    "likeness": ("Likeness",),
    "reading": ("SCHEMA", "Record", "decoded", "read"),
    "run": (
        "AnswerKind",
        "Case",
        "EntryAnswer",
        "Expectation",
        "Footer",
        "FreshCase",
        "Header",
        "NamedMistake",
        "Participant",
        "Result",
        "RunReport",
        "VectorVerdict",
        "by_header",
    ),
    "scores": ("ClassScores", "PrintedLine", "ProgramOutput", "ScoreLine", "SystemScores"),
    "verdicts": ("AxiomFinding", "KnobValue", "Mutant", "SmokeTest"),
    "why": ("KnownReason", "KnownReasons", "known_reasons"),
    "writing": ("line",),
}

__all__ = [
    "LIKELY",
    "SCHEMA",
    "WEAK",
    "Absent",
    "Account",
    "Alternative",
    "Answer",
    "AnswerDigits",
    "AnswerKind",
    "Audit",
    "AuditFinding",
    "AuditFit",
    "AxiomFinding",
    "Baseline",
    "Behaviour",
    "Case",
    "Chance",
    "Change",
    "ClaimVerdict",
    "ClassScores",
    "CommonRow",
    "Comparison",
    "Contribution",
    "Coverage",
    "CrossedBridge",
    "Crossing",
    "CrossingStep",
    "DifferentAnswer",
    "Drift",
    "EntryAnswer",
    "Expectation",
    "ExplainedFailures",
    "Explanation",
    "Find",
    "Fit",
    "Footer",
    "FreshCase",
    "FuzzReport",
    "FuzzSide",
    "FuzzSummary",
    "Gate",
    "GateSummary",
    "GateVerdict",
    "Header",
    "Identification",
    "JointFinding",
    "JointSettings",
    "KnobValue",
    "KnownCount",
    "KnownDivergence",
    "KnownReason",
    "KnownReasons",
    "KnownRegion",
    "Likeness",
    "Move",
    "Mutant",
    "NamedMistake",
    "Participant",
    "PrintedLine",
    "ProgramOutput",
    "Reading",
    "Readings",
    "Record",
    "Regression",
    "ReleasePair",
    "Remark",
    "RepeatedError",
    "Result",
    "Revision",
    "Row",
    "RunReport",
    "ScoreLine",
    "SegmentGap",
    "ShareOfGap",
    "Side",
    "SmokeTest",
    "StageProduct",
    "SystemScores",
    "TableFinding",
    "Tier",
    "Transition",
    "VectorGate",
    "VectorVerdict",
    "WalkStep",
    "accounts",
    "all_readings",
    "as_outcome",
    "audits",
    "by_header",
    "carrying",
    "comparisons",
    "coverage_of",
    "coverages",
    "crossings",
    "decoded",
    "difference",
    "differences",
    "drifts",
    "explained_failures",
    "explanations",
    "fuzz_reports",
    "gates",
    "identifications",
    "known_reasons",
    "line",
    "number",
    "outcome",
    "read",
    "runs",
    "sentence",
    "shown_shares",
    "shown_steps",
]

if not TYPE_CHECKING:  # a type checker knows the names, and no others
    __getattr__ = on_demand(__name__, _HOMES)
