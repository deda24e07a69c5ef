"""Compute a calibration error from the probabilities and labels in bins: exactly, or rounded as packages do."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from samescore.metrics.calibration.bins import place
from samescore.metrics.calibration.settings import CalibrationSettings, MulticlassCalibrationSettings
from samescore.metrics.float32 import rounding_function, singles, torch_sum
from samescore.metrics.summation import ExactSum, numpy_sum

#: An exact fraction, or a double.
Number = Fraction | float

_EXACT_UNIT = 1 << 1074


class Bin(NamedTuple):
    """The probabilities of the items in a bin, in the order of the input, and the number of positive items."""

    probabilities: list[float]
    positives: int


def binned(probabilities: Sequence[float], gold: Sequence[int], settings: CalibrationSettings) -> list[Bin]:
    """Return all bins with their items. Raises the errors of `place`."""
    if settings.epsilon:
        probabilities = [min(max(p, settings.epsilon), 1 - settings.epsilon) for p in probabilities]
    if settings.dtype == "float32":
        probabilities = singles(probabilities)
    found, bins = place(probabilities, settings)
    inside: list[list[float]] = [[] for _ in range(bins)]
    positives = [0] * bins
    for number, probability, label in zip(found, probabilities, gold, strict=True):
        if number is not None:
            inside[number].append(probability)
            positives[number] += label
    return [*map(Bin, inside, positives)]


def mean_error(bins: Sequence[Bin], gold: Sequence[int], settings: CalibrationSettings) -> Number:
    """Return the value of the knob ``measure``, before the root of root-mean-square; `gold` has the labels of all items."""
    share = quotient(sum(gold), len(gold), settings)
    if settings.measure == "uncertainty":
        variance: Number = rounding(settings)(share * (1 - share))
        return variance
    errors = [_error(part, share, settings) for part in bins]
    if settings.measure == "max":
        return max(errors)
    mean: Number = _mean(errors, [len(part.probabilities) for part in bins], len(gold), settings)
    return max(mean, 0) if settings.debias == "variance" else mean


def finished(mean: Number, settings: CalibrationSettings) -> float:
    """Return the score from the result of `mean_error`."""
    return float(rounding(settings)(math.sqrt(mean)) if settings.measure == "root-mean-square" else mean)


def mean_of_classes(errors: Sequence[Number], settings: MulticlassCalibrationSettings) -> float:
    """Return the mean of the scores of several classes (or the only one) from their results of `mean_error`."""
    if len(errors) == 1:
        return finished(errors[0], settings)
    in_order, count = settings.form == "total", len(errors)
    if settings.class_mean == "mean" or settings.measure != "root-mean-square":
        scores: Sequence[Number] = errors
        if settings.measure == "root-mean-square":
            scores = [finished(error, settings) for error in errors]
        return float(quotient(_sum(scores, settings, in_order=in_order), count, settings))
    if not is_exact(settings):
        rounded = rounding(settings)
        errors = [rounded(finished(error, settings) ** 2) for error in errors]
    return finished(quotient(_sum(errors, settings, in_order=in_order), count, settings), settings)


def is_exact(settings: CalibrationSettings) -> bool:
    """Return whether results are exact fractions, rounded at the end."""
    return settings.summation == "exact" and settings.dtype == "float64"


def rounding(settings: CalibrationSettings) -> Callable[[Any], Any]:
    """Return the function to apply to every result: rounding to 32 bits, or the identity, also for fractions."""
    return rounding_function(settings.dtype)


def quotient(number: Number, count: int, settings: CalibrationSettings) -> Number:
    """Return a number divided by a count."""
    return Fraction(number) / count if is_exact(settings) else rounding(settings)(number / count)


def _error(part: Bin, share: Number, settings: CalibrationSettings) -> Number:
    """Return the gap of a bin, or its square, or the square of its distance from the `share` of all positive items.

    It is 0 for a bin without items.
    """
    size, rounded = len(part.probabilities), rounding(settings)
    if not size:
        return 0
    accuracy = quotient(part.positives, size, settings)
    expected = (
        share if settings.measure == "resolution" else quotient(_total(part.probabilities, settings), size, settings)
    )
    gap: Number = rounded(abs(accuracy - expected))
    if settings.measure in ("mean", "max"):
        return gap
    square: Number = rounded(gap * gap)
    if settings.debias == "none" or settings.measure == "resolution":
        return square
    if size == 1:
        return 0
    variance = rounded(rounded(accuracy * rounded(1 - accuracy)) / (size - 1))
    corrected: Number = rounded(square - variance)
    return corrected


def _total(probabilities: list[float], settings: CalibrationSettings) -> Number:
    """Return the sum of the probabilities of a bin."""
    if settings.summation == "exact":
        exact = Fraction(ExactSum.of(probabilities).units, _EXACT_UNIT)
        return exact if is_exact(settings) else rounding(settings)(float(exact))
    return _sum(probabilities, settings, in_order=settings.summation == "left-to-right")


def _sum(numbers: Sequence[Number], settings: CalibrationSettings, *, in_order: bool) -> Number:
    """Return the sum of numbers: exactly, one after the other if `in_order`, else as NumPy (or PyTorch) adds them up."""
    if is_exact(settings):
        return sum(numbers, Fraction(0))
    rounded, doubles = rounding(settings), [*map(float, numbers)]
    if not in_order:
        return torch_sum(doubles) if settings.dtype == "float32" else numpy_sum(doubles)
    total = 0.0
    for number in doubles:
        total = rounded(total + number)
    return total


def _mean(errors: Sequence[Number], sizes: Sequence[int], items: int, settings: CalibrationSettings) -> Number:
    """Return the mean of the bins' errors, weighted by their sizes, or over the bins that have items."""
    rounded, in_order = rounding(settings), settings.form == "in-order"
    if settings.weighting == "bins":
        return quotient(_sum(errors, settings, in_order=in_order), max(1, sum(map(bool, sizes))), settings)
    if settings.form == "total":
        whole = [rounded(error * size) for error, size in zip(errors, sizes, strict=True)]
        return quotient(_sum(whole, settings, in_order=False), items, settings)
    shares = [rounded(error * quotient(size, items, settings)) for error, size in zip(errors, sizes, strict=True)]
    return _sum(shares, settings, in_order=in_order)
