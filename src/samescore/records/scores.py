"""The records of native scores, and of the output of native programs."""

from __future__ import annotations

from typing import Any, Literal

import msgspec


class ScoreLine(msgspec.Struct, frozen=True, tag_field="type", tag="score", omit_defaults=True):
    """The native score of a file; `value` is null if it is not finite.

    `hex` is the exact score in hexadecimal form, or ``nan``, ``inf`` or ``-inf``.

    `short_signature` has only the knobs that are not at their defaults. `entry_point` and `text` are set only for a
    line in the format of a program, which is `text`.
    """

    file: str
    metric: str
    value: float | None
    hex: str
    signature: str
    stages: dict[str, Any] | None = None
    entry_point: str = ""
    text: str = ""
    short_signature: str = ""


class PerClassScores(msgspec.Struct, frozen=True, tag_field="type", tag="class"):
    """The scores of one class against all other classes together.

    `support` is the number of items of the class in the gold labels, `predicted` in the predicted labels. `right` is
    the number of true positives and true negatives, which one published table calls support.
    """

    file: str
    name: str | int
    precision: float
    recall: float
    f1: float
    mcc: float
    support: int
    predicted: int
    right: int


class RecordedAgreement(msgspec.Struct, frozen=True, tag_field="type", tag="recorded-agreement", omit_defaults=True):
    """The agreement of a scorer's records in a log with the scores and answers that a metric computes.

    `scores` is the number of recorded scores, and `equal_scores` the number of those that equal the computed ones.
    `answers` and `equal_answers` are these numbers for extracted answers. `first` is the place of the first question
    that differs in either; empty if there is none.
    """

    file: str
    metric: str
    scorer: str
    scores: int
    equal_scores: int
    answers: int
    equal_answers: int
    first: str = ""


class SystemScores(msgspec.Struct, frozen=True, tag_field="type", tag="system"):
    """One row of OpenKiwi's table of scores, for a file of predictions or for ``*ensemble*``."""

    name: str
    f1_mult: float
    f1_ok: float
    f1_bad: float
    mcc: float


class PrintedLine(msgspec.Struct, frozen=True):
    """A line printed by a program, and the stream that it was printed on."""

    stream: Literal["stdout", "stderr"]
    text: str


class ProgramOutput(msgspec.Struct, frozen=True, tag_field="type", tag="program", omit_defaults=True):
    """The output of an evaluation program for a file of predictions.

    `scores` are the numbers in the output by name, null for nan. `error` describes the exception that ends the program
    after these lines; empty if there is none.
    """

    program: str
    lines: list[PrintedLine]
    scores: dict[str, int | float | None]
    error: str = ""
