"""The verb *identify*: find an implementation's settings from its answers alone.

First the implementation is asked the golden inputs that best separate the settings of known implementations, until at
most one candidate is left. If none is left, the nearest candidates are changed knob by knob (or in two knobs at once, if
one is not enough) as long as more answers are reproduced. The result is compared with the answers to all golden inputs
of the metric. Finally each knob is set to each of its other values: knobs that change no answer are undetermined.
"""

from __future__ import annotations

import dataclasses
import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations

from samescore.catalogue.profile import Profile
from samescore.catalogue.profile_files import profile_files
from samescore.catalogue.vectors import select
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data, digest
from samescore.errors import SettingsError, UnknownNameError
from samescore.implementations.base import Profiled, limits
from samescore.implementations.recording import Request
from samescore.metrics import metric as find_metric
from samescore.metrics.evaluator import bare_outcome
from samescore.outcome import STORED_ULPS, Outcome, Raised, Score, Unavailable, Unsupported, same_outcome
from samescore.records import DifferentAnswer, Identification
from samescore.records import outcome as recorded
from samescore.settings import Settings

#: How many inputs are considered at a time when the next one to ask is chosen.
_LOOKAHEAD = 16
#: How many of the nearest candidates the search starts from.
_STARTS = 4
#: If an implementation takes tokens, its caller decides about these knobs.
_CALLERS_KNOBS = ("case", "strip", "tokenizer")
#: Inputs of more characters than this are not asked; they would add nothing.
_LONGEST = 4000


@dataclasses.dataclass(frozen=True, slots=True)
class _Candidate:
    settings: Settings
    ulps: int
    names: tuple[str, ...]


class _Answers:
    """The golden inputs of a metric, the implementation's answers, and native outcomes on them.

    After `seconds` it is `late`, and the search is over.
    """

    def __init__(self, asks: Callable[[Data], Outcome], inputs: dict[str, Data], seconds: float) -> None:
        self._until = time.monotonic() + seconds
        self._asks = asks
        self.inputs = inputs
        self.outcomes: dict[str, Outcome] = {}
        self._native: dict[tuple[Settings, str], Outcome] = {}

    @property
    def late(self) -> bool:
        return time.monotonic() > self._until

    def ask(self, name: str) -> Outcome:
        """The implementation's answer to an input."""
        if name not in self.outcomes:
            answer = self._asks(self.inputs[name])
            if isinstance(answer, Unavailable):
                raise UnknownNameError(f"the implementation has stopped: {answer.reason}", hint="try samescore smoke")
            self.outcomes[name] = answer
        return self.outcomes[name]

    def native(self, settings: Settings, name: str) -> Outcome:
        """The native outcome on an input under these settings."""
        key = settings, name
        if key not in self._native:
            self._native[key] = bare_outcome(self.inputs[name], settings)
        return self._native[key]

    def comparable(self) -> list[str]:
        """The inputs that were answered."""
        return [name for name, outcome in self.outcomes.items() if not isinstance(outcome, Unsupported)]

    def fits(self, candidate: _Candidate, name: str) -> bool:
        return same_outcome(self.native(candidate.settings, name), self.ask(name), max_ulps=candidate.ulps)

    def matched(self, candidate: _Candidate) -> int:
        """How many of the answers a candidate reproduces."""
        return sum(self.fits(candidate, name) for name in self.comparable())


def identify(
    implementation: Profiled,
    metric_name: str,
    *,
    answered: Mapping[Request, Outcome] = {},
    near: Settings | None = None,
    seconds: float = math.inf,
    on_progress: Callable[[str], None] = lambda _: None,
) -> Identification:
    """The settings behind an implementation's answers to the golden inputs of a metric.

    Only the answers of its first entry point, under its defaults, are used; those in `answered` are not asked again. Of settings that give the same answers, those
    `near` others (the metric's defaults) are found; they are also where the search begins. After about `seconds` it ends
    with the best settings so far. Raises `UnknownNameError` if the
    implementation is unavailable or has no entry point for the metric.
    """
    if refusal := implementation.unavailable():
        raise UnknownNameError(
            f"{implementation.name} cannot be asked: {refusal.reason}", hint="install it, or start it by hand"
        )
    profiles = implementation.profiles(metric_name)
    if not profiles:
        raise UnknownNameError(
            f"{implementation.name} has no entry point for {metric_name}", hint="samescore list implementations"
        )
    profile, settings = profiles[0], profiles[0].settings()

    def asks(data: Data) -> Outcome:
        if (known_answer := answered.get((digest(data), profile.entry_point, settings))) is not None:
            return known_answer
        return Unsupported("out of time") if answers.late else implementation.ask(profile, data, settings)

    answers = _Answers(asks, _inputs(metric_name, profile), seconds)
    known = _known(metric_name, profile, settings, near)
    on_progress("known implementations")
    _split(answers, known, on_progress)
    for name in answers.inputs:  # the rest, because all answers must be reproduced
        on_progress(f"asking {name}")
        answers.ask(name)
    refused = _set_aside(answers, known)
    best = _search(answers, known, profile, on_progress)
    return _result(implementation.name, answers, best, known, refused, profile, near)


def _inputs(metric_name: str, profile: Profile) -> dict[str, Data]:
    """One vector for each distinct input that the implementation supports; inputs of tokens are left out."""
    inputs: dict[str, Data] = {}
    seen = set()
    for vector in select([metric_name]):
        data = vector.data()
        text = repr(data)
        if isinstance(data, Corpus) and data.tokenized:
            continue
        if text not in seen and len(text) <= _LONGEST and limits(profile, data) is None:
            seen.add(text)
            inputs[vector.id] = data
    return inputs


def _known(metric_name: str, profile: Profile, settings: Settings, near: Settings | None) -> list[_Candidate]:
    """The settings to begin with, the defaults of the metric and of every known entry point; equal ones once."""
    kind = find_metric(metric_name).settings
    candidates: dict[Settings, _Candidate] = {} if near is None else {near: _Candidate(near, STORED_ULPS, ())}
    for name, defaults, ulps in [("the metric's defaults", kind(), STORED_ULPS), *_defaults(metric_name)]:
        taken = _with_callers(defaults, profile, settings)
        before = candidates.get(taken, _Candidate(taken, STORED_ULPS, ()))
        candidates[taken] = _Candidate(taken, max(ulps, before.ulps), (*before.names, name))
    return list(candidates.values())


def _defaults(metric_name: str) -> Iterator[tuple[str, Settings, int]]:
    for file in profile_files().values():
        for profile in file.profile:
            for entry in (profile, *(profile.narrowed(alias) for alias in profile.aliases)):
                if entry.metric == metric_name:
                    name = f"{file.implementation}.{entry.entry_point} ({entry.versions})"
                    yield name, entry.settings(), entry.ulps


def _with_callers(known: Settings, profile: Profile, settings: Settings) -> Settings:
    """The candidate's settings; if the implementation takes tokens, its caller's text processing is kept as it is."""
    if profile.unit != "tokens":
        return known
    return known.replace(**{name: getattr(settings, name) for name in _CALLERS_KNOBS if hasattr(settings, name)})


def _split(answers: _Answers, known: list[_Candidate], on_progress: Callable[[str], None]) -> None:
    """Ask the inputs that separate the candidates best, until at most one candidate is left."""
    remaining, waiting = list(known), list(answers.inputs)
    while len(remaining) > 1 and waiting:
        ahead = waiting[:_LOOKAHEAD]
        classes = {name: len({_shown(answers.native(c.settings, name)) for c in remaining}) for name in ahead}
        best = max(ahead, key=lambda name: classes[name])
        waiting.remove(best)
        if classes[best] == 1:
            waiting = [name for name in waiting if name not in ahead]
            continue
        on_progress(f"{len(remaining)} candidates, asking {best}")
        if not isinstance(answers.ask(best), Unsupported):
            remaining = [c for c in remaining if answers.fits(c, best)]


def _shown(outcome: Outcome) -> str:
    return outcome.describe() if outcome.kind == "score" else outcome.kind


def _set_aside(answers: _Answers, known: Sequence[_Candidate]) -> tuple[str, ...]:
    """The inputs on which only this implementation raises: they count as unsupported."""
    refused = [
        name
        for name in answers.comparable()
        if isinstance(answers.outcomes[name], Raised) and not any(answers.fits(c, name) for c in known)
    ]
    if len(refused) > len(answers.outcomes) / 2:  # the implementation is broken
        return ()
    for name in refused:
        answers.outcomes[name] = Unsupported("raises where no known implementation does")
    return tuple(refused)


def _search(
    answers: _Answers, known: list[_Candidate], profile: Profile, on_progress: Callable[[str], None]
) -> _Candidate:
    """The candidate that reproduces most answers, found by changing knobs as long as that helps."""
    everything = len(answers.comparable())
    best = max(known, key=answers.matched)
    exact = sorted((c for c in known if c.ulps <= STORED_ULPS), key=answers.matched, reverse=True)
    loose = sorted((c for c in known if c.ulps > STORED_ULPS), key=answers.matched, reverse=True)
    for start in (*exact[:_STARTS], *loose[:1]):  # a 32-bit candidate fits too easily
        current, score = start, answers.matched(start)
        for width in (1, 2):
            while score < everything and not answers.late:
                on_progress(f"{score} of {everything} answers reproduced")
                better = _better(answers, current, profile, width, score)
                if better is None:
                    break
                current, score = better, answers.matched(better)
                if width == 2:
                    break
        if score > answers.matched(best):
            best = current
        if score == everything:
            return current
    return best


def _better(answers: _Answers, current: _Candidate, profile: Profile, width: int, score: int) -> _Candidate | None:
    """The change of `width` knobs that reproduces most answers; None if no change beats `score`."""
    wrong = [name for name in answers.comparable() if not answers.fits(current, name)]
    single = list(_flips(current.settings, profile))
    best, most = None, score
    for changes in combinations(single, width):
        if answers.late:
            break
        names = [name for name, _ in changes]
        if len(set(names)) < width:
            continue
        try:
            changed = _Candidate(current.settings.replace(**dict(changes)), current.ulps, ())
        except SettingsError:
            continue
        if width > 1 and not answers.fits(changed, wrong[0]):
            continue  # to save time, a pair must mend the first wrong answer
        if not any(answers.fits(changed, name) for name in wrong):
            continue
        matched = answers.matched(changed)
        if matched > most:
            best, most = changed, matched
    return best


def _flips(settings: Settings, profile: Profile) -> Iterator[tuple[str, object]]:
    """Every knob with each of its likely other values, without knobs that only round or that the caller controls."""
    for knob in settings.knobs():
        of_caller = profile.unit == "tokens" and knob.name in _CALLERS_KNOBS
        if not knob.rounding and not of_caller:
            yield from ((knob.name, value) for value in knob.alternatives(getattr(settings, knob.name)))


def _same(
    answers: _Answers, candidate: _Candidate, changes: dict[str, object], compared: Sequence[str]
) -> _Candidate | None:
    """The candidate with some knobs changed, or None if that changes an answer."""
    try:
        other = _Candidate(candidate.settings.replace(**changes), candidate.ulps, ())
    except SettingsError:
        return None
    for vector in compared:
        pair = (answers.native(candidate.settings, vector), answers.native(other.settings, vector))
        if not same_outcome(*pair, max_ulps=candidate.ulps):
            return None
    return other


def _simplest(
    answers: _Answers, best: _Candidate, compared: Sequence[str], profile: Profile, near: Settings
) -> _Candidate:
    """The same answers with fewer knobs unlike `near`: reset one at a time, or one while another changes."""
    while True:
        off = {name: getattr(near, name) for name in _off(best.settings, near)}
        singly = ({name: default} for name, default in off.items())
        in_pairs = (
            {name: default, other: value}
            for name, default in off.items()
            for other, value in _flips(best.settings, profile)
            if other in off and other != name
        )
        same = (_same(answers, best, changes, compared) for changes in (*singly, *in_pairs))
        if answers.late:
            return best
        simpler = next((candidate for candidate in same if candidate is not None), None)
        if simpler is None:
            return best
        best = simpler


def _off(settings: Settings, near: Settings) -> list[str]:
    """The knobs in which two settings differ by more than rounding."""
    return [difference.knob.name for difference in settings.differences(near) if not difference.knob.rounding]


def _result(
    name: str,
    answers: _Answers,
    best: _Candidate,
    known: list[_Candidate],
    refused: tuple[str, ...],
    profile: Profile,
    near: Settings | None,
) -> Identification:
    compared = answers.comparable()
    wrong = [vector for vector in compared if not answers.fits(best, vector)]
    raising = [vector for vector in wrong if isinstance(answers.outcomes[vector], Raised)]
    if len(raising) + len(refused) > len(compared) / 2:  # these are not a few unsupported inputs: it is broken
        raising = []
    wrong = [vector for vector in wrong if vector not in raising]
    compared = [vector for vector in compared if vector not in raising]
    refused = (*refused, *raising)
    departures = [
        DifferentAnswer(vector, recorded(answers.outcomes[vector]), recorded(answers.native(best.settings, vector)))
        for vector in wrong
    ]
    if not best.names or near is not None:
        best = _simplest(answers, best, compared, profile, near or type(best.settings)())
    like = [like for candidate in known if _reproduces(answers, candidate, compared) for like in candidate.names]
    scored = sum(isinstance(answers.outcomes[vector], Score) for vector in compared)
    # A known implementation may raise often; for unknown settings, most answers must be numbers.
    enough = scored > 0 if like else 2 * scored > len(compared) + len(refused)
    return Identification(
        implementation=name,
        metric=best.settings.metric,
        found=not departures and enough,
        signature=best.settings.signature,
        short_signature=best.settings.short_signature,
        like=like,
        answers=len(compared),
        departures=departures,
        undetermined={} if near is not None else _undetermined(answers, best, compared, profile),
        refused=list(refused),
    )


def _reproduces(answers: _Answers, candidate: _Candidate, compared: Sequence[str]) -> bool:
    """Does a candidate give every answer?"""
    return all(answers.fits(candidate, vector) for vector in compared)


def _undetermined(
    answers: _Answers, best: _Candidate, compared: Sequence[str], profile: Profile
) -> dict[str, list[str]]:
    """The knobs that change no answer, with their other values."""
    undetermined: dict[str, list[object]] = {}
    for name, value in _flips(best.settings, profile):
        same = value not in undetermined.get(name, []) and _same(answers, best, {name: value}, compared) is not None
        if same:
            undetermined.setdefault(name, []).append(value)
    return {name: list(map(best.settings.knob(name).domain.format, values)) for name, values in undetermined.items()}
