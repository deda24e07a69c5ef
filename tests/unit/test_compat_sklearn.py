"""scikit-learn's names backed by native metrics: numbers worked by hand, types, releases, warnings and what is refused."""

from __future__ import annotations

import math
import pickle
from typing import Any

import pytest

from samescore.base.errors import UnknownNameError
from samescore.compat import compat, replacing

np = pytest.importorskip("numpy", reason="scikit-learn's functions take and return arrays of NumPy")

_GOLD, _PREDICTED = ["a", "a", "b", "c"], ["a", "b", "b", "b"]


@pytest.fixture
def metrics() -> Any:
    return compat("sklearn").metrics


@pytest.mark.filterwarnings("ignore:Precision is ill-defined")
def test_scores_of_classes_are_the_shares(metrics: Any) -> None:
    """Of a: 1 of 1 and of 2; of b: 1 of 3 and of 1; of c: none of 0 and of 1."""
    precision, recall, f, support = metrics.precision_recall_fscore_support(_GOLD, _PREDICTED)
    assert precision.tolist() == [1, 1 / 3, 0]
    assert recall.tolist() == [0.5, 1, 0]
    assert f.tolist() == [2 / 3, 0.5, 0]
    assert support.tolist() == [2, 1, 1]
    assert metrics.precision_score(_GOLD, _PREDICTED, labels=["b", "a"], average=None).tolist() == [1 / 3, 1]
    assert metrics.recall_score(_GOLD, _PREDICTED, labels=["b", "z"], average="macro", zero_division=1) == 1.0
    assert metrics.recall_score(_GOLD, _PREDICTED, average="weighted") == 0.5


def test_matrices_count_items(metrics: Any) -> None:
    assert metrics.confusion_matrix(_GOLD, _PREDICTED).tolist() == [[1, 1, 0], [0, 1, 0], [0, 1, 0]]
    assert metrics.confusion_matrix(_GOLD, _PREDICTED, labels=["c", "b"]).tolist() == [[0, 1], [0, 1]]
    weighted = metrics.confusion_matrix(_GOLD, _PREDICTED, sample_weight=[0.5, 1, 2, 4])
    assert weighted.tolist() == [[0.5, 1, 0], [0, 2, 0], [0, 4, 0]]
    assert metrics.multilabel_confusion_matrix(_GOLD, _PREDICTED)[0].tolist() == [[2, 0], [1, 1]]
    rows = [[1, 0], [1, 1]], [[1, 1], [0, 1]]
    assert metrics.multilabel_confusion_matrix(*rows).tolist() == [[[0, 0], [1, 1]], [[0, 1], [0, 1]]]
    assert metrics.multilabel_confusion_matrix(*rows, samplewise=True).tolist() == [[[0, 1], [0, 1]], [[0, 0], [1, 1]]]


def test_rows_have_weights(metrics: Any) -> None:
    """The right labels weigh 1 and 3, a wrong one 1, and a missing one 3."""
    gold, predicted = [[1, 0], [1, 1]], [[1, 1], [0, 1]]
    assert metrics.precision_score(gold, predicted, average="micro", sample_weight=[1, 3]) == 4 / 5
    assert metrics.recall_score(gold, predicted, average="micro", sample_weight=[1, 3]) == 4 / 7
    assert metrics.accuracy_score([[1, 0], [0, 1]], [[1, 1], [0, 1]], sample_weight=[1, 3]) == 3 / 4


def test_curves_are_the_shares_at_each_threshold(metrics: Any) -> None:
    """From the highest score down: positive, negative, then a positive and a negative of one score."""
    gold, scores = [1, 0, 1, 0], [0.9, 0.8, 0.1, 0.1]
    fpr, tpr, thresholds = metrics.roc_curve(gold, scores, drop_intermediate=False)
    assert (fpr.tolist(), tpr.tolist()) == ([0, 0, 0.5, 1], [0, 0.5, 0.5, 1])
    assert thresholds.tolist() == [math.inf, 0.9, 0.8, 0.1]
    precision, recall, thresholds = metrics.precision_recall_curve(gold, scores)
    assert (precision.tolist(), recall.tolist()) == ([0.5, 0.5, 1, 1], [1, 0.5, 0.5, 0])
    assert thresholds.tolist() == [0.1, 0.8, 0.9]
    assert metrics.roc_auc_score(gold, scores) == metrics.auc(fpr, tpr) == 0.625
    weighted = metrics.roc_curve(gold, scores, sample_weight=[1, 3, 1, 1], drop_intermediate=False)
    assert weighted[0].tolist() == [0, 0, 0.75, 1]


def test_labels_are_of_any_type(metrics: Any) -> None:
    for positive, negative in ((1, 0), (True, False), (1.0, 0.0), (7, -7)):
        assert metrics.f1_score([positive, negative], [positive, positive], pos_label=positive) == 2 / 3
    ends = np.array([-128, 127, 127], dtype=np.int8)
    assert metrics.confusion_matrix(ends, ends[::-1]).tolist() == [[0, 1], [1, 1]]
    assert metrics.accuracy_score([[0, 1], [1, 1]], [[0, 1], [1, 0]]) == 0.5
    assert metrics.matthews_corrcoef(np.array(["x", "y"], dtype=object), ["x", "y"]) == 1.0


@pytest.mark.filterwarnings("ignore:.*ill-defined")
def test_types_are_the_release_s() -> None:
    older, newer = (compat("sklearn", release).metrics for release in ("1.5.2", "1.9.1"))
    assert type(older.f1_score([1], [1])) is np.float64
    assert type(newer.f1_score([1], [1])) is float
    assert older.precision_recall_fscore_support([0, 1], [1, 0])[3].dtype == np.float64  # no item is right
    assert newer.precision_recall_fscore_support([0, 1], [1, 1])[3].dtype == np.int64


def test_releases_differ() -> None:
    """Of an empty input, and of a single class; and two arguments are newer."""
    older, newer = (compat("sklearn", release).metrics for release in ("1.5.2", "1.9.1"))
    assert math.isnan(older.accuracy_score([], []))
    with pytest.raises(ValueError, match="empty input"):
        newer.accuracy_score([], [])
    with pytest.raises(ValueError, match="Only one class"):
        older.roc_auc_score([1, 1], [0.5, 0.6])
    with pytest.raises(TypeError, match="replace_undefined_by"):
        older.cohen_kappa_score([1], [1], replace_undefined_by=0)
    with pytest.raises(TypeError, match="scale_by_half"):
        older.brier_score_loss([1], [1], scale_by_half=True)


@pytest.mark.filterwarnings("ignore:A single label was found")
def test_undefined_scores_are_warned_of(metrics: Any) -> None:
    warning = compat("sklearn").exceptions.UndefinedMetricWarning
    with pytest.warns(warning, match="Recall is ill-defined and being set to 0.0 due to no true samples"):
        assert metrics.recall_score([0], [1]) == 0
    with pytest.warns(warning, match="Precision .* in labels with no predicted samples"):
        metrics.precision_score(_GOLD, _PREDICTED, average="macro")
    with pytest.warns(warning, match="Jaccard .* in samples with no true or predicted labels"):
        metrics.jaccard_score([[0, 0], [0, 1]], [[0, 0], [0, 1]], average="samples")
    with pytest.warns(warning, match="only one label in common"):
        assert metrics.cohen_kappa_score([1, 2], [1, 3], labels=[1], replace_undefined_by=0.5) == 0.5


@pytest.mark.parametrize(
    ("name", "arguments", "options", "message"),
    [
        ("f1_score", ([0, 1], [0]), {}, "inconsistent numbers of samples"),
        ("f1_score", ([0, 1, 2], [0, 1, 1]), {}, "average='binary'"),
        ("f1_score", ([0, 1], [0, 1]), {"pos_label": 5}, "pos_label=5"),
        ("f1_score", ([0, 1], [0, 1]), {"average": "mean"}, "'average' parameter"),
        ("f1_score", ([0, 1], [0, 1]), {"average": "samples"}, "Samplewise"),
        ("f1_score", ([0.5, 1], [0, 1]), {}, "continuous and binary"),
        ("f1_score", (["a"], [1]), {}, "Mix of label input types"),
        ("f1_score", ([[0, 1]], [[0, 1, 1]]), {"average": "macro"}, "different numbers of labels"),
        ("f1_score", ([[1, 2]], [[2, 1]]), {"average": "macro"}, "rows of 0 and 1"),
        ("f1_score", ([[1, 2], [1]], [1, 2]), {}, "legacy multi-label"),
        ("fbeta_score", ([0, 1], [0, 1]), {"beta": -1}, "'beta' parameter"),
        ("jaccard_score", ([0], [0]), {"zero_division": math.nan}, "'zero_division' parameter"),
        ("accuracy_score", ([0, 1], [0, 1]), {"sample_weight": [0, 0]}, "non-zero"),
        ("accuracy_score", ([0, 1], [0, 1]), {"sample_weight": [[1, 1]] * 2}, "1D array or scalar"),
        ("confusion_matrix", ([0, 1], [0, 1]), {"labels": [3]}, "At least one label"),
        ("matthews_corrcoef", ([[0, 1]], [[0, 1]]), {}, "multilabel-indicator is not supported"),
        ("roc_auc_score", ([0, 1], [0.5, math.nan]), {}, "NaN"),
        ("roc_auc_score", ([0, 1, 2], [[0.1, 0.2, 0.7]] * 3), {}, "multi_class"),
        ("log_loss", ([0, 1], [0.5, 1.5]), {}, "greater than 1"),
        ("log_loss", ([1, 1], [0.5, 0.5]), {}, "only one label"),
        ("brier_score_loss", ([0, 1, 2], [0.5, 0.5, 0.5]), {}, "should be binary"),
        ("top_k_accuracy_score", ([0, 1, 2], [[1, 2]] * 3), {}, "Number of classes"),
        ("classification_report", ([0, 1], [0, 1]), {"target_names": ["x"]}, "target_names"),
    ],
)
def test_wrong_arguments_raise(
    name: str, arguments: tuple[Any, ...], options: dict[str, Any], message: str, metrics: Any
) -> None:
    with pytest.raises(ValueError, match=message):
        getattr(metrics, name)(*arguments, **options)


def test_what_depends_on_the_processor_is_refused(metrics: Any) -> None:
    weights = {"sample_weight": [0.1, 0.7], "normalize": False}
    with pytest.raises(NotImplementedError, match="multiples of 1/1024"):
        metrics.accuracy_score([0, 1], [0, 1], **weights)
    with pytest.raises(NotImplementedError, match="does not model log_loss"):
        metrics.log_loss([0, 1], [0.1, 0.7], **weights)
    with pytest.raises(ValueError, match="float32"):
        metrics.log_loss([0, 1], np.array([0.1, 0.7], dtype=np.float32))
    assert metrics.accuracy_score([0, 1], [0, 1], sample_weight=[0.5, 2], normalize=False) == 2.5


def test_imports_get_the_functions_which_survive_pickling() -> None:
    with replacing("sklearn", "1.5.2"):
        from sklearn.exceptions import UndefinedMetricWarning
        from sklearn.metrics import f1_score

        with pytest.raises(ImportError):
            from sklearn import svm  # noqa: F401
    with pytest.warns(UndefinedMetricWarning):
        f1_score([0], [0])
    assert pickle.loads(pickle.dumps(f1_score))([1], [1]) == 1.0  # noqa: S301 - our own bytes
    with pytest.raises(UnknownNameError, match=r"since 1\.5\.0"):
        compat("sklearn", "1.4.2")
    with pytest.raises(AttributeError, match=r"does not offer sklearn\.metrics\.silhouette_score"):
        compat("sklearn").metrics.silhouette_score  # noqa: B018
