"""What implementers of metrics over scores of a classifier get wrong: ROC AUC, average precision, Brier, log loss."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import groupby, pairwise
from typing import Any

from samescore.metrics.mistakes.contract import Mistake
from samescore.metrics.mistakes.formulas import Formula, wrong_formulas
from samescore.metrics.mistakes.texts import presentations

#: The score and the gold label of an item.
_Item = tuple[float, int]
_OfItems = Callable[[list[_Item]], float | None]


def _items(kept: Any) -> list[_Item]:
    return list(zip(kept.scores, kept.gold, strict=True))


def _of_items(name: str, meaning: str, change: _OfItems) -> Mistake:
    return Mistake(name, meaning, "score", lambda kept, s: change(_items(kept)))


def _both(items: list[_Item]) -> tuple[list[float], list[float]]:
    return [x for x, g in items if g], [x for x, g in items if not g]


def _pairs(tie: float, equal: Callable[[float, float], bool] = lambda a, b: a == b) -> _OfItems:
    """The share of the pairs of a positive and a negative item in the right order, in which ties count `tie`."""

    def area(items: list[_Item]) -> float | None:
        positive, negative = _both(items)
        if not positive or not negative:
            return None
        won = sum(tie if equal(p, n) else p > n for p in positive for n in negative)
        return won / (len(positive) * len(negative))

    return area


def _ties_left_out(items: list[_Item]) -> float | None:
    positive, negative = _both(items)
    different = [(p, n) for p in positive for n in negative if p != n]
    return sum(p > n for p, n in different) / len(different) if different else None


def _in_order(key: Callable[[_Item], Any], *, reverse: bool = True) -> _OfItems:
    """The area of the curve that the items give one by one, in a sorted order that leaves ties as they come."""

    def area(items: list[_Item]) -> float | None:
        positive, negative = _both(items)
        if not positive or not negative:
            return None
        hits = below = 0
        for _, gold in sorted(items, key=key, reverse=reverse):
            hits += gold
            below += 0 if gold else hits
        return below / (len(positive) * len(negative))

    return area


def _curve(items: list[_Item]) -> list[tuple[int, int]]:
    """False and true positives down to each different score, the highest first."""
    points, fp, tp = [], 0, 0
    for _, group in groupby(sorted(items, key=lambda item: -item[0]), key=lambda item: item[0]):
        labels = [gold for _, gold in group]
        tp, fp = tp + sum(labels), fp + len(labels) - sum(labels)
        points.append((fp, tp))
    return points


def _steps(side: int) -> _OfItems:
    """The area under the curve by rectangles instead of trapezoids, as high as on one side."""

    def area(items: list[_Item]) -> float | None:
        points = [(0, 0), *_curve(items)]
        fp, tp = points[-1]
        if not fp or not tp:
            return None
        return sum((b[0] - a[0]) * (a, b)[side][1] for a, b in pairwise(points)) / (fp * tp)

    return area


def _without_origin(items: list[_Item]) -> float | None:
    """The area without the trapezoid from the origin to the first point."""
    points = _curve(items)
    fp, tp = points[-1]
    if not fp or not tp:
        return None
    return sum((b[0] - a[0]) * (a[1] + b[1]) / 2 for a, b in pairwise(points)) / (fp * tp)


#: The score of items of one class.
_ONE_CLASS = {"zero": 0.0}
_TIE = {"half": 0.5, "wrong": 0.0, "right": 1.0}


def _of_won(formula: Callable[[float, int, int], float]) -> Callable[[Any, Any], float | None]:
    """From the pairs in the right order, with ties by the settings, and the numbers of positive and negative items."""

    def score(kept: Any, s: Any) -> float | None:
        positive, negative = _both(_items(kept))
        won = sum(_TIE[s.ties] if p == n else p > n for p in positive for n in negative)
        return formula(won, len(positive), len(negative)) if positive and negative else _ONE_CLASS.get(s.one_class)

    return score


def _area(name: str, meaning: str, change: _OfItems) -> Mistake:
    """A mistake in the area; one class scores by the settings."""

    def score(kept: Any, s: Any) -> float | None:
        items = _items(kept)
        return change(items) if all(_both(items)) else _ONE_CLASS.get(s.one_class)

    return Mistake(name, meaning, "score", score)


def _typed_area(wrong: Formula) -> Callable[[Any, Any], float | None]:
    """From the sum of the ranks of positive items, the lowest score first."""

    def area(won: float, p: int, n: int) -> float:
        return wrong({"ranks": won + p * (p + 1) / 2, "positives": p, "negatives": n})

    return _of_won(area)


ROC_AUC_MISTAKES: tuple[Mistake, ...] = (
    _area("ties-count-as-wrong", "pairs with equal scores count as wrong", _pairs(0.0)),
    _area("ties-count-as-right", "pairs with equal scores count as right", _pairs(1.0)),
    _area("ties-left-out", "pairs with equal scores are left out", _ties_left_out),
    _area("ties-in-input-order", "items with equal scores count one by one, in the order of the input",
              _in_order(lambda item: -item[0], reverse=False)),
    _area("ties-in-reversed-order", "items with equal scores count one by one, in the reversed order of the input",
              lambda items: _in_order(lambda item: -item[0], reverse=False)(items[::-1])),
    _area("rectangles-from-the-left", "rectangles as high as the left end of a step instead of trapezoids", _steps(0)),
    _area("rectangles-to-the-right", "rectangles as high as the right end of a step instead of trapezoids", _steps(1)),
    _area("origin-missing", "the curve does not begin at (0, 0)", _without_origin),
    Mistake("gini", "twice the area minus 1 (Gini, Somers' D)", "score",
            lambda kept, s: _of_won(lambda won, p, n: 2 * won / (p * n) - 1)(kept, s)),
    Mistake("rank-correction-missing", "p (p + 1) / 2 of p positive items is not subtracted from their ranks", "score",
            lambda kept, s: _of_won(lambda won, p, n: (won + p * (p + 1) / 2) / (p * n))(kept, s)),
    _area("not-divided", "the number of pairs in the right order, not divided",
              lambda items: (_pairs(0.5)(items) or 0.0) * len(_both(items)[0]) * len(_both(items)[1])),
    _area("divided-by-all-pairs", "pairs in the right order are divided by all pairs of items",
              lambda items: (_pairs(0.5)(items) or 0.0) * len(_both(items)[0]) * len(_both(items)[1])
              / (len(items) * (len(items) - 1) / 2) if len(items) > 1 else None),
    Mistake("ranks-from-zero", "ranks begin with 0", "score",
            lambda kept, s: _of_won(lambda won, p, n: (won - p) / (p * n))(kept, s)),
    Mistake("below-chance-reversed", "an area below 1/2 is reversed: the larger one of A and 1 - A", "value",
            lambda value, s: max(value, 1 - value)),
    *wrong_formulas("A", "(ranks - positives * (positives + 1) / 2) / (positives * negatives)", "score", _typed_area,
                    "positives negatives"),
    _area("accuracy-at-one-half", "the accuracy at a threshold of 1/2",
              lambda items: sum((x >= 0.5) == bool(g) for x, g in items) / len(items)),
    *presentations(highest=1),
)  # fmt: skip


def _precisions(
    items: list[_Item], precision: Callable[[int, int, int], float], *, order: Callable[[_Item], Any] | None = None
) -> list[float]:
    """The precision at each positive item, from its hits, its rank (from 1) and the number of items."""
    hits, made = 0, []
    ranked = sorted(items, key=order or (lambda item: -item[0]))
    for rank, (_, gold) in enumerate(ranked, 1):
        hits += gold
        if gold:
            made.append(precision(hits, rank, len(items)))
    return made


def _at_hits(
    precision: Callable[[int, int, int], float], divide: Callable[[list[_Item]], float] | None = None
) -> _OfItems:
    def score(items: list[_Item]) -> float | None:
        made = _precisions(items, precision)
        below = divide(items) if divide else len(made)
        return sum(made) / below if made and below else None

    return score


def _points(items: list[_Item]) -> list[tuple[float, float]]:
    """Recall and precision at each different score."""
    points = _curve(items)
    positives = points[-1][1]
    return [(tp / positives, tp / (fp + tp)) for fp, tp in points] if positives else []


def _pr_trapezoids(first: tuple[float, float] | None) -> _OfItems:
    def area(items: list[_Item]) -> float | None:
        points = [*([first] if first else []), *_points(items)]
        if not _points(items):
            return None
        return sum((b[0] - a[0]) * (a[1] + b[1]) / 2 for a, b in pairwise(points))

    return area


def _interpolated(items: list[_Item]) -> float | None:
    points = _points(items)
    if not points:
        return None
    total, before = 0.0, 0.0
    for place, (recall, _) in enumerate(points):
        total += (recall - before) * max(p for _, p in points[place:])
        before = recall
    return total


def _eleven_points(items: list[_Item]) -> float | None:
    points = _points(items)
    if not points:
        return None
    return sum(max((p for r, p in points if r >= level / 10), default=0.0) for level in range(11)) / 11


def _mean_of_thresholds(items: list[_Item]) -> float | None:
    points = _points(items)
    return sum(p for _, p in points) / len(points) if points else None


def _ascending(items: list[_Item]) -> float | None:
    return _at_hits(lambda hits, rank, n: hits / rank)([(-x, g) for x, g in items])


AVERAGE_PRECISION_MISTAKES: tuple[Mistake, ...] = (
    _of_items("ties-in-input-order", "items with equal scores count one by one, in the order of the input",
              _at_hits(lambda hits, rank, n: hits / rank)),
    _of_items("rank-from-zero", "ranks begin with 0: precision is hits / (rank - 1)",
              _at_hits(lambda hits, rank, n: hits / max(1, rank - 1))),
    _of_items("rank-from-two", "ranks begin with 2: precision is hits / (rank + 1)",
              _at_hits(lambda hits, rank, n: hits / (rank + 1))),
    _of_items("hits-from-zero", "the item itself is no hit: (hits - 1) / rank", _at_hits(lambda hits, rank, n: (hits - 1) / rank)),
    _of_items("divided-by-all-items", "the precisions are divided by the number of items, not of positive ones",
              _at_hits(lambda hits, rank, n: hits / rank, len)),
    _of_items("reciprocal-ranks", "the mean of 1 / rank of the positive items", _at_hits(lambda hits, rank, n: 1 / rank)),
    _of_items("lowest-first", "the lowest scores come first", _ascending),
    _of_items("trapezoids", "the area under the curve by trapezoids, from precision 1", _pr_trapezoids((0.0, 1.0))),
    _of_items("trapezoids-from-first-point", "the area under the curve by trapezoids, from its first point",
              _pr_trapezoids(None)),
    _of_items("trapezoids-from-origin", "the area under the curve by trapezoids, from precision 0", _pr_trapezoids((0.0, 0.0))),
    _of_items("interpolated", "precisions are interpolated: the highest one at this recall or above", _interpolated),
    _of_items("eleven-points", "the mean of the interpolated precisions at 11 recalls", _eleven_points),
    _of_items("mean-of-thresholds", "the mean precision over all different scores", _mean_of_thresholds),
    _of_items("positives-exchanged", "the negative items are taken for the positive ones",
              lambda items: _at_hits(lambda hits, rank, n: hits / rank)([(x, 1 - g) for x, g in items])),
    *presentations(highest=1),
)  # fmt: skip


def _errors(name: str, meaning: str, error: Callable[[float, int], float | None]) -> Mistake:
    """A mistake in the loss of an item, of which the mean is taken (or the sum, as the settings say)."""

    def score(kept: Any, s: Any) -> float | None:
        losses = [error(_clipped(x, s), g) for x, g in _items(kept)]
        if any(loss is None or not math.isfinite(loss) for loss in losses):
            return None
        total = math.fsum(loss for loss in losses if loss is not None)
        return total * _times(s) if getattr(s, "normalize", "mean") == "sum" else total * _times(s) / len(losses)

    return Mistake(name, meaning, "score", score)


def _clipped(x: float, s: Any) -> float:
    """A probability, at least epsilon away from 0 and 1 if the settings have one."""
    epsilon = getattr(s, "epsilon", None)
    return x if epsilon is None else min(max(x, epsilon), 1 - epsilon)


def _times(s: Any) -> int:
    return 2 if getattr(s, "classes", "positive") == "both" else 1


def _means(loss: Callable[[float, int], float]) -> tuple[Mistake, ...]:
    def of(change: Callable[[Sequence[float]], float | None]) -> Callable[[Any, Any], float | None]:
        def score(kept: Any, s: Any) -> float | None:
            losses = [_times(s) * loss(_clipped(x, s), g) for x, g in _items(kept)]
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
