"""Columns of any library as the input of a metric: stand-ins with the protocols, so that no library is needed."""

from __future__ import annotations

import io
from array import array
from collections import deque
from pathlib import Path
from typing import Any

import pytest

import samescore
from samescore import Corpus, InputError, Labels, ScoredLabels
from samescore.data.reference_orientation import corpus_of
from samescore.data.sequences import entries, texts
from tests.columns import data_of

_HYPOTHESES = ["the cat sat on a mat", "no"]
_REFERENCES = ["the cat sat on the mat", "no"]
_CORPUS = Corpus.from_segments(_HYPOTHESES, [[reference] for reference in _REFERENCES])


class _Listing:
    """A column that has its entries as a list by a method, as Arrow, polars and NumPy have."""

    def __init__(self, method: str, values: Any) -> None:
        setattr(self, method, lambda: values)


class _Array:
    """A column that converts itself to an array, as tensors do."""

    def __init__(self, values: list[Any]) -> None:
        self._values = values

    def __array__(self) -> Any:
        return _Listing("tolist", self._values)


class _Places:
    """A column that has a length and entries by place, and is no `Sequence`."""

    def __init__(self, values: list[Any]) -> None:
        self._values = values

    def __len__(self) -> int:
        return len(self._values)

    def __getitem__(self, place: int) -> Any:
        if not isinstance(place, int):
            raise TypeError("places are integers")
        return self._values[place]


class _Series(_Listing):
    """A column with row labels."""

    def __init__(self, values: list[Any], index: list[Any]) -> None:
        super().__init__("tolist", values)
        self.index = _Listing("tolist", index)


class _Scalar:
    """A number of another library."""

    def __init__(self, value: Any) -> None:
        self._value = value

    def tolist(self) -> Any:
        return self._value


class NAType:
    """What pandas writes for a missing value has this name."""


_COLUMNS: dict[str, Any] = {
    "list": list,
    "tuple": tuple,
    "deque": deque,
    "generator": iter,
    "to_pylist": lambda values: _Listing("to_pylist", list(values)),
    "to_list": lambda values: _Listing("to_list", list(values)),
    "tolist": lambda values: _Listing("tolist", list(values)),
    "__array__": lambda values: _Array(list(values)),
    "__getitem__": lambda values: _Places(list(values)),
    "Series": lambda values: _Series(list(values), [0, 1]),
}


@pytest.mark.parametrize("column", _COLUMNS.values(), ids=_COLUMNS)
def test_every_column_is_a_list_of_texts(column: Any) -> None:
    assert data_of("bleu", column(_HYPOTHESES), column(_REFERENCES)) == _CORPUS


_INNER = ("list", "tuple", "deque", "to_pylist", "to_list", "tolist", "__getitem__")


@pytest.mark.parametrize("name", _INNER)
def test_references_in_any_columns_are_lists_or_streams_by_their_lengths(name: str) -> None:
    column = _COLUMNS[name]
    assert corpus_of(_HYPOTHESES, column([column([reference]) for reference in _REFERENCES])) == _CORPUS
    assert corpus_of(_HYPOTHESES, column([column(_REFERENCES)])) == _CORPUS
    assert Corpus.from_segments(column(_HYPOTHESES), [[reference] for reference in _REFERENCES]) == _CORPUS
    assert Corpus.from_segments(_HYPOTHESES, column([column([reference]) for reference in _REFERENCES])) == _CORPUS
    assert Corpus.from_streams(column(_HYPOTHESES), column(_REFERENCES)) == _CORPUS


def test_streams_and_lists_of_segments_are_told_apart_by_their_lengths() -> None:
    streams = [["a", "b", "c"], ["x", "y", "z"]]
    segments = [["a", "x"], ["b", "y"], ["c", "z"]]
    hypotheses = ["1", "2", "3"]
    assert (
        corpus_of(hypotheses, streams) == corpus_of(hypotheses, segments) == Corpus.from_segments(hypotheses, segments)
    )
    ragged = [["a"], ["b", "y"], []]
    assert corpus_of(hypotheses, ragged) == Corpus.from_segments(hypotheses, ragged)
    assert corpus_of(hypotheses, [["a", None], ["b", "y"], ["c", None]]).reference_lines == (("a",), ("b", "y"), ("c",))


def test_lists_that_can_be_read_in_two_ways_are_an_error_that_names_both() -> None:
    with pytest.raises(InputError, match="2 lists of 2 texts for 2 hypotheses") as error:
        corpus_of(["1", "2"], [["a", "b"], ["c", "d"]])
    assert "Corpus.from_segments(hypotheses, references)" in error.value.hint
    assert "Corpus.from_streams(hypotheses, *references)" in error.value.hint
    same_either_way = [["a", "b"], ["b", "d"]]
    assert corpus_of(["1", "2"], same_either_way) == Corpus.from_segments(["1", "2"], same_either_way)
    assert corpus_of(["1"], [["a"]]) == Corpus.from_segments(["1"], [["a"]])
    assert corpus_of(["1"], [["a", "b"]]).reference_lines == (("a", "b"),)
    assert corpus_of([], []) == Corpus.from_segments([], [])


@pytest.mark.parametrize(
    ("references", "message"),
    [
        (["a"], "reference stream 0 has 1 lines but there are 3 hypotheses"),
        ([["a", "b"]], "reference stream 0 has 2 lines but there are 3 hypotheses"),
        ([["a"], ["b"]], "there are 3 hypotheses but references for 2 segments"),
        (["a", ["b"], "c"], r"references\[1\] is a list, but references\[0\] is a str"),
        ([["a"], None, ["c"]], r"references\[1\] is missing \(None\)"),
        ([["a"], ["b"], [float("nan")]], r"references\[2\]\[0\] is missing \(nan\)"),
        (["a", None, "c"], r"references\[1\] is missing \(None\)"),
        ([["a"], [["b"]], ["c"]], r"references\[1\]\[0\] is a list, not a string"),
    ],
)
def test_references_of_no_layout_are_an_error(references: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        corpus_of(["1", "2", "3"], references)


@pytest.mark.parametrize("missing", [None, float("nan"), NAType()])
def test_a_missing_text_is_an_error_that_names_the_row(missing: Any) -> None:
    with pytest.raises(InputError, match=r"hypotheses\[1\] is missing") as error:
        texts(_Listing("tolist", ["a", missing]), "hypotheses")
    assert "remove the row from both sides" in error.value.hint
    with pytest.raises(InputError, match=r"gold\[0\] is missing"):
        data_of("mcc", gold=[missing, 1], predicted=[1, 1])
    with pytest.raises(InputError, match=r"scores\[1\] is missing"):
        data_of("roc-auc", gold=[0, 1], scores=_Listing("to_list", [0.5, missing]))


@pytest.mark.parametrize(
    ("values", "message", "hint"),
    [
        ("the cat", "is a single str, not a list", "Corpus.read reads files"),
        (b"the cat", "is a single bytes, not a list", "wrap it in a list"),
        ({"a", "b"}, "is a set, not a list", "the order of segments matters"),
        ({"a": 1}, "is a dict, not a list", "the order of segments matters"),
        (io.StringIO("a\n"), "is a file, not a list", "Corpus.read"),
        (Path("hyp.txt"), "is a file, not a list", "Corpus.read"),
        (5, r"is 5 \(int\), not a list", "an array or a column"),
        (_Scalar("a"), "is a single value", "wrap it"),
        (type("Frame", (), {"columns": ["a"]})(), r"is a table \(Frame\), not a column", "select one"),
        (type("Rows", (), {"column_names": ["a"]})(), r"is a table \(Rows\), not a column", "select one"),
        ([b"a"], r"\[0\] is bytes, not a string", "decode it"),
        ([["a"]], r"\[0\] is a list, not a string", "from_tokens"),
        (["a", 3], r"\[1\] is 3 \(int\), not a string", "pass text"),
    ],
)
def test_invalid_columns_of_texts_are_refused_with_a_remedy(values: Any, message: str, hint: str) -> None:
    with pytest.raises(InputError, match=f"hypotheses{message}" if message.startswith("\\[") else message) as error:
        texts(values, "hypotheses")
    assert hint in error.value.hint


def test_rows_in_another_order_are_an_error() -> None:
    hypotheses = _Series(["a", "b"], ["x", "y"])
    with pytest.raises(InputError, match="the same row labels in a different order"):
        corpus_of(hypotheses, _Series(["b", "a"], ["y", "x"]))
    assert corpus_of(hypotheses, _Series(["a", "b"], ["x", "y"])) == corpus_of(["a", "b"], ["a", "b"])
    assert corpus_of(hypotheses, ["b", "a"]) == corpus_of(["a", "b"], ["b", "a"])


def test_rows_of_labels_in_another_order_are_an_error() -> None:
    gold = _Series([1, 0, 1, 0], [0, 1, 2, 3])
    with pytest.raises(InputError, match=r"^gold and scores have the same row labels in a different order") as error:
        data_of("roc-auc", gold=gold, scores=_Series([0.1, 0.2, 0.8, 0.9], [1, 3, 2, 0]))
    assert error.value.hint.startswith("sort one like the other (scores.loc[gold.index])")
    with pytest.raises(InputError, match=r"^gold and predicted have the same row labels in a different order"):
        data_of("mcc", gold=gold, predicted=_Series([0, 1, 0, 1], [3, 2, 1, 0]))
    in_order = _Series([0.9, 0.1, 0.8, 0.2], [0, 1, 2, 3])
    assert data_of("roc-auc", gold=gold, scores=in_order) == ScoredLabels([1, 0, 1, 0], [0.9, 0.1, 0.8, 0.2])


def test_rows_of_streams_in_another_order_are_an_error() -> None:
    texts_in_order: Any = _Series(list("abc"), [0, 1, 2])
    shuffled: Any = _Series(list("cab"), [2, 0, 1])
    of_shuffled_segments: Any = _Series([["c"], ["a"], ["b"]], [2, 0, 1])
    for column in (texts_in_order, list("abc")):
        with pytest.raises(InputError, match=r"references\[1\] have the same row labels in a different order"):
            corpus_of(column, [texts_in_order, shuffled])
        with pytest.raises(InputError, match=r"streams\[1\] have the same row labels in a different order"):
            Corpus.from_streams(column, texts_in_order, shuffled)
    with pytest.raises(InputError, match="the same row labels in a different order"):
        Corpus.from_segments(texts_in_order, of_shuffled_segments)
    of_segments = [_Series(["a"], [7]), _Series(["b"], [8]), _Series(["c"], [9])]
    assert corpus_of(texts_in_order, of_segments) == Corpus.from_segments(list("abc"), [["a"], ["b"], ["c"]])


@pytest.mark.parametrize(
    ("labels", "others", "message"),
    [
        ([0], [1], "different row labels: row 0 is 0 in gold but 1 in predicted"),
        ([0, 1], [1, 2], "different row labels: row 0 is 0 in gold but 1 in predicted"),
        ([0, 0, 1], [0, 1, 1], "different row labels: row 1 is 0 in gold but 1 in predicted"),
        (["a", "b"], [0, 1], "different row labels: row 0 is 'a' in gold but 0 in predicted"),
        ([(0, 1), (0, 2)], [(0, 1), (1, 1)], r"different row labels: row 1 is \(0, 2\) in gold but \(1, 1\)"),
        ([NAType(), 1], [2, 1], "different row labels: row 0 is None in gold but 2 in predicted"),
        ([(0, float("nan")), (0, 2)], [(0, 2), (0, float("nan"))], "the same row labels in a different order"),
    ],
)
def test_different_row_labels_are_an_error_that_names_the_row(labels: Any, others: Any, message: str) -> None:
    values = [1] * len(labels)
    with pytest.raises(InputError, match=message) as error:
        data_of("mcc", gold=_Series(values, labels), predicted=_Series(values, others))
    assert "if row i of gold does belong to row i of predicted, pass both with .tolist()" in error.value.hint


def test_repeated_row_labels_in_another_order_are_not_to_be_looked_up() -> None:
    with pytest.raises(InputError, match="the same row labels in a different order") as error:
        data_of("mcc", gold=_Series([1, 0, 1], [0, 0, 1]), predicted=_Series([1, 0, 1], [0, 1, 0]))
    assert error.value.hint.startswith("make the row labels unique (reset_index)")


@pytest.mark.parametrize(
    ("labels", "others"),
    [
        ([0, 0, 1], [0, 0, 1]),
        ([float("nan"), 1.0], [float("nan"), 1]),
        ([NAType(), "a"], [NAType(), "a"]),
        ([(0, float("nan")), (0, 1)], [(0, float("nan")), (0, 1)]),
        ([], []),
    ],
)
def test_equal_row_labels_pass(labels: list[Any], others: list[Any]) -> None:
    values = [1] * len(labels)
    columns = {"gold": _Series(values, labels), "predicted": _Series(values, others)}
    assert data_of("mcc", **columns) == Labels(values, values)


def test_columns_of_different_lengths_are_told_so() -> None:
    with pytest.raises(InputError, match="2 gold labels but 1 predicted labels"):
        data_of("mcc", gold=_Series([1, 0], [0, 1]), predicted=_Series([1], [0]))


def test_a_text_of_a_subclass_becomes_a_text() -> None:
    named = type("Named", (str,), {})
    assert list(map(type, texts([named("a"), "b"], "hypotheses"))) == [str, str]


@pytest.mark.parametrize(
    "column",
    [
        [1, 0, 1],
        (1, 0, 1),
        [True, False, True],
        [_Scalar(1), _Scalar(0), _Scalar(1)],
        array("b", [1, 0, 1]),
        memoryview(array("q", [1, 0, 1])),
        _Listing("tolist", [1, 0, 1]),
        _Listing("to_pylist", [True, False, True]),
        _Array([1, 0, 1]),
        iter([1, 0, 1]),
    ],
    ids=lambda column: type(column).__name__,
)
def test_every_column_of_labels_is_the_same_labels(column: Any) -> None:
    assert data_of("mcc", gold=column, predicted=[1, 1, 0]) == Labels([1, 0, 1], [1, 1, 0])


def test_labels_are_strings_or_integers() -> None:
    assert data_of("mcc", gold=_Listing("tolist", ["a", "b"]), predicted=("b", "a")) == Labels(["a", "b"], ["b", "a"])
    with pytest.raises(InputError, match=r"gold\[1\] is 0.5 \(float\), not a label"):
        data_of("mcc", gold=[1, 0.5], predicted=[1, 1])
    with pytest.raises(InputError, match=r"gold\[1\] is True \(bool\), not a label"):
        data_of("mcc", gold=[1, True], predicted=[1, 1])  # not clearly one or the other


def test_scores_of_a_classifier_are_numbers() -> None:
    expected = ScoredLabels([0, 1], [0.25, 0.5])
    assert data_of("roc-auc", gold=[False, True], scores=[_Scalar(0.25), 0.5]) == expected
    assert data_of("roc-auc", gold=_Array([0, 1]), scores=_Listing("tolist", [0.25, 0.5])) == expected


def test_labels_are_named_because_packages_disagree_on_their_order() -> None:
    for arguments in (([1], [1]), ([1],)):
        with pytest.raises(InputError, match="which side comes first differs") as error:
            data_of("mcc", *arguments)
        assert error.value.hint == "name both: gold=..., predicted=..."


@pytest.mark.parametrize(
    ("metric", "columns", "message"),
    [
        ("bleu", {"hypotheses": ["a"]}, "bleu needs references"),
        ("bleu", {"references": ["a"]}, "bleu needs hypotheses"),
        ("bleu", {"gold": ["a"], "predicted": ["a"]}, "bleu takes no gold, predicted"),
        ("mcc", {"gold": ["a"]}, "mcc needs predicted"),
        ("mcc", {"gold": [1], "scores": [1]}, "mcc takes no scores"),
        ("bleu", {"hypotheses": _CORPUS, "references": ["a"]}, "Corpus holds the whole input, but references"),
        ("perplexity", {"hypotheses": ["a"]}, "perplexity takes TokenLogProbs, not columns"),
    ],
)
def test_columns_that_a_metric_does_not_take_are_an_error(metric: str, columns: dict[str, Any], message: str) -> None:
    with pytest.raises(samescore.SamescoreError, match=message):
        data_of(metric, **columns)


def test_a_metric_that_needs_no_references_takes_texts_alone() -> None:
    assert data_of("distinct", ("a b", "c")) == Corpus.from_segments(["a b", "c"], [[], []])


def test_a_list_is_not_copied_and_an_iterator_is_read_once() -> None:
    column = ["a"]
    assert entries(column, "x") is column
    iterator = iter("ab")
    assert entries(iterator, "x") == ["a", "b"]
    assert entries(iterator, "x") == []


@pytest.mark.parametrize("scale", [1, 1.0, "1", _Scalar(1)])
def test_a_scale_is_a_number_or_its_text(scale: Any) -> None:
    result = samescore.score("bleu", _HYPOTHESES, _REFERENCES, scale=scale)
    assert result.signature.endswith("|scale:1")
    liked = samescore.score(
        "bleu", _HYPOTHESES, _REFERENCES, like="sacrebleu.corpus_bleu(lowercase=true)", case="lower"
    )
    assert liked.signature.endswith("|scale:100")
    for hundred in (100, "100", 100.0, _Scalar(100)):
        assert samescore.score("bleu", _HYPOTHESES, _REFERENCES, scale=hundred).signature.endswith("|scale:100")
    for wrong in (True, 2, 1.5, float("nan"), float("inf"), 10**400):
        with pytest.raises(samescore.SettingsError, match=r"scale=.* is not allowed"):
            samescore.score("bleu", _HYPOTHESES, _REFERENCES, scale=wrong)


@pytest.mark.parametrize("scale", [1, "1"])
@pytest.mark.slow
def test_a_scale_is_a_number_or_its_text_in_checks_and_claims(scale: Any) -> None:
    def bleu(hypotheses: list[str], references: list[list[str]]) -> float:
        corpus = Corpus.from_segments(hypotheses, references)
        return samescore.score("bleu", corpus, scale="1").value

    assert samescore.check_implementation(bleu, "bleu", settings={"scale": scale}, fresh=0).exit_code == 0
    number = f"{bleu(_HYPOTHESES, [[reference] for reference in _REFERENCES]):.6f}"
    found = samescore.audit("BLEU", _HYPOTHESES, _REFERENCES, published=number, scale=scale)
    assert found.findings[0].verdict.value == "as stated"


def test_knobs_are_scalars_and_arrays_of_other_libraries() -> None:
    one = samescore.score(
        "bleu",
        _HYPOTHESES,
        _REFERENCES,
        auto_reweigh=_Scalar(False),
        max_order=_Scalar(2),
        weights=_Scalar([0.5, 0.5]),
        smoothing="floor",
        floor_value=_Scalar(0.25),
    )
    other = samescore.score(
        "bleu",
        _HYPOTHESES,
        _REFERENCES,
        auto_reweigh=False,
        max_order=2,
        weights=[0.5, 0.5],
        smoothing="floor",
        floor_value=0.25,
    )
    assert one.signature == other.signature
    assert (
        samescore.score("f1", gold=[1, 0], predicted=[1, 1], positive=_Scalar(1)).settings.as_dict()["positive"] == "1"
    )
