"""Scores of several classes: what multiclass ROC AUC, log loss and the like disagree about."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from samescore.data.class_scores import ClassScores

#: Probabilities next to none, or next to certainty, and some that are none.
_EXTREME = (0.0, 1.0, 1e-16, 1e-9, 1 - 2.0**-53)
_OUTSIDE = (1.25, -0.5, float("inf"), float("-inf"))


def class_scores(count: int, seed: int = 0) -> Iterator[ClassScores]:
    """`count` inputs of no item to more than numpy's block of 128; some classes never occur.

    Their scores are probabilities, with ties, that add up to 1 or not; or now and then no probabilities.
    """
    rng = random.Random(seed)
    for index in range(count):
        size = 0 if index % 97 == 0 else rng.choice([1, 2, 5, 8, 20, 20, 60, 60, 150])
        names = [f"c{k}" for k in range(rng.choice([2, 3, 3, 3, 4, 5, 9, 12]))]
        drawn = drawn_scores(rng, names, size)
        rows = [list(row) for row in drawn.class_scores]
        if size and rng.random() < 0.1:
            rows = [[score * rng.choice([0.9, 1.0, 1.1]) for score in row] for row in rows]
        if size and rng.random() < 0.05:
            rows = [[round(rng.gauss(0, 2), 1) for _ in row] for row in rows]
        if size and rng.random() < 0.1:
            rng.choice(rows)[rng.randrange(len(names))] = rng.choice([*_EXTREME, *_EXTREME, *_OUTSIDE])
        yield ClassScores(names, drawn.gold, rows)


def drawn_scores(rng: random.Random, names: Sequence[str], size: int) -> ClassScores:
    """`size` items of these classes, maybe not all of them, with probabilities that favour the gold class more or less."""
    occurring = list(names) if rng.random() < 0.9 else rng.sample(names, rng.randint(1, len(names)))
    gold = [*occurring[:size], *rng.choices(occurring, k=max(size - len(occurring), 0))]
    rng.shuffle(gold)
    rows = []
    favour, whole = rng.choice([0, 1, 3, 8]), rng.choice([8, 64, 0])
    for name in gold:
        weights = [rng.random() + favour * rng.random() * (other == name) for other in names]
        rows.append(_in_units(weights, whole) if whole else [weight / sum(weights) for weight in weights])
    return ClassScores(names, gold, rows)


def _in_units(weights: Sequence[float], units: int) -> list[float]:
    """The shares of these weights in multiples of 1/units, which add up to 1; some are 0, and some equal."""
    counts = [int(units * weight / sum(weights)) for weight in weights]
    counts[weights.index(max(weights))] += units - sum(counts)
    return [count / units for count in counts]
