"""seqeval's names backed by native metrics: numbers worked by hand, schemes, warnings and what is refused; and entities."""

from __future__ import annotations

from typing import Any

import pytest

import samescore
from samescore.base.errors import MetricError, SettingsError, UnknownNameError
from samescore.compat import compat, replacing

np = pytest.importorskip("numpy", reason="seqeval's functions return numbers and arrays of NumPy")

_GOLD, _PREDICTED = [["B-A", "I-A", "O", "B-B"], ["B-A"]], [["B-A", "I-A", "O", "I-C"], ["B-A"]]


@pytest.fixture
def seqeval() -> Any:
    return compat("seqeval")


@pytest.mark.filterwarnings("ignore:.*ill-defined")
def test_scores_of_types_are_the_shares(seqeval: Any) -> None:
    """A: two of two; B: none of one in gold; C: none of one in the predictions."""
    precision, recall, f, support = seqeval.metrics.sequence_labeling.precision_recall_fscore_support(_GOLD, _PREDICTED)
    assert (precision.tolist(), recall.tolist(), f.tolist()) == ([1, 0, 0], [1, 0, 0], [1, 0, 0])
    assert support.tolist() == [2, 1, 0]
    assert seqeval.metrics.f1_score(_GOLD, _PREDICTED) == 2 / 3
    assert seqeval.metrics.f1_score(_GOLD, _PREDICTED, average="macro") == 1 / 3
    report = seqeval.metrics.classification_report(_GOLD, _PREDICTED, output_dict=True)
    assert report["B"] == {"precision": 0, "recall": 0, "f1-score": 0, "support": 1}
    assert seqeval.metrics.accuracy_score(_GOLD, _PREDICTED) == 4 / 5
    assert seqeval.metrics.performance_measure(_GOLD, _PREDICTED) == {"TP": 3, "FP": 1, "FN": 0, "TN": 1}


def test_a_scheme_reads_strictly(seqeval: Any) -> None:
    gold, predicted = [["B-A", "I-A"]], [["I-A", "I-A"]]
    strict = {"mode": "strict", "zero_division": 0}
    assert seqeval.metrics.f1_score(gold, predicted) == 1
    assert seqeval.metrics.f1_score(gold, predicted, scheme=seqeval.scheme.IOB2, **strict) == 0
    assert seqeval.metrics.f1_score(gold, predicted, scheme=seqeval.scheme.IOB1, **strict) == 0
    assert seqeval.metrics.f1_score(gold, predicted, **strict) == 1  # without a scheme, mode is not looked at
    assert "0.00" in seqeval.metrics.classification_report(gold, predicted, **strict)
    with pytest.raises(NotImplementedError, match="IOB1, IOB2"):
        seqeval.metrics.f1_score(gold, predicted, scheme=type("BMES", (), {}), **strict)


def test_entities_have_positions_over_all_sentences(seqeval: Any) -> None:
    get_entities = seqeval.metrics.sequence_labeling.get_entities
    assert get_entities(["B-A", "I-A", "O", "B-B"]) == [("A", 0, 1), ("B", 3, 3)]
    assert get_entities([["B-A", "I-A"], ["O", "B-B"]]) == [("A", 0, 1), ("B", 4, 4)]
    with pytest.warns(UserWarning, match="A seems not to be NE tag"):
        get_entities(["A"])
    with pytest.warns(UserWarning, match="seems not to be NE tag"), pytest.raises(IndexError):
        get_entities([""])


@pytest.mark.parametrize(
    ("sides", "options", "error"),
    [
        (([], []), {}, TypeError),
        (([("O",)], [("O",)]), {}, TypeError),
        (([["O"]], [["O", "O"]]), {}, ValueError),
        (([["O"]], [["O"]]), {"average": "samples"}, ValueError),
    ],
)
def test_wrong_inputs_raise(sides: Any, options: Any, error: type[Exception], seqeval: Any) -> None:
    with pytest.raises(error):
        seqeval.metrics.f1_score(*sides, **options)


def test_undefined_scores_are_warned_of(seqeval: Any) -> None:
    warning = compat("sklearn").exceptions.UndefinedMetricWarning
    with pytest.warns(warning, match="Precision is ill-defined .* due to no predicted samples"):
        assert seqeval.metrics.precision_score([["B-A"]], [["O"]]) == 0
    with pytest.raises(NotImplementedError, match="beta=2"):
        seqeval.metrics.v1.precision_recall_fscore_support([["O"]], [["O"]], beta=2, scheme=seqeval.scheme.IOB2)


def test_imports_get_the_functions() -> None:
    with replacing("seqeval", "1.2.0"):
        from seqeval.metrics import f1_score
        from seqeval.scheme import IOB2

        with pytest.raises(ImportError):
            from seqeval import reporters  # noqa: F401
    assert f1_score([["B-A"]], [["B-A"]], mode="strict", scheme=IOB2) == 1
    with pytest.raises(UnknownNameError, match=r"since 1\.2\.0"):
        compat("seqeval", "1.1.1")


def test_readers_differ() -> None:
    """Of I-A after O, seqeval and AllenNLP read an entity, and IOB2 reads none; of B-B after B-A all do."""
    tags = [["O", "I-A", "O", "B-A", "B-B", "I-B"]]
    read = {
        like: [(entity.type, entity.first, entity.last) for entity in samescore.entities(tags, like=like)]
        for like in ("seqeval", "allennlp-spans.span_f1", "seqeval.f1_score_strict")
    }
    strict = [("A", (0, 3), (0, 3)), ("B", (0, 4), (0, 5))]
    assert read["seqeval"] == read["allennlp-spans.span_f1"] == [("A", (0, 1), (0, 1)), *strict]
    assert read["seqeval.f1_score_strict"] == strict == samescore.entities(tags, scheme="iob2")


def test_entities_are_refused_for_what_is_not_read() -> None:
    with pytest.raises(SettingsError, match="conlleval"):
        samescore.entities([["O"]], scheme="conlleval")
    with pytest.raises(MetricError, match="prefix"):
        samescore.entities([["X-A"]], scheme="iob2")
