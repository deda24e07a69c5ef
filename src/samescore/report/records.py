"""Results as JSON Lines records, typed: what is written is what is read again, and what the schema says.

Every record has a ``type``. A run's report begins with a ``header`` and ends with a ``footer``; a ``case`` comes before
the first ``result`` on its vector.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import msgspec

from samescore.errors import InputError
from samescore.outcome import Outcome, Raised, Score, Unavailable, Undefined, Unsupported
from samescore.settings import Difference

SCHEMA = "samescore-report/1"


class Change(msgspec.Struct, frozen=True, rename={"before": "from", "after": "to"}):
    """One knob in which two settings differ, and its value on either side."""

    knob: str
    stage: str
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.knob}: {self.before} -> {self.after}"


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What an implementation answered. `hex` is the score's exact form."""

    kind: Literal["score", "undefined", "raised", "unsupported", "unavailable"]
    value: float | None = None
    hex: str = ""
    warnings: list[str] = []
    error: str = ""
    message: str = ""
    reason: str = ""

    @property
    def text(self) -> str:
        """The answer in words; a score's shortest exact form."""
        if self.kind == "score":
            return repr(self.value)
        if self.kind == "raised":
            return f"raised {self.error}: {self.message}" if self.message else f"raised {self.error}"
        return f"{self.kind} ({self.reason})"


class Participant(msgspec.Struct, frozen=True):
    """An implementation that took part. `unavailable` says why it could not be asked."""

    name: str
    version: str
    unavailable: str
    note: str


class Header(msgspec.Struct, frozen=True, tag_field="type", tag="header"):
    """Who ran what, and where: the facts that can move a score's last bits."""

    schema: str
    samescore: str
    environment: dict[str, str]
    implementations: list[Participant]


class Expectation(msgspec.Struct, frozen=True):
    """The right answer to a case: `value` is a decimal string, empty unless `kind` is ``score``."""

    kind: Literal["score", "raised", "undefined"]
    value: str


class Case(msgspec.Struct, frozen=True, tag_field="type", tag="case"):
    """A golden vector that is asked. `input` is the SHA-256 of its input's JSON, keys sorted, ASCII only."""

    vector: str
    metric: str
    signature: str
    input: str
    expected: Expectation


class NamedMistake(msgspec.Struct, frozen=True):
    """A known mistake that gives exactly the wrong number."""

    name: str
    meaning: str


class Result(msgspec.Struct, frozen=True, tag_field="type", tag="result"):
    """One implementation's verdict on one vector.

    `causes` are the knobs that explain a divergence, `divergences` the entries of the catalogue about them.
    """

    vector: str
    metric: str
    implementation: str
    entry_point: str
    verdict: Literal["agree", "diverge", "expected", "stale", "disagree", "error", "unsupported", "unavailable"]
    outcome: Answer
    causes: list[Change]
    divergences: list[str]
    stage: str
    mistakes: list[NamedMistake]
    reproduce: str


class Footer(msgspec.Struct, frozen=True, tag_field="type", tag="footer"):
    """The counts of verdicts and the exit code."""

    results: int
    verdicts: dict[str, int]
    exit_code: int


class ScoreLine(msgspec.Struct, frozen=True, tag_field="type", tag="score", omit_defaults=True):
    """One native score; null for nan. A program's printed line has `entry_point` and `text` too."""

    file: str
    metric: str
    value: float | None
    hex: str
    signature: str
    stages: dict[str, Any] | None = None
    entry_point: str = ""
    text: str = ""


class WalkStep(msgspec.Struct, frozen=True):
    """One step of a walk from one implementation's settings to another's: the score after it."""

    changes: list[Change]
    outcome: Answer


class ShareOfGap(msgspec.Struct, frozen=True):
    """What some knobs carry of a gap, as a decimal number and as an exact fraction."""

    changes: list[Change]
    share: float
    exact: str
    rounding: bool


class Row(msgspec.Struct, frozen=True, tag_field="type", tag="row"):
    """One entry point in a comparison, and its gap to the first one that has a number."""

    metric: str
    implementation: str
    entry_point: str
    signature: str
    outcome: Answer
    number: float | None
    reproduced_natively: bool
    ignored: list[str]
    gap: float | None
    shares: list[ShareOfGap]
    divergences: list[str]
    remedies: list[str]
    sentence: str


class CommonRow(msgspec.Struct, frozen=True, tag_field="type", tag="common"):
    """Two entry points under the closest settings that both can take."""

    first: Row
    second: Row
    same: bool
    gap: float | None
    conflicts: list[Change]


class Absent(msgspec.Struct, frozen=True, tag_field="type", tag="absent"):
    """An implementation that could not take part in a comparison."""

    implementation: str
    reason: str


class Side(msgspec.Struct, frozen=True):
    """One of the two that an explanation is about."""

    name: str
    signature: str
    outcome: Answer
    native: Answer
    residual: float | None


class Segment(msgspec.Struct, frozen=True):
    """A segment that the two score differently when it stands alone, with the tokens that only one side has."""

    index: int
    first: float
    second: float
    hypothesis: str
    tokens_first: list[str]
    tokens_second: list[str]


class Explanation(msgspec.Struct, frozen=True, tag_field="type", tag="explanation"):
    """Why the second number is not the first one; the gap is on the widest scale of the metric."""

    metric: str
    first: Side
    second: Side
    first_number: float | None
    gap: float | None
    explained: bool
    shares: list[ShareOfGap]
    smallest: list[Change] | None
    steps: list[WalkStep]
    segments: list[Segment]
    divergences: list[str]
    sentence: str


class Finding(msgspec.Struct, frozen=True, tag_field="type", tag="finding"):
    """The verdict of an audit on one published number."""

    claim: str
    source: str
    metric: str
    published: str
    verdict: str
    fits: list[str]
    value: float | None
    signature: str
    signatures: list[str]
    notes: list[str]


class Common(msgspec.Struct, frozen=True):
    """Settings, and how many claims of a group they reproduce."""

    signature: str
    claims: int


class Joint(msgspec.Struct, frozen=True, tag_field="type", tag="joint"):
    """The settings that reproduce claims of one source and metric, those that reproduce most of them first."""

    source: str
    metric: str
    claims: int
    settings: list[Common]


class DepartingAnswer(msgspec.Struct, frozen=True):
    """A golden input on which an implementation is not what was found."""

    vector: str
    answered: Answer
    native: Answer


class Identification(msgspec.Struct, frozen=True, tag_field="type", tag="identification"):
    """What an implementation was found to compute, from its answers alone.

    `like` are the known entry points that no answer tells from it; `undetermined` maps knobs to the values that would
    give the same answers; `refused` are inputs that it does not take.
    """

    implementation: str
    metric: str
    found: bool
    signature: str
    short_signature: str
    like: list[str]
    answers: int
    departures: list[DepartingAnswer]
    undetermined: dict[str, list[str]]
    refused: list[str]


class Axiom(msgspec.Struct, frozen=True, tag_field="type", tag="axiom"):
    """One axiom on one implementation; `holds` is null where it could not be asked."""

    implementation: str
    metric: str
    axiom: str
    holds: bool | None
    detail: str
    exception: str


class Mutant(msgspec.Struct, frozen=True, tag_field="type", tag="mutant"):
    """One knob held at one value, and the first vector that notices."""

    metric: str
    knob: str
    value: str
    killed_by: str
    equivalent: str


class ClassScores(msgspec.Struct, frozen=True, tag_field="type", tag="class"):
    """The scores of one class against all others together."""

    file: str
    name: str | int
    precision: float
    recall: float
    f1: float
    mcc: float
    support: int
    predicted: int
    right: int


class System(msgspec.Struct, frozen=True, tag_field="type", tag="system"):
    """One row of OpenKiwi's table."""

    name: str
    f1_mult: float
    f1_ok: float
    f1_bad: float
    mcc: float


Record = (
    Header
    | Case
    | Result
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
            return Answer("score", answer.value, float(answer.value).hex(), list(answer.warnings))
        case Raised():
            return Answer("raised", error=answer.error, message=answer.message)
        case Undefined() | Unsupported() | Unavailable():
            return Answer(answer.kind, reason=answer.reason)  # type: ignore[arg-type]  # one of the three


def difference(change: Difference) -> Change:
    """One knob's change."""
    show = change.knob.domain.format
    return Change(change.knob.name, change.knob.stage.value, show(change.mine), show(change.theirs))


def differences(changes: Any) -> list[Change]:
    """Several knobs' changes."""
    return [difference(change) for change in changes]
