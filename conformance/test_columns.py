"""Columns of the libraries themselves, where they are installed, give the numbers of plain lists."""

from __future__ import annotations

from typing import Any

import pytest

import samescore

_HYPOTHESES = ["the cat sat on a mat", "no", "猫は外にいる"]
_REFERENCES = ["the cat sat on the mat", "no", "猫は外だ"]
_LISTS = [[reference] for reference in _REFERENCES]
_GOLD, _PREDICTED, _SCORES = [1, 0, 1, 1], [1, 1, 0, 1], [0.75, 0.25, 0.5, 0.125]


def _library(name: str) -> Any:
    return pytest.importorskip(name, reason=f"{name} is not installed")


def _same(hypotheses: Any, references: Any) -> None:
    """Assert that the columns have the same score as the lists."""
    expected = samescore.score("chrf", samescore.Corpus.from_segments(_HYPOTHESES, _LISTS)).value
    assert samescore.score("chrf", hypotheses, references).value == expected


def _same_labels(gold: Any, predicted: Any, scores: Any) -> None:
    assert (
        samescore.score("mcc", gold=gold, predicted=predicted).value
        == samescore.score("mcc", samescore.Labels(_GOLD, _PREDICTED)).value
    )
    assert (
        samescore.score("roc-auc", gold=gold, scores=scores).value
        == samescore.score("roc-auc", samescore.ScoredLabels(_GOLD, _SCORES)).value
    )


def _missing(column: Any) -> None:
    with pytest.raises(samescore.InputError, match=r"hypotheses\[1\] is missing"):
        samescore.score("chrf", column, ["a", "b"])


def test_numpy() -> None:
    numpy = _library("numpy")
    for kind in ("str", "object"):
        _same(numpy.array(_HYPOTHESES, dtype=kind), numpy.array(_REFERENCES, dtype=kind))
    _same(_HYPOTHESES, numpy.array([_REFERENCES]))
    _same(_HYPOTHESES, [numpy.array([reference]) for reference in _REFERENCES])
    for kind in ("int8", "int64", "uint8", "bool", "object"):
        _same_labels(numpy.array(_GOLD, kind), numpy.array(_PREDICTED, kind), numpy.array(_SCORES))
    _same_labels(list(numpy.array(_GOLD)), [bool(label) for label in _PREDICTED], numpy.array(_SCORES, "float32"))
    for kind in ("int64", "bool"):
        with pytest.raises(samescore.InputError, match=r"gold\[1\] is missing"):
            samescore.score("mcc", gold=numpy.ma.array(_GOLD, mask=[0, 1, 0, 0], dtype=kind), predicted=_PREDICTED)
    with pytest.raises(samescore.InputError, match="scores is a masked array"):
        samescore.ScoredLabels(_GOLD, numpy.ma.array(_SCORES, mask=[0, 1, 0, 0]))
    _missing(["a", numpy.ma.masked])
    _same_labels(numpy.ma.array(_GOLD), numpy.ma.array(_PREDICTED), numpy.ma.array(_SCORES))
    for kind in ("datetime64[ns]", "datetime64[D]", "timedelta64[ns]"):
        times = numpy.array(_GOLD, "int64").astype(kind)
        for column in (times, list(times)):
            with pytest.raises(samescore.InputError, match=r"gold\[0\] is a \w+, not a label"):
                samescore.score("mcc", gold=column, predicted=_PREDICTED)
            with pytest.raises(samescore.InputError, match=r"scores\[0\] is a \w+, not a number"):
                samescore.score("roc-auc", gold=_GOLD, scores=column)
        with pytest.raises(samescore.InputError, match="gold is a single value"):
            samescore.score("mcc", gold=times[0].reshape(()), predicted=_PREDICTED)
    with_nul = [numpy.str_("a\0"), numpy.str_("a")]
    assert samescore.score("accuracy", gold=with_nul, predicted=["a", "a"]).value == 0.5
    for scale in (numpy.int64(1), numpy.float32(1), numpy.str_("1")):
        assert samescore.score("bleu", ["a"], ["a"], scale=scale).signature.endswith("|scale:1")
    on = samescore.score("bleu", ["a"], ["a"], effective_order=numpy.bool_(True), max_order=numpy.int32(4))
    assert on.signature == samescore.score("bleu", ["a"], ["a"], effective_order=True).signature


def test_pandas() -> None:
    pandas = _library("pandas")
    for kind in ("object", "string", "category"):
        _same(pandas.Series(_HYPOTHESES, dtype=kind), pandas.Series(_REFERENCES, dtype=kind))
    _same(pandas.Index(_HYPOTHESES), pandas.Series(_LISTS))
    _same_labels(pandas.Series(_GOLD), pandas.Series(_PREDICTED, dtype="Int8"), pandas.Series(_SCORES))
    for missing in (None, float("nan"), pandas.NA):
        _missing(pandas.Series(["a", missing]))
        _missing(pandas.Series(["a", missing], dtype="string"))
    for kind, values in {"Int64": [1, None], "boolean": [True, None], "category": [1, None]}.items():
        with pytest.raises(samescore.InputError, match=r"gold\[1\] is missing"):
            samescore.score("mcc", gold=pandas.Series(values, dtype=kind), predicted=[1, 0])
    with pytest.raises(samescore.InputError, match="hypotheses is a StringMethods, not a list"):
        samescore.score("chrf", pandas.Series(_HYPOTHESES).str, _REFERENCES)
    frame = pandas.DataFrame({"hypothesis": _HYPOTHESES, "reference": _REFERENCES})
    with pytest.raises(samescore.InputError, match="is a table"):
        samescore.score("chrf", frame, _REFERENCES)
    with pytest.raises(samescore.InputError, match="row labels in a different order"):
        samescore.score("chrf", frame["hypothesis"], frame["reference"].iloc[::-1])
    for sorted_columns in (
        {"predicted": pandas.Series(_PREDICTED).sort_values()},
        {"scores": pandas.Series(_SCORES).sort_values()},
    ):
        with pytest.raises(samescore.InputError, match="row labels in a different order"):
            samescore.score(
                "roc-auc" if "scores" in sorted_columns else "mcc", gold=pandas.Series(_GOLD), **sorted_columns
            )
    with pytest.raises(samescore.InputError, match=r"references\[1\] have the same row labels in a different order"):
        samescore.score("chrf", _HYPOTHESES, [frame["reference"], frame["reference"].iloc[::-1]])
    with pytest.raises(
        samescore.InputError, match="different row labels: row 0 is 0 in hypotheses but 1 in references"
    ):
        samescore.score("chrf", frame["hypothesis"][[0]], frame["reference"][[1]])
    pairs = frame.set_index(pandas.MultiIndex.from_tuples([(0, 1), (0, None), (1, 1)]))
    _same(pairs["hypothesis"], pairs["reference"])
    with pytest.raises(samescore.InputError, match="row labels in a different order"):
        samescore.score("chrf", pairs["hypothesis"], pairs["reference"].iloc[::-1])
    kept = frame[frame["hypothesis"] != "no"]
    expected = samescore.score("chrf", _HYPOTHESES[::2], _REFERENCES[::2]).value
    assert samescore.score("chrf", kept["hypothesis"], kept["reference"]).value == expected


def test_results_as_data_frames() -> None:
    _library("pandas")
    compared = samescore.diff("chrf", _HYPOTHESES, _REFERENCES, implementations=["native", "native:sacrebleu"])
    frame = compared.to_pandas()
    assert list(frame["name"]) == [row.name for row in compared.rows]
    assert list(frame["number"]) == [row.number for row in compared.rows]


def test_polars() -> None:
    polars = _library("polars")
    _same(polars.Series(_HYPOTHESES), polars.Series(_REFERENCES))
    _same(polars.Series(_HYPOTHESES), polars.Series(_LISTS))
    _same_labels(polars.Series(_GOLD), polars.Series([bool(label) for label in _PREDICTED]), polars.Series(_SCORES))
    _missing(polars.Series(["a", None]))
    with pytest.raises(samescore.InputError, match="is a table"):
        samescore.score("chrf", polars.DataFrame({"a": _HYPOTHESES}), _REFERENCES)


def test_arrow() -> None:
    arrow = _library("pyarrow")
    _same(arrow.array(_HYPOTHESES), arrow.chunked_array([_REFERENCES[:1], _REFERENCES[1:]]))
    _same(arrow.array(_HYPOTHESES), arrow.array(_LISTS))
    _same_labels(arrow.array(_GOLD), arrow.array(_PREDICTED), arrow.array(_SCORES))
    _missing(arrow.array(["a", None]))
    with pytest.raises(samescore.InputError, match="is a table"):
        samescore.score("chrf", arrow.table({"a": _HYPOTHESES}), _REFERENCES)


def test_datasets() -> None:
    datasets = _library("datasets")
    dataset = datasets.Dataset.from_dict({"hypothesis": _HYPOTHESES, "reference": _REFERENCES, "several": _LISTS})
    _same(dataset["hypothesis"], dataset["reference"])
    _same(dataset["hypothesis"], dataset["several"])
    _same(dataset[:]["hypothesis"], dataset[:]["several"])
    with pytest.raises(samescore.InputError, match="is a table"):
        samescore.score("chrf", dataset, _REFERENCES)


def test_torch() -> None:
    torch = _library("torch")
    _same_labels(torch.tensor(_GOLD), torch.tensor(_PREDICTED), torch.tensor(_SCORES))
    _same_labels(list(torch.tensor(_GOLD)), torch.tensor(_PREDICTED).bool(), torch.tensor(_SCORES, dtype=torch.float64))
    assert samescore.score("bleu", ["a"], ["a"], scale=torch.tensor(1)).signature.endswith("|scale:1")
    assert samescore.score("bleu", ["a"], ["a"], effective_order=torch.tensor(True)).settings.as_dict()[
        "effective_order"
    ]
