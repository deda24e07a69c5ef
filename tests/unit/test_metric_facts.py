"""The facts of every metric: none may be missing."""

from __future__ import annotations

import contextlib
import pkgutil
import random
from importlib import import_module

import pytest

from samescore import metrics
from samescore.catalogue.vectors import select, vectors
from samescore.errors import MetricError
from samescore.generators.inputs import inputs_for
from samescore.generators.settings import random_settings
from samescore.metrics import METRIC_NAMES, metric
from samescore.metrics.base import Metric


def test_every_metric_is_in_the_table() -> None:
    modules = [import_module(module.name) for module in pkgutil.walk_packages(metrics.__path__, f"{metrics.__name__}.")]
    names = {value.name for module in modules for value in vars(module).values() if isinstance(value, Metric)}
    assert names == set(METRIC_NAMES), "a metric has a line in metrics/__init__.py"


@pytest.mark.parametrize("name", METRIC_NAMES)
def test_the_stages_are_those_of_the_traces_and_of_the_vectors(name: str) -> None:
    chosen, rng = metric(name), random.Random(name)
    stages: set[str] = set()
    for data in inputs_for(name, 40):
        for settings in (chosen.settings(), random_settings(chosen.settings, rng)):
            with contextlib.suppress(MetricError, ArithmeticError):
                stages |= set(chosen.evaluate(data, settings).stages)
    for vector in select([name]):
        stages |= set(vector.expected.stages) - {"tokens"}
    facts = chosen.facts
    assert stages - {"rows"} == set(facts.stages) - {"tokens"}
    assert len(set(facts.stages)) == len(facts.stages)


#: The vectors whose settings are known to leave the bounds of their metric.
_OUTSIDE = {
    "bleu-release-nltk-7-growing",
    "bleu-smoothing-nltk-5-above-one",
    "rouge-lsum-union-every",
    "rouge-lsum-union-every-identical",
    "accuracy-article-000-tp-plus-tn",  # a number of items
    "accuracy-binary-count",
    "mcc-int64-overflow",
}


def test_the_golden_scores_lie_within_the_bounds() -> None:
    outside = set()
    for vector in vectors().values():
        facts = metric(vector.metric).facts
        if vector.expected.outcome == "score":
            value = float(vector.expected.value) / float(str(vector.complete_settings().as_dict().get("scale", "1")))
            below = facts.lowest is not None and value < facts.lowest
            above = facts.highest is not None and value > facts.highest * (1 + 1e-12)
            outside |= {vector.id} if below or above else set()
    assert outside == _OUTSIDE


@pytest.mark.parametrize("name", METRIC_NAMES)
def test_the_knobs_that_publications_leave_unsaid_exist(name: str) -> None:
    chosen = metric(name)
    for table in (chosen.facts.plausible, chosen.facts.rounding):
        for knob, values in table.items():
            assert len(values) > 1
            for value in values:
                chosen.settings.checked(knob, value)
    assert all(chosen.settings.knob(knob).rounding for knob in chosen.facts.rounding)
