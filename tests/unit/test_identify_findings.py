"""Identify on a few inputs: regions and their names, errors, refused inputs, and what is reported of the answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from samescore import Corpus
from samescore.base.errors import UnknownNameError
from samescore.base.outcome import Crashed, Outcome, Raised, Score, Unavailable
from samescore.catalogue.profile import Profile
from samescore.data.kinds import Data, digest
from samescore.implementations import described_function, native_model
from samescore.metrics import metric
from samescore.metrics.evaluator import native_outcome
from samescore.records import Identification, KnownRegion
from samescore.settings import Settings
from samescore.verbs.identify import command, identify
from samescore.verbs.identify.answers import Answers
from samescore.verbs.identify.command import _errors, _input_text
from samescore.verbs.identify.findings import Same, fits, fits_beside, known_regions, nearest, undetermined_knobs
from samescore.verbs.identify.regions import Region
from samescore.verbs.identify.search import Point

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_WER = metric("wer").settings


def _profile(free: Mapping[str, Any] = {}, **fields: Any) -> Profile:
    """A profile of WER whose knobs are at the metric's defaults, or else at the first of the free values."""
    fixed = {name: value for name, value in _WER().as_dict().items() if name not in free}
    defaults = {name: options[0] if options != "any" else "none" for name, options in free.items()}
    given = {"entry_point": "e", "metric": "wer", "call": "e()", "versions": ">=0", **fields}
    return Profile(fixed={**fixed, **given.pop("knobs", {})}, free=dict(free), defaults=defaults, **given)


def _region(profile: Profile, name: str = "p", *, newest: bool = True, **callers: object) -> Region:
    return Region(name, profile, newest, callers)


_INPUTS: dict[str, Data] = {
    "one": Corpus.from_segments(["A b c"], [["a b c"]]),
    "two": Corpus.from_segments(["A B c x"], [["a b c d"]]),
    "three": Corpus.from_segments(["A b c d x"], [["a b c d e"]]),
    "four": Corpus.from_segments(["a x"], [["a b c"]]),
    "five": Corpus.from_segments(["a b y z"], [["a b c d e f g"]]),
    "six": Corpus.from_segments(["k l m N o p"], [["k l m n q r"]]),
}


def _answers(settings: Settings, inputs: Mapping[str, Data] = _INPUTS) -> Answers:
    answers = Answers(lambda data: native_outcome(data, settings), dict(inputs), 600, 100_000)
    for name in inputs:
        answers.ask(name)
    return answers


def _same(settings: Settings) -> tuple[Same, Point]:
    point = Point(settings, 8, 0)
    return Same(_answers(settings), point, list(_INPUTS)), point


_CASES = {
    "case": ["keep", "lower", "ascii"],
    "denominator": ["reference", "longer"],
    "mean_summation": ["sum", "exact"],
}


def test_the_knobs_and_defaults_of_a_region() -> None:
    region = _region(_profile(_CASES, ulps=20), case="lower")
    assert (region.name, region.ulps, _region(_profile(ulps=3)).ulps) == ("p.e", 20, 8)
    assert region.default == _WER(case="lower")
    assert [knob.name for knob in region.free] == ["denominator"]  # without rounding, and without the caller's case
    assert region.nearest(_WER(case="keep", denominator="longer", costs="sclite")) == _WER(
        case="lower", denominator="longer"
    )
    assert list(region.changes(region.default)) == [("denominator", "longer")]
    assert region.arguments(region.default.replace(denominator="longer")) == {"denominator": "longer"}
    tokenizers = _region(_profile({"tokenizer": ["spaces", "given", "jieba", "none"]}))
    assert list(tokenizers.changes(tokenizers.default)) == [("tokenizer", "none")]


def test_the_aliases_of_a_region_are_starts() -> None:
    aliases = {"lowered": {"case": "lower"}, "same": {"case": "keep"}}
    region = _region(_profile(_CASES, aliases=aliases))
    assert region.starts == [_WER(), _WER(case="lower")]
    fixed = _region(_profile(_CASES, aliases=aliases), denominator="longer")
    assert fixed.starts == [_WER(denominator="longer"), _WER(case="lower", denominator="longer")]


def test_regions_with_the_same_settings_have_the_same_shape() -> None:
    shape = _region(_profile(_CASES)).shape
    assert _region(_profile(_CASES, entry_point="f", versions=">=1"), "q", newest=False).shape == shape
    assert _region(_profile({**_CASES, "case": ["keep", "lower"]})).shape != shape
    assert _region(_profile(_CASES, ulps=20)).shape != shape
    assert _region(_profile(_CASES, knobs={"scale": "100"})).shape != shape


def test_the_regions_of_settings_are_sorted_by_arguments_and_age() -> None:
    same, _ = _same(_WER(case="lower"))
    old = _region(_profile(_CASES, entry_point="old", versions=">=1,<2"), newest=False)
    new = _region(_profile(_CASES, entry_point="new", versions=">=2"))
    fixed = _region(_profile(entry_point="fixed", knobs={"case": "lower"}), newest=False)
    other = _region(_profile(entry_point="other"))
    found = fits(same, [old, new, other, fixed], _WER(case="lower"))
    assert [(fit.name, dict(fit.arguments)) for fit in found] == [
        ("fixed", {}),
        ("new", {"case": "lower"}),
        ("old", {"case": "lower"}),
    ]


def test_arguments_are_as_few_as_the_answers_allow() -> None:
    """The case matters, and the denominator does not: no text is longer than its reference."""
    same, _ = _same(_WER(case="lower"))
    (found,) = fits(same, [_region(_profile(_CASES))], _WER(case="lower", denominator="longer"))
    assert (found.settings, dict(found.arguments)) == (_WER(case="lower"), {"case": "lower"})


def test_an_alias_names_the_region_if_it_needs_fewer_arguments() -> None:
    aliases = {"kept": {"case": "keep"}, "lowered": {"case": "lower"}, "again": {"case": "lower"}}
    region = _region(_profile(_CASES, aliases=aliases))
    same, _ = _same(_WER(case="lower"))
    (found,) = fits(same, [region], _WER(case="lower"))
    assert (found.name, dict(found.arguments)) == ("lowered", {})
    same, _ = _same(_WER())
    (found,) = fits(same, [region], _WER())
    assert (found.name, dict(found.arguments)) == ("e", {})


def test_regions_with_the_same_arguments_are_named_together() -> None:
    same, _ = _same(_WER(case="lower"))
    versions = [(">=1,<2", False), (">=2,<3", True)]
    regions = [_region(_profile(_CASES, versions=version), newest=newest) for version, newest in versions]
    other = _region(_profile(entry_point="f", versions=">=5,<6", knobs={"case": "lower"}), "q", newest=False)
    known = known_regions(fits(same, [*regions, other], _WER(case="lower")))
    assert known == [
        KnownRegion("q.f", ">=5,<6", "5", {}),
        KnownRegion("p.e", ">=1,<3", "", {"case": "lower"}),
    ]


def test_a_region_with_equivalent_settings_is_found_one_knob_away() -> None:
    """No region lower-cases by the case; one has only the transformation, which gives the same."""
    same, point = _same(_WER(case="lower"))
    region = _region(_profile({"transforms": "any"}))
    assert fits(same, [region], _WER(case="lower")) == []
    found = fits_beside(same, [region], point, {})
    assert [dict(fit.arguments) for fit in found] == [{"transforms": "to-lower-case"}]
    assert fits_beside(same, [_region(_profile())], point, {}) == []


def test_the_nearest_region_has_the_fewest_knobs_that_matter() -> None:
    same, point = _same(_WER(case="lower", denominator="longer", costs="sclite"))
    far = _region(_profile(entry_point="far"))
    near = _region(_profile(entry_point="near", knobs={"case": "lower"}))
    found = nearest(same, [far, near], point)
    assert found is not None
    assert found[0].name == "p.near"
    equal = [_region(_profile(entry_point="near", knobs={"case": "lower"}), name) for name in ("a", "b", "c")]
    found = nearest(same, [far, *equal], point)
    assert found is not None
    assert found[0].name == "a.near", "the first of equal regions"
    idle = Profile(
        "idle", "wer", "e()", ">=0", fixed={k: v for k, v in _WER().as_dict().items() if k != "costs"}, irrelevant={"costs": "it has none"}
    )  # fmt: skip
    found = nearest(same, [_region(idle)], point)
    assert found is not None
    assert "costs" not in [difference.knob.name for difference in found[1]]
    assert "case" in [difference.knob.name for difference in found[1]]


def _failing(outcomes: Mapping[str, Outcome]) -> Answers:
    answers = Answers(
        lambda data: next(outcomes[name] for name, each in _INPUTS.items() if each is data), dict(_INPUTS), 60, 9
    )
    for name in outcomes:
        answers.ask(name)
    return answers


def test_errors_are_grouped_and_the_most_frequent_comes_first() -> None:
    outcomes: dict[str, Outcome] = {
        "one": Raised("A", "x"), "two": Raised("B", "y"), "three": Raised("B", "y"), "four": Score(0.5), "five": Score(0.5),
        "six": Score(0.5),
    }  # fmt: skip
    first, second = _errors(_failing(outcomes), ["one", "two", "three"])
    assert (first.error, first.count, first.vector) == ("raised B: y", 2, "two")
    assert (second.error, second.count, second.vector) == ("raised A: x", 1, "one")
    assert first.input == _input_text(_INPUTS["two"])
    (only,) = _errors(_failing(outcomes), ["three", "four"])
    assert (only.count, only.vector) == (1, "three")
    mostly = {**outcomes, "four": Crashed("B: y")}
    assert sum(error.count for error in _errors(_failing(mostly), [])) == 4
    assert _errors(_failing(outcomes), []) == []


def test_an_input_is_shown_up_to_300_characters() -> None:
    short = Corpus.from_segments(["é"], [["b"]])
    assert _input_text(short) == '{"segments": [{"hypothesis": "é", "references": ["b"]}]}'
    rest = len(_input_text(short)) - 1
    whole, cut = (Corpus.from_segments(["a" * (300 - rest + more)], [["b"]]) for more in (0, 1))
    assert len(_input_text(whole)) == 300
    assert not _input_text(whole).endswith("…")
    assert len(_input_text(cut)) == 301
    assert _input_text(cut).endswith("…")


@pytest.fixture
def few_inputs(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few inputs instead of the golden ones, and no known entry points."""
    monkeypatch.setattr(command, "golden_inputs", lambda *_: dict(_INPUTS))
    monkeypatch.setattr(command, "regions", lambda *_: [])


def _function(change: Callable[[Corpus], float], called: list[str] | None = None) -> Any:
    def scorer(hypotheses: list[str], references: list[list[str]]) -> float:
        if called is not None:
            called.append(hypotheses[0])
        return change(Corpus.from_segments(hypotheses, references))

    return described_function(scorer, "mine", "wer", {})


def _lowered(data: Corpus) -> float:
    outcome = native_outcome(data, _WER(case="lower"))
    assert isinstance(outcome, Score)
    return outcome.value


def _raising(*names: str) -> Callable[[Corpus], float]:
    def change(data: Corpus) -> float:
        if any(
            str(data.hypothesis_lines[0]) == str(_INPUTS[name].plain()["segments"][0]["hypothesis"]) for name in names
        ):
            raise TypeError("not this")
        return _lowered(data)

    return change


@pytest.mark.usefixtures("few_inputs")
def test_settings_are_found_from_a_few_answers() -> None:
    said: list[str] = []
    found = identify(_function(_lowered), "wer", on_progress=said.append)
    assert (found.found, found.short_signature, found.like) == (True, "wer|case:lower", [])
    assert (found.implementation, found.metric, found.answers, found.departures) == ("mine", "wer", 6, [])
    assert (found.nontrivial, found.explained) == (5, 5)  # but for the first, a 0
    assert (found.refused, found.errors, found.rounding) == ([], [], None)
    assert [mistake.name for mistake in found.mistakes] == ["lower-case"]  # which no known entry point does
    assert said[0] == "0 of 6 golden inputs: one"
    assert said[5] == "5 of 6 golden inputs: six"


@pytest.mark.usefixtures("few_inputs")
def test_inputs_that_raise_are_set_aside_unless_they_are_most() -> None:
    few = identify(_function(_raising("two", "four")), "wer")
    assert (few.found, few.refused, few.answers) == (True, ["two", "four"], 4)
    assert [(error.count, error.vector) for error in few.errors] == [(2, "two")]
    half = identify(_function(_raising("two", "four", "six")), "wer")
    assert (half.found, half.refused, half.answers) == (False, ["two", "four", "six"], 3)  # too few numbers
    most = identify(_function(_raising("one", "two", "four", "six")), "wer")
    assert (most.found, most.refused, most.answers) == (False, [], 6)
    assert {departure.vector for departure in most.departures} >= {"one", "two", "four", "six"}


@pytest.mark.usefixtures("few_inputs")
def test_recorded_answers_are_not_asked_again() -> None:
    called: list[str] = []
    function = _function(_lowered, called)
    profile = function.profiles("wer")[0]
    recorded: dict[Any, Outcome] = {
        (digest(data), profile.entry_point, profile.settings()): native_outcome(data, _WER(case="lower"))
        for name, data in _INPUTS.items()
        if name != "four"
    }
    found = identify(function, "wer", answered=recorded)
    assert found.short_signature == "wer|case:lower"
    own = {str(data.plain()["segments"][0]["hypothesis"]) for data in _INPUTS.values()}
    assert own & set(called) == {"a x"}  # others show how it is to be called


@pytest.mark.usefixtures("few_inputs")
def test_settings_stay_near_the_given_ones() -> None:
    near = _WER(denominator="longer", references="best")
    found = identify(_function(_lowered), "wer", near=near)
    assert found.found
    assert found.signature == near.replace(case="lower").signature
    assert (found.undetermined, found.margin, found.next_best, found.nearest) == ({}, None, None, None)


@pytest.mark.usefixtures("few_inputs")
def test_nothing_is_asked_without_time() -> None:
    called: list[str] = []
    found = identify(_function(_lowered, called), "wer", seconds=-1.0)
    assert (found.found, found.answers, called[1:]) == (False, 0, [])


@pytest.mark.usefixtures("few_inputs")
def test_a_mistake_is_reported_with_its_equivalents() -> None:
    def squared(data: Corpus) -> float:
        return _lowered(data) ** 2

    found: Identification = identify(_function(squared), "wer")
    assert (found.found, found.short_signature, found.departures) == (True, "wer|case:lower", [])
    assert [mistake.name for mistake in found.mistakes] in (["score-squared"], ["lower-case", "score-squared"])
    assert (found.answers, found.nontrivial, found.explained) == (6, 5, 5)
    assert "score-squared" not in [mistake.name for mistake in found.equivalents]


def test_an_implementation_that_cannot_be_run(monkeypatch: pytest.MonkeyPatch) -> None:
    function = _function(_lowered)
    monkeypatch.setattr(type(function), "unavailable", lambda _: Unavailable("it is gone"))
    with pytest.raises(UnknownNameError, match="mine cannot be run: it is gone"):
        identify(function, "wer")
    with pytest.raises(UnknownNameError, match="has no entry point for ter") as caught:
        identify(native_model("nltk"), "ter")
    assert caught.value.hint == "list its entry points with: samescore list implementations"


def test_an_alias_names_a_region_only_with_all_its_values() -> None:
    region = _region(_profile(_CASES, aliases={"both": {"case": "lower", "denominator": "longer"}}))
    same, _ = _same(_WER(case="lower"))
    (found,) = fits(same, [region], _WER(case="lower"))
    assert (found.name, dict(found.arguments)) == ("e", {"case": "lower"})


def test_knobs_some_of_whose_values_change_an_answer() -> None:
    """Lower-casing only ASCII letters leaves an umlaut as it is; nothing depends on how segments are averaged."""
    inputs: dict[str, Data] = {"umlaut": Corpus.from_segments(["Ä b c"], [["ä b c"]])}
    point = Point(_WER(), 8, 0)
    same = Same(_answers(_WER(), inputs), point, ["umlaut"])
    free, partly, margin, change = undetermined_knobs(same, point, {})
    assert free["case"] == ["ascii"]
    assert free["average"] == ["sentences"]
    assert "case" in partly
    assert "average" not in partly
    assert margin == 1
    assert change is not None
