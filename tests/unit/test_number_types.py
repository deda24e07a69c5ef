"""A column that does not hold doubles: what it says of its numbers, and who is not followed for it."""

from __future__ import annotations

import copy
import pickle
from array import array
from pathlib import Path
from typing import Any

import pytest

import samescore
from samescore import InputError, ScoredLabels
from samescore.data.class_scores import ClassScores
from samescore.data.comparison import Comparison, Numbers
from samescore.data.input_files import InputFiles
from samescore.data.likelihoods import Choices, TokenLogProbs
from samescore.data.number_types import number_types, number_types_of
from samescore.data.ratings import Ratings
from samescore.implementations.base import limits
from samescore.verbs.inputs.settings import settings_for
from samescore.verbs.scoring.score import score_files

_LOG_LOSS = "sklearn==1.9.1.log_loss"
_SINGLES = array("f", [0.0, 0.9])
_GOLD = [1, 0]


class _Type:
    """What the column of a library says of its numbers."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __str__(self) -> str:
        return self._text


class _Column(list):  # type: ignore[type-arg]  # not subscriptable at run time
    """A column of such a library: its list has Python's own numbers."""

    def __init__(self, values: list[Any], text: str, attribute: str = "dtype") -> None:
        super().__init__(values)
        setattr(self, attribute, _Type(text))

    def tolist(self) -> list[Any]:
        return list(self)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("float64", ()),
        ("Float64", ()),
        ("double", ()),
        ("double[pyarrow]", ()),
        ("torch.float64", ()),
        ("int64", ()),
        ("Int64", ()),
        ("object", ()),
        ("string", ()),
        ("float32", ("float32",)),
        ("Float32", ("float32",)),
        ("float", ("float32",)),
        ("float[pyarrow]", ("float32",)),
        ("halffloat", ("float16",)),
        ("torch.float32", ("float32",)),
        ("torch.bfloat16", ("bfloat16",)),
        ("torch.half", ("float16",)),
        ("float128", ("float128",)),
        ("longdouble", ("longdouble",)),
        ("uint8", ("uint8",)),
        ("UInt64", ("uint64",)),
        ("bool", ("bool",)),
        ("boolean", ("bool",)),
        ("Sparse[float32, nan]", ("float32",)),
        ("list<item: float>", ("float32",)),
        ("dictionary<values=float, indices=int32, ordered=0>", ("float32", "int32")),
    ],
)
def test_a_column_says_the_type_of_its_numbers(text: str, names: tuple[str, ...]) -> None:
    assert number_types(_Column([0.5], text)) == names


def test_a_buffer_says_it_by_its_format() -> None:
    assert number_types(array("d", [0.5])) == number_types(array("q", [1])) == ()
    assert number_types(array("f", [0.5])) == number_types(memoryview(array("f", [0.5]))) == ("float32",)
    assert number_types(array("B", [1])) == ("uint8",)
    assert number_types(memoryview(b"\1").cast("?")) == ("bool",)


def test_lists_are_looked_through() -> None:
    assert number_types([0.5, 1, None, "inf"]) == number_types([]) == number_types("text") == number_types(None) == ()
    assert number_types([[0.5, 1], (2.5,)]) == ()
    assert number_types([[0.5], _Column([0.5], "float32")]) == ("float32",)
    assert number_types([0.5, _Column([], "float16")], array("f")) == ("float16", "float32")


def test_a_scalar_or_a_column_of_arrow_says_it_by_its_type() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    assert number_types(pyarrow.array([0.5], pyarrow.float32())) == ("float32",)
    assert number_types(pyarrow.chunked_array([[0.5]], pyarrow.float16())) == ("float16",)
    assert number_types([pyarrow.scalar(0.5, pyarrow.float32())]) == ("float32",)
    assert number_types(pyarrow.array([0.5])) == ()


def test_a_categorical_column_has_the_type_of_its_categories() -> None:
    pandas = pytest.importorskip("pandas")
    assert number_types(pandas.Series([0.5, 0.25], dtype="float32").astype("category")) == ("float32",)


def _inputs(numbers: Any) -> list[Any]:
    """An input of each kind that has numbers, two items each."""
    return [
        ScoredLabels(_GOLD, numbers),
        ScoredLabels(_GOLD, numbers, [1, 1]),
        ScoredLabels(_GOLD, [0, 1], numbers),
        samescore.Labels(["a", "b"], ["a", "a"], numbers),
        ClassScores(["a", "b"], ["a"], _Rows(numbers)),
        Ratings(numbers, [1, 2]),
        Ratings([1, 2], numbers),
        Comparison("mean", [Numbers(numbers), Numbers([1, 2])]),
    ]


class _Rows(list):  # type: ignore[type-arg]
    """A table of one row."""

    def __init__(self, row: Any) -> None:
        super().__init__([row.tolist() if hasattr(row, "tolist") else row])
        self.dtype = getattr(row, "dtype", None)
        if isinstance(row, array):
            self.dtype = _Type("float32" if row.typecode == "f" else "float64")

    def tolist(self) -> list[Any]:
        return list(self)


def test_every_kind_of_input_with_numbers_remembers_their_types() -> None:
    assert [number_types_of(data) for data in _inputs(array("d", [0.0, 0.5]))] == [()] * 8
    assert [number_types_of(data) for data in _inputs(array("f", [0.0, 0.5]))] == [("float32",)] * 8


def test_the_types_are_no_part_of_the_value_but_of_its_copies() -> None:
    for doubles, singles in zip(_inputs(array("d", [0.0, 0.5])), _inputs(array("f", [0.0, 0.5])), strict=True):
        assert doubles == singles
        assert repr(doubles) == repr(singles)
        assert doubles.plain() == singles.plain()
        pickled = pickle.loads(pickle.dumps(singles))  # noqa: S301 - our own
        for copied in (copy.copy(singles), copy.deepcopy(singles), pickled):
            assert number_types_of(copied) == ("float32",)


def test_a_package_is_not_followed_for_numbers_that_it_computes_with_otherwise() -> None:
    message = "numbers of type float32, for which log_loss may compute a different score than for float64"
    with pytest.raises(InputError, match=message):
        samescore.score("log-loss", gold=_GOLD, scores=_SINGLES, like=_LOG_LOSS)
    with pytest.raises(InputError, match=message):
        samescore.score("log-loss", ScoredLabels(_GOLD, _SINGLES), like=_LOG_LOSS)
    with pytest.raises(InputError, match=message):
        samescore.explain("log-loss", gold=_GOLD, scores=_SINGLES, first=f"native:{_LOG_LOSS}", second="native")
    with pytest.raises(InputError, match=message):
        samescore.explain("log-loss", gold=_GOLD, scores=_SINGLES, first=f"native:{_LOG_LOSS}")
    rows = samescore.diff(
        "log-loss", gold=_GOLD, scores=array("f", [0.25, 0.75]), implementations=["native", f"native:{_LOG_LOSS}"]
    ).rows
    assert [row.outcome.value is None for row in rows] == [False, True]
    assert "float32" in rows[1].outcome.text


def test_the_hint_says_what_to_do() -> None:
    with pytest.raises(InputError) as caught:
        samescore.score("log-loss", gold=_GOLD, scores=_SINGLES, like=_LOG_LOSS)
    assert "convert" in f"{caught.value.message} {caught.value.hint}"
    assert "float64" in f"{caught.value.message} {caught.value.hint}"


def test_a_package_that_ranks_is_followed() -> None:
    singles, doubles = array("f", [0.1, 0.9, 0.4]), [0.1, 0.9, 0.4]
    like = "sklearn==1.9.1.roc_auc_score"
    followed = samescore.score("roc-auc", gold=[0, 1, 1], scores=singles, like=like)
    assert followed.value == samescore.score("roc-auc", gold=[0, 1, 1], scores=doubles, like=like).value


def test_the_native_metric_scores_the_doubles_that_equal_the_numbers() -> None:
    singles = array("f", [0.1, 0.9])
    of_singles = samescore.score("log-loss", gold=[0, 1], scores=singles).value
    assert of_singles == samescore.score("log-loss", gold=[0, 1], scores=list(singles)).value
    assert of_singles != samescore.score("log-loss", gold=[0, 1], scores=[0.1, 0.9]).value, "0.1 is another number"


def test_scalars_of_a_library_in_a_list_count_as_their_type() -> None:
    numpy = pytest.importorskip("numpy")
    scores = [numpy.float32(0.25), numpy.float32(0.75)]
    with pytest.raises(InputError, match="float32"):
        samescore.score("log-loss", gold=_GOLD, scores=scores, like=_LOG_LOSS)
    with pytest.raises(InputError, match="float32"):
        samescore.score("log-loss", gold=_GOLD, scores=iter(scores), like=_LOG_LOSS)
    with pytest.raises(InputError, match="float32"):
        samescore.score("log-loss", gold=_GOLD, scores=numpy.array(scores, object), like=_LOG_LOSS)


def test_systems_are_not_compared_as_a_package_does_it() -> None:
    systems = {"a": array("f", [0.1, 0.5, 0.3, 0.9]), "b": array("f", [0.2, 0.4, 0.1, 0.3])}
    with pytest.raises(InputError, match=r"a holds numbers of type float32.*scipy\.ttest_rel"):
        samescore.compare("mean", systems, like="scipy.ttest_rel")
    numbers = {name: Numbers(scores) for name, scores in systems.items()}
    with pytest.raises(InputError, match="float32"):
        samescore.compare("mean", numbers, like="scipy.ttest_rel")
    assert samescore.compare("mean", systems, resamples=99).metrics[0].pairs
    with pytest.raises(InputError, match="float32"):
        samescore.score("p-value", Comparison("mean", list(numbers.values())), like="scipy.ttest_rel")


def _written(path: Path, rows: list[dict[str, Any]], column: str) -> Path:
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    table = pyarrow.Table.from_pylist(rows)
    place = table.schema.get_field_index(column)
    kind = pyarrow.list_(pyarrow.float32()) if isinstance(rows[0][column], list) else pyarrow.float32()
    table = table.set_column(place, column, table.column(column).cast(kind))
    if path.suffix == ".parquet":
        parquet.write_table(table, path)
    else:
        new = pyarrow.ipc.new_stream if path.suffix == ".arrows" else pyarrow.ipc.new_file
        with new(path, table.schema) as writer:
            writer.write_table(table)
    return path


@pytest.mark.parametrize("suffix", [".parquet", ".feather", ".arrows"])
def test_columns_of_files_say_it_too(tmp_path: Path, suffix: str) -> None:
    scored = _written(tmp_path / f"scored{suffix}", [{"gold": 1, "score": 0.25}, {"gold": 0, "score": 0.5}], "score")
    assert ScoredLabels.read(scored).number_types == ("float32",)
    [score] = score_files([("log-loss", {})], InputFiles(scored), like=_LOG_LOSS)
    with pytest.raises(InputError, match="float32"):
        score()
    [score] = score_files([("log-loss", {})], InputFiles(scored))
    assert score().value > 0
    texts = _written(tmp_path / f"texts{suffix}", [{"logprobs": [-0.1, -0.2], "text": "a b"}], "logprobs")
    assert TokenLogProbs.read(texts).number_types == ("float32",)
    item = {"choices": ["a", "b"], "logprobs": [-0.1, -0.2], "gold": 0}
    assert Choices.read(_written(tmp_path / f"items{suffix}", [item], "logprobs")).number_types == ("float32",)


def test_a_table_of_doubles_has_no_other_types(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "scored.parquet"
    table = {"gold": pyarrow.array([1, 0], pyarrow.int8()), "score": [0.25, 0.5]}
    parquet.write_table(pyarrow.table({**table, "note": pyarrow.array([1, 2], pyarrow.float32())}), path)
    assert ScoredLabels.read(path).number_types == (), "gold labels are 0 or 1 in every type, and a note is no score"


def test_integers_that_may_be_one_double_have_a_name() -> None:
    exact, above = 2**53, 2**53 + 1
    assert number_types([0, exact]) == number_types(array("q", [-exact])) == ()
    name = ("integer-above-2**53",)
    assert (
        number_types([0.5, above]) == number_types([[0, 1], [-above, 1]]) == number_types(array("q", [above])) == name
    )
    assert number_types(array("Q", [above])) == (*name, "uint64")


def test_a_package_that_compares_integers_is_not_followed_for_doubles() -> None:
    like, tied = "sklearn==1.9.1.roc_auc_score", [2**53, 2**53 + 1]
    assert samescore.score("roc-auc", gold=[0, 1], scores=tied).value == 0.5, "scikit-learn's is 1"
    with pytest.raises(InputError, match="integer-above"):
        samescore.score("roc-auc", gold=[0, 1], scores=tied, like=like)
    with pytest.raises(InputError, match="integer-above"):
        samescore.score("spearman", Ratings(tied, [1, 2]), like="scipy")


def test_a_knob_is_a_double_as_well() -> None:
    numpy = pytest.importorskip("numpy")
    assert settings_for("f1", beta=numpy.float64(0.1)).as_dict()["beta"] == 0.1
    assert settings_for("f1", beta=numpy.float32(0.5)).as_dict()["beta"] == 0.5
    with pytest.raises(samescore.SettingsError, match=r"its exact value as a float32 is 0\.10000000149011612"):
        settings_for("f1", beta=numpy.float32(0.1))


def test_limits_name_the_types_that_an_entry_point_takes() -> None:
    from samescore.catalogue.profile_files import profile_files

    auc = profile_files()["sklearn"].entry_point("roc_auc_score", "1.9.1")
    loss = profile_files()["sklearn"].entry_point("log_loss", "1.9.1")
    assert auc is not None
    assert loss is not None
    data = ScoredLabels(_GOLD, _SINGLES)
    assert limits(auc, data) is None
    assert limits(loss, data) is not None
