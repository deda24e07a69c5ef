"""What implementers of the Matthews correlation coefficient and of Cohen's kappa get wrong."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from samescore.metrics.labels.confusion import ClassCounts, class_counts
from samescore.metrics.labels.mcc import MCC
from samescore.metrics.mistakes.contract import Mistake
from samescore.metrics.mistakes.formulas import Formula, wrong_formulas
from samescore.metrics.mistakes.labels import hits, mean, ratio
from samescore.metrics.mistakes.texts import presentations
from samescore.metrics.mistakes.variants import kept_score


def _mcc(change: Callable[[int, int, int, float], float | None]) -> Callable[[list[ClassCounts], int], float | None]:
    """From the covariance and the spreads of gold and prediction."""

    def score(counts: list[ClassCounts], n: int) -> float | None:
        covariance = hits(counts) * n - sum(c.support * c.predicted for c in counts)
        gold = n * n - sum(c.support**2 for c in counts)
        predicted = n * n - sum(c.predicted**2 for c in counts)
        return change(covariance, gold, predicted, n) if gold and predicted else 0.0

    return score


def _binary_mcc(
    change: Callable[[int, int, int, int], float | None],
) -> Callable[[list[ClassCounts], int], float | None]:
    """From tp, fp, fn and tn of two classes, of which the last one is positive."""

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
    """A mistake in the formula; where gold or the predictions have one class, the score is that of the settings."""
    right = kept_score(MCC)

    def score(kept: Any, s: Any) -> float | None:
        counts = class_counts(kept.table())
        sides = (sum(c.support > 0 for c in counts), sum(c.predicted > 0 for c in counts))
        return right(kept, s) if min(sides) <= 1 else change(counts, kept.segments)

    return Mistake(name, meaning, "score", score)


def _typed_mcc(wrong: Formula) -> Callable[[int, int, int, int], float]:
    def change(tp: int, fp: int, fn: int, tn: int) -> float:
        return wrong({"tp": tp, "fp": fp, "fn": fn, "tn": tn}) if _right_below(tp, fp, fn, tn) else 0.0

    return change


def _typed_covariance(wrong: Formula) -> Callable[[list[ClassCounts], int], float]:
    """Products of the classes' gold and predicted counts, and the squares of either, each added up."""

    def change(counts: list[ClassCounts], n: int) -> float:
        gold, predicted = sum(c.support**2 for c in counts), sum(c.predicted**2 for c in counts)
        if n * n in (gold, predicted):
            return 0.0
        products = sum(c.support * c.predicted for c in counts)
        return wrong({"hits": hits(counts), "n": n, "products": products, "gold": gold, "predicted": predicted})

    return change


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
    _unless_constant("accuracy", "the share of right items instead", lambda counts, n: hits(counts) / n),
    _unless_constant("kappa", "Cohen's kappa instead", lambda counts, n: _kappa(hits(counts) / n, _chance(counts, n))),
    *wrong_formulas("MCC", "(tp * tn - fp * fn) / sqrt((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn))", "score",
                    lambda wrong: _unless_constant("", "", _binary_mcc(_typed_mcc(wrong))).change, "tp fp fn tn"),
    *wrong_formulas("MCC", "(hits * n - products) / sqrt((n ** 2 - gold) * (n ** 2 - predicted))", "score",
                    lambda wrong: _unless_constant("", "", _typed_covariance(wrong)).change, "gold predicted products", "hits n"),
    *presentations(highest=1),
)  # fmt: skip


def _added_covariance(counts: list[ClassCounts], n: int) -> float | None:
    twice = 2 * sum(c.support * c.predicted for c in counts)
    return _mcc(lambda c, g, p, n: (c + twice) / math.sqrt(g * p))(counts, n)


def _gold_covariance(counts: list[ClassCounts], n: int) -> float:
    above = hits(counts) * n - sum(c.support**2 for c in counts)
    below = (n * n - sum(c.support**2 for c in counts)) * (n * n - sum(c.predicted**2 for c in counts))
    return above / math.sqrt(below) if below else 0.0


def _against_rest(c: ClassCounts, n: int) -> float:
    tp, fp, fn = c.tp, c.predicted - c.tp, c.support - c.tp
    return _of_four(_right_above, _right_below)(tp, fp, fn, n - tp - fp - fn) or 0.0


def _first_against_rest(counts: list[ClassCounts], n: int) -> float | None:
    return _against_rest(counts[0], n) if len(counts) > 2 else None


def _chance(counts: list[ClassCounts], n: int) -> float:
    return sum(c.support * c.predicted for c in counts) / n**2


def _kappa(observed: float, expected: float) -> float:
    return (observed - expected) / (1 - expected) if expected != 1 else math.nan


def _unweighted_kappa(name: str, meaning: str, change: Callable[[list[ClassCounts], int], float | None]) -> Mistake:
    def score(kept: Any, s: Any) -> float | None:
        if s.weighting != "none" or s.labels != "present":
            return None
        counts = class_counts(kept.table())
        return change(counts, kept.segments) if len(counts) > 1 else _of_one_class(s)

    return Mistake(name, meaning, "score", score)


def _expecting(change: Callable[[list[ClassCounts], int], float]) -> Callable[[list[ClassCounts], int], float]:
    """Kappa with another agreement by chance."""
    return lambda counts, n: _kappa(hits(counts) / n, change(counts, n))


def _weighted_kappa(
    change: Callable[[int, int, int], float], *, chance: bool = True
) -> Callable[[Any, Any], float | None]:
    """1 - sum(w O) / sum(w E), with other weights of classes i and j of k."""

    def score(kept: Any, s: Any) -> float | None:
        if s.weighting == "none" or s.labels != "present":
            return None
        rows = [list(row) for row in kept.table().rows]
        columns, k, n = [sum(column) for column in zip(*rows, strict=True)], len(rows), kept.segments
        observed = sum(change(i, j, k) * rows[i][j] for i in range(k) for j in range(k)) / n
        expected = sum(change(i, j, k) * sum(rows[i]) * columns[j] for i in range(k) for j in range(k)) / n**2
        return 1 - observed / expected if expected and chance else None

    return score


#: How far apart classes i and j are, by the weighting.
_DISTANCES: dict[str, Callable[[int, int], int]] = {
    "none": lambda i, j: i != j,
    "linear": lambda i, j: abs(i - j),
    "quadratic": lambda i, j: (i - j) ** 2,
}

#: What the shares by chance are made of: those of both sides, of gold and of predictions in order of the classes.
_Margins = Callable[[list[float], list[float]], tuple[list[float], list[float]]]


def _shares(name: str, meaning: str, change: _Margins) -> Mistake:
    """A mistake in the counts of both sides that chance is computed from, under any weighting."""

    def score(kept: Any, s: Any) -> float | None:
        if s.labels != "present" or s.weighting not in _DISTANCES:
            return None
        rows = kept.table().rows
        gold, predicted = change([sum(row) for row in rows], [sum(column) for column in zip(*rows, strict=True)])
        return _disagreement(rows, gold, predicted, s, kept.segments)

    return Mistake(name, meaning, "score", score)


def _disagreement(
    rows: Sequence[Sequence[int]], gold: Sequence[float], predicted: Sequence[float], s: Any, n: int
) -> float:
    """1 - sum(w O) / sum(w E)."""
    cells = [(i, j, _DISTANCES[s.weighting](i, j)) for i in range(len(rows)) for j in range(len(rows))]
    expected = sum(weight * gold[i] * predicted[j] for i, j, weight in cells) / n**2
    observed = sum(weight * rows[i][j] for i, j, weight in cells) / n
    return 1 - observed / expected if expected else _of_one_class(s)


def _of_one_class(s: Any) -> float:
    return 1.0 if s.one_class == "1" else math.nan


def _pooled(gold: list[float], predicted: list[float]) -> tuple[list[float], list[float]]:
    both = [(g + p) / 2 for g, p in zip(gold, predicted, strict=True)]
    return both, both


def _uniform(gold: list[float], predicted: list[float]) -> tuple[list[float], list[float]]:
    equal = [sum(gold) / len(gold)] * len(gold)
    return equal, equal


def _among(keep: Callable[[Any], list[Any]]) -> Callable[[Any, Any], float | None]:
    """Kappa over some of the classes, or over all in another order."""

    def score(kept: Any, s: Any) -> float | None:
        if s.labels != "present" or s.weighting not in _DISTANCES:
            return None
        classes, pairs = keep(kept), kept.pairs
        rows = [[pairs.get((g, p), 0) for p in classes] for g in classes]
        of_gold, of_predicted = [0] * len(classes), [0] * len(classes)
        for (g, p), count in pairs.items():
            if g in classes:
                of_gold[classes.index(g)] += count
            if p in classes:
                of_predicted[classes.index(p)] += count
        return _disagreement(rows, of_gold, of_predicted, s, kept.segments)

    return score


def _in_gold(kept: Any) -> list[Any]:
    return sorted({gold for gold, _ in kept.pairs})


def _as_they_appear(kept: Any) -> list[Any]:
    """The classes of gold in order of appearance, then those that are only predicted."""
    return list(dict.fromkeys([*(gold for gold, _ in kept.pairs), *(predicted for _, predicted in kept.pairs)]))


def _typed_kappa(wrong: Formula) -> Callable[[Any, Any], float | None]:
    def change(counts: list[ClassCounts], n: int) -> float:
        return wrong({"observed": hits(counts) / n, "chance": _chance(counts, n)})

    formula: Callable[[Any, Any], float | None] = _unweighted_kappa("", "", change).change
    return formula


def _typed_disagreement(wrong: Formula) -> Callable[[Any, Any], float | None]:
    """From the weighted disagreement, observed and expected, under any weighting."""

    def score(kept: Any, s: Any) -> float | None:
        if s.labels != "present" or s.weighting not in _DISTANCES:
            return None
        rows, n = kept.table().rows, kept.segments
        gold, predicted = [sum(row) for row in rows], [sum(column) for column in zip(*rows, strict=True)]
        cells = [(i, j, _DISTANCES[s.weighting](i, j)) for i in range(len(rows)) for j in range(len(rows))]
        expected = sum(weight * gold[i] * predicted[j] for i, j, weight in cells) / n**2
        observed = sum(weight * rows[i][j] for i, j, weight in cells) / n
        return wrong({"disagreement": observed, "expected": expected}) if expected else _of_one_class(s)

    return score


def _typed_chance(wrong: Formula) -> Callable[[Any, Any], float | None]:
    def change(counts: list[ClassCounts], n: int) -> float:
        return wrong({"products": sum(c.support * c.predicted for c in counts), "n": n})

    formula: Callable[[Any, Any], float | None] = _unweighted_kappa("", "", _expecting(change)).change
    return formula


KAPPA_MISTAKES: tuple[Mistake, ...] = (
    _shares("chance-uniform", "agreement by chance is 1 / number of classes (Bennett's S)", _uniform),
    _shares("chance-pooled", "agreement by chance is that of both annotators' labels together (Scott's pi)", _pooled),
    _shares("chance-of-gold", "agreement by chance uses the first annotator's labels twice",
            lambda gold, predicted: (gold, gold)),
    _shares("chance-of-predictions", "agreement by chance uses the second annotator's labels twice",
            lambda gold, predicted: (predicted, predicted)),
    Mistake("classes-in-gold-only", "only classes that occur in gold count", "score", _among(_in_gold)),
    Mistake("classes-in-order-of-appearance", "distances are those of classes in order of appearance, not sorted",
            "score", lambda kept, s: None if s.weighting == "none" else _among(_as_they_appear)(kept, s)),
    _unweighted_kappa("chance-one-half", "agreement by chance is 1/2", _expecting(lambda counts, n: 0.5)),
    _unweighted_kappa("chance-of-frequent-class", "agreement by chance is the share of the most frequent class",
                      _expecting(lambda counts, n: max(c.support for c in counts) / n)),
    _unweighted_kappa("chance-divided-once", "agreement by chance is divided by n - 1 once: n (n - 1) instead of n n",
                      _expecting(lambda counts, n: sum(c.support * c.predicted for c in counts) / (n * (n - 1)) if n > 1
                                 else 0.0)),
    _unweighted_kappa("chance-averaged", "agreement by chance is divided by the number of classes",
                      _expecting(lambda counts, n: _chance(counts, n) / len(counts))),
    _unweighted_kappa("chance-of-hits", "agreement by chance is the sum of the squared shares of hits",
                      _expecting(lambda counts, n: sum((c.tp / n) ** 2 for c in counts))),
    _unweighted_kappa("not-divided", "the agreement above chance is not divided by 1 - chance",
                      lambda counts, n: hits(counts) / n - _chance(counts, n)),
    _unweighted_kappa("divided-by-chance", "the agreement above chance is divided by chance",
                      lambda counts, n: ratio(hits(counts) / n - _chance(counts, n), _chance(counts, n))),
    _unweighted_kappa("divided-by-observed", "the agreement above chance is divided by the observed agreement",
                      lambda counts, n: ratio(hits(counts) / n - _chance(counts, n), hits(counts) / n)),
    _unweighted_kappa("one-plus-chance", "the agreement above chance is divided by 1 + chance",
                      lambda counts, n: (hits(counts) / n - _chance(counts, n)) / (1 + _chance(counts, n))),
    _unweighted_kappa("chance-not-subtracted", "chance is not subtracted: observed / (1 - chance)",
                      lambda counts, n: ratio(hits(counts) / n, 1 - _chance(counts, n))),
    _unweighted_kappa("accuracy", "the observed agreement alone", lambda counts, n: hits(counts) / n),
    Mistake("linear-for-quadratic", "weights are linear instead of quadratic, or quadratic instead of linear", "score",
            lambda kept, s: _weighted_kappa(lambda i, j, k: abs(i - j) ** (1 if s.weighting == "quadratic" else 2))(kept, s)),
    Mistake("unweighted", "every disagreement weighs the same", "score", _weighted_kappa(lambda i, j, k: i != j)),
    Mistake("root-weights", "weights are square roots of the distance", "score",
            _weighted_kappa(lambda i, j, k: math.sqrt(abs(i - j)))),
    Mistake("agreement-weights-reversed", "agreements are weighed as disagreements", "score",
            _weighted_kappa(lambda i, j, k: 1 - (abs(i - j) / (k - 1)) ** 2 if k > 1 else 1.0)),
    Mistake("absolute", "the absolute value", "value", lambda value, s: abs(value)),
    Mistake("negative-as-zero", "negative values become 0", "value", lambda value, s: max(0.0, value)),
    *wrong_formulas("kappa", "(observed - chance) / (1 - chance)", "score", _typed_kappa, "observed chance"),
    *wrong_formulas("chance", "products / n ** 2", "score", _typed_chance),
    *wrong_formulas("kappa", "1 - disagreement / expected", "score", _typed_disagreement, "disagreement expected"),
    *presentations(highest=1),
)  # fmt: skip
