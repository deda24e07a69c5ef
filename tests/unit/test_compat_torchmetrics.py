"""`samescore.compat.torchmetrics`: results of 32-bit floats worked by hand, and its errors."""

from __future__ import annotations

import math
import struct
from collections.abc import Callable
from typing import Any

import pytest

from samescore.base.errors import UnknownNameError
from samescore.compat import compat
from samescore.compat.torchmetrics.functional import classification, text

#: A value of a type that the functions do not take.
_WRONG: Any = 1


def _float32(number: float) -> float:
    return float(struct.unpack("f", struct.pack("f", number))[0])


def _pair(made: Any) -> tuple[float, list[float]]:
    """Return a score and the scores of texts."""
    whole, alone = made
    return whole, alone


def test_scores_are_the_nearest_floats_of_32_bits() -> None:
    """One of three words is wrong; one word of each side's three matches another's."""
    assert text.word_error_rate("a b c", "a b d") == _float32(1 / 3) != 1 / 3
    assert text.word_error_rate(["a b c"], ["a b d"]).item() == _float32(1 / 3)
    scores = text.rouge_score("a b c", "a d e", rouge_keys=("rouge1", "rougeL"))
    assert scores == dict.fromkeys(
        [f"{key}_{name}" for key in ("rouge1", "rougeL") for name in ("fmeasure", "precision", "recall")],
        _float32(1 / 3),
    )
    assert text.edit_distance(["rain", "lnaguaeg"], ["shine", "language"], reduction=None) == [3, 4]
    assert text.edit_distance(["rain", "lnaguaeg"], ["shine", "language"]) == 3.5


def test_scores_of_texts_come_after_the_score() -> None:
    rate, rates = _pair(
        text.translation_edit_rate(["a b c", "a"], [["a b d"], ["a"]], return_sentence_level_score=True)
    )
    assert (rate, rates) == (0.25, [_float32(1 / 3), 0])
    whole, alone = _pair(text.chrf_score(["ab", "cd"], [["ab"], ["cx"]], 1, 0, return_sentence_level_score=True))
    assert (whole, alone) == (0.75, [1, 0.5])
    nothing: Any = text.chrf_score([], [], return_sentence_level_score=True)
    assert nothing == 0, "without texts, the score is returned alone"


def test_a_list_of_strings_has_the_references_of_a_single_text() -> None:
    scores: list[Any] = [
        text.chrf_score("a cat", ["the dog", "a cat"], n_char_order=4),
        text.translation_edit_rate(["a", "b"], ["a", "c"]),
    ]
    assert scores == [1, 0.5]


def test_a_question_without_a_prediction_scores_0() -> None:
    questions = [{"id": name, "answers": {"text": ["a cat", "xxxx"]}} for name in ("1", "2")]
    with pytest.warns(UserWarning, match="question 2 has no prediction"):
        scores: dict[str, Any] = text.squad({"id": "1", "prediction_text": "The cat!"}, questions)
    assert scores == {"exact_match": 50, "f1": 50}


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: text.bleu_score(["a"], [["a"], ["b"]]), ValueError, "1 texts, but references for 2"),
        (lambda: text.bleu_score(["a"], [["a"]], weights=[1.0]), ValueError, "1 weights, but n_gram is 4"),
        (lambda: text.sacre_bleu_score(["a"], [["a"]], tokenize="no"), ValueError, "no"),
        (lambda: text.chrf_score(["a"], [["a"]], n_char_order=0), ValueError, "n_char_order must be 1 or more"),
        (lambda: text.edit_distance(["a"], ["b"], reduction="max"), ValueError, "must be mean, sum or none"),
        (lambda: text.rouge_score("a", "a", rouge_keys="rouge10"), ValueError, "is not a key of ROUGE"),
        (lambda: text.rouge_score("a", "a", tokenizer=str.split), NotImplementedError, "tokenizer"),
        (lambda: text.translation_edit_rate("a", ["a"], lowercase=_WRONG), ValueError, "must be True or False"),
        (lambda: text.squad({"id": "1"}, []), KeyError, "prediction_text"),
        (lambda: text.word_error_rate([_WRONG], ["a"]), TypeError, "string"),
    ],
)
def test_errors(call: Callable[[], Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        call()


def test_releases_have_their_own_models() -> None:
    assert compat("torchmetrics", "1.8.2").functional.text.word_error_rate("a", "a") == 0
    with pytest.raises(UnknownNameError, match="rouge_lsum"):
        compat("torchmetrics", "1.4.0").functional.text.rouge_score("a", "a", rouge_keys="rougeLsum")


def test_scores_of_labels() -> None:
    """Items: right 0, wrong 1, right 2, ignored; class 3 does not occur."""
    preds, target = [0, 2, 2, 1], [0, 1, 2, -1]
    given: dict[str, Any] = {"num_classes": 4, "ignore_index": -1}
    assert classification.multiclass_precision(preds, target, **given, average="none") == [1, 0, 0.5, 0]
    assert classification.multiclass_recall(preds, target, **given, average=None) == [1, 0, 1, 0]
    assert classification.multiclass_recall(preds, target, **given, average=None, zero_division=1) == [1, 0, 1, 1]
    assert classification.multiclass_precision(preds, target, **given) == 0.5
    assert classification.multiclass_accuracy(preds, target, **given, average="micro") == _float32(2 / 3)
    rows = [[0.7, 0.1, 0.1, 0.1], [0, 0.5, 0.5, 0], [0.1, 0.1, 0.7, 0.1], [0, 1, 0, 0]]
    assert classification.multiclass_recall(rows, target, **given, average="micro") == 1, "the first of equal scores"
    assert classification.multiclass_jaccard_index(preds, target, 4, "none", -1) == [1, 0, 0.5, 0]


def test_probabilities_are_compared_with_a_threshold() -> None:
    """As 32-bit floats: 0.5000000001 is 0.5, which is not above it."""
    probabilities, target = [[0.5000000001, 0.6], [0.4, 0.9]], [[1, 1], [0, 1]]
    assert classification.binary_recall(probabilities, target) == _float32(2 / 3)
    assert classification.binary_recall(probabilities, target, threshold=0.3) == 1.0
    assert classification.binary_precision(probabilities, target, 0.3) == 0.75
    assert classification.binary_precision([0, 0], [1, 1], zero_division=1) == 1.0
    assert classification.binary_accuracy([True, False], [1, 1]) == 0.5
    assert classification.binary_cohen_kappa([1, 0, 1, 0], [1, 0, 0, 0]) == 0.5


def test_negatives_of_classes() -> None:
    """Items of the classes 0, 1 and 1 are predicted as 0, 1 and 2; class 3 does not occur, and the last item is ignored."""
    given: dict[str, Any] = {"preds": [0, 1, 2, 3], "target": [0, 1, 1, -1], "num_classes": 4, "ignore_index": -1}
    specificity, distance = classification.multiclass_specificity, classification.multiclass_hamming_distance
    assert specificity(**given, average="none") == [1, 1, _float32(2 / 3), 1]
    assert specificity(**given) == _float32(8 / 9)
    assert specificity(**given, average="weighted") == 1
    assert specificity(**given, average="micro") == _float32(8 / 9)
    assert distance(**given, average=None) == [0, 0.5, 1, 1]
    assert distance(**given) == 0.5
    assert distance(**given, average="weighted") == _float32(1 / 3)
    assert distance(**given, average="micro") == _float32(1 - _float32(2 / 3)), "one minus the share of right items"
    assert classification.binary_specificity([0.2, 0.7, 0.6], [0, 0, 1]) == 0.5
    assert classification.binary_hamming_distance([0, 1, 1, 1], [0, 0, 1, 1]) == 0.25


def test_items_that_are_all_ignored() -> None:
    """Every score is 0/0; the Hamming distance is one minus such a share, and averages have no weights."""
    one: dict[str, Any] = {"preds": [1], "target": [0], "ignore_index": 0}
    assert [classification.binary_accuracy(**one), classification.binary_specificity(**one)] == [0.0, 0.0]
    assert classification.binary_precision(**one, zero_division=1) == 1.0
    assert classification.binary_hamming_distance(**one) == 1.0
    assert classification.multiclass_recall(**one, num_classes=3, average=None, zero_division=1) == [1, 1, 1]
    assert classification.multiclass_recall(**one, num_classes=3, zero_division=1) == 0
    assert classification.multiclass_f1_score(**one, num_classes=3, average="micro", zero_division=1) == 1
    assert classification.multiclass_hamming_distance(**one, num_classes=3, average="micro") == 1
    assert classification.multiclass_hamming_distance(**one, num_classes=3) == 0


def test_sets_of_labels() -> None:
    """The first label has one hit and one false alarm, the second a hit and a miss, the third only negatives."""
    given: dict[str, Any] = {"preds": [[1, 1, 0], [1, 0, 0]], "target": [[1, 1, 0], [0, 1, 0]], "num_labels": 3}
    assert classification.multilabel_precision(**given, average="none") == [0.5, 1, 0]
    assert classification.multilabel_recall(**given, average="none", zero_division=1) == [1, 0.5, 1]
    assert classification.multilabel_recall(**given) == 0.5
    assert classification.multilabel_recall(**given, average="weighted") == _float32(2 / 3)
    assert classification.multilabel_f1_score(**given, average="micro") == _float32(2 / 3)
    assert classification.multilabel_accuracy(**given, average=None) == [0.5, 0.5, 1]
    assert classification.multilabel_hamming_distance(**given, average=None) == [0.5, 0.5, 0]
    assert classification.multilabel_specificity(**given, average=None) == [0, 0, 1]
    assert classification.multilabel_jaccard_index(**given, average="micro") == 0.5
    assert classification.multilabel_matthews_corrcoef(**given) == pytest.approx(1 / 3)
    assert classification.multilabel_recall([[0, 0], [1, 0]], [[0, 0], [-1, 0]], 2, ignore_index=-1) == 0
    assert math.isnan(classification.multilabel_jaccard_index([[0, 1]], [[0, 0]], 2, average="weighted"))
    probabilities = [[0.4, 0.9], [0.2, 1]]
    assert classification.multilabel_precision(probabilities, [[1, 1], [0, 0]], 2, 0.3) == 0.75


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: classification.multilabel_recall([], [], 2), RuntimeError, "at least one row"),
        (lambda: classification.multilabel_recall([[1, 0]], [[1]], 2), RuntimeError, "the same shape"),
        (lambda: classification.multilabel_recall([[1]], [[1]], 2), ValueError, "each of the 2 labels"),
        (lambda: classification.multilabel_recall([[[1], [0]]], [[[1], [0]]], 2), NotImplementedError, "single number"),
        (lambda: classification.multilabel_recall([[1, 0]], [[1, 0]], 2, average="mean"), ValueError, "'mean'"),
        (
            lambda: classification.multilabel_jaccard_index([[1, 0]], [[1, 0]], 2, ignore_index=1),
            NotImplementedError,
            "ignores",
        ),
        (lambda: classification.multiclass_specificity([0], [0], 2, average="mean"), ValueError, "'mean'"),
        (lambda: classification.multiclass_hamming_distance([0], [0], 2, top_k=2), NotImplementedError, "top_k=1"),
        (lambda: classification.binary_recall([1, 2], [1, 0]), RuntimeError, "preds has the values"),
        (lambda: classification.binary_recall([1, 0], [1, 3]), RuntimeError, "target has the values"),
        (lambda: classification.binary_recall([1, 0], [1]), RuntimeError, "2 predictions, but 1 targets"),
        (lambda: classification.binary_recall([], []), RuntimeError, "no items"),
        (lambda: classification.binary_recall([], [], ignore_index=0), RuntimeError, "no items"),
        (lambda: classification.binary_recall([2.5], [1]), NotImplementedError, "sigmoid"),
        (lambda: classification.binary_recall([1], [1], multidim_average="samplewise"), NotImplementedError, "global"),
        (lambda: classification.multiclass_recall([1], [1], 3, top_k=2), NotImplementedError, "top_k=1"),
        (lambda: classification.multiclass_recall([1], [1], 3, average="mean"), ValueError, "'mean'"),
        (lambda: classification.multiclass_recall([3], [1], 3), RuntimeError, "below 3"),
        (lambda: classification.multiclass_recall([0, 1, 2], [0, 1, 2], 2), RuntimeError, "more than 2 labels"),
        (lambda: classification.multiclass_recall([0, 1], [0], 2), ValueError, "2 predictions"),
        (lambda: classification.multiclass_recall([0.5], [0], 2), NotImplementedError, "list of lists"),
        (lambda: classification.multiclass_recall([[0.5, 0.5]], [0], 3), ValueError, "2 scores for 3 classes"),
        (lambda: classification.multiclass_recall([[0.5, float("nan")]], [0], 2), NotImplementedError, "nan"),
        (lambda: classification.multiclass_jaccard_index([0], [0], 2, ignore_index=1), NotImplementedError, "ignores"),
        (lambda: classification.multiclass_cohen_kappa([0], [1], 3), NotImplementedError, "every class"),
        (lambda: compat("torchmetrics", "1.8.0").functional.classification, AttributeError, "classification"),
    ],
)
def test_what_is_refused_of_labels(call: Callable[[], Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        call()
