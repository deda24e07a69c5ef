"""Values of knobs and scales at their edges: spellings, lengths, escapes, and the order of knobs."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from samescore import SettingsError
from samescore.base.outcome import Raised, Score
from samescore.metrics import metric
from samescore.metrics.bleu.settings import BleuSettings
from samescore.settings import (
    BoolDomain,
    Choice,
    ClassNames,
    Integer,
    Real,
    Settings,
    Stage,
    Text,
    Weights,
)
from samescore.settings import knob as declared
from samescore.settings.domains import Domain, join_texts, split_text
from samescore.settings.knobs import chosen_first, is_chosen
from samescore.settings.scale import on_widest, rescale, widest_scale
from samescore.settings.settings import format_value

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_CHOICE = Choice(("1", "100", "keep"), aliases=(("lc", "keep"),), needs=(("100", "package"),))


@pytest.mark.parametrize(
    ("domain", "value", "canonical"),
    [
        (_CHOICE, 100, "100"),
        (_CHOICE, 1.0, "1"),
        (_CHOICE, np.int64(1), "1"),
        (_CHOICE, "lc", "keep"),
        (BoolDomain(), "YES", True),
        (BoolDomain(), "False", False),
        (BoolDomain(), np.bool_(True), True),
        (Integer(-5, 10**18), "-5", -5),
        (Integer(0, 10**18), "9" * 17, 10**17 - 1),
        (Integer(0, 10**18), "0" * 17 + "7", 7),
        (Integer(0, 9), np.int8(9), 9),
        (Real(0.0, 1.0), "1e-3", 0.001),
        (Real(0.0, 1.0), 1, 1.0),
        (Real(0.0, 1.0), np.float32(0.5), 0.5),
        (Real(0.0, 1.0), np.float64(0.1), 0.1),
        (Text(), 5, "5"),
        (Text(), np.int64(5), "5"),
        (Weights(), "uniform", "uniform"),
        (Weights(), "0.5,1e6", (0.5, 1e6)),
        (Weights(), [1, 0], (1.0, 0.0)),
        (Weights(), np.array([0.25, 0.75]), (0.25, 0.75)),
        (ClassNames(), "present", "present"),
        (ClassNames(), "a%2Cb,%25", ("a,b", "%")),
        (ClassNames(), [1, "present"], ("1", "present")),
    ],
)
def test_a_value_has_one_canonical_form(domain: Domain, value: object, canonical: object) -> None:
    checked = domain.check(value)
    assert (checked, type(checked)) == (canonical, type(canonical))
    assert domain.check(domain.format(checked)) == checked


@pytest.mark.parametrize(
    ("domain", "value", "message"),
    [
        (_CHOICE, True, "allowed: 1, 100, keep; also lc (= keep)"),
        (_CHOICE, 1.5, "allowed: 1, 100, keep; also lc (= keep)"),
        (_CHOICE, 10**9, "allowed: 1, 100, keep; also lc (= keep)"),
        (_CHOICE, "10", "allowed: 1, 100, keep; also lc (= keep)"),
        (_CHOICE, "kepe", "did you mean keep?"),
        (BoolDomain(), 1, "allowed: yes (True), no (False)"),
        (BoolDomain(), "on", "allowed: yes (True), no (False)"),
        (Integer(0, 10**18), "0" * 19, "allowed: a whole number from 0 to 1000000000000000000"),
        (Integer(0, 9), "-", "allowed: a whole number from 0 to 9"),
        (Integer(0, 9), "--1", "allowed: a whole number from 0 to 9"),
        (Integer(0, 9), 1.0, "allowed: a whole number from 0 to 9"),
        (Integer(0, 9), True, "allowed: a whole number from 0 to 9"),
        (Real(0.0, 1.0), True, "allowed: a number from 0 to 1"),
        (Real(0.0, math.inf), math.inf, "allowed: a number from 0 to inf"),
        (Real(0.0, 1.0), np.float32(0.1), "its exact value as a float32 is 0.10000000149011612: pass a Python float"),
        (Text(), True, "allowed: any text"),
        (Text(), 1.5, "allowed: any text"),
        (Weights(), [], "allowed: uniform, or comma-separated weights, one for each order"),
        (Weights(), "0.5,1000001", "one for each order; each weight: a number from 0 to 1e+06"),
        (Weights(), (-0.5,), "one for each order; each weight: a number from 0 to 1e+06"),
        (ClassNames(), ["a", "a"], "allowed: present (the classes that occur), or comma-separated class names"),
        (ClassNames(), ["present"], "allowed: present (the classes that occur)"),
        (ClassNames(), [], "allowed: present (the classes that occur)"),
    ],
)
def test_other_values_are_refused_with_what_is_allowed(domain: Domain, value: object, message: str) -> None:
    with pytest.raises(ValueError, match=r"allowed|mean|float") as raised:
        domain.check(value)
    assert message in str(raised.value)


def test_common_values_lie_within_the_domain() -> None:
    assert _CHOICE.likely() == ("1", "keep")
    assert Integer(3, 5).likely() == (3, 4, 5)
    assert Integer(0, 100).likely() == tuple(range(10))
    assert Integer(9, 11).likely() == (9,)
    assert Real(0.5, 1.2).likely() == (0.5, 1.0, 1.2)
    assert BoolDomain().likely() == (True, False)
    assert Text().likely() == tuple("0123456789")


def test_texts_are_joined_and_split() -> None:
    for texts in (["a"], ["a,b", "%2C"], ["", "%", ","], ["%252C"]):
        assert split_text(join_texts(texts)) == texts
    assert join_texts(["a,b", "%2C"]) == "a%2Cb,%252C"


@pytest.mark.parametrize("length", [77, 78, 79, 100])
def test_a_long_value_is_truncated_in_an_error(length: int) -> None:
    shown = format_value("x" * length)
    assert shown == (f"'{'x' * length}'" if length <= 78 else f"'{'x' * 78}…")


def test_a_number_of_too_many_digits_is_named_by_its_type() -> None:
    assert format_value(10**5000) == "a int too long to show"


class _OfLabels(Settings):
    metric = "test"
    positive: str = declared(Stage.STATISTICS, Text(), "1", "A label")
    case: str = declared(Stage.TEXT, Choice(("keep", "lower")), "keep", "The case", former=("casing",))
    scale: str = declared(Stage.PRESENTATION, Choice(("1", "100")), "1", "The scale")


@pytest.mark.parametrize("label", ["a b", "a|b", "a:b", "50 %", "ü", "\ud800", "~-_.+,", "", "\n", "a/b"])
def test_any_label_survives_a_signature(label: str) -> None:
    settings = _OfLabels(positive=label)
    signature = settings.signature
    assert signature.isascii()
    assert signature.count("|") == 3
    assert _OfLabels.parse(signature) == settings
    assert settings.short_signature == signature.removesuffix("|case:keep|scale:1")


def test_a_signature_keeps_harmless_characters() -> None:
    assert _OfLabels(positive="a b,.+-_~").signature == "test|positive:a b,.+-_~|case:keep|scale:1"
    assert _OfLabels(positive="a/%").signature == "test|positive:a%2F%25|case:keep|scale:1"
    assert _OfLabels.parse("test") == _OfLabels.parse("test|") == _OfLabels()


def test_a_former_name_is_the_present_knob() -> None:
    assert _OfLabels(casing="lower") == _OfLabels(case="lower") == _OfLabels().replace(casing="lower")
    assert _OfLabels.parse("test|casing:lower").case == "lower"
    assert _OfLabels.has_knob("casing")
    assert not _OfLabels.has_knob("caseing")
    assert _OfLabels.knob("casing").name == "case"
    for order in (("casing", "case"), ("case", "casing")):
        with pytest.raises(SettingsError, match="test: casing is the former name of case, and both are set"):
            _OfLabels(**dict.fromkeys(order, "lower"))


def test_settings_have_no_other_attributes_and_show_all_their_values() -> None:
    settings = _OfLabels(case="lower")
    assert repr(settings) == "_OfLabels(positive='1', case='lower', scale='1')"
    assert settings.as_dict() == {"positive": "1", "case": "lower", "scale": "1"}
    with pytest.raises(AttributeError, match=r"use replace\(case=...\)"):
        settings.case = "keep"
    with pytest.raises(AttributeError, match="cannot delete case"):
        del settings.case
    assert settings != BleuSettings()


def _scale(value: str) -> Settings:
    return _OfLabels(scale=value)


@pytest.mark.parametrize(
    ("outcome", "have", "want", "expected"),
    [
        (Score(0.5, decimals=4), "1", "100", Score(50.0, decimals=2)),
        (Score(50.0, decimals=2), "100", "1", Score(0.5, decimals=4)),
        (Score(0.07), "1", "100", Score(0.07 * 100)),
        (Score(7.0), "100", "1", Score(7.0 / 100)),
        (Score(0.5, decimals=4), "1", "1", Score(0.5, decimals=4)),
        (Raised("ValueError", "no"), "1", "100", Raised("ValueError", "no")),
    ],
)
def test_a_score_is_moved_to_another_scale(outcome: Any, have: str, want: str, expected: Any) -> None:
    assert rescale(outcome, _scale(have), _scale(want)) == expected
    assert rescale(outcome, _scale(have), metric("perplexity").settings()) is outcome
    assert rescale(outcome, metric("perplexity").settings(), _scale(want)) is outcome


def test_the_widest_scale_is_the_largest_number() -> None:
    assert widest_scale(_scale("1")) == "100"
    assert on_widest(_OfLabels(case="lower")) == _OfLabels(case="lower", scale="100")
    without = metric("perplexity").settings()
    assert widest_scale(without) == ""
    assert on_widest(without) is without


def test_knobs_that_users_choose_come_first() -> None:
    knobs = _OfLabels.knobs()
    assert [knob.name for knob in knobs] == ["positive", "case", "scale"]
    assert [knob.name for knob in chosen_first(knobs)] == ["case", "positive", "scale"]
    names = [knob.name for knob in chosen_first(BleuSettings.knobs())]
    count = sum(map(is_chosen, BleuSettings.knobs()))
    assert names[:7] == ["tokenizer", "case", "max_order", "smoothing", "average", "weights", "scale"]
    rest = [knob.name for knob in BleuSettings.knobs() if not is_chosen(knob)]
    assert names[count:] == rest, "the others keep their order"


def test_a_knob_that_only_rounds_or_scales_does_not_matter() -> None:
    knobs = {knob.name: knob for knob in BleuSettings.knobs()}
    assert knobs["tokenizer"].matters
    assert not knobs["scale"].matters
    assert not next(knob for knob in knobs.values() if knob.rounding).matters
