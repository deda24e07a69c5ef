"""The models of scripts that no package installs are held against what the scripts themselves answered."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache

import pytest

from conformance.missing_data import lacks, missing_data
from conformance.recorded import COMPENSATED_SUM, FOLDER, Answer, Header, Recorded, read
from conformance.unnoticed import UNNOTICED
from samescore.base.errors import SettingsError
from samescore.base.outcome import Outcome, Score, ulps
from samescore.catalogue.profile import Profile
from samescore.catalogue.profile_files import profile_files
from samescore.data.kinds import Data, from_plain
from samescore.implementations import package_names
from samescore.metrics.evaluator import bare_outcome
from samescore.settings import Settings

#: sum adds otherwise from Python 3.12 on: on the oldest interpreter and the newest one.
pytestmark = pytest.mark.ends

#: Why nothing is recorded of an implementation without a package.
UNRECORDED = {
    "add-k-bigram": "a function in an article, which published no program",
    "difflib": "the standard library, which tests/unit/test_similarity.py asks",
    "naive": "formulas, which tests/unit/test_openkiwi.py and test_class_scores.py work out by hand",
}
RECORDED = sorted(path.stem for path in FOLDER.glob("*.jsonl"))
FEWEST_INPUTS = 500
#: Scripts that score 1000 resamples of every input.
_RESAMPLING = ("rouge155", "moses")
SCRIPTS = [pytest.param(name, marks=pytest.mark.slow) if name in _RESAMPLING else name for name in RECORDED]


@lru_cache(maxsize=1)
def recorded(name: str) -> Recorded:
    return read(FOLDER / f"{name}.jsonl")


def profile_of(name: str, answer: Answer) -> Profile:
    profile = profile_files()[name].entry_point(answer.entry_point, None)
    assert profile is not None, f"{name} has no entry point {answer.entry_point}"
    return profile


def answers_of(name: str) -> Iterator[tuple[Data, Answer, Profile, Settings]]:
    """Every recorded answer of a script, with its input and settings.

    Without those that need data which are not installed here.
    """
    models: dict[tuple[str, str], tuple[Profile, Settings, bool]] = {}
    for case in recorded(name).cases:
        data = from_plain(case.input)
        for answer in case.answers:
            asked = answer.entry_point, repr(answer.set)
            if asked not in models:
                profile = profile_of(name, answer)
                settings = profile.settings(**answer.set)
                models[asked] = profile, settings, bool(lacks(settings))
            profile, settings, lacking = models[asked]
            if not lacking:
                yield data, answer, profile, settings


def _lacking(name: str) -> str:
    """What all models of a script need and is not installed here, and what to do about it."""
    answers = [(name, answer) for case in recorded(name).cases for answer in case.answers]
    return lacks(profile_of(*answers[0]).settings(**answers[0][1].set))


if "word-tokenize" in missing_data():
    # Treebank words of ASCII texts are stripped.
    UNNOTICED.add(("azure-ai-evaluation", "BleuScoreEvaluator", "strip", "right"))


def as_text(outcome: Outcome, header: Header) -> str:
    """An outcome as an answer is recorded: the number, or its kind."""
    if not isinstance(outcome, Score):
        return outcome.kind
    value = outcome.value
    if header.digits is None:
        return repr(value)
    if header.scaled:
        value = round(value * 10**header.digits) / 10**header.digits
    return f"{value:.{header.digits}f}"


def agrees(outcome: Outcome, answer: Answer, profile: Profile, header: Header) -> bool:
    """Return whether an outcome equals the script's answer, or is within the ulps that its profile allows with a reason."""
    if as_text(outcome, header) == answer.here():
        return True
    if not (profile.ulps and isinstance(outcome, Score)) or answer.here() in ("raised", "undefined"):
        return False
    return ulps(outcome.value, float(answer.here())) <= profile.ulps


def test_every_script_without_a_package_is_recorded_or_says_why_not() -> None:
    assert not set(RECORDED) & set(UNRECORDED)
    assert set(RECORDED) | set(UNRECORDED) == set(profile_files()) - set(package_names())


@pytest.mark.slow
@pytest.mark.parametrize("name", RECORDED)
def test_a_recording_says_what_was_asked(name: str) -> None:
    header = recorded(name).header
    assert header.implementation == name
    assert set(header.interpreters) in ({"plain", "compensated"}, {"other"})
    asked: dict[str, set[str]] = {profile.entry_point: set() for profile in profile_files()[name].current(None)}
    for case in recorded(name).cases:
        for answer in case.answers:
            profile = profile_of(name, answer)
            asked[profile.narrows or profile.entry_point].add(str(case.input))
    assert {entry: len(inputs) for entry, inputs in asked.items() if len(inputs) < FEWEST_INPUTS} == {}


@pytest.mark.parametrize("step", [10, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", SCRIPTS)
def test_the_model_gives_what_the_script_answered(name: str, step: int) -> None:
    """Under ``==``: the same double, or the same printed decimals; or within what a profile allows.

    Every run compares every tenth answer of an entry point, the slow tests compare all of them.
    """
    header = recorded(name).header
    scores = count = 0
    answered: Counter[str] = Counter()
    for data, answer, profile, settings in answers_of(name):
        answered[answer.entry_point] += 1
        if answered[answer.entry_point] % step:
            continue
        native = bare_outcome(data, settings)
        assert agrees(native, answer, profile, header), f"{settings.signature}\n{data}\nnative {native}\n{answer}"
        scores += isinstance(native, Score)
        count += 1
    if not count:
        pytest.skip(_lacking(name))
    assert scores > count / 2, "most inputs should have a score"


def _alternatives(profile: Profile, settings: Settings) -> dict[tuple[str, str], Settings]:
    """The settings with one of the script's fixed knobs at another value, where that contradicts no other."""
    others = {}
    for knob in settings.knobs():
        own = getattr(settings, knob.name)
        for value in knob.alternatives(own) if knob.name in profile.fixed else ():
            if {own, value} <= {"sum", "sum-integers", "left-to-right"} and sys.version_info < COMPENSATED_SUM:
                continue  # the same additions
            with suppress(SettingsError):
                others[knob.name, str(value)] = settings.replace(**{knob.name: value})
    return others


def test_unnoticed_faults_belong_to_recorded_implementations() -> None:
    assert {implementation for implementation, *_ in UNNOTICED} <= set(RECORDED)


#: In how many answers a value is looked for that is listed as unnoticed.
_LISTED_LOOKS = 60


@pytest.mark.parametrize("name", SCRIPTS)
@pytest.mark.slow
def test_the_answers_notice_every_other_value_of_a_fixed_knob(name: str) -> None:
    """So that a wrong model is red: no other value of a knob gives the same answers everywhere."""
    header = recorded(name).header
    alternatives: dict[tuple[str, Settings], dict[tuple[str, str], Settings]] = {}
    unnoticed: dict[tuple[str, str, str, str], bool] = {}
    looks: Counter[tuple[str, str, str, str]] = Counter()
    for data, answer, profile, settings in answers_of(name):
        entry = profile.narrows or profile.entry_point
        if profile.ulps and as_text(bare_outcome(data, settings), header) != answer.here():
            continue  # the model comes only near to this one
        if (entry, settings) not in alternatives:
            alternatives[entry, settings] = _alternatives(profile, settings)
        for (knob, value), other in alternatives[entry, settings].items():
            key = (name, entry, knob, value)
            if not unnoticed.setdefault(key, True) or (key in UNNOTICED and looks[key] == _LISTED_LOOKS):
                continue
            looks[key] += 1
            unnoticed[key] = as_text(bare_outcome(data, other), header) == answer.here()
    if not unnoticed:
        pytest.skip(_lacking(name))
    assert {key for key, unseen in unnoticed.items() if unseen} == {key for key in UNNOTICED if key[0] == name}
