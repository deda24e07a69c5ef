"""Mutation testing of the golden vectors: check that some vector uses each value of each knob and detects each mistake.

A mutant is the native metric with one mistake: it uses a wrong value of a knob, ignores a knob, misreads the input, or
writes the score wrongly (`misreadings`). A vector kills the mutant if the outcome differs from the expected one. A
survivor is a gap in golden/, unless ``golden/equivalent.toml`` lists it with a reason.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol

from samescore.base.errors import SamescoreError
from samescore.base.outcome import Outcome, Score, same_outcome
from samescore.catalogue.vectors import Vector, equivalent, select
from samescore.data.kinds import Data, from_plain
from samescore.metrics import METRIC_NAMES, metric
from samescore.metrics.evaluator import native_outcome
from samescore.records import KnobValue, Mutant
from samescore.settings import ClassNames, Integer, Knob, Settings, Text
from samescore.verbs.judging.accumulated import added_to
from samescore.verbs.judging.cases import outcome_of
from samescore.verbs.judging.misreadings import misread_outcome, names_of


class MutantMistake(Protocol):
    """The mistake that a mutant makes."""

    @property
    def name(self) -> str:
        """Its name, which `golden/equivalent.toml` uses."""

    def outcome(self, vector: Vector) -> Outcome | None:
        """Return the mutant's outcome; None if the mistake does not apply to this vector."""


@dataclasses.dataclass(frozen=True, slots=True)
class WrongValue:
    """Use the value `taken` of a knob in place of `asked`. Given tokens are joined by spaces if `taken` needs text."""

    knob: Knob
    asked: object
    taken: object

    @property
    def name(self) -> str:
        shown = self.knob.domain.format
        return f"{self.knob.name}:{shown(self.asked)}={shown(self.taken)}"

    def outcome(self, vector: Vector) -> Outcome | None:
        settings = vector.complete_settings()
        if getattr(settings, self.knob.name) != self.asked:
            return None
        return _scored(_as_text(vector) if self.knob.needs_tokens(self.asked) else vector.data(), settings, self.change)

    @property
    def change(self) -> dict[str, object]:
        """The wrong setting."""
        return {self.knob.name: self.taken}


@dataclasses.dataclass(frozen=True, slots=True)
class WrongNumber:
    """Ignore a number (use its default), or use one that is too large or too small by `step`."""

    knob: Knob
    step: int

    @property
    def name(self) -> str:
        return f"{self.knob.name}:{f'{self.step:+}' if self.step else 'ignored'}"

    def outcome(self, vector: Vector) -> Outcome | None:
        settings = vector.complete_settings()
        asked: Any = getattr(settings, self.knob.name)
        taken = asked + self.step if self.step else self.knob.default
        return None if taken == asked else _scored(vector.data(), settings, {self.knob.name: taken})


@dataclasses.dataclass(frozen=True, slots=True)
class WrongReading:
    """Misread the input."""

    name: str

    def outcome(self, vector: Vector) -> Outcome | None:
        return misread_outcome(vector, self.name, _scored)


@dataclasses.dataclass(frozen=True, slots=True)
class Leak:
    """Keep counts from an earlier call: add the input to the first of `before` that changes the outcome."""

    before: tuple[Vector, ...]
    name: str = "calls-pile-up"

    def outcome(self, vector: Vector) -> Outcome | None:
        for earlier in self.before:
            together = added_to(earlier.input, vector.input)
            if earlier is not vector and together not in (None, vector.input):
                return _read(together, vector)
        return None


#: A function that writes a score wrongly.
PRESENTATIONS: dict[str, Callable[[float], float]] = {
    "score-rounded-down": lambda score: float(math.floor(score)),
    "score-to-4-digits": lambda score: round(score, 4),
    "score-without-sign": abs,
    "score-at-most-1": lambda score: min(score, 1.0),
    "score-at-least-0": lambda score: max(score, 0.0),
}


@dataclasses.dataclass(frozen=True, slots=True)
class WrongPresentation:
    """Write the score wrongly."""

    name: str

    def outcome(self, vector: Vector) -> Outcome | None:
        right = outcome_of(vector.expected)
        return Score(PRESENTATIONS[self.name](right.value)) if isinstance(right, Score) else None


def _read(plain: dict[str, Any], vector: Vector) -> Outcome | None:
    """Return the outcome for a misread input; None if it is invalid, which an implementation would detect."""
    try:
        data = from_plain(plain)
    except SamescoreError:
        return None
    return _scored(data, vector.complete_settings())


def _scored(data: Data, settings: Settings, change: dict[str, object] | None = None) -> Outcome | None:
    try:
        return native_outcome(data, settings.replace(**change or {}))
    except SamescoreError:
        return None


def _as_text(vector: Vector) -> Data:
    """Return a tokenized input as text, with tokens joined by spaces."""
    segments = [
        {"hypothesis": " ".join(s["hypothesis"]), "references": [" ".join(line) for line in s["references"]]}
        for s in vector.input["segments"]
    ]
    return from_plain({"segments": segments})


def mistakes(name: str) -> Iterator[MutantMistake]:
    """Yield every mistake that mutants of a metric make.

    Knobs that affect only rounding are skipped, because a wrong value would not show in the scores.
    """
    excused = equivalent()
    for knob in metric(name).settings.knobs():
        if knob.rounding:
            continue
        values = [value for value in _asked_values(knob) if _value_name(name, knob, value) not in excused]
        for asked in values:
            yield from (
                WrongValue(knob, asked, taken)
                for taken in values
                if taken != asked and not knob.needs_tokens(taken)  # it would reject the text
            )
        if not knob.domain.finite:
            yield from (WrongNumber(knob, step) for step in ((0, 1, -1) if isinstance(knob.domain, Integer) else (0,)))
    vectors = select([name])
    yield from (WrongReading(reading) for reading in names_of(vectors) if _concerns(reading, name))
    yield Leak(tuple(vectors))
    yield from (WrongPresentation(presentation) for presentation in PRESENTATIONS if _shows(presentation, name))


def _concerns(reading: str, name: str) -> bool:
    """Does the metric look at what is misread? Classes that a knob names keep their names."""
    named = any(isinstance(knob.domain, (Text, ClassNames)) for knob in metric(name).settings.knobs())
    return not (named and reading.startswith("classes-"))


def _shows(presentation: str, name: str) -> bool:
    """Return whether the mistake `presentation` can change a score of the metric, given its range and scale."""
    facts, scaled = metric(name).facts, any(knob.name == "scale" for knob in metric(name).settings.knobs())
    if presentation in ("score-without-sign", "score-at-least-0"):
        return facts.lowest is None or facts.lowest < 0
    return presentation != "score-at-most-1" or scaled or facts.highest != 1


def _asked_values(knob: Knob) -> list[Any]:
    """Return the values of a finite knob that vectors can use; golden/ has no packages, dictionaries or models."""
    return [value for value in knob.domain.values if not knob.needs_package(value)]


def _value_name(name: str, knob: Knob, value: object) -> str:
    return f"{name}.{knob.name}={knob.domain.format(value)}"


def values(name: str) -> list[KnobValue]:
    """Every package-free value of every finite knob of a metric, with the first vector that uses it."""
    asked: dict[str, str] = {}
    for vector in select([name]):
        settings = vector.complete_settings()
        for knob in settings.knobs():
            asked.setdefault(_value_name(name, knob, getattr(settings, knob.name)), vector.id)
    reasons = equivalent()
    made = []
    for knob in metric(name).settings.knobs():
        for value in _asked_values(knob):
            full = _value_name(name, knob, value)
            shown = knob.domain.format(value)
            made.append(KnobValue(name, knob.name, shown, asked.get(full, ""), reasons.get(full, "")))
    return made


def mutants(name: str) -> list[Mutant]:
    """Every mutant of a metric, with the first vector that kills it."""
    vectors, listed = select([name]), equivalent()
    return [
        Mutant(name, mistake.name, _killer(mistake, vectors), listed.get(f"{name}.{mistake.name}", ""))
        for mistake in mistakes(name)
    ]


def _killer(mistake: MutantMistake, vectors: Sequence[Vector]) -> str:
    """Return the first vector that detects the mistake; empty if there is none."""
    for vector in vectors:
        wrong = mistake.outcome(vector)
        if wrong is not None and not same_outcome(wrong, outcome_of(vector.expected), max_ulps=vector.expected.ulps):
            return vector.id
    return ""


def adequacy(names: tuple[str, ...] = ()) -> Iterator[tuple[str, list[KnobValue], list[Mutant]]]:
    """Yield the values and the mutants of each metric (by default all metrics)."""
    for name in names or METRIC_NAMES:
        yield name, values(name), mutants(name)


def unknown_survivors() -> list[str]:
    """The problems of ``golden/equivalent.toml``, one line each: names that match no knob value and no mutant."""
    known = {value.name for name in METRIC_NAMES for value in values(name)}
    known |= {f"{name}.{mistake.name}" for name in METRIC_NAMES for mistake in mistakes(name)}
    unknown = sorted(set(equivalent()) - known)
    return [f"equivalent.toml: {name} is no mutant and no value of a knob" for name in unknown]
