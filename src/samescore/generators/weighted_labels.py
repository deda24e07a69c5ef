"""Class labels and scores with sample weights: what sums of weights disagree about."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence

from samescore.data.weighted_labels import WeightedLabels
from samescore.data.weighted_scores import WeightedScores
from samescore.generators.labels import probabilities


def weighted_labels(count: int, seed: int = 0) -> Iterator[WeightedLabels]:
    """`count` inputs: none or few items, or more than numpy's block of 128; one class or many; weights of every size."""
    rng = random.Random(seed)
    for index in range(count):
        size = 0 if index % 97 == 0 else rng.choice([1, 2, 3, 8, 9, 20, 60, 150])
        names = rng.choice([["0", "1"], ["BAD", "OK"], ["a", "b", "c", "1"], [str(k) for k in range(12)]])
        items = drawn_items(rng, names[: rng.choice([1, 2, len(names), len(names)])], size)
        yield WeightedLabels(items.gold_labels, items.predicted_labels, _weights(rng, size))


def dyadic_weights(count: int, seed: int = 0) -> Iterator[WeightedLabels]:
    """The same with weights that are few eighths: their sums and products are exact in doubles, in any order."""
    rng = random.Random(seed)
    for items in weighted_labels(count, seed):
        weights = [rng.choice([0, 1, 1, 2, 3, 8, 20, 128]) / 8 for _ in items.weights]
        yield WeightedLabels(items.gold_labels, items.predicted_labels, weights)


def weighted_scores(count: int, seed: int = 0) -> Iterator[WeightedScores]:
    """`count` inputs of probabilities, a few of which are none, with weights of every size; one class; a class without weight."""
    rng = random.Random(seed)
    for items in probabilities(count, seed):
        weights = _weights(rng, len(items))
        if rng.random() < 0.05:
            weights = [weight * label for weight, label in zip(weights, items.gold, strict=True)]
        yield WeightedScores(items.gold, [min(max(score, -1.0), 2.0) for score in items.scores], weights)


def drawn_items(rng: random.Random, names: Sequence[str], size: int) -> WeightedLabels:
    """`size` items of these classes, predicted more or less well, with weights in eighths."""
    accuracy = rng.choice([0.0, 0.5, 0.8, 1.0])
    gold = [rng.choice(names) for _ in range(size)]
    predicted = [name if rng.random() < accuracy else rng.choice(names) for name in gold]
    return WeightedLabels(gold, predicted, [rng.randint(1, 16) / 8 for _ in range(size)])


def _weights(rng: random.Random, size: int) -> list[float]:
    kind = rng.choice(["ones", "whole", "tenths", "any", "any", "wide"])
    if rng.random() < 0.02:
        return [0.0] * size
    draws: dict[str, Callable[[], float]] = {
        "ones": lambda: 1.0,
        "whole": lambda: float(rng.randint(0, 4)),
        "tenths": lambda: rng.randint(0, 20) / 10,
        "any": rng.random,
        "wide": lambda: 10.0 ** rng.uniform(-12, 6),
    }
    return [draws[kind]() for _ in range(size)]
