"""Judge one implementation on one case: a golden vector, a fresh input, or a user's input.

An implementation is run through the entry point that comes closest to the case's settings. If the entry point supports
these settings exactly, its outcome must equal the expected one, within the tolerance (if any) that its profile
justifies. Otherwise its outcome may differ, but must equal exactly the native outcome under the implementation's own
settings; the result then names the smallest set of knobs that explains the difference. Everything else is a
disagreement. The native metric must also return every stage that a vector expects. An implementation that describes
itself must answer every input in the region that it declares: to call such an input unsupported is an error.
"""

from __future__ import annotations

import dataclasses
import shlex
from collections.abc import Sequence

import msgspec

from samescore.base.outcome import Crashed, Outcome, Raised, Score, Unavailable, Unsupported, same_outcome
from samescore.catalogue.divergences import Divergence
from samescore.catalogue.vectors import Vector
from samescore.implementations import Implementation, Profiled
from samescore.implementations.asking import out_of_time
from samescore.metrics.evaluator import native_outcome
from samescore.records import NamedMistake, Result, VectorVerdict, differences
from samescore.records import outcome as recorded
from samescore.settings import Difference
from samescore.settings.scale import rescale
from samescore.verbs.judging.cases import CaseQuestion, JudgedCase, nearest_question, questions_for
from samescore.verbs.judging.first_difference import differing_stage, first_difference
from samescore.verbs.why.attribution.diagnosis import diagnose
from samescore.verbs.why.attribution.known import applicable_divergences
from samescore.verbs.why.attribution.paths import smallest_cause

#: Maximum length of an input, in characters, on which mistakes are searched for: a search takes about a hundred scores.
_LONGEST = 10_000


@dataclasses.dataclass(frozen=True, slots=True)
class _Judgement:
    """The verdict on an outcome, the outcome on the case's scale, and the reasons.

    A divergence has the `causes` and the catalogue's `divergences`; a failure has the first differing `stage`, and the
    known `mistakes` that give the wrong number.
    """

    verdict: VectorVerdict
    outcome: Outcome
    causes: Sequence[Difference] = ()
    divergences: Sequence[Divergence] = ()
    stage: str = ""
    mistakes: Sequence[NamedMistake] = ()


def judge(implementation: Implementation, vector: Vector) -> Result:
    """Judge one implementation on one golden vector."""
    return judge_case(implementation, JudgedCase.of(vector))


def judge_case(
    implementation: Implementation, case: JudgedCase, questions: Sequence[CaseQuestion] | None = None
) -> Result:
    """Judge one implementation on one case; `questions` is the result of `questions_for`, if already known.

    The implementation is run through the entry point with the nearest question. An implementation without an entry
    point for the metric gets the verdict "unsupported".
    """
    if not isinstance(implementation, Profiled):
        return _result(implementation.name, case, _judge_natively(case))
    if not implementation.file.profile and (refusal := implementation.unavailable()):
        return _result(implementation.name, case, _Judgement(VectorVerdict.UNAVAILABLE, refusal))
    questions = questions_for(implementation, case) if questions is None else questions
    if not questions:
        return unsupported_result(
            implementation.name, case, f"{implementation.name} has no entry point for {case.metric.name}"
        )
    return judge_question(implementation, nearest_question(questions))


def judge_question(implementation: Profiled, question: CaseQuestion) -> Result:
    """Judge the answer to one question.

    The implementation is not run if the time limit of the run has passed (the verdict is "unavailable"), or if its
    region does not contain the question.
    """
    name, case, entry_point = implementation.name, question.case, question.profile.entry_point
    if refusal := out_of_time():
        return _result(name, case, _Judgement(VectorVerdict.UNAVAILABLE, refusal), entry_point)
    outside = implementation.outside_region(question.profile, case.data, question.nearest)
    raw = outside or implementation.ask(question.profile, case.data, question.nearest)
    outcome = rescale(raw, question.nearest, case.settings)
    if outside is None and isinstance(outcome, Unsupported) and implementation.describes_itself:
        stage = f"{first_difference(case, outcome, native=False)}, although its profile supports this input"
        judgement = _Judgement(VectorVerdict.ERROR, outcome, stage=stage)
    else:
        judgement = _judge_outcome(implementation, question, outcome)
    result = _result(name, case, judgement, entry_point)
    own = raw if isinstance(raw, Score) and raw != outcome else None
    return msgspec.structs.replace(
        result,
        signature=question.nearest.short_signature,
        raw=float(own.value).hex() if own else "",
        raw_decimals=own.decimals if own else None,
        reproduce=" ".join([result.reproduce, *map(shlex.quote, implementation.options)]),
    )


def answer_to(implementation: Profiled, question: CaseQuestion) -> Outcome:
    """Run the implementation on a question, and return the answer on the case's scale.

    The question must be in the implementation's region.
    """
    raw = implementation.ask(question.profile, question.case.data, question.nearest)
    return rescale(raw, question.nearest, question.case.settings)


def unsupported_result(name: str, case: JudgedCase, reason: str) -> Result:
    """Return the result for the implementation `name`, which does not support the case for the given reason."""
    return _result(name, case, _Judgement(VectorVerdict.UNSUPPORTED, Unsupported(reason)))


def _judge_natively(case: JudgedCase) -> _Judgement:
    """Judge the native metric's answer to a case, including all stages that the case expects."""
    if refusal := out_of_time():
        return _Judgement(VectorVerdict.UNAVAILABLE, refusal)
    outcome = native_outcome(case.data, case.settings)
    if refused := _refusal_judgement(outcome):
        return refused
    if same_outcome(outcome, case.outcome, max_ulps=case.expected.ulps) and not differing_stage(case, outcome, True):
        return _Judgement(VectorVerdict.AGREE, outcome)
    return _Judgement(_failure_verdict(outcome), outcome, stage=first_difference(case, outcome, native=True))


def _judge_outcome(implementation: Profiled, question: CaseQuestion, outcome: Outcome) -> _Judgement:
    """Judge an implementation's outcome, given on the case's scale: agreement, divergence or failure, or a refusal."""
    case = question.case
    if refused := _refusal_judgement(outcome):
        return refused
    tolerance = 0 if question.departures else question.profile.ulps
    if same_outcome(outcome, case.outcome, max_ulps=max(case.expected.ulps, tolerance)):
        return _Judgement(VectorVerdict.AGREE, outcome)
    if causes := _causes(question, outcome, implementation.ulps):
        sides, knobs = (question.nearest, case.settings), {change.knob.name for change in causes}
        entries = applicable_divergences(
            case.data, implementation.name, question.profile.entry_point, sides, causes, knobs
        )
        return _Judgement(VectorVerdict.DIVERGE, outcome, causes, entries)
    stage = first_difference(case, outcome, native=False)
    return _Judgement(_failure_verdict(outcome), outcome, stage=stage, mistakes=_mistakes(question, outcome))


def _refusal_judgement(outcome: Outcome) -> _Judgement | None:
    """Return the judgement of an outcome that is unavailable or unsupported; None for any other outcome."""
    if isinstance(outcome, Unavailable):
        return _Judgement(VectorVerdict.UNAVAILABLE, outcome)
    return _Judgement(VectorVerdict.UNSUPPORTED, outcome) if isinstance(outcome, Unsupported) else None


def _failure_verdict(outcome: Outcome) -> VectorVerdict:
    return VectorVerdict.ERROR if isinstance(outcome, (Raised, Crashed)) else VectorVerdict.DISAGREE


def _result(name: str, case: JudgedCase, judgement: _Judgement, entry_point: str = "") -> Result:
    return Result(
        vector=case.id,
        metric=case.metric.name,
        implementation=name,
        entry_point=entry_point,
        verdict=judgement.verdict,
        outcome=recorded(judgement.outcome),
        causes=differences(judgement.causes),
        divergences=[divergence.id for divergence in judgement.divergences],
        stage=judgement.stage,
        mistakes=list(judgement.mistakes),
        reproduce=f"samescore run {shlex.quote(name)} -k {case.id}",
    )


def _mistakes(question: CaseQuestion, outcome: Outcome) -> tuple[NamedMistake, ...]:
    """Return the known mistakes with which the native metric, under the implementation's settings, gives the outcome.

    The result is empty for an input longer than `_LONGEST`.
    """
    data, settings = question.case.data, question.case.settings
    if len(repr(data)) > _LONGEST:
        return ()
    return diagnose(data, question.nearest, rescale(outcome, settings, question.nearest))


def _causes(question: CaseQuestion, outcome: Outcome, ulps: int) -> tuple[Difference, ...] | None:
    """Return the fewest knob changes that explain an outcome.

    Return None if the profile does not reproduce the outcome, or if no knob differs. If no relevant knob differs,
    rounding knobs are tried, whose effect can show in 32-bit floats.
    """
    data, settings = question.case.data, question.case.settings
    changes = question.departures or tuple(
        change for change in settings.differences(question.nearest) if change.knob.rounding
    )
    if not changes:
        return None
    modelled = rescale(native_outcome(data, question.nearest), question.nearest, settings)
    if not same_outcome(modelled, outcome, max_ulps=max(question.profile.ulps, ulps)):
        return None
    return smallest_cause(data, settings, changes, modelled) or question.departures or None
