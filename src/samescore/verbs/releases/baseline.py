"""Build a baseline from the answers of a run, for ``samescore run --against`` (see `samescore.records.baseline`)."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec

from samescore.base.errors import InputError
from samescore.base.outcome import Raised, Score, Undefined
from samescore.base.version import __version__
from samescore.implementations import Implementation
from samescore.implementations.recording import Recording, recordings_of
from samescore.metrics import parse_signature
from samescore.metrics.evaluator import native_outcome
from samescore.records import Baseline, RecordedImplementation, RecordedScore, RunReport
from samescore.records import line as as_line
from samescore.records.baseline import INPUT_DIGITS
from samescore.verbs.judging.plan import Request
from samescore.verbs.judging.user_inputs import judged_case

#: The default seed of a baseline's fresh inputs; because it is fixed, equal answers give equal files.
SEED = 1
#: Maximum length of an error's name, or of the reason for an undefined score, in characters.
_DETAIL = 100


def fixed_seed(request: Request) -> Request:
    """Return the request with the seed `SEED` for fresh inputs, unless the user chose a seed."""
    return request if request.seed is not None else dataclasses.replace(request, seed=SEED)


def baseline_of(report: RunReport, implementations: Sequence[Implementation], reason: str = "") -> Baseline:
    """Build the baseline of a run from the scores, undefined scores and errors of its implementations.

    Crashes and refusals are not included, and neither are implementations without answers. `implementations` are the
    run's; `reason` is stored with the baseline. Raises `InputError` if there is no answer at all, and if most answers
    of an implementation are `errors`, since it would pass every gate by failing again.
    """
    recordings = [recording for recording in recordings_of(report) if any(_answers(recording))]
    for recording in recordings:
        _check_errors(recording)
    options = {implementation.name: list(implementation.options) for implementation in implementations}
    named = [RecordedImplementation(r.name, r.version, options.get(r.name, [])) for r in recordings]
    answers = [answer for recording in recordings for answer in _answers(recording)]
    if not answers:
        raise InputError(
            "there are no answers, so no baseline was written", hint="pass a metric that the implementation computes"
        )
    return Baseline.made(__version__, named, answers, reason)


def errors(recording: Recording, now: Recording | None = None) -> list[Raised]:
    """Return the recorded errors on inputs for which the native metric with the same settings has a score.

    Errors that the input's expected answer allows are not returned. Inputs are looked up in `now` if given, because a
    baseline has only digests of fresh and user inputs; an error on an unknown input is not returned either.
    """
    raised = list[Raised]()
    for (_, identifier, _), answer in recording.answers.items():
        case = judged_case(identifier, now or recording)
        if not isinstance(answer.outcome, Raised) or not answer.signature or case is None:
            continue
        native = native_outcome(case.data, parse_signature(answer.signature))
        if isinstance(native, Score) and case.expected.outcome != "raised":  # an error can be the right answer
            raised.append(answer.outcome)
    return raised


def _check_errors(recording: Recording) -> None:
    """Raise `InputError` if more than half of a recording's answers are `errors`."""
    answers, raised = list(_answers(recording)), errors(recording)
    if len(raised) > len(answers) / 2:
        ((error, _),) = Counter(outcome.error for outcome in raised).most_common(1)
        raise InputError(
            f"no baseline was written: {recording.name} raises an error for {len(raised):,} of {len(answers):,} inputs, most "
            f"often {error}, but the native metric has a score for them",
            hint="fix the function or its declaration; samescore run without --write-baseline shows the errors",
        )


def content(baseline: Baseline) -> bytes:
    """Encode a baseline as file content."""
    return b"".join(as_line(record).encode("utf-8") + b"\n" for record in baseline.records())


def _answers(recording: Recording) -> Iterator[RecordedScore]:
    """Yield a record for each score, error and undefined score of a recording; skip crashes and refusals."""
    for (kind, vector, entry_point), recorded in recording.answers.items():
        answer = RecordedScore(
            implementation=recording.name,
            metric=recorded.metric,
            vector=vector,
            entry_point=entry_point,
            kind=kind,
            settings=recorded.signature,
            input=recording.inputs[vector][:INPUT_DIGITS],
            outcome="undefined",
            stages=recorded.stage_digests,
        )
        match recorded.outcome:
            case Score(value=value, decimals=decimals):
                yield msgspec.structs.replace(answer, outcome="score", value=value, decimals=decimals)
            case Raised(error=error):
                yield msgspec.structs.replace(answer, outcome="raised", detail=error[:_DETAIL])
            case Undefined(reason=why):
                yield msgspec.structs.replace(answer, detail=why[:_DETAIL])
