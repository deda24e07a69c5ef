"""Arrays of every type of number: the package itself has our score of them, or we refuse to give one.

Each package is called with the arrays themselves, as its users call it, and not by its adapter, which passes doubles.
"""

from __future__ import annotations

import math
import random
import warnings
from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest

import samescore
from conformance.processors import on_this_processor
from samescore.base.outcome import Outcome, Score, Undefined, same_outcome
from samescore.catalogue.profile import Profile
from samescore.catalogue.profile_files import profile_files
from samescore.data.class_scores import ClassScores
from samescore.data.comparison import Comparison, Numbers
from samescore.data.ratings import Ratings
from samescore.implementations.package import installed_version
from samescore.metrics.evaluator import native_outcome

_INTEGERS = ("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")
_FLOATS = ("float16", "float32", "float64")
_TYPES = (*_FLOATS, *_INTEGERS)
#: Above 31 numbers, scalar products differ between processors (docs: the profile of `pearsonr`).
_SIZES = (2, 3, 7, 20, 31)
_CLASSES = ["0", "1", "2"]

#: An entry point of a package: the metric, what the package answers to arrays, and our input of the same arrays.
_Case = tuple[str, str, str, Callable[..., Any], Callable[..., Any]]


def _sides(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda x, y, _: function(x, y)


def _pair(*sides: Any) -> Any:
    return Comparison("mean", [Numbers(side) for side in sides])


def _scipy(metric: str, name: str, ask: Callable[..., Any], make: Any) -> _Case:
    return "scipy", name, metric, ask, make


def _of_stats(name: str, *, place: int = 0, **arguments: Any) -> Callable[..., Any]:
    def ask(x: Any, y: Any, _: Any) -> float:
        stats = import_module("scipy.stats")

        return float(getattr(stats, name)(x, y, **arguments)[place])

    return ask


def _somersd(x: Any, y: Any, _: Any) -> float:
    stats = import_module("scipy.stats")

    return float(stats.somersd(x, y).statistic)


def _sem(x: Any, _y: Any, _: Any) -> float:
    stats = import_module("scipy.stats")

    return float(stats.sem(x))


def _around_mean(name: str) -> Callable[..., Any]:
    def ask(x: Any, _y: Any, _: Any) -> float:
        import numpy

        stats = import_module("scipy.stats")

        degrees = (len(x) - 1,) if name == "t" else ()
        error = float(stats.sem(x))
        low, high = getattr(stats, name).interval(0.95, *degrees, loc=float(numpy.mean(x)), scale=error)
        return 0.5 * float(high - low)

    return ask


def _pandas(container: str, method: str) -> Callable[..., Any]:
    def ask(x: Any, y: Any, _: Any) -> float:
        import pandas

        if container == "series":
            return float(pandas.Series(x).corr(pandas.Series(y), method=method))
        return float(pandas.DataFrame({"x": x, "y": y}).corr(method=method).iloc[0, 1])

    return ask


def _corrcoef(x: Any, y: Any, _: Any) -> float:
    import numpy

    return float(numpy.corrcoef(x, y)[0, 1])


def _sklearn(name: str, **arguments: Any) -> Callable[..., Any]:
    def ask(gold: Any, scores: Any, weights: Any) -> float:
        from sklearn import metrics

        weighted = {} if weights is None else {"sample_weight": weights}
        return float(getattr(metrics, name)(gold, scores, **arguments, **weighted))

    return ask


def _binarized(name: str) -> Callable[..., Any]:
    def ask(gold: Any, scores: Any, _: Any) -> float:
        from sklearn import metrics, preprocessing

        return float(getattr(metrics, name)(preprocessing.label_binarize(gold, classes=[0, 1, 2]), scores))

    return ask


_PAIRS: list[_Case] = [
    _scipy("pearson", "pearsonr", _of_stats("pearsonr"), Ratings),
    _scipy("spearman", "spearmanr", _of_stats("spearmanr"), Ratings),
    _scipy("kendall", "kendalltau", _of_stats("kendalltau"), Ratings),
    _scipy("kendall", "somersd", _somersd, Ratings),
    _scipy("p-value", "ttest_rel", _of_stats("ttest_rel", place=1), _pair),
    _scipy("p-value", "ttest_ind", _of_stats("ttest_ind", place=1), _pair),
    _scipy("p-value", "wilcoxon", _of_stats("wilcoxon", place=1), _pair),
    _scipy("standard-error", "sem", _sem, lambda x, _: _pair(x)),
    _scipy("interval", "norm_interval", _around_mean("norm"), lambda x, _: _pair(x)),
    _scipy("interval", "t_interval", _around_mean("t"), lambda x, _: _pair(x)),
    ("numpy", "corrcoef", "pearson", _corrcoef, Ratings),
    *(
        ("pandas", f"{container}_{method}", method, _pandas(container, method), Ratings)
        for container in ("series", "dataframe")
        for method in ("pearson", "spearman", "kendall")
    ),
]
_SCORED: list[_Case] = [
    ("sklearn", "roc_auc_score", "roc-auc", _sklearn("roc_auc_score"), samescore.ScoredLabels),
    (
        "sklearn",
        "average_precision_score",
        "average-precision",
        _sklearn("average_precision_score"),
        samescore.ScoredLabels,
    ),
    ("sklearn", "brier_score_loss", "brier", _sklearn("brier_score_loss"), samescore.ScoredLabels),
    ("sklearn", "log_loss", "log-loss", _sklearn("log_loss"), samescore.ScoredLabels),
]
_WEIGHTED: list[_Case] = [
    ("sklearn", "roc_auc_score", "roc-auc", _sklearn("roc_auc_score"), samescore.ScoredLabels),
    (
        "sklearn",
        "average_precision_score",
        "average-precision",
        _sklearn("average_precision_score"),
        samescore.ScoredLabels,
    ),
    ("sklearn", "brier_score_loss", "brier", _sklearn("brier_score_loss"), samescore.ScoredLabels),
    ("sklearn", "log_loss", "log-loss", _sklearn("log_loss"), samescore.ScoredLabels),
]
_WEIGHTED_LABELS: list[_Case] = [
    ("sklearn", function, metric, _sklearn(function), samescore.Labels)
    for metric, function in (
        ("accuracy", "accuracy_score"),
        ("balanced-accuracy", "balanced_accuracy_score"),
        ("kappa", "cohen_kappa_score"),
        ("mcc", "matthews_corrcoef"),
        ("hamming", "hamming_loss"),
        ("zero-one", "zero_one_loss"),
    )
]
_ALL = {"labels": [0, 1, 2]}
_CLASS_SCORES: list[_Case] = [
    ("sklearn", name, metric, ask, ClassScores)
    for name, metric, ask in (
        ("multiclass_log_loss", "multiclass-log-loss", _sklearn("log_loss", **_ALL)),
        ("multiclass_brier", "multiclass-brier", _sklearn("brier_score_loss", **_ALL)),
        ("multiclass_roc_auc", "multiclass-roc-auc", _sklearn("roc_auc_score", multi_class="ovr", **_ALL)),
        ("multiclass_average_precision", "multiclass-average-precision", _sklearn("average_precision_score")),
        ("binarized_roc_auc_score", "multiclass-roc-auc", _binarized("roc_auc_score")),
        ("binarized_average_precision_score", "multiclass-average-precision", _binarized("average_precision_score")),
        ("top_k_accuracy", "top-k-accuracy", _sklearn("top_k_accuracy_score", **_ALL)),
    )
]


def _numbers(draw: random.Random, size: int, kind: str, *, probabilities: bool = False) -> Any:
    """Random numbers that the type can hold, some of them equal."""
    import numpy

    if kind in _INTEGERS:
        low, high = (0, 1) if probabilities or kind == "bool" else (0 if kind[0] == "u" else -100, 100)
        return numpy.array([draw.randint(low, high) for _ in range(size)]).astype(kind)
    steps = draw.choice([3, 10, 10**6])
    numbers = [draw.randint(0, steps) / steps for _ in range(size)]
    return numpy.array(numbers if probabilities else [7 * number - 3 for number in numbers]).astype(kind)


def _gold(draw: random.Random, size: int, classes: int = 2) -> list[int]:
    gold = [draw.randrange(classes) for _ in range(max(size, classes + 1))]
    gold[:classes] = range(classes)
    return gold


def _ours(case: _Case, data: Any) -> float | None:
    """Our score, as on this processor; nan for none, and None for a refusal because of the types of numbers."""
    package, name, metric = case[:3]
    knobs: dict[str, Any] = {} if getattr(data, "weights", None) is None else {"weights": "given"}
    modelled = _profile(case).settings(**knobs)
    try:
        value = samescore.score(metric, data, like=f"{package}=={_version(package)}.{name}", **knobs).value
    except samescore.InputError as problem:
        _refused(problem)
        return None
    except samescore.MetricError:
        return math.nan
    here = on_this_processor(modelled)
    if here == modelled:
        return float(value)
    outcome = native_outcome(data, here)
    return outcome.value if isinstance(outcome, Score) else math.nan


def _refused(problem: samescore.InputError) -> None:
    """Raise again what is no refusal because of the types of numbers."""
    if "numbers of type" not in problem.message and "not a number" not in problem.message:
        raise problem


def _theirs(ask: Callable[..., Any], *columns: Any) -> float:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return float(ask(*columns))
        except (ValueError, TypeError, ZeroDivisionError):
            return math.nan


def _agree(case: _Case, columns: tuple[Any, ...], *arguments: Any) -> bool | None:
    """The package has our score, or there is none of ours for these types; was there one? None: no input is made of them."""
    _, name, _, ask, make = case
    try:
        data = make(*arguments)
    except samescore.InputError:
        return None
    ours, theirs = _ours(case, data), _theirs(ask, *columns)
    if ours is None:
        return False
    assert same_outcome(_outcome(ours), _outcome(theirs), max_ulps=_profile(case).ulps), (name, columns, ours, theirs)
    return True


def _outcome(value: float) -> Outcome:
    return Score(value) if math.isfinite(value) else Undefined("")


def _profile(case: _Case) -> Profile:
    profile = profile_files()[case[0]].entry_point(case[1], _version(case[0]))
    assert profile is not None
    return profile


def _version(package: str) -> str:
    return installed_version("scikit-learn" if package == "sklearn" else package)


def _check(case: _Case, kind: str, answered: list[bool | None]) -> None:
    """Types that the profile names are answered, others are refused; of some types no input is made."""
    taken = kind in {"float64", "int64", *_profile(case).number_types}
    assert set(answered) in ({taken}, {None} if kind in ("bool", "float16") else {taken})


def _need(package: str, entry_point: str = "") -> None:
    pytest.importorskip("numpy", reason="numpy is not installed")
    pytest.importorskip(package, reason=f"{package} is not installed")
    version = _version(package)
    if entry_point and profile_files()[package].entry_point(entry_point, version) is None:
        pytest.skip(f"no profile of {entry_point} covers {package} {version}")


def _id(case: object) -> str:
    return str(case[1]) if isinstance(case, tuple) else str(case)


@pytest.mark.parametrize("kind", _TYPES)
@pytest.mark.parametrize("case", _PAIRS, ids=_id)
def test_two_columns(case: _Case, kind: str) -> None:
    _need(case[0], case[1])
    draw, answered = random.Random(36), list[bool | None]()
    for size in _SIZES:
        x, y = _numbers(draw, size, kind), _numbers(draw, size, kind)
        answered.append(_agree(case, (x, y, None), x, y))
    _check(case, kind, answered)


@pytest.mark.parametrize("kind", _TYPES)
@pytest.mark.parametrize("case", _SCORED, ids=_id)
def test_scores(case: _Case, kind: str) -> None:
    _need(case[0], case[1])
    draw, answered = random.Random(36), list[bool | None]()
    for size in _SIZES:
        gold = _gold(draw, size)
        scores = _numbers(draw, len(gold), kind, probabilities=True)
        for typed in (gold, _as_type(gold, "uint8"), _as_type(gold, "bool"), _as_type(gold, "float32")):
            answered.append(_agree(case, (typed, scores, None), typed, scores))
    _check(case, kind, answered)


def _as_type(values: list[int], kind: str) -> Any:
    import numpy

    return numpy.array(values).astype(kind)


@pytest.mark.parametrize("side", ["scores", "weights"])
@pytest.mark.parametrize("kind", _TYPES)
@pytest.mark.parametrize("case", _WEIGHTED, ids=_id)
def test_scores_with_weights(case: _Case, kind: str, side: str) -> None:
    _need(case[0], case[1])
    draw, answered = random.Random(36), list[bool | None]()
    for size in _SIZES:
        gold = _gold(draw, size)
        scores = _numbers(draw, len(gold), kind if side == "scores" else "float64", probabilities=True)
        weights = abs(_numbers(draw, len(gold), kind if side == "weights" else "float64")) + 1
        weights = weights.astype(kind) if side == "weights" else weights
        answered.append(_agree(case, (gold, scores, weights), gold, scores, weights))
    _check(case, kind, answered)


@pytest.mark.parametrize("kind", _TYPES)
@pytest.mark.parametrize("case", _WEIGHTED_LABELS, ids=_id)
def test_labels_with_weights(case: _Case, kind: str) -> None:
    _need(case[0], case[1])
    draw, answered = random.Random(36), list[bool | None]()
    for size in _SIZES:
        gold, predicted = (list(map(str, _gold(draw, size, 3))) for _ in range(2))
        weights = _numbers(draw, len(gold), kind, probabilities=True)
        if case[1] == "matthews_corrcoef":  # its profile is for weights whose sums and products are exact
            weights = (weights * 8).round().astype(kind) / 8 if kind in _FLOATS else weights
        weights[0] = 1
        answered.append(_agree(case, (gold, predicted, weights), gold, predicted, weights))
    _check(case, kind, answered)


@pytest.mark.parametrize("kind", _TYPES)
@pytest.mark.parametrize("case", _CLASS_SCORES, ids=_id)
def test_scores_of_classes(case: _Case, kind: str) -> None:
    _need(case[0], case[1])
    draw, answered = random.Random(36), list[bool | None]()
    for size in _SIZES:
        gold = _gold(draw, size, 3)
        rows = _rows(draw, len(gold), kind)
        answered.append(_agree(case, (gold, rows, None), _CLASSES, list(map(str, gold)), rows))
    _check(case, kind, answered)


def _rows(draw: random.Random, size: int, kind: str) -> Any:
    """Probabilities that add up to 1 in any type."""
    import numpy

    rows = []
    for _ in range(size):
        first = draw.randint(0, 16) if kind in _FLOATS else draw.choice([0, 16])
        second = draw.randint(0, 16 - first) if kind in _FLOATS else draw.choice([0, 16 - first])
        rows.append([first / 16, second / 16, (16 - first - second) / 16])
    return numpy.array(rows).astype(kind)


@pytest.mark.parametrize("kind", ["Float32", "float32", "float[pyarrow]", "UInt8", "boolean", "category"])
def test_columns_of_pandas(kind: str) -> None:
    _need("sklearn")
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    if "pyarrow" in kind:
        pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    gold, scores = [0, 1, 1, 0], [0.0, 1.0, 0.0, 1.0] if kind in ("UInt8", "boolean") else [0.1, 0.9, 0.4, 0.3]
    column = pandas.Series(scores, dtype="float32").astype("category") if kind == "category" else pandas.Series(scores)
    column = column if kind == "category" else column.astype(kind)
    for name, metric in (("log_loss", "log-loss"), ("brier_score_loss", "brier"), ("roc_auc_score", "roc-auc")):
        like = f"sklearn=={installed_version('scikit-learn')}.{name}"
        try:
            ours = samescore.score(metric, gold=gold, scores=column, like=like).value
        except samescore.InputError as problem:
            _refused(problem)
            continue
        assert ours == _theirs(_sklearn(name), gold, column, None)
