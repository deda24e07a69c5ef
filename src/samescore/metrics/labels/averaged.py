"""Precision, recall, F and Jaccard of class labels: the score of one class, or an average over classes.

For class k: tp = C[k][k] of the confusion matrix, predicted = column sum, support = row sum. With weights, items count
by their weight.
"""

from __future__ import annotations

import abc
import math
from collections.abc import Collection, Iterable
from fractions import Fraction
from typing import Any, TypeVar

from samescore.base.errors import MetricError
from samescore.base.outcome import Trace
from samescore.metrics.base import LazyStages, MetricFacts, Statistics, Total
from samescore.metrics.float32 import rounding_function, single, torch_mean, torch_sum
from samescore.metrics.labels.confusion import (
    ClassCounts,
    Classified,
    ConfusionCounts,
    ConfusionMetric,
    LabelsInOrder,
    need_items,
    ratio,
)
from samescore.metrics.labels.settings import (
    ClassSettings,
    FSettings,
    JaccardSettings,
    PrecisionSettings,
    RecallSettings,
)
from samescore.metrics.labels.weighted_items import (
    KeptWeights,
    WeightSums,
    mean_by_weights,
    shown_sums,
    weights_count,
    weights_together,
)
from samescore.metrics.summation import numpy_sum


def _share(part: Any, whole: Any, zero_division: str, dtype: str) -> float:
    rounded = rounding_function(dtype)
    return rounded(ratio(rounded(part), rounded(whole), zero_division))


#: The counts (`ClassCounts`) or the weights (`WeightSums`) of one class, or of several classes together.
_Counts = Any


def _square(beta: float, c: _Counts) -> Any:
    return Fraction(beta) ** 2 if isinstance(c.tp, Fraction) else beta**2


def _precision(c: _Counts, settings: ClassT) -> float:
    return _share(c.tp, c.predicted, settings.zero_division, settings.dtype)


def _recall(c: _Counts, settings: ClassT) -> float:
    return _share(c.tp, c.support, settings.zero_division, settings.dtype)


def _f(c: _Counts, settings: FSettings) -> float:
    """Return F_b of one class, computed in the form that ``f_form`` selects."""
    if settings.f_form == "counts":
        return f_of_counts(c, settings.beta, settings.zero_division, settings.dtype)
    return _f_of_errors(c, settings) if settings.f_form == "errors" else _harmonic_f(c, settings)


def f_of_counts(c: _Counts, beta: float, zero_division: str, dtype: str = "float64") -> float:
    """Return F_b = (1 + b^2) tp / (b^2 support + predicted), or the precision if b is 0; 0/0 is `zero_division`."""
    if beta == 0:
        return _share(c.tp, c.predicted, zero_division, dtype)
    rounded, factor = rounding_function(dtype), _square(beta, c)
    right = rounded(rounded(1 + factor) * rounded(c.tp))
    whole = rounded(rounded(rounded(factor) * rounded(c.support)) + rounded(c.predicted))
    return rounded(ratio(right, whole, zero_division))


def jaccard_of_counts(c: _Counts, zero_division: str, dtype: str = "float64") -> float:
    """Return the Jaccard index tp / (support + predicted - tp); 0/0 is `zero_division`."""
    return _share(c.tp, c.union, zero_division, dtype)


def _f_of_errors(c: _Counts, settings: FSettings) -> float:
    """Return F_b = (1 + b^2) tp / ((1 + b^2) tp + b^2 fn + fp); 0/0 is ``zero_division``.

    Raises `MetricError` if b is 0.
    """
    _need_positive_beta(settings)
    rounded, factor = rounding_function(settings.dtype), _square(settings.beta, c)
    right = rounded(rounded(1 + factor) * rounded(c.tp))
    missed = rounded(rounded(factor) * rounded(c.support - c.tp))
    whole = rounded(rounded(right + missed) + rounded(c.predicted - c.tp))
    return rounded(ratio(right, whole, settings.zero_division))


def _need_positive_beta(settings: FSettings) -> None:
    if settings.beta == 0:
        raise MetricError("beta is 0", kind="ValueError")


def _harmonic_f(c: _Counts, settings: FSettings) -> float:
    """Return F_b = (1 + b^2) P R / (b^2 P + R), as scikit-learn before 1.3 and similar packages do.

    Raises `MetricError` if b is 0 and ``f_form`` is harmonic-positive-beta.
    """
    if settings.f_form == "harmonic-positive-beta":
        _need_positive_beta(settings)
    precision, recall, factor = _precision(c, settings), _recall(c, settings), _square(settings.beta, c)
    if settings.f_form == "harmonic-or-zero-division":
        if settings.beta == 0:
            return precision
        if factor * precision + recall <= 1e-8 or not c.predicted + c.support:  # close to 0 by numpy.isclose
            return float(settings.zero_division)
    return _harmonic(precision, recall, factor, 0.0, settings.dtype)


def _harmonic(precision: float, recall: float, factor: float, undefined: float, dtype: str) -> float:
    """Return F_b of a precision and a recall, where `factor` is b^2; `undefined` for 0/0."""
    rounded = rounding_function(dtype)
    above = rounded(rounded(rounded(1 + factor) * precision) * recall)
    below = rounded(rounded(rounded(factor) * precision) + recall)
    return rounded(above / below) if below else undefined


def _f_of_means(classes: list[ClassCounts], settings: FSettings) -> float:
    """Return F_b = (1 + b^2) P R / (b^2 P + R) of the classes' mean precision P and mean recall R."""
    supports = [c.support for c in classes]
    precision = mean_over_classes([_precision(c, settings) for c in classes], supports, "macro", settings.dtype)
    recall = mean_over_classes([_recall(c, settings) for c in classes], supports, "macro", settings.dtype)
    return _harmonic(precision, recall, settings.beta**2, float(settings.zero_division), settings.dtype)


def _f_of_weighted_means(classes: list[WeightSums], settings: FSettings) -> float:
    """Return the result of `_f_of_means` for classes whose items have weights."""
    supports = [c.support for c in classes]
    precision, recall = (
        mean_by_weights([of_class(c, settings) for c in classes], supports, "macro", settings.weight_summation)
        for of_class in (_precision, _recall)
    )
    return _harmonic(float(precision), float(recall), settings.beta**2, float(settings.zero_division), settings.dtype)


def mean_over_classes(scores: list[float], supports: list[int], average: str, dtype: str = "float64") -> float:
    """Return the mean of the classes' scores, plain or weighted by support; classes whose score is nan are skipped.

    The mean is plain if `average` is macro or the supports sum to 0, and nan if every score is nan.
    """
    kept = [(score, weight) for score, weight in zip(scores, supports, strict=True) if not math.isnan(score)]
    if not kept:
        return math.nan
    weights = sum(weight for _, weight in kept)
    plain = average == "macro" or weights == 0
    if dtype == "float32":
        whole = single(len(kept) if plain else weights)
        return torch_sum([single(single(score * single(1 if plain else weight)) / whole) for score, weight in kept])
    if average == "macro":  # as numpy.nanmean does: a nan is replaced by 0 in the sum
        return numpy_sum([0.0 if math.isnan(score) else score for score in scores]) / len(kept)
    if plain:
        return numpy_sum([score for score, _ in kept]) / len(kept)
    return numpy_sum([score * weight for score, weight in kept]) / weights


ClassT = TypeVar("ClassT", bound=ClassSettings)


class _AveragedOverClasses(ConfusionMetric[ClassT]):
    """Precision, recall, F or Jaccard, in 0..1; 0/0 is undefined under ``zero_division=nan``.

    Raises `MetricError` if there are no items and ``empty_input`` is raise; if all weights are 0 and ``no_weight`` is
    raise; for ``average=binary``, if there are more than two classes, or two and neither is ``positive``; and for
    batches of a confusion matrix.
    """

    @abc.abstractmethod
    def of_class(self, counts: _Counts, settings: ClassT) -> Any:
        """Return the score computed from the counts or weights of one class, or from the sums over several classes."""

    def counting(self, settings: ClassT) -> ClassT:
        """Return the settings that affect the kept data: whether there are batches, and whether weights count."""
        return self.settings(weights=settings.weights, batch=min(settings.batch, 1))

    def statistics(self, data: Classified, settings: ClassT) -> Statistics:
        in_order = settings.batch and not weights_count(data, settings)
        return Statistics((), (), LabelsInOrder.of(data)) if in_order else super().statistics(data, settings)

    def covers(self, settings: ClassT) -> bool:
        return not settings.batch

    def counted(self, data: Classified, settings: ClassT) -> Statistics:
        if not settings.batch or weights_count(data, settings):
            return super().counted(data, settings)
        return data.remembered(
            "labels in order",
            lambda: self.counter(self.counting(settings))(data),
            lambda made: made.kept.memory,
        )

    def commutes(self, settings: ClassT) -> bool:
        return not settings.batch and super().commutes(settings)

    def combine(self, total: Total, settings: ClassT) -> Trace:
        need_items(total, settings)
        if isinstance(total.kept, KeptWeights):
            return self._score_items(total.kept, settings.replace(dtype="float64"))
        if not settings.batch:
            return self._score_counts(total.kept, settings)
        kept: LabelsInOrder = total.kept
        if not kept.segments:
            return self._score_counts(kept.counts(), settings)
        batches = [self._score_counts(counts, settings).value for counts in kept.batches(settings.batch)]
        _, stages = self._classes(kept.counts(), settings)
        mean = torch_mean(batches) if settings.dtype == "float32" else math.fsum(batches) / len(batches)
        return Trace(mean, stages)

    def _score_items(self, items: KeptWeights, settings: ClassT) -> Trace:
        """Return the score of items with weights, or the mean over batches if ``batch`` is set."""
        if not settings.batch or not items.segments:
            return self._of_weights(items, settings)
        batches = [self._of_weights(batch, settings).value for batch in items.batches(settings.batch)]
        return Trace(math.fsum(batches) / len(batches), self._class_weights(items, settings)[1])

    def _class_weights(self, items: KeptWeights, settings: ClassT) -> tuple[dict[str, WeightSums], dict[str, Any]]:
        """Return the weights of the classes to average over, and the stages up to the classes' scores."""
        of_one = settings.average in ("binary", "class") or settings.labels == "present"
        by_class = items.by_class(items.classes if of_one else settings.labels, settings.weight_summation)
        per_class = {name: float(self.of_class(weights, settings)) for name, weights in by_class.items()}
        return by_class, {**shown_sums(by_class), "per_class": per_class}

    def _of_weights(self, items: KeptWeights, settings: ClassT) -> Trace:
        """Return the score of items with weights, all in one batch."""
        sums = settings.weight_summation
        by_class, stages = self._class_weights(items, settings)
        if settings.average == "binary":
            _need_binary(by_class, settings.positive)
        if settings.average in ("binary", "class"):
            value = self.of_class(items.by_class([settings.positive], sums)[settings.positive], settings)
        elif settings.average == "micro":
            value = self.of_class(weights_together(by_class.values(), sums), settings)
        elif isinstance(settings, FSettings) and settings.average == "means":
            value = _f_of_weighted_means([*by_class.values()], settings)
        elif settings.empty_input == "weighted-zero-division" and settings.average == "weighted" and not items.segments:
            value = float(settings.zero_division)
        else:
            scores = [self.of_class(weights, settings) for weights in by_class.values()]
            value = mean_by_weights(scores, [weights.support for weights in by_class.values()], settings.average, sums)
        return Trace(float(value), stages)

    def _classes(self, counts: ConfusionCounts, settings: ClassT) -> tuple[dict[str, ClassCounts], LazyStages]:
        """Return the counts of the classes to average over, and the stages up to the classes' scores."""
        by_class = counts.by_class()
        if settings.average not in ("binary", "class") and settings.labels != "present":
            by_class = {name: by_class.get(name, ClassCounts(0, 0, 0)) for name in settings.labels}
        per_class = {name: self.of_class(of_one, settings) for name, of_one in by_class.items()}
        sides = {
            side: {name: getattr(of_one, side) for name, of_one in by_class.items()}
            for side in ("tp", "predicted", "support")
        }
        return by_class, counts.stages(per_class=per_class, **sides)

    def _score_counts(self, counts: ConfusionCounts, settings: ClassT) -> Trace:
        """Return the score of items without weights, given their counts."""
        by_class, stages = self._classes(counts, settings)
        if settings.average in ("binary", "class"):
            if settings.average == "binary":
                _need_binary(by_class, settings.positive)
            value = self.of_class(by_class.get(settings.positive, ClassCounts(0, 0, 0)), settings)
        elif settings.average == "micro":
            value = self.of_class(combine_counts(by_class.values()), settings)
        elif isinstance(settings, FSettings) and settings.average == "means":
            value = _f_of_means(list(by_class.values()), settings)
        elif settings.empty_input == "weighted-zero-division" and settings.average == "weighted" and not counts.pairs:
            value = float(settings.zero_division)
        else:
            value = mean_over_classes(
                list(stages["per_class"].values()), list(stages["support"].values()), settings.average, settings.dtype
            )
        return Trace(value, stages)


def combine_counts(classes: Iterable[ClassCounts]) -> ClassCounts:
    """Return the sums of the counts of several classes."""
    counts = list(classes)
    return ClassCounts(sum(c.tp for c in counts), sum(c.predicted for c in counts), sum(c.support for c in counts))


def _need_binary(by_class: Collection[str], positive: str) -> None:
    if len(by_class) > 2:
        raise MetricError(f"average=binary but there are {len(by_class)} classes", hint="set average to class or macro")
    if len(by_class) == 2 and positive not in by_class:
        raise MetricError(
            f"the positive class {positive!r} is not one of {', '.join(by_class)}", hint="set positive to one of these"
        )


_AVERAGED_STAGES = ("confusion", "tp", "predicted", "per_class", "support", "false_positives", "false_negatives")
_UNSAID = {"average": ("binary", "class", "macro", "micro", "weighted"), "zero_division": ("0", "1", "nan")}


class Precision(_AveragedOverClasses[PrecisionSettings]):
    """Precision: tp / predicted."""

    name = "precision"
    title = "Precision"
    settings = PrecisionSettings
    facts = MetricFacts(
        lowest=0,
        highest=1,
        higher_is_better=True,
        stages=_AVERAGED_STAGES,
        inputs="by-kind",
        growth=1,
        plausible=_UNSAID,
    )

    def of_class(self, counts: _Counts, settings: PrecisionSettings) -> float:
        return _precision(counts, settings)


class Recall(_AveragedOverClasses[RecallSettings]):
    """Recall: tp / support."""

    name = "recall"
    title = "Recall"
    settings = RecallSettings
    facts = MetricFacts(
        lowest=0,
        highest=1,
        higher_is_better=True,
        stages=_AVERAGED_STAGES,
        inputs="by-kind",
        growth=1,
        plausible={**_UNSAID, "average": ("binary", "class", "macro", "micro")},
    )

    def of_class(self, counts: _Counts, settings: RecallSettings) -> float:
        return _recall(counts, settings)


class F1Score(_AveragedOverClasses[FSettings]):
    """F_b: the weighted harmonic mean of precision and recall."""

    name = "f1"
    title = "F1"
    settings = FSettings
    facts = MetricFacts(
        lowest=0,
        highest=1,
        higher_is_better=True,
        stages=_AVERAGED_STAGES,
        inputs="by-kind",
        growth=1,
        plausible=_UNSAID,
    )

    def of_class(self, counts: _Counts, settings: FSettings) -> float:
        return _f(counts, settings)


class Jaccard(_AveragedOverClasses[JaccardSettings]):
    """The Jaccard index of a class: tp / (support + predicted - tp).

    It is the number of items with the class in both gold and prediction, over the number with it in either.
    """

    name = "jaccard"
    title = "Jaccard"
    settings = JaccardSettings
    facts = MetricFacts(
        lowest=0,
        highest=1,
        higher_is_better=True,
        stages=_AVERAGED_STAGES,
        inputs="by-kind",
        growth=1,
        plausible=_UNSAID,
    )

    def of_class(self, counts: _Counts, settings: JaccardSettings) -> float:
        return jaccard_of_counts(counts, settings.zero_division, settings.dtype)


PRECISION = Precision()
RECALL = Recall()
F1 = F1Score()
JACCARD = Jaccard()
