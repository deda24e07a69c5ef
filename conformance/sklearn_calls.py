"""The calls of scikit-learn's functions: see `package_calls`."""

from __future__ import annotations

import functools
import operator
from collections.abc import Sequence
from typing import Any

from conformance.package_calls import Call, mean, module


def sklearn_ndcg() -> Call:
    """The mean of ndcg_score over queries, with the retrieved documents as columns."""

    def call(queries: Sequence[Any], _: Sequence[Any], **arguments: Any) -> float:
        scores = []
        for query in queries:
            grades = dict(query["qrels"])
            columns = [[grades.get(name, 0) for name, _ in query["run"]], [score for _, score in query["run"]]]
            scores.append(module("sklearn.metrics").ndcg_score(*([column] for column in columns), **arguments))
        return mean(scores)

    return call


def sklearn_function(name: str) -> Call:
    def call(gold: Sequence[Any], predicted: Sequence[Any], **arguments: Any) -> float:
        value = getattr(module("sklearn.metrics"), name)(gold, predicted, **arguments)
        return float(value[0] if getattr(value, "shape", ()) else value)

    return call


def mean_gap(gold: Sequence[Any], scores: Sequence[Any], **arguments: Any) -> float:
    """The mean distance between the curves of calibration_curve."""
    positive, predicted = module("sklearn.calibration").calibration_curve(gold, scores, **arguments)
    gaps = [abs(first - second) for first, second in zip(positive.tolist(), predicted.tolist(), strict=True)]
    return functools.reduce(operator.add, gaps, 0.0) / len(gaps)


def sklearn_sets(name: str) -> Call:
    """A function of rows of 0 and 1, a column for each label that occurs."""

    def call(gold: Sequence[Any], predicted: Sequence[Any], **arguments: Any) -> float:
        names = sorted({label for side in (gold, predicted) for row in side for label in row})
        array = module("numpy").array
        sides = [array([[int(label in row) for label in names] for row in side]) for side in (gold, predicted)]
        return float(getattr(module("sklearn.metrics"), name)(*sides, **arguments))

    return call


def with_weights(function: Call) -> Call:
    """Wrap a function for weighted items; the weights count unless `sample_weight` is None."""

    def call(gold: Sequence[Any], items: Sequence[Any], **arguments: Any) -> float:
        predicted, weights = ([item[side] for item in items] for side in (0, 1))
        given = None if arguments.pop("sample_weight") is None else weights
        return float(function(gold, predicted, sample_weight=given, **arguments))

    return call


def sklearn_class_scores(name: str, *, binarized: bool = False, **usual: Any) -> Call:
    """A function of gold classes, or of their rows of 0 and 1, and rows of scores, which have a column for each of `labels`."""

    def call(gold: Sequence[Any], rows: Sequence[Any], **arguments: Any) -> float:
        names = list(range(len(rows[0])))
        labels = {} if binarized or name == "average_precision_score" else {"labels": names}
        classes = module("sklearn.preprocessing").label_binarize(gold, classes=names) if binarized else gold
        scores = module("numpy").array(rows)
        return float(getattr(module("sklearn.metrics"), name)(classes, scores, **labels, **{**usual, **arguments}))

    return call


def f1_product(gold: Sequence[Any], predicted: Sequence[Any], **arguments: Any) -> float:
    product = 1.0
    for score in module("sklearn.metrics").f1_score(gold, predicted, average=None, **arguments).tolist():
        product *= score
    return product
