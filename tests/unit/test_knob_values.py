"""A knob's value is written in one way at every door: the command line, parentheses, Python, and TOML."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from samescore import SettingsError, score
from samescore.implementations.sides import native_settings, side
from samescore.metrics import METRIC_NAMES, find, metric
from samescore.metrics.knob_domains.pattern_lists import Patterns
from samescore.metrics.knob_domains.transform_chains import Transforms
from samescore.settings import (
    BoolDomain,
    Choice,
    ClassNames,
    Domain,
    Integer,
    Real,
    Text,
    Weights,
)
from samescore.text.transforms import CHAINS
from samescore.verbs.audit.claims import Claim
from samescore.verbs.audit.stated import stated_settings
from samescore.verbs.inputs.knobs import knobs_of
from samescore.verbs.inputs.settings import settings_for

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


def _spellings(domain: Domain) -> Iterator[tuple[str, object]]:
    """Spellings that ``samescore list knobs`` prints, or describes, and the typed value of each."""
    match domain:
        case Choice():
            yield from ((value, value) for value in domain.values)
            yield from domain.aliases
        case BoolDomain():
            yield from (
                ("yes", True),
                ("True", True),
                ("true", True),
                ("no", False),
                ("False", False),
                ("false", False),
            )
        case Integer(low, high):
            yield from ((str(number), number) for number in {low, low + 1, high})
        case Real(low, high):
            yield from ((f"{number:g}", float(f"{number:g}")) for number in (low, high, (low + high) / 2))
            yield str(int(high)), float(int(high))
        case Text():
            yield from (("cat", "cat"), ("a,b", "a,b"), ("yes", "yes"), ("1", "1"))
        case Weights():
            yield from (("uniform", "uniform"), ("0.5,0.5", (0.5, 0.5)), ("1,0,0,1e-1", (1.0, 0.0, 0.0, 0.1)))
        case ClassNames():
            yield from (("present", "present"), ("cat", ("cat",)), ("cat,dog", ("cat", "dog")), ("a%2Cb", ("a,b",)))
        case Transforms():
            yield from (("none", "none"), ("strip", ("strip",)), ("strip,to-lower-case", ("strip", "to-lower-case")))
            yield from CHAINS.items()
        case Patterns():
            yield from ((name, name) for name in ("none", *domain.named))
            yield from (("a+", ("a+",)), ("a+,b", ("a+", "b")), ("a%2Cb", ("a,b",)))
        case _:
            raise AssertionError(f"no spellings of a {type(domain).__name__} are known to this test")


def _is_explained(value: str, meaning: str) -> bool:
    """Return whether a meaning has ``value: …``, alone or in a list of values with the same explanation."""
    return bool(re.search(rf"(?<![\w-]){re.escape(value)}(?:, [\w, -]+| and [\w-]+)?: ", meaning))


def test_every_named_value_is_explained_in_the_meaning_of_its_knob() -> None:
    unexplained = [
        f"{name} {knob.name}={value}"
        for name in METRIC_NAMES
        for knob in metric(name).settings.knobs()
        if isinstance(knob.domain, Choice)
        for value in knob.domain.values
        if not value.replace(".", "").isdecimal() and not _is_explained(value, knob.meaning)
    ]
    assert not unexplained


def test_a_value_named_only_in_passing_is_not_explained() -> None:
    assert _is_explained("exp", "Smoothing. none: no smoothing; exp: halve")
    assert _is_explained("nltk-4", "Smoothing. nltk-0, nltk-4, nltk-5: as in NLTK")
    assert not _is_explained("exp", "Smoothing. none: not exp; no-exp: none")
    assert not _is_explained("lower", "Keep the case, or lower it")


def test_meanings_start_with_a_capital_and_have_no_final_full_stop() -> None:
    badly_written = [
        f"{name} {knob.name}"
        for name in METRIC_NAMES
        for knob in metric(name).settings.knobs()
        if not knob.meaning[0].isupper() or knob.meaning.endswith(".")
    ]
    assert not badly_written


def _outcome(door: str, name: str, knob: str, spelling: object) -> str:
    """The complete settings, or why the value contradicts the defaults of other knobs."""
    kind, knobs = metric(name).settings, dict[str, Any]()
    try:
        match door:
            case "command line":
                knobs.update(knobs_of((f"{knob}={spelling}",), name))
                settings = settings_for(name, **knobs)
            case "parentheses":
                settings = native_settings(side(f"native({knob}={json.dumps(spelling)})"), kind, {})
            case "Python":
                knobs = {knob: spelling}
                settings = settings_for(name, **knobs)
            case "TOML":
                text = f'id = "x"\nmetric = "{name}"\npublished = "1"\nsettings.{knob} = {json.dumps(spelling)}'
                candidate = stated_settings(msgspec.toml.decode(text, type=Claim), *find(name))
                assert candidate is not None
                settings = candidate.settings
    except SettingsError as problem:
        if "is not allowed" in problem.message:
            raise
        return problem.message.removeprefix(f"native({knob}={json.dumps(spelling)}): ")
    return settings.signature


@pytest.mark.parametrize("name", METRIC_NAMES)
def test_every_printed_spelling_gives_the_same_settings_at_every_door(name: str) -> None:
    for knob in metric(name).settings.knobs():
        spellings = [*_spellings(knob.domain), (knob.domain.format(knob.default), knob.default)]
        for spelling, value in spellings:
            expected = _outcome("Python", name, knob.name, value)
            for door in ("command line", "parentheses", "Python", "TOML"):
                assert _outcome(door, name, knob.name, spelling) == expected, f"{door}: {name} {knob.name}={spelling}"


def test_a_spelling_does_not_contradict_the_name_of_a_metric() -> None:
    assert settings_for("chrf++", word_order="2") == settings_for("chrf++", word_order=2)
    with pytest.raises(SettingsError, match="implies word_order=2, but word_order=1 was given"):
        settings_for("chrf++", word_order="1")


@pytest.mark.parametrize(
    ("name", "knob", "value", "allowed"),
    [
        ("bleu", "max_order", "four", "a whole number from 1 to 20"),
        ("bleu", "weights", "0.5;0.5", "uniform, or comma-separated weights"),
        ("bleu", "auto_reweigh", "maybe", r"yes \(True\), no \(False\)"),
        ("bleu", "smoothing", "wild", "allowed: none"),
    ],
)
def test_an_error_names_the_knob_the_value_and_what_is_allowed(name: str, knob: str, value: str, allowed: str) -> None:
    knobs: dict[str, Any] = {knob: value}
    with pytest.raises(SettingsError, match=re.escape(f"{name}: {knob}='{value}' is not allowed")) as from_python:
        settings_for(name, **knobs)
    with pytest.raises(SettingsError) as from_command_line:
        knobs_of((f"{knob}={value}",), name)
    assert from_python.match(allowed)
    assert str(from_command_line.value) == str(from_python.value)


def test_python_takes_what_its_own_hints_ask_for() -> None:
    assert score("bleu", ["a b"], [["a b"]], max_order=2, weights="0.5,0.5").value == 100
    assert score("similarity", ["ab"], [["ab"]], measure="blocks", autojunk="no").value == 1
