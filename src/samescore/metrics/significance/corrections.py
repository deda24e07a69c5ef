"""Correct the p-values of several tests for the number of tests.

Each correction takes p-values in any order, in 0..1, and returns the corrected p-values in the same order, at most 1. A
hypothesis is rejected at the level alpha if its corrected p-value is at most alpha. The result is empty if there are no
p-values. Operations and their order are those of statsmodels' ``multipletests``, bit for bit; corrections whose names
begin with ``scipy-`` follow SciPy's ``false_discovery_control``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Final

from samescore.base.errors import UnknownNameError
from samescore.metrics.summation import numpy_sum

#: A function that corrects p-values sorted in ascending order; its results may exceed 1.
_Sorted = Callable[[list[float]], list[float]]


def correct_p_values(p_values: Sequence[float], method: str) -> list[float]:
    """Return `p_values`, in their order, corrected for their number by one method.

    Methods have statsmodels' names: bonferroni, sidak, holm, holm-sidak, simes-hochberg, hommel, fdr_bh and fdr_by.
    scipy-bh and scipy-by round as SciPy's ``false_discovery_control`` does. Corrected p-values are at most 1. Raises
    `UnknownNameError` for any other method, and `ValueError` for numbers outside 0..1, including nan.

    >>> correct_p_values([0.01, 0.04, 0.03, 0.005], "holm")
    [0.03, 0.06, 0.06, 0.02]
    """
    if method not in CORRECTIONS:
        raise UnknownNameError(f"unknown correction: {method!r}", hint=f"choose one of: {', '.join(CORRECTIONS)}")
    for p in p_values:
        if not 0 <= p <= 1:
            raise ValueError(f"{p!r} is not a p-value: it must be from 0 to 1")
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    result = [0.0] * len(order)
    for i, p in zip(order, CORRECTIONS[method]([float(p_values[i]) for i in order]), strict=True):
        result[i] = min(1.0, p)
    return result


def _bonferroni(p: list[float]) -> list[float]:
    """Return p-values corrected by Bonferroni's method (Dunn 1961)."""
    return [value * float(len(p)) for value in p]


def _sidak(p: list[float]) -> list[float]:
    """Return p-values corrected by Sidak's method (1967)."""
    return [_probability_of_any(len(p), value) for value in p]


def _holm(p: list[float]) -> list[float]:
    """Return p-values corrected by Holm's step-down method (1979)."""
    return list(accumulate((value * (len(p) - i) for i, value in enumerate(p)), max))


def _holm_sidak(p: list[float]) -> list[float]:
    return list(accumulate((_probability_of_any(len(p) - i, value) for i, value in enumerate(p)), max))


def _simes_hochberg(p: list[float]) -> list[float]:
    """Return p-values corrected by Hochberg's step-up method (1988)."""
    return _running_minimum([(len(p) - i) * value for i, value in enumerate(p)])


def _hommel(p: list[float]) -> list[float]:
    """Return p-values corrected by Hommel's method (1988)."""
    result = list(p)
    for size in range(len(p), 1, -1):
        rest = len(p) - size
        least = min(size * value / rank for rank, value in enumerate(p[rest:], start=1))
        for i, value in enumerate(p):
            result[i] = max(result[i], least if i >= rest else min(size * value, least))
    return result


def _benjamini_hochberg(p: list[float]) -> list[float]:
    """Return p-values corrected by the Benjamini-Hochberg procedure (1995)."""
    return _running_minimum([value / (rank / float(len(p))) for rank, value in enumerate(p, start=1)])


def _benjamini_yekutieli(p: list[float]) -> list[float]:
    """Return p-values corrected by the Benjamini-Yekutieli procedure (2001)."""
    harmonic = _harmonic(len(p))
    return _running_minimum([value / (rank / float(len(p)) / harmonic) for rank, value in enumerate(p, start=1)])


def _scipy_bh(p: list[float]) -> list[float]:
    return _running_minimum([value * (len(p) / rank) for rank, value in enumerate(p, start=1)])


def _scipy_by(p: list[float]) -> list[float]:
    if len(p) < 2:
        return p
    harmonic = _harmonic(len(p))
    return _running_minimum([value * (len(p) / rank) * harmonic for rank, value in enumerate(p, start=1)])


def _probability_of_any(tests: int, p: float) -> float:
    """Return the probability that any of `tests` independent p-values is below `p`: 1 - (1 - p)**tests."""
    return 1.0 if p == 1 else -math.expm1(tests * math.log1p(-p))


def _harmonic(count: int) -> float:
    return numpy_sum([1.0 / k for k in range(1, count + 1)])


def _running_minimum(values: list[float]) -> list[float]:
    """Return for each value the minimum of this value and all later ones."""
    return list(accumulate(reversed(values), min))[::-1]


#: The corrections by their names in statsmodels; names with ``scipy-`` stand for ``false_discovery_control``.
CORRECTIONS: Final[dict[str, _Sorted]] = {
    "bonferroni": _bonferroni,
    "sidak": _sidak,
    "holm": _holm,
    "holm-sidak": _holm_sidak,
    "simes-hochberg": _simes_hochberg,
    "hommel": _hommel,
    "fdr_bh": _benjamini_hochberg,
    "fdr_by": _benjamini_yekutieli,
    "scipy-bh": _scipy_bh,
    "scipy-by": _scipy_by,
}
