"""The verdict of one implementation on one golden vector.

An implementation is asked through the entry point that comes closest to the vector's settings. If
the entry point supports these settings exactly, its outcome must be the expected one, within the
tolerance for which its profile gives a reason, if any. Otherwise its outcome may differ, but the
native metric under the implementation's profile must give exactly the same number; the result then
names the smallest set of knobs that explains the difference. Anything else is a disagreement.
The native metric must also pass through every stage that the vector expects.
An implementation that describes itself has to answer whatever it declares: to refuse that as
unsupported is an error.
"""

from __future__ import annotations

import dataclasses
import math
import shlex
from collections.abc import Sequence
from typing import Any, Protocol

import msgspec

from samescore.base.outcome import (
    STORED_ULPS,
    Crashed,
    Outcome,
    Raised,
    Score,
    Unavailable,
    Undefined,
    Unsupported,
    apart,
    same_outcome,
)
from samescore.catalogue.divergences import Divergence
from samescore.catalogue.profile import Profile
from samescore.catalogue.vectors import Expected
from samescore.data.kinds import Data
from samescore.implementations import Implementation, Profiled
from samescore.implementations.answers import bounded
from samescore.implementations.asking import out_of_time
from samescore.implementations.base import limits
from samescore.metrics import metric
from samescore.metrics.evaluator import native_outcome
from samescore.records import NamedMistake, Result, VectorVerdict, differences
from samescore.records import outcome as recorded
from samescore.settings import Difference, Settings
from samescore.settings.scale import rescaled
from samescore.verbs.why.attribution.diagnosis import diagnose
from samescore.verbs.why.attribution.known import known
from samescore.verbs.why.attribution.paths import smallest_cause

#: How much of a differing stage is shown, in characters.
_LONGEST_STAGE = 1000

#: For longer inputs, in characters, no mistake is looked for: that takes a hundred scores, and short ones say it, too.
_LONGEST = 10_000


class JudgedCase(Protocol):
    """What an answer is judged on: a golden vector, or a fresh input."""

    @property
    def id(self) -> str:
        """Its name in reports."""

    @property
    def metric(self) -> str:
        """The metric's name."""

    @property
    def expected(self) -> Expected:
        """The right answer."""

    def data(self) -> Data:
        """The input."""

    def complete_settings(self) -> Settings:
        """The settings that the right answer is under."""


def expected_outcome(vector: JudgedCase) -> Outcome:
    """A case's expected outcome."""
    match vector.expected.outcome:
        case "score":
            return Score(float(vector.expected.value), vector.expected.stages)
        case "raised":
            return Raised("expected")
    return Undefined("expected")


@dataclasses.dataclass(frozen=True, slots=True)
class Question:
    """A vector (or a fresh input) as it can be put to one entry point.

    `wanted` are the vector's settings, `nearest` the closest settings that the entry point supports, and `departures`
    the differences between the two that matter.
    """

    vector: JudgedCase
    data: Data
    wanted: Settings
    profile: Profile
    nearest: Settings
    departures: tuple[Difference, ...]


def questions_for(implementation: Implementation, vector: JudgedCase) -> tuple[Question, ...]:
    """The vector as it can be put to each entry point for its metric, the default one first."""
    profiles = implementation.profiles(vector.metric) if isinstance(implementation, Profiled) else []
    return tuple(question_for(vector, profile) for profile in profiles)


def question_for(vector: JudgedCase, profile: Profile) -> Question:
    """The vector as it can be put to one entry point."""
    wanted = vector.complete_settings()
    nearest = profile.nearest(wanted)
    return Question(vector, vector.data(), wanted, profile, nearest, profile.departures(wanted, nearest))


def judge(implementation: Implementation, vector: JudgedCase, questions: Sequence[Question] | None = None) -> Result:
    """The verdict on one implementation and one vector; `questions` are its `questions_for`, if already known."""
    if not isinstance(implementation, Profiled):
        if refusal := out_of_time():
            return _result(implementation.name, vector, VectorVerdict.UNAVAILABLE, refusal)
        return _judged(implementation.name, vector, native_outcome(vector.data(), vector.complete_settings()))
    if not implementation.file.profile and (refusal := implementation.unavailable()):
        return _result(implementation.name, vector, VectorVerdict.UNAVAILABLE, refusal)
    questions = questions_for(implementation, vector) if questions is None else questions
    if not questions:
        return unsupported(implementation.name, vector, f"{implementation.name} has no entry point for {vector.metric}")
    return judge_question(implementation, nearest_question(questions))


def nearest_question(questions: Sequence[Question]) -> Question:
    """The question that is put: to an entry point that takes the input, under the nearest settings."""
    return min(questions, key=lambda q: (limits(q.profile, q.data) is not None, len(q.departures)))


def judge_question(implementation: Profiled, question: Question) -> Result:
    """The verdict on the answer to one question, which is asked if it lies inside the implementation's region."""
    name, vector, entry_point = implementation.name, question.vector, question.profile.entry_point
    if refusal := out_of_time():
        return _result(name, vector, VectorVerdict.UNAVAILABLE, refusal, entry_point)
    outside = implementation.outside_region(question.profile, question.data, question.nearest)
    raw = outside or implementation.ask(question.profile, question.data, question.nearest)
    outcome = rescaled(raw, question.nearest, question.wanted)
    if outside is None and isinstance(outcome, Unsupported) and implementation.describes_itself:
        stage = f"{first_difference(vector, outcome, native=False)}, although its description takes this"
        result = _result(name, vector, VectorVerdict.ERROR, outcome, entry_point, stage=stage)
    else:
        result = _judged(name, vector, outcome, question, implementation.ulps)
    own = raw if isinstance(raw, Score) and raw != outcome else None
    return msgspec.structs.replace(
        result,
        signature=question.nearest.short_signature,
        raw=float(own.value).hex() if own else "",
        raw_decimals=own.decimals if own else None,
        reproduce=" ".join([result.reproduce, *map(shlex.quote, implementation.options)]),
    )


def answer_to(implementation: Profiled, question: Question) -> Outcome:
    """The answer to a question inside the implementation's region, on the vector's scale."""
    raw = implementation.ask(question.profile, question.data, question.nearest)
    return rescaled(raw, question.nearest, question.wanted)


def unsupported(name: str, vector: JudgedCase, reason: str) -> Result:
    """The result for an implementation that does not offer what the vector asks."""
    return _result(name, vector, VectorVerdict.UNSUPPORTED, Unsupported(reason))


def _judged(name: str, vector: JudgedCase, outcome: Outcome, question: Question | None = None, ulps: int = 0) -> Result:
    """The result for an outcome on the vector's scale; `question` is what was asked, None for the native metric."""
    entry_point = question.profile.entry_point if question else ""
    if isinstance(outcome, Unavailable):
        return _result(name, vector, VectorVerdict.UNAVAILABLE, outcome, entry_point)
    if isinstance(outcome, Unsupported):
        return _result(name, vector, VectorVerdict.UNSUPPORTED, outcome, entry_point)
    native = name == "native"
    tolerance = question.profile.ulps if question and not question.departures else 0
    agrees = same_outcome(outcome, expected_outcome(vector), max_ulps=max(vector.expected.ulps, tolerance))
    if agrees and not (native and differing_stage(vector, outcome, native)):
        return _result(name, vector, VectorVerdict.AGREE, outcome, entry_point)
    if question and (causes := _causes(question, outcome, ulps)):
        sides, knobs = (question.nearest, question.wanted), {change.knob.name for change in causes}
        entries = known(question.data, name, entry_point, sides, causes, knobs)
        return _result(name, vector, VectorVerdict.DIVERGE, outcome, entry_point, causes=causes, divergences=entries)
    verdict = VectorVerdict.ERROR if isinstance(outcome, (Raised, Crashed)) else VectorVerdict.DISAGREE
    stage = first_difference(vector, outcome, native)
    mistakes = _mistakes(question, outcome) if question else ()
    return _result(name, vector, verdict, outcome, entry_point, stage=stage, mistakes=mistakes)


def _result(
    name: str,
    vector: JudgedCase,
    verdict: VectorVerdict,
    outcome: Outcome,
    entry_point: str = "",
    *,
    causes: Sequence[Difference] = (),
    divergences: Sequence[Divergence] = (),
    stage: str = "",
    mistakes: Sequence[NamedMistake] = (),
) -> Result:
    return Result(
        vector=vector.id,
        metric=vector.metric,
        implementation=name,
        entry_point=entry_point,
        verdict=verdict,
        outcome=recorded(outcome),
        causes=differences(causes),
        divergences=[divergence.id for divergence in divergences],
        stage=stage,
        mistakes=list(mistakes),
        reproduce=f"samescore run {shlex.quote(name)} -k {vector.id}",
    )


def _mistakes(question: Question, outcome: Outcome) -> tuple[NamedMistake, ...]:
    """The mistakes that give this wrong number, according to the implementation's own profile; none of a long input."""
    if len(repr(question.data)) > _LONGEST:
        return ()
    return diagnose(question.data, question.nearest, rescaled(outcome, question.wanted, question.nearest))


def _causes(question: Question, outcome: Outcome, ulps: int) -> tuple[Difference, ...] | None:
    """The fewest knobs that explain an outcome; None if the profile does not reproduce it exactly."""
    if not question.departures:
        return None
    modelled = rescaled(native_outcome(question.data, question.nearest), question.nearest, question.wanted)
    if not same_outcome(modelled, outcome, max_ulps=max(question.profile.ulps, ulps)):
        return None
    return smallest_cause(question.data, question.wanted, question.departures, modelled) or question.departures


def first_difference(vector: JudgedCase, outcome: Outcome, native: bool) -> str:
    """The first stage whose product is not the expected one, or else the value, in words."""
    expected = expected_outcome(vector)
    if not (isinstance(outcome, Score) and isinstance(expected, Score)):
        return f"expected {_shown(expected)}, got {outcome.describe()}"
    if stage := differing_stage(vector, outcome, native):
        return stage
    if outcome.decimals is not None:
        return f"value: expected {vector.expected.value}, got {outcome.value!r}, which is rounded"
    return f"value: expected {vector.expected.value}, got {outcome.value!r} ({apart(expected.value, outcome.value)})"


def differing_stage(vector: JudgedCase, outcome: Outcome, native: bool) -> str:
    """The first stage of the pipeline whose product is not the expected one, in words; empty if there is none.

    The native metric must have every stage that the vector expects; others are compared where they return stages.
    """
    if not isinstance(outcome, Score):
        return ""
    expected, got = vector.expected.stages, outcome.stages
    if native and "tokens" in expected:
        got = {**got, "tokens": metric(vector.metric).tokens(vector.data(), vector.complete_settings())}
    pipeline, allowed = metric(vector.metric).facts.stages, max(STORED_ULPS, vector.expected.ulps)
    for name in sorted(expected, key=lambda name: pipeline.index(name) if name in pipeline else len(pipeline)):
        if name not in got:
            if native:
                return f"{name}: expected {expected[name]}, but there is no such stage"
        elif not _same(expected[name], got[name], allowed):
            return f"{name}: expected {_cut(expected[name])}, got {_cut(got[name])}"
    return ""


def _cut(stage: Any) -> str:
    """A stage's product as text, cut off where it is longer than anybody reads."""
    return bounded(str(stage), _LONGEST_STAGE)


def _shown(outcome: Outcome) -> str:
    return outcome.describe() if isinstance(outcome, Score) else outcome.kind


def _same(expected: Any, got: Any, max_ulps: float) -> bool:
    """Are two stage products equal? Decimal strings stand for stored floats, and are compared as these are."""
    if expected is None:  # JSON has no nan
        return isinstance(got, float) and math.isnan(got)
    got = list(got) if isinstance(got, tuple) else got
    if isinstance(expected, int) or isinstance(got, str) or expected == got:  # most are integers or tokens
        return bool(expected == got)
    if isinstance(expected, dict):
        return (
            isinstance(got, dict)
            and expected.keys() == got.keys()
            and all(_same(expected[k], got[k], max_ulps) for k in got)
        )
    if isinstance(expected, list):
        if not isinstance(got, list) or len(expected) != len(got):
            return False
        return all(_same(a, b, max_ulps) for a, b in zip(expected, got, strict=True))
    if isinstance(expected, str) and isinstance(got, (int, float)):
        try:
            return same_outcome(Score(float(expected)), Score(got), max_ulps=max_ulps)
        except ValueError:  # a text where a number belongs
            return False
    return bool(expected == got)
