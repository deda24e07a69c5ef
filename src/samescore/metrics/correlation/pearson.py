"""Pearson's correlation coefficient, and how libraries round it.

With x and y the deviations of the scores from their means: r = sum(x y) / sqrt(sum(x x) sum(y y)).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import ClassVar

from samescore.base.errors import MetricError
from samescore.metrics.base import MetricFacts, broken_axioms
from samescore.metrics.correlation.products import dot_avx2, dot_avx512, integers, left_to_right, norm_x87, over_roots
from samescore.metrics.correlation.ratings import GroupStages, RatingMetric, RatingSettings
from samescore.metrics.float32 import single, torch_mean, torch_sum
from samescore.metrics.summation import numpy_sum
from samescore.settings import Choice, Stage, knob

Numbers = Sequence[float]
Product = Callable[[Numbers, Numbers], float]

#: PyTorch's threshold below which a variance counts as 0: the square root of the 32-bit machine epsilon.
_LEAST_VARIANCE = single(math.sqrt(2.0**-23))


class PearsonSettings(RatingSettings):
    """The knobs of Pearson's correlation. The defaults are the textbook definition."""

    metric: ClassVar[str] = "pearson"

    missing: str = knob(
        Stage.STATISTICS,
        Choice(("propagate", "drop", "drop-infinite", "raise", "raise-infinite")),
        "propagate",
        "Missing scores. propagate: the result is undefined; drop: remove the pair; drop-infinite: also remove "
        "pairs with an infinite score; raise: an error; raise-infinite: an error for a missing or an infinite score, "
        "unless there are two pairs, whose result is the product of the signs of their differences, or the other side "
        "is constant, where the result is undefined",
    )
    constant: str = knob(
        Stage.COMBINATION,
        Choice(("nan", "nan-unless-two-pairs", "as-computed")),
        "nan",
        "Result if all scores of one side are equal. nan: undefined; nan-unless-two-pairs: the same, except "
        "for two pairs, whose result is the product of the signs of their differences; as-computed: whatever the rounding errors of the mean lead to",
    )
    form: str = knob(
        Stage.COMBINATION,
        Choice(
            (
                "exact",
                "unit-vectors",
                "unit-vectors-avx2",
                "unit-vectors-sum",
                "unit-vectors-x87",
                "unit-vectors-x87-avx2",
                "covariance",
                "scaled-covariance",
                "scaled-covariance-avx2",
                "running",
                "running-unclipped",
                "float32",
            )
        ),
        "exact",
        "How the correlation is computed. exact: exact arithmetic, rounded once; unit-vectors: product of deviations "
        "divided by their norms (SciPy); unit-vectors-avx2: the same on processors without AVX-512, with different "
        "last digits; unit-vectors-sum: the same, with quotients multiplied and added up one by one (SciPy 1.14 and "
        "1.15); unit-vectors-x87: like unit-vectors, with norms computed in 80-bit floats (SciPy before 1.14); "
        "unit-vectors-x87-avx2: the same on processors without AVX-512; covariance: covariance matrix divided by standard deviations, where squares can overflow "
        "(NumPy); scaled-covariance: the same, with deviations divided by the largest deviation (pandas Series); "
        "scaled-covariance-avx2: the same on processors without AVX-512, with different last digits; running: "
        "running means and sums (pandas DataFrame); running-unclipped: the same, not limited to -1..1 (pandas before "
        "3.0); float32: 32-bit floats, where a variance below 3.45e-4 of the "
        "largest squared deviation counts as 0 (torchmetrics)",
        rounding=True,
        former=("arithmetic",),
    )


def pearson(x: Numbers, y: Numbers, settings: PearsonSettings) -> float:
    """Return the correlation of at least two pairs of scores; nan if it is undefined.

    The result is in -1..1, except with the form ``running-unclipped``, where rounding errors can lead outside. Raises
    `MetricError` for a missing or infinite score if ``missing`` is ``raise-infinite``.
    """
    if settings.constant == "nan-unless-two-pairs" and len(x) == 2:
        return _of_two(x, y)
    if settings.constant != "as-computed" and (_is_constant(x) or _is_constant(y)):
        return math.nan
    if settings.missing == "raise-infinite":
        if len(x) == 2:
            return _of_two(x, y)
        if not all(map(math.isfinite, (*_deviations(x), *_deviations(y)))):
            raise MetricError("a score is missing or infinite", kind="ValueError")
    try:
        value = _ARITHMETIC[settings.form](x, y)
    except (ZeroDivisionError, OverflowError):
        return math.nan
    if math.isnan(value) or settings.form == "running-unclipped":
        return value
    return min(1.0, max(-1.0, value))


def _is_constant(x: Numbers) -> bool:
    """Return whether all scores are equal; False if any is nan."""
    return all(value == x[0] for value in x)


def exact(x: Numbers, y: Numbers) -> float:
    """Return the double nearest to the correlation; nan for an infinite score or a constant side."""
    if not all(map(math.isfinite, (*x, *y))):
        return math.nan
    a, b = _scaled_deviations(integers(x)), _scaled_deviations(integers(y))
    return over_roots(_products(a, b), _products(a, a), _products(b, b))


def _scaled_deviations(values: list[int]) -> list[int]:
    """Return n times the deviation of each value from the mean."""
    total = sum(values)
    return [len(values) * value - total for value in values]


def _products(a: list[int], b: list[int]) -> int:
    return sum(p * q for p, q in zip(a, b, strict=True))


def _deviations(x: Numbers) -> list[float]:
    mean = numpy_sum(list(x)) / len(x)
    return [value - mean for value in x]


def _largest(x: Numbers) -> float:
    """Return the largest absolute value; nan if any value is nan."""
    return math.nan if any(map(math.isnan, x)) else max(map(abs, x))


def _unit_vectors(x: Numbers, y: Numbers, dot: Product) -> float:
    """Return the correlation as ``scipy.stats.pearsonr`` computes it."""
    units = []
    for side in (x, y):
        deviations = _deviations(side)
        norm = _scaled_norm(deviations)
        units.append([d / norm for d in deviations])
    return _rounded_if_two(dot(*units), len(x))


def _added_unit_vectors(x: Numbers, y: Numbers) -> float:
    """Return the correlation as ``scipy.stats.pearsonr`` of SciPy 1.14 and 1.15 computes it."""
    (a, norm_a), (b, norm_b) = ((d := _deviations(side), _scaled_norm(d)) for side in (x, y))
    return _rounded_if_two(numpy_sum([p / norm_a * q / norm_b for p, q in zip(a, b, strict=True)]), len(x))


def _rounded_if_two(value: float, pairs: int) -> float:
    """Return the correlation, rounded to an integer for two pairs."""
    return float(round(value)) if pairs == 2 and not math.isnan(value) else value


def _unit_vectors_x87(x: Numbers, y: Numbers, dot: Product) -> float:
    """Return the correlation of finite scores as ``scipy.stats.pearsonr`` of SciPy before 1.14 computes it."""
    (a, norm_a), (b, norm_b) = ((d := _deviations(side), norm_x87(d)) for side in (x, y))
    return _rounded_if_two(dot([d / norm_a for d in a], [d / norm_b for d in b]), len(x))


def _of_two(x: Numbers, y: Numbers) -> float:
    """Return the correlation of two pairs: 1 or -1; 0 if a side is constant, and nan for nan."""
    signs = [math.nan if math.isnan(d) else float((d > 0) - (d < 0)) for d in (x[1] - x[0], y[1] - y[0])]
    return signs[0] * signs[1]


def _scaled_norm(deviations: Numbers) -> float:
    """Return the norm of deviations; they are divided by the largest one before they are squared."""
    largest = _largest(deviations)
    return largest * math.sqrt(numpy_sum([share * share for share in (d / largest for d in deviations)]))


def covariance(x: Numbers, y: Numbers) -> float:
    """Return the correlation as ``numpy.corrcoef`` computes it."""
    a, b = _deviations(x), _deviations(y)
    share = 1 / (len(x) - 1)
    roots = [math.sqrt(left_to_right(side, side) * share) for side in (a, b)]
    return _quotient(_quotient(left_to_right(a, b) * share, roots[0]), roots[1])


def _quotient(a: float, b: float) -> float:
    """Return a / b; infinite or nan if b is 0."""
    return a / b if b else a * math.inf


def _scaled_covariance(x: Numbers, y: Numbers, dot: Product) -> float:
    """Return the correlation as ``pandas.Series.corr`` computes it."""
    scaled = []
    for side in (x, y):
        deviations = _deviations(side)
        largest = _largest(deviations)
        scaled.append([d / largest for d in deviations])
    a, b = scaled
    n = len(x) - 1
    return dot(a, b) / n / math.sqrt(dot(a, a) / n) / math.sqrt(dot(b, b) / n)


def _pandas_correlation(x: Numbers, y: Numbers) -> float:
    """Return the correlation as ``pandas.DataFrame.corr`` computes it.

    Means and sums of products are updated by each pair (Welford 1962).
    """
    mean_x = mean_y = xx = yy = xy = 0.0
    for count, (a, b) in enumerate(zip(x, y, strict=True), 1):
        before_x, before_y = a - mean_x, b - mean_y
        mean_x += 1.0 / count * before_x
        mean_y += 1.0 / count * before_y
        xx += (a - mean_x) * before_x
        yy += (b - mean_y) * before_y
        xy += (b - mean_y) * before_x
    return xy / math.sqrt(xx * yy)


def _float32(x: Numbers, y: Numbers) -> float:
    """Return the correlation as ``torchmetrics.functional.pearson_corrcoef`` computes it on 32-bit floats.

    The result is nan for a variance below PyTorch's threshold.
    """
    n = len(x)
    sides, largest, variances = [], [], []
    for side in (x, y):
        values = [single(value) for value in side]
        mean = torch_mean(values)
        deviations = [single(value - mean) for value in values]
        again = single(single(mean * n) / n)
        top = _largest([single(value - again) for value in values])
        sides.append(deviations)
        largest.append(top)
        variance = single(torch_sum([single(d * d) for d in deviations]) / (n - 1))
        variances.append(single(variance * single(1 / single(top * top))))
    together = single(torch_sum([single(a * b) for a, b in zip(*sides, strict=True)]) / (n - 1))
    together = single(together / single(largest[0] * largest[1]))
    if not all(map(math.isfinite, (*variances, together))) or min(variances) < _LEAST_VARIANCE:
        return math.nan
    return single(together / single(math.sqrt(single(variances[0] * variances[1]))))


_ARITHMETIC: dict[str, Callable[[Numbers, Numbers], float]] = {
    "exact": exact,
    "unit-vectors": partial(_unit_vectors, dot=dot_avx512),
    "unit-vectors-avx2": partial(_unit_vectors, dot=dot_avx2),
    "unit-vectors-sum": _added_unit_vectors,
    "unit-vectors-x87": partial(_unit_vectors_x87, dot=dot_avx512),
    "unit-vectors-x87-avx2": partial(_unit_vectors_x87, dot=dot_avx2),
    "covariance": covariance,
    "scaled-covariance": partial(_scaled_covariance, dot=dot_avx512),
    "scaled-covariance-avx2": partial(_scaled_covariance, dot=dot_avx2),
    "running": _pandas_correlation,
    "running-unclipped": _pandas_correlation,
    "float32": _float32,
}


class Pearson(RatingMetric[PearsonSettings]):
    """Pearson's correlation, in -1..1. It is undefined if a side is constant.

    Four knobs decide what happens in special cases, and can make them raise `MetricError`: ``missing`` for missing
    scores, ``undefined`` for undefined results, and ``empty_input`` and ``one_pair`` for fewer than two pairs of
    scores.
    """

    name = "pearson"
    title = "Pearson correlation with human scores"
    settings = PearsonSettings
    facts = MetricFacts(
        lowest=-1,
        highest=1,
        higher_is_better=True,
        stages=("sizes",),
        inputs="by-kind",
        growth=1,
        plausible={
            "level": ("segment", "system"),
            "average_by": ("none", "segment", "system"),
            "outliers": ("keep", "remove"),
            "missing": ("propagate", "drop"),
        },
        breaks=broken_axioms(("duplication",), "32-bit floats are added up in order", form="float32"),
    )

    def result(
        self, metric: list[float], human: list[float], settings: PearsonSettings, stages: GroupStages
    ) -> tuple[float, int]:
        return pearson(metric, human, settings), len(metric)


PEARSON = Pearson()
