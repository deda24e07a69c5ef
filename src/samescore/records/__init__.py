"""Results as JSON Lines records, typed: what is written is what is read again, and what the schema says.

Every record has a ``type``. A run's report begins with a ``header`` and ends with a ``footer``; a ``case`` comes before
the first ``result`` on its vector.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from samescore.errors import InputError
from samescore.outcome import Outcome, Raised, Score, Unavailable, Undefined, Unsupported
from samescore.records.analysis import (
    Absent,
    Axiom,
    Behaviour,
    ClassScores,
    Common,
    CommonRow,
    DepartingAnswer,
    Explanation,
    Finding,
    Identification,
    Joint,
    Move,
    Mutant,
    Row,
    ScoreLine,
    Segment,
    ShareOfGap,
    Side,
    System,
    Transition,
    WalkStep,
)
from samescore.records.run import (
    Answer,
    Case,
    Change,
    EntryAnswer,
    Expectation,
    Footer,
    Header,
    NamedMistake,
    Participant,
    Result,
)
from samescore.settings import Difference

__all__ = [
    "SCHEMA",
    "Absent",
    "Answer",
    "Axiom",
    "Behaviour",
    "Case",
    "Change",
    "ClassScores",
    "Common",
    "CommonRow",
    "DepartingAnswer",
    "EntryAnswer",
    "Expectation",
    "Explanation",
    "Finding",
    "Footer",
    "Header",
    "Identification",
    "Joint",
    "Move",
    "Mutant",
    "NamedMistake",
    "Participant",
    "Record",
    "Result",
    "Row",
    "ScoreLine",
    "Segment",
    "ShareOfGap",
    "Side",
    "System",
    "Transition",
    "WalkStep",
    "as_outcome",
    "difference",
    "differences",
    "line",
    "number",
    "outcome",
    "read",
]

SCHEMA = "samescore-report/1"

Record = (
    Header
    | Case
    | Result
    | EntryAnswer
    | Footer
    | ScoreLine
    | Row
    | CommonRow
    | Absent
    | Explanation
    | Finding
    | Joint
    | Identification
    | Axiom
    | Mutant
    | ClassScores
    | System
    | Move
    | Transition
    | Behaviour
)


def line(record: Record) -> str:
    """One record as one line of JSON (without the line's end); half a surrogate pair is an escape."""
    try:
        return msgspec.json.encode(record).decode("utf-8")
    except UnicodeEncodeError:
        return json.dumps(msgspec.to_builtins(record), separators=(",", ":"))


def read(path: Path) -> Iterator[Record]:
    """The records of a file, one a line; `InputError` naming the line that is none. A last half line is left out."""
    decoder = msgspec.json.Decoder(Record)
    try:
        with path.open("rb") as lines:
            for number, text in enumerate(lines, 1):
                if not text.endswith(b"\n"):
                    return
                try:
                    yield decoder.decode(text)
                except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as problem:
                    raise InputError(
                        f"{path}, line {number}: {problem}", hint="name a file that samescore has written as JSON Lines"
                    ) from None
    except OSError as problem:
        raise InputError(f"{path}: {problem.strerror}", hint="name a file that samescore has written") from None


# What every report shares.


def outcome(answer: Outcome) -> Answer:
    """An outcome; a score carries its hexadecimal form too, so that no digit is lost."""
    match answer:
        case Score():
            stages = finite(dict(answer.stages))
            return Answer("score", answer.value, float(answer.value).hex(), stages, list(answer.warnings))
        case Raised():
            return Answer("raised", error=answer.error, message=answer.message)
        case Undefined() | Unsupported() | Unavailable():
            return Answer(answer.kind, reason=answer.reason)  # type: ignore[arg-type]  # one of the three


def finite(stage: Any) -> Any:
    """A stage's product as JSON has it: what is not finite is null."""
    if isinstance(stage, dict):
        return {str(name): finite(each) for name, each in stage.items()}
    if isinstance(stage, (list, tuple)):
        return [finite(each) for each in stage]
    return None if isinstance(stage, float) and not math.isfinite(stage) else stage


def number(text: str) -> float:
    """The number that a hexadecimal form stands for; `ValueError` for what is none, or not finite."""
    try:
        found = float.fromhex(text)
    except OverflowError:
        raise ValueError(f"{text:.40} is too large") from None
    if not math.isfinite(found):
        raise ValueError(f"{text:.40} is not finite")
    return found


def as_outcome(answer: Answer) -> Outcome:
    """The outcome that was recorded, to the last digit; `ValueError` for a score without a finite number."""
    match answer.kind:
        case "score":
            return Score(number(answer.hex), answer.stages, tuple(answer.warnings))
        case "raised":
            return Raised(answer.error, answer.message)
        case "undefined":
            return Undefined(answer.reason)
        case "unsupported":
            return Unsupported(answer.reason)
    return Unavailable(answer.reason)


def difference(change: Difference) -> Change:
    """One knob's change."""
    show = change.knob.domain.format
    return Change(change.knob.name, change.knob.stage.value, show(change.mine), show(change.theirs))


def differences(changes: Any) -> list[Change]:
    """Several knobs' changes."""
    return [difference(change) for change in changes]
