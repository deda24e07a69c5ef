"""A case with all names resolved, and the questions that it becomes for entry points."""

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

    `expected` is the right answer as stored, and `outcome` the same as an outcome.
    """

    id: str
    metric: AnyMetric
    data: Data
    settings: Settings
    expected: Expected
    outcome: Outcome

    @classmethod
    def of(cls, vector: Vector) -> JudgedCase:
        """Convert a golden vector, or a vector of the user."""
        chosen = metric(vector.metric)
        return cls(
            vector.id, chosen, vector.data(), vector.complete_settings(), vector.expected, outcome_of(vector.expected)
        )

    @classmethod
    def expecting(cls, identifier: str, data: Data, settings: Settings, expected: Expected) -> JudgedCase:
        """Make a case from an input with a stored answer."""
        return cls(identifier, metric(settings.metric), data, settings, expected, outcome_of(expected))

    @classmethod
    def scored(cls, identifier: str, data: Data, settings: Settings) -> JudgedCase:
        """Make a case from an input whose right answer is the native metric's."""
        return cls.expecting(identifier, data, settings, expected_of(native_outcome(data, settings)))


@dataclasses.dataclass(frozen=True, slots=True)
class CaseQuestion:
    """A case applied to one entry point.

    `nearest` are the settings of the entry point that are closest to the case's, and `departures` the relevant
    differences between the two.
    """

    case: JudgedCase
    profile: Profile
    nearest: Settings
    departures: tuple[Difference, ...] = ()


def questions_for(implementation: Implementation, case: JudgedCase) -> tuple[CaseQuestion, ...]:
    """Return the case applied to each entry point for its metric, the default one first."""
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
    """The best question to use: preferably of an entry point that accepts the input, then with the nearest settings."""
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
    """Convert an outcome to the form of a golden vector's answer."""
    if isinstance(outcome, Score):
        stages = {name: _stored(stage) for name, stage in outcome.stages.items()}
        return Expected("score", repr(outcome.value), stages=stages)
    return Expected("undefined" if outcome.kind == "undefined" else "raised")


def _stored(stage: Any) -> Any:
    """Convert a stage's product to its form in golden vectors: floats become decimal strings, compared as floats."""
    if isinstance(stage, dict):
        return {str(name): _stored(part) for name, part in stage.items()}
    if isinstance(stage, (list, tuple)):
        return [_stored(part) for part in stage]
    if isinstance(stage, float):
        return None if math.isnan(stage) else repr(stage)
    return stage
