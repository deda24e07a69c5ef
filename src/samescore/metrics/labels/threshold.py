"""F1-mult at a threshold chosen on one half of the items and applied to the other (OpenKiwi's F1_CAL).

Every score is a possible threshold: items with at least that score are predicted as 1 (BAD), the others as 0 (OK). The
threshold with the highest F1-mult on the first half of the items (the largest on ties) is applied to the second half.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import ClassVar

from samescore.base.errors import MetricError
from samescore.base.outcome import Trace
from samescore.data.scored_labels import ScoredLabels
from samescore.metrics.base import MetricFacts, Statistics, Total, broken_axioms
from samescore.metrics.labels.refused_weights import refuse_weights, refused_weights_knob
from samescore.metrics.labels.scored import ScoredItems, ScoredMetric, need_items
from samescore.settings import Choice, Integer, Settings, Stage, knob

#: A score, and the label of its item, 0 or 1.
Item = tuple[float, int]
_WORDS = 624  # the size of the Mersenne twister's state


class ThresholdSettings(Settings):
    """The knobs of F1-mult at a chosen threshold. The defaults are OpenKiwi's, except for exact comparisons."""

    metric: ClassVar[str] = "threshold-f1-mult"

    items: str = knob(
        Stage.STATISTICS,
        Choice(("shuffled", "in-order")),
        "shuffled",
        "Order of the items before they are split in half. shuffled: numpy.random.permutation after "
        "numpy.random.seed(seed); in-order: as given",
    )
    seed: int = knob(Stage.STATISTICS, Integer(0, 2**32 - 1), 0, "Random seed (only with items=shuffled)")
    held_out: str = knob(
        Stage.STATISTICS,
        Choice(("half", "none")),
        "half",
        "Items on which the threshold is applied. half: choose it on the first half (rounded down), and apply "
        "it to the rest; none: use all items for both",
    )
    ties: str = knob(
        Stage.STATISTICS,
        Choice(("apart", "together")),
        "apart",
        "Items with equal scores. apart: a cut can separate them, label 0 before label 1; together: they stay "
        "on the same side of a cut",
    )
    cut: str = knob(
        Stage.STATISTICS,
        Choice(("score-below", "score-above")),
        "score-below",
        "Threshold for a cut between two scores. score-below: the lower score, so its items are predicted as 1 "
        "although the cut counted them as 0; score-above: the higher score (infinity if there is none)",
    )
    comparison: str = knob(
        Stage.COMBINATION,
        Choice(("exact", "float64")),
        "exact",
        "How cuts are compared. exact: by their exact F1-mult; float64: in doubles, where rounding can break ties",
        rounding=True,
    )
    one_class: str = knob(
        Stage.COMBINATION,
        Choice(("index", "zero")),
        "index",
        "Gold labels and predictions that all have the same class. index: class 0 scores 1, class 1 is an "
        "error, as in OpenKiwi, which indexes a one-class matrix; zero: the F1 of the missing class is 0",
    )
    weights: str = refused_weights_knob()


def permutation(size: int, seed: int) -> list[int]:
    """Reproduce ``numpy.random.permutation(size)`` after ``numpy.random.seed(seed)``.

    >>> permutation(5, 0)
    [2, 0, 1, 3, 4]
    """
    state = [seed]
    for i in range(1, _WORDS):
        state.append((1812433253 * (state[-1] ^ (state[-1] >> 30)) + i) % 2**32)
    twister = random.Random()
    twister.setstate((3, (*state, _WORDS), None))
    order = list(range(size))
    for last in range(size - 1, 0, -1):
        chosen = twister.getrandbits(32) & _mask(last)
        while chosen > last:
            chosen = twister.getrandbits(32) & _mask(last)
        order[last], order[chosen] = order[chosen], order[last]
    return order


def _mask(number: int) -> int:
    """Return the smallest number 2^k - 1 that is at least `number`."""
    return (1 << number.bit_length()) - 1


def _f1(tp: int, predicted: int, support: int) -> float:
    """Return F1 = 2PR/(P + R); 0 if tp is 0."""
    if not tp:
        return 0.0
    precision, recall = tp / predicted, tp / support
    return 2 * (precision * recall) / (precision + recall)


def _f1_mult(matrix: Sequence[Sequence[int]]) -> float:
    """Return the product of the F1 of both classes, where ``matrix[gold][predicted]`` is a number of items."""
    return math.prod(_f1(matrix[k][k], matrix[0][k] + matrix[1][k], sum(matrix[k])) for k in (1, 0))


def _exact_f1_mult(matrix: Sequence[Sequence[int]]) -> tuple[int, int]:
    """Return the product of the F1 of both classes as numerator and denominator.

    The F1 of a class is 2 tp / (predicted + support). The result is (0, 1) if the tp of a class is 0.
    """
    (tn, fp), (fn, tp) = matrix
    right = 4 * tn * tp
    return (right, (2 * tn + fp + fn) * (2 * tp + fp + fn)) if right else (0, 1)


def _matrix(items: Sequence[Item], threshold: float) -> list[list[int]]:
    """Return ``matrix[gold][predicted]``: the numbers of items if this threshold is applied."""
    counts = Counter((gold, score >= threshold) for score, gold in items)
    return [[counts[gold, predicted] for predicted in (False, True)] for gold in (0, 1)]


def _cuts(ranked: Sequence[Item], ties: str) -> Iterator[tuple[float, float, list[list[int]]]]:
    """Yield every cut between ranked items: the scores below and above it, and the matrix of the items.

    Items below the cut are predicted as 0, the others as 1. Unless `ties` is apart, no cut separates items
    of equal score.
    """
    size, ones = len(ranked), sum(label for _, label in ranked)
    below = [0, 0]
    for number, (score, label) in enumerate(ranked, 1):
        below[label] += 1
        above = ranked[number][0] if number < size else math.inf
        if ties == "apart" or number == size or above != score:
            yield score, above, [[below[0], size - ones - below[0]], [below[1], ones - below[1]]]


def chosen_threshold(items: Sequence[Item], settings: ThresholdSettings) -> float:
    """Return the threshold of the cut with the highest F1-mult.

    Among equally good cuts, the one with the highest threshold is used. `items` must not be empty.
    """
    ranked = sorted(items)
    best: tuple[float, int] = (0, 1)  # everything is predicted as 1, so the F1 of class 0 is 0
    chosen = ranked[0][0], ranked[0][0]
    for score, above, matrix in _cuts(ranked, settings.ties):
        product = _exact_f1_mult(matrix) if settings.comparison == "exact" else (_f1_mult(matrix), 1)
        difference = product[0] * best[1] - best[0] * product[1]
        cut = score, score if settings.cut == "score-below" else above
        if difference > 0 or (difference == 0 and cut > chosen):
            best, chosen = product, cut
    return float(chosen[1])


class ThresholdF1Mult(ScoredMetric[ThresholdSettings]):
    """F1-mult at the chosen threshold, in 0..1; undefined (nan) for a single item, which cannot be halved.

    If only one class occurs in gold and prediction and ``one_class`` is index, class 1 raises `MetricError` and class 0
    scores 1. Also raises `MetricError` for no items, and for items with weights if ``weights`` is raise.
    """

    name = "threshold-f1-mult"
    title = "F1-mult at a chosen threshold"
    settings = ThresholdSettings
    facts = MetricFacts(
        lowest=0,
        highest=1,
        higher_is_better=True,
        stages=("threshold", "confusion"),
        inputs="by-kind",
        growth=1,
        plausible={
            "items": ("shuffled", "in-order"),
            "held_out": ("half", "none"),
            "ties": ("apart", "together"),
            "cut": ("score-below", "score-above"),
        },
        breaks=broken_axioms(
            ("item order", "duplication"), "the threshold is chosen on half of the items", held_out="half"
        ),
    )

    def statistics(self, data: ScoredLabels, settings: ThresholdSettings) -> Statistics:
        refuse_weights(data, settings)
        return super().statistics(data, settings)

    def combine(self, total: Total, settings: ThresholdSettings) -> Trace:
        need_items(total)
        items = _in_order(total.kept, settings)
        half = len(items) // 2
        if settings.held_out == "half" and not half:
            return Trace(math.nan, {})
        tuning, rest = (items[:half], items[half:]) if settings.held_out == "half" else (items, items)
        threshold = chosen_threshold(tuning, settings)
        matrix = _matrix(rest, threshold)
        stages = {"threshold": threshold, "confusion": Statistics(("0", "1"), matrix)}
        value = _f1_mult(matrix)
        if settings.one_class == "index":
            if matrix[1][1] == len(rest):
                raise MetricError("only the class 1 occurs", kind="IndexError")
            if matrix[0][0] == len(rest):
                value = 1.0
        return Trace(value, stages)


def _in_order(items: ScoredItems, settings: ThresholdSettings) -> list[Item]:
    """Return the items in the order in which they are halved: shuffled, or as in the input."""
    size = items.segments
    order = permutation(size, settings.seed) if settings.items == "shuffled" else range(size)
    return [(items.scores[i], items.gold[i]) for i in order]


THRESHOLD_F1_MULT = ThresholdF1Mult()
