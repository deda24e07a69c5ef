"""The strategies: what they draw is what a metric takes, and has the edge cases that they promise."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TypeVar

import hypothesis
import pytest
from hypothesis import HealthCheck, Phase
from hypothesis.strategies import SearchStrategy

from samescore import Corpus, Labels, UnknownNameError, strategies
from samescore.implementations import native_model
from samescore.metrics import METRIC_NAMES, metric
from samescore.metrics.evaluator import native_outcome
from samescore.settings import Settings

#: It does not depend on the interpreter: once is enough.
pytestmark = [pytest.mark.once, pytest.mark.usefixtures("both_routes")]

Drawn = TypeVar("Drawn")


def _drawn(strategy: SearchStrategy[Drawn], count: int) -> list[Drawn]:
    drawn: list[Drawn] = []

    @hypothesis.seed(1)
    @hypothesis.settings(
        max_examples=count,
        database=None,
        deadline=None,
        derandomize=False,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @hypothesis.given(strategy)
    def keep(value: Drawn) -> None:
        drawn.append(value)

    keep()
    return drawn


@pytest.mark.parametrize("name", METRIC_NAMES)
def test_every_metric_takes_its_inputs(name: str) -> None:
    drawn = _drawn(strategies.inputs(name), 25)
    assert {type(data) for data in drawn} == {metric(name).takes[0]}
    kinds = {native_outcome(data, metric(name).settings()).kind for data in drawn}
    assert "score" in kinds


@pytest.mark.slow
def test_edge_cases_of_texts_are_drawn() -> None:
    drawn = _drawn(strategies.corpora("bleu"), 400)
    segments = [segment for corpus in drawn for segment in corpus]
    assert {0, 1, 2, 3, 4} <= set(map(len, drawn))
    assert {0, 1, 2, 3, 4} <= {len(segment.references) for segment in segments}
    assert any(segment.hypothesis in segment.references for segment in segments if segment.hypothesis)
    lines = [str(line) for segment in segments for line in (segment.hypothesis, *segment.references)]
    assert {0, 1, 2, 3, 4, 12} <= {len(line.split()) for line in lines}
    assert any(line and not line.strip() for line in lines)
    assert any(not line.isascii() for line in lines)
    assert any("\t" in line for line in lines)
    assert any(len(set(line.split())) < len(line.split()) for line in lines)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("edge", "longest"),
    [
        (lambda corpus: any(not segment.references for segment in corpus), 0),
        (lambda corpus: any(len(segment.references) == 3 for segment in corpus), 0),
        (lambda corpus: any("\t" in segment.hypothesis and segment.hypothesis.split() for segment in corpus), 2),
        (lambda corpus: len(corpus) == 4, 0),
    ],
)
def test_found_inputs_shrink_to_a_few_characters(edge: Callable[[Corpus], bool], longest: int) -> None:
    settings = hypothesis.settings(max_examples=3000, database=None, deadline=None, derandomize=False)
    found = hypothesis.find(strategies.corpora("bleu"), edge, settings=settings, random=random.Random(1))
    assert sum(len(str(line)) for segment in found for line in (segment.hypothesis, *segment.references)) <= longest


def test_limits_are_kept() -> None:
    for corpus in _drawn(strategies.corpora("ter", max_references=1), 60):
        assert corpus.max_references <= 1
    for corpus in _drawn(strategies.corpora("bleu", equal_references=True), 60):
        assert len({len(segment.references) for segment in corpus}) <= 1
    assert all(corpus.tokenized for corpus in _drawn(strategies.corpora("bleu", tokens=True), 20))


def test_labels_have_one_class_or_many_and_may_be_missing() -> None:
    drawn: list[Labels] = _drawn(strategies.labels(), 200)
    classes = {len({*map(str, labels.gold), *map(str, labels.predicted)}) for labels in drawn}
    assert {0, 1, 2, 3} <= classes


@pytest.mark.parametrize("name", ["nltk.sentence_bleu", "sacrebleu.corpus_chrf", "sklearn.f1_score", "rouge.rouge-l"])
def test_settings_lie_in_the_region(name: str) -> None:
    profile = native_model(name).profiles_by_metric().popitem()[1][0]
    drawn = _drawn(strategies.settings_of(name), 60)
    assert len(set(drawn)) > 3
    for settings in drawn:
        assert profile.nearest(settings) == settings


def test_settings_of_a_metric_reach_its_knobs() -> None:
    drawn: list[Settings] = _drawn(strategies.settings("chrf++"), 300)
    assert all(settings.word_order == 2 for settings in drawn)  # type: ignore[attr-defined]  # as the name implies
    changed = {
        knob.name for settings in drawn for knob in settings.knobs() if getattr(settings, knob.name) != knob.default
    }
    assert {"case", "whitespace", "char_order", "empty_order", "references"} <= changed


@pytest.mark.parametrize("name", ["nltk", "nltk.nothing", "nothing"])
def test_an_entry_point_that_does_not_exist_is_said(name: str) -> None:
    with pytest.raises(UnknownNameError):
        strategies.settings_of(name)
