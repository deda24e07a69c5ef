"""Inputs and settings of drivers of calibration errors."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

from samescore.data.class_scores import ClassScores
from samescore.data.kinds import Data
from samescore.data.scored_labels import ScoredLabels

BINS = (1, 2, 3, 5, 10, 12, 15, 20)
#: Numbers of items; NumPy adds up more than 128 numbers in another order.
_SIZES = (*((1, 2, 3, 5, 8, 12) * 8), 25, 40, 150)


def two_classes(count: int, seed: int) -> Iterator[Data]:
    """Yield no items; then items of two classes: probabilities with many and with few digits, some of them 0, 1 or equal."""
    rng = random.Random(seed)
    yield ScoredLabels([], [])
    for _ in range(2 * count):
        probabilities = [_probability(rng) for _ in range(rng.choice(_SIZES))]
        yield ScoredLabels([int(rng.random() < p) for p in probabilities], probabilities, _weights(probabilities, rng))


def several_classes(count: int, seed: int) -> Iterator[Data]:
    """Yield no items; then items of up to five classes, with probabilities that add up to 1, some of them 0, 1 or equal."""
    rng = random.Random(seed)
    yield ClassScores(["a", "b"], [], [])
    for _ in range(2 * count):
        classes = "abcde"[: rng.choice((2, 3, 4, 5))]
        rows = [_distribution(len(classes), rng) for _ in range(rng.choice(_SIZES))]
        gold = [rng.choices(classes, [p + 0.1 for p in row])[0] for row in rows]
        yield ClassScores([*classes], gold, rows, _weights(rows, rng))


def _weights(items: Sequence[Any], rng: random.Random) -> list[float] | None:
    """Return weights for one input of twenty, which the packages do not get."""
    return [rng.choice((1.0, 2.5)) for _ in items] if rng.random() < 0.05 else None


def _probability(rng: random.Random) -> float:
    count = rng.choice((10, 10, 12, 15, 20))
    return rng.choice((rng.random(), rng.random() ** 4, rng.randrange(count + 1) / count, rng.choice((0.0, 1.0))))


def _distribution(size: int, rng: random.Random) -> list[float]:
    if rng.random() < 0.5:
        parts = rng.choices(range(size), k=rng.choice((10, 12, 15, 20)))
        return [parts.count(column) / len(parts) for column in range(size)]
    weights = [rng.choice((0, 1, 1, 2, rng.random())) for _ in range(size)]
    weights[rng.randrange(size)] += 1
    return [weight / sum(weights) for weight in weights]


def arrays(data: Any) -> tuple[Any, Any]:
    """Return probabilities (of class 1, or a row for each item) and labels (of columns) as arrays of NumPy."""
    import numpy

    if isinstance(data, ScoredLabels):
        return numpy.array(data.scores), numpy.array(data.gold, dtype=int)
    rows = numpy.array(data.class_scores).reshape(len(data), len(data.classes))
    return rows, numpy.array(data.gold_columns, dtype=int)
