"""The design of a comparison: its defaults, a tool's own test and interval, and what the user chooses instead."""

from __future__ import annotations

from typing import Any

import pytest

from samescore.base.errors import SettingsError, UnknownNameError
from samescore.metrics.significance.corrections import CORRECTIONS
from samescore.verbs.compare.question import ComparisonDesign, Wanted, implementation_for_metric, question

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


def _knobs(settings: Any, *names: str) -> tuple[Any, ...] | None:
    return None if settings is None else tuple(getattr(settings, name) for name in names)


_TEST = ("test", "enumeration", "statistic", "comparison", "count", "resamples")
_EXCHANGES = ("randomization", "all", "absolute", "greater-or-close", "plus-one-if-drawn", 10_000)
_BOOTSTRAP = ("bootstrap", "none", "recentred", "greater-or-close", "plus-one", 10_000)


def test_the_defaults() -> None:
    design = question(Wanted())
    assert design == ComparisonDesign(design.test, design.interval, (), "holm", 0.05, 0.95, "", "")
    assert _knobs(design.test, *_TEST) == _EXCHANGES
    assert _knobs(design.interval, "confidence") == (0.95,)


def test_what_the_user_chooses() -> None:
    wanted = Wanted(
        test="bootstrap",
        drawn={"seed": 7, "resamples": 99},
        test_knobs=("count=share",),
        interval_knobs=("resamples=50",),
    )
    design = question(wanted, correction="bonferroni", alpha=0.01, level=0.9, baseline="b")
    assert (design.alpha, design.level, design.baseline) == (0.01, 0.9, "b")
    assert _knobs(design.test, "test", "seed", "resamples", "count", "statistic") == (
        "bootstrap",
        7,
        99,
        "share",
        "recentred",
    )
    assert _knobs(design.interval, "seed", "resamples", "confidence") == (7, 50, 0.9)


@pytest.mark.parametrize(
    ("wanted", "test", "interval"),
    [
        (Wanted(test="none"), None, True),
        (Wanted(interval="none"), _EXCHANGES, False),
        (Wanted(test="none", interval="none"), None, False),
        (Wanted(test="randomization"), _EXCHANGES, True),
        (Wanted(test="bootstrap"), _BOOTSTRAP, True),
        (Wanted(test_knobs={"test": "bootstrap"}), _BOOTSTRAP, True),
        (Wanted(test="bootstrap", test_knobs={"resamples": 5}), (*_BOOTSTRAP[:-1], 5), True),
    ],
)
def test_tests_and_intervals(wanted: Wanted, test: tuple[Any, ...] | None, interval: bool) -> None:
    design = question(wanted)
    found = _knobs(design.test, *_TEST)
    assert found == test if test is None or test[0] == "randomization" else found[:1] + found[2:] == test[:1] + test[2:]  # type: ignore[index]
    assert (design.interval is not None) is interval


def test_a_test_without_a_sound_default_keeps_the_defaults_of_the_metric() -> None:
    design = question(Wanted(test="t"))
    assert _knobs(design.test, "test") == ("t",)


@pytest.mark.parametrize("name", ["none", *CORRECTIONS])
def test_known_corrections(name: str) -> None:
    assert question(Wanted(), correction=name).correction == name


def test_an_unknown_correction() -> None:
    with pytest.raises(UnknownNameError, match="unknown correction: 'hoolm'") as raised:
        question(Wanted(), correction="hoolm")
    assert raised.value.hint == "did you mean holm?"


@pytest.mark.parametrize(
    ("wanted", "test", "interval"),
    [
        (Wanted("sacrebleu.paired_bs"), ("bootstrap", 1000), True),
        (Wanted("sacrebleu.paired_ar"), ("randomization", 10_000), None),
        (Wanted("sacrebleu.paired_bs", test="none"), None, None),
        (Wanted("sacrebleu.paired_bs", interval="none"), ("bootstrap", 1000), False),
        (Wanted("sacrebleu.paired_bs", drawn={"resamples": 77}), ("bootstrap", 77), True),
    ],
)
def test_the_design_of_a_tool(wanted: Wanted, test: tuple[str, int] | None, interval: bool | None) -> None:
    design = question(wanted)
    assert (design.correction, design.like) == ("none", wanted.like)
    assert _knobs(design.test, "test", "resamples") == test
    if interval is not None:
        assert (design.interval is not None) is interval
    assert (design.statistics == ()) is (test is None)
    assert question(wanted, correction="holm").correction == "holm"


def test_a_tool_without_a_test_and_an_interval() -> None:
    with pytest.raises(SettingsError) as raised:
        question(Wanted("jiwer"))
    assert (raised.value.message, raised.value.hint) == (
        "jiwer has neither a test nor an interval",
        "remove --like, or use --like sacrebleu",
    )
    for wanted in (Wanted("jiwer", test="none"), Wanted("jiwer", interval="none")):
        assert _knobs(question(wanted).test) is None


@pytest.mark.parametrize(
    ("like", "metric", "name"),
    [
        ("sacrebleu.paired_ar", "p-value", "sacrebleu.paired_ar"),
        ("sacrebleu.paired_ar", "bleu", "sacrebleu"),
        ("sacrebleu==2.3.1.paired_ar", "bleu", "sacrebleu==2.3.1"),
        ("nltk", "ter", ""),
        ("nltk.sentence_bleu", "bleu", "nltk.sentence_bleu"),
        ("native:nltk.sentence_bleu", "bleu", "nltk.sentence_bleu"),
        ("sacrebleu(lowercase=true)", "bleu", "sacrebleu"),
        ("sacrebleu.corpus_bleu(lowercase=true)", "bleu", "sacrebleu.corpus_bleu(lowercase=true)"),
        ("sacrebleu.corpus_bleu(lowercase=true)", "chrf", "sacrebleu"),
    ],
)
def test_the_implementation_for_a_metric(like: str, metric: str, name: str) -> None:
    """The entry point and its settings are kept if they are for this metric."""
    assert implementation_for_metric(like, metric) == name
