"""Shared by many records: answers, changes of knobs, absent implementations; and conversion of outcomes."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any, Literal

import msgspec

from samescore.base.outcome import Crashed, Outcome, Raised, Score, Unavailable, Undefined, Unsupported
from samescore.settings import Difference

#: Errors that older reports, which knew no crashes, record as raised.
_ERRORS_OF_CRASHES = ("Crashed", "NotStarted", "ProtocolError", "Timeout")


class Change(msgspec.Struct, frozen=True, rename={"before": "from", "after": "to"}):
    """One knob in which two settings differ, with both values."""

    knob: str
    stage: str
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.knob}: {self.before} -> {self.after}"


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """An implementation's answer. `hex` is the exact score, `stages` are reported intermediate results.

    `decimals` is the number of decimals that the score is rounded to, if it is known to be rounded.
    """

    kind: Literal["score", "undefined", "raised", "crashed", "unsupported", "unavailable"]
    value: int | float | None = None
    hex: str = ""
    stages: dict[str, Any] = {}
    warnings: list[str] = []
    error: str = ""
    message: str = ""
    reason: str = ""
    decimals: int | None = None

    def __post_init__(self) -> None:
        """Raise `ValueError` for an integer that is too large for a double."""
        try:
            float(self.value or 0)
        except OverflowError:
            raise ValueError("value is too large for a double") from None

    @property
    def text(self) -> str:
        """The answer in words; a score in its shortest exact form."""
        if self.kind == "score":
            return repr(self.value)
        if self.kind == "raised":
            return f"raised {self.error}: {self.message}" if self.message else f"raised {self.error}"
        if self.kind == "crashed":
            return Crashed(self.error, self.message).describe()
        return f"{self.kind} ({self.reason})"


class Absent(msgspec.Struct, frozen=True, tag_field="type", tag="absent", omit_defaults=True):
    """An implementation that could not take part. `metric` is set only in a diff."""

    implementation: str
    reason: str
    metric: str = ""


def outcome(answer: Outcome) -> Answer:
    """Convert an outcome to an answer; a score also has its hexadecimal form, to preserve all digits."""
    match answer:
        case Score():
            stages = finite(dict(answer.stages))
            exact, warnings = float(answer.value).hex(), list(answer.warnings)
            return Answer("score", answer.value, exact, stages, warnings, decimals=answer.decimals)
        case Raised() | Crashed():
            return Answer(answer.kind, error=answer.error, message=answer.message)  # type: ignore[arg-type]  # one of the two
        case Undefined() | Unsupported() | Unavailable():
            return Answer(answer.kind, reason=answer.reason)  # type: ignore[arg-type]  # one of the three


def finite(stage: Any) -> Any:
    """Return a stage's product for JSON: infinities and nan become null."""
    if isinstance(stage, dict):
        return {str(name): finite(product) for name, product in stage.items()}
    if isinstance(stage, (list, tuple)):
        return [finite(product) for product in stage]
    return None if isinstance(stage, float) and not math.isfinite(stage) else stage


def number(text: str) -> float:
    """Parse a number in hexadecimal form; `ValueError` if it is malformed or not finite."""
    try:
        value = float.fromhex(text)
    except OverflowError:
        raise ValueError(f"{text:.40} is too large") from None
    if not math.isfinite(value):
        raise ValueError(f"{text:.40} is not finite")
    return value


def as_outcome(answer: Answer) -> Outcome:
    """Convert an answer back to an outcome, to the last digit; `ValueError` for a score that is not a finite number.

    A crash that an old report records as raised becomes a crash.
    """
    match answer.kind:
        case "score":
            return Score(number(answer.hex), answer.stages, tuple(answer.warnings), answer.decimals)
        case "crashed":
            return Crashed(answer.error, answer.message)
        case "raised" if answer.error in _ERRORS_OF_CRASHES:
            return Crashed(answer.error, answer.message)
        case "raised":
            return Raised(answer.error, answer.message)
        case "undefined":
            return Undefined(answer.reason)
        case "unsupported":
            return Unsupported(answer.reason)
    return Unavailable(answer.reason)


def difference(change: Difference) -> Change:
    """Return the record of a difference."""
    show = change.knob.domain.format
    return Change(change.knob.name, change.knob.stage.value, show(change.left), show(change.right))


def differences(changes: Iterable[Difference]) -> list[Change]:
    """Return the records of several differences."""
    return [difference(change) for change in changes]


class NamedMistake(msgspec.Struct, frozen=True):
    """A known mistake that gives wrong numbers. `name` is empty if it is not in the catalogue."""

    name: str
    meaning: str

    def __str__(self) -> str:
        return f"{self.name}: {self.meaning}" if self.name else self.meaning


def named_mistakes(mistakes: Sequence[NamedMistake], equivalents: Sequence[NamedMistake] = ()) -> str:
    """Name mistakes that occur together, and others equivalent to the last of them; empty if there are none."""
    if not mistakes:
        return ""
    text = " and ".join(map(str, mistakes))
    others = ", ".join(mistake.name or mistake.meaning for mistake in equivalents)
    return f"{text} (or {others}: no answer distinguishes them)" if others else text
