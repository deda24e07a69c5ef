"""The records of everything that is found out: scores, gaps, explanations, audits, checks."""

from __future__ import annotations

from typing import Any

import msgspec

from samescore.records.run import Answer, Change


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


class Move(msgspec.Struct, frozen=True, tag_field="type", tag="move"):
    """An answer that changed from one release (or run) of a package to the next.

    `kind` is ``asked`` (the vector's own settings), ``numbers`` (numbers at their defaults), ``counterpart`` (the same argument in both releases) or ``default`` (nothing but
    its input). `causes` is null where
    nothing explains the move; `parameter` says that a parameter came or went.
    """

    package: str
    before: str
    after: str
    kind: str
    vector: str
    metric: str
    entry_point: str
    was: Answer
    became: Answer
    stage: str
    causes: list[Change] | None
    parameter: bool


class Transition(msgspec.Struct, frozen=True, tag_field="type", tag="transition"):
    """The counts of one release (or run) against the next: answers compared, and those that moved.

    `last_digits` moved by 8 units in the last place at most, as interpreters and numpy make them; `one_sided` are answered
    by one of the two only; `skipped` are vectors whose input is another one now.
    """

    package: str
    before: str
    after: str
    environments: list[dict[str, str]]
    compared: int
    moved: int
    unexplained: int
    parameters: int
    last_digits: int
    one_sided: int
    skipped: list[str]


class Behaviour(msgspec.Struct, frozen=True, tag_field="type", tag="behaviour"):
    """Releases of a package between which nothing moved, for one entry point, in order."""

    package: str
    metric: str
    entry_point: str
    versions: list[str]
