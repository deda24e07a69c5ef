"""Knobs, settings, signatures."""

from __future__ import annotations

import copy
import math
import pickle
import random
import sys
from collections.abc import Callable, Mapping

import pytest

from samescore import Corpus, SettingsError, UnknownNameError, parse_signature, score
from samescore.generators.settings import random_value
from samescore.metrics import METRIC_NAMES, find, metric
from samescore.metrics.bleu.settings import BleuSettings
from samescore.metrics.evaluator import native_outcome
from samescore.settings import STAGE_ORDER, BoolDomain, Choice, ClassNames, Settings, Stage, Text, Weights
from samescore.settings import knob as declared


@pytest.mark.parametrize("name", METRIC_NAMES)
def test_signature_reads_back(name: str) -> None:
    kind = metric(name).settings
    rng = random.Random(name)
    for _ in range(50):
        values = {knob.name: random_value(rng, knob) for knob in kind.knobs()}
        try:
            settings = kind.from_mapping(values)
        except SettingsError:
            continue
        assert kind.parse(settings.signature) == settings
        assert kind.parse(settings.short_signature) == settings
        assert kind.from_mapping(settings.as_dict()) == settings


def _signature_or_refusal(build: Callable[..., Settings], *values: Mapping[str, object], **knobs: object) -> str:
    """The complete signature (in which 1, 1.0 and True differ), or what is wrong and what is allowed."""
    try:
        return build(*values, **knobs).signature
    except SettingsError as refusal:
        return f"{refusal.message} ({refusal.hint})"


@pytest.mark.parametrize("name", METRIC_NAMES)
def test_changed_settings_are_those_that_are_built_anew(name: str) -> None:
    """`replace` and `from_mapping` check only what changes; the constructor checks everything."""
    kind = metric(name).settings
    rng = random.Random(name)
    settings, taken, refused = kind(), 0, 0
    for _ in range(80):
        chosen = rng.sample(kind.knobs(), rng.randint(1, min(4, len(kind.knobs()))))
        changes = {knob.name: random_value(rng, knob) if rng.random() < 0.9 else None for knob in chosen}
        anew = _signature_or_refusal(kind, **{**settings.as_dict(), **changes})
        assert _signature_or_refusal(settings.replace, **changes) == anew
        assert _signature_or_refusal(kind.from_mapping, changes) == _signature_or_refusal(kind, **changes)
        if anew.startswith(f"{name}|"):
            settings = settings.replace(**changes)
            taken += 1
        refused += "not allowed" in anew
        for place, stage in enumerate(STAGE_ORDER):
            later = {knob.name: knob.default for knob in kind.knobs() if knob.stage in STAGE_ORDER[place + 1 :]}
            assert settings.up_to(stage).as_dict() == {**settings.as_dict(), **later}
    assert taken > 5
    assert refused


@pytest.mark.parametrize("name", METRIC_NAMES)
def test_every_knob_is_declared_fully(name: str) -> None:
    for knob in metric(name).settings.knobs():
        assert knob.meaning
        assert knob.stage in STAGE_ORDER
        assert knob.domain.check(knob.default) == knob.default
        assert knob.domain.check(knob.domain.format(knob.default)) == knob.default


@pytest.mark.parametrize("name", METRIC_NAMES)
def test_alternatives_are_the_other_values(name: str) -> None:
    for knob in metric(name).settings.knobs():
        for current in (knob.default, *knob.alternatives(knob.default)):
            alternatives = knob.alternatives(current)
            assert current not in alternatives
            assert [knob.domain.format(knob.domain.check(value)) for value in alternatives] == [
                knob.domain.format(value) for value in dict.fromkeys(alternatives)
            ], "canonical, and each once"
            if isinstance(knob.domain, Choice):
                needy = {value for value, _ in knob.domain.needs}
                assert {current, *alternatives} == set(knob.domain.values) - needy
            assert knob.domain.finite == isinstance(knob.domain, (Choice, BoolDomain))
            needless = [value for value in knob.domain.values if not knob.needs_package(value)]
            assert not knob.domain.finite or alternatives or needless == [current]


@pytest.mark.parametrize("name", [name for name in METRIC_NAMES if Corpus in metric(name).takes])
def test_alternatives_need_neither_tokens_nor_a_package(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "jieba", None)
    text = Corpus.from_segments(["a b c d e"], [["a b c d f"]])
    start = metric(name).settings()
    for knob in start.knobs():
        for value in knob.alternatives(getattr(start, knob.name)):
            try:
                settings = start.replace(**{knob.name: value})
            except SettingsError:  # it contradicts a default
                continue
            native_outcome(text, settings)  # which raises what is wrong with a request


def test_a_value_that_takes_tokens_has_no_alternative() -> None:
    tokenizer = BleuSettings.knob("tokenizer")
    assert "given" not in tokenizer.alternatives("13a")
    assert not tokenizer.alternatives("given")
    assert metric("distinct").settings.knob("tokenizer").alternatives("jieba") == (
        "none",
        "13a",
        "intl",
        "zh",
        "char",
        "treebank",
        "ptb-coco",
        "wordpunct",
        "wordpunct-re",
        "word-characters",
        "word-characters-re",
    )


def test_labels_with_separators_survive_a_signature() -> None:
    settings = metric("f1").settings.from_mapping({"positive": "a|b:c,d %"})
    assert metric("f1").settings.parse(settings.signature) == settings
    assert ClassNames().check(ClassNames().format(("a,b", "c|d"))) == ("a,b", "c|d")
    assert Text().check(3) == "3"


def test_aliases_are_the_same_value() -> None:
    assert BleuSettings(smoothing="nltk-3") == BleuSettings(smoothing="exp")
    assert "smoothing:exp" in BleuSettings(smoothing="nltk-3").signature


@pytest.mark.parametrize(
    ("knobs", "part"),
    [
        ({"smothing": "exp"}, "did you mean smoothing?"),
        ({"smoothing": "laplace"}, "add-k"),
        ({"max_order": 0}, "whole number"),
        ({"max_order": True}, "whole number"),
        ({"floor_value": float("nan")}, "number"),
        ({"effective_order": 1}, "yes"),
        ({"weights": [0.5, 0.5]}, "one weight for each order"),
        ({"weights": []}, "weights"),
        ({"smoothing": "nltk-6", "max_order": 2}, "max_order"),
        ({"auto_reweigh": True, "effective_order": True}, "cannot be combined"),
    ],
)
def test_a_wrong_knob_says_what_is_allowed(knobs: dict[str, object], part: str) -> None:
    with pytest.raises(SettingsError, match=part):
        BleuSettings.from_mapping(knobs)


def test_a_wrong_signature_is_refused() -> None:
    for text, part in [
        ("chrf|beta:2", "not for 'bleu'"),
        ("bleu|case", "':'"),
        ("bleu|case:keep|case:keep", "twice"),
        ("bleu|case:UP", "not allowed"),
    ]:
        with pytest.raises(SettingsError, match=part):
            BleuSettings.parse(text)


def test_differences_come_in_pipeline_order() -> None:
    base = BleuSettings()
    other = base.replace(scale="1", tokenizer="none", case="lower", smoothing="floor", max_order=2)
    stages = [difference.knob.stage for difference in base.differences(other)]
    assert stages == [Stage.TEXT, Stage.TOKENS, Stage.STATISTICS, Stage.SMOOTHING, Stage.PRESENTATION]
    assert str(base.differences(other)[1]) == "tokenizer: 13a -> none"
    with pytest.raises(SettingsError, match="cannot be compared"):
        base.differences(metric("chrf").settings())


def test_up_to_resets_later_stages_only() -> None:
    settings = BleuSettings(tokenizer="none", smoothing="floor", scale="1").up_to(Stage.STATISTICS)
    assert settings == BleuSettings(tokenizer="none")


def test_presets_name_knob_values() -> None:
    assert find("chrF++")[1] == {"word_order": 2}
    assert find("rougeL")[0].name == "rouge-l"
    assert Weights().check("0.5,0.5") == (0.5, 0.5)


@pytest.mark.parametrize(
    ("knob", "value"),
    [
        ("floor_value", 10**400),
        ("max_order", 10**400),
        ("weights", (10**400,) * 4),
        ("smoothing", None),
    ],
)
def test_absurd_values_are_refused_in_one_line(knob: str, value: object) -> None:
    with pytest.raises(SettingsError, match="not allowed") as caught:
        BleuSettings.from_mapping({knob: value})
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize(("max_order", "expected"), [(9, 1.0), (13, 2.0), (15, 3.0), (20, 4.0)])
def test_nist_counts_n_grams_of_up_to_twenty_words(max_order: int, expected: float) -> None:
    """Among sixteen equal words, all n-grams match, and together the orders 1 to n have log2(16 / (17 - n)) bits."""
    text = " ".join(["a"] * 16)
    assert score("nist", [text], [text], max_order=max_order).value == pytest.approx(expected, rel=1e-12)
    with pytest.raises(SettingsError, match="a whole number from 1 to 20"):
        score("nist", [text], [text], max_order=21)


def test_ter_tries_more_than_a_hundred_shifts_by_default() -> None:
    """Shifting b b b to the front is one edit in eight words, but the search tries more than a hundred others first."""
    hypotheses, references = ["b a a a b b b a"], ["b b b b a a a a"]
    assert score("ter", hypotheses, references).value == 12.5
    assert score("ter", hypotheses, references, max_candidates=100).value > 12.5


@pytest.mark.parametrize("text", ["４", "1_0", " 4 ", "0x4", ""])
def test_numbers_are_plain_decimal_text(text: str) -> None:
    for knob in ("max_order", "floor_value"):
        with pytest.raises(SettingsError):
            BleuSettings.checked(knob, text)


def test_a_class_counts_once() -> None:
    for classes in (["1", "1"], ["present"], []):
        with pytest.raises(SettingsError):
            metric("f1-mult").settings.from_mapping({"classes": classes})


def test_every_signature_reads_back_without_knowing_the_metric() -> None:
    settings = metric("f1").settings.from_mapping({"positive": "a|b:c%\ud800"})
    assert parse_signature(settings.signature) == settings
    with pytest.raises(UnknownNameError):
        parse_signature("blue|case:keep")


class _Base(Settings):
    metric = "base"

    first: str = declared(Stage.TEXT, Choice(("a", "b")), "a", "the first")
    second: bool = declared(Stage.TOKENS, BoolDomain(), True, "the second")


class _Derived(_Base):
    metric = "derived"

    third: str = declared(Stage.PRESENTATION, Text(), "x", "the third")
    first: str = declared(Stage.TEXT, Choice(("b", "c")), "c", "the first, with other values")


def test_a_class_inherits_knobs_and_declares_others() -> None:
    assert [(k.name, k.default) for k in _Derived.knobs()] == [("first", "c"), ("second", True), ("third", "x")]
    assert _Derived().signature == "derived|first:c|second:yes|third:x"
    assert _Base().signature == "base|first:a|second:yes"
    with pytest.raises(SettingsError, match="first='a'"):
        _Derived(first="a")
    with pytest.raises(SettingsError, match="no knob 'fourth'"):
        _Derived(fourth="a")


def test_settings_are_values() -> None:
    settings = _Derived(second=False)
    assert settings == _Derived(second=False) != _Derived()
    assert hash(settings) == hash(_Derived(second=False))
    assert _Base() != BleuSettings()
    assert repr(settings) == "_Derived(first='c', second=False, third='x')"
    for twin in (pickle.loads(pickle.dumps(settings)), copy.copy(settings), copy.deepcopy(settings)):  # noqa: S301 - our own
        assert twin == settings
        assert hash(twin) == hash(settings)


def test_settings_do_not_change() -> None:
    settings = _Derived()
    with pytest.raises(AttributeError, match=r"replace\(first=...\)"):
        settings.first = "b"
    with pytest.raises(AttributeError, match="first"):
        del settings.first
    with pytest.raises(AttributeError, match="other"):
        settings.other = 1
    assert settings.first == "c"


def test_nan_as_a_number_is_the_value_of_that_name() -> None:
    chosen = metric("f1").settings
    assert chosen(zero_division=math.nan).as_dict()["zero_division"] == "nan"
    with pytest.raises(SettingsError, match="average=nan is not allowed"):
        chosen(average=math.nan)


@pytest.mark.parametrize(("smoothing", "orders"), [("nltk-4", 2), ("nltk-5", 5), ("exp", 2), ("nltk-7", 5)])
def test_only_smoothing_by_neighbours_counts_further_orders(smoothing: str, orders: int) -> None:
    settings = metric("bleu").settings().replace(max_order=2, smoothing=smoothing)
    assert metric("bleu").counting(settings).as_dict()["max_order"] == orders
