"""Convert answers of the protocol to outcomes, with bounded texts and stages."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Sequence
from typing import Any

import msgspec

from samescore.base.outcome import Crashed, Outcome, Raised, Score, Undefined, Unsupported
from samescore.implementations.protocol import Answer, CrashedAnswer, RaisedAnswer, ScoreAnswer, UndefinedAnswer

#: Maximum length of a message or reason, and of a warning, in characters; maximum number of warnings.
LONGEST_TEXT, LONGEST_WARNING, MOST_WARNINGS = 2000, 500, 20
#: Maximum nesting of stages and descriptions, and maximum length in characters of JSON.
DEEPEST, LONGEST = 8, 2**18

#: Text forms of a score. The last three have no finite value.
_NUMBER = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?|[+-]?(nan|inf|infinity)", re.IGNORECASE)


class AnswerError(Exception):
    """An answer is malformed or too large; the message says how."""


def outcome_of(raw: dict[str, Any]) -> Outcome:
    """Convert an answer to an outcome; `AnswerError` if it is malformed."""
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
    """Return a score, or an undefined one if the number is not finite, as answers in other languages may be."""
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
    """Return the size of data in characters of JSON.

    Raises `AnswerError`, which names the data as `what`, if too large or too deep.
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
    """Return the first warnings, and the number of omitted ones."""
    shown = tuple(truncate(text, LONGEST_WARNING) for text in texts[:MOST_WARNINGS])
    return (*shown, f"and {len(texts) - MOST_WARNINGS} more warnings") if len(texts) > MOST_WARNINGS else shown


def truncate(text: str, longest: int = LONGEST_TEXT) -> str:
    """Return a text, truncated to a readable length."""
    return text if len(text) <= longest else f"{text[:longest]}…"
