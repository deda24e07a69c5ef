"""Verify a reported case: compute its sides again, check the cause that it names, and apply its remedy."""

from __future__ import annotations

import dataclasses

from samescore import records
from samescore.base.errors import SamescoreError, UnknownNameError, nearest
from samescore.base.outcome import (
    SAME_NUMBER,
    STORED_ULPS,
    Outcome,
    Raised,
    Score,
    Undefined,
    prints_as,
    relative_gap,
    same_outcome,
)
from samescore.catalogue.mistakes import CataloguedMistake
from samescore.catalogue.mistakes import catalogue as mistake_catalogue
from samescore.catalogue.profile import Profile
from samescore.catalogue.reported import Reported, ReportedQuestion, ReportedSide
from samescore.catalogue.wrong_inputs import misread
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from samescore.implementations import InstalledPackage, implementation, native_model
from samescore.implementations.package import package_names
from samescore.metrics import find as find_metric
from samescore.metrics import merge_knobs
from samescore.metrics.evaluator import native_outcome
from samescore.settings import Settings
from samescore.settings.scale import on_widest, rescale
from samescore.verbs.why.attribution.known import profile_of
from samescore.verbs.why.attribution.paths import with_changes
from samescore.verbs.why.attribution.shapley import attribute, pipeline_order


@dataclasses.dataclass(frozen=True, slots=True)
class Computed:
    """A side of a case, recomputed with its model.

    `asked` is the side as recorded; `profile` is None for the implementation ``native``. `data` is the input as this
    side reads it; `settings` are the settings used to score it, including any mistake; `native` is the outcome.
    """

    asked: ReportedQuestion
    profile: Profile | None
    data: Data
    settings: Settings
    native: Outcome

    @property
    def ulps(self) -> int:
        """The tolerance for a recorded value, in units in the last place: `STORED_ULPS`, or the profile's if larger."""
        return max(STORED_ULPS, self.profile.ulps if self.profile else 0)


def recorded_outcome(side: ReportedSide) -> Outcome:
    """Return the outcome that a side's `value` denotes: a score, an error or an undefined score."""
    match side.value:
        case "raised":
            return Raised("as recorded")
        case "undefined":
            return Undefined("as recorded")
    return Score(float(side.value))


def compute_side(case: Reported, asked: ReportedQuestion) -> Computed:
    """Compute a side of the case, or of its remedy, natively.

    Raises `SamescoreError` for an unknown name, knob or mistake, and for a mistake without effect on this input.
    """
    chosen, implied = find_metric(case.metric_of(asked))
    values, data = merge_knobs(chosen, implied, asked.set), case.data(asked)
    profile = None if asked.implementation == "native" else profile_of(asked.implementation, chosen.name)
    settings = chosen.settings.from_mapping(values) if profile is None else profile.settings(**values)
    if asked.mistake:
        data, settings = _with_mistake(data, settings, asked.mistake)
    if profile is None or _changes_settings(asked):
        return Computed(asked, profile, data, settings, native_outcome(data, settings))
    answer = native_model(asked.implementation).ask(profile, data, settings)
    return Computed(asked, profile, data, settings, answer)


def _mistake(name: str) -> CataloguedMistake:
    """Return the catalogued mistake with this name. Raises `UnknownNameError` if there is none."""
    if name not in mistake_catalogue():
        raise UnknownNameError(f"unknown mistake: {name!r}", hint=nearest(name, mistake_catalogue()))
    return mistake_catalogue()[name]


def _changes_settings(asked: ReportedQuestion) -> bool:
    """Return whether the side has a mistake that sets knobs, possibly to values that the implementation lacks."""
    return bool(asked.mistake and _mistake(asked.mistake).set)


def _with_mistake(data: Data, settings: Settings, name: str) -> tuple[Data, Settings]:
    """Return the input and the settings with a mistake applied: it either sets knobs or misreads the input.

    If misreading turns text into tokens, the settings use them without tokenizing. Raises `UnknownNameError` for an
    unknown mistake, and for one without effect on this input.
    """
    mistake = _mistake(name)
    if mistake.set:
        return data, settings.replace(**mistake.set)
    changed = misread(data, mistake.input)
    if changed is None:
        raise UnknownNameError(f"the mistake {name} has no effect here")
    made = isinstance(changed, Corpus) and isinstance(data, Corpus) and changed.tokenized and not data.tokenized
    return changed, settings.replace(tokenizer="given") if made else settings


def problems(case: Reported) -> list[str]:
    """Return one line for each problem of a case; empty if everything that it states holds natively.

    An error in computing a side is returned as the only problem.
    """
    try:
        sides = [compute_side(case, side) for side in case.sides]
        wrong = [
            text for side, seen in zip(case.sides, sides, strict=True) for text in _number_problems(case, side, seen)
        ]
        if len(sides) == 2:
            wrong += _cause_problems(case, *sides) + _remedy_problems(case, *sides)
    except SamescoreError as problem:
        return [str(problem)]
    return wrong


def _number_problems(case: Reported, side: ReportedSide, seen: Computed) -> list[str]:
    """Return a problem if the recorded value differs from the computed value, and one if from the reported value.

    The second check applies only if the input comes from the reporting thread.
    """
    expected = recorded_outcome(side)
    wrong = []
    if not same_outcome(seen.native, expected, max_ulps=seen.ulps):
        wrong.append(f"{side.implementation}: recorded {side.value}, natively {seen.native.describe()}")
    if (
        side.reported
        and not case.ours
        and isinstance(expected, Score)
        and not _prints_as_shown(expected.value, side.reported)
    ):
        wrong.append(f"{side.implementation}: {side.value} is not what the thread reports, {side.reported}")
    return wrong


def _prints_as_shown(value: float, shown: str) -> bool:
    """Return whether `value` is printed as `shown`: unchanged, times 100, or divided by 100."""
    return any(prints_as(scaled, shown) for scaled in (value, value * 100, value / 100))


def same_number(first: Computed, second: Computed) -> bool:
    """Return whether the outcomes of two sides are the same, apart from scale and rounding.

    Scores are the same if their relative difference is at most `SAME_NUMBER`.
    """
    ends = [rescale(side.native, side.settings, on_widest(side.settings)) for side in (first, second)]
    if isinstance(ends[0], Score) and isinstance(ends[1], Score):
        return relative_gap(ends[0].value, ends[1].value) <= SAME_NUMBER
    return same_outcome(ends[0], ends[1])


def _cause_problems(case: Reported, first: Computed, second: Computed) -> list[str]:
    """Return a problem unless the sides differ, and differ by the cause that the case names; else empty."""
    if case.cause == ["scale"]:
        one_number = same_number(first, second) and not same_outcome(first.native, second.native)
        return [] if one_number else ["the two sides are not one number on two scales"]
    if same_number(first, second):
        return ["the two sides are the same here"]
    asked = (first.asked, second.asked)
    metrics = {side.settings.metric for side in (first, second)}
    match case.cause:
        case ["metric"]:
            return [] if len(metrics) == 2 else ["both sides compute the same metric"]
        case ["input"]:
            return _input_cause_problems(first, second)
        case [name] if name in mistake_catalogue():
            return [] if name in {side.mistake for side in asked} else [f"neither side makes the mistake {name}"]
    if len(metrics) == 2 or first.data != second.data or any(side.mistake for side in asked):
        return ["the cause is 'metric', 'input' or a mistake where the sides differ in these"]
    return _knob_cause_problems(case, first, second)


def _input_cause_problems(first: Computed, second: Computed) -> list[str]:
    """Return a problem unless the inputs differ and both sides give the same number on the first side's input."""
    if first.data == second.data:
        return ["both sides are given the same input"]
    given = dataclasses.replace(second, data=first.data, native=native_outcome(first.data, second.settings))
    return [] if same_number(first, given) else [f"on the same input they still differ: {given.native.describe()}"]


def _knob_cause_problems(case: Reported, first: Computed, second: Computed) -> list[str]:
    """Return a problem unless the named knobs turn the first side into the second.

    If both sides have scores, the first named knob must also have the largest share of the gap, and each named knob a
    share.
    """
    start, end = on_widest(first.settings), on_widest(second.settings)
    changes = {change.knob.name: change for change in pipeline_order(start.differences(end))}
    if unknown := [name for name in case.cause if name not in changes]:
        return [f"the two sides do not differ in {', '.join(unknown)}, but in {', '.join(changes)}"]
    changed = with_changes(start, [changes[name] for name in case.cause])
    if changed is None:
        return [f"{', '.join(case.cause)} cannot be switched without others of {', '.join(changes)}"]
    switched = dataclasses.replace(first, settings=changed, native=native_outcome(first.data, changed))
    if not same_number(switched, second):
        return [f"switching {', '.join(case.cause)} does not give the second side; they differ in {', '.join(changes)}"]
    if not all(isinstance(side.native, Score) for side in (first, second)):
        return []
    shares = attribute(first.data, start, list(changes.values()), lambda _: None).shares
    largest = records.shown_shares(shares)[0]
    if case.cause[0] not in {change.knob for change in largest.changes}:
        return [f"the largest share is that of {', '.join(change.knob for change in largest.changes)}"]
    having = {change.knob for share in shares for change in share.changes}
    idle = [name for name in case.cause if name not in having]
    return [f"no share of the gap is due to {', '.join(idle)}"] if idle else []


def _remedy_problems(case: Reported, first: Computed, second: Computed) -> list[str]:
    """Return a problem if the sides still differ with the case's remedy; empty if there is no remedy."""
    if case.agree is None:
        return []
    sides = [
        seen if asked is None else compute_side(case, asked)
        for seen, asked in ((first, case.agree.first), (second, case.agree.second))
    ]
    if not same_number(sides[0], sides[1]):
        return [f"the remedy does not work: {sides[0].native.describe()} and {sides[1].native.describe()}"]
    return []


def installed_answer(case: Reported, asked: ReportedQuestion) -> tuple[InstalledPackage, Outcome] | None:
    """Return the installed package of a side, and its answer now.

    Return None if the side is native, if its package is unavailable or not installed in a version that the side is
    about, and if the side has a mistake in its settings, because the package cannot use such settings.
    """
    if asked.implementation == "native" or _changes_settings(asked):
        return None
    if native_model(asked.implementation).file.implementation not in package_names():
        return None
    package = implementation(asked.implementation)
    if not isinstance(package, InstalledPackage) or package.unavailable():
        return None
    side = compute_side(case, asked)
    if side.profile is None or side.profile not in package.profiles(side.settings.metric):
        return None
    return package, package.ask(side.profile, side.data, side.settings)
