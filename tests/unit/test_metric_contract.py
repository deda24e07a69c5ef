"""The contract of a metric: any partition of an input, merged in any grouping, gives the bits of the whole."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from samescore.base.errors import MetricError
from samescore.base.outcome import Trace
from samescore.data.annotations import Annotations
from samescore.data.class_scores import ClassScores
from samescore.data.comparison import Comparison, Numbers
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from samescore.data.label_sets import LabelSets
from samescore.data.labels import Confusion, Labels, ScoredLabels
from samescore.data.likelihoods import Choices, TokenLogProbs
from samescore.data.ratings import Ratings
from samescore.data.rewrites import Rewrites
from samescore.data.sampled_responses import SampledResponses
from samescore.data.supported_answers import SupportedAnswers
from samescore.data.tagged import Tagged
from samescore.data.weighted_labels import WeightedLabels
from samescore.data.weighted_scores import WeightedScores
from samescore.generators.inputs import inputs_for
from samescore.generators.settings import random_settings
from samescore.metrics import METRIC_NAMES, metric
from samescore.metrics.base import AnyMetric, Total
from samescore.settings import Settings

INPUTS = 30

#: Settings that carry more than sums, and that few draws would hit.
_DIRECTED: dict[str, list[dict[str, object]]] = {
    "bleu": [
        {"smoothing": "nltk-4", "nltk_4_length": "last-segment"},
        {"smoothing": "nltk-5"},
        {"average": "sentences", "mean_summation": "exact"},
    ],
    "chrf": [{"best_reference": "above-zero-or-previous"}, {"average": "last-segment"}],
    "rouge-n": [{"references": "jackknife"}, {"average": "resampled"}, {"average": "means"}],
    "kappa": [{"form": "agreement"}],
}


def _items(data: Any) -> list[Any]:  # noqa: C901 - a case for each kind
    """The input's segments, items or sequences, which can be put together again by `_of_items`."""
    match data:
        case Corpus():
            return list(data.segments)
        case Labels():
            return list(zip(data.gold, data.predicted, strict=True))
        case ScoredLabels():
            return list(zip(data.gold, data.scores, strict=True))
        case TokenLogProbs():
            return list(zip(data.sequences, data.texts or [None] * len(data.sequences), strict=True))
        case Choices():
            return list(data.items)
        case Ratings():
            return list(zip(zip(*data.metric_scores, strict=True), zip(*data.human_scores, strict=True), strict=True))
        case Rewrites():
            return list(data)
        case Tagged():
            return list(zip(data.gold_tags, data.predicted_tags, strict=True))
        case SupportedAnswers():
            return list(data.plain()["supported_answers"])
        case SampledResponses():
            return list(data.plain()["sampled_responses"])
        case ClassScores():
            return list(zip(data.gold, data.class_scores, strict=True))
        case WeightedLabels():
            return list(zip(data.gold_labels, data.predicted_labels, data.weights, strict=True))
        case WeightedScores():
            return list(zip(*data.plain().values(), strict=True))
        case LabelSets():
            return list(zip(data.gold_sets, data.predicted_sets, strict=True))
        case Annotations():
            return data.items
        case Confusion():
            return list(zip(data.labels().gold, data.labels().predicted, strict=True))
        case Numbers():
            return list(data.scores)
        case Comparison():
            return list(zip(*map(_items, data.systems), strict=True))
    raise AssertionError(f"no items of a {type(data).__name__}")


def _of_items(like: Any, items: list[Any]) -> Any:  # noqa: C901 - a case for each kind
    match like:
        case Corpus():
            return Corpus(tuple(items), like.tokenized)
        case Labels():
            return Labels([gold for gold, _ in items], [predicted for _, predicted in items])
        case Confusion():
            return Labels([gold for gold, _ in items], [predicted for _, predicted in items]).confusion()
        case ScoredLabels():
            return ScoredLabels([gold for gold, _ in items], [score for _, score in items])
        case TokenLogProbs():
            texts = [text for _, text in items]
            return TokenLogProbs([sequence for sequence, _ in items], None if like.texts is None else texts)
        case Choices():
            return Choices([_plain(item) for item in items])
        case Numbers():
            return Numbers(items)
        case Comparison():
            systems = [_of_items(system, [item[k] for item in items]) for k, system in enumerate(like.systems)]
            return Comparison(like.statistic, systems, like.settings)
        case Rewrites():
            return Rewrites(*([item[side] for item in items] for side in (0, 1, 2)))
        case Tagged():
            return Tagged([gold for gold, _ in items], [predicted for _, predicted in items])
        case SupportedAnswers():
            return SupportedAnswers(items)
        case SampledResponses():
            return SampledResponses(items)
        case ClassScores():
            return ClassScores(like.classes, [gold for gold, _ in items], [row for _, row in items])
        case WeightedLabels():
            return WeightedLabels(*([item[side] for item in items] for side in (0, 1, 2)))
        case WeightedScores():
            return WeightedScores(*([item[side] for item in items] for side in (0, 1, 2)))
        case LabelSets():
            return LabelSets([gold for gold, _ in items], [said for _, said in items])
        case Annotations():
            return Annotations([*zip(*items, strict=True)] or [[] for _ in like.annotations])
        case Ratings():
            metric, human = ([column[side] for column in items] for side in (0, 1))
            empty: list[Any] = [[] for _ in like.metric_scores]
            return Ratings([*zip(*metric, strict=True)] or empty, [*zip(*human, strict=True)] or empty)
    raise AssertionError(f"no items of a {type(like).__name__}")


def _plain(item: Any) -> dict[str, Any]:
    return {
        "choices": item.choices,
        "logprobs": item.logprobs,
        "gold": item.gold,
        **({"unconditional": item.unconditional} if item.unconditional else {}),
    }


def _cut(items: list[Any], rng: random.Random) -> list[list[Any]]:
    """Consecutive parts, some of them without any item."""
    cuts = sorted(rng.randint(0, len(items)) for _ in range(rng.randint(0, 4)))
    return [items[a:b] for a, b in zip([0, *cuts], [*cuts, len(items)], strict=True)]


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
        parts: list[Data] = [_of_items(data, items) for items in _cut(_items(data), rng)]
        whole = _whole(chosen, data, settings)
        assert _in_parts(chosen, parts, settings, rng) == whole, f"{settings.signature}\n{data}"
        scored += whole[0] != "raised"
    assert scored > INPUTS


@pytest.mark.parametrize("name", METRIC_NAMES)
def test_any_order_gives_the_same_bits_where_the_metric_commutes(name: str) -> None:
    chosen, rng = metric(name), random.Random(name)
    for data, settings in _cases(name, rng):
        if chosen.commutes(settings):
            items = _items(data)
            rng.shuffle(items)
            parts: list[Data] = [_of_items(data, part) for part in _cut(items, rng)]
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
        empty = _of_items(data, [])
        parts = rng.choice([[data, empty], [empty, data], [empty, data, empty]])
        assert _in_parts(chosen, parts, settings, rng) == _whole(chosen, data, settings)


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
