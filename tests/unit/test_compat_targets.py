"""The labels, rows and weights of scikit-learn's functions: their kinds, codes and limits, by hand."""

from __future__ import annotations

import math
from typing import Any

import pytest

from samescore.compat import compat

np = pytest.importorskip("numpy", reason="scikit-learn's functions take and return arrays of NumPy")

from samescore.compat.sklearn.targets import (  # noqa: E402 - it needs NumPy
    as_doubles,
    check_lengths,
    encoded,
    kind_of,
    need_exact,
    sets_of,
    targets,
    weights_of,
)

_NEWEST = "1.9.1"


@pytest.mark.parametrize(
    ("labels", "kind"),
    [
        ([0, 1, 1], "binary"),
        ([7], "binary"),
        ([], "binary"),
        (["a", "b", "c"], "multiclass"),
        ([0.0, 1.0, 2.0], "multiclass"),
        ([0.5, 1.0], "continuous"),
        ([[0], [1]], "binary"),
        ([[0, 1], [1, 1]], "multilabel-indicator"),
        ([[0, 5], [5, 5]], "multilabel-indicator"),
        ([[0, 1], [2, 1]], "multiclass-multioutput"),
        ([["a", "b"], ["b", "b"]], "multiclass-multioutput"),
        ([[0.5, 1.0], [1.0, 1.0]], "continuous-multioutput"),
        ([[[0]]], "unknown"),
        ([[], []], "unknown"),
        ([True, False], "binary"),
        ([1 + 2j], "unknown"),
    ],
)
def test_kinds_of_labels(labels: Any, kind: str) -> None:
    assert kind_of(labels)[0] == kind


@pytest.mark.parametrize(
    ("columns", "classes", "codes"),
    [
        (([3, -1], [3, 5]), [-1, 3, 5], ([1, 0], [1, 2])),
        (([3, -100_000], [3, 100_000]), [-100_000, 3, 100_000], ([1, 0], [1, 2])),
        ((["b", "a"], ["c", "b"]), ["a", "b", "c"], ([1, 0], [2, 1])),
        (([0.5, 2.0], [2.0, 0.25]), [0.25, 0.5, 2.0], ([1, 2], [2, 0])),
        (([True, False], [True, True]), [False, True], ([1, 0], [1, 1])),
        (([0, 65_535], [0, 65_535]), [0, 65_535], ([0, 1], [0, 1])),
        (([0, 65_536], [0, 65_536]), [0, 65_536], ([0, 1], [0, 1])),
    ],
)
def test_codes_are_places_among_the_sorted_labels(columns: Any, classes: list[Any], codes: Any) -> None:
    found, made = encoded(*map(np.array, columns))
    assert found.tolist() == classes
    assert [side.tolist() for side in made] == [*codes]


def test_texts_and_numbers_are_not_mixed() -> None:
    with pytest.raises(ValueError, match="string and number"):
        encoded(np.array(["a"]), np.array([1]))
    assert encoded(np.array([], dtype=np.int64), np.array(["a"]))[0].tolist() == ["a"]


@pytest.mark.parametrize(
    ("rows", "sets"),
    [
        ([[1, 0, 1], [0, 0, 0], [0, 1, 0]], [["0", "2"], [], ["1"]]),
        ([[0, 0]], [[]]),
        ([[1, 1], [1, 0]], [["0", "1"], ["0"]]),
    ],
)
def test_rows_name_their_columns(rows: list[list[int]], sets: list[list[str]]) -> None:
    assert sets_of(np.array(rows)) == sets


@pytest.mark.parametrize(
    ("weights", "column", "dtype"),
    [
        (2, [2, 2, 2], "int64"),
        (0.5, [0.5, 0.5, 0.5], "float64"),
        ([1, 0, 2], [1, 0, 2], "int64"),
        ([True, False, True], [1, 0, 1], "int64"),
        (["1", "2.5", "0"], [1, 2.5, 0], "float64"),
        (np.array([1, 2, 3], dtype=np.float32), [1, 2, 3], "float32"),
    ],
)
def test_weights_of_items(weights: Any, column: list[float], dtype: str) -> None:
    made = weights_of(_NEWEST, weights, 3)
    assert (made.tolist(), str(made.dtype)) == (column, dtype)


@pytest.mark.parametrize(
    ("release", "weights", "message"),
    [
        (_NEWEST, [[1, 1]], "1D array or scalar, got 2D array"),
        (_NEWEST, [1, math.nan], "sample_weight contains NaN"),
        (_NEWEST, [1, math.inf], "sample_weight contains infinity"),
        (_NEWEST, [0, 0], "at least one non-zero number"),
        (_NEWEST, 0, "at least one non-zero number"),
    ],
)
def test_refused_weights(release: str, weights: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        weights_of(release, weights, 2)


def test_weights_of_0_before_1_9() -> None:
    assert weights_of("1.8.0", [0, 0], 2).tolist() == [0, 0]


@pytest.mark.parametrize(
    ("weights", "dtype"),
    [
        (np.array([1, 2**53]), "float64"),
        (np.array([1, 2**53 + 1]), "int64"),
        (np.array([1], dtype=np.float32), "float32"),
        (np.arange(6.0)[::2], "float64"),
    ],
)
def test_weights_as_doubles(weights: Any, dtype: str) -> None:
    made: Any = as_doubles(weights)
    assert (str(made.dtype), made.tolist()) == (dtype, weights.tolist())
    assert made.flags["C_CONTIGUOUS"]
    assert as_doubles(None) is None


@pytest.mark.parametrize(("weight", "exact"), [(1 / 1024, True), (1 / 2048, False), (2.0**40, False), (2.0**39, True)])
def test_sums_of_weights_that_no_order_changes(weight: float, exact: bool) -> None:
    need_exact(None, "f")
    if exact:
        need_exact(np.array([weight, 0.5]), "f")
        return
    with pytest.raises(NotImplementedError, match="does not model f with these weights"):
        need_exact(np.array([weight, 0.5]), "f")


def test_columns_have_one_length() -> None:
    check_lengths([1, 2], np.array([[1], [2]]), None, 3)
    with pytest.raises(ValueError, match=r"inconsistent numbers of samples: \[2, 1\]"):
        check_lengths([1, 2], np.array([[1, 2]]))
    with pytest.raises(TypeError, match="at least 1 dimension"):
        check_lengths([1], np.array(1))


def test_a_third_label_on_one_side_makes_several_classes() -> None:
    items = targets(_NEWEST, [0, 1], [0, 2])
    assert (items.kind, items.classes.tolist()) == ("multiclass", [0, 1, 2])
    assert (items.gold.tolist(), items.predicted.tolist()) == ([0, 1], [0, 2])
    assert items.codes([2, 9, 0, 7, 9]) == (2, 3, 0, 4, 3)
    assert targets(_NEWEST, [0, 1, 2], [0, 1, 1]).kind == "multiclass"
    assert targets(_NEWEST, [0, 1], [0, 1]).kind == "binary"


@pytest.mark.parametrize(
    ("sides", "message"),
    [
        (([0, 1], [[0, 1], [1, 1]]), "a mix of binary and multilabel-indicator targets"),
        (([0, 1], [0.5, 1]), "a mix of binary and continuous targets"),
        (([0.5, 1], [0.5, 1]), "continuous is not supported"),
        (([[0, 1]], [[0, 1, 1]]), "different numbers of labels"),
        (([[0, 5], [5, 5]], [[0, 5], [5, 5]]), "rows of 0 and 1 only"),
        (([], []), "minimum of 1 sample"),
    ],
)
def test_refused_labels(sides: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        targets(_NEWEST, *sides)


def test_wrong_rows_are_items_with_one_label() -> None:
    items = targets(_NEWEST, [[0, 1], [1, 1]], [[0, 1], [1, 0]], [1.0, 2.0]).with_wrong_rows()
    assert (items.kind, items.gold.tolist(), items.predicted.tolist()) == ("binary", [0, 0], [0, 1])
    assert (items.weighing, targets(_NEWEST, [0], [0]).weighing) == ("given", "ignored")


_GOLD, _PREDICTED = ["a", "a", "a", "b"], ["a", "b", "b", "b"]


@pytest.mark.parametrize(
    ("normalize", "matrix"),
    [
        (None, [[1, 2], [0, 1]]),
        ("true", [[1 / 3, 2 / 3], [0, 1]]),
        ("pred", [[1, 2 / 3], [0, 1 / 3]]),
        ("all", [[0.25, 0.5], [0, 0.25]]),
    ],
)
def test_shares_in_a_matrix(normalize: str | None, matrix: list[list[float]]) -> None:
    metrics: Any = compat("sklearn").metrics
    assert metrics.confusion_matrix(_GOLD, _PREDICTED, normalize=normalize).tolist() == matrix


def test_a_row_without_items_has_shares_of_0() -> None:
    metrics: Any = compat("sklearn").metrics
    made = metrics.confusion_matrix(_GOLD, _PREDICTED, labels=["z", "b"], normalize="true")
    assert made.tolist() == [[0, 0], [0, 1]]
    assert metrics.confusion_matrix([1, 1], [1, 0], sample_weight=[2, 3]).tolist() == [[0, 0], [3, 2]]
    with pytest.warns(UserWarning, match="single label"):
        assert metrics.confusion_matrix([1], [1]).tolist() == [[1]]


def test_weighted_matrices_of_rows_and_labels() -> None:
    metrics: Any = compat("sklearn").metrics
    rows = [[1, 0, 1], [0, 1, 1]], [[1, 1, 0], [0, 1, 1]]
    made = metrics.multilabel_confusion_matrix(*rows, sample_weight=[2, 3], samplewise=True)
    assert made.tolist() == [[[0, 2], [2, 2]], [[3, 0], [0, 6]]]
    made = metrics.multilabel_confusion_matrix(*rows, samplewise=True, labels=[2, 0])
    assert made.tolist() == [[[0, 0], [1, 1]], [[1, 0], [0, 1]]]
    made = metrics.multilabel_confusion_matrix(_GOLD, _PREDICTED, sample_weight=[1, 2, 4, 8])
    assert made.tolist() == [[[8, 0], [6, 1]], [[1, 6], [0, 8]]]


def test_balanced_accuracy_warns_of_labels_that_gold_lacks() -> None:
    metrics: Any = compat("sklearn").metrics
    with pytest.warns(UserWarning, match="classes not in y_true"):
        assert metrics.balanced_accuracy_score([0, 0], [0, 1]) == 0.5
    with pytest.warns(UserWarning, match="classes not in y_true"):
        assert metrics.balanced_accuracy_score([0, 1], [0, 1], sample_weight=[1, 0]) == 1
    assert metrics.balanced_accuracy_score([0, 0, 1], [0, 1, 1]) == 0.75
    assert metrics.balanced_accuracy_score([0, 0, 1], [0, 1, 1], adjusted=True) == 0.5


def test_a_report_of_all_labels_has_an_accuracy() -> None:
    metrics: Any = compat("sklearn").metrics
    report = metrics.classification_report(_GOLD, _PREDICTED, output_dict=True)
    assert report["accuracy"] == 0.5
    assert list(report) == ["a", "b", "accuracy", "macro avg", "weighted avg"]
    assert report["a"] == {"precision": 1.0, "recall": 1 / 3, "f1-score": 0.5, "support": 3.0}
    assert report["macro avg"]["support"] == 4.0
    part = metrics.classification_report(_GOLD, _PREDICTED, labels=["b"], output_dict=True)
    assert list(part) == ["b", "micro avg", "macro avg", "weighted avg"]
    assert part["micro avg"] == {"precision": 1 / 3, "recall": 1.0, "f1-score": 0.5, "support": 1.0}
    rows = metrics.classification_report([[1, 0]], [[1, 0]], output_dict=True, zero_division=0)
    assert list(rows) == ["0", "1", "micro avg", "macro avg", "weighted avg", "samples avg"]
    named = metrics.classification_report(_GOLD, _PREDICTED, target_names=["x", "y"], digits=3)
    assert [line.split()[:2] for line in named.splitlines() if line][1:4] == [
        ["x", "1.000"],
        ["y", "0.333"],
        ["accuracy", "0.500"],
    ]
