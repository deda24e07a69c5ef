"""A mistake is named with the number of failures that it explains, and a failing implementation is identified."""

from __future__ import annotations

import re
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from rich.console import Console

from samescore import check_implementation
from samescore.base.outcome import Score
from samescore.catalogue.vectors import select
from samescore.data.corpus import Corpus
from samescore.implementations import Function, described_function, implementation
from samescore.implementations.asking import Asking, Budget, asking
from samescore.metrics import evaluate, metric
from samescore.metrics.evaluator import native_outcome
from samescore.records import Likeness, Result, explained_failures
from samescore.verbs.identify import identify
from samescore.verbs.judging import likeness
from samescore.verbs.judging.fresh import NO_FRESH
from samescore.verbs.judging.judge import judge
from samescore.verbs.judging.likeness import likenesses
from samescore.verbs.judging.smoke import smoke

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_PARTIAL = re.compile(r"\b(\d+) of (\d+) failures match this mistake")


def _wer(**knobs: Any) -> Callable[..., float]:
    """WER as a function, under other settings than the default ones."""
    settings = metric("wer").settings().replace(**knobs)

    def wer(hypotheses: list[str], references: list[list[str]]) -> float:
        outcome = native_outcome(Corpus.from_segments(hypotheses, references), settings)
        if isinstance(outcome, Score):
            return outcome.value
        raise ValueError(outcome.describe())

    return wer


def _over_the_longer(hypotheses: list[str], references: list[list[str]]) -> float:
    """Edits are divided by the length of the longer text, which no mistake in golden/mistakes.toml is."""
    counted = evaluate(metric("wer"), Corpus.from_segments(hypotheses, references), metric("wer").settings())
    edits = counted.value * max(1, sum(len(lines[0].split()) for lines in references))
    return edits / max(
        1,
        sum(max(len(text.split()), len(lines[0].split())) for text, lines in zip(hypotheses, references, strict=True)),
    )


def _function(scorer: Callable[..., float]) -> Function:
    return described_function(scorer, "py:mine:wer", "wer", {})


def _results(function: Function) -> list[Result]:
    return [judge(function, vector) for vector in select(["wer"])]


def test_a_mistake_that_explains_some_failures_is_not_the_mistake() -> None:
    failures = [result for result in _results(_function(_over_the_longer)) if result.verdict.red]
    explained = explained_failures(failures, [])
    assert explained, "several give some of the numbers"
    for mistake in explained:
        assert 0 < mistake.explained < mistake.failures == len(failures)
        assert mistake.text.startswith(f"{mistake.explained} of {len(failures)} failures match")
    named = {str(mistake) for result in failures for mistake in result.mistakes}
    assert not any(name in result.why for name in named for result in failures), "no failure is put down to one"


def test_a_mistake_that_explains_fewer_failures_than_the_settings_is_left_out() -> None:
    function = _function(_over_the_longer)
    results = _results(function)
    failures = [result for result in results if result.verdict.red]
    behaves = list(likenesses(function, results))
    assert [likeness.differing for likeness in behaves] == [0]
    assert explained_failures(failures, []), "the vectors store mistakes that give some of the numbers"
    assert not explained_failures(failures, behaves)


def test_a_mistake_that_explains_all_failures_is_named_first() -> None:
    results = _results(_function(_wer(average="sentences")))
    failures = [
        result for result in results if result.verdict.red and "-size-" not in result.vector
    ]  # too long to diagnose
    first = explained_failures(failures, [])[0]
    assert first.explained == first.failures == len(failures) > 1
    assert first.text.startswith(f"all {len(failures)} failures match this mistake: sentence-mean: ")


def test_check_implementation_names_only_what_explains_half_of_the_failures() -> None:
    with pytest.raises(AssertionError) as caught:
        check_implementation(_over_the_longer, "wer", seed=1)
    counts = [tuple(map(int, found.groups())) for found in _PARTIAL.finditer(str(caught.value))]
    assert "behaves like denominator:longer; these settings reproduce every answer" in str(caught.value)
    assert all(2 * explained >= failures for explained, failures in counts), "half of the failures, or no name"


def test_a_failing_function_is_identified_from_its_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    function = _function(_wer(average="sentences", empty_reference="one"))
    results = _results(function)

    def forbidden(*_: Any) -> Any:
        raise AssertionError("the answers of the run are enough")

    monkeypatch.setattr(function, "call", forbidden)
    (found,) = likenesses(function, results)
    assert found.text == "behaves like average:sentences, empty_reference:one; these settings reproduce every answer"


@pytest.mark.slow
def test_a_function_like_no_settings_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """No mistake explains a constant, so none is searched for."""
    monkeypatch.setattr("samescore.verbs.identify.command.MistakeSearch", None)
    (found,) = likenesses(_function(lambda *_: 0.123), _results(_function(lambda *_: 0.123)))
    assert found.text.startswith("no known settings fit; under the nearest, ")


def test_errors_alone_are_like_nothing() -> None:
    def refuse(*_: Any) -> float:
        raise TypeError("flat references")

    function = _function(refuse)
    results = _results(function)
    assert any(result.verdict.red for result in results)
    assert not list(likenesses(function, results))


@pytest.mark.parametrize(
    ("changes", "differing", "text"),
    [
        ([], 4, "no other settings fit better than the declared ones; 4 of 50 vectors differ"),
        ([], 11, "no known settings fit; under the nearest, 11 of 50 vectors differ"),
    ],
)
def test_a_likeness_says_how_many_answers_it_does_not_explain(changes: list[Any], differing: int, text: str) -> None:
    assert Likeness("x", "wer", changes, [], 50, differing).text == text


def test_nothing_is_identified_where_nothing_fails_or_nothing_is_declared() -> None:
    right = _function(_wer())
    assert not list(likenesses(right, _results(right)))
    packaged = implementation("native:jiwer")
    failing = [result for result in _results(_function(_wer(average="sentences"))) if result.verdict.red]
    assert not list(likenesses(packaged, failing))


@pytest.mark.parametrize(("add_k_from", "same"), [(1, ["smoothing-add-one-everywhere"]), (3, [])])
def test_a_mistake_of_several_knobs_is_named_if_all_have_its_values(
    add_k_from: int, same: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The mistake smoothing-add-one-everywhere sets smoothing to add-k and add_k_from to 1."""
    settings = metric("bleu").settings().replace(smoothing="add-k", add_k_from=add_k_from)
    identified = SimpleNamespace(
        signature=settings.signature, region=None, answers=9, departures=[], mistakes=[], equivalents=[]
    )
    monkeypatch.setattr(likeness, "identify", lambda *_, **__: identified)
    function = described_function(lambda *_: 0.123, "py:mine:bleu", "bleu", {})
    (found,) = likenesses(function, [judge(function, vector) for vector in select(["bleu"], "article")])
    assert found.same_as == same


def test_the_search_ends_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """With no time at all, the settings to begin with are the answer."""
    monkeypatch.setattr(likeness, "SECONDS", 0.0)
    function = _function(_wer(average="sentences", scale="100", case="lower"))
    (found,) = likenesses(function, _results(function))
    assert found.answers > 10


@pytest.mark.parametrize(("budget", "least", "most"), [(None, 10, 10), (600.0, 10, 10), (4.0, 0.1, 4)])
def test_the_search_takes_no_longer_than_the_run_may(
    monkeypatch: pytest.MonkeyPatch, budget: float | None, least: float, most: float
) -> None:
    """It has ten seconds, or what is left of the budget if that is less."""
    given: list[float] = []

    def noted(*arguments: Any, seconds: float, **options: Any) -> Any:
        given.append(seconds)
        return identify(*arguments, seconds=0.0, **options)

    monkeypatch.setattr(likeness, "identify", noted)
    function = _function(_wer(scale="100"))
    results = _results(function)
    with asking(Asking(budget=Budget(budget) if budget else None)):
        assert list(likenesses(function, results))
    (seconds,) = given
    assert least <= seconds <= most


def test_nothing_is_searched_for_after_the_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    function = _function(_wer(scale="100"))
    results = _results(function)

    def forbidden(*_: Any, **__: Any) -> Any:
        raise AssertionError("there is no time left")

    monkeypatch.setattr(likeness, "identify", forbidden)
    with asking(Asking(budget=Budget(0.0))):
        assert not list(likenesses(function, results))


def test_smoke_ends_with_what_it_behaves_like() -> None:
    from samescore.report.terminal.verdicts import smoke_test

    test = smoke(_function(_wer(scale="100")), NO_FRESH)
    assert not test.passed
    console = Console(width=80)
    with console.capture() as shown:
        console.print(*smoke_test(test), sep="\n")
    first, cause = shown.get().split("answers are wrong\n")
    assert "basic vectors pass" in first
    assert cause.startswith("  wer: it behaves like scale:100")
