"""Labels of several annotators: what coefficients of agreement disagree about."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from samescore.data.annotations import Annotation, Annotations, LabelSet

_LABELS: tuple[tuple[Annotation, ...], ...] = (
    ("a", "b"),
    ("yes", "no", "maybe", "NO"),
    tuple("abcdefghijkl"),
    (0, 1),
    (0, 1, 2),
    (1, 2, 3),
    (1, 2, 3, 4, 5),
    (-1, 0, 1),
    (0.5, 1.25, 3.0),
    (10, 25, 50, 100),
    tuple(range(20)),
    ("a",),
)

#: Labels that are sets.
_SETS: tuple[tuple[LabelSet, ...], ...] = (
    (("a",), ("a", "b"), ("b",)),
    (("a",), ("a", "b"), ("a", "b", "c"), ("b", "c", "d"), ("d",)),
    ((1,), (2, 3), (1, 2, 3), (1, 2, 3, 4, 5, 6)),
    ((), ("joy",), ("joy", "trust"), ("anger", "fear", "joy")),
)


def annotated(count: int, seed: int = 0, every: int = 10) -> Iterator[Annotations]:
    """`count` inputs: texts, numbers, two to five annotators, missing labels; one annotator, one label, no items.

    Of one input in `every` the labels are sets: what needs numbers has no score for them.
    """
    rng = random.Random(seed)
    for index in range(count):
        if index % 97 == 0:
            yield Annotations([[], []])
        elif index % 97 == 1:
            yield Annotations([["a", "b", "a"]])
        else:
            yield labelled(rng, rng.choice(_SETS if index % every == 0 else _LABELS))


def labelled(rng: random.Random, labels: Sequence[Annotation]) -> Annotations:
    """Two to five annotators of up to 30 items, who agree more or less; some labels may be missing."""
    truth = [rng.choice(labels) for _ in range(rng.choice([1, 2, 3, 5, 10, 30]))]
    agreement = rng.choice([0.0, 0.3, 0.6, 0.9, 1.0])
    missing = rng.choice([0.0, 0.0, 0.0, 0.2, 0.6])
    return Annotations(
        [
            [
                None if rng.random() < missing else label if rng.random() < agreement else rng.choice(labels)
                for label in truth
            ]
            for _ in range(rng.choice([2, 2, 2, 3, 5]))
        ]
    )
