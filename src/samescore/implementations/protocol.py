"""What goes over the pipe to a program, as types: docs/protocol.md in words, conformance/schemas/protocol.json as schema."""

from __future__ import annotations

from typing import Any

import msgspec

from samescore.implementations.description import Description

SCHEMA = "samescore-protocol/1"


class Describe(msgspec.Struct, frozen=True, tag_field="op", tag="describe"):
    """Ask a program what it computes; it answers with a description."""

    id: int


class Ask(msgspec.Struct, frozen=True, tag_field="op", tag="score"):
    """Ask for a score. `settings` names every knob; `input` is what a vector's input is."""

    id: int
    metric: str
    entry_point: str
    settings: dict[str, Any]
    input: dict[str, Any]


class Stop(msgspec.Struct, frozen=True, tag_field="op", tag="stop"):
    """Ask a program to end; it does not answer."""

    id: int = 0


Request = Describe | Ask | Stop


class Described(Description, frozen=True, kw_only=True):
    """The answer to ``describe``."""

    id: int


class ScoreAnswer(msgspec.Struct, frozen=True, tag_field="outcome", tag="score"):
    """A score; a string is read as a decimal number. `stages` is what a vector's ``expected.stages`` is.

    `warnings` are what the implementation said beside it.
    """

    id: int
    value: float | str
    stages: dict[str, Any] = {}
    warnings: list[str] = []


class UndefinedAnswer(msgspec.Struct, frozen=True, tag_field="outcome", tag="undefined"):
    """No number: nan, infinity, nothing."""

    id: int
    reason: str = "undefined"


class RaisedAnswer(msgspec.Struct, frozen=True, tag_field="outcome", tag="raised"):
    """An error, as the implementation raises it."""

    id: int
    error: str = "Error"
    message: str = ""


class UnsupportedAnswer(msgspec.Struct, frozen=True, tag_field="outcome", tag="unsupported"):
    """The program does not do that."""

    id: int
    reason: str = "unsupported"


Answer = ScoreAnswer | UndefinedAnswer | RaisedAnswer | UnsupportedAnswer
