"""Class labels: item by item, and with a classifier's scores."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from samescore.data.labels import Labels, ScoredLabels


def labels(count: int, seed: int = 0) -> Iterator[Labels]:
    """`count` sets of labels: empty; with one class, two, or many; balanced or skewed; integers or strings."""
    rng = random.Random(seed)
    for index in range(count):
        size = 0 if index % 97 == 0 else rng.choice([1, 2, 3, 8, 20, 60])
        names: list[Any]
        names = rng.choice(
            [["0", "1"], [0, 1], ["BAD", "OK"], [1, 2, 3], list(range(10)), ["a", "b", "c", "1"], list(range(40))]
        )
        names = names[: rng.choice([1, 2, 2, len(names), len(names)])]
        skew = rng.choice([1, 1, 5])
        pool = [name for k, name in enumerate(names) for _ in range(1 if k else skew)]
        gold = [rng.choice(pool) for _ in range(size)]
        accuracy = rng.choice([0.0, 0.5, 0.8, 1.0])
        predicted = [label if rng.random() < accuracy else rng.choice(pool) for label in gold]
        yield Labels(gold, predicted)


def scored_labels(count: int, seed: int = 0) -> Iterator[ScoredLabels]:
    """`count` sets of scored items: with many ties or none, one class, infinite scores, more than numpy's block of 128."""
    rng = random.Random(seed)
    for index in range(count):
        size = 0 if index % 97 == 0 else rng.choice([1, 2, 3, 5, 8, 20, 60, 60, 400])
        share = rng.choice([0.0, 0.1, *[0.5] * 8, 1.0])
        gold = [int(rng.random() < share) for _ in range(size)]
        digits = rng.choice([0, 1, 2, 17])
        scores = [round(rng.gauss(label, 1), digits) for label in gold]
        if size and rng.random() < 0.03:
            scores[rng.randrange(size)] = rng.choice([float("inf"), float("-inf")])
        yield ScoredLabels(gold, scores)


def probabilities(count: int, seed: int = 0) -> Iterator[ScoredLabels]:
    """`count` sets of items with probabilities: some certain, or nearly so; one class; a few that are no probabilities."""
    rng = random.Random(seed)
    for index in range(count):
        size = 0 if index % 97 == 0 else rng.choice([1, 2, 3, 5, 8, 20, 60, 60, 400])
        share = rng.choice([0.0, 0.1, *[0.5] * 8, 1.0])
        gold = [int(rng.random() < share) for _ in range(size)]
        digits = rng.choice([1, 2, 17, 17])
        scores = [round(rng.betavariate(1 + 2 * label, 3 - 2 * label), digits) for label in gold]
        if size and rng.random() < 0.5:
            scores[rng.randrange(size)] = rng.choice([0.0, 1.0, 1e-16, 1e-9, 1 - 2.0**-53, 1 - 1e-9])
        if size and rng.random() < 0.05:
            scores[rng.randrange(size)] = rng.choice([1.25, -0.5, 1 + 2.0**-52, float("inf"), float("-inf")])
        yield ScoredLabels(gold, scores)
