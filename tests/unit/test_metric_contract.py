"""The contract of a metric: any partition of an input, merged in any grouping, gives the bits of the whole."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
import pytest

from samescore.base.errors import MetricError
from samescore.base.outcome import Trace
from samescore.data.kinds import Data
from samescore.data.labels import Labels
from samescore.generators.inputs import inputs_for
from samescore.generators.settings import random_settings
from samescore.metrics import METRIC_NAMES, metric
from samescore.metrics.base import AnyMetric, Total
from samescore.settings import Settings

INPUTS = 30

#: Settings that carry more than sums, and that few draws would hit.
pytestmark = pytest.mark.usefixtures("both_routes")

_DIRECTED: dict[str, list[dict[str, object]]] = {
    "bleu": [
        {"smoothing": "nltk-4", "nltk_4_length": "last-segment"},
        {"smoothing": "nltk-5"},
        {"average": "sentences", "mean_summation": "exact"},
    ],
    "chrf": [{"references": "above-zero-or-previous"}, {"average": "last-segment"}],
    "rouge-n": [{"references": "jackknife"}, {"average": "resampled"}, {"average": "means"}],
    "kappa": [{"form": "agreement"}],
}


def _cut(entries: Sequence[Any], rng: random.Random) -> list[Sequence[Any]]:
    """Consecutive parts, some of them without any item."""
    cuts = sorted(rng.randint(0, len(entries)) for _ in range(rng.randint(0, 4)))
    return [entries[a:b] for a, b in zip([0, *cuts], [*cuts, len(entries)], strict=True)]


def _merged(totals: list[Total], rng: random.Random) -> Total:
    """The total of all parts, neighbours merged in a random grouping."""
    while len(totals) > 1:
        k = rng.randrange(len(totals) - 1)
        totals[k : k + 2] = [totals[k].merge(totals[k + 1])]
    return totals[0]


def _answer(trace: Trace) -> tuple[str, Any]:
    """The score to the last bit, and the stages that come with it."""
    return float(trace.value).hex(), {name: _comparable(stage) for name, stage in trace.stages.items()}


def _comparable(stage: Any) -> Any:
    if isinstance(stage, dict):
        return {name: _comparable(value) for name, value in stage.items()}
    if isinstance(stage, (list, tuple)):
        return [_comparable(value) for value in stage]
    return repr(stage) if isinstance(stage, float) and math.isnan(stage) else stage


def _whole(chosen: AnyMetric, data: Data, settings: Settings) -> tuple[str, Any]:
    try:
        statistics = chosen.statistics(data, chosen.counting(settings))
        return _answer(chosen.combine(chosen.total(statistics, settings), settings))
    except (MetricError, ArithmeticError) as problem:
        return "raised", getattr(problem, "kind", type(problem).__name__)


def _in_parts(chosen: AnyMetric, parts: list[Data], settings: Settings, rng: random.Random) -> tuple[str, Any]:
    try:
        totals = [chosen.total(chosen.statistics(part, chosen.counting(settings)), settings) for part in parts]
        return _answer(chosen.combine(_merged(totals, rng), settings))
    except (MetricError, ArithmeticError) as problem:
        return "raised", getattr(problem, "kind", type(problem).__name__)


def _cases(name: str, rng: random.Random) -> Iterator[tuple[Data, Settings]]:
    kind = metric(name).settings
    few = (
        {"resamples": 9} if "resamples" in kind.declared_knobs else {}
    )  # the parts are the same, however many they are
    for number, data in enumerate(inputs_for(name, INPUTS, seed=7)):
        yield data, kind.from_mapping(few)
        for knobs in _DIRECTED.get(name, []):
            yield data, kind.from_mapping(knobs)
        for _ in range(3):
            yield data, random_settings(kind, rng).replace(**few)
        if isinstance(data, Labels) and number % 3 == 0:
            yield data.confusion(), random_settings(kind, rng)


@pytest.mark.parametrize("name", METRIC_NAMES)
def test_any_partition_gives_the_bits_of_the_whole(name: str) -> None:
    chosen, rng = metric(name), random.Random(name)
    scored = 0
    for data, settings in _cases(name, rng):
        parts: list[Data] = [data.of_entries(entries) for entries in _cut(data.entries(), rng)]
        whole = _whole(chosen, data, settings)
        assert _in_parts(chosen, parts, settings, rng) == whole, f"{settings.signature}\n{data}"
        scored += whole[0] != "raised"
    assert scored > INPUTS


@pytest.mark.parametrize("name", METRIC_NAMES)
def test_any_order_gives_the_same_bits_where_the_metric_commutes(name: str) -> None:
    chosen, rng = metric(name), random.Random(name)
    for data, settings in _cases(name, rng):
        if chosen.commutes(settings):
            entries = list(data.entries())
            rng.shuffle(entries)
            parts: list[Data] = [data.of_entries(part) for part in _cut(entries, rng)]
            whole = _whole(chosen, data, settings)
            answer = _in_parts(chosen, parts, settings, rng)
            if "raised" not in (whole[0], answer[0]):  # which of two errors comes first may differ
                assert answer[0] == whole[0], f"{settings.signature}\n{data}"
            else:
                assert answer[0] == whole[0] == "raised"


@pytest.mark.parametrize("name", METRIC_NAMES)
def test_a_part_without_items_changes_nothing(name: str) -> None:
    chosen, rng = metric(name), random.Random(name)
    for data, settings in _cases(name, rng):
        empty = data.of_entries([])
        parts = rng.choice([[data, empty], [empty, data], [empty, data, empty]])
        assert _in_parts(chosen, parts, settings, rng) == _whole(chosen, data, settings)


@pytest.mark.parametrize("name", METRIC_NAMES)
def test_a_total_that_grows_says_what_grows(name: str) -> None:
    chosen = metric(name)
    for data, settings in _cases(name, random.Random(name)):
        try:
            total = chosen.total(chosen.statistics(data, chosen.counting(settings)), settings)
        except MetricError:
            continue
        assert total.grows or not total.memory, settings.signature


@pytest.mark.parametrize(
    ("forgotten", "metric_name"), [("sums", "bleu"), ("last", "bleu"), ("series", "gleu"), ("rows", "rouge-w")]
)
def test_a_merge_that_forgets_a_part_is_noticed(
    forgotten: str, metric_name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The property above can fail: with a merge that keeps one field of the first part only, it does."""
    merge = Total.merge

    def broken(self: Total, following: Total) -> Total:
        merged = merge(self, following)
        if not self.segments or not following.segments:
            return merged
        return msgspec.structs.replace(merged, **{forgotten: getattr(self, forgotten)})

    monkeypatch.setattr(Total, "merge", broken)
    with pytest.raises(AssertionError):
        test_any_partition_gives_the_bits_of_the_whole(metric_name)
