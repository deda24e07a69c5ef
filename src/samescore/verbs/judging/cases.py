"""What an answer is judged on: a case, with every name resolved, and the question that it puts to one entry point."""

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
    """An input under complete settings with the right answer: a golden vector, or a fresh or own input.

    `expected` is the right answer as it is stored, and `outcome` the same as an outcome.
    """

    id: str
    metric: AnyMetric
    data: Data
    settings: Settings
    expected: Expected
    outcome: Outcome

    @classmethod
    def of(cls, vector: Vector) -> JudgedCase:
        """A golden vector, or one of the user's own."""
        chosen = metric(vector.metric)
        return cls(
            vector.id, chosen, vector.data(), vector.complete_settings(), vector.expected, outcome_of(vector.expected)
        )

    @classmethod
    def expecting(cls, identifier: str, data: Data, settings: Settings, expected: Expected) -> JudgedCase:
        """An input with a stored answer."""
        return cls(identifier, metric(settings.metric), data, settings, expected, outcome_of(expected))

    @classmethod
    def scored(cls, identifier: str, data: Data, settings: Settings) -> JudgedCase:
        """An input whose right answer is that of the native metric."""
        return cls.expecting(identifier, data, settings, expected_of(native_outcome(data, settings)))


@dataclasses.dataclass(frozen=True, slots=True)
class Question:
    """A case as it can be put to one entry point.

    `nearest` are the settings of the entry point that are closest to the case's, and `departures` the differences between
    the two that matter.
    """

    case: JudgedCase
    profile: Profile
    nearest: Settings
    departures: tuple[Difference, ...] = ()


def questions_for(implementation: Implementation, case: JudgedCase) -> tuple[Question, ...]:
    """The case as it can be put to each entry point for its metric, the default one first."""
    profiles = implementation.profiles(case.metric.name) if isinstance(implementation, Profiled) else []
    return tuple(question_for(case, profile) for profile in profiles)


def question_for(case: JudgedCase, profile: Profile) -> Question:
    """The case as it can be put to one entry point."""
    nearest = profile.nearest(case.settings)
    departures = profile.departures(case.settings, nearest)
    unused = case.data.unused_knobs
    return Question(case, profile, nearest, tuple(change for change in departures if change.knob.name not in unused))


def nearest_question(questions: Sequence[Question]) -> Question:
    """The best question to use: an entry point that takes the input comes first, then the nearest settings."""
    return min(questions, key=lambda q: (limits(q.profile, q.case.data) is not None, len(q.departures)))


def outcome_of(expected: Expected) -> Outcome:
    """A stored answer as an outcome."""
    match expected.outcome:
        case "score":
            return Score(float(expected.value), expected.stages)
        case "raised":
            return Raised("expected")
    return Undefined("expected")


def expected_of(outcome: Outcome) -> Expected:
    """An outcome in the form of a golden vector's answer."""
    if isinstance(outcome, Score):
        stages = {name: _stored(stage) for name, stage in outcome.stages.items()}
        return Expected("score", repr(outcome.value), stages=stages)
    return Expected("undefined" if outcome.kind == "undefined" else "raised")


def _stored(stage: Any) -> Any:
    """A stage's product in the form of a golden vector's: floats as decimal strings, which are compared as floats."""
    if isinstance(stage, dict):
        return {str(name): _stored(part) for name, part in stage.items()}
    if isinstance(stage, (list, tuple)):
        return [_stored(part) for part in stage]
    if isinstance(stage, float):
        return None if math.isnan(stage) else repr(stage)
    return stage
