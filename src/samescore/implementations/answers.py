"""Convert answers of the protocol to outcomes, and limit the sizes of their texts and stages."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Sequence
from typing import Any

import msgspec

from samescore.base.outcome import Crashed, Outcome, Raised, Score, Undefined, Unsupported
from samescore.implementations.protocol import Answer, CrashedAnswer, RaisedAnswer, ScoreAnswer, UndefinedAnswer

#: Maximum length in characters of a message or reason, and of a warning; maximum number of warnings.
LONGEST_TEXT, LONGEST_WARNING, MOST_WARNINGS = 2000, 500, 20
#: Maximum nesting depth of stages and descriptions, and their maximum length in characters of JSON.
DEEPEST, LONGEST = 8, 2**18

#: Text forms of a score: a decimal number, or nan, inf or infinity.
_NUMBER = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?|[+-]?(nan|inf|infinity)", re.IGNORECASE)


class AnswerError(Exception):
    """An answer is malformed or too large; the message says how."""


def outcome_of(raw: dict[str, Any]) -> Outcome:
    """Convert an answer to an outcome, and truncate long texts; raise `AnswerError` if it is malformed or too large."""
    try:
        answer = msgspec.convert(raw, Answer)
    except msgspec.ValidationError as problem:
        hint = 'the answer has no "outcome" (score with a "value", undefined, raised, crashed, unsupported)'
        raise AnswerError(truncate(str(problem)) if "outcome" in raw else hint) from None
    match answer:
        case ScoreAnswer():
            return _score(answer)
        case RaisedAnswer():
            return Raised(truncate(answer.error), truncate(answer.message))
        case CrashedAnswer():
            return Crashed(truncate(answer.error), truncate(answer.message))
        case UndefinedAnswer():
            return Undefined(truncate(answer.reason))
    return Unsupported(truncate(answer.reason))


def _score(answer: ScoreAnswer) -> Outcome:
    """Convert an answer to a score, or to `Undefined` if its number is not finite.

    Raises `AnswerError` if the value is not a number, or if the stages are too large.
    """
    number = _number(answer.value)
    if not math.isfinite(number):
        return Undefined(repr(number))
    size("its stages", answer.stages)
    return Score(number, answer.stages, _warnings(answer.warnings))


def _number(value: float | str) -> float:
    if isinstance(value, str) and not _NUMBER.fullmatch(value):
        raise AnswerError(f"value {value!r:.80} is not a number")
    return float(value)


def size(what: str, data: dict[str, Any]) -> int:
    """Return the size of `data` in characters of JSON.

    Raises `AnswerError` if the data exceed `LONGEST` characters or `DEEPEST` levels; the message calls them `what`.
    """
    level: list[Any] = [data]
    for _ in range(DEEPEST):
        level = [part for item in level if isinstance(item, (dict, list)) for part in _parts(item)]
    if level:
        raise AnswerError(f"{what} are nested more than {DEEPEST} levels deep")
    length = len(json.dumps(data, separators=(",", ":")))
    if length > LONGEST:
        raise AnswerError(f"{what} are longer than {LONGEST} characters")
    return length


def _parts(item: dict[str, Any] | list[Any]) -> Sequence[Any]:
    return list(item.values()) if isinstance(item, dict) else item


def _warnings(texts: list[str]) -> tuple[str, ...]:
    """Return the first `MOST_WARNINGS` warnings, truncated, and a text with the number of omitted warnings, if any."""
    shown = tuple(truncate(text, LONGEST_WARNING) for text in texts[:MOST_WARNINGS])
    return (*shown, f"and {len(texts) - MOST_WARNINGS} more warnings") if len(texts) > MOST_WARNINGS else shown


def truncate(text: str, longest: int = LONGEST_TEXT) -> str:
    """Return a text, truncated to `longest` characters and an ellipsis if it is longer."""
    return text if len(text) <= longest else f"{text[:longest]}…"
