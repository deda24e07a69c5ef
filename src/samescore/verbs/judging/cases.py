"""Resolve the names in a case, and apply it to entry points, which gives questions."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence
from typing import Any

from samescore.base.outcome import Outcome, Raised, Score, Undefined
from samescore.catalogue.profile import Profile
from samescore.catalogue.vectors import Expected, Vector
from samescore.data.kinds import Data
from samescore.implementations import Implementation, Profiled
from samescore.implementations.base import limits
from samescore.metrics import metric
from samescore.metrics.base import AnyMetric
from samescore.metrics.evaluator import native_outcome
from samescore.settings import Difference, Settings


@dataclasses.dataclass(frozen=True, slots=True)
class JudgedCase:
    """An input with complete settings and the right answer: a golden vector, a fresh input, or a user's input.

    `expected` is the right answer in the stored form, and `outcome` is the same answer as an outcome.
    """

    id: str
    metric: AnyMetric
    data: Data
    settings: Settings
    expected: Expected
    outcome: Outcome

    @classmethod
    def of(cls, vector: Vector) -> JudgedCase:
        """Return the case of a golden vector, or of a vector of the user."""
        chosen = metric(vector.metric)
        return cls(
            vector.id, chosen, vector.data(), vector.complete_settings(), vector.expected, outcome_of(vector.expected)
        )

    @classmethod
    def expecting(cls, identifier: str, data: Data, settings: Settings, expected: Expected) -> JudgedCase:
        """Return a case with the stored answer `expected`."""
        return cls(identifier, metric(settings.metric), data, settings, expected, outcome_of(expected))

    @classmethod
    def scored(cls, identifier: str, data: Data, settings: Settings) -> JudgedCase:
        """Return a case whose right answer is computed by the native metric."""
        return cls.expecting(identifier, data, settings, expected_of(native_outcome(data, settings)))


@dataclasses.dataclass(frozen=True, slots=True)
class CaseQuestion:
    """A case applied to one entry point, which is given by its `profile`.

    `nearest` are the settings of the entry point that are closest to the case's; `departures` are the differences
    between the two, without knobs that the input does not use.
    """

    case: JudgedCase
    profile: Profile
    nearest: Settings
    departures: tuple[Difference, ...] = ()


def questions_for(implementation: Implementation, case: JudgedCase) -> tuple[CaseQuestion, ...]:
    """Return the case applied to each entry point for its metric, the default one first.

    The result is empty for an implementation without profiles, such as the native metric.
    """
    profiles = implementation.profiles(case.metric.name) if isinstance(implementation, Profiled) else []
    return tuple(question_for(case, profile) for profile in profiles)


def question_for(case: JudgedCase, profile: Profile) -> CaseQuestion:
    """Return the case applied to one entry point."""
    nearest = profile.nearest(case.settings)
    departures = profile.departures(case.settings, nearest)
    unused = case.data.unused_knobs
    return CaseQuestion(
        case, profile, nearest, tuple(change for change in departures if change.knob.name not in unused)
    )


def nearest_question(questions: Sequence[CaseQuestion]) -> CaseQuestion:
    """Return the question with the fewest departures, if possible for an entry point that accepts the input.

    `questions` must not be empty; the first of equally good questions is returned.
    """
    return min(questions, key=lambda q: (limits(q.profile, q.case.data) is not None, len(q.departures)))


def outcome_of(expected: Expected) -> Outcome:
    """Convert a stored answer to an outcome."""
    match expected.outcome:
        case "score":
            return Score(float(expected.value), expected.stages)
        case "raised":
            return Raised("expected")
    return Undefined("expected")


def expected_of(outcome: Outcome) -> Expected:
    """Convert an outcome to the form of a golden vector's answer; a crash or refusal is treated as an error."""
    if isinstance(outcome, Score):
        stages = {name: _stored(stage) for name, stage in outcome.stages.items()}
        return Expected("score", repr(outcome.value), stages=stages)
    return Expected("undefined" if outcome.kind == "undefined" else "raised")


def _stored(stage: Any) -> Any:
    """Convert a stage's result to its form in golden vectors: floats become decimal strings, and nan becomes None."""
    if isinstance(stage, dict):
        return {str(name): _stored(part) for name, part in stage.items()}
    if isinstance(stage, (list, tuple)):
        return [_stored(part) for part in stage]
    if isinstance(stage, float):
        return None if math.isnan(stage) else repr(stage)
    return stage
