"""Rare arguments of the names in `samescore.compat`: what they change, what is warned of, and what is refused."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest

from samescore.compat import compat, evaluate

np = pytest.importorskip("numpy", reason="scikit-learn's and seqeval's functions take and return arrays of NumPy")

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


def _metrics(release: str = "1.9.1") -> Any:
    return compat("sklearn", release).metrics


_ROWS = ([[1, 0], [0, 1]], [[0.75, 0.25], [0.5, 0.5]])


@pytest.mark.parametrize(
    ("release", "name", "arguments", "options", "message"),
    [
        ("1.9.1", "log_loss", ([2, 1], [0.5, 0.5]), {"labels": [0, 1]}, r"contains values \{2\} not belonging to"),
        ("1.9.1", "log_loss", (["a", "b"], [0.5, 0.5]), {"labels": [0, 1]}, "not belonging to the passed labels"),
        ("1.9.1", "log_loss", ([0, 1], [0.5, 0.5]), {"labels": [1]}, "at least two labels, got"),
        ("1.9.1", "log_loss", ([0, 1], [0.5, -0.5]), {}, "values lower than 0: -0.5"),
        ("1.9.1", "log_loss", ([0, 1, 2], [0.5, 0.5, 0.5]), {}, "different number of classes: 3 vs 2"),
        ("1.9.1", "log_loss", ([0, 1], [0.5, 0.5]), {"labels": [0, 1, 2]}, "number of classes in labels is different"),
        ("1.9.1", "log_loss", ([0.5, 1.5], [0.5, 0.5]), {}, "Unknown label type: continuous"),
        ("1.9.1", "log_loss", ([0, 1],), {"y_proba": [0.5, 0.5], "y_pred": [0.5, 0.5]}, "Cannot use both"),
        ("1.5.2", "brier_score_loss", ([0, 1],), {"y_proba": [0, 1], "y_prob": [0, 1]}, "cannot be both specified"),
        ("1.9.1", "brier_score_loss", ([0, 1], [0.5, -0.5]), {}, "values less than 0: -0.5"),
        ("1.9.1", "brier_score_loss", (["a", "b"], [0.5, 0.5]), {}, "pos_label is not specified"),
        ("1.9.1", "roc_auc_score", ([0, 1, 2], [[1, 0, 0]] * 3), {"max_fpr": 0.5}, "received `max_fpr=0.5` instead"),
        ("1.9.1", "roc_auc_score", ([0, 1, 2], [0.1, 0.2, 0.3]), {"multi_class": "ovr"}, r"y_score.shape=\(3,\)"),
        ("1.9.1", "roc_auc_score", ([0, 1, 2], [[1, 1, 0]] * 3), {"multi_class": "ovr"}, "sum up to 1.0 over classes"),
        (
            "1.9.1",
            "roc_auc_score",
            ([0, 1, 2], [[1, 0, 0]] * 3),
            {"multi_class": "ovo", "sample_weight": [1, 1, 1]},
            "one-vs-one ROC AUC",
        ),
        ("1.9.1", "roc_auc_score", ([0, 1, 2], [[1, 0]] * 3), {"multi_class": "ovr"}, "Number of"),
        (
            "1.9.1",
            "top_k_accuracy_score",
            (_ROWS[0], _ROWS[1]),
            {},
            "must be 'binary' or 'multiclass', got 'multilabel",
        ),
        ("1.9.1", "top_k_accuracy_score", ([0, 1, 2], [1, 2, 3]), {}, r"y_score.shape=\(3,\)"),
        ("1.9.1", "top_k_accuracy_score", ([0, 1], [[1, 2], [2, 1]]), {}, "is binary while y_score is 2d with 2"),
        ("1.9.1", "top_k_accuracy_score", ([0, 1], [[1, 2, 3]] * 2), {"labels": [0, 1, 1]}, "must be unique"),
        ("1.9.1", "top_k_accuracy_score", ([0, 1], [[1, 2, 3]] * 2), {"labels": [0, 2, 1]}, "must be ordered"),
        ("1.9.1", "top_k_accuracy_score", ([0, 1], [[1, 2]] * 2), {"labels": [0, 1, 2]}, "umber of"),
        ("1.9.1", "top_k_accuracy_score", ([0, 3], [[1, 2, 3]] * 2), {"labels": [0, 1, 2]}, "labels not in parameter"),
        ("1.9.1", "average_precision_score", ([0, 1, 2], [0.5, 0.5, 0.5]), {}, "is not supported|continuous|shape|1d"),
        ("1.9.1", "confusion_matrix", ([0, 1], [0, 1]), {"labels": []}, "at least one label"),
        ("1.9.1", "confusion_matrix", ([[0, 1]], [[0, 1]]), {}, "multilabel-indicator is not supported"),
        ("1.9.1", "f1_score", ([[0, 1]], [[0, 1]]), {"labels": [2], "average": "macro"}, "Got 2 > 1"),
        ("1.9.1", "f1_score", ([[0, 1]], [[0, 1]]), {"labels": [-1], "average": "macro"}, "Got -1 < 0"),
        ("1.9.1", "accuracy_score", ([[0.5, 1.0]], [[0.5, 1.0]]), {}, "multioutput"),
        ("1.5.2", "cohen_kappa_score", ([0, 1], [0, 1]), {"labels": [5]}, "At least one label specified must be in"),
        ("1.9.1", "cohen_kappa_score", ([0, 1], [0, 1]), {"labels": [5]}, "in `labels` must be present in `y1`"),
        ("1.9.1", "precision_recall_curve", ([0, 1, 2], [0.5, 0.5, 0.5]), {}, "multiclass format is not supported"),
    ],
)
def test_refused_arguments_of_sklearn(
    release: str, name: str, arguments: tuple[Any, ...], options: dict[str, Any], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        getattr(_metrics(release), name)(*arguments, **options)


def test_texts_that_are_bytes_are_refused() -> None:
    for labels in ([b"a", b"b"], np.array([b"a", b"b"], dtype=object)):
        with pytest.raises(TypeError, match="represented as bytes"):
            _metrics().accuracy_score(labels, labels)
    with pytest.raises(TypeError, match="at least 1 dimension"):
        _metrics().accuracy_score(np.array(1), np.array(1))
    mixed = np.array([["a"], "b"], dtype=object)
    with pytest.raises(ValueError, match="legacy multi-label"):
        _metrics().accuracy_score(mixed, mixed)
    with pytest.raises(ValueError, match="Mix of label input types"):
        _metrics().accuracy_score(["a", 1], ["a", "b"])


def test_weights_of_texts_and_truth_values() -> None:
    """Half of two items is right; with the second's weight 0, all are."""
    assert _metrics().accuracy_score([0, 1], [0, 0], sample_weight=[True, False]) == 1
    assert _metrics().accuracy_score([0, 1], [0, 0], sample_weight=["3", "1"]) == 0.75


def test_renamed_arguments_of_sklearn() -> None:
    expected = -math.log(0.25)
    with pytest.warns(FutureWarning, match="`y_pred` was renamed to `y_proba`"):
        assert _metrics().log_loss([0, 1], y_pred=[0.75, 0.25]) == expected
    assert _metrics("1.5.2").log_loss([0, 1], [0.75, 0.25]) == expected
    older = _metrics("1.5.2")
    with pytest.warns(FutureWarning, match="y_prob was deprecated in version 1.5"):
        assert older.brier_score_loss([0, 1], y_prob=[0.5, 0.75]) == (0.25 + 0.0625) / 2
    assert older.brier_score_loss([0, 1], [0.5, 0.75]) == (0.25 + 0.0625) / 2
    assert older.brier_score_loss([2, 3], [0.5, 0.75]) == (0.25 + 0.0625) / 2  # the greater number is positive
    assert older.brier_score_loss([2, 3], [0.5, 0.75], pos_label=2) == (0.25 + 0.5625) / 2


def test_probabilities_of_rows_and_of_columns() -> None:
    """The log loss of a row is that of the column with its 1."""
    metrics = _metrics()
    assert metrics.log_loss(*_ROWS) == (-math.log(0.75) - math.log(0.5)) / 2
    assert metrics.log_loss(["x", "y"], [[0.75, 0.25], [0.5, 0.5]], labels=["x", "y"]) == metrics.log_loss(*_ROWS)
    with pytest.raises(NotImplementedError, match="rows of labels that have no single 1"):
        metrics.log_loss([[1, 1], [0, 1]], _ROWS[1])
    with pytest.warns(UserWarning, match="y_prob values do not sum to one"):
        metrics.log_loss([0, 1], [[0.75, 0.5], [0.5, 0.5]])
    with pytest.warns(UserWarning, match="y_pred values do not sum to one"):
        _metrics("1.5.2").log_loss([0, 1], [[0.75, 0.5], [0.5, 0.5]])
    with pytest.warns(UserWarning, match="labels are ordered lexicographically"):
        assert metrics.log_loss([0, 1], [0.5, 0.5], labels=[1, 0]) == -math.log(0.5)


def test_brier_scores_of_several_classes() -> None:
    """Of the rows: 2 * 0.0625 and 2 * 0.25."""
    metrics = _metrics()
    assert metrics.brier_score_loss([0, 1], [[0.75, 0.25], [0.5, 0.5]]) == 0.15625
    assert metrics.brier_score_loss([0, 1], [[0.75, 0.25], [0.5, 0.5]], scale_by_half=False) == 0.3125
    assert metrics.brier_score_loss([0, 1], [0.25, 0.5], scale_by_half=False) == 0.3125
    assert metrics.brier_score_loss([0, 1, 2], [[1, 0, 0], [0, 1, 0], [0, 1, 0]]) == 2 / 3
    assert metrics.brier_score_loss([0, 1, 2], [[1, 0, 0], [0, 1, 0], [0, 1, 0]], scale_by_half=True) == 1 / 3


def test_top_k_accuracy() -> None:
    """The label of the first row has the highest score, of the second the second, of the third the lowest."""
    gold, scores = [0, 1, 2], [[0.5, 0.3, 0.2], [0.5, 0.3, 0.2], [0.5, 0.3, 0.2]]
    metrics = _metrics()
    assert [metrics.top_k_accuracy_score(gold, scores, k=k) for k in (1, 2)] == [1 / 3, 2 / 3]
    assert metrics.top_k_accuracy_score(gold, scores, k=2, normalize=False) == 2
    count = _metrics("1.5.2").top_k_accuracy_score(gold, scores, k=2, normalize=False)
    assert (type(count), count) == (np.int64, 2)
    with pytest.warns(compat("sklearn").exceptions.UndefinedMetricWarning, match="perfect score"):
        assert metrics.top_k_accuracy_score(gold, scores, k=3) == 1
    assert metrics.top_k_accuracy_score([0, 1, 1], [0.5, 0.75, 0.25], k=1) == 2 / 3
    assert metrics.top_k_accuracy_score([0, 1, 1], [-1, 0.25, 0], k=1) == 2 / 3
    assert metrics.top_k_accuracy_score([0, 1], [[0.5, 0.4, 0.1]] * 2, k=1, labels=[0, 1, 2]) == 0.5


def test_areas_of_columns_and_of_classes() -> None:
    """The first column is ranked rightly, the second wrongly; of all pairs, three of four are right."""
    metrics = _metrics()
    gold, scores = [[1, 0], [0, 1]], [[0.9, 0.8], [0.1, 0.2]]
    assert metrics.roc_auc_score(gold, scores, average=None).tolist() == [1, 0]
    assert metrics.roc_auc_score(gold, scores) == 0.5
    assert metrics.roc_auc_score(gold, scores, average="micro") == 0.75
    assert metrics.average_precision_score([[1, 0], [1, 1]], [[0.9, 0.8], [0.1, 0.2]], average=None).tolist() == [
        1,
        0.5,
    ]
    weighted = metrics.average_precision_score([[1, 0], [1, 1]], [[0.9, 0.8], [0.1, 0.2]], average="weighted")
    assert weighted == 2.5 / 3
    weighted = metrics.average_precision_score(
        [[1, 0], [1, 1]], [[0.9, 0.8], [0.1, 0.2]], average="weighted", sample_weight=[1, 3]
    )
    assert weighted == (4 * 1 + 3 * 0.75) / 7
    assert metrics.roc_auc_score(gold, scores, average="micro", sample_weight=[1, 3]) == 13 / 16
    by_row = [[0.9, 0.8], [0.3, 0.2]]
    assert metrics.roc_auc_score(gold, by_row, average="samples") == 0.5
    assert metrics.roc_auc_score(gold, by_row, average="samples", sample_weight=[1, 3]) == 0.25
    right = [[0.6, 0.2, 0.2], [0.2, 0.6, 0.2], [0.2, 0.2, 0.6]]
    for comparison in ("ovr", "ovo"):
        assert metrics.roc_auc_score([0, 1, 2], right, multi_class=comparison) == 1


@pytest.mark.filterwarnings("ignore:A single label was found")
def test_kappa_of_one_label_before_1_9() -> None:
    with pytest.warns(RuntimeWarning, match="invalid value encountered in scalar divide"):
        assert math.isnan(_metrics("1.5.2").cohen_kappa_score([1, 1], [1, 1]))


def test_empty_labels_before_1_8() -> None:
    assert _metrics("1.5.2").confusion_matrix([], [], labels=[0, 1]).tolist() == [[0, 0], [0, 0]]
    with pytest.raises(ValueError, match="empty input"):
        _metrics().confusion_matrix([], [], labels=[0, 1])


def test_a_report_with_too_few_names() -> None:
    with pytest.warns(UserWarning, match="labels size, 2, does not match size of target_names, 1"):
        report = _metrics().classification_report(
            [0, 1], [0, 1], labels=[0, 1], target_names=["x"], output_dict=True
        )  # fmt: skip
    assert report["x"] == {"precision": 1, "recall": 1, "f1-score": 1, "support": 1}


@pytest.mark.parametrize(
    ("options", "value"),
    [
        ({}, 0.25),
        ({"ignore_case": True}, 0.5),
        ({"ignore_punctuation": True}, 0.5),
        ({"ignore_numbers": True}, 0.5),
        ({"regexes_to_ignore": ["[12!]"]}, 0.75),
        ({"ignore_case": True, "ignore_punctuation": True, "ignore_numbers": True}, 1.0),
    ],
)
def test_exact_matches_of_evaluate(options: dict[str, Any], value: float) -> None:
    predictions, references = ["a", "B", "c!", "d1"], ["a", "b", "c", "d2"]
    made = evaluate.load("exact_match").compute(predictions=predictions, references=references, **options)
    assert made == {"exact_match": value}


def test_input_of_evaluate_that_is_no_text() -> None:
    with pytest.raises(NotImplementedError, match="does not ignore the case of"):
        evaluate.load("exact_match").compute(predictions=["\u0130", "a"], references=["b", "a"], ignore_case=True)
    alone = evaluate.load("exact_match").compute(predictions=["\u0130"], references=["\u0130"], ignore_case=True)
    assert alone == {"exact_match": 1}
    with pytest.raises(ValueError, match="tokens"):
        evaluate.load("bleu").compute(predictions=["a"], references=["a"], tokenizer=lambda _: [1])


def test_batches_for_several_metrics_of_evaluate() -> None:
    module = evaluate.combine(["accuracy", "recall"])
    module.add_batch(predictions=[0, 1], references=[0, 1])
    module.add_batch(predictions=[0], references=[1])
    assert module.compute() == {"accuracy": 2 / 3, "recall": 0.5}


_TORCH: list[tuple[str, float]] = [
    ("word_error_rate", 2 / 3),
    ("match_error_rate", 2 / 4),
    ("word_information_preserved", 2 / 3 * (2 / 4)),
    ("word_information_lost", 1 - 2 / 3 * (2 / 4)),
    ("char_error_rate", 3 / 5),
]


@pytest.mark.parametrize(("name", "value"), _TORCH)
def test_rates_of_torchmetrics(name: str, value: float) -> None:
    """Two of three words match, of three and four; single floats are exact to seven digits."""
    function: Callable[..., Any] = getattr(compat("torchmetrics").functional.text, name)
    assert float(function(["a x c d"], ["a b c"])) == pytest.approx(value, rel=1e-6)


def test_edit_distances_of_torchmetrics() -> None:
    distance = compat("torchmetrics").functional.text.edit_distance
    assert distance([], []) == 0
    assert distance(["ab", "c"], ["ac", "c"]) == 0.5
    assert distance(["ab", "c"], ["ac", "c"], reduction="sum") == 1
    assert distance(["ab", "c"], ["ac", "c"], reduction=None) == [1, 0]
    assert distance(["ab"], ["ac"], substitution_cost=2, reduction="sum") == 2
    with pytest.raises(ValueError, match="must be mean, sum or none"):
        distance(["a"], ["b"], reduction="max")


_GOLD = [["B-PER", "I-PER", "O", "B-LOC"]]
_FOUND = [["B-PER", "I-PER", "O", "B-PER"]]


def test_precision_and_recall_of_seqeval() -> None:
    """Of two entities on each side, one is right."""
    metrics = compat("seqeval").metrics
    assert (metrics.precision_score(_GOLD, _FOUND), metrics.recall_score(_GOLD, _FOUND)) == (0.5, 0.5)
    recall = metrics.recall_score([["B-PER", "B-LOC"]], [["B-PER", "O"]], average=None)
    assert recall.tolist() == [0, 1]
    assert metrics.precision_score([["B-PER", "B-LOC"]], [["B-PER", "O"]]) == 1
    assert metrics.recall_score([["B-PER", "B-LOC"]], [["B-PER", "O"]]) == 0.5


@pytest.mark.filterwarnings("ignore:.*seems not to be NE tag")
def test_refused_tags_of_seqeval() -> None:
    metrics = compat("seqeval").metrics
    with pytest.raises(IndexError, match="a tag is empty"):
        metrics.f1_score([["B-PER", ""]], [["B-PER", "O"]])
    with pytest.raises(ValueError, match="no entities"), pytest.warns():
        metrics.classification_report([["O"]], [["O"]])
    strict = {"mode": "strict", "scheme": "IOB2"}
    with pytest.raises(TypeError, match=r"not a class of seqeval\.scheme"):
        metrics.f1_score(_GOLD, _FOUND, **strict)
