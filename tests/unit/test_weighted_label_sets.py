"""Sets of labels with sample weights, and their scores."""

from __future__ import annotations

import math
import random
from array import array
from pathlib import Path
from typing import Any

import pytest

from samescore import InputError, LabelSets, MetricError, score
from samescore.data.input_files import InputFiles
from samescore.data.selection import join_inputs, select_segments
from samescore.generators.label_sets import label_sets
from samescore.metrics import metric
from samescore.metrics.accumulator import Accumulator, count
from samescore.metrics.labels.weighted_items import joined_weights

ITEMS = LabelSets([["a", "b"], ["a"], ["c"], ["a", "b"]], [["a"], ["a", "b"], [], ["b", "c"]], [2, 0.25, 1, 0.5])
_SCORES: list[tuple[str, dict[str, Any]]] = [
    *(("multilabel", {"average": average}) for average in ("samples", "micro", "macro", "weighted")),
    *(("multilabel", {"measure": name}) for name in ("precision", "recall", "jaccard", "subset")),
    *(("multilabel", {"measure": name, "average": "samples"}) for name in ("precision", "recall", "jaccard")),
    ("multilabel", {"beta": 2.0}),
    *(("multilabel-loss", {"average": average}) for average in ("micro", "macro", "weighted")),
    ("multilabel-loss", {"form": "complement"}),
    ("multilabel-loss", {"unit": "items"}),
    ("multilabel-loss", {"normalize": "count"}),
    ("multilabel-loss", {"unit": "items", "normalize": "count"}),
]


def test_every_item_has_two_sets_and_a_weight() -> None:
    for weights, message in [
        ([1, 2], "^1 items but 2 weights"),
        ([-0.5], r"weights\[0\] is -0.5"),
        ([math.nan], r"weights\[0\] is nan"),
        ("1", "weights is a single str"),
    ]:
        with pytest.raises(InputError, match=message):
            LabelSets([["a"]], [["b"]], weights)  # type: ignore[arg-type]  # the mistakes under test
    assert LabelSets([["a"]] * 2, [[]] * 2, array("f", [0.5, 3])) == LabelSets([["a"]] * 2, [[]] * 2, [0.5, 3])
    assert LabelSets([["a"]], [[]], [1]) != LabelSets([["a"]], [[]])
    assert LabelSets.from_indicators([[1]], [[0]], ["a"], [2]) == LabelSets([["a"]], [[]], [2])


def test_a_file_has_an_item_a_line(tmp_path: Path) -> None:
    path = tmp_path / "items.jsonl"
    path.write_text('{"gold": ["a"], "predicted": [], "weight": 0.5}\n{"gold": [], "predicted": ["b"], "weight": 2}\n')
    assert LabelSets.from_files(InputFiles(str(path))) == LabelSets([["a"], []], [[], ["b"]], [0.5, 2])
    for second, message in [
        ('{"gold": [], "predicted": ["b"], "weight": -2}', "line 2: weight is -2"),
        ('{"gold": [], "predicted": ["b"]}', "line 2: the item lacks a weight"),
    ]:
        path.write_text('{"gold": ["a"], "predicted": [], "weight": 0.5}\n' + second)
        with pytest.raises(InputError, match=message):
            LabelSets.from_files(InputFiles(str(path)))


def test_weights_stay_with_their_items() -> None:
    assert LabelSets.from_plain(ITEMS.plain()) == ITEMS
    assert select_segments(ITEMS, [3, 0]).weights == (0.5, 2)
    assert join_inputs(ITEMS, ITEMS).weights == (2, 0.25, 1, 0.5) * 2
    with pytest.raises(InputError, match="cannot be mixed"):
        join_inputs(ITEMS, LabelSets([["a"]], [["a"]]))


@pytest.mark.parametrize(("name", "settings"), _SCORES, ids=str)
def test_an_item_of_weight_3_is_three_items(name: str, settings: dict[str, Any]) -> None:
    """Scores of counts are made of doubles, which round several times; scores of weights are rounded once."""
    rng, compared = random.Random(str(settings)), 0
    for drawn in label_sets(60, seed=7):
        if not any(map(any, (*drawn.gold_sets, *drawn.predicted_sets))):
            continue
        compared += 1
        weights = [rng.randint(1, 4) for _ in drawn.gold_sets]
        sides = (drawn.gold_sets, drawn.predicted_sets)
        gold, predicted = ([row for row, w in zip(side, weights, strict=True) for _ in range(w)] for side in sides)
        expected = score(name, LabelSets(gold, predicted), **settings).value
        found = score(name, LabelSets(*sides, weights), **settings).value
        assert found == pytest.approx(expected, rel=1e-12, abs=1e-12)
    assert compared > 20


@pytest.mark.parametrize(("name", "settings"), _SCORES, ids=str)
def test_weights_that_are_ignored_change_nothing(name: str, settings: dict[str, Any]) -> None:
    items = LabelSets([*ITEMS.gold_sets, ["a"]], [*ITEMS.predicted_sets, ["a"]], [2, 0.25, 1, 0.5, 0.125])
    plain = items.unweighted()
    assert plain is not None
    expected = score(name, plain, **settings).value
    assert score(name, items, weights="ignored", **settings).value == expected
    assert score(name, plain, weights="given", **settings).value == expected
    assert score(name, items, **settings).value != expected


def test_no_weight_is_an_error_or_what_the_formula_gives() -> None:
    nothing = LabelSets([["a"], ["b"]], [["a"], ["a"]], [0, 0])
    for name, settings in _SCORES:
        with pytest.raises(MetricError, match="all weights are 0"):
            score(name, nothing, **settings)
    assert score("multilabel", nothing, no_weight="formula", zero_division="1", average="samples").value == 1
    assert math.isnan(score("multilabel-loss", nothing, no_weight="formula").value)
    assert score("multilabel-loss", nothing, no_weight="raise-for-fraction", normalize="count").value == 0
    with pytest.raises(MetricError, match="all weights are 0"):
        score("multilabel-loss", nothing, no_weight="raise-for-fraction")


def test_exact_sums_are_rounded_once() -> None:
    """The share is of the doubles that are nearest to tenths: 4/7, but for less than a unit in the last place."""
    items = LabelSets([["a"]] * 3, [["a"], ["a"], ["b"]], [0.1, 0.2, 0.4])
    assert score("subset-accuracy", items).value == 0.42857142857142855
    assert score("subset-accuracy", items, weight_summation="numpy").value == 0.4285714285714286


def test_an_empty_part_has_no_weights_and_another_part_must_have_them() -> None:
    settings = metric("multilabel").settings()
    whole = Accumulator()
    for part in (LabelSets([], []), ITEMS):
        whole.add(count(metric("multilabel"), settings, part))
    assert whole.finish(metric("multilabel"), settings).value == score("multilabel", ITEMS).value
    with pytest.raises(MetricError, match="only some parts have weights"):
        joined_weights(array("d", [1.0]), None)
