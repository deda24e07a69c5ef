"""Results as JSON Lines records. Every record has a ``type``; a report begins with a ``header``."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from samescore.conform import Asked, Report, Result, environment
from samescore.differ import Common, Row, Table
from samescore.outcome import Outcome, Raised, Score, Unavailable, Undefined, Unsupported
from samescore.report.printed import Row as PrintedRow
from samescore.scoring import Result as ScoreResult
from samescore.settings import Difference

SCHEMA = "samescore-report/1"


def line(record: dict[str, Any]) -> str:
    """One record as one line of JSON (without the line's end); half a surrogate pair is an escape."""
    try:
        return msgspec.json.encode(record).decode("utf-8")
    except UnicodeEncodeError:
        return json.dumps(record, separators=(",", ":"))


def header(version: str, asked: list[Asked]) -> dict[str, Any]:
    """Who ran what, and where."""
    return {
        "type": "header",
        "schema": SCHEMA,
        "samescore": version,
        "environment": environment(),
        "implementations": [
            {"name": a.name, "version": a.version, "unavailable": a.unavailable, "note": a.note} for a in asked
        ],
    }


def outcome(answer: Outcome) -> dict[str, Any]:
    """An outcome; a score carries its hexadecimal form too, so that no digit is lost."""
    match answer:
        case Score():
            found: dict[str, Any] = {"kind": "score", "value": answer.value, "hex": float(answer.value).hex()}
            if answer.warnings:
                found["warnings"] = list(answer.warnings)
            return found
        case Raised():
            return {"kind": "raised", "error": answer.error, "message": answer.message}
        case Undefined() | Unsupported() | Unavailable():
            return {"kind": answer.kind, "reason": answer.reason}


def difference(change: Difference) -> dict[str, Any]:
    """One knob's change."""
    show = change.knob.domain.format
    return {
        "knob": change.knob.name,
        "stage": change.knob.stage.value,
        "from": show(change.mine),
        "to": show(change.theirs),
    }


def result(one: Result) -> dict[str, Any]:
    """One verdict of a run."""
    return {
        "type": "result",
        "vector": one.vector.id,
        "metric": one.vector.metric,
        "implementation": one.implementation,
        "entry_point": one.entry_point,
        "verdict": one.verdict.value,
        "expected": {"kind": one.vector.expected.outcome, "value": one.vector.expected.value},
        "outcome": outcome(one.outcome),
        "causes": [difference(cause) for cause in one.causes],
        "stage": one.stage,
        "mistakes": [{"name": mistake.name, "meaning": mistake.meaning} for mistake in one.mistakes],
        "reproduce": one.reproduce,
    }


def footer(report: Report) -> dict[str, Any]:
    """The counts of verdicts and the exit code."""
    counts: dict[str, int] = {}
    for one in report.results:
        counts[one.verdict.value] = counts.get(one.verdict.value, 0) + 1
    return {"type": "footer", "results": len(report.results), "verdicts": counts, "exit_code": report.exit_code}


def score(metric: str, found: ScoreResult, stages: dict[str, Any] | None, file: str = "") -> dict[str, Any]:
    """One native score."""
    record = {
        "type": "score",
        "file": file,
        "metric": metric,
        "value": found.value,
        "hex": found.value.hex(),
        "signature": found.signature,
    }
    return {**record, "stages": stages} if stages is not None else record


def printed(row: PrintedRow) -> dict[str, Any]:
    """One line of what a program prints, with the score behind it."""
    return {**score(row.metric, row.result, None), "entry_point": row.entry_point, "text": row.text}


def _row(row: Row) -> dict[str, Any]:
    return {
        "implementation": row.implementation,
        "entry_point": row.entry_point,
        "signature": row.settings.signature,
        "outcome": outcome(row.outcome),
        "number": row.number,
        "reproduced_natively": row.modelled,
        "ignored": list(row.ignored),
        "gap": row.gap,
        "steps": [
            {"changes": [difference(c) for c in step.changes], "outcome": outcome(step.outcome)} for step in row.steps
        ],
    }


def _common(pair: Common) -> dict[str, Any]:
    return {
        "type": "common",
        "first": _row(pair.first),
        "second": _row(pair.second),
        "same": pair.same,
        "gap": pair.gap,
        "conflicts": [difference(conflict) for conflict in pair.conflicts],
    }


def diff(table: Table) -> list[dict[str, Any]]:
    """A comparison: one record for each row, each common setting, each absent implementation."""
    rows = [{"type": "row", "metric": table.metric, **_row(row)} for row in table.rows]
    absent = [{"type": "absent", "implementation": name, "reason": reason} for name, reason in table.absent]
    return [*rows, *map(_common, table.common), *absent]
