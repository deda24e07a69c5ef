"""Packages' own arguments: a package called with them returns what the native metric does under the settings they mean.

The text of a case is Python's as well as samescore's: Python makes arguments of it for the package, samescore makes
settings of it (`samescore.implementations.sides`), and the two numbers must be equal. The tables that samescore reads
them by are `[profile.arguments]` of ``conformance/profiles/``; each of their arguments has a case here.
"""

from __future__ import annotations

import math
import re
import warnings
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from conformance.argument_cases import CASES
from conformance.argument_inputs import TEXTS
from conformance.missing_data import lacks
from conformance.package_calls import Call, first, module, systems_of
from conformance.peers import need
from samescore import (
    Annotations,
    ClassScores,
    Corpus,
    Labels,
    LabelSets,
    Raised,
    Rankings,
    Ratings,
    Score,
    ScoredLabels,
    Tagged,
)
from samescore.base.outcome import Outcome, same_outcome
from samescore.catalogue.profile import Profile
from samescore.data.comparison import Comparison
from samescore.data.kinds import Data
from samescore.implementations import installed_package, native_model, package_names
from samescore.implementations.sides import side
from samescore.metrics.evaluator import native_outcome

#: The fields of sacreBLEU's signatures, which are read like arguments.
_FIELDS = ("case", "eff", "tok", "smooth", "nc", "nw", "space", "norm", "punct", "asian")


def _python(text: str) -> dict[str, Any]:
    """What Python makes of the text of a case: the arguments for the package."""
    known: dict[str, Any] = {"weights": "the column of the input"}
    if "SmoothingFunction" in text:
        bleu_score = module("nltk.translate.bleu_score")
        known = {"SmoothingFunction": bleu_score.SmoothingFunction, "bleu_score": bleu_score}
    return eval(f"dict({text})", known)  # type: ignore[no-any-return]  # noqa: S307 - the texts are written above


def _plain(data: Data) -> tuple[list[Any], list[Any]]:
    if isinstance(data, Labels):
        return list(data.gold), _with_weights(data.predicted, data.weights)
    if isinstance(data, ScoredLabels):
        return list(data.gold), _with_weights(data.scores, data.weights)
    if isinstance(data, Ratings):
        sides = data.metric_scores, data.human_scores
        metric, human = ([math.nan if x is None else x for row in side for x in row] for side in sides)
        return metric, human
    if isinstance(data, Comparison):
        return systems_of(data)
    if isinstance(data, Annotations):
        return [list(row) for row in data.annotations], []
    if isinstance(data, ClassScores):
        return list(data.gold_columns), _with_weights([list(row) for row in data.class_scores], data.weights)
    if isinstance(data, LabelSets):
        predicted = [list(row) for row in data.predicted_sets]
        return [list(row) for row in data.gold_sets], _with_weights(predicted, data.weights)
    if isinstance(data, Rankings):
        return data.plain()["rankings"], []
    if isinstance(data, Tagged):
        plain = data.plain()
        return plain["gold_tags"], plain["predicted_tags"]
    assert isinstance(data, Corpus)
    return [str(segment.hypothesis) for segment in data], [list(segment.references) for segment in data]


def _with_weights(side: Sequence[Any], weights: Sequence[float] | None) -> list[Any]:
    """The entries, each with its weight if there are weights."""
    return list(side) if weights is None else list(zip(side, weights, strict=True))


def _answer(call: Call, data: Data, text: str) -> Outcome:
    """What a package returns."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return Score(call(*_plain(data), **_python(text)))
        except (ZeroDivisionError, AssertionError, ValueError) as problem:  # NLTK's methods 6 and 7; a missing score
            return Raised(type(problem).__name__)


def _profile(name: str) -> Profile:
    """The profile of an entry point in the installed version; skips the test if that has none, but the newest one has."""
    package_name, _, entry_point = name.partition(".")
    package = installed_package(package_name)
    profile = package.file.entry_point(entry_point, package.version if package.covered else None)
    if profile is None and package.file.entry_point(entry_point, None) is not None:
        pytest.skip(f"{package_name} {package.version} has no profile of {entry_point}")
    assert profile is not None
    return profile


def _settings(name: str, text: str) -> Any:
    """What samescore makes of the text of a case: complete settings, under the profile of the installed version."""
    profile = _profile(name)
    common = {"average": "corpus"} if name == "nltk.lidstone_perplexity" else {}
    ((settled,), _) = side(f"{name}({text})").settled([profile], common)
    return settled.settings


@pytest.mark.parametrize("name", CASES)
def test_an_argument_means_what_its_package_does(name: str) -> None:
    need(installed_package(name.partition(".")[0]))
    profile = _profile(name)
    if lacking := lacks(profile.settings()):
        pytest.skip(lacking)
    noticed = False
    for inputs, call, texts in CASES[name]:
        for text in texts:
            settings, usual = _settings(name, text), _settings(name, "")
            if lacks(settings) or lacks(usual):
                continue
            for data in inputs:
                native = native_outcome(data, settings)
                answer = _answer(call, data, text)
                shown = f"{name}({text}): {settings.short_signature}\npackage {answer}\nnative {native}"
                assert same_outcome(native, answer, max_ulps=profile.ulps), shown
                noticed |= not same_outcome(native, native_outcome(data, usual), max_ulps=profile.ulps)
    assert noticed, "no argument changes the number"


@pytest.mark.parametrize("name", CASES)
def test_every_case_is_understood(name: str) -> None:
    for _, _, texts in CASES[name]:
        for text in texts:
            _settings(name, text)


def _arguments() -> Iterator[Any]:
    for package in package_names():
        for profile in native_model(package).file.current(None):
            for name in profile.arguments:
                if profile.arguments[name].knob in profile.fixed:
                    continue  # there is nothing to choose
                yield pytest.param(
                    f"{package}.{profile.entry_point}", name, id=f"{package}.{profile.entry_point}({name})"
                )


@pytest.mark.parametrize(("entry_point", "argument"), list(_arguments()))
def test_every_argument_has_a_case(entry_point: str, argument: str) -> None:
    if argument in _FIELDS and entry_point.startswith("sacrebleu."):
        return
    texts = " ".join(text for _, _, texts in CASES[entry_point] for text in texts)
    assert re.search(rf"\b{argument}=", texts), f"{entry_point} has no case for {argument}"


@pytest.mark.parametrize("name", ["BLEU", "CHRF", "TER"])
def test_the_fields_of_a_signature_mean_what_sacrebleu_prints(name: str) -> None:
    need(installed_package("sacrebleu"))
    entry_point = f"sacrebleu.corpus_{name.lower()}"
    corpus = TEXTS[0]
    hypotheses, references = _plain(corpus)
    seen = set()
    for text in CASES[entry_point][0][2]:
        if "smooth_value" in text or "force" in text:
            continue  # printed in brackets after the method, or not at all
        scorer = getattr(module("sacrebleu.metrics"), name)(**_python(text))
        scorer.corpus_score(hypotheses, [first(references)])
        printed = dict(field.split(":") for field in scorer.get_signature().format().split("|"))
        fields = {key: value.partition("[")[0] for key, value in printed.items() if key in _FIELDS}
        fields = {key: value for key, value in fields.items() if (name, key) != ("TER", "tok")}
        settings = _settings(entry_point, text)
        written = ", ".join(f"{key}={value}" for key, value in fields.items())
        beta = f", beta={settings.beta}" if name == "CHRF" else ""  # printed as a part of the metric's name
        order = f", max_ngram_order={settings.max_order}" if name == "BLEU" else ""  # never printed
        assert _settings(entry_point, written + beta + order) == settings, (text, printed)
        seen |= {f"{key}={value}" for key, value in fields.items()}
    assert len(seen) > 5, seen
