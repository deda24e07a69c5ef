"""Scores of several classes with sample weights."""

from __future__ import annotations

import math
import random
from array import array
from pathlib import Path
from typing import Any

import pytest

from samescore import ClassScores, InputError, MetricError, ScoredLabels, score
from samescore.data.input_files import InputFiles
from samescore.data.selection import join_inputs, select_segments
from samescore.generators.class_scores import class_scores

ITEMS = ClassScores(
    ["a", "b", "c"],
    ["a", "b", "c", "a", "b"],
    [[0.5, 0.25, 0.25], [0.5, 0.25, 0.25], [0.25, 0.25, 0.5], [0.25, 0.5, 0.25], [0.125, 0.75, 0.125]],
    [2, 0.5, 1, 0.25, 1.5],
)
_SCORES: list[tuple[str, dict[str, Any]]] = [
    *(
        (f"multiclass-{name}", {"average": average})
        for name in ("roc-auc", "average-precision")
        for average in ("macro", "weighted", "micro")
    ),
    ("multiclass-log-loss", {}),
    ("multiclass-log-loss", {"normalize": "sum"}),
    ("multiclass-brier", {}),
    ("top-k-accuracy", {}),
    ("top-k-accuracy", {"normalize": "count", "ties": "later"}),
]


def test_every_item_has_a_weight_or_none_has() -> None:
    refused: list[tuple[Any, str]] = [
        ([1, 2], "^1 items but 2 weights"),
        ([-0.5], r"weights\[0\] is -0.5"),
    ]
    for weights, message in refused:
        with pytest.raises(InputError, match=message):
            ClassScores(["a", "b"], ["a"], [[0.5, 0.5]], weights)
    row = [[0.5, 0.5]]
    assert ClassScores(["a", "b"], ["a"], row, array("f", [3])) == ClassScores(["a", "b"], ["a"], row, [3])
    assert ClassScores(["a", "b"], ["a"], row, [1]) != ClassScores(["a", "b"], ["a"], row)
    assert ClassScores(["a", "b"], ["a"], row, array("f", [3])).number_types == ("float32",)


def test_a_file_has_an_item_a_line(tmp_path: Path) -> None:
    path = tmp_path / "items.jsonl"
    first = '{"gold": "a", "scores": {"a": 0.5, "b": 0.5}, "weight": 0.5}\n'
    path.write_text(first + '{"gold": "b", "scores": {"b": 0.75, "a": 0.25}, "weight": 2}\n')
    expected = ClassScores(["a", "b"], ["a", "b"], [[0.5, 0.5], [0.25, 0.75]], [0.5, 2])
    assert ClassScores.from_files(InputFiles(str(path))) == expected
    path.write_text(first + '{"gold": "b", "scores": {"b": 0.75, "a": 0.25}}\n')
    with pytest.raises(InputError, match="line 2: the item lacks a weight"):
        ClassScores.from_files(InputFiles(str(path)))


def test_weights_stay_with_their_items() -> None:
    assert ClassScores.from_plain(ITEMS.plain()) == ITEMS
    assert select_segments(ITEMS, [3, 0]).weights == (0.25, 2)
    assert join_inputs(ITEMS, ITEMS).weights == (2, 0.5, 1, 0.25, 1.5) * 2
    unweighted = ITEMS.unweighted()
    assert unweighted is not None
    with pytest.raises(InputError, match="cannot be mixed"):
        join_inputs(ITEMS, unweighted)


@pytest.mark.parametrize(("name", "settings"), _SCORES, ids=str)
def test_an_item_of_weight_3_is_three_items(name: str, settings: dict[str, Any]) -> None:
    """Scores of counts are made of doubles, which round several times; scores of weights are rounded once."""
    rng = random.Random(str(settings))
    values = 0
    for drawn in class_scores(60, seed=7):
        if not drawn.gold or not all(0 <= number <= 1 for number in drawn.columns):
            continue
        weights = [rng.randint(1, 4) for _ in drawn.gold]
        repeated = [item for item, w in zip(drawn.entries(), weights, strict=True) for _ in range(w)]
        expected = score(name, drawn.of_entries(repeated), **settings).value
        found = score(name, drawn.with_weights(weights), **settings).value
        assert found == pytest.approx(expected, rel=1e-12, abs=1e-12, nan_ok=True)
        values += math.isfinite(found)
    assert values > 20


@pytest.mark.parametrize(("name", "settings"), _SCORES, ids=str)
def test_weights_that_are_ignored_change_nothing(name: str, settings: dict[str, Any]) -> None:
    plain = ITEMS.unweighted()
    assert plain is not None
    expected = score(name, plain, **settings).value
    assert score(name, ITEMS, weights="ignored", **settings).value == expected
    assert score(name, plain, weights="given", **settings).value == expected
    assert score(name, ITEMS, **settings).value != expected


@pytest.mark.parametrize(("name", "settings"), _SCORES, ids=str)
def test_no_weight_is_an_error(name: str, settings: dict[str, Any]) -> None:
    with pytest.raises(MetricError, match="all weights are 0"):
        score(name, ITEMS.with_weights([0] * 5), **settings)


def test_two_classes_are_those_of_the_metrics_of_two() -> None:
    gold, probabilities, weights = [1, 0, 1, 0], [0.75, 0.5, 0.25, 0.5], [2, 0.5, 1, 1.5]
    binary = ScoredLabels(gold, probabilities, weights)
    both = ClassScores(["0", "1"], [str(label) for label in gold], [[1 - p, p] for p in probabilities], weights)
    assert score("multiclass-roc-auc", both).value == score("roc-auc", binary).value
    assert score("multiclass-log-loss", both).value == score("log-loss", binary).value
    assert score("multiclass-brier", both).value == 2 * score("brier", binary).value


def test_pairs_of_classes_take_no_weights() -> None:
    with pytest.raises(MetricError, match="pairs of classes cannot be weighted"):
        score("multiclass-roc-auc", ITEMS, comparison="ovo")
    assert score("multiclass-roc-auc", ITEMS, comparison="ovo", weights="ignored").value > 0
