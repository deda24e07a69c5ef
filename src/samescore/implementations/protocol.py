"""The messages of the protocol as types: see docs/protocol.md, and the schema conformance/schemas/protocol.json."""

from __future__ import annotations

from typing import Any

import msgspec

from samescore.implementations.description import Description

SCHEMA = "samescore-protocol/1"


class Describe(msgspec.Struct, frozen=True, tag_field="op", tag="describe"):
    """A request for a description of what a program computes."""

    id: int


class Ask(msgspec.Struct, frozen=True, tag_field="op", tag="score"):
    """A request for a score. `settings` has every knob; `input` has the form of a golden vector's input."""

    id: int
    metric: str
    entry_point: str
    settings: dict[str, Any]
    input: dict[str, Any]


class Stop(msgspec.Struct, frozen=True, tag_field="op", tag="stop"):
    """A request that the program end; there is no answer."""

    id: int = 0


Request = Describe | Ask | Stop


class Described(Description, frozen=True, kw_only=True):
    """The answer to ``describe``: the description, with the id of the request."""

    id: int


class ScoreAnswer(msgspec.Struct, frozen=True, tag_field="outcome", tag="score"):
    """The answer with a score. A `value` that is a string is parsed as a decimal number.

    `stages` has the form of a golden vector's ``expected.stages``. `warnings` are messages of the implementation.
    """

    id: int
    value: float | str
    stages: dict[str, Any] = {}
    warnings: list[str] = []


class UndefinedAnswer(msgspec.Struct, frozen=True, tag_field="outcome", tag="undefined"):
    """The answer if the score is not a finite number: nan, infinity or nothing."""

    id: int
    reason: str = "undefined"


class RaisedAnswer(msgspec.Struct, frozen=True, tag_field="outcome", tag="raised"):
    """The answer if the implementation rejects the input: the error that it raises."""

    id: int
    error: str = "Error"
    message: str = ""


class CrashedAnswer(msgspec.Struct, frozen=True, tag_field="outcome", tag="crashed"):
    """The answer if the implementation crashed, for a program that runs an implementation and survives its crash."""

    id: int
    error: str = "Crashed"
    message: str = ""


class UnsupportedAnswer(msgspec.Struct, frozen=True, tag_field="outcome", tag="unsupported"):
    """The answer if the program does not support the request. It counts as an error of a program that described it."""

    id: int
    reason: str = "unsupported"


Answer = ScoreAnswer | UndefinedAnswer | RaisedAnswer | CrashedAnswer | UnsupportedAnswer
