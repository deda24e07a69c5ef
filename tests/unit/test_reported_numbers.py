"""The causes of a reported number, wrong layouts of an input, and the closest settings of two entry points."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from samescore import Corpus
from samescore.base.errors import InputError
from samescore.catalogue.profile import Profile, Tied
from samescore.metrics import metric
from samescore.records import Account, Answer, ExplainedSide, Explanation, Readings
from samescore.verbs.why.attribution.readings import readings_of
from samescore.verbs.why.common_settings import closest, closest_settings

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

#: Of four words, two are wrong, and one of these only in its case. The WER is 0.5, or 0.25 of lower-cased texts.
_DATA = Corpus.from_segments(["A b x d"], [["a b c d"]])


def _side(number: float | None, name: str = "mine", signature: str = "wer") -> ExplainedSide:
    answer = Answer("undefined") if number is None else Answer("score", number, number.hex())
    return ExplainedSide(name, signature, answer, answer, 0.0)


def _alone(reported: str, data: Corpus = _DATA, signature: str = "wer") -> Readings:
    account = Account("wer", _side(0.5, signature=signature), 1, [], "", [], [], [], "")
    (readings,) = readings_of(account, data, reported)
    return readings


def _fits(reported: str, data: Corpus = _DATA, signature: str = "wer") -> set[tuple[str, str, float, float]]:
    fits = _alone(reported, data, signature).fits
    return {(fit.kind, fit.id, round(fit.value, 6), fit.factor) for fit in fits}


@pytest.mark.parametrize("reported", ["0.5", " 0.50 ", "0.500"])
def test_the_unchanged_settings_explain_a_number_first(reported: str) -> None:
    assert _fits(reported) == {("as it is", "", 0.5, 1.0)}


@pytest.mark.parametrize("reported", ["50.0", "50.0%", "50.0 %", "50"])
def test_a_number_in_percent(reported: str) -> None:
    assert _fits(reported) == {("as it is", "", 0.5, 100.0)}


def test_a_fraction_of_a_score_in_percent() -> None:
    assert _fits("0.50", signature="wer|scale:100") == {("as it is", "", 50.0, 0.01)}


def test_a_number_of_one_digit_is_not_read_in_another_unit() -> None:
    """The WER is 1/20: 5 % has a single significant digit."""
    data = Corpus.from_segments([" ".join(["x", *"a" * 19])], [[" ".join("a" * 20)]])
    assert _fits("5.0", data) == {("as it is", "", 0.05, 100.0)}
    assert ("as it is", "", 0.05, 100.0) not in _fits("5", data)


def test_changed_settings_explain_a_number() -> None:
    fits = _alone("0.25").fits
    assert {fit.kind for fit in fits} == {"mistake"}
    assert ("lower-case", 0.25, 1.0) in {(fit.id, fit.value, fit.factor) for fit in fits}
    assert not [fit for fit in _alone("0.25").fits if fit.id == "keep-case"]


def test_exchanged_sides_explain_a_number_before_knobs() -> None:
    data = Corpus.from_segments(["a b x d e"], [["a b c d"]])  # 2 errors: of 4 words, or of 5
    fits = _alone("0.40", data).fits
    assert fits
    assert {fit.kind for fit in fits} == {"layout"}
    assert {round(fit.value, 9) for fit in fits} == {0.4}


def test_a_changed_knob_explains_a_number_before_a_mistake_in_a_stage() -> None:
    """Four errors and one, of 4 and 2 words, or of 6 and 3 words of the longer texts."""
    data = Corpus.from_segments(["A b x d e, f", "a b c"], [["a b c d"], ["a c", "a b c"]])
    assert _fits("0.8333", data) == {("as it is", "", 0.833333, 1.0)}
    assert _fits("0.5556", data) == {("knob", "denominator", 0.555556, 1.0)}
    assert _fits("55.56", data) == {("knob", "denominator", 0.555556, 100.0)}
    assert ("mistake", "score-squared", 0.694444, 1.0) in _fits("0.6944", data)
    (fit,) = _alone("0.5556", data).fits
    assert fit.meaning == "denominator=longer"


def test_a_number_that_nothing_gives() -> None:
    readings = _alone("0.1234")
    assert (readings.fits, readings.wanted) == ([], "0.1234")


def test_wrong_layouts_of_one_side_are_all_shown() -> None:
    readings = _alone("")
    assert (readings.metric, readings.name, readings.signature) == ("wer", "mine", "wer")
    assert (readings.wanted, readings.fits) == ("", [])
    assert readings.readings
    assert not [each for each in readings.readings if each.outcome.value == 0.5]
    assert len({each.id for each in readings.readings}) == len(readings.readings)
    assert [each.id for each in _alone("0.25").readings] == [each.id for each in readings.readings]


@pytest.mark.parametrize("text", ["x", "nan", "inf", "1,5", "%%", "1" * 41, "0x10"])
def test_a_text_that_is_not_a_number_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="is not a number") as caught:
        _alone(text)
    assert caught.value.hint == "write the number as it was printed, for example --reported 27.30"
    assert _alone(f"0.5{'0' * 37}").wanted == f"0.5{'0' * 37}"  # 40 characters


def _pair(first: ExplainedSide, second: ExplainedSide, data: Corpus, reported: str = "") -> list[Readings]:
    explained = Explanation("wer", first, second, None, None, True, [], None, [], [], [], "")
    return readings_of(explained, data, reported)


_MORE_WORDS = Corpus.from_segments(["a b x d e"], [["a b c d"]])


def test_one_of_two_sides_gives_the_number_of_the_other_in_a_wrong_layout() -> None:
    (readings,) = _pair(_side(0.5, "one"), _side(0.4, "two", "wer|references:best|denominator:longer"), _MORE_WORDS)
    assert (readings.name, readings.wanted, readings.readings) == ("one", "the number of two", [])
    assert {fit.kind for fit in readings.fits} == {"layout"}
    assert {round(fit.value, 9) for fit in readings.fits} == {0.4}
    (turned,) = _pair(_side(0.4, "two", "wer|references:best|denominator:longer"), _side(0.5, "one"), _MORE_WORDS)
    assert turned.name == "one"


@pytest.mark.parametrize(("first", "second"), [(0.5, 0.5), (0.5, 0.0), (0.5, None), (None, 0.4)])
def test_equal_missing_and_zero_numbers_have_no_layout(first: float | None, second: float | None) -> None:
    assert not [side for side in _pair(_side(first, "one"), _side(second, "two"), _MORE_WORDS) if side.name == "one"]


def test_a_reported_number_is_explained_for_each_side() -> None:
    first, second = _pair(_side(0.5, "one"), _side(0.5, "two", "wer|case:lower"), _DATA, "0.25")
    assert [(each.name, each.signature, each.wanted) for each in (first, second)] == [
        ("one", "wer", "0.25"),
        ("two", "wer|case:lower", "0.25"),
    ]
    assert {fit.kind for fit in first.fits} == {"mistake"}
    assert {fit.kind for fit in second.fits} == {"as it is"}
    assert [each.fits for each in _pair(_side(0.5), _side(0.5), _DATA, "0.1234")] == [[], []]


_WER = metric("wer").settings


def _profile(free: Mapping[str, Any], **fixed: Any) -> Profile:
    """A profile of WER with these free and fixed knobs, and all others fixed at the metric's defaults."""
    defaults = {name: value for name, value in _WER().as_dict().items() if name not in free}
    own = {name: options[0] if options != "any" else _WER().as_dict()[name] for name, options in free.items()}
    return Profile("e", "wer", "e()", ">=0", fixed={**defaults, **fixed}, free=dict(free), defaults=own)


def _closest(first: Profile, second: Profile, *, compromise: bool = True) -> tuple[Any, Any]:
    return closest(first, second, first.settings(), second.settings(), compromise=compromise)


def _case(pair: tuple[Any, Any]) -> tuple[str, str]:
    return pair[0].case, pair[1].case


@pytest.mark.parametrize(
    ("first", "second", "case", "without"),
    [
        (["keep", "lower"], ["lower", "keep"], ("keep", "keep"), ("keep", "keep")),  # the first one's value
        (["keep"], ["lower", "keep"], ("keep", "keep"), ("keep", "keep")),
        (["keep", "lower"], ["lower"], ("lower", "lower"), ("lower", "lower")),  # the second one's
        (["keep", "ascii"], ["lower", "ascii"], ("ascii", "ascii"), ("keep", "lower")),  # a third one
        (["keep"], ["lower"], ("keep", "lower"), ("keep", "lower")),
    ],
)
def test_the_closest_values_of_a_knob(
    first: list[str], second: list[str], case: tuple[str, str], without: tuple[str, str]
) -> None:
    pair = _profile({"case": first}), _profile({"case": second})
    assert _case(_closest(*pair)) == case
    assert _case(_closest(*pair, compromise=False)) == without


def test_a_fixed_knob_is_followed() -> None:
    assert _case(_closest(_profile({}, case="lower"), _profile({"case": ["keep", "lower"]}))) == ("lower", "lower")
    assert _case(_closest(_profile({"case": ["keep", "lower"]}), _profile({}, case="lower"))) == ("lower", "lower")


def _following(free: list[str], own: str, denominators: dict[str, str]) -> tuple[Profile, Any]:
    """A profile whose denominator follows the case, and its settings with the case `own`."""
    profile = _profile({"case": free})
    fixed = {name: value for name, value in profile.fixed.items() if name != "denominator"}
    profile = msgspec.structs.replace(profile, fixed=fixed, tied={"denominator": Tied("case", denominators)})
    return profile, profile.settings(case=own)


def test_settings_that_are_as_close_as_they_can_be_are_kept() -> None:
    first, own = _following(["keep", "lower", "ascii"], "lower", dict.fromkeys(["keep", "lower", "ascii"], "longer"))
    second = _profile({"case": ["keep", "lower"]}, denominator="longer")
    others = second.settings(case="lower")
    assert closest(first, second, own, others) == (own, others)
    assert closest(second, first, others, own) == (others, own)


def test_a_knob_is_changed_if_others_that_follow_it_then_agree() -> None:
    """Also to a value that the other profile does not support."""
    first = _profile({}, denominator="longer")
    second, own = _following(["lower", "ascii"], "lower", {"lower": "reference", "ascii": "longer"})
    for pair in (closest(first, second, first.settings(), own), closest(second, first, own, first.settings())[::-1]):
        assert _case(pair) == ("keep", "ascii")
        assert [settings.as_dict()["denominator"] for settings in pair] == ["longer", "longer"]


def test_a_third_value_is_used_only_if_the_conflict_changes_the_score() -> None:
    first, second = _profile({"case": ["keep", "ascii"]}), _profile({"case": ["lower", "ascii"]})
    upper, lower = Corpus.from_segments(["A b"], [["a b"]]), Corpus.from_segments(["a b"], [["a c"]])
    for data, case, conflicts in ((upper, ("ascii", "ascii"), []), (lower, ("keep", "lower"), ["case"])):
        met = closest_settings(data, first, second, first.settings(), second.settings())
        assert _case((met.first, met.second)) == case
        assert [change.knob.name for change in met.conflicts] == conflicts
        assert [[change.knob for change in step.changes] for step in met.steps] == [[name] for name in conflicts]


def test_the_steps_lead_from_the_first_settings_to_the_second() -> None:
    first, second = _profile({}, scale="100"), _profile({}, case="lower", scale="100")
    met = closest_settings(_DATA, first, second, first.settings(), second.settings())
    assert [step.outcome.value for step in met.steps] == [25.0]


def test_knobs_without_effect_in_an_entry_point_are_no_conflict() -> None:
    second = _profile({}, case="lower", denominator="longer")
    idle = Profile("e", "wer", "e()", ">=0", fixed=_profile({}).fixed, irrelevant={"case": "it takes tokens"})
    for pair in ((idle, second), (second, idle)):
        met = closest_settings(_DATA, *pair, pair[0].settings(), pair[1].settings())
        assert [change.knob.name for change in met.conflicts] == ["denominator"]
