"""Labels with sample weights, and their scores."""

from __future__ import annotations

import math
import random
from array import array
from pathlib import Path
from typing import Any

import pytest

from samescore import InputError, Labels, MetricError, score
from samescore.data.input_files import InputFiles
from samescore.data.selection import join_inputs, select_segments
from samescore.generators.labels import labels
from samescore.generators.weights import with_weights

ITEMS = Labels(["a", "b", "a", "b"], ["a", "a", "b", "b"], [2, 0.5, 1, 1])


def test_every_item_has_two_classes_and_a_weight() -> None:
    for arguments, message in [
        ((["a"], ["b", "a"], [1]), "1 gold labels but 2 predicted labels"),
        ((["a"], ["b"], [1, 2]), "1 items but 2 weights"),
        ((["a"], ["b"], "1"), "weights is a single str"),
        ((["a"], ["b"], [-0.5]), r"weights\[0\] is -0.5"),
        ((["a"], ["b"], [math.nan]), r"weights\[0\] is nan"),
        ((["a"], ["b"], [math.inf]), r"weights\[0\] is inf"),
        ((["a"], ["b"], ["1"]), r"weights\[0\] is a str, not a number"),
        ((["a"], ["b"], [True]), r"weights\[0\] is True"),
        ((["a"], ["b"], [10**400]), "too large for a double"),
    ]:
        with pytest.raises(InputError, match=message):
            Labels(*arguments)  # type: ignore[arg-type]  # the mistakes under test


def test_weights_may_be_a_flat_array() -> None:
    assert Labels(["a"] * 2, ["b"] * 2, array("f", [0.5, 3])) == Labels(["a"] * 2, ["b"] * 2, [0.5, 3])


def test_a_file_has_an_item_a_line(tmp_path: Path) -> None:
    path = tmp_path / "items.jsonl"
    path.write_text('{"gold": "a", "predicted": "b", "weight": 0.5}\n{"gold": "b", "predicted": "b", "weight": 2}\n')
    assert Labels.from_files(InputFiles(str(path))) == Labels(["a", "b"], ["b", "b"], [0.5, 2])
    path.write_text('{"gold": "a", "predicted": "b", "weight": 0.5}\n{"gold": "b", "predicted": "b", "weight": -2}\n')
    with pytest.raises(InputError, match=r"line 2: weight is -2"):
        Labels.from_files(InputFiles(str(path)))
    path.write_text('{"gold": "a", "predicted": "b"}\n')
    assert Labels.from_files(InputFiles(str(path))) == Labels(["a"], ["b"])
    for others in ('{"gold": "b", "predicted": "b", "weight": 2}', '{"gold": 1, "predicted": "b"}', '{"gold": "b"}'):
        path.write_text('{"gold": "a", "predicted": "b"}\n' + others)
        with pytest.raises(InputError, match=r"line 2: the item has a weight|mix|line 2"):
            Labels.from_files(InputFiles(str(path)))


@pytest.mark.parametrize(
    ("weighted", "plain", "settings"),
    [
        ("sample-weighted-accuracy", "accuracy", {}),
        ("sample-weighted-loss", "zero-one", {}),
        ("sample-weighted-hamming", "hamming", {}),
        ("sample-weighted-balanced-accuracy", "balanced-accuracy", {}),
        ("sample-weighted-kappa", "kappa", {"weighting": "quadratic"}),
        ("sample-weighted-mcc", "mcc", {}),
        *(("f1", "f1", {"average": average}) for average in ("macro", "micro", "weighted", "means")),
        ("sample-weighted-f1", "f1", {"average": "macro"}),
        ("f1-mult", "f1-mult", {}),
        *((f"sample-weighted-{name}", name, {"average": "macro"}) for name in ("precision", "recall", "jaccard")),
    ],
)
def test_an_item_of_weight_3_is_three_items(weighted: str, plain: str, settings: dict[str, Any]) -> None:
    """Scores of counts are made of doubles, which round several times; scores of weights are rounded once."""
    rng = random.Random(weighted)
    for drawn in labels(120, seed=7):
        weights = [rng.randint(1, 4) for _ in drawn.gold]
        if not weights:
            continue
        sides = (drawn.gold, drawn.predicted)
        gold, predicted = (
            [name for name, weight in zip(side, weights, strict=True) for _ in range(weight)] for side in sides
        )
        expected = score(plain, Labels(gold, predicted), **settings)
        found = score(weighted, Labels(*sides, weights), **settings)
        if math.isnan(expected.value):
            assert math.isnan(found.value)
        else:
            assert found.value == pytest.approx(expected.value, rel=1e-12, abs=1e-12)


def test_the_same_weights_twice_as_heavy_change_nothing() -> None:
    heavy = Labels(ITEMS.gold, ITEMS.predicted, [2 * weight for weight in ITEMS.weights or ()])
    for name in ("sample-weighted-f1", "sample-weighted-accuracy", "sample-weighted-kappa", "sample-weighted-mcc"):
        assert score(name, heavy).value == score(name, ITEMS).value


def test_exact_sums_are_rounded_once() -> None:
    """The share is of the doubles that are nearest to tenths: 3/7, but for less than a unit in the last place."""
    items = Labels(["a"] * 3, ["a", "a", "b"], [0.1, 0.2, 0.4])
    assert score("sample-weighted-accuracy", items).value == 0.42857142857142855
    assert score("sample-weighted-accuracy", items, weight_summation="numpy").value == 0.4285714285714286


def test_weights_of_the_smallest_size_and_sums_beyond_the_largest() -> None:
    items = Labels(["a", "b"], ["a", "a"], [5e-324, 5e-324])
    assert score("sample-weighted-accuracy", items).value == 0.5
    huge = Labels(["a", "b", "b"], ["a", "b", "a"], [1.7e308, 1.7e308, 1.7e308])
    with pytest.raises(MetricError, match="arithmetic error"):
        score("sample-weighted-accuracy", huge)


def test_no_weight_is_an_error_or_what_the_formula_gives() -> None:
    nothing = Labels(["a", "b"], ["a", "a"], [0, 0])
    for name in ("sample-weighted", "sample-weighted-kappa", "sample-weighted-mcc", "sample-weighted-accuracy"):
        with pytest.raises(MetricError, match="all weights are 0"):
            score(name, nothing)
    assert score("sample-weighted", nothing, no_weight="formula", zero_division="1").value == 1
    assert math.isnan(score("sample-weighted-kappa", nothing, no_weight="formula").value)
    with pytest.raises(MetricError, match="the input has no labels"):
        score("sample-weighted-mcc", Labels([], [], []), no_weight="formula")
    assert score("sample-weighted-mcc", Labels([], [], []), empty_input="formula").value == 0


@pytest.mark.parametrize(
    "name", ["f1", "accuracy", "kappa", "mcc", "balanced-accuracy", "hamming", "zero-one", "f1-mult"]
)
def test_weights_that_are_ignored_change_nothing(name: str) -> None:
    settings = {"average": "macro"} if name == "f1" else {}
    plain = score(name, Labels(ITEMS.gold, ITEMS.predicted), **settings)
    assert score(name, ITEMS, weights="ignored", **settings).value == plain.value
    assert score(name, Labels(ITEMS.gold, ITEMS.predicted), weights="given", **settings).value == plain.value
    assert score(name, ITEMS, **settings).value != plain.value


def test_weights_stay_with_their_items() -> None:
    assert select_segments(ITEMS, [3, 0]) == Labels(["b", "a"], ["b", "a"], [1, 2])
    assert join_inputs(ITEMS, ITEMS) == Labels(ITEMS.gold * 2, ITEMS.predicted * 2, (2, 0.5, 1, 1) * 2)
    with pytest.raises(InputError, match="cannot be mixed"):
        join_inputs(ITEMS, Labels(["a"], ["a"]))


def test_some_generated_inputs_have_weights_for_one_class_only() -> None:
    """Every second input has weights; in a few of them, all items of other classes than the first have the weight 0."""
    plain = Labels(["a", "b", "b", "c"], ["a", "a", "b", "b"])
    inputs = list(with_weights(iter([plain] * 400), 1, lambda _, size: [1.0] * size))
    assert all(data.weights is None for data in inputs[::2])
    of_one_class = 0
    for data in inputs[1::2]:
        weights = dict(zip(data.gold, data.weights or (), strict=True))
        assert weights in ({"a": 1.0, "b": 1.0, "c": 1.0}, {"a": 1.0, "b": 0.0, "c": 0.0})
        of_one_class += weights["b"] == 0.0
    assert 0 < of_one_class < 40
