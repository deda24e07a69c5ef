"""Items ranked by their scores: pairs in the right order, and the ROC curve; plain, and by kernels."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from functools import partial
from itertools import compress, zip_longest
from operator import not_
from typing import NamedTuple

from samescore.kernels import ranking as kernel
from samescore.kernels import serving
from samescore.metrics.labels.scored import ScoredItems

#: Negative and positive items of at least some score.
Point = tuple[int, int]


class PairCounts(NamedTuple):
    """The pairs of a positive and a negative item, and the items of each class."""

    higher: int
    """The pairs where the positive item has the higher score."""
    tied: int
    """The pairs of equal score."""
    positives: int
    negatives: int


def count_pairs(items: ScoredItems) -> PairCounts:
    """The pairs and the items, counted by the route that serves."""
    return compiled_pairs(items) if serving() else plain_pairs(items)


def plain_pairs(items: ScoredItems) -> PairCounts:
    """What `count_pairs` gives without kernels."""
    positives = sorted(compress(items.scores, items.gold))
    negatives = sorted(compress(items.scores, map(not_, items.gold)))
    lower = sum(map(partial(bisect_left, negatives), positives))
    not_higher = sum(map(partial(bisect_right, negatives), positives))
    return PairCounts(lower, not_higher - lower, len(positives), len(negatives))


def compiled_pairs(items: ScoredItems) -> PairCounts:
    """What `count_pairs` gives by kernels."""
    higher, tied, positives = kernel.count_pairs(_bits(items), items.gold)
    return PairCounts(higher, tied, positives, items.segments - positives)


def curve(items: ScoredItems) -> list[Point]:
    """(fp, tp) after each distinct score, from the highest down."""
    return compiled_curve(items) if serving() else plain_curve(items)


def plain_curve(items: ScoredItems) -> list[Point]:
    """What `curve` gives without kernels."""
    scores, gold = items.scores, items.gold
    ranked = sorted(range(len(scores)), key=scores.__getitem__, reverse=True)
    points = []
    fp = tp = 0
    for index, following in zip_longest(ranked, ranked[1:]):
        if gold[index]:
            tp += 1
        else:
            fp += 1
        if following is None or scores[following] != scores[index]:
            points.append((fp, tp))
    return points


def compiled_curve(items: ScoredItems) -> list[Point]:
    """What `curve` gives by kernels."""
    fp, tp = kernel.count_curve(_bits(items), items.gold)
    return list(zip(fp, tp, strict=True))


def _bits(items: ScoredItems) -> memoryview:
    """The bits of the scores."""
    scores = memoryview(items.scores).cast("B")
    return scores.cast("Q") if len(scores) else memoryview(b"")
