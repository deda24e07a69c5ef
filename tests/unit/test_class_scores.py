"""Scores of several classes: how they are read, and what metrics make of them."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest

from samescore import ClassScores, InputError, MetricError, ScoredLabels, score
from samescore.base.errors import SamescoreError
from samescore.data.kinds import from_plain

_THREE = ClassScores(
    ["a", "b", "c"], ["a", "b", "c", "a"], [[0.5, 0.25, 0.25], [0.5, 0.5, 0], [0.25, 0.125, 0.625], [0.25, 0.25, 0.5]]
)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((["a", "b"], ["a"], []), "gold has 1 items but class_scores has 0 rows"),
        ((["a", "a"], ["a"], [[0.5, 0.5]]), "classes contains 'a' twice"),
        ((["a", "b"], ["c"], [[0.5, 0.5]]), r"gold\[0\] is 'c', which has no column"),
        ((["a", "b"], ["a", "b"], [[0.5, 0.5], [1.0]]), r"class_scores\[1\] has 1 scores for 2 classes"),
        ((["a", "b"], ["a"], [[0.5, math.nan]]), r"class_scores\[0\]\[1\] is nan"),
        ((["a", "b"], ["a"], [[0.5, "much"]]), r"class_scores\[0\]\[1\] is a str"),
        ((["a", "b"], ["a"], [[True, 0.5]]), r"class_scores\[0\]\[0\] is True \(bool\)"),
        ((["a", "b"], ["a"], [[10**400, 0.5]]), r"class_scores\[0\]\[0\] is too large for a double"),
        ((["a", 1], ["a"], [[0.5, 0.5]]), r"classes\[1\] is 1"),
        (("ab", ["a"], [[0.5, 0.5]]), "classes is a single str"),
    ],
)
def test_a_wrong_input_is_named(arguments: tuple[Any, ...], message: str) -> None:
    with pytest.raises(InputError, match=message):
        ClassScores(*arguments)


def test_a_file_has_an_item_a_line(tmp_path: Path) -> None:
    path = tmp_path / "scores.jsonl"
    path.write_text(
        '{"gold": "dog", "scores": {"dog": 1, "cat": 0.25}}\n\n{"gold": "cat", "scores": {"cat": "inf", "dog": 0}}\n'
    )
    assert ClassScores.read(path) == ClassScores(["dog", "cat"], ["dog", "cat"], [[1, 0.25], [0, "inf"]])
    path.write_text("")
    assert ClassScores.read(path) == ClassScores([], [], [])


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"gold": "cat", "scores": {"cat": 1}}', "line 2: class 'dog' has a score in the first line but none here"),
        (
            '{"gold": "cat", "scores": {"cat": 1, "dog": 0, "cow": 0}}',
            "line 2: class 'cow' has a score here but none in the first line",
        ),
        ('{"gold": "cow", "scores": {"cat": 1, "dog": 0}}', "line 2: gold is 'cow', but that class has no score"),
        ('{"gold": "cat", "scores": {"cat": "all", "dog": 0}}', "line 2: the score of 'cat' is a str, not a number"),
        ('{"gold": "cat"}', "line 2: .*scores"),
        ('{"gold": 1, "scores": {"cat": 1, "dog": 0}}', "line 2: .*gold"),
    ],
)
def test_a_malformed_line_is_named(tmp_path: Path, line: str, message: str) -> None:
    path = tmp_path / "scores.jsonl"
    path.write_text('{"gold": "dog", "scores": {"dog": 0.75, "cat": 0.25}}\n' + line + "\n")
    with pytest.raises(InputError, match=message):
        ClassScores.read(path)


def test_arrays_are_rows() -> None:
    class Array:
        """What NumPy's arrays offer."""

        def tolist(self) -> list[list[float]]:
            return [[0.25, 0.75]]

    made: Any = Array()
    assert ClassScores(["a", "b"], ["b"], made) == ClassScores(["a", "b"], ["b"], [[0.25, 0.75]])


def test_the_order_of_the_classes_does_not_matter() -> None:
    turned = ClassScores(["c", "a", "b"], _THREE.gold, [[c, a, b] for a, b, c in _THREE.class_scores])
    for metric in (
        "multiclass-roc-auc",
        "multiclass-average-precision",
        "multiclass-brier",
        "multiclass-log-loss",
        "top-k-accuracy",
    ):
        assert score(metric, turned).value == score(metric, _THREE).value, metric


def test_two_classes_are_a_binary_problem() -> None:
    probabilities = [0.875, 0.25, 0.5, 0.625]
    binary = ScoredLabels([1, 0, 1, 0], probabilities)
    both = ClassScores(["0", "1"], ["1", "0", "1", "0"], [[1 - p, p] for p in probabilities])
    assert score("multiclass-roc-auc", both).value == score("roc-auc", binary).value
    assert score("multiclass-log-loss", both).value == score("log-loss", binary).value
    assert score("multiclass-brier", both, halved="two-classes").value == score("brier", binary).value


def test_ties_are_for_the_first_column_by_argmax_and_for_the_last_in_scikit_learn() -> None:
    """Two of three columns have the highest score: the right one is the first of them, the last, and neither."""
    names = ["a", "b", "c"]
    expected = {"a": (True, False), "b": (False, True), "c": (False, False)}
    for gold, (first, last) in expected.items():
        data = ClassScores(names, [gold], [[0.5, 0.5, 0.0]])
        assert score("top-k-accuracy", data, like="naive.argmax").value == first
        assert score("top-k-accuracy", data, like="sklearn", k=1).value == last


def test_a_class_that_does_not_occur_has_no_area() -> None:
    data = ClassScores(["a", "b", "c"], ["a", "b"], [[0.5, 0.25, 0.25], [0.25, 0.5, 0.25]])
    assert score("multiclass-roc-auc", data).value == 1
    assert math.isnan(score("multiclass-roc-auc", data, undefined_class="nan").value)
    assert score("multiclass-roc-auc", data, undefined_class="zero").value == 2 / 3
    assert score("multiclass-roc-auc", data, undefined_class="nan", average="weighted").value == 1
    with pytest.raises(MetricError, match="class 'c' has either none or all of the items"):
        score("multiclass-roc-auc", data, undefined_class="raise")


def test_scores_that_are_no_probabilities_are_named() -> None:
    data = ClassScores(["a", "b"], ["a", "b"], [[0.5, 0.5], [-2, 3]])
    with pytest.raises(MetricError, match="item 2 has the score -2 for 'a', which is not a probability"):
        score("multiclass-log-loss", data)
    with pytest.raises(MetricError, match=r"the scores of item 1 sum to 1\.5, not 1"):
        score("multiclass-roc-auc", ClassScores(["a", "b"], ["a"], [[1, 0.5]]), probability_sums="one")
    with pytest.raises(MetricError, match="a score is infinite"):
        score("top-k-accuracy", ClassScores(["a", "b"], ["a"], [["inf", 0.5]]), infinite_score="raise")


@pytest.mark.parametrize("summation", ["fsum", "numpy"])
def test_squares_that_add_up_beyond_doubles_are_infinite(summation: str) -> None:
    rows = [[1.3e154, 1.3e154, 0.0]]
    data = ClassScores(["a", "b", "c"], ["a"], rows)
    assert score("multiclass-brier", data, out_of_range="as-is", summation=summation).value == math.inf
    both = ScoredLabels([0, 0], [1.3e154, 1.3e154])
    assert score("brier", both, out_of_range="as-is").value == math.inf
    assert score("brier", ScoredLabels([0], [1.3e154]), out_of_range="as-is").value == 1.3e154**2


def test_rounded_probabilities_need_not_sum_to_exactly_one() -> None:
    """numpy.allclose allows a difference of 1e-5. Equal scores have an area of 1/2 for every class."""
    classes = ["a", "b", "c"]
    rounded = ClassScores(classes, classes, [[0.333333] * 3] * 3)
    assert score("multiclass-roc-auc", rounded, probability_sums="one").value == 0.5
    with pytest.raises(MetricError, match=r"the scores of item 1 sum to 0\.9999, not 1"):
        score("multiclass-roc-auc", ClassScores(classes, classes, [[0.3333] * 3] * 3), probability_sums="one")


def test_an_infinite_sum_is_not_one() -> None:
    """It is within any share of itself, and numpy.allclose asks for finite numbers first."""
    with pytest.raises(MetricError, match="sum to inf"):
        score(
            "multiclass-roc-auc",
            ClassScores(["a", "b"], ["a", "b"], [["inf", 0.5], [0.5, 0.5]]),
            probability_sums="one",
        )


def test_parts_with_other_classes_do_not_merge() -> None:
    from samescore.metrics import metric

    chosen = metric("top-k-accuracy")
    settings = chosen.settings()
    first, second = (
        chosen.total(chosen.counted(ClassScores(names, ["a"], [[1, 0]]), settings), settings)
        for names in (["a", "b"], ["b", "a"])
    )
    empty = chosen.total(chosen.counted(ClassScores([], [], []), settings), settings)
    assert first.merge(empty) == empty.merge(first) == first
    with pytest.raises(MetricError, match="the parts have different classes"):
        first.merge(second)


def test_a_plain_form_without_rows_is_refused() -> None:
    with pytest.raises(SamescoreError):
        from_plain({"classes": ["a"], "gold": ["a"], "class_scores": 1})
