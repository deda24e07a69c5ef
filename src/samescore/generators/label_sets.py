"""Sets of labels: what scores of multilabel classification disagree about."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from samescore.data.label_sets import LabelSets


def label_sets(count: int, seed: int = 0) -> Iterator[LabelSets]:
    """`count` inputs: none or few items, or more than numpy's block of 128; one label or many; empty sets, rare labels."""
    rng = random.Random(seed)
    for index in range(count):
        size = 0 if index % 97 == 0 else rng.choice([1, 2, 3, 8, 9, 20, 60, 150])
        names = [f"l{k}" for k in range(rng.choice([1, 2, 2, 3, 3, 5, 9, 12]))]
        yield drawn_sets(rng, names, size)


def drawn_sets(rng: random.Random, names: Sequence[str], size: int) -> LabelSets:
    """`size` items with sets of these labels, predicted more or less well."""
    density, noise = rng.choice([0.1, 0.3, 0.5, 0.9]), rng.choice([0.0, 0.1, 0.3, 0.5, 1.0])
    gold = [[name for name in names if rng.random() < density] for _ in range(size)]
    predicted = [[name for name in names if (name in row) != (rng.random() < noise)] for row in gold]
    return LabelSets(gold, predicted)
