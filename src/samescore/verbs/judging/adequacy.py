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
from samescore.settings import ClassNames, Integer, Knob, Settings
from samescore.verbs.judging.accumulated import added_to
from samescore.verbs.judging.cases import outcome_of
from samescore.verbs.judging.misreadings import misread_outcome, names_of


class MutantMistake(Protocol):
    """A mistake that a mutant makes: it has a name, and gives the mutant's outcome for a vector."""

    @property
    def name(self) -> str:
        """The name of the mistake, which ``golden/equivalent.toml`` uses after the name of the metric."""

    def outcome(self, vector: Vector) -> Outcome | None:
        """Return the mutant's outcome; None if the mistake does not apply to this vector."""


@dataclasses.dataclass(frozen=True, slots=True)
class WrongValue:
    """The mistake of using the value `taken` of a knob instead of `asked`.

    If `asked` needs tokens, the input is given as text, with tokens joined by spaces.
    """

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
        return _outcome_with(
            _as_text(vector) if self.knob.needs_tokens(self.asked) else vector.data(), settings, self.change
        )

    @property
    def change(self) -> dict[str, object]:
        """The wrong value, by the name of the knob."""
        return {self.knob.name: self.taken}


@dataclasses.dataclass(frozen=True, slots=True)
class WrongNumber:
    """The mistake of using a number that is off by `step`, or if `step` is 0, of using the default instead."""

    knob: Knob
    step: int

    @property
    def name(self) -> str:
        return f"{self.knob.name}:{f'{self.step:+}' if self.step else 'ignored'}"

    def outcome(self, vector: Vector) -> Outcome | None:
        settings = vector.complete_settings()
        asked: Any = getattr(settings, self.knob.name)
        taken = asked + self.step if self.step else self.knob.default
        return None if taken == asked else _outcome_with(vector.data(), settings, {self.knob.name: taken})


@dataclasses.dataclass(frozen=True, slots=True)
class WrongReading:
    """The mistake of reading the input wrongly; `name` is one of `samescore.verbs.judging.misreadings.names_of`."""

    name: str

    def outcome(self, vector: Vector) -> Outcome | None:
        return misread_outcome(vector, self.name, _outcome_with)


@dataclasses.dataclass(frozen=True, slots=True)
class Leak:
    """The mistake of keeping counts from an earlier call, whose input is the first of `before` that can be joined."""

    before: tuple[Vector, ...]
    name: str = "calls-pile-up"

    def outcome(self, vector: Vector) -> Outcome | None:
        for earlier in self.before:
            together = added_to(earlier.input, vector.input)
            if earlier is not vector and together not in (None, vector.input):
                return _outcome_if_valid(together, vector)
        return None


#: Ways to write a score wrongly, by the name of the mistake.
PRESENTATIONS: dict[str, Callable[[float], float]] = {
    "score-rounded-down": lambda score: float(math.floor(score)),
    "score-to-4-digits": lambda score: round(score, 4),
    "score-without-sign": abs,
    "score-at-most-1": lambda score: min(score, 1.0),
    "score-at-least-0": lambda score: max(score, 0.0),
}


@dataclasses.dataclass(frozen=True, slots=True)
class WrongPresentation:
    """The mistake of writing the score wrongly; `name` is a key of `PRESENTATIONS`."""

    name: str

    def outcome(self, vector: Vector) -> Outcome | None:
        right = outcome_of(vector.expected)
        return Score(PRESENTATIONS[self.name](right.value)) if isinstance(right, Score) else None


def _outcome_if_valid(plain: dict[str, Any], vector: Vector) -> Outcome | None:
    """Return the outcome for a misread input; None if it is invalid, which an implementation would detect."""
    try:
        data = from_plain(plain)
    except SamescoreError:
        return None
    return _outcome_with(data, vector.complete_settings())


def _outcome_with(data: Data, settings: Settings, change: dict[str, object] | None = None) -> Outcome | None:
    """Return the native outcome under changed settings; None if they contradict each other, or the input."""
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
        values = [value for value in _package_free_values(knob) if _value_name(name, knob, value) not in excused]
        for asked in values:
            yield from (
                WrongValue(knob, asked, taken)
                for taken in values
                if taken != asked and not knob.needs_tokens(taken)  # it would reject the text
            )
        if not knob.domain.finite:
            yield from (WrongNumber(knob, step) for step in ((0, 1, -1) if isinstance(knob.domain, Integer) else (0,)))
    vectors = select([name])
    yield from (WrongReading(reading) for reading in names_of(vectors) if _can_misread(reading, name))
    yield Leak(tuple(vectors))
    yield from (
        WrongPresentation(presentation) for presentation in PRESENTATIONS if _can_change_score(presentation, name)
    )


def _can_misread(reading: str, name: str) -> bool:
    """Return whether a metric can misread its input like this; a metric whose knobs name classes cannot rename them."""
    named = any(isinstance(knob.domain, ClassNames) for knob in metric(name).settings.knobs())
    return not (named and reading.startswith("classes-"))


def _can_change_score(presentation: str, name: str) -> bool:
    """Return whether the mistake `presentation` can change a score of the metric, considering its range and scale."""
    facts, scaled = metric(name).facts, any(knob.name == "scale" for knob in metric(name).settings.knobs())
    if presentation in ("score-without-sign", "score-at-least-0"):
        return facts.lowest is None or facts.lowest < 0
    return presentation != "score-at-most-1" or scaled or facts.highest != 1


def _package_free_values(knob: Knob) -> list[Any]:
    """Return the values of a knob that vectors can use: those that need no package, dictionary or model.

    The list is empty for a knob with infinitely many values.
    """
    return [value for value in knob.domain.values if not knob.needs_package(value)]


def _value_name(name: str, knob: Knob, value: object) -> str:
    return f"{name}.{knob.name}={knob.domain.format(value)}"


def values(name: str) -> list[KnobValue]:
    """Return every package-free value of every finite knob of a metric, with the first vector that uses it.

    The vector is empty if no vector uses the value; the reason in ``golden/equivalent.toml`` is included, if any.
    """
    asked: dict[str, str] = {}
    for vector in select([name]):
        settings = vector.complete_settings()
        for knob in settings.knobs():
            asked.setdefault(_value_name(name, knob, getattr(settings, knob.name)), vector.id)
    reasons = equivalent()
    made = []
    for knob in metric(name).settings.knobs():
        for value in _package_free_values(knob):
            full = _value_name(name, knob, value)
            shown = knob.domain.format(value)
            made.append(KnobValue(name, knob.name, shown, asked.get(full, ""), reasons.get(full, "")))
    return made


def mutants(name: str) -> list[Mutant]:
    """Return every mutant of a metric, with the first vector that kills it; the vector is empty for a survivor.

    The reason in ``golden/equivalent.toml`` is included, if any.
    """
    vectors, listed = select([name]), equivalent()
    return [
        Mutant(name, mistake.name, _first_killer(mistake, vectors), listed.get(f"{name}.{mistake.name}", ""))
        for mistake in mistakes(name)
    ]


def _first_killer(mistake: MutantMistake, vectors: Sequence[Vector]) -> str:
    """Return the first vector that detects the mistake; empty if there is none."""
    for vector in vectors:
        wrong = mistake.outcome(vector)
        if wrong is not None and not same_outcome(wrong, outcome_of(vector.expected), max_ulps=vector.expected.ulps):
            return vector.id
    return ""


def adequacy(names: tuple[str, ...] = ()) -> Iterator[tuple[str, list[KnobValue], list[Mutant]]]:
    """Yield, for each metric (by default all metrics), its name, the values of its knobs, and its mutants."""
    for name in names or METRIC_NAMES:
        yield name, values(name), mutants(name)


def unknown_survivors() -> list[str]:
    """Return a line for each name in ``golden/equivalent.toml`` that is neither a knob value nor a mutant."""
    known = {value.name for name in METRIC_NAMES for value in values(name)}
    known |= {f"{name}.{mistake.name}" for name in METRIC_NAMES for mistake in mistakes(name)}
    unknown = sorted(set(equivalent()) - known)
    return [f"equivalent.toml: {name} is neither a mutant nor a value of a knob" for name in unknown]
