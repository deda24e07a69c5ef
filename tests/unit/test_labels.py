"""Labels and scores that arrive as lists or as buffers: equal inputs are equal, and what is neither is refused by name."""

from __future__ import annotations

import ctypes
import math
import pickle
import sys
from array import array
from typing import Any

import pytest

from samescore import InputError, Labels, ScoredLabels, score
from samescore.data import buffers, columns, scores
from samescore.generators.labels import two_classes
from samescore.metrics import metric
from samescore.metrics.labels import ranking

_BIG = ctypes.c_int32.__ctype_be__ if sys.byteorder == "little" else ctypes.c_int32.__ctype_le__
_LITTLE = ctypes.c_int32.__ctype_le__ if sys.byteorder == "little" else ctypes.c_int32.__ctype_be__


@pytest.fixture(params=[True, False], ids=["kernels", "plain"], autouse=True)
def route(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test by both routes."""
    for module in (columns, scores, ranking):
        monkeypatch.setattr(module, "kernels_enabled", lambda: request.param)


def _flat(*shape: int) -> memoryview:
    return memoryview(bytes(math.prod(shape))).cast("B", list(shape))


_SAME: list[Any] = [
    [1, 0, 1, 2],
    (1, 0, 1, 2),
    array("b", [1, 0, 1, 2]),
    array("Q", [1, 0, 1, 2]),
    bytearray([1, 0, 1, 2]),
    memoryview(array("q", [1, 0, 1, 2])),
    memoryview(array("q", [1, 9, 0, 9, 1, 9, 2, 9]))[::2],
    memoryview(array("i", [2, 1, 0, 1]))[::-1],
    memoryview(bytes([1, 0, 1, 2])),
    (_LITTLE * 4)(1, 0, 1, 2),
]


@pytest.mark.parametrize("gold", _SAME, ids=lambda values: type(values).__name__)
@pytest.mark.parametrize("predicted", [[1, 1, 1, 2], array("h", [1, 1, 1, 2])], ids=["list", "array"])
def test_labels_are_equal_however_they_arrive(gold: Any, predicted: Any) -> None:
    data, expected = Labels(gold, predicted), Labels([1, 0, 1, 2], [1, 1, 1, 2])
    assert data == expected
    assert hash(data) == hash(expected)
    assert repr(data) == "Labels(gold=(1, 0, 1, 2), predicted=(1, 1, 1, 2))"
    assert data.plain() == {"gold": [1, 0, 1, 2], "predicted": [1, 1, 1, 2]}
    assert (len(data), data.total, data.classes) == (4, 4, (0, 1, 2))
    assert data.confusion() == expected.confusion()
    assert pickle.loads(pickle.dumps(data)) == data  # noqa: S301  # it is our own
    assert score("mcc", data).value == score("mcc", expected).value
    assert all(type(label) is int for label in (*data.gold, *data.predicted))


def test_labels_differ_where_an_item_does() -> None:
    data = Labels(array("b", [1, 0]), array("b", [1, 1]))
    assert data != Labels([1, 0], [1, 0])
    assert data != Labels(["1", "0"], ["1", "1"])
    assert Labels([0, 1], [1, 1]) != data
    assert Labels([300, 1], [1, 1]) == Labels(array("i", [300, 1]), array("b", [1, 1]))
    assert data.columns != "labels"


def test_truth_values_are_0_and_1_in_a_buffer_and_no_labels_in_a_list() -> None:
    truth = memoryview(bytes([0, 1, 2, 255])).cast("?")
    assert Labels(truth, truth).gold == (0, 1, 1, 1)
    assert Labels(truth, [0, 1, 1, 1]) == Labels(truth, truth)
    assert ScoredLabels(truth, [0.5] * 4).gold == (0, 1, 1, 1)
    wrongs: list[Any] = [True, 1.0]
    for wrong in wrongs:
        with pytest.raises(InputError, match=r"gold\[2\] is .* not a label"):
            Labels([1, 0, wrong, 1], [1, 1, 1, 1])
        with pytest.raises(InputError, match=r"predicted\[0\] is .* not a label"):
            Labels([1], [wrong])


def test_no_items_are_no_items_in_any_form() -> None:
    empties: list[Any] = [[], array("b"), array("d"), memoryview(b""), memoryview(array("q"))]
    for empty in empties:
        assert Labels(empty, []) == Labels([], empty) == Labels(empty, empty) == Labels([], [])
        assert ScoredLabels(empty, []) == ScoredLabels([], empty) == ScoredLabels(empty, empty) == ScoredLabels([], [])


def test_buffers_with_invalid_labels_are_refused() -> None:
    with pytest.raises(InputError, match=r"predicted\[0\] is 1.0 \(float\), not a label") as caught:
        Labels(array("b", [1]), array("d", [1.0]))
    assert caught.match(r"predicted.astype\(int\)")
    with pytest.raises(InputError, match=r"gold\[0\] is 0.5 \(float\), not a label"):
        Labels(array("f", [0.5]), [1])
    with pytest.raises(InputError, match=r"gold\[0\] is 1.0 \(float\), not a label"):
        Labels(array("f", [1.0]), array("b", [1]))
    with pytest.raises(InputError, match="gold has 2 dimensions") as caught:
        Labels(_flat(2, 3), [1, 2])
    assert caught.match("one-dimensional")
    with pytest.raises(InputError, match=r"buffer with element format '.*i'") as caught:
        Labels([1, 2], (_BIG * 2)(1, 2))
    assert caught.match(r"predicted.tolist\(\)")
    with pytest.raises(InputError, match="format 'c'"):
        ScoredLabels(memoryview(b"ab").cast("c"), [0.5, 0.5])
    with pytest.raises(InputError, match="mix strings and integers"):
        Labels(array("b", [1]), ["1"])
    with pytest.raises(InputError, match="3 gold labels but 2"):
        Labels(array("b", [1, 2, 3]), array("b", [1, 2]))
    with pytest.raises(InputError, match="single bytes"):
        Labels(b"ab", [1, 2])
    with pytest.raises(InputError, match="gold is a set"):
        Labels({1, 2}, [1, 2])  # type: ignore[arg-type]  # the mistake under test


def test_labels_are_copied_from_buffers() -> None:
    gold, numbers = array("b", [0, 1, 1]), array("d", [0.25, 0.5, 0.75])
    labels, scored = Labels(gold, gold), ScoredLabels(gold, numbers)
    gold[0], numbers[0] = 1, 9.0
    assert labels == Labels([0, 1, 1], [0, 1, 1])
    assert scored == ScoredLabels([0, 1, 1], [0.25, 0.5, 0.75])


@pytest.mark.parametrize(
    "gold", [[0, 1, 1], [False, True, True], [0.0, 1.0, 1], array("q", [0, 1, 1]), array("d", [0, 1, 1])]
)
@pytest.mark.parametrize("numbers", [[0.5, -2, math.inf], (0.5, -2.0, "inf"), array("f", [0.5, -2, math.inf])])
def test_scored_labels_are_equal_however_they_arrive(gold: Any, numbers: Any) -> None:
    data, expected = ScoredLabels(gold, numbers), ScoredLabels([0, 1, 1], [0.5, -2.0, math.inf])
    assert data == expected
    assert hash(data) == hash(expected)
    assert repr(data) == "ScoredLabels(gold=(0, 1, 1), scores=(0.5, -2.0, inf))"
    assert data.plain() == {"gold": [0, 1, 1], "scores": [0.5, -2.0, "inf"]}
    assert score("roc-auc", data).value == 0.5


def test_scores_of_both_zeros_are_equal() -> None:
    assert ScoredLabels([0], array("d", [-0.0])) == ScoredLabels([0], [0.0])
    assert hash(ScoredLabels([0], array("d", [-0.0]))) == hash(ScoredLabels([0], [0]))


def test_scored_labels_name_what_they_refuse() -> None:
    for gold in ([0, 2], array("b", [0, -1]), array("q", [0, 2**40]), array("d", [0, 0.5])):
        with pytest.raises(InputError, match=r"gold\[1\] is .*, not 0 or 1"):
            ScoredLabels(gold, [0.5, 0.5])
    for numbers in ([0.5, math.nan], array("d", [0.5, math.nan]), array("f", [0.5, math.nan]), [math.inf, math.nan]):
        with pytest.raises(InputError, match=r"scores\[1\] is nan"):
            ScoredLabels([0, 1], numbers)
    assert ScoredLabels([0, 1], [math.inf, -math.inf]).scores == (math.inf, -math.inf)
    with pytest.raises(InputError, match=r"scores\[1\] is True"):
        ScoredLabels([0, 1], [0.5, True])


def test_integers_are_scores_whatever_their_width() -> None:
    assert ScoredLabels([0, 1], array("Q", [2**64 - 1, 3])).scores == (2.0**64, 3.0)
    assert ScoredLabels([0, 1], array("b", [-1, 3])).scores == (-1.0, 3.0)


def test_a_buffer_comes_contiguous_and_in_native_order() -> None:
    view = buffers.buffer_of((_LITTLE * 3)(1, 2, 3), "gold")
    assert view is not None
    assert (view.format, view.tolist()) == ("i", [1, 2, 3])
    assert buffers.buffer_of([1], "gold") is None
    assert buffers.buffer_of(3, "gold") is None


def test_two_classes_that_count() -> None:
    kind, several = metric("f1").settings, metric("kappa").settings
    assert two_classes(kind()) == ("1", "0")
    assert two_classes(kind(positive="0")) == ("0", "1")
    assert two_classes(kind(positive="a")) == ("a", "0")
    assert two_classes(several()) == ("1", "0")
    assert two_classes(several(labels=("x", "y", "z"))) == ("x", "y")
