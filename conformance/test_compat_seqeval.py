"""`samescore.compat.seqeval` against the installed seqeval: the same numbers, types, warnings and errors."""

from __future__ import annotations

import random
import warnings
from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest

from conformance.peers import need
from samescore.compat import compat
from samescore.implementations import installed_package

_INPUTS = 250
_ERRORS = KeyError, IndexError, ZeroDivisionError, TypeError, ValueError
_SCHEMES = ("IOB1", "IOB2", "IOE1", "IOE2", "IOBES", "BILOU")


@pytest.fixture(scope="module")
def both() -> tuple[Any, Any]:
    """The package, with its modules imported, and samescore's module."""
    need(installed_package("seqeval"))
    for name in ("metrics", "metrics.v1", "metrics.sequence_labeling", "scheme"):
        import_module(f"seqeval.{name}")
    return import_module("seqeval"), compat("seqeval")


def _sides(rng: random.Random) -> tuple[list[list[str]], list[list[str]], bool]:
    """Gold and predicted tags, and whether the types come first."""
    prefixes, suffix = rng.choice(["BIO", "IEO", "BIESO", "BILOU", "BIESOULM.b"]), rng.random() < 0.3
    tags = [
        prefix if prefix == "O" or rng.random() < 0.05 else f"{kind}-{prefix}" if suffix else f"{prefix}-{kind}"
        for prefix in prefixes
        for kind in ("PER", "LOC", "A-B")
    ]
    gold = [rng.choices(tags, k=rng.choice([0, 1, 4, 9])) for _ in range(rng.choice([1, 2, 4]))]
    predicted = [[tag if rng.random() < 0.7 else rng.choice(tags) for tag in sentence] for sentence in gold]
    return gold, predicted, suffix


def _outcome(call: Callable[[], Any]) -> Any:
    """Everything that a call gives: the result with its types, or the class of the error; and the warnings."""
    with warnings.catch_warnings(record=True) as given:
        warnings.simplefilter("always")
        try:
            result = _shown(call())
        except _ERRORS as problem:
            return next(kind for kind in _ERRORS if isinstance(problem, kind))
    return result, {(warning.category.__name__, str(warning.message)) for warning in given}


def _shown(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(map(_shown, value))
    if isinstance(value, dict):
        return {name: _shown(number) for name, number in value.items()}
    if getattr(value, "ndim", 0):
        return str(value.dtype), [repr(number) for number in value.tolist()]
    return type(value).__name__, str(value) if isinstance(value, str) else repr(value)


def _averaging(rng: random.Random) -> dict[str, Any]:
    return {
        "average": rng.choice(["micro", "macro", "weighted", None, "samples"]),
        "zero_division": rng.choice(["warn", 0, 1]),
    }


def _score(name: str) -> Callable[[Any, random.Random, Any], Any]:
    def call(home: Any, rng: random.Random, sides: Any) -> Any:
        gold, predicted, suffix = sides
        options = {**_averaging(rng), "mode": rng.choice([None, "strict", "strict"])}
        scheme = rng.choice([None, *_SCHEMES])
        options["scheme"] = scheme and getattr(home.scheme, scheme)
        return getattr(home.metrics, name)(gold, predicted, suffix=suffix, **options)

    return call


def _report(home: Any, rng: random.Random, sides: Any) -> Any:
    gold, predicted, suffix = sides
    options: dict[str, Any] = {
        "digits": rng.choice([0, 2, 14]),
        "output_dict": rng.random() < 0.5,
        "mode": rng.choice([None, "strict"]),
    }
    scheme = rng.choice([None, None, *_SCHEMES])
    options["scheme"] = scheme and getattr(home.scheme, scheme)
    options["zero_division"] = rng.choice(["warn", 0, 1])
    return home.metrics.classification_report(gold, predicted, suffix=suffix, **options)


def _all_scores(home: Any, rng: random.Random, sides: Any) -> Any:
    gold, predicted, suffix = sides
    options: dict[str, Any] = {**_averaging(rng), "beta": rng.choice([1, float("inf"), -1])}
    options["warn_for"] = rng.choice([("precision", "recall", "f-score"), ("f-score",), ("recall",)])
    if rng.random() < 0.5:
        module = home.metrics.sequence_labeling
        return module.precision_recall_fscore_support(gold, predicted, suffix=suffix, **options)
    scheme = getattr(home.scheme, rng.choice(_SCHEMES))
    return home.metrics.v1.precision_recall_fscore_support(gold, predicted, suffix=suffix, scheme=scheme, **options)


def _entities(home: Any, rng: random.Random, sides: Any) -> Any:
    gold, _, suffix = sides
    return home.metrics.sequence_labeling.get_entities(gold[0] if rng.random() < 0.5 else gold, suffix)


def _labels(home: Any, rng: random.Random, sides: Any) -> Any:
    return home.metrics.v1.unique_labels(*sides[:2], getattr(home.scheme, rng.choice(_SCHEMES)), sides[2])


def _uneven(name: str) -> Callable[[Any, random.Random, Any], Any]:
    def call(home: Any, rng: random.Random, sides: Any) -> Any:
        gold, predicted, _ = sides
        return getattr(home.metrics, name)(gold, predicted[: rng.choice([None, 1])])

    return call


_CASES: dict[str, Callable[[Any, random.Random, Any], Any]] = {
    "precision_score": _score("precision_score"),
    "recall_score": _score("recall_score"),
    "f1_score": _score("f1_score"),
    "classification_report": _report,
    "precision_recall_fscore_support": _all_scores,
    "get_entities": _entities,
    "unique_labels": _labels,
    "accuracy_score": _uneven("accuracy_score"),
    "performance_measure": _uneven("performance_measure"),
}


@pytest.mark.parametrize("name", _CASES)
def test_results_warnings_and_errors(name: str, both: tuple[Any, Any]) -> None:
    rng, results = random.Random(name), set()
    for number in range(_INPUTS):
        sides = _sides(rng)
        expected, made = (_outcome(lambda: _CASES[name](home, random.Random(number), sides)) for home in both)  # noqa: B023
        assert made == expected, (number, sides)
        results.add(str(expected))
    assert len(results) > _INPUTS / 20


@pytest.mark.parametrize(
    "sides", [([], []), ([["O"]], [["O", "O"]]), ([("O",)], [("O",)]), ([["O"]], [["O"], ["O"]]), ([[""]], [["O"]])]
)
def test_wrong_inputs_raise(sides: Any, both: tuple[Any, Any]) -> None:
    expected, made = (_outcome(lambda: home.metrics.f1_score(*sides)) for home in both)  # noqa: B023 - called at once
    assert isinstance(expected, type)
    assert made is expected
