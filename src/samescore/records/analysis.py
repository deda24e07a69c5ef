"""The records of drift and of identification."""

from __future__ import annotations

import msgspec

from samescore.records.answer import Answer, Change


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
