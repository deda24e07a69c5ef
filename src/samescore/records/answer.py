"""Types shared by many records: answers, changes of knobs, absent implementations; and conversions of outcomes."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any, Literal

import msgspec

from samescore.base.outcome import Crashed, Outcome, Raised, Score, Unavailable, Undefined, Unsupported
from samescore.settings import Difference

#: Errors of crashes, which older reports record as raised.
_ERRORS_OF_CRASHES = ("Crashed", "NotStarted", "ProtocolError", "Timeout")
#: Types whose values are all JSON-compatible.
_PLAIN = frozenset({str, int, bool, type(None)})


class Change(msgspec.Struct, frozen=True, rename={"before": "from", "after": "to"}):
    """A knob that has different values in two settings, its stage, and both values."""

    knob: str
    stage: str
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.knob}: {self.before} -> {self.after}"


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """An implementation's answer: a score, or another kind of outcome.

    A score has its `value`, its exact hexadecimal form `hex`, and reported intermediate results, `stages`. `decimals`
    is the number of decimals that it is rounded to, if it is known to be rounded. `error` and `message` describe a
    raised error or a crash; `reason` explains the other kinds.
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
        """The answer in words; a score as the shortest decimal number that is exact."""
        if self.kind == "score":
            return repr(self.value)
        if self.kind == "raised":
            return f"raised {self.error}: {self.message}" if self.message else f"raised {self.error}"
        if self.kind == "crashed":
            return Crashed(self.error, self.message).describe()
        return f"{self.kind} ({self.reason})"


class Absent(msgspec.Struct, frozen=True, tag_field="type", tag="absent", omit_defaults=True):
    """An implementation that could not be run, and the reason. `metric` is set only in a diff."""

    implementation: str
    reason: str
    metric: str = ""


def outcome(answer: Outcome) -> Answer:
    """Convert an outcome to an answer, with a score also in hexadecimal form and its stages in JSON-compatible form."""
    match answer:
        case Score():
            stages = json_compatible(dict(answer.stages))
            exact, warnings = float(answer.value).hex(), list(answer.warnings)
            return Answer("score", answer.value, exact, stages, warnings, decimals=answer.decimals)
        case Raised() | Crashed():
            return Answer(answer.kind, error=answer.error, message=answer.message)  # type: ignore[arg-type]  # one of the two
        case Undefined() | Unsupported() | Unavailable():
            return Answer(answer.kind, reason=answer.reason)  # type: ignore[arg-type]  # one of the three


def json_compatible(stage: Any) -> Any:
    """Convert an intermediate result to JSON-compatible values: infinities and nan become None, tuples become lists."""
    if isinstance(stage, dict):
        return {str(name): json_compatible(product) for name, product in stage.items()}
    if isinstance(stage, (list, tuple)):
        if _PLAIN.issuperset(map(type, stage)):
            return list(stage)
        return [json_compatible(product) for product in stage]
    return None if isinstance(stage, float) and not math.isfinite(stage) else stage


def number(text: str) -> float:
    """Parse a number in hexadecimal form; raise `ValueError` if it is malformed or not finite."""
    try:
        value = float.fromhex(text)
    except OverflowError:
        raise ValueError(f"{text:.40} is too large") from None
    if not math.isfinite(value):
        raise ValueError(f"{text:.40} is not finite")
    return value


def as_outcome(answer: Answer) -> Outcome:
    """Convert an answer back to an outcome, with the exact score.

    A crash that an old report records as raised becomes a crash. Raises `ValueError` for a score whose `hex` is not a
    finite number.
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
    """Convert a difference of settings to its record."""
    show = change.knob.domain.format
    return Change(change.knob.name, change.knob.stage.value, show(change.left), show(change.right))


def differences(changes: Iterable[Difference]) -> list[Change]:
    """Convert differences of settings to their records."""
    return [difference(change) for change in changes]


class NamedMistake(msgspec.Struct, frozen=True):
    """A mistake that gives wrong numbers. `name` is its name in the catalogue; empty if it has none."""

    name: str
    meaning: str

    def __str__(self) -> str:
        return f"{self.name}: {self.meaning}" if self.name else self.meaning


def named_mistakes(mistakes: Sequence[NamedMistake], equivalents: Sequence[NamedMistake] = ()) -> str:
    """Return a phrase that names mistakes that occur together, and mistakes equivalent to the last of them.

    The phrase is empty without mistakes.
    """
    if not mistakes:
        return ""
    text = " and ".join(map(str, mistakes))
    others = ", ".join(mistake.name or mistake.meaning for mistake in equivalents)
    return f"{text} (or {others}: no answer distinguishes them)" if others else text
