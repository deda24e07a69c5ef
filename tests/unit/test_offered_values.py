"""Functions of evaluate and seqeval backed by native metrics, against values computed by hand."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

import pytest

from samescore.compat import compat, evaluate

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


def _compute(name: str, predictions: Any, references: Any, **arguments: Any) -> dict[str, Any]:
    found = evaluate.load(name).compute(predictions=predictions, references=references, **arguments)
    return found if isinstance(found, dict) else {name: found}


_PREDICTED, _GOLD = [0, 1, 1, 0, 1], [0, 1, 0, 1, 1]


@pytest.mark.parametrize(
    ("name", "arguments", "value"),
    [
        ("accuracy", {}, 3 / 5),
        ("accuracy", {"normalize": False}, 3),
        ("accuracy", {"sample_weight": [1, 1, 2, 2, 4]}, 6 / 10),
        ("precision", {}, 2 / 3),
        ("recall", {"pos_label": 0}, 1 / 2),
        ("f1", {"average": "macro"}, (1 / 2 + 2 / 3) / 2),
        ("f1", {"average": "micro"}, 3 / 5),
        ("f1", {"average": "macro", "labels": [1]}, 2 / 3),
        ("recall", {"average": "weighted"}, (2 * 1 / 2 + 3 * 2 / 3) / 5),
        ("precision", {"pos_label": 1, "sample_weight": [1, 1, 2, 2, 4]}, 5 / 7),
        ("matthews_correlation", {}, (2 * 1 - 1 * 1) / 6),  # tp = 2, tn = fp = fn = 1
    ],
)
def test_scores_of_labels(name: str, arguments: dict[str, Any], value: float) -> None:
    assert _compute(name, _PREDICTED, _GOLD, **arguments) == {name: pytest.approx(value)}


@pytest.mark.parametrize(("zero_division", "value"), [("warn", 0), (0, 0), (1, 1)])
def test_undefined_scores_of_labels(zero_division: Any, value: int) -> None:
    for name, predictions, references in (("precision", [0, 0], [0, 1]), ("recall", [0, 1], [0, 0])):
        ends = pytest.warns(UserWarning, match="ill-defined") if zero_division == "warn" else nullcontext()
        with ends:
            assert _compute(name, predictions, references, zero_division=zero_division) == {name: value}


def test_google_bleu_counts_n_grams_up_to_four() -> None:
    """Of "a b c d e", all but e and the n-grams that end with it match: 10 of 5 + 4 + 3 + 2."""
    texts: Any = (["a b c d e"], [["a b c d x"]])
    assert _compute("google_bleu", *texts) == {"google_bleu": pytest.approx(10 / 14)}
    assert _compute("google_bleu", *texts, max_len=5) == {"google_bleu": pytest.approx(10 / 15)}
    assert _compute("google_bleu", *texts, min_len=2) == {"google_bleu": pytest.approx(6 / 9)}


def test_error_rates_of_all_texts_and_their_mean_length() -> None:
    predictions, references = ["a b", "x"], ["a c", "x y z w"]
    assert _compute("wer", predictions, references) == {"wer": pytest.approx(4 / 6)}
    assert _compute("cer", ["ab"], ["abcd"]) == {"cer": pytest.approx(2 / 4)}
    assert set(_compute("ter", ["a b"], [["a c"]])) == {"score", "num_edits", "ref_length"}
    assert _compute("ter", ["a b"], [["a c"]])["score"] == pytest.approx(50.0)


def test_the_types_of_rouge() -> None:
    found = _compute("rouge", ["a b c"], ["a b d"], use_aggregator=False)
    assert found == {
        "rouge1": [pytest.approx(2 / 3)],
        "rouge2": [pytest.approx(1 / 2)],
        "rougeL": [pytest.approx(2 / 3)],
        "rougeLsum": [pytest.approx(2 / 3)],
    }
    assert _compute("rouge", ["a b c"], ["a b d"], rouge_types=["rouge2"]) == {"rouge2": pytest.approx(1 / 2)}
    several = _compute("rouge", ["a b c"], [["x", "a b c"]], rouge_types=["rouge1"], use_aggregator=False)
    assert several == {"rouge1": [1.0]}
    stemmed = _compute("rouge", ["cats running"], ["cat run"], rouge_types=["rouge1"], use_stemmer=True)
    assert stemmed == {"rouge1": 1.0}
    assert _compute("rouge", ["cats running"], ["cat run"], rouge_types=["rouge1"]) == {"rouge1": 0.0}


def test_exact_matches() -> None:
    assert _compute("exact_match", ["a", "B", "c"], ["a", "b", "d"]) == {"exact_match": pytest.approx(1 / 3)}
    assert _compute("exact_match", ["a", "B"], ["a", "b"], ignore_case=True) == {"exact_match": 1.0}


def test_inputs_are_predictions_with_references() -> None:
    module = evaluate.load("accuracy")
    for wrong in (
        lambda: module.add(prediction=1, reference=1, weight=2),
        lambda: module.add_batch(predictions=[1], references=[1], weights=[2]),
        lambda: module.add_batch(predictions=[1]),
        lambda: module.compute(references=[1]),
        lambda: module.add_batch(predictions=[1], references=[1, 2]),
        lambda: module.compute(),
    ):
        with pytest.raises(ValueError, match=r"accuracy|there are 1 predictions, but 2 references"):
            wrong()
    both = evaluate.combine(["accuracy", "f1"])
    both.add_batch(predictions=[1, 0], references=[1, 1])
    assert both.compute() == {"accuracy": 0.5, "f1": pytest.approx(2 / 3)}


@pytest.fixture
def seqeval() -> Any:
    pytest.importorskip("numpy", reason="seqeval's functions return numbers and arrays of NumPy")
    return compat("seqeval")


#: A: 2 predicted, 1 of them right, 1 in gold; B: 1 predicted, 1 right, 3 in gold.
_SIDES = [["B-A", "O", "B-B", "B-B", "B-B"]], [["B-A", "B-A", "B-B", "O", "O"]]


@pytest.mark.parametrize(
    ("function", "average", "value"),
    [
        ("precision_score", "micro", 2 / 3),
        ("recall_score", "micro", 2 / 4),
        ("f1_score", "micro", 4 / 7),
        ("precision_score", "macro", (1 / 2 + 1) / 2),
        ("recall_score", "macro", (1 + 1 / 3) / 2),
        ("f1_score", "macro", (2 / 3 + 1 / 2) / 2),
        ("precision_score", "weighted", (1 / 2 + 3 * 1) / 4),
        ("recall_score", "weighted", (1 + 3 * 1 / 3) / 4),
        ("f1_score", "weighted", (2 / 3 + 3 / 2) / 4),
    ],
)
def test_averages_over_types(seqeval: Any, function: str, average: str, value: float) -> None:
    assert getattr(seqeval.metrics, function)(*_SIDES, average=average) == pytest.approx(value)
    assert getattr(seqeval.metrics, function)(*_SIDES) == pytest.approx(
        {"precision_score": 2 / 3, "recall_score": 1 / 2, "f1_score": 4 / 7}[function]
    )


def test_scores_of_each_type(seqeval: Any) -> None:
    of_all = seqeval.metrics.sequence_labeling.precision_recall_fscore_support
    precision, recall, f, support = of_all(*_SIDES, average=None)
    assert precision.tolist() == [0.5, 1.0]
    assert recall.tolist() == pytest.approx([1, 1 / 3])
    assert f.tolist() == pytest.approx([2 / 3, 1 / 2])
    assert support.tolist() == [1, 3]
    assert of_all(*_SIDES, average="micro")[3] == 4
    assert of_all(*_SIDES, average="micro", beta=float("inf"))[2] == pytest.approx(1 / 2)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"beta": -1.0}, ValueError, "beta should be >=0"),
        ({"beta": 2.0}, NotImplementedError, "beta=2.0"),
        ({"average": "samples"}, ValueError, "average has to be one of"),
    ],
)
def test_arguments_that_are_refused(
    seqeval: Any, options: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        seqeval.metrics.sequence_labeling.precision_recall_fscore_support(*_SIDES, **options)


@pytest.mark.parametrize(
    ("gold", "predicted", "error", "message"),
    [
        ([["O"]], [["O"], ["O"]], ValueError, "inconsistent numbers of samples"),
        ([["O", "O"]], [["O"]], ValueError, "inconsistent numbers of samples"),
        (["O"], ["O"], TypeError, "without list of list"),
        ([["B-A", ""]], [["B-A", "O"]], IndexError, "a tag is empty"),
    ],
)
@pytest.mark.filterwarnings("ignore:.*seems not to be NE tag")
def test_tags_that_are_refused(seqeval: Any, gold: Any, predicted: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        seqeval.metrics.f1_score(gold, predicted)


@pytest.mark.filterwarnings("ignore:.*ill-defined")
def test_scores_of_sentences_without_entities(seqeval: Any) -> None:
    of_all = seqeval.metrics.sequence_labeling.precision_recall_fscore_support
    assert of_all([["O"]], [["O"]], average="micro")[3] == 0
    predicted_only = of_all([["O", "O"]], [["B-A", "O"]], average="weighted")
    assert (predicted_only[0], predicted_only[3]) == (0, 0)


def _warned(call: Callable[[], object]) -> list[str]:
    with pytest.warns(UserWarning, match="ill-defined") as issued:
        call()
    return sorted(str(each.message).partition(" ill-defined")[0] for each in issued)


def test_which_scores_are_warned_of(seqeval: Any) -> None:
    gold_only = [["B-A"]], [["O"]]
    predicted_only = [["O"]], [["B-A"]]
    metrics = seqeval.metrics
    assert _warned(lambda: metrics.precision_score(*gold_only)) == ["Precision is"]
    assert _warned(lambda: metrics.recall_score(*predicted_only)) == ["Recall is"]
    assert _warned(lambda: metrics.f1_score([["O"]], [["O"]])) == ["F-score is"]
    assert _warned(lambda: metrics.sequence_labeling.precision_recall_fscore_support(*gold_only, average="micro")) == [
        "Precision and F-score are"
    ]
    assert _warned(
        lambda: metrics.sequence_labeling.precision_recall_fscore_support(*predicted_only, average="micro")
    ) == ["Recall and F-score are"]
    assert metrics.precision_score(*gold_only, zero_division=1) == 1
    assert metrics.precision_score(*gold_only, zero_division=0) == 0


def test_the_report_of_entities(seqeval: Any) -> None:
    lines = seqeval.metrics.classification_report(*_SIDES, digits=3).splitlines()
    assert [line.split() for line in lines] == [
        ["precision", "recall", "f1-score", "support"],
        [],
        ["A", "0.500", "1.000", "0.667", "1"],
        ["B", "1.000", "0.333", "0.500", "3"],
        [],
        ["micro", "avg", "0.667", "0.500", "0.571", "4"],
        ["macro", "avg", "0.750", "0.667", "0.583", "4"],
        ["weighted", "avg", "0.875", "0.500", "0.542", "4"],
    ]
    assert seqeval.metrics.classification_report(*_SIDES).endswith("4\n")
    table = seqeval.metrics.classification_report(*_SIDES, output_dict=True)
    assert list(table) == ["A", "B", "micro avg", "macro avg", "weighted avg"]
    assert table["A"] == {"precision": 0.5, "recall": 1.0, "f1-score": pytest.approx(2 / 3), "support": 1}


@pytest.mark.parametrize("scheme", ["IOB1", "IOB2", "IOE1", "IOE2", "IOBES", "BILOU"])
def test_every_scheme_is_offered(seqeval: Any, scheme: str) -> None:
    last = {"IOB1": "I-A", "IOB2": "I-A", "IOE1": "I-A", "IOE2": "E-A", "IOBES": "E-A", "BILOU": "L-A"}[scheme]
    first = "B-A" if scheme in ("IOB2", "IOBES", "BILOU") else "I-A"
    tags = [["O", first, last, "O"]]
    read = {"mode": "strict", "scheme": getattr(seqeval.scheme, scheme)}
    assert seqeval.metrics.f1_score(tags, tags, **read) == 1
