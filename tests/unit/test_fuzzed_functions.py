"""The verb fuzz on functions: what no model explains is found, said and made small, and a right one has no finds."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from unittest import mock

import pytest
from hypothesis.internal.conjecture import providers

from samescore import Corpus
from samescore.base.outcome import Score
from samescore.implementations import described_function
from samescore.implementations.sides import side
from samescore.metrics import metric
from samescore.metrics.evaluator import native_outcome
from samescore.records import Find
from samescore.verbs.fuzz.command import Fuzz
from samescore.verbs.fuzz.request import Request

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


def _segments(find: Find) -> list[tuple[str, list[str]]]:
    return [(segment["hypothesis"], segment["references"]) for segment in find.vector["input"]["segments"]]


_Hypotheses = Sequence[str]
_References = Sequence[Sequence[str]]


def _fuzz_function(compute: Callable[[_Hypotheses, _References], float | None], examples: int = 200) -> Fuzz:
    """A function that claims to compute exact match, against its model."""
    opened = described_function(compute, "mine", "exact-match", {})
    return Fuzz(Request("mine", metric="exact-match", seed=1, examples=examples), [(side("mine"), opened)])


def _right(hypotheses: _Hypotheses, references: _References) -> float:
    outcome = native_outcome(
        Corpus.from_segments(list(hypotheses), [list(texts) for texts in references]),
        metric("exact-match").settings(),
    )
    if isinstance(outcome, Score):
        return outcome.value
    raise ValueError(outcome.describe())


def _scaled(hypotheses: _Hypotheses, references: _References) -> float:
    return _right(hypotheses, references) * 100


def _stumbling(hypotheses: _Hypotheses, references: _References) -> float:
    if "" in hypotheses:
        raise IndexError("no words")
    return _right(hypotheses, references)


def _adding(hypotheses: _Hypotheses, references: _References) -> float:
    """One too many for every text of two words."""
    return _right(hypotheses, references) + sum(len(text.split()) == 2 for text in hypotheses)


def _never_raising(hypotheses: _Hypotheses, references: _References) -> float:
    return _right(hypotheses, references) if all(references) and hypotheses else 7.0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("compute", "kind", "explanation"),
    [
        (_scaled, "knobs", ["scale"]),
        (_stumbling, "error", ["raised IndexError"]),
        (_never_raising, "stage", ["score, not raised"]),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_fuzz_reports_answers_that_no_model_explains(
    compute: Callable[[_Hypotheses, _References], float], kind: str, explanation: list[str]
) -> None:
    (find,) = _fuzz_function(compute).finds()
    assert (find.kind, find.explanation, find.unmodelled) == (kind, explanation, "mine.exact_match")
    if compute is _stumbling:
        assert [hypothesis for hypothesis, _ in _segments(find)] == [""]


def _of_hypothesis(hypotheses: _Hypotheses, references: _References) -> float:
    """The word error rate, divided by the words of the hypotheses."""
    corpus = Corpus.from_segments(list(hypotheses), [list(texts) for texts in references])
    outcome = native_outcome(corpus, metric("wer").settings())
    errors = sum(outcome.stages["counts"][1:]) if isinstance(outcome, Score) else 0
    return errors / sum(len(text.split(" ")) for text in hypotheses if text)


def _squared_less(hypotheses: _Hypotheses, references: _References) -> float:
    """ChrF in which beta is not squared."""
    total = 0.0
    for hypothesis, (reference, *_) in zip(hypotheses, references, strict=True):
        texts = hypothesis.replace(" ", ""), reference.replace(" ", "")
        for order in range(1, 7):
            sides = [Counter(text[k : k + order] for k in range(len(text) - order + 1)) for text in texts]
            matches = sum((sides[0] & sides[1]).values())
            precision, recall = (matches / sum(side.values()) for side in sides)
            total += (1 + 2) * precision * recall / (2 * precision + recall) if matches else 0.0
    return 100 * total / 6 / len(hypotheses)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("compute", "metric_name", "mistake"),
    [(_of_hypothesis, "wer", "divided-by-hypothesis"), (_squared_less, "chrf", "beta-not-squared")],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_a_mistake_in_a_stage_is_named(
    compute: Callable[[_Hypotheses, _References], float], metric_name: str, mistake: str
) -> None:
    knobs = {"average": "sentences", "order_mean": "f-score", "empty_order": "zero"} if metric_name == "chrf" else {}
    opened = described_function(compute, "mine", metric_name, {"settings": knobs})
    search = Fuzz(Request("mine", metric=metric_name, seed=1, examples=200), [(side("mine"), opened)])
    named = next(find for find in search.finds() if find.kind == "mistake")
    assert named.explanation == [mistake]
    assert f"mine.{metric_name} behaves as if it made the mistake {mistake}: " in named.sentence


@pytest.mark.slow
def test_a_rare_fault_is_found_and_made_small() -> None:
    """In one search of six, none of the first 200 inputs has a text of two words. A partial match may be explained before."""
    find = next(find for find in _fuzz_function(_adding, 2000).finds() if find.kind == "stage")
    assert (find.explanation, find.unmodelled) == (["value"], "mine.exact_match")
    assert sorted(len(hypothesis.split()) for hypothesis, _ in _segments(find))[-2:] in ([2], [0, 2])


@pytest.mark.slow
def test_the_knob_that_explains_most_answers_is_named() -> None:
    """A score of 0 for a text without matches of an order is what several knobs give; only one gives it always.

    One to six inputs in a hundred are such texts.
    """

    def without_smoothing(hypotheses: _Hypotheses, references: _References) -> float:
        corpus = Corpus.from_segments(list(hypotheses), [list(texts) for texts in references])
        outcome = native_outcome(corpus, metric("bleu").settings(smoothing="none"))
        if isinstance(outcome, Score):
            return outcome.value
        raise ValueError(outcome.describe())

    opened = described_function(without_smoothing, "mine", "bleu", {})
    search = Fuzz(Request("mine", metric="bleu", seed=3, examples=800), [(side("mine"), opened)])
    assert [find.explanation for find in search.finds()] == [["smoothing"]]


@pytest.mark.slow
def test_a_right_function_gives_no_finds() -> None:
    search = _fuzz_function(_right)
    assert list(search.finds()) == []
    summary = search.summary()
    assert summary.compared == summary.examples == 200


def test_an_implementation_that_changes_its_mind_ends_nothing() -> None:
    dice = random.Random(1)
    search = _fuzz_function(lambda *_: dice.random(), examples=60)
    assert list(search.finds())
    assert search.summary().examples == 60


@pytest.mark.slow
def test_no_constants_are_drawn_from_the_files_that_are_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a seed gives the same inputs wherever samescore is installed, and beside whatever else is loaded."""
    read = getattr(providers, "_get_local_constants", None)
    if read is None:
        pytest.skip("this version of Hypothesis draws no constants of files")
    reading = mock.Mock(side_effect=read)
    monkeypatch.setattr(providers, "_get_local_constants", reading)
    assert list(_fuzz_function(_scaled).finds())
    reading.assert_not_called()
