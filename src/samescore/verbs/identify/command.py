"""The verb *identify*: infer an implementation's settings from its answers alone.

The implementation is run on all golden inputs of the metric. Then the search looks for settings that give the same
answers, first within the regions of all known implementations, then anywhere (`search`). All regions that contain the
settings found, or equivalent ones, are named with as few arguments as possible (`findings`). Finally each knob is set
to each of its other values: knobs that change no answer are undetermined.
"""

from __future__ import annotations

import dataclasses
import json
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from samescore.base.errors import UnknownNameError
from samescore.base.outcome import STORED_ULPS, Crashed, Outcome, Raised, Score, Unsupported
from samescore.catalogue.profile import Profile
from samescore.data.kinds import Data, digest
from samescore.implementations.base import Profiled, limits
from samescore.implementations.recording import Request
from samescore.implementations.rounding import Rounding, detect_rounding, is_short
from samescore.metrics import metric as find_metric
from samescore.metrics.mistakes import mistakes_of
from samescore.records import AnswerDigits, DifferentAnswer, Identification, NamedMistake, RepeatedError, differences
from samescore.records import outcome as recorded
from samescore.settings import Settings
from samescore.verbs.identify.answers import Answers, Cause, golden_inputs, nontrivial
from samescore.verbs.identify.exclusion import still_possible
from samescore.verbs.identify.findings import (
    Same,
    fits,
    fits_beside,
    known_regions,
    nearest,
    simplest,
    undetermined_knobs,
)
from samescore.verbs.identify.mistakes import EVALUATIONS, NEARLY_ALL, ULPS, FoundMistakes, MistakeSearch, nearly_all
from samescore.verbs.identify.regions import CALLERS_KNOBS, Region, regions, wrong_knobs
from samescore.verbs.identify.search import Point, RegionSearch

#: Maximum number of native scores in a search, and again to describe the result.
_EVALUATIONS = 150_000
#: Maximum length, in characters, of an input shown with an error.
_LONGEST_SHOWN = 300


def identify(
    implementation: Profiled,
    metric_name: str,
    *,
    answered: Mapping[Request, Outcome] = {},
    near: Settings | None = None,
    seconds: float = math.inf,
    on_progress: Callable[[str], None] = lambda _: None,
) -> Identification:
    """Find the settings that explain an implementation's answers to the golden inputs of a metric.

    Only the first entry point is run, with its defaults; answers that are in `answered` are used without running it.
    Among settings with the same answers, those nearest to `near` are returned; the search also starts there. Without
    `near`, settings of a known implementation with the fewest arguments are preferred, or else settings near the
    metric's defaults. After about `seconds` the search ends with the best settings so far. Raises `UnknownNameError` if
    the implementation is unavailable or has no entry point for the metric.
    """
    if refusal := implementation.unavailable():
        raise UnknownNameError(f"{implementation.name} cannot be run: {refusal.reason}", hint=implementation.remedy)
    profiles = implementation.profiles(metric_name)
    if not profiles:
        raise UnknownNameError(
            f"{implementation.name} has no entry point for {metric_name}",
            hint="list its entry points with: samescore list implementations",
        )
    profile, settings = profiles[0], profiles[0].settings()

    def asks(data: Data) -> Outcome:
        if (known_answer := answered.get((digest(data), profile.entry_point, settings))) is not None:
            return known_answer
        return Unsupported("out of time") if answers.out_of_time else implementation.ask(profile, data, settings)

    answers = Answers(asks, golden_inputs(metric_name, profile), seconds, _EVALUATIONS)
    for done, name in enumerate(answers.inputs):
        on_progress(f"{done:,} of {len(answers.inputs):,} golden inputs: {name}")
        answers.ask(name)
    return _Identifying(implementation.name, metric_name, answers, profile, near, on_progress).identification()


class _Identifying:
    """An identification in progress."""

    def __init__(
        self,
        name: str,
        metric_name: str,
        answers: Answers,
        profile: Profile,
        near: Settings | None,
        on_progress: Callable[[str], None],
    ) -> None:
        self._name, self._metric = name, metric_name
        self._answers = answers
        self._near = near
        self._on_progress = on_progress
        settings = profile.settings()
        callers = CALLERS_KNOBS if profile.unit == "tokens" else ()
        self._callers = {knob: getattr(settings, knob) for knob in callers if hasattr(settings, knob)}
        self._regions = regions(metric_name, self._callers)
        self._mistaken: FoundMistakes | None = None
        self._own = find_metric(metric_name).settings().replace(**self._callers)

    def identification(self) -> Identification:
        answers = self._answers
        refused = self._set_aside()
        best = self._best()
        answers.allow(_EVALUATIONS)
        if (found := self._mistakes_to_report(best)) is not None:
            return self._with_mistakes(found, refused)
        compared = answers.comparable()
        wrong = answers.wrong(best.settings, best.ulps)
        raising = [vector for vector in wrong if isinstance(answers.outcomes[vector], Raised)]
        if len(raising) + len(refused) > len(compared) / 2:  # too many to be unsupported: the implementation is broken
            raising = []
        refused += raising
        compared = [vector for vector in answers.outcomes if vector in set(compared) - set(raising)]
        return self._described(best, compared, [name for name in wrong if name not in raising], refused)

    def _set_aside(self) -> list[str]:
        """Ignore the inputs on which only this implementation raises an error, and return them.

        If they are more than half of all inputs, the implementation is broken: nothing is ignored, and nothing returned.
        """
        answers = self._answers
        starts = {(start, region.ulps) for region in self._regions for start in region.starts}
        starts.add((self._own, STORED_ULPS))
        refused = [
            name
            for name, outcome in answers.outcomes.items()
            if isinstance(outcome, Raised) and not any(answers.fits(start, name, ulps) for start, ulps in starts)
        ]
        if len(refused) > len(answers.outcomes) / 2:  # the implementation is broken
            return []
        answers.set_aside(refused)
        return refused

    def _best(self) -> Point:
        """Return the settings that give the most answers.

        If unrounded settings give all answers, the answers are not treated as rounded.
        """
        answers = self._answers
        answers.rounding = self._rounding()
        search = RegionSearch(answers, self._callers, self._explained, self._on_progress)
        best = search.best(self._regions, self._own, self._near)
        known_to_be_rounded = any(isinstance(o, Score) and o.decimals is not None for o in answers.outcomes.values())
        if answers.rounding is not None and not known_to_be_rounded:
            rounded, answers.rounding = answers.rounding, None
            exact = search.mend(best.settings, best.ulps)
            if exact.score == search.total_weight:
                return exact
            answers.rounding = rounded
        return best

    def _explained(self, starts: list[Settings]) -> Settings | bool:
        """Search near `starts` for mistakes that explain nearly all answers, and store what was found.

        Return True if there are such mistakes, False if not; if settings without a mistake explain nearly all answers,
        return these settings.
        """
        answers, left = self._answers, self._answers.left
        if answers.constant:
            return False
        answers.allow(left + EVALUATIONS)
        search = MistakeSearch(answers, self._callers, mistakes_of(self._metric))
        self._mistaken = found = search.best(starts)
        answers.allow(left)
        if found is None or found.score < NEARLY_ALL * search.total_weight:
            return False
        return bool(found.mistakes) or found.settings

    def _rounding(self) -> Rounding | None:
        numbers = {
            name: outcome.value
            for name, outcome in self._answers.outcomes.items()
            if isinstance(outcome, Score) and nontrivial(outcome)
        }
        starts = [self._own, *dict.fromkeys(start for region in self._regions for start in region.starts)]
        return detect_rounding(list(numbers.values()), [self._long_score(name, starts) for name in numbers])

    def _long_score(self, name: str, starts: Sequence[Settings]) -> float:
        """Return the first native score of an input, among those under the settings `starts`, that has many digits.

        Return 0 if there is none.
        """
        natives = (self._answers.native(start, name) for start in starts)
        scores = (native.value for native in natives if isinstance(native, Score))
        return next((score for score in scores if not is_short(score)), 0.0)

    def _mistakes_to_report(self, best: Point) -> FoundMistakes | None:
        """Return the mistakes found if they should be reported instead of the settings `best`; otherwise None."""
        found = self._mistaken
        if found is None or not found.mistakes:
            return None
        search = MistakeSearch(self._answers, self._callers, mistakes_of(self._metric))
        return found if search.named(found, best.settings) else None

    def _with_mistakes(self, found: FoundMistakes, refused: list[str]) -> Identification:
        answers = self._answers
        search = MistakeSearch(answers, self._callers, mistakes_of(self._metric))
        compared, wrong = answers.comparable(), answers.wrong(found.cause, ULPS)
        telling = answers.nontrivial_inputs()
        return Identification(
            implementation=self._name,
            metric=self._metric,
            found=not wrong,
            signature=found.settings.signature,
            short_signature=found.settings.short_signature,
            like=[],
            answers=len(compared),
            departures=[
                DifferentAnswer(name, recorded(answers.outcomes[name]), recorded(answers.native(found.cause, name)))
                for name in sorted(wrong, key=lambda name: name not in telling)
            ],
            undetermined={},
            refused=refused,
            nontrivial=len(telling),
            explained=len([name for name in telling if name not in wrong]),
            rounding=self._digits(found.cause, [name for name in compared if name not in wrong]),
            errors=_errors(answers, [*refused, *wrong]),
            arguments=find_metric(self._metric).takes[0].ARGUMENTS,
            mistakes=[
                *wrong_knobs(found.settings, self._regions),
                *(NamedMistake(mistake.name, mistake.meaning) for mistake in found.mistakes),
            ],
            equivalents=[NamedMistake(mistake.name, mistake.meaning) for mistake in search.equivalents(found)],
        )

    def _described(self, best: Point, compared: list[str], wrong: list[str], refused: list[str]) -> Identification:
        answers = self._answers
        same = Same(answers, best, compared)
        possible = self._accepting_regions(compared)
        held = fits(same, possible, best.settings)
        if not held and not wrong and self._near is None:
            held = fits_beside(same, possible, best, self._callers)
        if self._near is not None:
            best = dataclasses.replace(best, settings=simplest(same, best, self._callers, self._near))
        elif held:
            best = dataclasses.replace(best, settings=held[0].settings, ulps=held[0].region.ulps)
        else:
            best = dataclasses.replace(best, settings=simplest(same, best, self._callers, self._own))
        telling = [name for name in compared if nontrivial(answers.outcomes[name])]
        explained = [name for name in telling if name not in wrong]
        scored = sum(isinstance(answers.outcomes[name], Score) for name in compared)
        # A known implementation may raise often; with unknown settings, most answers must be numbers.
        enough = scored > 0 if held else 2 * scored > len(compared) + len(refused)
        known = known_regions(held)
        free, partly, margin, next_best = (
            ({}, [], None, None) if self._near else undetermined_knobs(same, best, self._callers)
        )
        near = None if self._near or known else nearest(same, possible, best)
        different = {outcome.value for outcome in map(answers.outcomes.get, compared) if isinstance(outcome, Score)}
        found = not wrong and enough and (bool(explained) or (not telling and len(different) > 1))
        return Identification(
            implementation=self._name,
            metric=self._metric,
            found=found,
            signature=best.settings.signature,
            short_signature=best.settings.short_signature,
            like=[] if wrong else list(map(str, known)),
            answers=len(compared),
            departures=[
                DifferentAnswer(name, recorded(answers.outcomes[name]), recorded(answers.native(best.settings, name)))
                for name in sorted(wrong, key=lambda name: name not in telling)
            ],
            undetermined=free,
            refused=refused,
            region=known[0] if known and found else None,
            nearest=near[0] if near else known[0] if known and not found else None,
            departs=differences(near[1]) if near else [],
            nontrivial=len(telling),
            explained=len(explained),
            margin=margin,
            next_best=next_best,
            rounding=self._digits(best.settings, [name for name in compared if name not in wrong]),
            errors=_errors(answers, [*refused, *wrong]),
            arguments=find_metric(self._metric).takes[0].ARGUMENTS,
            partly_determined=partly,
            mistakes=wrong_knobs(best.settings, self._regions)
            if found or nearly_all(len(explained), len(telling))
            else [],
            still_possible=still_possible(answers, best.settings, wrong, mistakes_of(self._metric), ULPS),
        )

    def _accepting_regions(self, compared: Sequence[str]) -> list[Region]:
        """Return the regions of entry points that accept every input to which the implementation gave a score."""
        outcomes, inputs = self._answers.outcomes, self._answers.inputs
        scored = [inputs[name] for name in compared if isinstance(outcomes[name], Score)]
        return [region for region in self._regions if not any(limits(region.profile, data) for data in scored)]

    def _digits(self, cause: Cause, compared: Sequence[str]) -> AnswerDigits | None:
        """Return how the answers were rounded, on the scale of the cause's settings; None if they were not."""
        used = self._answers.rounding
        if used is None:
            return None
        answers = self._answers.outcomes
        scores = ((self._answers.native(cause, name), answers[name]) for name in compared)
        pairs = [
            (native.value, answer.value)
            for native, answer in scores
            if isinstance(native, Score) and isinstance(answer, Score)
        ]
        scale = getattr(cause if isinstance(cause, Settings) else cause.settings, "scale", "")
        unit: Literal["decimals", "significant digits"] = "significant digits" if used.significant else "decimals"
        return AnswerDigits(used.digits, unit, f"0-{scale}" if scale else "", used.modes(pairs))


def _errors(answers: Answers, unexplained: Sequence[str]) -> list[RepeatedError]:
    """Return the errors on the inputs `unexplained`, grouped by their text, most frequent first.

    If more than half of the answers are errors, return all errors.
    """
    failed = {name: outcome for name, outcome in answers.given.items() if isinstance(outcome, (Raised, Crashed))}
    if 2 * len(failed) <= len(answers.given):
        failed = {name: outcome for name, outcome in failed.items() if name in unexplained}
    inputs: dict[str, list[str]] = {}
    for name, outcome in failed.items():
        inputs.setdefault(outcome.describe(), []).append(name)
    ordered = sorted(inputs.items(), key=lambda item: -len(item[1]))
    return [
        RepeatedError(error, len(names), names[0], _input_text(answers.inputs[names[0]])) for error, names in ordered
    ]


def _input_text(data: Data) -> str:
    """Return an input as JSON, truncated to a readable length."""
    text = json.dumps(data.plain(), ensure_ascii=False)
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…"
