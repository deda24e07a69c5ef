"""The bounds that a metric declares hold for generated inputs under random settings, and no exception is idle."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator

import pytest

from samescore.base.outcome import Score
from samescore.generators.inputs import inputs_for
from samescore.generators.settings import random_settings
from samescore.metrics import METRIC_NAMES, metric
from samescore.metrics.evaluator import native_outcome
from samescore.settings import Settings
from samescore.verbs.audit.printed_text.tables import Cell, PrintedColumn, PrintedTable, Row
from samescore.verbs.audit.relations import check

#: It does not depend on the interpreter: once is enough.
pytestmark = [pytest.mark.once, pytest.mark.usefixtures("both_routes")]

_FEW, _MANY, _DRAWS = 10, 40, 8
#: Single precision may exceed a bound by a rounding error.
_SLACK = 1e-6


def _scores(name: str, inputs: int) -> Iterator[tuple[Settings, float]]:
    """Yield random settings, and scores under them on the scale of 1."""
    chosen, rng = metric(name), random.Random(name)
    for data in inputs_for(name, inputs, seed=8):
        for _ in range(_DRAWS):
            settings = random_settings(chosen.settings, rng)
            outcome = native_outcome(data, settings)
            if isinstance(outcome, Score):
                yield settings, outcome.value / float(getattr(settings, "scale", 1))


@pytest.mark.parametrize("inputs", [_FEW, pytest.param(_MANY, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", METRIC_NAMES)
def test_scores_are_within_the_bounds_of_the_metric(name: str, inputs: int) -> None:
    facts = metric(name).facts
    lowest = -math.inf if facts.lowest is None else facts.lowest
    highest = math.inf if facts.highest is None else facts.highest
    outside = {
        settings.signature: score
        for settings, score in _scores(name, inputs)
        if not lowest - _SLACK <= score <= highest + _SLACK and not facts.may_exceed_bounds(settings.as_dict())
    }
    assert not outside


def _is_possible(quantity: str, number: str, **knobs: object) -> bool:
    table = PrintedTable("t", [PrintedColumn(quantity, quantity, knobs)], [Row("a system", [Cell(number, number)])])
    return not check(table).broken


@pytest.mark.parametrize(
    ("quantity", "number", "knobs", "possible"),
    [
        ("balanced-accuracy", "-0.33", {}, True),  # adjusted for chance, which few publications state
        ("balanced-accuracy", "-133", {}, False),
        ("accuracy", "-0.33", {}, False),
        ("accuracy", "170", {}, False),
        ("accuracy", "170", {"normalize": "count"}, True),
        ("bleu", "111.7", {}, False),
        ("bleu", "111.7", {"smoothing": "nltk-7"}, True),
        ("bleu", "111.7", {"smoothing": "exp"}, False),
    ],
)
def test_an_audit_calls_impossible_what_no_setting_gives(
    quantity: str, number: str, knobs: dict[str, object], possible: bool
) -> None:
    assert _is_possible(quantity, number, **knobs) is possible
