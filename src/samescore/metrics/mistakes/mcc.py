"""Known mistakes in the Matthews correlation coefficient."""

from __future__ import annotations

import math
from collections.abc import Callable

from samescore.metrics.labels.confusion import ClassCounts, ConfusionCounts, class_counts
from samescore.metrics.labels.mcc import MCC
from samescore.metrics.labels.settings import MccSettings
from samescore.metrics.mistakes.confusion import chance, hits, kappa, mean, ratio
from samescore.metrics.mistakes.contract import Mistake
from samescore.metrics.mistakes.formulas import Formula, wrong_formulas
from samescore.metrics.mistakes.texts import presentations
from samescore.metrics.mistakes.variants import kept_score


def _mcc(change: Callable[[int, int, int, float], float | None]) -> Callable[[list[ClassCounts], int], float | None]:
    """Return a function that computes the coefficient by `change`.

    `change` gets the covariance, the spreads of gold and of the prediction, and the number of items. The result is 0 if
    a spread is 0.
    """

    def score(counts: list[ClassCounts], n: int) -> float | None:
        covariance = hits(counts) * n - sum(c.support * c.predicted for c in counts)
        gold = n * n - sum(c.support**2 for c in counts)
        predicted = n * n - sum(c.predicted**2 for c in counts)
        return change(covariance, gold, predicted, n) if gold and predicted else 0.0

    return score


def _binary_mcc(
    change: Callable[[int, int, int, int], float | None],
) -> Callable[[list[ClassCounts], int], float | None]:
    """Return a function that computes the coefficient of two classes by `change`, from tp, fp, fn and tn.

    The second class is positive. The function returns None unless there are two classes.
    """

    def score(counts: list[ClassCounts], n: int) -> float | None:
        if len(counts) != 2:
            return None
        c = counts[-1]
        return change(c.tp, c.predicted - c.tp, c.support - c.tp, n - c.predicted - c.support + c.tp)

    return score


def _of_four(above: Callable[..., float], below: Callable[..., float]) -> Callable[..., float | None]:
    def change(tp: int, fp: int, fn: int, tn: int) -> float | None:
        square = below(tp, fp, fn, tn)
        return above(tp, fp, fn, tn) / math.sqrt(square) if square > 0 else 0.0

    return change


def _right_above(tp: int, fp: int, fn: int, tn: int) -> float:
    return tp * tn - fp * fn


def _right_below(tp: int, fp: int, fn: int, tn: int) -> float:
    return (tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)


def _unless_constant(name: str, meaning: str, change: Callable[[list[ClassCounts], int], float | None]) -> Mistake:
    """Return a mistake in the formula: `change` gets the counts of the classes and the number of items.

    If gold or prediction is constant, the native metric computes the score.
    """
    return _formula_mistake(name, meaning, lambda kept: change(class_counts(kept.table()), kept.segments))


def _formula_mistake(name: str, meaning: str, change: Callable[[ConfusionCounts], float | None]) -> Mistake:
    """Return a mistake in the formula: `change` gets the confusion counts.

    If gold or prediction has a single class, the native metric computes the score.
    """
    right = kept_score(MCC)

    def score(kept: ConfusionCounts, settings: MccSettings) -> float | None:
        counts = class_counts(kept.table())
        sides = (sum(c.support > 0 for c in counts), sum(c.predicted > 0 for c in counts))
        return right(kept, settings) if min(sides) <= 1 else change(kept)

    return Mistake(name, meaning, "score", score)


def _typed_mcc(wrong: Formula) -> Callable[[int, int, int, int], float]:
    def change(tp: int, fp: int, fn: int, tn: int) -> float:
        return wrong({"tp": tp, "fp": fp, "fn": fn, "tn": tn}) if _right_below(tp, fp, fn, tn) else 0.0

    return change


def _typed_covariance(wrong: Formula) -> Callable[[list[ClassCounts], int], float]:
    """Return a function that computes the coefficient by a wrong formula from sums over the classes' counts."""

    def change(counts: list[ClassCounts], n: int) -> float:
        gold, predicted = sum(c.support**2 for c in counts), sum(c.predicted**2 for c in counts)
        if n * n in (gold, predicted):
            return 0.0
        products = sum(c.support * c.predicted for c in counts)
        return wrong({"hits": hits(counts), "n": n, "products": products, "gold": gold, "predicted": predicted})

    return change


def _added_covariance(counts: list[ClassCounts], n: int) -> float | None:
    twice = 2 * sum(c.support * c.predicted for c in counts)
    return _mcc(lambda c, g, p, n: (c + twice) / math.sqrt(g * p))(counts, n)


def _gold_covariance(counts: list[ClassCounts], n: int) -> float:
    above = hits(counts) * n - sum(c.support**2 for c in counts)
    below = (n * n - sum(c.support**2 for c in counts)) * (n * n - sum(c.predicted**2 for c in counts))
    return above / math.sqrt(below) if below else 0.0


def _chance_of_even_classes(counts: list[ClassCounts], n: int) -> float:
    return (hits(counts) / n - 1 / len(counts)) / (1 - 1 / len(counts))


def _sorted_counts(counts: list[ClassCounts], n: int) -> float | None:
    """Return the coefficient with the counts of both sides sorted before they are multiplied."""
    right = sum(c.support * c.predicted for c in counts)
    gold, predicted = sorted(c.support for c in counts), sorted(c.predicted for c in counts)
    wrong = sum(a * b for a, b in zip(gold, predicted, strict=True))
    return _mcc(lambda c, g, p, n: (c + right - wrong) / math.sqrt(g * p))(counts, n)


def _weighted_classes(counts: list[ClassCounts], n: int) -> float:
    return sum(c.support * _against_rest(c, n) for c in counts) / n


def _classes_together(counts: list[ClassCounts], n: int) -> float:
    """Return the two-class coefficient of counts summed over all classes, each class against the rest."""
    right, wrong = hits(counts), n - hits(counts)
    tn = len(counts) * n - right - 2 * wrong
    return _of_four(_right_above, _right_below)(right, wrong, wrong, tn) or 0.0


def _pearson_of_places(kept: ConfusionCounts) -> float:
    """Return Pearson's correlation of the gold and predicted classes' positions in sorted order; 0 if a side is constant."""
    n = kept.segments
    places = {name: place for place, name in enumerate(kept.classes)}
    items = [(places[g], places[p], count) for (g, p), count in kept.pairs.items()]
    sums = [sum(f(a, b) * count for a, b, count in items) for f in _MOMENTS]
    of_a, of_b, products, squares_a, squares_b = sums
    below = (n * squares_a - of_a**2) * (n * squares_b - of_b**2)
    return (n * products - of_a * of_b) / math.sqrt(below) if below > 0 else 0.0


_MOMENTS: tuple[Callable[[int, int], int], ...] = (
    lambda a, b: a,
    lambda a, b: b,
    lambda a, b: a * b,
    lambda a, b: a * a,
    lambda a, b: b * b,
)


def _of_rates(change: Callable[[float, float], float], rates: str) -> Callable[[list[ClassCounts], int], float | None]:
    """Return a function that applies `change` to two rates of a two-class problem.

    The rates are recall and specificity (`rates` is ``of gold``), or precision and negative predictive value.
    """

    def rate(tp: int, fp: int, fn: int, tn: int) -> float:
        if rates == "of gold":
            return change(ratio(tp, tp + fn), ratio(tn, tn + fp))
        return change(ratio(tp, tp + fp), ratio(tn, tn + fn))

    return _binary_mcc(rate)


def _against_rest(c: ClassCounts, n: int) -> float:
    tp, fp, fn = c.tp, c.predicted - c.tp, c.support - c.tp
    return _of_four(_right_above, _right_below)(tp, fp, fn, n - tp - fp - fn) or 0.0


def _first_against_rest(counts: list[ClassCounts], n: int) -> float | None:
    return _against_rest(counts[0], n) if len(counts) > 2 else None


MCC_MISTAKES: tuple[Mistake, ...] = (
    Mistake("absolute", "the absolute value", "value", lambda value, s: abs(value)),
    Mistake("from-zero-to-one", "(MCC + 1) / 2: 0 to 1 instead of -1 to 1", "value", lambda value, s: (value + 1) / 2),
    Mistake("negative-as-zero", "negative values become 0", "value", lambda value, s: max(0.0, value)),
    _unless_constant("root-missing", "the square root of the denominator is missing", _mcc(lambda c, g, p, n: c / (g * p))),
    _unless_constant("gold-only", "the spread of gold is taken for both sides", _mcc(lambda c, g, p, n: c / g)),
    _unless_constant("predictions-only", "the spread of the predictions is taken for both sides", _mcc(lambda c, g, p, n: c / p)),
    _unless_constant("spreads-added", "the spreads are averaged, not multiplied under a root",
               _mcc(lambda c, g, p, n: 2 * c / (g + p))),
    _unless_constant("covariance-alone", "the covariance is not divided by the spreads", _mcc(lambda c, g, p, n: c / n**2)),
    _unless_constant("gold-in-covariance", "products of gold counts instead of gold and predicted counts in the numerator",
               lambda counts, n: _gold_covariance(counts, n)),
    _unless_constant("covariance-added", "products of counts are added in the numerator, not subtracted",
              lambda counts, n: _added_covariance(counts, n)),
    _unless_constant("divided-by-n", "the coefficient is divided by the number of items",
              _mcc(lambda c, g, p, n: c / math.sqrt(g * p) / n)),
    _unless_constant("numerator-added", "tp tn + fp fn in the numerator",
               _binary_mcc(_of_four(lambda tp, fp, fn, tn: tp * tn + fp * fn, _right_below))),
    _unless_constant("numerator-reversed", "fp fn - tp tn in the numerator",
               _binary_mcc(_of_four(lambda tp, fp, fn, tn: fp * fn - tp * tn, _right_below))),
    _unless_constant("errors-missing-above", "tp tn in the numerator, without fp fn",
               _binary_mcc(_of_four(lambda tp, fp, fn, tn: tp * tn, _right_below))),
    _unless_constant("wrong-product-above", "tp fp - tn fn in the numerator",
               _binary_mcc(_of_four(lambda tp, fp, fn, tn: tp * fp - tn * fn, _right_below))),
    _unless_constant("wrong-product-below", "tp + fp twice in the denominator, and tp + fn not",
               _binary_mcc(_of_four(_right_above, lambda tp, fp, fn, tn: (tp + fp) ** 2 * (tn + fp) * (tn + fn)))),
    _unless_constant("wrong-product-below-recall", "tp + fn twice in the denominator, and tp + fp not",
               _binary_mcc(_of_four(_right_above, lambda tp, fp, fn, tn: (tp + fn) ** 2 * (tn + fp) * (tn + fn)))),
    _unless_constant("factor-missing-tp-fp", "the denominator lacks tp + fp",
               _binary_mcc(_of_four(_right_above, lambda tp, fp, fn, tn: (tp + fn) * (tn + fp) * (tn + fn)))),
    _unless_constant("factor-missing-tp-fn", "the denominator lacks tp + fn",
               _binary_mcc(_of_four(_right_above, lambda tp, fp, fn, tn: (tp + fp) * (tn + fp) * (tn + fn)))),
    _unless_constant("factor-missing-tn-fp", "the denominator lacks tn + fp",
               _binary_mcc(_of_four(_right_above, lambda tp, fp, fn, tn: (tp + fp) * (tp + fn) * (tn + fn)))),
    _unless_constant("factor-missing-tn-fn", "the denominator lacks tn + fn",
               _binary_mcc(_of_four(_right_above, lambda tp, fp, fn, tn: (tp + fp) * (tp + fn) * (tn + fp)))),
    _unless_constant("one-against-rest", "the classes after the first against the first", lambda counts, n: _first_against_rest(counts, n)),
    _unless_constant("mean-of-classes", "the mean of the classes' coefficients, each against the rest",
               lambda counts, n: mean([_against_rest(c, n) for c in counts])),
    _unless_constant("root-of-predictions-alone", "the root is taken of the predictions' spread alone",
                     _mcc(lambda c, g, p, n: c / (g * math.sqrt(p)))),
    _unless_constant("root-of-gold-alone", "the root is taken of gold's spread alone",
                     _mcc(lambda c, g, p, n: c / (math.sqrt(g) * p))),
    _unless_constant("counts-multiplied-by-size", "counts of both sides are multiplied in the order of their size, not class by "
                     "class", _sorted_counts),
    _unless_constant("chance-of-even-classes", "accuracy corrected for the chance of equally frequent classes",
                     _chance_of_even_classes),
    _unless_constant("weighted-mean-of-classes", "the classes' coefficients, each against the rest, weighted by support",
                     _weighted_classes),
    _unless_constant("classes-together", "the coefficient of the sums of all classes' counts, each against the rest",
                     _classes_together),
    _formula_mistake("pearson-of-places", "Pearson's correlation of the places of the classes in sorted order", _pearson_of_places),
    _unless_constant("informedness", "recall + specificity - 1 instead", _of_rates(lambda a, b: a + b - 1, "of gold")),
    _unless_constant("markedness", "precision + negative predictive value - 1 instead",
                     _of_rates(lambda a, b: a + b - 1, "of predictions")),
    _unless_constant("accuracy", "the share of right items instead", lambda counts, n: hits(counts) / n),
    _unless_constant("kappa", "Cohen's kappa instead", lambda counts, n: kappa(hits(counts) / n, chance(counts, n))),
    *wrong_formulas("MCC", "(tp * tn - fp * fn) / sqrt((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn))", "score",
                    lambda wrong: _unless_constant("", "", _binary_mcc(_typed_mcc(wrong))).change, "tp fp fn tn"),
    *wrong_formulas("MCC", "(hits * n - products) / sqrt((n ** 2 - gold) * (n ** 2 - predicted))", "score",
                    lambda wrong: _unless_constant("", "", _typed_covariance(wrong)).change, "gold predicted products", "hits n"),
    *presentations(highest=1),
)  # fmt: skip
