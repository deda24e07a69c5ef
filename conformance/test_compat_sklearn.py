"""`samescore.compat.sklearn` against the installed scikit-learn: the same numbers, types, warnings and errors."""

from __future__ import annotations

import math
import random
import warnings
from collections.abc import Callable, Sequence
from importlib import import_module
from inspect import signature
from typing import Any

import pytest

from conformance.peers import need
from samescore.compat import compat
from samescore.implementations import installed_package

_INPUTS = 100
_ERRORS = ValueError, TypeError, NotImplementedError

Rows = list[list[int]]
Draw = Callable[[random.Random], dict[str, Any]]


@pytest.fixture(scope="module")
def both() -> tuple[Any, Any]:
    """The package's module, and samescore's module as of the installed release."""
    need(installed_package("sklearn"))
    package = import_module("sklearn")
    return import_module("sklearn.metrics"), compat("sklearn", package.__version__).metrics


_PAIRS: list[list[Any]] = [[0, 1], [-1, 1], [0, 1], [False, True]]
_CLASSES: list[list[Any]] = [[0, 1, 2], ["a", "b", "c", "d"], [0, 1]]
_LABELS: list[list[Any]] = [
    [0, 1],
    [0, 1, 2],
    [-1, 1],
    ["a", "b"],
    ["b", "a", "c", "d"],
    [0.0, 1.0],
    [False, True],
    [7, 300],
]


def _labels(rng: random.Random) -> tuple[list[Any], list[Any], list[Any]]:
    """Gold labels, predicted labels, and the labels that they are drawn from."""
    known, items = rng.choice(_LABELS), rng.choice([1, 2, 3, 5, 12, 40])
    gold = rng.choices(known, k=items)
    predicted = [label if rng.random() < 0.6 else rng.choice(known) for label in gold]
    return gold, predicted, known


def _rows(rng: random.Random) -> tuple[Rows, Rows, list[int]]:
    columns, items = rng.choice([2, 3, 5]), rng.choice([1, 2, 3, 8, 20])
    share = rng.choice([0.2, 0.5, 0.9])
    sides = [[[int(rng.random() < share) for _ in range(columns)] for _ in range(items)] for _ in range(2)]
    return sides[0], sides[1], list(range(columns))


def _weights(rng: random.Random, items: int, *, exact: bool) -> list[float] | None:
    """Weights that are not all 0, or None."""
    if rng.random() < 0.5:
        return None
    drawn = [rng.randrange(0, 5) / 4 if exact else rng.choice([0.1, 0.7, 1.3, 2.0, 0.0]) for _ in range(items)]
    return [*drawn[1:], 1.0]


def _averaging(rng: random.Random, known: Sequence[Any], *, rows: bool) -> dict[str, Any]:
    averages = ["micro", "macro", "weighted", None, "samples" if rows else "binary"]
    chosen: dict[str, Any] = {"average": rng.choice(averages)}
    if rng.random() < 0.4:
        chosen["labels"] = rng.sample(list(known), k=rng.randint(1, len(known)))
    if rng.random() < 0.5:
        chosen["pos_label"] = rng.choice(list(known))
    if rng.random() < 0.5:
        chosen["zero_division"] = rng.choice([0, 1, "warn"])
    return chosen


def _outcome(call: Callable[[], Any]) -> Any:
    """Everything that a call gives: the result with its types, or the class of the error; and the warnings."""
    with warnings.catch_warnings(record=True) as given:
        warnings.simplefilter("always")
        try:
            result = _shown(call())
        except IndexError:  # before 1.8, of average_precision_score for columns without items
            return ValueError
        except _ERRORS as problem:
            return next(kind for kind in _ERRORS if isinstance(problem, kind))
    return result, {(warning.category.__name__, str(warning.message)[:60]) for warning in given}


def _shown(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(map(_shown, value))
    if isinstance(value, dict):
        return {name: _shown(number) for name, number in value.items()}
    if getattr(value, "ndim", 0):
        return str(value.dtype), value.shape, [repr(number) for number in value.reshape(-1).tolist()]
    return type(value).__name__, str(value) if isinstance(value, str) else repr(value)


def _averaged(rng: random.Random) -> tuple[tuple[Any, ...], dict[str, Any]]:
    rows = rng.random() < 0.4
    gold, predicted, known = _rows(rng) if rows else _labels(rng)
    weights = _weights(rng, len(gold), exact=False)
    return (gold, predicted), {"sample_weight": weights, **_averaging(rng, known, rows=rows)}


def _with_beta(rng: random.Random) -> tuple[tuple[Any, ...], dict[str, Any]]:
    arguments, options = _averaged(rng)
    return arguments, {**options, "beta": rng.choice([0, 0.5, 1, 2, float("inf")])}


def _report(rng: random.Random) -> tuple[tuple[Any, ...], dict[str, Any]]:
    arguments, options = _averaged(rng)
    for name in ("average", "pos_label"):
        options.pop(name, None)
    return arguments, {**options, "digits": rng.choice([0, 2, 5]), "output_dict": rng.random() < 0.5}


def _plain(rng: random.Random) -> tuple[tuple[Any, ...], dict[str, Any]]:
    gold, predicted, _ = _rows(rng) if rng.random() < 0.4 else _labels(rng)
    return (gold, predicted), {"sample_weight": _weights(rng, len(gold), exact=False)}


def _normalized(rng: random.Random) -> tuple[tuple[Any, ...], dict[str, Any]]:
    gold, predicted, _ = _rows(rng) if rng.random() < 0.4 else _labels(rng)
    return (gold, predicted), {
        "sample_weight": _weights(rng, len(gold), exact=True),
        "normalize": rng.random() < 0.5,
    }


def _exact(rng: random.Random) -> tuple[tuple[Any, ...], dict[str, Any]]:
    gold, predicted, _ = _rows(rng) if rng.random() < 0.3 else _labels(rng)
    return (gold, predicted), {"sample_weight": _weights(rng, len(gold), exact=True)}


def _adjusted(rng: random.Random) -> tuple[tuple[Any, ...], dict[str, Any]]:
    gold, predicted, _ = _labels(rng)
    return (gold, predicted), {
        "sample_weight": _weights(rng, len(gold), exact=False),
        "adjusted": rng.random() < 0.5,
    }


def _matrix(rng: random.Random) -> tuple[tuple[Any, ...], dict[str, Any]]:
    gold, predicted, known = _labels(rng)
    options: dict[str, Any] = {"sample_weight": _weights(rng, len(gold), exact=False)}
    if rng.random() < 0.5:
        options["labels"] = rng.sample(known, k=rng.randint(1, len(known)))
    options["normalize"] = rng.choice([None, "true", "pred", "all"])
    return (gold, predicted), options


def _matrices(rng: random.Random) -> tuple[tuple[Any, ...], dict[str, Any]]:
    rows = rng.random() < 0.5
    gold, predicted, known = _rows(rng) if rows else _labels(rng)
    options: dict[str, Any] = {"sample_weight": _weights(rng, len(gold), exact=False)}
    if rng.random() < 0.5:
        options["labels"] = rng.sample(known, k=rng.randint(1, len(known)))
    return (gold, predicted), {**options, "samplewise": rows and rng.random() < 0.5}


def _kappa(rng: random.Random) -> tuple[tuple[Any, ...], dict[str, Any]]:
    (gold, predicted), options = _matrix(rng)
    del options["normalize"]
    return (gold, predicted), {**options, "weights": rng.choice([None, "linear", "quadratic"])}


def _scored(rng: random.Random) -> tuple[list[Any], list[float]]:
    """Labels of two classes and a score of each, with ties."""
    known, items = rng.choice(_PAIRS), rng.choice([1, 2, 5, 12, 60])
    return rng.choices(known, k=items), [rng.choice([rng.random(), rng.randrange(5) / 4]) for _ in range(items)]


def _class_scores(rng: random.Random) -> tuple[list[Any], list[list[float]], list[Any]]:
    """Labels of several classes, probabilities of each, and the classes."""
    known, items = rng.choice(_CLASSES), rng.choice([3, 5, 12, 40])
    drawn = [[rng.choice([rng.random(), rng.randrange(1, 4)]) for _ in known] for _ in range(items)]
    return rng.choices(known, k=items), [[score / sum(row) for score in row] for row in drawn], known


def _area(rng: random.Random) -> tuple[tuple[Any, ...], dict[str, Any]]:
    if rng.random() < 0.5:
        gold, scores = _scored(rng)
        return (gold, scores), {
            "sample_weight": _weights(rng, len(gold), exact=False),
            "max_fpr": rng.choice([None, 1, 0.3, 0.75]),
        }
    average = rng.choice(["macro", "micro", "weighted", None])
    if rng.random() < 0.4:
        rows, _, columns = _rows(rng)
        options: dict[str, Any] = {"average": rng.choice([average, "samples"])}
        scores = import_module("numpy").array([[rng.randrange(4) / 4 for _ in columns] for _ in rows])
        return (rows, scores), options
    gold, probabilities, known = _class_scores(rng)
    probabilities = import_module("numpy").array(probabilities)  # lists have no shape, which the package reads
    options = {"labels": known, "multi_class": rng.choice(["ovr", "ovo", "raise"]), "average": average}
    if options["multi_class"] == "ovr":
        options["sample_weight"] = _weights(rng, len(gold), exact=False)
    return (gold, probabilities), options


def _precision(rng: random.Random) -> tuple[tuple[Any, ...], dict[str, Any]]:
    (gold, scores), options = _area(rng)
    options = {name: value for name, value in options.items() if name in ("sample_weight", "average")}
    return (gold, scores), {**options, "pos_label": rng.choice([1, 1, 1, 0])}


def _curve(rng: random.Random) -> tuple[tuple[Any, ...], dict[str, Any]]:
    gold, scores = _scored(rng)
    return (gold, scores), {
        "sample_weight": _weights(rng, len(gold), exact=False),
        "drop_intermediate": rng.random() < 0.5,
        "pos_label": rng.choice([None, 1, 0]),
    }


def _points(rng: random.Random) -> tuple[tuple[Any, ...], dict[str, Any]]:
    across = [rng.randrange(8) / 8 for _ in range(rng.choice([1, 2, 5, 20]))]
    across = rng.choice([sorted(across), sorted(across, reverse=True), across])
    return (across, [rng.random() for _ in across]), {}


def _top_k(rng: random.Random) -> tuple[tuple[Any, ...], dict[str, Any]]:
    options: dict[str, Any] = {"k": rng.choice([1, 2, 3]), "normalize": rng.random() < 0.5}
    if rng.random() < 0.3:
        gold, scores = _scored(rng)
        return (gold, scores), {**options, "sample_weight": _weights(rng, len(gold), exact=True)}
    labels, probabilities, known = _class_scores(rng)
    options["sample_weight"] = _weights(rng, len(labels), exact=True)
    return (labels, probabilities), {**options, "labels": rng.choice([known, None])}


def _brier(rng: random.Random) -> tuple[tuple[Any, ...], dict[str, Any]]:
    options: dict[str, Any] = {"scale_by_half": rng.choice(["auto", True, False])}
    if rng.random() < 0.5:
        gold, scores = _scored(rng)
        options["pos_label"] = rng.choice([None, 1, 0])
        return (gold, scores), {**options, "sample_weight": _weights(rng, len(gold), exact=False)}
    labels, probabilities, known = _class_scores(rng)
    options["sample_weight"] = _weights(rng, len(labels), exact=False)
    return (labels, probabilities), {**options, "labels": rng.choice([known, None])}


_CASES = {
    "accuracy_score": _normalized,
    "zero_one_loss": _normalized,
    "hamming_loss": _exact,
    "balanced_accuracy_score": _adjusted,
    "matthews_corrcoef": _exact,
    "cohen_kappa_score": _kappa,
    "precision_score": _averaged,
    "recall_score": _averaged,
    "f1_score": _averaged,
    "fbeta_score": _with_beta,
    "jaccard_score": _averaged,
    "precision_recall_fscore_support": _with_beta,
    "confusion_matrix": _matrix,
    "multilabel_confusion_matrix": _matrices,
    "classification_report": _report,
    "roc_auc_score": _area,
    "average_precision_score": _precision,
    "roc_curve": _curve,
    "precision_recall_curve": _curve,
    "auc": _points,
    "top_k_accuracy_score": _top_k,
    "brier_score_loss": _brier,
}


@pytest.mark.parametrize("name", _CASES)
def test_results_warnings_and_errors(name: str, both: tuple[Any, Any]) -> None:
    rng, results = random.Random(name), set()
    package, offered = both
    known = signature(getattr(package, name)).parameters
    for _ in range(_INPUTS):
        arguments, drawn = _CASES[name](rng)
        options = {option: drawn[option] for option in drawn if option in known}  # older releases know fewer
        expected = _outcome(lambda: getattr(package, name)(*arguments, **options))  # noqa: B023 - called at once
        made = _outcome(lambda: getattr(offered, name)(*arguments, **options))  # noqa: B023
        assert made == expected, (arguments, options)
        results.add(str(expected))
    assert len(results) > _INPUTS / 5


def test_log_loss(both: tuple[Any, Any]) -> None:
    """NumPy's logarithm is one unit off on processors with AVX-512: the profiles of the entry points allow 8 units."""
    rng, values = random.Random("log_loss"), set()
    package, offered = both
    for _ in range(_INPUTS):
        if rng.random() < 0.5:
            labels, probabilities = _scored(rng)
            gold: list[Any] = [label == 1 for label in labels]
            shares: list[Any] = probabilities
            options: dict[str, Any] = {"labels": [False, True]}
        else:
            gold, shares, known = _class_scores(rng)
            options = {"labels": known}
        options["normalize"] = rng.random() < 0.5
        if options["normalize"]:
            options["sample_weight"] = _weights(rng, len(gold), exact=False)
        expected, made = (home.log_loss(gold, shares, **options) for home in both)
        assert type(made) is type(expected)
        assert abs(made - expected) <= 8 * math.ulp(expected), (gold, shares, options)
        values.add(expected)
    assert len(values) > _INPUTS / 2
    for wrong in ({"labels": [0, 0]}, {}):
        for home in (package, offered):
            with pytest.raises(ValueError, match="label"):
                home.log_loss([0, 0], [0.5, 0.6], **wrong)
