"""Known mistakes in the area under the ROC curve."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from samescore.metrics.labels.roc_auc import RocAucSettings
from samescore.metrics.labels.scored import ScoredItems
from samescore.metrics.mistakes.contract import Mistake
from samescore.metrics.mistakes.formulas import Formula, wrong_formulas
from samescore.metrics.mistakes.scored import Item, OfItems, both_classes, curve, items_of
from samescore.metrics.mistakes.texts import presentations

#: A false-positive rate and a true-positive rate.
Corner = tuple[float, float]

#: The score of items that are all of one class, by the knob ``one_class``; None for other values.
_ONE_CLASS = {"zero": 0.0}
_TIE = {"half": 0.5, "wrong": 0.0, "right": 1.0}


def _scoring_mistake(name: str, meaning: str, change: Callable[[list[Item], RocAucSettings], float | None]) -> Mistake:
    """Return a mistake in the score of items of two classes; items of one class are scored by ``one_class``."""

    def score(kept: ScoredItems, settings: RocAucSettings) -> float | None:
        items = items_of(kept)
        return change(items, settings) if all(both_classes(items)) else _ONE_CLASS.get(settings.one_class)

    return Mistake(name, meaning, "score", score)


def _whole_area_mistake(name: str, meaning: str, change: OfItems) -> Mistake:
    """Return a mistake in the area under the whole curve; it does not apply to settings with ``max_fpr`` below 1."""
    return _scoring_mistake(name, meaning, lambda items, s: None if s.max_fpr < 1 else change(items))


def _corners(items: list[Item]) -> list[Corner]:
    """Return the corners of the curve as rates, starting at the origin."""
    negatives, positives = curve(items)[-1]
    return [(0.0, 0.0), *((fp / negatives, tp / positives) for fp, tp in curve(items))]


def _curve_up_to(corners: Sequence[Corner], end: float, interpolate: bool = True) -> list[Corner]:
    """Return the curve up to a false-positive rate, ending in an interpolated corner if `interpolate` is true."""
    kept = [corner for corner in corners if corner[0] <= end]
    if not interpolate or not kept or len(kept) == len(corners):
        return kept
    (x, y), (right, top) = kept[-1], corners[len(kept)]
    return [*kept, (end, y + (top - y) * (end - x) / (right - x))]


def _area_below(corners: Sequence[Corner], settings: RocAucSettings) -> float:
    """Return the area under a curve, where ``ties`` decides about steps of equal scores."""
    return sum((b[0] - a[0]) * (a[1] + (b[1] - a[1]) * _TIE[settings.ties]) for a, b in pairwise(corners))


def _rescaled(area: float, end: float) -> float:
    least = end**2 / 2
    return (1 + (area - least) / (end - least)) / 2


def _drawing(name: str, meaning: str, corners: Callable[[list[Item]], list[Corner]]) -> Mistake:
    """Return a mistake in drawing the curve: `corners` draws it, and its area is computed up to ``max_fpr``."""

    def area(items: list[Item], settings: RocAucSettings) -> float:
        drawn = corners(items)
        return (
            _rescaled(_area_below(_curve_up_to(drawn, settings.max_fpr), settings), settings.max_fpr)
            if settings.max_fpr < 1
            else _area_below(drawn, settings)
        )

    return _scoring_mistake(name, meaning, area)


def _partial_area_mistake(name: str, meaning: str, change: Callable[[list[Corner], RocAucSettings], float]) -> Mistake:
    """Return a mistake in the area up to a false-positive rate; it does not apply to the whole area."""
    return _scoring_mistake(name, meaning, lambda items, s: change(_corners(items), s) if 0 < s.max_fpr < 1 else None)


def _one_by_one(items: list[Item]) -> list[Corner]:
    """Return a corner for each item, where items of equal score are in the order of the input."""
    positive, negative = both_classes(items)
    corners, tp, fp = [(0.0, 0.0)], 0, 0
    for _, gold in sorted(items, key=lambda item: -item[0]):
        tp, fp = tp + gold, fp + (not gold)
        corners.append((fp / len(negative), tp / len(positive)))
    return corners


def _at_thresholds(steps: int) -> Callable[[list[Item]], list[Corner]]:
    """Return a function that returns the corners at evenly spaced thresholds from 1 to 0."""

    def corners(items: list[Item]) -> list[Corner]:
        positive, negative = both_classes(items)
        made = []
        for step in range(steps, -1, -1):
            rates = [sum(x >= step / steps for x in side) / len(side) for side in (negative, positive)]
            made.append((rates[0], rates[1]))
        return made

    return corners


def _over_all(side: int) -> Callable[[list[Item]], list[Corner]]:
    """Return a function that draws a curve in which one rate is divided by the number of all items.

    It is the false-positive rate if `side` is 0, and otherwise the true-positive rate.
    """

    def corners(items: list[Item]) -> list[Corner]:
        factor = len(both_classes(items)[1 - side]) / len(items)
        return [(fp * factor, tp) if side == 0 else (fp, tp * factor) for fp, tp in _corners(items)]

    return corners


def _of_won(formula: Callable[[float, int, int], float]) -> Callable[[list[Item], RocAucSettings], float | None]:
    """Return a function that scores items by `formula`, from correctly ordered pairs and the sizes of both classes.

    The knob ``ties`` decides about ties. The function returns None if ``max_fpr`` is below 1.
    """

    def score(items: list[Item], settings: RocAucSettings) -> float | None:
        positive, negative = both_classes(items)
        won = sum(_TIE[settings.ties] if p == n else p > n for p in positive for n in negative)
        return None if settings.max_fpr < 1 else formula(won, len(positive), len(negative))

    return score


def _ties_left_out(items: list[Item]) -> float | None:
    positive, negative = both_classes(items)
    different = [(p, n) for p in positive for n in negative if p != n]
    return sum(p > n for p, n in different) / len(different) if different else None


def _ranking(name: str, meaning: str, rank: Callable[[float, Sequence[float]], float]) -> Mistake:
    """Return a mistake in the rank of a score among all sorted scores, from which the area is computed by rank sums."""

    def area(items: list[Item]) -> float:
        positive, negative = both_classes(items)
        scores = sorted(x for x, _ in items)
        ranks = sum(rank(x, scores) for x in positive)
        return (ranks - len(positive) * (len(positive) + 1) / 2) / (len(positive) * len(negative))

    return _whole_area_mistake(name, meaning, area)


def _typed_area(wrong: Formula) -> Callable[[ScoredItems, RocAucSettings], float | None]:
    """Return a function that computes the area by a wrong formula from the rank sum of the positive items.

    Ranks count from the lowest score.
    """

    def area(won: float, p: int, n: int) -> float:
        return wrong({"ranks": won + p * (p + 1) / 2, "positives": p, "negatives": n})

    change: Callable[[ScoredItems, RocAucSettings], float | None] = _scoring_mistake("", "", _of_won(area)).change
    return change


def _typed_part(wrong: Formula) -> Callable[[ScoredItems, RocAucSettings], float | None]:
    """Return a function that computes the score by a wrong formula from the area up to a false-positive rate."""

    def area(corners: list[Corner], settings: RocAucSettings) -> float:
        return wrong({"area": _area_below(_curve_up_to(corners, settings.max_fpr), settings), "end": settings.max_fpr})

    change: Callable[[ScoredItems, RocAucSettings], float | None] = _partial_area_mistake("", "", area).change
    return change


def _balanced_accuracy(items: list[Item]) -> float:
    positive, negative = both_classes(items)
    return (sum(x >= 0.5 for x in positive) / len(positive) + sum(x < 0.5 for x in negative) / len(negative)) / 2


ROC_AUC_MISTAKES: tuple[Mistake, ...] = (
    _scoring_mistake("ties-count-as-wrong", "pairs with equal scores count as wrong: rectangles as high as the left end of a step",
             lambda items, s: _area_below(_corners(items), s.replace(ties="wrong")) if s.max_fpr == 1 else None),
    _scoring_mistake("ties-count-as-right", "pairs with equal scores count as right: rectangles as high as the right end of a step",
             lambda items, s: _area_below(_corners(items), s.replace(ties="right")) if s.max_fpr == 1 else None),
    _drawing("lowest-first", "the lowest scores are taken for the most positive ones",
             lambda items: _corners([(-x, gold) for x, gold in items])),
    _whole_area_mistake("ties-left-out", "pairs with equal scores are left out", _ties_left_out),
    _drawing("ties-in-input-order", "items with equal scores count one by one, in the order of the input", _one_by_one),
    _drawing("ties-in-reversed-order", "items with equal scores count one by one, in the reversed order of the input",
             lambda items: _one_by_one(items[::-1])),
    _drawing("origin-missing", "the curve does not begin at (0, 0)", lambda items: _corners(items)[1:]),
    _drawing("last-corner-missing", "the curve ends at its last corner but one", lambda items: _corners(items)[:-1]),
    _drawing("false-positives-over-all-items", "false positives are divided by the number of all items", _over_all(0)),
    _drawing("true-positives-over-all-items", "true positives are divided by the number of all items", _over_all(1)),
    _drawing("ten-thresholds", "the curve has corners at the thresholds 1, 0.9, 0.8 and so on only", _at_thresholds(10)),
    _drawing("hundred-thresholds", "the curve has corners at the thresholds 1, 0.99, 0.98 and so on only",
             _at_thresholds(100)),
    _partial_area_mistake("part-not-rescaled", "the area up to the highest false-positive rate as it is, not rescaled",
             lambda corners, s: _area_below(_curve_up_to(corners, s.max_fpr), s)),
    _partial_area_mistake("part-over-its-width", "the area up to the highest false-positive rate is divided by that rate",
             lambda corners, s: _area_below(_curve_up_to(corners, s.max_fpr), s) / s.max_fpr),
    _partial_area_mistake("cut-at-a-corner", "the curve ends at its last corner before the highest false-positive rate",
             lambda corners, s: _rescaled(_area_below(_curve_up_to(corners, s.max_fpr, interpolate=False), s), s.max_fpr)),
    _ranking("lowest-rank-for-ties", "tied scores have the lowest of their ranks instead of the mean",
             lambda x, scores: scores.index(x) + 1),
    _ranking("highest-rank-for-ties", "tied scores have the highest of their ranks instead of the mean",
             lambda x, scores: len(scores) - scores[::-1].index(x)),
    _ranking("ranks-of-distinct-scores", "ranks count distinct scores: the score after a tie has the next rank",
             lambda x, scores: sorted(set(scores)).index(x) + 1),
    _scoring_mistake("gini", "twice the area minus 1 (Gini, Somers' D)", _of_won(lambda won, p, n: 2 * won / (p * n) - 1)),
    _scoring_mistake("rank-correction-missing", "p (p + 1) / 2 of p positive items is not subtracted from their ranks",
             _of_won(lambda won, p, n: (won + p * (p + 1) / 2) / (p * n))),
    _scoring_mistake("not-divided", "the number of pairs in the right order, not divided", _of_won(lambda won, p, n: won)),
    _scoring_mistake("divided-by-all-pairs", "pairs in the right order are divided by all pairs of items",
             _of_won(lambda won, p, n: won / ((p + n) * (p + n - 1) / 2))),
    _scoring_mistake("ranks-from-zero", "ranks begin with 0", _of_won(lambda won, p, n: (won - p) / (p * n))),
    Mistake("below-chance-reversed", "an area below 1/2 is reversed: the larger one of A and 1 - A", "value",
            lambda value, s: max(value, 1 - value)),
    *wrong_formulas("A", "(ranks - positives * (positives + 1) / 2) / (positives * negatives)", "score", _typed_area,
                    "positives negatives"),
    *wrong_formulas("A", "(1 + (area - end ** 2 / 2) / (end - end ** 2 / 2)) / 2", "score", _typed_part, "area end"),
    _whole_area_mistake("accuracy-at-one-half", "the accuracy at a threshold of 1/2",
           lambda items: sum((x >= 0.5) == bool(g) for x, g in items) / len(items)),
    _whole_area_mistake("balanced-accuracy-at-one-half", "the balanced accuracy at a threshold of 1/2", _balanced_accuracy),
    *presentations(highest=1),
)  # fmt: skip
