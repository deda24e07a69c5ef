"""Sets of labels, and scores of multilabel classification."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from samescore import InputError, LabelSets, MetricError, score


def test_sides_have_a_set_for_each_item_and_hold_texts() -> None:
    with pytest.raises(InputError, match="gold_sets has 2 items but predicted_sets has 1"):
        LabelSets([["a"], []], [["a"]])
    with pytest.raises(InputError, match=r"gold_sets\[0\] is a single str"):
        LabelSets(["ab"], [["a"]])
    with pytest.raises(InputError, match=r"predicted_sets\[1\]\[0\] is 1"):
        LabelSets([["a"], []], [["a"], [1]])  # type: ignore[list-item]  # the mistake under test


def test_rows_of_0_and_1_are_sets() -> None:
    expected = LabelSets([["a", "c"], []], [["b"], ["a"]])
    assert LabelSets.from_indicators([[1, 0, 1], [0, 0, 0]], [[0, 1, 0], [1, 0, 0]], ["a", "b", "c"]) == expected
    with pytest.raises(InputError, match=r"gold\[0\] has 2 columns for 3 labels"):
        LabelSets.from_indicators([[1, 0]], [[0, 1, 0]], ["a", "b", "c"])
    with pytest.raises(InputError, match=r"predicted\[0\]\[1\] is 2"):
        LabelSets.from_indicators([[1, 0]], [[0, 2]], ["a", "b"])


def test_files_have_an_item_a_line(tmp_path: Path) -> None:
    gold, predicted, both = tmp_path / "gold.txt", tmp_path / "predicted.txt", tmp_path / "both.jsonl"
    gold.write_text("b a\n\nc\n")
    predicted.write_text("a\n\n\n")
    expected = LabelSets([["a", "b"], [], ["c"]], [["a"], [], []])
    assert LabelSets.read_sides(gold, predicted) == expected
    both.write_text(
        '{"gold": ["a", "b"], "predicted": ["a"]}\n{"gold": [], "predicted": []}\n{"gold": ["c"], "predicted": []}\n'
    )
    assert LabelSets.read(both) == expected
    predicted.write_text("a\n")
    with pytest.raises(InputError, match="has 1 lines, but"):
        LabelSets.read_sides(gold, predicted)
    both.write_text('{"gold": ["a"], "predicted": "a"}\n')
    with pytest.raises(InputError, match="line 1"):
        LabelSets.read(both)


def test_averages_are_of_different_things() -> None:
    data = LabelSets([["a", "b"], ["a"], ["c"], ["a", "b"]], [["a"], ["a", "b"], [], ["b", "c"]])
    averages = ("samples", "micro", "macro", "weighted")
    assert len({score("multilabel", data, average=average).value for average in averages}) == 4
    assert score("subset-accuracy", data).value == 0
    assert score("multilabel-hamming", data).value == 5 / 12
    assert score("multilabel-loss", data, normalize="count").value == 5


def test_an_item_without_labels_is_0_over_0() -> None:
    data = LabelSets([["a"], []], [["a"], []])
    values = [score("multilabel", data, average="samples", zero_division=value).value for value in ("0", "1", "nan")]
    assert values == [0.5, 1.0, 1.0]
    nothing = LabelSets([[]], [[]])
    with pytest.raises(MetricError, match="no item has a label"):
        score("multilabel", nothing)
    assert math.isnan(score("multilabel", nothing, labels=["a"], zero_division="nan").value)


def test_a_label_that_does_not_count_is_ignored_on_both_sides() -> None:
    data = LabelSets([["a", "x"], ["b"]], [["a", "y"], ["b", "x"]])
    assert score("multilabel", data, labels=["a", "b"]).value == 1
    assert score("multilabel-loss", data, labels=["a", "b"]).value == 0
    assert score("multilabel-loss", data, labels=["a", "z"]).value == 0
