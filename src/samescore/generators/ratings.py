"""Scores of a metric with human ones: what correlations disagree about."""

from __future__ import annotations

import random
from collections.abc import Iterator

from samescore.data.ratings import Rating, Ratings

#: Numbers of systems and of segments. There are fewer than 32 scores: from then on the order of additions in a scalar
#: product of NumPy depends on the processor (see `samescore.metrics.correlation.products`).
_SHAPES = ((1, 2), (1, 3), (1, 5), (1, 8), (1, 12), (1, 17), (1, 30), (2, 6), (3, 4), (3, 10), (4, 7), (5, 3), (6, 5))
#: More scores than these are sorted by PyTorch so that several missing ones are in no order that can be told.
_SORTED = 16
#: Factors beyond which squares leave the range of doubles.
_SCALES = (1e-300, 1e-170, 1e-20, 1e20, 1e160, 1e300)


def ratings(count: int, seed: int = 0) -> Iterator[Ratings]:
    """`count` tables of scores: empty, of one pair, constant, tied, missing, infinite, tiny, huge, in perfect agreement."""
    rng = random.Random(seed)
    for index in range(count):
        if index % 97 == 0:
            yield Ratings([[]], [[]]) if index % 2 else Ratings([], [])
        elif index % 89 == 1:
            yield Ratings([rng.random()], [rng.choice([rng.random(), None])])
        else:
            yield table(rng, *rng.choice(_SHAPES))


def table(rng: random.Random, systems: int, segments: int) -> Ratings:
    """Scores of this many systems and segments."""
    size = systems * segments
    human: list[Rating] = [round(rng.gauss(0, 1), rng.choice([0, 0, 1, 2, 17])) for _ in range(size)]
    noise, digits = rng.choice([0.0, 0.3, 1.0, 5.0]), rng.choice([0, 1, 2, 17])
    metric: list[Rating] = [round((y or 0.0) + noise * rng.gauss(0, 1), digits) for y in human]
    oddity = rng.randrange(24)
    side = rng.choice([metric, human])
    if oddity == 0:
        side[:] = [rng.choice([0.1, 0.5, 3.0])] * size
    elif oddity in (1, 2):
        scale = rng.choice(_SCALES)
        side[:] = [(x or 0.0) * scale for x in side]
    elif oddity == 3:
        metric = [-(y or 0.0) for y in human]
    elif oddity == 4:
        side[rng.randrange(size)] = rng.choice([float("inf"), float("-inf")])
    elif oddity in (5, 6):
        for _ in range(rng.choice([1, 1, 2, size]) if size <= _SORTED else 1):
            rng.choice([metric, human])[rng.randrange(size)] = None
    elif oddity == 7:
        side[:] = [1e6 + (x or 0.0) * 1e-6 for x in side]
    return Ratings(_rows(metric, segments), _rows(human, segments))


def _rows(scores: list[Rating], segments: int) -> list[list[Rating]]:
    return [scores[start : start + segments] for start in range(0, len(scores), segments)]
