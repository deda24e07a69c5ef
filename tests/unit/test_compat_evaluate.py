"""`samescore.compat.evaluate`: results worked by hand, how input is collected, merged results, and errors."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from typing import Any

import pytest

from samescore.base.errors import UnknownNameError
from samescore.compat import compat, evaluate
from samescore.compat.undefined import UndefinedMetricWarning

pytest.importorskip("numpy", reason="metrics of labels and tags take and return arrays of NumPy")

_TEXTS = {"predictions": ["the cat sat on the mat"], "references": ["the cat sat on a mat"]}
_LABELS = {"predictions": [0, 1, 1, 0], "references": [0, 1, 0, 0]}


def test_bleu_has_its_parts() -> None:
    """5 of 6, 3 of 5, 2 of 4 and 1 of 3 n-grams match."""
    made = evaluate.load("bleu").compute(**_TEXTS)
    # The script adds up logarithms, which rounds differently in the last bits.
    assert made.pop("bleu") == pytest.approx((5 / 6 * 3 / 5 * 2 / 4 * 1 / 3) ** 0.25, rel=1e-14)
    assert made == {
        "precisions": [5 / 6, 3 / 5, 2 / 4, 1 / 3],
        "brevity_penalty": 1.0,
        "length_ratio": 1.0,
        "translation_length": 6,
        "reference_length": 6,
    }
    smoothed = evaluate.load("bleu").compute(**_TEXTS, max_order=2, smooth=True, tokenizer=str.split)
    assert smoothed["precisions"] == [6 / 7, 4 / 6]


def test_scores_of_labels() -> None:
    """Tp 1, fp 1, fn 0, tn 2."""
    assert evaluate.load("accuracy").compute(**_LABELS, normalize=False) == {"accuracy": 3}
    assert evaluate.load("precision").compute(**_LABELS) == {"precision": 0.5}
    assert evaluate.load("recall").compute(**_LABELS, pos_label=0) == {"recall": 2 / 3}
    assert evaluate.load("f1").compute(**_LABELS, sample_weight=[1, 2, 4, 1]) == {"f1": 0.5}
    expected = (1 * 2 - 1 * 0) / math.sqrt(2 * 1 * 3 * 2)
    assert evaluate.load("matthews_correlation").compute(**_LABELS)["matthews_correlation"] == expected


def test_rates_are_numbers_and_other_results_dictionaries() -> None:
    rates: list[Any] = [
        evaluate.load("wer").compute(**_TEXTS),
        evaluate.load("cer").compute(predictions=["abc"], references=["abd"]),
        evaluate.load("wer").compute(predictions=["a b"], references=[""], concatenate_texts=True),
    ]
    assert rates == [1 / 6, 1 / 3, 2]
    with pytest.raises(ZeroDivisionError):
        evaluate.load("wer").compute(predictions=["a b"], references=[""])
    module = evaluate.load("squad")
    for name, prediction in (
        ("1", {"id": "1", "prediction_text": "The cat!"}),
        ("2", {"id": "3", "prediction_text": ""}),
    ):
        module.add(prediction=prediction, reference={"id": name, "answers": {"text": ["cat", "xxxx"]}})
    assert module.compute() == {"exact_match": 50, "f1": 50}


def test_scores_of_0_by_0_have_warnings() -> None:
    """No item is predicted as 1, or has the label 1."""
    none = {"predictions": [0, 0], "references": [0, 0]}
    for name, title in (("precision", "Precision"), ("f1", "F-score"), ("recall", "Recall")):
        with pytest.warns(UndefinedMetricWarning, match=f"{title} is ill-defined"):
            assert evaluate.load(name).compute(**none) == {name: 0.0}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert evaluate.load("precision").compute(**none, zero_division=1) == {"precision": 1.0}


def test_scores_of_each_class_and_labels_as_integers() -> None:
    """Precision is 1/1 and 1/2; 0.9 is 0."""
    each = evaluate.load("precision").compute(predictions=[0.9, 1, "1"], references=[0, 0, True], average=None)
    assert each["precision"].tolist() == [1.0, 0.5]


def test_scores_of_tags() -> None:
    """Of the entities PER and LOC only PER is found; two of three tags are right."""
    tags = {"references": [["B-PER", "O", "B-LOC"]], "predictions": [["B-PER", "O", "O"]]}
    with pytest.warns(UndefinedMetricWarning):
        assert evaluate.load("seqeval").compute(**tags) == {
            "LOC": {"precision": 0.0, "recall": 0.0, "f1": 0.0, "number": 1},
            "PER": {"precision": 1.0, "recall": 1.0, "f1": 1.0, "number": 1},
            "overall_precision": 1.0,
            "overall_recall": 0.5,
            "overall_f1": 2 / 3,
            "overall_accuracy": 2 / 3,
        }
    strict = evaluate.load("seqeval").compute(**tags, mode="strict", scheme="IOB2", zero_division=1)
    assert strict["LOC"]["precision"] == 1.0
    report = evaluate.load("poseval").compute(**tags, zero_division=0)
    assert report["O"] == {"precision": 0.5, "recall": 1.0, "f1-score": 2 / 3, "support": 1.0}
    assert report["accuracy"] == 2 / 3


def test_rouge_has_a_number_or_a_list_for_each_type() -> None:
    predictions, references = ["a b", "a c"], [["a b", "x"], ["x", "a b"]]
    given = {"predictions": predictions, "references": references, "rouge_types": ["rouge1"]}
    assert evaluate.load("rouge").compute(**given, use_aggregator=False) == {"rouge1": [1, 0.5]}
    means = {evaluate.load("rouge", seed=seed).compute(**given)["rouge1"] for seed in (1, 1, 1)}
    assert len(means) == 1
    assert 0.5 < means.pop() < 1


def test_input_comes_at_once_in_batches_or_one_by_one() -> None:
    module = evaluate.load("accuracy")
    module.add_batch(predictions=[0, 1], references=[0, 0])
    module.add(prediction=1, reference=1)
    assert module.compute(predictions=[1], references=[0]) == {"accuracy": 0.5}
    assert module.compute(predictions=[1], references=[1]) == {"accuracy": 1}, "earlier input is forgotten"


def test_results_of_several_metrics_are_merged() -> None:
    both = evaluate.combine(["f1", "accuracy"])
    assert both.compute(**_LABELS) == {"f1": 2 / 3, "accuracy": 0.75}
    assert evaluate.combine(["f1", "accuracy"], force_prefix=True).compute(**_LABELS) == {
        "f1_f1": 2 / 3,
        "accuracy_accuracy": 0.75,
    }
    twice = evaluate.combine(["accuracy", evaluate.load("accuracy")]).compute(**_LABELS)
    assert twice == {"accuracy_0_accuracy": 0.75, "accuracy_1_accuracy": 0.75}
    named = evaluate.combine({"x": "accuracy", "y": "accuracy"})
    named.add(prediction=1, reference=1)
    assert named.compute() == {"x_accuracy": 1, "y_accuracy": 1}


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: evaluate.load("bleuu"), UnknownNameError, "did you mean bleu"),
        (lambda: evaluate.load("f1", "multilabel"), NotImplementedError, "multilabel"),
        (lambda: evaluate.load("f1", num_process=2), NotImplementedError, "one process"),
        (lambda: evaluate.load("f1").compute(), ValueError, "no predictions"),
        (lambda: evaluate.load("f1").compute(predictions=[1]), ValueError, "needs predictions and references"),
        (lambda: evaluate.load("f1").compute(predictions=[1], references=[1, 0]), ValueError, "1 predictions, but 2"),
        (lambda: evaluate.load("f1").add(prediction=1, reference=1, source=1), ValueError, "source"),
        (lambda: evaluate.load("f1").compute(predictions=["a"], references=["b"]), ValueError, "invalid literal"),
        (lambda: evaluate.combine(["wer", "cer"]).compute(**_TEXTS), AttributeError, "wer is a number"),
        (
            lambda: evaluate.load("seqeval").compute(predictions=[["O"]], references=[["O"]], scheme="IOB3"),
            ValueError,
            "'IOB3' is not a scheme",
        ),
        (lambda: evaluate.load("f1").compute(**_LABELS, averge="micro"), TypeError, "averge"),
        (lambda: evaluate.load("wer").compute(predictions=[1], references=["a"]), ValueError, "string"),
        (
            lambda: evaluate.load("chrf").compute(predictions=["a", "b"], references=[["a"], ["b", "c"]]),
            ValueError,
            "same number of references",
        ),
        (
            lambda: evaluate.load("exact_match").compute(
                predictions=["a", "İ"], references=["a", "b"], ignore_case=True
            ),
            NotImplementedError,
            "among several texts",
        ),
        (lambda: compat("evaluate", "0.3.0"), UnknownNameError, "use 0.4.6"),
    ],
)
def test_errors(call: Callable[[], Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        call()
