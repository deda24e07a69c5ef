"""Known mistakes in metrics over a classifier's scores: average precision, Brier score, log loss."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import groupby, pairwise
from typing import Any

from samescore.metrics.labels.scored import ScoredItems
from samescore.metrics.mistakes.contract import Mistake
from samescore.metrics.mistakes.texts import presentations

#: The score and the gold label of an item.
Item = tuple[float, int]
#: A function that scores items; it returns None if a mistake does not apply.
OfItems = Callable[[list[Item]], float | None]


def items_of(kept: ScoredItems) -> list[Item]:
    """Return the score and the gold label of each item."""
    return list(zip(kept.scores, kept.gold, strict=True))


def _items_mistake(name: str, meaning: str, change: OfItems) -> Mistake:
    return Mistake(name, meaning, "score", lambda kept, s: change(items_of(kept)))


def both_classes(items: list[Item]) -> tuple[list[float], list[float]]:
    """Return the scores of the positive items, and the scores of the negative items."""
    return [x for x, g in items if g], [x for x, g in items if not g]


def curve(items: list[Item]) -> list[tuple[int, int]]:
    """Return the numbers of false and true positives down to each distinct score, highest first."""
    points, fp, tp = [], 0, 0
    for _, group in groupby(sorted(items, key=lambda item: -item[0]), key=lambda item: item[0]):
        labels = [gold for _, gold in group]
        tp, fp = tp + sum(labels), fp + len(labels) - sum(labels)
        points.append((fp, tp))
    return points


def _precisions(
    items: list[Item], precision: Callable[[int, int, int], float], *, order: Callable[[Item], Any] | None = None
) -> list[float]:
    """Return the precision at each positive item: `precision` gets its hits, its rank (from 1) and the number of items."""
    hits, made = 0, []
    ranked = sorted(items, key=order or (lambda item: -item[0]))
    for rank, (_, gold) in enumerate(ranked, 1):
        hits += gold
        if gold:
            made.append(precision(hits, rank, len(items)))
    return made


def _at_hits(
    precision: Callable[[int, int, int], float], divide: Callable[[list[Item]], float] | None = None
) -> OfItems:
    def score(items: list[Item]) -> float | None:
        made = _precisions(items, precision)
        below = divide(items) if divide else len(made)
        return sum(made) / below if made and below else None

    return score


def _points(items: list[Item]) -> list[tuple[float, float]]:
    """Return recall and precision at each distinct score; empty if no item is positive."""
    points = curve(items)
    positives = points[-1][1]
    return [(tp / positives, tp / (fp + tp)) for fp, tp in points] if positives else []


def _pr_trapezoids(first: tuple[float, float] | None) -> OfItems:
    def area(items: list[Item]) -> float | None:
        points = [*([first] if first else []), *_points(items)]
        if not _points(items):
            return None
        return sum((b[0] - a[0]) * (a[1] + b[1]) / 2 for a, b in pairwise(points))

    return area


def _interpolated(items: list[Item]) -> float | None:
    points = _points(items)
    if not points:
        return None
    total, before = 0.0, 0.0
    for place, (recall, _) in enumerate(points):
        total += (recall - before) * max(p for _, p in points[place:])
        before = recall
    return total


def _eleven_points(items: list[Item]) -> float | None:
    points = _points(items)
    if not points:
        return None
    return sum(max((p for r, p in points if r >= level / 10), default=0.0) for level in range(11)) / 11


def _mean_of_thresholds(items: list[Item]) -> float | None:
    points = _points(items)
    return sum(p for _, p in points) / len(points) if points else None


def _ascending(items: list[Item]) -> float | None:
    return _at_hits(lambda hits, rank, n: hits / rank)([(-x, g) for x, g in items])


AVERAGE_PRECISION_MISTAKES: tuple[Mistake, ...] = (
    _items_mistake("ties-in-input-order", "items with equal scores count one by one, in the order of the input",
              _at_hits(lambda hits, rank, n: hits / rank)),
    _items_mistake("rank-from-zero", "ranks begin with 0: precision is hits / (rank - 1)",
              _at_hits(lambda hits, rank, n: hits / max(1, rank - 1))),
    _items_mistake("rank-from-two", "ranks begin with 2: precision is hits / (rank + 1)",
              _at_hits(lambda hits, rank, n: hits / (rank + 1))),
    _items_mistake("hits-from-zero", "the item itself is no hit: (hits - 1) / rank", _at_hits(lambda hits, rank, n: (hits - 1) / rank)),
    _items_mistake("divided-by-all-items", "the precisions are divided by the number of items, not of positive ones",
              _at_hits(lambda hits, rank, n: hits / rank, len)),
    _items_mistake("reciprocal-ranks", "the mean of 1 / rank of the positive items", _at_hits(lambda hits, rank, n: 1 / rank)),
    _items_mistake("lowest-first", "the lowest scores come first", _ascending),
    _items_mistake("trapezoids", "the area under the curve by trapezoids, from precision 1", _pr_trapezoids((0.0, 1.0))),
    _items_mistake("trapezoids-from-first-point", "the area under the curve by trapezoids, from its first point",
              _pr_trapezoids(None)),
    _items_mistake("trapezoids-from-origin", "the area under the curve by trapezoids, from precision 0", _pr_trapezoids((0.0, 0.0))),
    _items_mistake("interpolated", "precisions are interpolated: the highest one at this recall or above", _interpolated),
    _items_mistake("eleven-points", "the mean of the interpolated precisions at 11 recalls", _eleven_points),
    _items_mistake("mean-of-thresholds", "the mean precision over all different scores", _mean_of_thresholds),
    _items_mistake("positives-exchanged", "the negative items are taken for the positive ones",
              lambda items: _at_hits(lambda hits, rank, n: hits / rank)([(x, 1 - g) for x, g in items])),
    *presentations(highest=1),
)  # fmt: skip


def _errors(name: str, meaning: str, error: Callable[[float, int], float | None]) -> Mistake:
    """Return a mistake in the loss of an item: `error` gets its probability and its label.

    The losses are averaged, or added up if the settings say so.
    """

    def score(kept: ScoredItems, settings: object) -> float | None:
        losses = [error(_clip(x, settings), g) for x, g in items_of(kept)]
        if any(loss is None or not math.isfinite(loss) for loss in losses):
            return None
        total = math.fsum(loss for loss in losses if loss is not None)
        return (
            total * _times(settings)
            if getattr(settings, "normalize", "mean") == "sum"
            else total * _times(settings) / len(losses)
        )

    return Mistake(name, meaning, "score", score)


def _clip(x: float, settings: object) -> float:
    """Return a probability, clipped to epsilon..1 - epsilon if the settings have the knob ``epsilon``."""
    epsilon = getattr(settings, "epsilon", None)
    return x if epsilon is None else min(max(x, epsilon), 1 - epsilon)


def _times(settings: object) -> int:
    return 2 if getattr(settings, "classes", "positive") == "both" else 1


def _means(loss: Callable[[float, int], float]) -> tuple[Mistake, ...]:
    def of(change: Callable[[Sequence[float]], float | None]) -> Callable[[ScoredItems, object], float | None]:
        def score(kept: ScoredItems, settings: object) -> float | None:
            losses = [_times(settings) * loss(_clip(x, settings), g) for x, g in items_of(kept)]
            return change(losses) if all(map(math.isfinite, losses)) else None

        return score

    return (
        Mistake("sum-for-mean", "the losses are not divided by their number", "score", of(math.fsum)),
        Mistake("root-of-mean", "the square root of the mean", "score", of(lambda x: math.sqrt(math.fsum(x) / len(x)))),
        Mistake("divided-by-one-too-few", "the losses are divided by one item too few", "score",
                of(lambda x: math.fsum(x) / (len(x) - 1) if len(x) > 1 else None)),
        Mistake("divided-by-one-too-many", "the losses are divided by one item too many", "score",
                of(lambda x: math.fsum(x) / (len(x) + 1))),
        Mistake("median", "the median of the losses", "score",
                of(lambda x: (sorted(x)[(len(x) - 1) // 2] + sorted(x)[len(x) // 2]) / 2)),
        Mistake("halved", "half of the loss", "score", of(lambda x: math.fsum(x) / len(x) / 2)),
    )  # fmt: skip


def _squared(x: float, g: int) -> float:
    return (x - g) ** 2


BRIER_MISTAKES: tuple[Mistake, ...] = (
    _errors("absolute-errors", "absolute errors instead of squared ones", lambda x, g: abs(x - g)),
    _errors("errors-not-squared", "errors with their sign, which cancel", lambda x, g: x - g),
    _errors("labels-exchanged", "the probability is taken for that of class 0", lambda x, g: (1 - x - g) ** 2),
    _errors("positives-only", "only positive items have an error", lambda x, g: (x - 1) ** 2 if g else 0.0),
    _errors("negatives-only", "only negative items have an error", lambda x, g: 0.0 if g else x**2),
    _errors("decisions-for-probabilities", "probabilities are rounded to decisions first",
            lambda x, g: float((x >= 0.5) != bool(g))),
    *_means(_squared),
    *(mistake for mistake in presentations(highest=1) if mistake.name != "root-of-score"),
)  # fmt: skip


def _log(x: float) -> float:
    return math.log(x) if x > 0 else -math.inf


def _loss(x: float, g: int) -> float:
    return -_log(x if g else 1 - x)


LOG_LOSS_MISTAKES: tuple[Mistake, ...] = (
    _errors("binary-logarithms", "binary logarithms instead of natural ones", lambda x, g: _loss(x, g) / math.log(2)),
    _errors("decimal-logarithms", "logarithms of base 10 instead of natural ones", lambda x, g: _loss(x, g) / math.log(10)),
    _errors("sign-missing", "the sign is missing: the mean log-probability", lambda x, g: -_loss(x, g)),
    _errors("positives-only", "only positive items have a loss", lambda x, g: -_log(x) if g else 0.0),
    _errors("negatives-only", "only negative items have a loss", lambda x, g: 0.0 if g else -_log(1 - x)),
    _errors("negatives-not-complemented", "the loss of a negative item is -log p instead of -log(1 - p)", lambda x, g: -_log(x)),
    _errors("labels-exchanged", "the probability is taken for that of class 0", lambda x, g: -_log(1 - x if g else x)),
    _errors("negatives-added", "the logarithms of negative items have the wrong sign",
            lambda x, g: -_log(x) if g else _log(1 - x)),
    _errors("logarithms-missing", "1 minus the probability instead of its logarithm", lambda x, g: 1 - (x if g else 1 - x)),
    *_means(_loss),
    *(mistake for mistake in presentations(highest=1) if mistake.name not in ("root-of-score", "negated")),
    Mistake("exponential", "the exponential of the loss", "value", lambda value, s: math.exp(value)),
)  # fmt: skip
