"""A log of a language model's outputs: questions with outputs, gold answers, and recorded scores."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal, TypeVar

import msgspec

from samescore.base.errors import InputError
from samescore.base.files import PathLike
from samescore.base.unknown_fields import explain_decoding_error
from samescore.data.corpus import Corpus

Converted = TypeVar("Converted")
#: A gold answer as logs store it.
Gold = str | int | float
#: Where a log is stored: in one JSON document, in JSON Lines, in a Parquet or Arrow table, or in a zip archive.
Container = Literal["document", "lines", "table", "archive"]


class LoggedAnswer(msgspec.Struct, frozen=True):
    """A question that was asked once: its outputs (at least one, in sampling order) and its gold answers.

    `place` is the file and the place in it, `id` the question's name in the log (empty for none); runs of a question
    that the harness scores separately have the same id. `scores` are the recorded scores of the outputs by scorer, and
    `extracted` the answers that the scorers extracted from the first output (None for no answer).
    """

    place: str
    id: str
    outputs: tuple[str, ...]
    golds: tuple[str, ...]
    scores: dict[str, float] = {}
    extracted: dict[str, str | None] = {}


class AnswerLog(msgspec.Struct, frozen=True):
    """The questions of a log in the order of the harness; `stated` are the accuracies that it states, by scorer."""

    harness: str
    answers: list[LoggedAnswer]
    stated: dict[str, float] = {}

    @property
    def corpus(self) -> Corpus:
        """The first output of each question, with its gold answers as references."""
        return Corpus.from_segments(
            [answer.outputs[0] for answer in self.answers], [answer.golds for answer in self.answers]
        )

    @property
    def scorers(self) -> list[str]:
        """The scorers that recorded a score of 0 or 1 for every question, in the order of the first question."""
        if not self.answers:
            return []
        return [
            name for name in self.answers[0].scores if all(answer.scores.get(name) in (0, 1) for answer in self.answers)
        ]


@dataclasses.dataclass(frozen=True, slots=True)
class LogFormat:
    """A format of logs: the harness that writes it, how it is stored, and its files for error messages.

    `recognizes` decides by the content: the JSON document, the first record of JSON Lines, the names of the columns, or
    the names of the members. `read` takes the path and this content.
    """

    harness: str
    container: Container
    description: str
    recognizes: Callable[[Any], bool]
    read: Callable[[PathLike, Any], AnswerLog]

    def __str__(self) -> str:
        return f"{self.harness} ({self.description})"


def converted(value: object, kind: type[Converted], place: str, hint: str) -> Converted:
    """Return a JSON value as a record of type `kind`. Raises `InputError` at `place` if it does not match."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as problem:
        raise InputError(f"{place}: {explain_decoding_error(problem, kind)}", hint=hint) from None


def gold_texts(gold: Gold | Sequence[Gold] | None, place: str, hint: str) -> tuple[str, ...]:
    """Return the gold answers of a question as texts. Raises `InputError` if there is none."""
    golds = gold if isinstance(gold, (list, tuple)) else [] if gold is None else [gold]
    if not golds:
        raise InputError(f"{place}: there is no gold answer", hint=hint)
    return tuple(map(str, golds))


def numbers(fields: Mapping[str, Any]) -> dict[str, float]:
    """Return the fields whose values are finite numbers or booleans, as floats."""
    return {
        name: float(value)
        for name, value in fields.items()
        if isinstance(value, (int, float)) and abs(value) < 1e300  # not nan
    }


def check_unique(answers: Iterable[LoggedAnswer]) -> list[LoggedAnswer]:
    """Return the answers as a list. Raises `InputError` for an id that occurs twice; empty ids are not compared."""
    made, seen = list(answers), set()
    for answer in made:
        if answer.id and answer.id in seen:
            raise InputError(f"{answer.place}: the question {answer.id!r:.80} occurs twice", hint="keep one of them")
        seen.add(answer.id)
    return made
