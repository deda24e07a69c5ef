"""Known mistakes in metrics over class labels: F1, precision and recall."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Sequence
from typing import TypeVar

from samescore.metrics.base import DataT, Metric, SettingsT
from samescore.metrics.labels.averaged import F1, PRECISION, RECALL
from samescore.metrics.labels.confusion import ClassCounts, ConfusionCounts, class_counts
from samescore.metrics.labels.settings import ClassSettings, FSettings
from samescore.metrics.mistakes.confusion import EXCHANGED, mean, ratio
from samescore.metrics.mistakes.contract import Mistake
from samescore.metrics.mistakes.f_scores import WRONG_F, typed_f
from samescore.metrics.mistakes.formulas import Formula, wrong_formulas
from samescore.metrics.mistakes.texts import presentations
from samescore.metrics.mistakes.variants import kept_score


def _class_mistake(name: str, meaning: str, metric: Metric[DataT, SettingsT], change: Callable[..., float]) -> Mistake:
    """Return a mistake in the score of one class: `change` gets tp, predicted, support and the settings."""

    def of_class(self: object, counts: ClassCounts, settings: ClassSettings) -> float:
        return change(counts.tp, counts.predicted, counts.support, settings)

    return Mistake(name, meaning, "score", kept_score(metric, of_class=of_class))


def _wrong_f(f: Callable[[float, float, float], float]) -> Callable[..., float]:
    """Return a function that computes F of one class by `f` from P and R, which are ``zero_division`` for a divisor of 0."""
    return lambda tp, p, t, s: f(ratio(tp, p, float(s.zero_division)), ratio(tp, t, float(s.zero_division)), s.beta)


def _right_f(tp: int, p: int, t: int, settings: FSettings) -> float:
    return ratio((1 + settings.beta**2) * tp, settings.beta**2 * t + p, float(settings.zero_division))


ClassT = TypeVar("ClassT", bound=ClassSettings)

_Right = Callable[..., float]


def _averaging(
    name: str,
    meaning: str,
    right: _Right,
    change: Callable[[list[float], list[ClassCounts], ClassSettings], float | None],
) -> Mistake:
    """Return a mistake in the average over classes.

    `change` gets the scores and counts of all classes, and the settings.
    """

    def score(kept: object, settings: ClassSettings) -> float | None:
        if not isinstance(kept, ConfusionCounts) or settings.average in ("binary", "class", "micro", "means"):
            return None
        counts = class_counts(kept.table())
        return change([right(c.tp, c.predicted, c.support, settings) for c in counts], counts, settings)

    return Mistake(name, meaning, "score", score)


def _weighted(scores: Sequence[float], weights: Sequence[float]) -> float:
    return ratio(sum(a * b for a, b in zip(scores, weights, strict=True)), sum(weights))


def _of_those(keep: Callable[[ClassCounts], bool]) -> Callable[[list[float], list[ClassCounts], ClassSettings], float]:
    def change(scores: list[float], counts: list[ClassCounts], settings: ClassSettings) -> float:
        kept = [(score, c) for score, c in zip(scores, counts, strict=True) if keep(c)]
        weights = [c.support for _, c in kept] if settings.average == "weighted" else [1] * len(kept)
        return _weighted([score for score, _ in kept], weights)

    return change


def _averages(right: _Right) -> tuple[Mistake, ...]:
    return (
        _averaging("classes-in-gold-only", "only classes that occur in gold are averaged", right,
                   _of_those(lambda c: c.support > 0)),
        _averaging("classes-in-predictions-only", "only classes that are predicted are averaged", right,
                   _of_those(lambda c: c.predicted > 0)),
        _averaging("classes-in-both-only", "only classes that occur in gold and are predicted are averaged", right,
                   _of_those(lambda c: c.support > 0 and c.predicted > 0)),
        _averaging("classes-with-hits-only", "only classes with a hit are averaged", right, _of_those(lambda c: c.tp > 0)),
        _averaging("divided-by-gold-classes", "the sum over classes is divided by the number of classes in gold", right,
                   lambda scores, counts, s: ratio(sum(scores), sum(c.support > 0 for c in counts))
                   if s.average == "macro" else None),
        _averaging("divided-by-predicted-classes", "the sum over classes is divided by the number of predicted classes",
                   right, lambda scores, counts, s: ratio(sum(scores), sum(c.predicted > 0 for c in counts))
                   if s.average == "macro" else None),
        _averaging("divided-by-one-too-many", "the sum over classes is divided by one class too many", right,
                   lambda scores, counts, s: sum(scores) / (len(scores) + 1) if s.average == "macro" else None),
        _averaging("sum-of-classes", "the sum over classes, not divided", right,
                   lambda scores, counts, s: sum(scores) if s.average == "macro" else None),
        _averaging("last-class-missing", "the last class is left out of the mean", right,
                   lambda scores, counts, s: ratio(sum(scores[:-1]), len(scores) - 1) if s.average == "macro" else None),
        _averaging("first-class-missing", "the first class is left out of the mean", right,
                   lambda scores, counts, s: ratio(sum(scores[1:]), len(scores) - 1) if s.average == "macro" else None),
        _averaging("weighted-by-predictions", "classes are weighted by how often they are predicted", right,
                   lambda scores, counts, s: _weighted(scores, [c.predicted for c in counts])
                   if s.average == "weighted" else None),
        _averaging("weights-inverted", "classes are weighted by the inverse of their support", right,
                   lambda scores, counts, s: _weighted(scores, [ratio(1, c.support) for c in counts])
                   if s.average == "weighted" else None),
        _averaging("divided-by-classes-too", "a weighted mean is divided by the number of classes as well", right,
                   lambda scores, counts, s: _weighted(scores, [c.support for c in counts]) / len(scores)
                   if s.average == "weighted" else None),
        _averaging("weights-not-divided", "the scores of classes, times their support, are not divided", right,
                   lambda scores, counts, s: sum(x * c.support for x, c in zip(scores, counts, strict=True))
                   if s.average == "weighted" else None),
        _averaging("worst-class", "the lowest score of a class", right,
                   lambda scores, counts, s: min(scores) if s.average == "macro" else None),
        _averaging("median-class", "the median of the classes' scores", right,
                   lambda scores, counts, s: statistics.median(scores) if s.average == "macro" else None),
        _averaging("geometric-mean-of-classes", "the geometric mean of the classes' scores", right,
                   lambda scores, counts, s: math.prod(scores) ** (1 / len(scores)) if s.average == "macro" else None),
        _averaging("best-class", "the highest score of a class", right,
                   lambda scores, counts, s: max(scores) if s.average == "macro" else None),
    )  # fmt: skip


def _micro_accuracy(kept: object, settings: ClassSettings) -> float | None:
    if not isinstance(kept, ConfusionCounts):
        return None
    return (kept.segments - kept.errors) / kept.segments


def _negative_class_mistake(metric: Metric[DataT, ClassT]) -> Mistake:
    """Return the mistake of scoring the class that is not positive; it applies to two classes."""
    right = kept_score(metric)

    def score(kept: object, settings: ClassT) -> float | None:
        if not isinstance(kept, ConfusionCounts) or settings.average not in ("binary", "class"):
            return None
        others = [str(label) for label in kept.classes if str(label) != settings.positive]
        return (
            right(kept, settings.replace(positive=others[0])) if len(others) == 1 and len(kept.classes) == 2 else None
        )

    return Mistake("negative-class", "the score of the other class, not of the positive one", "score", score)


_ACCURACY = Mistake("accuracy", "the share of right items instead", "score", _micro_accuracy)


def _all_items(change: Callable[[ClassCounts, int], float]) -> Callable[[object, ClassSettings], float | None]:
    def score(kept: object, settings: ClassSettings) -> float | None:
        if not isinstance(kept, ConfusionCounts) or settings.average not in ("binary", "class"):
            return None
        table = kept.table()
        counts = dict(zip(table.columns, class_counts(table), strict=True)).get(settings.positive)
        return None if counts is None else change(counts, kept.segments)

    return score


def _of_class_and_items(name: str, meaning: str, change: Callable[[ClassCounts, int, FSettings], float]) -> Mistake:
    """Return a mistake in the score of one class: `change` gets its counts, the number of all items, and the settings."""

    def score(kept: object, settings: FSettings) -> float | None:
        if not isinstance(kept, ConfusionCounts) or settings.average in ("micro", "means"):
            return None
        table = kept.table()
        by_class = dict(zip(table.columns, class_counts(table), strict=True))
        if settings.average in ("binary", "class"):
            return (
                change(by_class[settings.positive], kept.segments, settings) if settings.positive in by_class else None
            )
        scored = [
            (change(c, kept.segments, settings), c.support if settings.average == "weighted" else 1)
            for c in by_class.values()
        ]
        defined = [(score, weight) for score, weight in scored if not math.isnan(score)]
        return _weighted([score for score, _ in defined], [weight for _, weight in defined])

    return Mistake(name, meaning, "score", score)


def _f(p: float, r: float, settings: FSettings) -> float:
    return ratio((1 + settings.beta**2) * p * r, settings.beta**2 * p + r, float(settings.zero_division))


def _class_accuracy(c: ClassCounts, n: int) -> float:
    """Return the share of correct items in the two-class problem of the class and the rest."""
    return (n - c.predicted - c.support + 2 * c.tp) / n


def _share(a: int, b: int, settings: ClassSettings) -> float:
    return ratio(a, b, float(settings.zero_division))


_WRONG_PARTS = (
    _of_class_and_items("class-accuracy-for-recall", "the accuracy of a class against the rest instead of its recall",
                        lambda c, n, s: _f(_share(c.tp, c.predicted, s), _class_accuracy(c, n), s)),
    _of_class_and_items("class-accuracy-for-precision", "the accuracy of a class against the rest instead of its precision",
                        lambda c, n, s: _f(_class_accuracy(c, n), _share(c.tp, c.support, s), s)),
    _of_class_and_items("class-accuracy", "the accuracy of a class against the rest instead of F",
                        lambda c, n, s: _class_accuracy(c, n)),
    _of_class_and_items("specificity-for-recall", "tn / (tn + fp) instead of recall",
                        lambda c, n, s: _f(_share(c.tp, c.predicted, s),
                                           _share(n - c.predicted - c.support + c.tp, n - c.support, s), s)),
    _of_class_and_items("precision-over-all-items", "precision is divided by the number of all items",
                        lambda c, n, s: _f(c.tp / n, _share(c.tp, c.support, s), s)),
    _of_class_and_items("recall-over-all-items", "recall is divided by the number of all items",
                        lambda c, n, s: _f(_share(c.tp, c.predicted, s), c.tp / n, s)),
)  # fmt: skip


def _predicted_in_gold(kept: object, settings: object) -> ConfusionCounts | None:
    """Return the counts of the items whose predicted class occurs in gold; None if items with weights are kept."""
    if not isinstance(kept, ConfusionCounts):
        return None
    gold = {g for g, _ in kept.pairs}
    return ConfusionCounts({(g, p): n for (g, p), n in kept.pairs.items() if p in gold}, kept.sorted_classes)


_UNKNOWN_DROPPED = Mistake(
    "unknown-predictions-dropped",
    "items are left out whose predicted class does not occur in gold",
    "row",
    _predicted_in_gold,
)


def _means_first(f: Callable[[float, float, float], float]) -> Callable[[object, FSettings], float | None]:
    """Return a function that computes `f` from the classes' mean precision and mean recall."""

    def score(kept: object, settings: FSettings) -> float | None:
        if not isinstance(kept, ConfusionCounts) or settings.average != "means" or settings.zero_division == "nan":
            return None
        counts = class_counts(kept.table())
        precision = mean([_share(c.tp, c.predicted, settings) for c in counts])
        recall = mean([_share(c.tp, c.support, settings) for c in counts])
        return f(precision, recall, settings.beta)

    return score


def _with_f(f: Callable[[float, float, float], float]) -> Callable[[object, FSettings], float | None]:
    """Return a function that scores by `f`, given the precision and recall of each class, or their means."""
    of_classes, of_means = _class_mistake("", "", F1, _wrong_f(f)).change, _means_first(f)
    return lambda kept, s: of_means(kept, s) if s.average == "means" else of_classes(kept, s)


def _mutation_mistakes(metric: Metric[DataT, SettingsT], symbol: str, formula: str) -> tuple[Mistake, ...]:
    """Return a mistake for each mutation of the formula of one class in one token.

    A class for which the mutated formula divides by 0 scores ``zero_division``.
    """
    kinds = "tp fp fn"

    def change(wrong: Formula) -> Callable[[object, FSettings], float]:
        def of_class(tp: int, p: int, t: int, settings: ClassSettings) -> float:
            values = {"tp": tp, "fp": p - tp, "fn": t - tp, "beta": getattr(settings, "beta", 1.0)}
            try:
                return wrong(values)
            except ZeroDivisionError:
                return float(settings.zero_division)

        score: Callable[[object, FSettings], float] = _class_mistake("", "", metric, of_class).change
        return score

    return wrong_formulas(symbol, formula, "score", change, kinds)


F1_MISTAKES: tuple[Mistake, ...] = (
    EXCHANGED,
    *_mutation_mistakes(F1, "F", "(1 + beta ** 2) * tp / ((1 + beta ** 2) * tp + beta ** 2 * fn + fp)"),
    *typed_f(_with_f),
    *(Mistake(name, meaning, "score", _with_f(f)) for name, (meaning, f) in WRONG_F.items() if name != "f-is-jaccard"),
    _class_mistake("jaccard", "tp / (tp + fp + fn), without counting tp twice", F1, lambda tp, p, t, s: ratio(tp, p + t - tp)),
    _class_mistake("f-without-two", "tp / (2 tp + fp + fn): the factor 1 + b^2 is missing above", F1,
              lambda tp, p, t, s: ratio(tp, s.beta**2 * t + p)),
    _class_mistake("errors-twice", "2 tp / (2 tp + 2 fp + 2 fn)", F1, lambda tp, p, t, s: ratio(tp, p + t - tp)),
    _class_mistake("false-positives-ignored", "F counts no false positives", F1,
              lambda tp, p, t, s: ratio((1 + s.beta**2) * tp, (1 + s.beta**2) * tp + s.beta**2 * (t - tp))),
    _class_mistake("false-negatives-ignored", "F counts no false negatives", F1,
              lambda tp, p, t, s: ratio((1 + s.beta**2) * tp, (1 + s.beta**2) * tp + (p - tp))),
    *_averages(_right_f),
    *_WRONG_PARTS,
    _UNKNOWN_DROPPED,
    _ACCURACY,
    _negative_class_mistake(F1),
    *presentations(highest=1),
)  # fmt: skip


def _precision(tp: int, p: int, t: int, settings: ClassSettings) -> float:
    return ratio(tp, p, float(settings.zero_division))


def _recall(tp: int, p: int, t: int, settings: ClassSettings) -> float:
    return ratio(tp, t, float(settings.zero_division))


def _part_mistakes(metric: Metric[DataT, ClassT], right: _Right, other: tuple[str, str, _Right]) -> tuple[Mistake, ...]:
    return (
        EXCHANGED,
        _class_mistake(*other[:2], metric, other[2]),
        _class_mistake("f1-instead", "F1 instead", metric, lambda tp, p, t, s: ratio(2 * tp, p + t)),
        _class_mistake("jaccard", "tp / (tp + fp + fn)", metric, lambda tp, p, t, s: ratio(tp, p + t - tp)),
        _class_mistake("hits-over-errors", "hits are divided by errors, not by hits and errors", metric,
                  lambda tp, p, t, s: ratio(tp, (p if metric is PRECISION else t) - tp)),
        _class_mistake("errors-for-hits", "the share of errors instead of hits", metric,
                  lambda tp, p, t, s: 1 - right(tp, p, t, s)),
        _class_mistake("hits-among-errors", "hits are counted as errors as well", metric,
                  lambda tp, p, t, s: ratio(tp, (p if metric is PRECISION else t) + tp, float(s.zero_division))),
        _of_class_and_items("class-accuracy", "the accuracy of a class against the rest instead",
                            lambda c, n, s: _class_accuracy(c, n)),
        _of_class_and_items("over-all-items", "hits are divided by the number of all items", lambda c, n, s: c.tp / n),
        _UNKNOWN_DROPPED,
        *_mutation_mistakes(metric, metric.name, f"tp / (tp + {'fp' if metric is PRECISION else 'fn'})"),
        *_averages(right),
        _ACCURACY,
        _negative_class_mistake(metric),
        Mistake("specificity", "tn / (tn + fp) instead", "score",
                _all_items(lambda c, n: ratio(n - c.support - c.predicted + c.tp, n - c.support))),
        *presentations(highest=1),
    )  # fmt: skip


PRECISION_MISTAKES = _part_mistakes(PRECISION, _precision, ("recall-alone", "recall instead of precision", _recall))
RECALL_MISTAKES = _part_mistakes(RECALL, _recall, ("precision-alone", "precision instead of recall", _precision))
