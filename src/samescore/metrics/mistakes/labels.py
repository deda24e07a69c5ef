"""What implementers of metrics over class labels get wrong: F1, precision, recall and accuracy."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from samescore.metrics.base import Metric
from samescore.metrics.labels.averaged import F1, PRECISION, RECALL
from samescore.metrics.labels.confusion import ClassCounts, ConfusionCounts, class_counts
from samescore.metrics.mistakes.contract import Mistake
from samescore.metrics.mistakes.f_scores import WRONG_F, typed_f
from samescore.metrics.mistakes.formulas import Formula, wrong_formulas
from samescore.metrics.mistakes.texts import presentations
from samescore.metrics.mistakes.variants import kept_score

_OfClass = Callable[[int, int, int, Any], float]


def ratio(a: float, b: float, zero: float = 0.0) -> float:
    """A quotient; `zero` for 0/0 and other divisions by 0."""
    return a / b if b else zero


def _flipped(kept: Any, s: Any) -> Any:
    """The items with gold and prediction exchanged."""
    if not isinstance(kept, ConfusionCounts):
        return None
    return ConfusionCounts({(p, g): count for (g, p), count in kept.pairs.items()}, kept.sorted_classes)


EXCHANGED = Mistake("swapped", "gold and prediction are exchanged", "row", _flipped)


def _of_class(name: str, meaning: str, metric: Metric, change: Callable[..., float]) -> Mistake:
    """A mistake in the score of one class, from tp, predicted and support."""

    def of_class(self: Any, counts: ClassCounts, s: Any) -> float:
        return change(counts.tp, counts.predicted, counts.support, s)

    return Mistake(name, meaning, "score", kept_score(metric, of_class=of_class))


def _wrong_f(f: Callable[[float, float, float], float]) -> Callable[..., float]:
    """F of a precision and a recall that are each undefined without predicted or without gold items."""
    return lambda tp, p, t, s: f(ratio(tp, p, float(s.zero_division)), ratio(tp, t, float(s.zero_division)), s.beta)


def _right_f(tp: int, p: int, t: int, s: Any) -> float:
    return ratio((1 + s.beta**2) * tp, s.beta**2 * t + p, float(s.zero_division))


_Right = Callable[[int, int, int, Any], float]


def _averaging(
    name: str, meaning: str, right: _Right, change: Callable[[list[float], list[ClassCounts], Any], float | None]
) -> Mistake:
    """A mistake in the average over classes: from the scores of all classes and their counts."""

    def score(kept: Any, s: Any) -> float | None:
        if not isinstance(kept, ConfusionCounts) or s.average in ("binary", "class", "micro", "means"):
            return None
        counts = class_counts(kept.table())
        return change([right(c.tp, c.predicted, c.support, s) for c in counts], counts, s)

    return Mistake(name, meaning, "score", score)


def _weighted(scores: Sequence[float], weights: Sequence[float]) -> float:
    return ratio(sum(a * b for a, b in zip(scores, weights, strict=True)), sum(weights))


def _of_those(keep: Callable[[ClassCounts], bool]) -> Callable[[list[float], list[ClassCounts], Any], float]:
    def change(scores: list[float], counts: list[ClassCounts], s: Any) -> float:
        kept = [(score, c) for score, c in zip(scores, counts, strict=True) if keep(c)]
        weights = [c.support for _, c in kept] if s.average == "weighted" else [1] * len(kept)
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
        _averaging("best-class", "the highest score of a class", right,
                   lambda scores, counts, s: max(scores) if s.average == "macro" else None),
    )  # fmt: skip


def _micro_accuracy(kept: Any, s: Any) -> float | None:
    if not isinstance(kept, ConfusionCounts):
        return None
    return (kept.segments - kept.errors) / kept.segments


def _negative(metric: Metric) -> Mistake:
    """The score of the class that is not positive."""
    right = kept_score(metric)

    def score(kept: Any, s: Any) -> float | None:
        if not isinstance(kept, ConfusionCounts) or s.average not in ("binary", "class"):
            return None
        others = [str(label) for label in kept.classes if str(label) != s.positive]
        return right(kept, s.replace(positive=others[0])) if len(others) == 1 and len(kept.classes) == 2 else None

    return Mistake("negative-class", "the score of the other class, not of the positive one", "score", score)


_ACCURACY = Mistake("accuracy", "the share of right items instead", "score", _micro_accuracy)


def _all_items(change: Callable[[ClassCounts, int], float]) -> Callable[[Any, Any], float | None]:
    def score(kept: Any, s: Any) -> float | None:
        if not isinstance(kept, ConfusionCounts) or s.average not in ("binary", "class"):
            return None
        table = kept.table()
        counts = dict(zip(table.columns, class_counts(table), strict=True)).get(s.positive)
        return None if counts is None else change(counts, kept.segments)

    return score


def _typed(metric: Metric, symbol: str, formula: str) -> tuple[Mistake, ...]:
    """A mistake for each token of the formula of one class; a class without predicted or gold items scores as it should."""
    kinds = "tp fp fn"

    def change(wrong: Formula) -> Callable[[Any, Any], float]:
        def of_class(tp: int, p: int, t: int, s: Any) -> float:
            values = {"tp": tp, "fp": p - tp, "fn": t - tp, "beta": getattr(s, "beta", 1.0)}
            try:
                return wrong(values)
            except ZeroDivisionError:
                return float(s.zero_division)

        score: Callable[[Any, Any], float] = _of_class("", "", metric, of_class).change
        return score

    return wrong_formulas(symbol, formula, "score", change, kinds)


F1_MISTAKES: tuple[Mistake, ...] = (
    EXCHANGED,
    *_typed(F1, "F", "(1 + beta ** 2) * tp / ((1 + beta ** 2) * tp + beta ** 2 * fn + fp)"),
    *typed_f(lambda f: _of_class("", "", F1, _wrong_f(f)).change),
    *(_of_class(name, meaning, F1, _wrong_f(f)) for name, (meaning, f) in WRONG_F.items() if name != "f-is-jaccard"),
    _of_class("jaccard", "tp / (tp + fp + fn), without counting tp twice", F1, lambda tp, p, t, s: ratio(tp, p + t - tp)),
    _of_class("f-without-two", "tp / (2 tp + fp + fn): the factor 1 + b^2 is missing above", F1,
              lambda tp, p, t, s: ratio(tp, s.beta**2 * t + p)),
    _of_class("errors-twice", "2 tp / (2 tp + 2 fp + 2 fn)", F1, lambda tp, p, t, s: ratio(tp, p + t - tp)),
    _of_class("false-positives-ignored", "F counts no false positives", F1,
              lambda tp, p, t, s: ratio((1 + s.beta**2) * tp, (1 + s.beta**2) * tp + s.beta**2 * (t - tp))),
    _of_class("false-negatives-ignored", "F counts no false negatives", F1,
              lambda tp, p, t, s: ratio((1 + s.beta**2) * tp, (1 + s.beta**2) * tp + (p - tp))),
    *_averages(_right_f),
    _ACCURACY,
    _negative(F1),
    *presentations(highest=1),
)  # fmt: skip


def _precision(tp: int, p: int, t: int, s: Any) -> float:
    return ratio(tp, p, float(s.zero_division))


def _recall(tp: int, p: int, t: int, s: Any) -> float:
    return ratio(tp, t, float(s.zero_division))


def _part_mistakes(metric: Metric, right: _Right, other: tuple[str, str, _Right]) -> tuple[Mistake, ...]:
    return (
        EXCHANGED,
        _of_class(*other[:2], metric, other[2]),
        _of_class("f1-instead", "F1 instead", metric, lambda tp, p, t, s: ratio(2 * tp, p + t)),
        _of_class("jaccard", "tp / (tp + fp + fn)", metric, lambda tp, p, t, s: ratio(tp, p + t - tp)),
        _of_class("hits-over-errors", "hits are divided by errors, not by hits and errors", metric,
                  lambda tp, p, t, s: ratio(tp, (p if metric is PRECISION else t) - tp)),
        _of_class("errors-for-hits", "the share of errors instead of hits", metric,
                  lambda tp, p, t, s: 1 - right(tp, p, t, s)),
        *_typed(metric, metric.name, f"tp / (tp + {'fp' if metric is PRECISION else 'fn'})"),
        *_averages(right),
        _ACCURACY,
        _negative(metric),
        Mistake("specificity", "tn / (tn + fp) instead", "score",
                _all_items(lambda c, n: ratio(n - c.support - c.predicted + c.tp, n - c.support))),
        *presentations(highest=1),
    )  # fmt: skip


PRECISION_MISTAKES = _part_mistakes(PRECISION, _precision, ("recall-alone", "recall instead of precision", _recall))
RECALL_MISTAKES = _part_mistakes(RECALL, _recall, ("precision-alone", "precision instead of recall", _precision))


def of_counts(name: str, meaning: str, change: Callable[[list[ClassCounts], int], float | None]) -> Mistake:
    """A mistake in the whole formula, from the counts of every class and the number of items."""
    return Mistake(name, meaning, "score", lambda kept, s: change(class_counts(kept.table()), kept.segments))


def hits(counts: list[ClassCounts]) -> int:
    """The number of right items."""
    return sum(c.tp for c in counts)


ACCURACY_MISTAKES: tuple[Mistake, ...] = (
    of_counts("errors-for-hits", "the share of wrong items", lambda counts, n: 1 - hits(counts) / n),
    of_counts("divided-by-one-too-many", "hits are divided by one item too many", lambda counts, n: hits(counts) / (n + 1)),
    of_counts("divided-by-one-too-few", "hits are divided by one item too few",
               lambda counts, n: hits(counts) / (n - 1) if n > 1 else None),
    of_counts("hits-over-errors", "hits are divided by errors",
               lambda counts, n: hits(counts) / (n - hits(counts)) if n > hits(counts) else None),
    of_counts("mean-recall", "the mean recall of the classes (balanced accuracy)",
               lambda counts, n: mean([c.tp / c.support for c in counts if c.support])),
    of_counts("mean-precision", "the mean precision of the classes",
               lambda counts, n: mean([c.tp / c.predicted for c in counts if c.predicted])),
    *presentations(highest=1),
)  # fmt: skip


def mean(values: Sequence[float]) -> float:
    """The mean; nan of nothing."""
    return sum(values) / len(values) if values else math.nan


def _balanced(name: str, meaning: str, change: Callable[[list[ClassCounts], int], float | None]) -> Mistake:
    """A mistake in the mean recall, which is adjusted for chance if the settings say so."""

    def score(kept: Any, s: Any) -> float | None:
        counts = class_counts(kept.table())
        value, classes = change(counts, kept.segments), sum(c.support > 0 for c in counts)
        if value is None or not s.adjusted:
            return value
        return (value - 1 / classes) / (1 - 1 / classes) if classes > 1 else None

    return Mistake(name, meaning, "score", score)


def _adjusted(change: Callable[[float, int], float]) -> Callable[[Any, Any], float | None]:
    def score(kept: Any, s: Any) -> float | None:
        recalls = [c.tp / c.support for c in class_counts(kept.table()) if c.support]
        return change(mean(recalls), len(recalls)) if s.adjusted and len(recalls) > 1 else None

    return score


BALANCED_ACCURACY_MISTAKES: tuple[Mistake, ...] = (
    EXCHANGED,
    _balanced("mean-precision", "the mean precision of the classes instead of the mean recall",
              lambda counts, n: mean([c.tp / c.predicted for c in counts if c.predicted])),
    _balanced("every-class", "classes that gold lacks count as 0", lambda counts, n: mean([ratio(c.tp, c.support) for c in counts])),
    _balanced("classes-in-both-only", "only classes that occur in gold and are predicted are averaged",
              lambda counts, n: mean([c.tp / c.support for c in counts if c.support and c.predicted])),
    _balanced("accuracy", "the share of right items instead", lambda counts, n: hits(counts) / n),
    _balanced("geometric-mean", "the geometric mean of the recalls",
              lambda counts, n: math.prod(c.tp / c.support for c in counts if c.support)
              ** (1 / sum(c.support > 0 for c in counts))),
    _balanced("product-of-recalls", "the product of the recalls",
              lambda counts, n: math.prod(c.tp / c.support for c in counts if c.support)),
    _balanced("sum-of-classes", "the sum of the recalls, not divided",
              lambda counts, n: sum(c.tp / c.support for c in counts if c.support)),
    _balanced("always-two-classes", "the sum of the recalls is divided by 2, however many classes there are",
              lambda counts, n: sum(c.tp / c.support for c in counts if c.support) / 2),
    _balanced("lowest-recall", "the lowest recall",
              lambda counts, n: min(c.tp / c.support for c in counts if c.support)),
    Mistake("chance-one-half", "chance is 1/2, however many classes there are", "score",
            _adjusted(lambda value, k: 2 * value - 1)),
    Mistake("chance-not-divided", "chance is subtracted, and the rest not divided", "score",
            _adjusted(lambda value, k: value - 1 / k)),
    *presentations(highest=1),
)  # fmt: skip
