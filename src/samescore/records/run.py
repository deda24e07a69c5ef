"""The records of a run: who took part, what was asked, what was answered."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from samescore.records.answer import Answer, Change


class Participant(msgspec.Struct, frozen=True, omit_defaults=True):
    """An implementation that took part. `unavailable` says why it could not be asked.

    `environment` and `packages` are those of an environment of its own; empty for one that ran beside samescore.
    `described` is what an implementation said of itself, so that a recording of it can be replayed.
    """

    name: str
    version: str
    unavailable: str
    note: str
    environment: dict[str, str] = {}
    packages: dict[str, str] = {}
    described: dict[str, Any] = {}


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

    `signature` holds the settings that it was asked under, in short; empty where it was not asked. `raw` is the score's
    exact form on the implementation's own scale, where the vector has another one. `causes` are the knobs that explain a divergence, `divergences` the entries of the catalogue about them.
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
    signature: str = ""
    raw: str = ""


class EntryAnswer(msgspec.Struct, frozen=True, tag_field="type", tag="answer"):
    """What one entry point answers to a vector, beside the one that the verdict is about.

    `kind` is ``asked`` (as near as it can to the vector's settings), ``numbers`` (the same, but that numbers such as a
    smoothing's are left at their defaults), ``counterpart`` (with the value that stands for the same argument in another
    release) or ``default`` (to its input alone, all parameters left at their defaults).
    """

    kind: Literal["asked", "numbers", "counterpart", "default"]
    vector: str
    metric: str
    implementation: str
    entry_point: str
    signature: str
    outcome: Answer


class Footer(msgspec.Struct, frozen=True, tag_field="type", tag="footer"):
    """The counts of verdicts and the exit code."""

    results: int
    verdicts: dict[str, int]
    exit_code: int
