"""The messages of the protocol as types; described in docs/protocol.md, schema in conformance/schemas/protocol.json."""

from __future__ import annotations

from typing import Any

import msgspec

from samescore.implementations.description import Description

SCHEMA = "samescore-protocol/1"


class Describe(msgspec.Struct, frozen=True, tag_field="op", tag="describe"):
    """Ask a program what it computes; the answer is a description."""

    id: int


class Ask(msgspec.Struct, frozen=True, tag_field="op", tag="score"):
    """Request a score. `settings` has every knob; `input` has the form of a vector's input."""

    id: int
    metric: str
    entry_point: str
    settings: dict[str, Any]
    input: dict[str, Any]


class Stop(msgspec.Struct, frozen=True, tag_field="op", tag="stop"):
    """Ask a program to end; there is no answer."""

    id: int = 0


Request = Describe | Ask | Stop


class Described(Description, frozen=True, kw_only=True):
    """The answer to ``describe``."""

    id: int


class ScoreAnswer(msgspec.Struct, frozen=True, tag_field="outcome", tag="score"):
    """A score; a string is parsed as a decimal number. `stages` has the form of a vector's ``expected.stages``.

    `warnings` are the implementation's messages with the score.
    """

    id: int
    value: float | str
    stages: dict[str, Any] = {}
    warnings: list[str] = []


class UndefinedAnswer(msgspec.Struct, frozen=True, tag_field="outcome", tag="undefined"):
    """No finite number: nan, infinity or nothing."""

    id: int
    reason: str = "undefined"


class RaisedAnswer(msgspec.Struct, frozen=True, tag_field="outcome", tag="raised"):
    """A refusal: the error that the implementation raises on this input."""

    id: int
    error: str = "Error"
    message: str = ""


class CrashedAnswer(msgspec.Struct, frozen=True, tag_field="outcome", tag="crashed"):
    """A failure that is not a refusal, for a program that runs an implementation and survives its crash."""

    id: int
    error: str = "Crashed"
    message: str = ""


class UnsupportedAnswer(msgspec.Struct, frozen=True, tag_field="outcome", tag="unsupported"):
    """The program does not support this: an error, because only described inputs are requested."""

    id: int
    reason: str = "unsupported"


Answer = ScoreAnswer | UndefinedAnswer | RaisedAnswer | CrashedAnswer | UnsupportedAnswer
