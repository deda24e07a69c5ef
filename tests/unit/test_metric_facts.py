"""The facts of every metric: none may be missing."""

from __future__ import annotations

import contextlib
import math
import pkgutil
import random
from collections.abc import Iterator
from importlib import import_module
from itertools import combinations, product

import pytest

from samescore import metrics
from samescore.base.errors import MetricError
from samescore.catalogue.vectors import select, vectors
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from samescore.data.labels import Confusion
from samescore.generators.inputs import inputs_for
from samescore.generators.settings import random_settings
from samescore.metrics import METRIC_NAMES, evaluate, metric
from samescore.metrics.base import AnyMetric, Metric
from samescore.settings import Settings


def test_every_metric_is_in_the_table() -> None:
    modules = [import_module(module.name) for module in pkgutil.walk_packages(metrics.__path__, f"{metrics.__name__}.")]
    names = {value.name for module in modules for value in vars(module).values() if isinstance(value, Metric)}
    assert names == set(METRIC_NAMES), "a metric has a line in metrics/__init__.py"


@pytest.mark.parametrize("name", METRIC_NAMES)
def test_the_stages_are_those_of_the_traces_and_of_the_vectors(name: str) -> None:
    chosen, rng = metric(name), random.Random(name)
    stages: set[str] = set()
    for data in inputs_for(name, 40):
        drawn = [
            random_settings(chosen.settings, rng) for _ in range(3)
        ]  # few of them have every knob that a stage needs
        for settings in (chosen.settings(), *drawn):
            with contextlib.suppress(MetricError, ArithmeticError):
                stages |= set(evaluate(chosen, data, settings).stages)
    for vector in select([name]):
        stages |= set(vector.expected.stages) - {"tokens"}
    facts = chosen.facts
    assert stages - {"rows"} == set(facts.stages) - {"tokens"}
    assert len(set(facts.stages)) == len(facts.stages)


def test_the_golden_scores_lie_within_the_bounds() -> None:
    outside = set()
    for vector in vectors().values():
        facts, settings = metric(vector.metric).facts, vector.complete_settings().as_dict()
        if vector.expected.outcome == "score" and not facts.may_exceed_bounds(settings):
            value = float(vector.expected.value) / float(str(settings.get("scale", "1")))
            below = facts.lowest is not None and value < facts.lowest
            above = facts.highest is not None and value > facts.highest * (1 + 1e-12)
            outside |= {vector.id} if below or above else set()
    assert outside == set()


@pytest.mark.parametrize("name", METRIC_NAMES)
def test_the_knobs_that_publications_leave_unsaid_exist(name: str) -> None:
    chosen = metric(name)
    for table in (chosen.facts.plausible, chosen.facts.rounding):
        for knob, values in table.items():
            assert len(values) > 1
            for value in values:
                chosen.settings.checked(knob, value)
    assert all(chosen.settings.knob(knob).rounding for knob in chosen.facts.rounding)


#: Texts that bring out what publications leave unsaid of metrics of texts: case, punctuation, inflection, length.
_TEXTS = Corpus.from_segments(
    [
        "The dogs were running\tand  jumped over the fences, while 3.5 cats watched them all from the roofs.",
        "the Answer: «Blue»—he said!",
        "今天 天气 very good, isn't it?",
        "yes-no",
    ],
    [
        ["The dog was running and jumps over a fence, while 3.5 cat watches them from the roof. All!", "Dogs run."],
        ["The answer: « blue » — he said.", "an answer"],
        ["今天天气 Very good , is n't it ?", "天气"],
        ["Yesno", "yes"],
    ],
)
#: Counts whose products do not fit into 32 and 64 bits.
_MANY = [Confusion(("0", "1"), ((count, count // 3), (count // 5, count // 2))) for count in (50_000, 5_000_000)]
#: The most combinations of what publications leave unsaid: the chance that one of them gives a number grows with them.
_MOST_COMBINATIONS = 100


def _inputs(name: str) -> Iterator[Data]:
    if metric(name).takes[0] is Corpus:
        yield _TEXTS
    if Confusion in metric(name).takes:
        yield from _MANY
    yield from inputs_for(name, 60)


def _score(chosen: AnyMetric, data: Data, settings: Settings) -> float | None:
    with contextlib.suppress(MetricError, ArithmeticError):
        value = evaluate(chosen, data, settings).value
        return None if math.isnan(value) else value
    return None


@pytest.mark.once
@pytest.mark.parametrize("name", METRIC_NAMES)
def test_each_plausible_setting_changes_a_score(name: str) -> None:
    """Each value differs from the usual one and from all others, with the other knobs at some of their values."""
    chosen = metric(name)
    grid = chosen.facts.plausible
    assert grid
    assert math.prod(map(len, grid.values())) <= _MOST_COMBINATIONS
    inputs = list(_inputs(name))
    for knob, values in grid.items():
        assert values[0] == chosen.settings.knob(knob).default
        others = [(other, each) for other, choice in grid.items() for each in choice if other != knob]
        bases = [chosen.settings(), *(chosen.settings().replace(**{other: each}) for other, each in others)]
        alike = set(combinations(values, 2))
        for base, data in product(bases, inputs):
            scores = {value: _score(chosen, data, base.replace(**{knob: value})) for value in values}
            alike = {(one, two) for one, two in alike if scores[one] == scores[two]}
            if not alike:
                break
        assert not alike, f"{knob} has values that always give the same score"
